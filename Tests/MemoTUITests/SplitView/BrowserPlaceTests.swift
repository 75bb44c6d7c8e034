import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// Folders and the trash as places to go to.
@Suite struct BrowserPlaceTests {
  private static let files = [
    ("a.md", "# a\n"), ("work/b.md", "# b\n"), ("archive/work/c.md", "# c\n"), ("회의 자료/d.md", "# d\n"),
  ]

  private static func choices(_ browser: BrowserTrial) -> [String] {
    guard case .choosing(let chooser) = browser.state.mode else { return [] }
    return chooser.matching.map(\.name)
  }

  // MARK: Moving

  @Test func existingFoldersAreOffered() throws {
    let browser = try BrowserTrial(files: Self.files, rows: 20)
    browser.type("jm")
    #expect(Self.choices(browser) == ["/", "archive/", "archive/work/", "회의 자료/", "work/"], "its own last")
    #expect(browser.status.hasPrefix("move to a folder"))
    #expect(browser.lines.contains { $0.contains("archive/ ") && $0.contains(" 1 │") }, "\(browser.lines)")
    browser.press(.down, .down, .enter)
    #expect(try browser.names().contains("archive/work/b.md") && browser.selected == "b")
    browser.type("u")
    #expect(try browser.names().contains("work/b.md"))
  }

  @Test func aFolderIsFoundByItsNameAndItsInitials() throws {
    let browser = try BrowserTrial(files: Self.files, rows: 20)
    browser.type("mwork")
    #expect(Self.choices(browser).first == "work/", "exactly that name before a part of one")
    browser.press(.control("u"))
    browser.type("ㅎㅇ")
    #expect(Self.choices(browser).first == "회의 자료/", "\(Self.choices(browser))")
    browser.press(.enter)
    #expect(try browser.names().contains("회의 자료/a.md"))
  }

  @Test func aFolderThatDoesNotExistIsOfferedLast() throws {
    let browser = try BrowserTrial(files: Self.files, rows: 20)
    browser.type("mar")
    #expect(Self.choices(browser) == ["archive/", "archive/work/", "new folder: ar/"])
    browser.type("chive")
    #expect(Self.choices(browser) == ["archive/", "archive/work/"], "this one exists")
    browser.press(.control("u"))
    browser.type("ar/new/")
    #expect(Self.choices(browser) == ["new folder: ar/new/"])
    browser.press(.enter)
    #expect(try browser.names().contains("ar/new/a.md"))
  }

  @Test func aFolderIsClicked() throws {
    let browser = try BrowserTrial(files: Self.files, rows: 20)
    browser.type("m")
    let row = try #require(browser.lines.firstIndex { $0.contains("│ work/") })
    browser.mouse(.press, row: row, column: 30)
    #expect(try browser.names().contains("work/a.md"))
    browser.type("m")
    browser.press(.escape)
    #expect(browser.status.hasPrefix("vault") && browser.isPaintedRight)
  }

  // MARK: Listing a folder

  @Test func aFolderNarrowsTheList() throws {
    let browser = try BrowserTrial(files: Self.files, rows: 20)
    browser.type("Farchive")
    browser.press(.enter)
    #expect(browser.titles == ["c"] && browser.status.contains("in archive/"), "\(browser.status)")
    browser.press(.escape)
    #expect(browser.titles.count == 4)
    browser.type("F회의")
    browser.press(.enter)
    #expect(browser.titles == ["d"])
    let none = try BrowserTrial(["a"])
    none.type("F")
    #expect(none.status.hasPrefix("this vault has no folders"))
  }

  // MARK: The trash

  @Test func aMemoIsRestoredFromTheTrash() throws {
    let browser = try BrowserTrial(["가방", "나비", "다리"], rows: 20)
    browser.type("R")
    #expect(browser.status.hasPrefix("the trash is empty"))
    browser.type("jdydy")
    #expect(browser.titles == ["가방"])
    browser.type("R")
    #expect(Set(Self.choices(browser)) == ["나비", "다리"])
    browser.type("나비")
    browser.press(.enter)
    #expect(browser.titles.sorted() == ["가방", "나비"] && browser.selected == "나비")
    #expect(browser.status.hasPrefix("restored '나비.md'"), "\(browser.status)")
    #expect(try browser.text(of: "나비.md") == "# 나비\n\ntext of 나비\n")
    browser.type("u")
    #expect(browser.titles == ["가방"])
  }

  @Test func aRestoredMemoTakesOverNoLinks() throws {
    let browser = try BrowserTrial(
      files: [("나비.md", "# 나비\n"), ("글.md", "# 글\n\n[[나비]]\n")], columns: 160, rows: 20)
    browser.type("dy")
    try browser.write("# 곤충\n", to: "곤충/나비.md", at: 9)
    browser.type("R")
    browser.press(.enter)
    #expect(try browser.text(of: "글.md") == "# 글\n\n[[곤충/나비]]\n")
    #expect(browser.status.contains("updated links in 1 other memo"), "\(browser.status)")
    browser.type("u")
    #expect(try browser.text(of: "글.md") == "# 글\n\n[[나비]]\n" && browser.text(of: "나비.md") == nil)
  }

  @Test func theOnlyMemoOfTheTrashIsRestoredByEnterAlone() throws {
    let browser = try BrowserTrial(["가방", "나비"], rows: 20)
    browser.type("dyR")
    #expect(browser.titles == ["나비"], "looking changes nothing")
    browser.press(.enter)
    #expect(browser.selected == "가방")
  }
}
