import MemoCore
import MemoIndex
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoTUI

/// The split view of a vault of Obsidian, whose notes are called as their files are.
@Suite struct BrowserTitleTests {
  private static let notes = [
    ("work/Launch plan.md", "We ship on Friday. See [[People]].\n\n## Goals\n"), ("Guests.md", "# Guests\n\nAnna\n"),
    ("a/Notes.md", "Monday.\n"), ("b/Notes.md", "Sunday.\n"), (".obsidian/app.md", ""),
  ]

  @Test func theListShowsTheNamesOfFiles() throws {
    let browser = try BrowserTrial(files: Self.notes)
    #expect(browser.lines.contains { $0.contains("Launch plan") }, "\(browser.lines)")
    #expect(browser.lines.contains { $0.contains("We ship on Friday") }, "that is its preview")
    #expect(browser.state.pane?.editor.styles.titleLine == nil, "no line of the text is the title")
  }

  @Test func completionsWriteTheNamesOfFiles() throws {
    let browser = try BrowserTrial(files: Self.notes, rows: 14)
    browser.type("ji")
    browser.press(.end, with: .control)
    browser.type("[[laun")
    browser.press(.enter)
    #expect(browser.text?.contains("[[Launch plan]]") == true, "\(browser.text ?? "")")
    browser.type(" [[notes")
    let offered = browser.lines.joined(separator: "\n")
    #expect(offered.contains("Notes (a/Notes)") && offered.contains("Notes (b/Notes)"), "\(offered)")
  }

  @Test func aRenameRenamesTheFile() throws {
    let browser = try BrowserTrial(files: Self.notes)
    let path = VaultPath("work/Release.md")
    _ = browser.library.rename(VaultPath("work/Launch plan.md"), to: "Release", isSure: false)
    #expect(try browser.vault.contents(of: path) == Array(Self.notes[0].1.utf8))
    let taken = browser.library.rename(VaultPath("Guests.md"), to: "Notes", isSure: false)
    #expect(taken.contains { if case .done(_, VaultPath("Notes.md")) = $0 { true } else { false } })
    #expect(try browser.vault.contents(of: VaultPath("Notes.md")) == Array("# Notes\n\nAnna\n".utf8))
  }

  @Test func aNewMemoIsNamedAfterItsFirstLine() throws {
    let browser = try BrowserTrial(files: Self.notes)
    browser.type("nIdeas for the trip")
    #expect(browser.lines.contains { $0.contains("Ideas for the trip") })
    browser.press(.escape)
    let made = try #require(browser.state.pane?.path)
    try browser.library.refresh()
    let index = browser.library.index
    #expect(index.memos(at: [made])[made].map(index.title) == made.fileTitle)
    #expect(try browser.vault.contents(of: made) == Array("Ideas for the trip\n".utf8))
  }

  @Test func theMemoThatABrokenLinkNamesGetsThatNameAndNoHeading() throws {
    let browser = try BrowserTrial(files: Self.notes)
    browser.send(.choices([.init(name: "People", note: "?", action: .broken(Self.link))], orElse: ""))
    browser.type("yAnna")
    browser.press(.escape)
    #expect(try browser.vault.contents(of: VaultPath("People.md")) == Array("Anna\n".utf8))
  }

  private static let link = MemoLink(kind: .wiki, target: "People")
}

extension VaultPath {
  fileprivate var fileTitle: String { TitleSource(.fileName, at: self).fileTitle }
}
