import Foundation
import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// Pictures that are drawn: for which terminals, where, and with which bytes.
@Suite struct DrawnPictureTests {
  // MARK: Terminals

  @Test(
    arguments: [
      (["TERM": "xterm-kitty"], .kitty, "\u{1B}[16t\u{1B}[c"),
      (["TERM": "xterm", "KITTY_WINDOW_ID": "1"], .kitty, nil),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], .kitty, nil),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .iterm2, nil),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .iterm2, nil),
      (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .iterm2, nil),
      (["TERM": "xterm-256color"], nil, KittyGraphics.query + "\u{1B}[16t\u{1B}[c"),
      (["TERM": "tmux-256color", "TMUX": "/tmp/t,1,0", "KITTY_WINDOW_ID": "1"], nil, "\u{1B}[16t\u{1B}[c"),
      (["TERM": "xterm-256color", "ZELLIJ": "0", "KITTY_WINDOW_ID": "1"], nil, "\u{1B}[16t\u{1B}[c"),
      (["TERM": "xterm-256color", "NVIM": "/tmp/n", "KITTY_WINDOW_ID": "1"], nil, ""),
      (["TERM": "xterm-256color", "VTE_VERSION": "7600", "KITTY_WINDOW_ID": "1"], nil, nil),
      (["TERM": "screen", "STY": "1", "TERM_PROGRAM": "iTerm.app"], nil, ""), (["TERM": "linux"], nil, ""),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], nil, ""), ([:], nil, ""),
    ] as [([String: String], PictureProtocol?, String?)])
  func theEnvironmentDecidesWhatATerminalIsAsked(variables: [String: String], known: PictureProtocol?, asked: String?) {
    var support = PictureSupport(.auto) { variables[$0] }
    #expect(support.known == known)
    let question = support.ask()
    if let asked { #expect(question ?? "" == asked) }
    #expect(support.ask() == nil, "once")
    var off = PictureSupport(.off) { variables[$0] }
    #expect(off.known == nil && off.ask() == nil)
    #expect(PictureSupport(.sixel) { variables[$0] }.known == .sixel)
  }

  @Test func answersDecideWhatIsDrawn() {
    var support = PictureSupport(.auto) { $0 == "TERM" ? "xterm" : nil }
    support.take(.attributes([62, 22]))
    #expect(support.known == nil)
    support.take(.attributes([4]))
    #expect(support.known == nil, "that is the class of the terminal")
    support.take(.attributes([62, 4]))
    #expect(support.known == .sixel)
    support.take(.graphics(isSupported: true))
    #expect(support.known == .kitty)
    support.take(.cell(width: 0, height: 9_999))
    #expect(support.cell == .usual)
    support.take(.cell(width: 9, height: 18))
    #expect(support.cell == CellSize(reported: 9, 18))
    support.take(ScreenSize(columns: 80, rows: 24))
    #expect(support.cell == CellSize(reported: 9, 18), "the system does not know")
    support.take(ScreenSize(columns: 80, rows: 24, cell: CellSize(reported: 7, 14)))
    #expect(support.cell == CellSize(reported: 7, 14))
    var tmux = PictureSupport(.auto) { ["TERM": "tmux", "TMUX": "x"][$0] }
    tmux.take(.graphics(isSupported: true))
    #expect(tmux.known == nil, "it was not asked that")
    var off = PictureSupport(.off) { _ in nil }
    off.take(.attributes([62, 4]))
    off.take(.graphics(isSupported: true))
    #expect(off.known == nil)
  }

  @Test func theTerminalIsAskedOnlyWhenThereIsAPicture() throws {
    let browser = try BrowserTrial(files: [("a.md", "# a\n\n![[none.png]]\n"), ("b.md", "# b\n\n![[p.png]]\n")])
    try browser.add(Self.png(100, 100), at: "p.png")
    browser.mayAskTerminal()
    try browser.notice()
    #expect(browser.asked == [])
    browser.type("j")
    #expect(browser.asked == [KittyGraphics.query + "\u{1B}[16t\u{1B}[c"])
    browser.type("kj")
    browser.resize(columns: 90)
    #expect(browser.asked.count == 1)
    #expect(browser.text == "# b\n\n![[p.png]]\n")
    browser.send(.reported(.graphics(isSupported: true)))
    #expect(browser.pictures.count == 1)
    browser.resize(columns: 100)
    #expect(browser.asked.count == 2, "cells may have another size")
  }

  // MARK: Rows

  @Test(arguments: [
    (100, 100, 40, 10, 10, 5), (1_000, 1_000, 40, 10, 20, 10), (4_000, 10, 40, 10, 40, 1), (1, 1, 40, 10, 1, 1),
    (10, 4_000, 40, 10, 1, 10), (401, 20, 40, 10, 40, 1), (20_000, 20_000, 7, 1, 2, 1),
  ])
  func aPictureFitsIntoItsRoom(_ width: Int, _ height: Int, columns: Int, rows: Int, _ fitColumns: Int, _ fitRows: Int)
    throws
  {
    let cell = try #require(CellSize(reported: 10, 20))
    let fit = PictureFit(PictureSize(width, height), cell, columns: columns, rows: rows)
    #expect(fit.columns == fitColumns && fit.rows == fitRows, "\(fit)")
  }

  @Test(
    arguments: [
      ("![[a.png]]", "a.png"), ("  ![x](a.png)\t", "a.png"), ("![[a.png|300]]", "a.png"), ("![a.png](a.png)", "a.png"),
      ("![x](a.png \"t\")", "a.png"), ("[[a.png]]", nil), ("text ![[a.png]]", nil), ("![[a.png]] text", nil),
      ("![[a.png]] ![[b.png]]", nil), ("![x](a.png) (y)", nil), ("- ![[a.png]]", nil), ("    ![[a.png]]", "a.png"),
      ("`![[a.png]]`", nil), ("![", nil), ("![](", nil), ("", nil),
    ] as [(String, String?)])
  func onlyAPictureOnALineOfItsOwnTakesRows(line: String, target: String?) {
    #expect(PictureRows.target(of: Array(line.utf8)) == target)
  }

  private static let text = "# t\n\n![[p.png]]\nbelow\n" + (1...20).map { "line \($0)\n" }.joined()

  /// A memo with a picture of 10 by 5 cells below its third line, in a pane of 19 rows.
  private static func browser(_ text: String = text, vi: Bool = false, rows: Int = 20) throws -> BrowserTrial {
    let browser = try BrowserTrial(files: [("t.md", text)], columns: 100, rows: rows)
    try browser.add(png(100, 100), at: "p.png")
    browser.drawPictures()
    try browser.write(text + "\n", to: "t.md", at: 2)
    if vi { browser.readWithVi() } else { browser.press(.tab) }
    return browser
  }

  @Test func aPictureTakesRowsBelowItsLine() throws {
    let browser = try Self.browser()
    #expect(browser.lines[2].hasSuffix("![[p.png]]  p.png · 100×100 · 24 B"), "\(browser.lines[2])")
    #expect(browser.lines[8].hasSuffix("│ below"), "\(browser.lines)")
    let placed = try #require(browser.pictures.first)
    #expect(placed.row == 3 && placed.rows == 0..<5 && placed.fit.columns == 10)
    #expect(placed.column == browser.state.layout.text?.column)
    for mark in ["```\n![[p.png]]\n```\n![[p.png]] x", "![[gone.png]]"] {
      let other = try Self.browser("# t\n\n\(mark)\n")
      #expect(other.pictures.isEmpty || mark.hasPrefix("`"), "\(mark)")
    }
    let off = try Self.browser()
    off.drawPictures(.off)
    off.type("j")
    #expect(off.pictures.isEmpty && off.lines[3].hasSuffix("│ below"))
  }

  // A name as macOS writes it.
  private static let decomposed = "att/\u{1109}\u{1161}\u{110C}\u{1175}\u{11AB}.png"

  @Test(
    arguments: [
      ("![[d.png]]", "att/d.png"), ("![x](d.png)", "att/d.png"), ("![[Att/D.png]]", "att/d.png"),
      ("![[root.png]]", "root.png"), ("![x](../att/d.png)", "att/d.png"), ("![[사진.png]]", decomposed),
      ("![x](../att/%EC%82%AC%EC%A7%84.png)", decomposed),
    ])
  func aPictureIsFoundAsCheckFindsIt(line: String, path: String) throws {
    let text = "# t\n\n\(line)\n"
    let browser = try BrowserTrial(files: [("f/t.md", text)], columns: 100, rows: 20)
    try browser.add(Self.png(100, 100), at: path)
    browser.drawPictures()
    try browser.write(text + "\n", to: "f/t.md", at: 2)
    #expect(browser.pictures.first?.picture.path == VaultPath(path), "\(browser.lines)")
    browser.press(.tab, .down, .down, .right, .right, .right, .right)
    browser.press(.enter)
    #expect(browser.links == [.file(VaultPath(path))], "\(browser.status)")
  }

  @Test func aPictureThatIsLinkedByItsNameIsLookedForAgainOnceItIsGone() throws {
    let text = "# t\n\n![[d.png]]\n"
    let browser = try BrowserTrial(files: [("t.md", text)], columns: 100, rows: 20)
    browser.drawPictures()
    try browser.notice()
    #expect(browser.pictures.isEmpty)
    try browser.add(Self.png(100, 100), at: "att/d.png")
    try browser.notice()
    #expect(browser.pictures.first?.picture.path == VaultPath("att/d.png"), "\(browser.lines)")
    try browser.add(Self.png(100, 100), at: "b/other.png")
    try browser.moveUnnoticed("att/d.png", to: "b/d.png")
    try browser.notice()
    #expect(browser.pictures.first?.picture.path == VaultPath("b/d.png"), "\(browser.lines)")
  }

  @Test(arguments: [false, true])
  func theCursorSkipsTheRowsOfAPicture(vi: Bool) throws {
    let browser = try Self.browser(vi: vi)
    for row in [1, 2, 8, 9] {
      browser.type("j")
      #expect(browser.terminal.cursor?.row == row)
    }
    for row in [8, 2, 1] {
      browser.type("k")
      #expect(browser.terminal.cursor?.row == row)
    }
    browser.mouse(.press, row: 5, column: 45)
    #expect(browser.state.pane?.editor.buffer.cursor.line == 2, "a click on a picture")
    browser.press(.down)
    #expect(browser.state.pane?.editor.buffer.cursor.line == 3)
    #expect(browser.isPaintedRight)
  }

  @Test func scrollingCropsAPictureAndNeverStops() throws {
    let browser = try Self.browser()
    for step in 1...3 {
      browser.mouse(.wheelDown, row: 5, column: 60)
      let placed = browser.pictures.first
      // Three rows at a time: the picture is at row 3 of the text.
      let rows = [0..<5, 3..<5, nil][step - 1]
      #expect(placed?.rows == rows && (placed == nil || placed?.row == max(0, 3 - 3 * step)), "\(step)")
    }
    browser.press(.end, with: .control)
    #expect(browser.pictures.isEmpty)
    browser.press(.home, with: .control)
    #expect(browser.pictures.first?.isWhole == true)
    // At the end of a text, the picture is shown with the line of the cursor.
    let last = try Self.browser((1...30).map { "line \($0)\n" }.joined() + "![[p.png]]")
    last.press(.end, with: .control)
    #expect(last.pictures.first?.isWhole == true, "\(last.lines)")
    last.press(.down, .down)
    #expect(last.pictures.first?.isWhole == true)
    for _ in 0..<40 { last.press(.up) }
    #expect(last.state.pane?.editor.buffer.cursor.line == 0)
  }

  @Test func aPictureIsCutToHalfOfThePane() throws {
    let browser = try Self.browser(rows: 8)
    #expect(browser.pictures.first?.fit.rows == 3, "\(browser.pictures)")
    browser.resize(columns: 100, rows: 4)
    #expect(browser.pictures.allSatisfy { $0.fit.rows == 1 })
    browser.resize(columns: 100, rows: 30)
    #expect(browser.pictures.first?.fit.rows == 5)
  }

  @Test func editedLinesHaveTheRowsOfLinesThatAreWrappedAnew() {
    var random = SeededRandom(seed: 21)
    let rows = PictureRows(["p.png": 3, "q.png": 1])
    for _ in 0..<60 {
      var editor = TextEditor(Array("a\n![[p.png]]\nb\n![](q.png)\n".utf8), columns: 20)
      editor.resize(columns: 20, pictures: rows)
      for _ in 0..<30 {
        let end = editor.layout.position(
          of: .init(row: random.below(12), column: random.below(20)), in: editor.buffer.lines)
        let text = random.pick(["\n", "![[p.png]]", "\n![](q.png)\n", "x", " "]) ?? ""
        editor.edit { buffer in
          buffer.move(to: end, selecting: random.happens(percent: 30))
          buffer.paste(Array(text.utf8))
        }
        let anew = WrappedText(editor.buffer.lines, columns: 20, pictures: rows)
        #expect(editor.layout.rowCount == anew.rowCount)
        for row in 0..<anew.rowCount {
          #expect(editor.layout.row(row, in: editor.buffer.lines) == anew.row(row, in: editor.buffer.lines))
          let cell = editor.layout.cell(of: editor.position(of: .init(row: row, column: 0)), in: editor.buffer.lines)
          #expect(anew.row(row, in: editor.buffer.lines).picture != nil || cell.row == row)
        }
      }
    }
  }

  @Test func whatIsInFrontHidesAPicture() throws {
    let browser = try Self.browser()
    for key in ["?", ":"] {
      browser.type(key)
      #expect(browser.pictures.isEmpty, "\(key)")
      browser.press(.escape)
      #expect(browser.pictures.count == 1)
    }
    browser.type("i")
    browser.type("[[")
    #expect(browser.pictures.allSatisfy { $0.row > 3 || browser.state.completion?.isShown != true }, "\(browser.lines)")
  }

  @Test func typingBeforeAPictureMovesItAndInItsLineRemovesIt() throws {
    let browser = try Self.browser()
    browser.write("x\n")
    #expect(browser.pictures.first?.row == 4)
    browser.press(.down, .down, .end)
    browser.type("!")
    #expect(browser.pictures.isEmpty)
    browser.press(.backspace)
    #expect(browser.pictures.first?.row == 4)
  }

  @Test func onlyFilesOfTheVaultThatAreSmallEnoughAreDrawn() throws {
    let browser = try BrowserTrial(files: [("t.md", "# t\n")], columns: 100, rows: 30)
    browser.drawPictures()
    let outside = try TemporaryFolder()
    try outside.write(Self.png(10, 10), to: VaultPath("out.png"))
    try browser.link("in.png", to: outside.path.appending("out.png").text)
    try browser.add(Self.png(30_000, 10), at: "wide.png")
    try browser.add(Self.png(9_000, 9_000), at: "bomb.png")
    try browser.add(Self.png(10, 10) + [UInt8](repeating: 0, count: 10 << 20), at: "long.png")
    try browser.add(Self.png(10, 10), at: "ok.png")
    try browser.add([0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0, 100, 0, 200], at: "needs-a-tool.jpg")
    let names = ["in.png", "wide.png", "bomb.png", "long.png", "needs-a-tool.jpg", "ok.png"]
    try browser.write(
      "# t\n\n" + names.map { "![[\($0)]]\n" }.joined() + "![](../out.png)\n![](/etc/x.png)\n", to: "t.md", at: 2)
    #expect(browser.pictures.map(\.picture.path.text) == ["ok.png"])
    browser.drawPictures(.iterm2)
    browser.type("j")
    #expect(browser.pictures.map(\.picture.path.text) == ["needs-a-tool.jpg", "ok.png"])
  }

  // MARK: Bytes

  /// The start of a PNG, which is all that memo reads of one.
  static func png(_ width: Int, _ height: Int) -> [UInt8] {
    let sides = [width, height].flatMap { side in [24, 16, 8, 0].map { UInt8(side >> $0 & 0xFF) } }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + sides
  }

  private static let stamp = FileStamp(size: 24, modified: 1, changed: 1, inode: 1)
  private static let cell = CellSize.usual

  private static func placed(_ name: String = "p.png", row: Int = 3, rows: Range<Int> = 0..<5) -> PlacedPicture {
    let picture = Picture(path: VaultPath(name), stamp: stamp, format: .png, size: PictureSize(80, 80))
    let fit = PictureFit(picture.size, cell, columns: 40, rows: 10)
    return PlacedPicture(picture: picture, fit: fit, rows: rows, row: row, column: 41)
  }

  @Test func kittyGetsAPictureOnceAndThenPlacesIt() throws {
    var stage = PictureStage()
    let (first, moved) = (Self.placed(), Self.placed(row: 0, rows: 2..<5))
    func step(_ wanted: [PlacedPicture], isCleared: Bool = false) -> PictureStage.Step {
      stage.step(to: wanted, .kitty, Self.cell, isCleared: isCleared, mayDraw: false)
    }
    let request = try #require(step([first]).requests.first)
    #expect(step([first]) == PictureStage.Step(), "it is asked for once")
    let bytes = Self.png(80, 80) + (0..<10_000).map { UInt8($0 % 251) }
    stage.take(PictureData(bytes, .kitty), for: request)
    #expect(step([first]).text == "", "it waits for its data")
    var sent = ""
    while stage.isSending { sent += stage.nextPiece() }
    let number = KittyGraphics.firstNumber + 1
    let chunks = sent.components(separatedBy: "\u{1B}\\").dropLast()
    #expect(chunks.count == 4 && chunks[0].hasPrefix("\u{1B}_Ga=t,f=100,t=d,i=\(number),m=1,q=2;"))
    #expect(chunks[3].hasPrefix("\u{1B}_Gm=0,q=2;"))
    let data = chunks.map { $0.components(separatedBy: ";")[1] }
    #expect(data.allSatisfy { $0.utf8.count <= 4_096 } && data.joined() == Base64(bytes).text)
    let place = "\u{1B}_Ga=p,i=\(number),p=1"
    #expect(step([first]).text == "\u{1B}[4;42H\(place),c=10,r=5,C=1,q=2\u{1B}\\")
    #expect(step([first]).text == "", "nothing has moved")
    let removal = "\u{1B}_Ga=d,d=i,i=\(number),q=2\u{1B}\\"
    #expect(step([moved]).text == removal + "\u{1B}[1;42H\(place),c=10,r=3,x=0,y=32,w=80,h=48,C=1,q=2\u{1B}\\")
    #expect(step([moved], isCleared: true).text.hasSuffix("C=1,q=2\u{1B}\\"), "a cleared window is drawn anew")
    #expect(step([]).text == removal)
    #expect(stage.release() == "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\")
    #expect(stage.release() == "" && step([first]).requests == [request])
  }

  @Test func thirtyTwoPicturesAreKept() {
    var stage = PictureStage()
    var text = ""
    for number in 0..<40 {
      let placed = Self.placed("\(number).png")
      let step = stage.step(to: [placed], .kitty, Self.cell, isCleared: false, mayDraw: false)
      text += step.text
      for request in step.requests { stage.take(PictureData(Self.png(8, 8), .kitty), for: request) }
      while stage.isSending { _ = stage.nextPiece() }
    }
    #expect(text.components(separatedBy: "a=d,d=I").count == 40 - 32 + 1)
  }

  @Test(arguments: [PictureProtocol.iterm2, .sixel])
  func otherTerminalsDrawOnceNoKeyComes(form: PictureProtocol) throws {
    var stage = PictureStage()
    let (first, moved) = (Self.placed(), Self.placed(row: 5))
    func step(_ wanted: [PlacedPicture], isCleared: Bool = false, mayDraw: Bool = false) -> PictureStage.Step {
      stage.step(to: wanted, form, Self.cell, isCleared: isCleared, mayDraw: mayDraw)
    }
    let request = try #require(step([first]).requests.first)
    #expect(request.pixels == (form == .sixel ? PictureSize(80, 80) : nil))
    let data =
      form == .sixel ? PictureData(sixel: Array("\u{1B}P0;1q#0~-\u{1B}\\".utf8)) : PictureData([1, 2, 3], form)
    stage.take(data, for: request)
    #expect(step([first]).isUnfinished && step([first]).text == "")
    let image = "]1337;File=inline=1;size=3;width=10;height=5;preserveAspectRatio=1;doNotMoveCursor=1:AQID\u{7}"
    let drawn = form == .sixel ? "\u{1B}[4;42H\u{1B}P0;1q#0~-\u{1B}\\" : "\u{1B}[4;42H\u{1B}\(image)"
    #expect(step([first], mayDraw: true).text == drawn)
    #expect(step([first], mayDraw: true) == PictureStage.Step())
    let next = step([moved])
    #expect(next.uncovered == [first] && next.isUnfinished)
    #expect(step([moved], mayDraw: true).text.hasPrefix("\u{1B}[6;42H"))
    #expect(step([moved], isCleared: true).isUnfinished, "a cleared window shows none")
    #expect(step([Self.placed(rows: 1..<5)], mayDraw: true).text == "", "no part of one")
  }

  @Test(
    arguments: [
      ("\u{1B}Pq~\u{1B}\\", "\u{1B}Pq~\u{1B}\\"),
      ("x\u{1B}P0;1q#1;2;0;0;0!5~$-\n?\u{1B}\\\n", "\u{1B}P0;1q#1;2;0;0;0!5~$-?\u{1B}\\"),
      ("", nil), ("\u{1B}Pq~", nil), ("\u{1B}Pq\u{1B}\\", nil), ("\u{1B}Pq~\u{1B}]0;title\u{7}", nil),
      ("\u{1B}P$q~\u{1B}\\", nil),
      ("\u{1B}Pq~\u{7}~\u{1B}\\", nil), ("\u{1B}P+q~\u{1B}\\", nil), ("\u{1B}Pq~\u{9C}\u{1B}\\", nil),
    ] as [(String, String?)])
  func sixelsOfAProgramAreSixelsAlone(output: String, text: String?) {
    #expect(SixelPicture.text(in: Array(output.utf8)) == text)
  }

  @Test func aGoneBitOfAFrameIsWrittenAgain() {
    var old = CellGrid(size: ScreenSize(columns: 10, rows: 3))
    let new = old
    old.forget(rows: 1..<9, columns: 2..<4)
    #expect(!old.isBlank(rows: 1..<2, columns: 0..<4) && new.isBlank(rows: 0..<3, columns: 0..<10))
    #expect(CellDifferences.text(from: old, to: new) == "\u{1B}[?25l\u{1B}[2;3H  \u{1B}[3;3H  ")
    #expect(CellDifferences.text(from: nil, to: new, keepsPictures: true) == "\u{1B}[?25l\u{1B}[0m\u{1B}[H\u{1B}[J")
  }
}
