import Foundation
import MemoCore
import MemoTestSupport
import Testing

@testable import MemoTUI

@Suite struct ThemeTests {
  private static let dark = Theme(.dark)

  // MARK: Contrast

  /// Everything that is drawn, by role.
  private static var roles: [CellStyle] {
    let link = MarkdownSpan.Kind.address("a")
    let kinds: [MarkdownSpan.Kind] = [
      .heading, .quote, .listMark, .taskBox(isDone: true), .taskBox(isDone: false), .rule, .emphasis, .strong, .strike,
      .code, link, .tag,
    ]
    let blocks: [MarkdownBlock] = [.frontMatter, .title, .code, .text]
    let texts = blocks.map { MarkdownPalette.style(of: $0) }
    let spans = texts.flatMap { text in kinds.map { MarkdownPalette.style(of: $0, on: text) } }
    let nested = spans.flatMap { text in kinds.map { MarkdownPalette.style(of: $0, on: text) } }
    let marked = (texts + spans + nested).flatMap { style in
      [style, MarkdownPalette.markStyle(on: style), MarkdownPalette.brokenStyle(on: style)]
    }
    let found = marked.flatMap { [$0, MarkdownPalette.matchStyle(on: $0), MarkdownPalette.selectedStyle(on: $0)] }
    return found + RoleStyle.allCases.flatMap { [$0.style, $0.style(true), $0.style(false)] }
  }

  @Test(arguments: [Theme.Name.light, .dark])
  func everyStyleHasEnoughContrastOnItsBackground(name: Theme.Name) throws {
    for role in Self.roles {
      let style = Theme(name).style(of: role)
      let (text, ground) = (try #require(style.colour), try #require(style.ground))
      let contrast = Self.contrast(text, ground)
      #expect(contrast >= 4.5, "\(name): \(contrast) of \(text) on \(ground), drawn as \(role)")
      #expect(!style.isDim, "how pale dim letters are is up to the terminal")
    }
  }

  @Test func theTerminalsOwnColoursFitItsBackground() throws {
    var theme = Theme.terminal
    for role in Self.roles { #expect(theme.style(of: role).colour == role.colour, "as long as it is not known") }
    theme.isOnLight = true
    for role in Self.roles where role.colour != nil {
      let style = theme.style(of: role)
      #expect(Self.contrast(try #require(style.colour), 231) >= 4.5 && style.ground == nil, "\(role)")
    }
    theme.isOnLight = false
    #expect(theme.style(of: CellStyle(colour: 4)).colour == 12 && theme.style(of: CellStyle(colour: 6)).colour == 6)
    #expect(theme.style(of: .plain).colour == nil)
  }

  /// The ratio of the luminances of two of the colours that all terminals show alike, as WCAG 2 defines it.
  private static func contrast(_ first: UInt8, _ second: UInt8) -> Double {
    let (first, second) = (luminance(first) + 0.05, luminance(second) + 0.05)
    return max(first, second) / min(first, second)
  }

  private static func luminance(_ colour: UInt8) -> Double {
    precondition(colour >= 16, "terminals differ in these")
    let steps = [0.0, 95, 135, 175, 215, 255]
    let number = Int(colour) - 16
    let parts =
      number < 216
      ? [steps[number / 36], steps[number / 6 % 6], steps[number % 6]]
      : [Double](repeating: 8 + 10 * Double(number - 216), count: 3)
    let linear = parts.map { part in
      let value = part / 255
      return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  // MARK: Drawing

  @Test func theTerminalsOwnColoursAreUsedAsTheyAre() {
    let style = CellStyle(isDim: true, isItalic: true, colour: 4, surface: .selection)
    #expect(Theme.terminal.style(of: style) == CellStyle(isDim: true, isItalic: true, colour: 4))
    #expect(Theme.terminal.style(of: .plain) == .plain)
  }

  @Test func aThemeColoursTheWholeWindow() throws {
    let browser = try BrowserTrial(["가방", "나비"])
    let before = BrowserView.render(browser.state)
    var state = browser.state
    state.looks.theme = Self.dark
    let after = BrowserView.render(state)
    for row in 0..<state.size.rows {
      #expect(after.cells(inRow: row).allSatisfy { $0.style.ground != nil && $0.style.colour != nil })
      #expect(after.cells(inRow: row).map(\.text) == before.cells(inRow: row).map(\.text))
    }
    #expect(after.cells(inRow: 0).first?.style.ground != after.cells(inRow: 2).first?.style.ground, "the selection")
  }

  @Test func attributesHaveTheirCodes() {
    #expect(CellStyle(isItalic: true, isStruck: true).escapeSequence == "\u{1B}[0;3;9m")
    #expect(CellStyle(colour: 12, ground: 1).escapeSequence == "\u{1B}[0;94;41m")
    #expect(CellStyle(colour: 250, ground: 9).escapeSequence == "\u{1B}[0;38;5;250;101m")
  }

  @Test func emphasisIsSlantedAndStruckTextIsStruck() {
    let editor = TextEditor(Array("a\n*b* ~~c~~".utf8), columns: 40)
    let runs = editor.rows(1..<2)[0]
    #expect(runs.first?.style.isItalic == true && runs.last?.style.isStruck == true)
  }

  @Test func theSelectedMemoHasABarAndABoldTitle() throws {
    let browser = try BrowserTrial(["가방", "나비"])
    let grid = BrowserView.render(browser.state)
    #expect(grid.cells(inRow: 0).prefix(2).map(\.text) == ["▌", "가"] && grid.cells(inRow: 2).first?.text == " ")
    #expect(grid.cells(inRow: 0).dropFirst().first?.style.isBold == true)
    #expect(grid.cells(inRow: 2).dropFirst().first?.style.isBold == false)
    #expect(!(0..<10).contains { grid.cells(inRow: $0).contains(where: \.style.isReversed) })
  }

  // MARK: Settings

  @Test func settingsAreReadAndUnknownOnesLeftOut() {
    let settings = ["theme": "light", "measure": "60", "marks": "show"]
    let looks = Looks { settings[$0.rawValue] }
    #expect(looks.theme == Theme(.light) && looks.measure == 60 && looks.marks == .show)
    let other = Looks { _ in "purple" }
    #expect(other == Looks() && other.measure == 88)
    #expect(Looks { $0 == .measure ? "0" : nil }.measure == nil, "the whole width")
    for wrong in ["-1", "7", "10000", "x", ""] { #expect(Looks.measure(wrong) == nil, "\(wrong)") }
  }

  // MARK: The measure

  @Test(arguments: [
    (100, Int?(88), 39, 60), (240, 88, 121, 88), (240, nil, 92, 147), (79, 30, 24, 30), (40, 88, 1, 38),
  ])
  func textIsCentredInAMeasure(columns: Int, measure: Int?, column: Int, width: Int) throws {
    let layout = BrowserLayout(
      ScreenSize(columns: columns, rows: 10), showsMemo: true, listColumns: nil, measure: measure)
    let text = try #require(layout.text)
    #expect(text.column == column && text.columns == width)
    let memo = try #require(layout.memo)
    #expect(text.column > memo.column && text.column + text.columns < memo.column + memo.columns)
  }

  @Test func aClickInCentredTextFindsItsCharacter() throws {
    let browser = try BrowserTrial(files: [("a.md", "# a\n\n" + String(repeating: "ab ", count: 60))], columns: 260)
    let text = try #require(browser.state.layout.text)
    #expect(browser.lines[2].contains("ab ab") && text.columns == 88)
    browser.mouse(.press, row: 3, column: text.column + 4)
    let cursor = try #require(browser.state.pane?.editor.cursorCell)
    #expect(cursor == WrappedText.Cell(row: 3, column: 4))
    #expect(browser.terminal.cursor == CellGrid.Position(row: 3, column: text.column + 4))
  }

  @Test func rowsOfAWideListEndAtTheMeasure() throws {
    let browser = try BrowserTrial(["가방"], columns: 400)
    let area = try #require(browser.state.layout.list)
    #expect(area.columns == 150 && browser.state.layout.rowColumns(in: area) == 88)
    let cells = browser.terminal.cells(inRow: 0, columns: 150).map { $0.first }
    #expect(cells[87...88] == ["1", "s"], "the date ends there")
  }
}
