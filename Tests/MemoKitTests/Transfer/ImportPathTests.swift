import MemoCore
import MemoKit
import MemoStore
import Testing

/// Where memos may go that name their path themselves: hostile and awkward names.
struct ImportPathTests {
  private let own: OwnVault

  init() throws {
    own = try OwnVault()
  }

  private func imported(_ path: String, title: String = "Title") throws -> String? {
    let report = try own.importJSON(#"[{"title": "\#(title)", "body": "", "path": "\#(path)"}]"#)
    #expect(report.failed == [])
    #expect(try own.paths() == report.imported.map(\.text))
    return report.imported.first?.text
  }

  @Test(arguments: [
    "../../x.md", "/etc/x.md", "a/.git/x.md", ".memo/x.md", ".x.md", "a/../x.md", "..", ".", "", "/", "a//x.md",
    "x.md/",
    "./x.md", "x.txt", "x", "x.md.exe", ".md", "a/.md", "config.json", "x.MD", ".git/hooks/x.md", "a/..",
    "..\\\\..\\\\x.md",
    ".g\\u200Cit/x.md",
  ])
  func aHostilePathGivesWayToTheTitle(path: String) throws {
    #expect(try imported(path) == "Title.md")
  }

  @Test func aPathOfTooManyFoldersGivesWayToTheTitle() throws {
    #expect(try imported(String(repeating: "a/", count: 300) + "x.md") == "Title.md")
  }

  static let awkward: [(path: String, made: String)] = [
    ("a\\u0000b.md", "a-b.md"), ("a\\u001b[31m.md", "a-31m.md"), ("a\\nb/c\\td.md", "a-b/c-d.md"),
    ("CON.md", "CON_.md"),
    ("aux/x.md", "aux_/x.md"), ("com1.notes.md", "com1_.notes.md"), ("a:b?.md", "a-b.md"), ("C:\\\\x.md", "C-x.md"),
    ("-rf.md", "rf.md"), ("a./x.md", "a/x.md"), ("a /x.md", "a/x.md"), (" a/x.md", "a/x.md"),
    ("\\u200b.git/x.md", "git/x.md"), ("git~1/x.md", "git~1_/x.md"), ("gIt~1../x.md", "gIt~1_/x.md"),
    ("a/git~1.md", "a/git~1.md"),
    ("a\\u202Eb.md", "ab.md"), ("a\\u2028b.md", "a-b.md"), (" .git/x.md", "git/x.md"), ("---/x.md", "2026-03-10/x.md"),
  ]

  @Test(arguments: awkward)
  func anAwkwardNameIsMadePortable(path: String, made: String) throws {
    #expect(try imported(path) == made)
  }

  static let kept = [
    "Home life/balcony garden.md", "요리/김치찌개.markdown", "a  b.md", "a.b.c.md", "a..md", "e\u{301}.md", "ä.md", "x.md.md",
    "conx.md", "회의 (1).md", "a-/b.md", "日本語　メモ.md", "👩‍👩‍👧.md", "a .md", String(repeating: "가", count: 84) + ".md",
    String(repeating: "a", count: 252) + ".md", String(repeating: "긴 이름 ", count: 20) + "끝/x.md",
  ]

  @Test(arguments: kept)
  func anOrdinaryNameIsKept(path: String) throws {
    let path = VaultPath(path)
    #expect(try imported(path.text).map { VaultPath($0) } == path)
  }

  @Test(arguments: [
    String(repeating: "가", count: 85) + ".md", String(repeating: "a", count: 250) + "?.md",
    String(repeating: "a", count: 220) + "?" + String(repeating: "b", count: 20) + ".md",
  ])
  func aLongNameThatNoSystemTakesIsCut(path: String) throws {
    let made = try #require(try imported(path))
    #expect(made.utf8.count <= Slug.lengthLimit + 3)
    #expect(path.utf8.starts(with: made.utf8.dropLast(3)))
  }

  @Test func aLongTakenNameLeavesRoomForItsNumber() throws {
    let path = String(repeating: "가", count: 84) + ".md"
    try own.write("mine", to: path)
    let made = try own.importJSON(#"[{"title": "T", "body": "", "path": "\#(path)"}]"#).imported
    #expect(made.map(\.text) == [String(repeating: "가", count: 66) + "-2.md"])
  }

  @Test func aLongTitleIsCutBetweenSyllables() throws {
    let title = String(repeating: "힣", count: 300)
    let json = #"[{"title": "\#(title)", "body": ""}, {"title": "\#(title)", "body": ""}]"#
    let cut = String(repeating: "힣", count: 66)
    #expect(try own.importJSON(json).imported.map(\.text) == ["\(cut).md", "\(cut)-2.md"])
    #expect(try own.text("\(cut).md") == "# \(title)\n")
  }

  @Test(arguments: ["../../x", "/etc/x", "CON", ".git", "..", "\\u001b]52;c;x\\u0007"])
  func aHostileTitleStaysInTheVault(title: String) throws {
    let path = try #require(try own.importJSON(#"[{"title": "\#(title)", "body": "x"}]"#).imported.first)
    #expect(path.components.count == 1 && path.bytes.first != UInt8(ascii: "."))
    #expect(!path.bytes.contains { $0 < 0x20 })
    #expect(try own.paths() == [path.text])
  }

  @Test func aTitleWithNULIsRefused() throws {
    let report = try own.importJSON(#"[{"title": "a\u0000b", "body": "x"}]"#)
    #expect(report.imported.isEmpty && report.failed.count == 1)
    #expect(try own.paths().isEmpty)
  }

  @Test func aLinkOutOfTheVaultIsNotFollowed() throws {
    try own.link("out", to: own.outside.text)
    let report = try own.importJSON(#"[{"title": "x", "body": "", "path": "out/x.md"}]"#)
    #expect(report.imported == [])
    #expect(report.failed.map(\.reason) == [.linkInTheWay(VaultPath("out"))])
    #expect(try own.files(outside: ".") == [:])
  }

  @Test func namesThatAreNotUTF8AreKept() throws {
    let json = #"[{"title": "T", "body": "", "path": "a\ufffd.md", "pathBase64": "Yf8ubWQ="}]"#
    #expect(try own.importJSON(json).imported == [VaultPath(bytes: [0x61, 0xFF] + Array(".md".utf8))])
  }

  @Test func aPathInBase64IsNoWayOut() throws {
    let json = #"[{"title": "T", "body": "", "path": "x.md", "pathBase64": "Li4veC5tZA=="}]"#
    #expect(try own.importJSON(json).imported.map(\.text) == ["T.md"])
  }
}
