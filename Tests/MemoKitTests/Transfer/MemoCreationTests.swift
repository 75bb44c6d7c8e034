import MemoCore
import MemoStore
import Testing

struct MemoCreationTests {
  private let own: OwnVault
  private let creation: MemoCreation

  init() throws {
    own = try OwnVault()
    creation = Self.creation(in: own)
  }

  private static func creation(in own: OwnVault) -> MemoCreation {
    MemoCreation(in: own.vault, by: OperationHistory(of: own.vault), at: 0, fallbackName: "2026-03-10")
  }

  @Test func aTitleIsTheFirstLineAndTheName() throws {
    #expect(try creation.create(MemoDraft(title: " 주간 회의록: 3월 ")).path.text == "주간-회의록-3월.md")
    #expect(try own.text("주간-회의록-3월.md") == "# 주간 회의록: 3월\n")
  }

  @Test func titleTagsAndBodyAreSetApart() throws {
    let draft = MemoDraft(title: "Plan", body: .typed(Array("text".utf8)), tags: ["일/회의", "#b"])
    #expect(try own.text(creation.create(draft).path.text) == "# Plan\n\n#일/회의 #b\n\ntext\n")
  }

  @Test func anExactBodyIsKeptToTheByte() throws {
    let path = try creation.create(MemoDraft(title: "a", body: .exact([0xFF, 0x0D, 0x0A, 0x78]))).path
    #expect(try own.files()[path]?.bytes == Array("# a\n\n".utf8) + [0xFF, 0x0D, 0x0A, 0x78])
  }

  @Test func withoutTitleTheBodyNamesTheMemoAndTheTagsComeLast() throws {
    let draft = MemoDraft(title: "", body: .exact(Array("# First\nrest".utf8)), tags: ["t"])
    #expect(try creation.create(draft).path.text == "First.md")
    #expect(try own.text("First.md") == "# First\nrest\n\n#t\n")
  }

  @Test(arguments: [("# T", "# T\n\n"), ("# T\n", "# T\n\n"), ("# T\n\n", "# T\n\n"), ("", "")])
  func tagsAndBodyFollowAnOpening(opening: String, start: String) throws {
    var draft = MemoDraft(title: "name", body: .typed(Array("text".utf8)), tags: ["a"])
    draft.opening = Array(opening.utf8)
    let path = try creation.create(draft).path.text
    #expect(path == "name.md")
    #expect(try own.text(path) == "\(start)#a\n\ntext\n")
  }

  @Test(arguments: [
    ("---\ntags: [meeting]\n---\n# T\n", "---\ntags: [meeting, a, b]\n---\n# T\n"),
    ("---\ntags:\n  - B\n---\n# T\n", "---\ntags:\n  - B\n  - a\n---\n# T\n"),
    ("---\nkey: x\n---\n", "---\nkey: x\ntags: [a, b]\n---\n"),
    // A form that is not understood stays.
    ("---\ntags: {a: b}\n---\n", "---\ntags: {a: b}\n---\n\n#a #b\n"),
  ])
  func theFrontMatterOfAnOpeningTakesTheTagsIn(opening: String, expected: String) throws {
    var draft = MemoDraft(title: "name", tags: ["a", "#b"])
    draft.opening = Array(opening.utf8)
    for rule in [TitleRule.firstLine, .fileName] {
      #expect(try String(decoding: draft.text(titled: rule), as: UTF8.self) == expected)
    }
    draft.tags = ["a b"]
    #expect(throws: TransferError.badTag("a b")) { try draft.text() }
  }

  @Test(arguments: ["", " \n ", "...", "\u{202E}"])
  func aTitleThatLeavesNoNameGetsTheDate(title: String) throws {
    let path = try creation.create(MemoDraft(title: title)).path.text
    #expect(path == "2026-03-10.md" || path == "-.md", "\(title.debugDescription)")
  }

  @Test func takenNamesAreNumbered() throws {
    try own.write("x", to: "a-2.md")
    #expect(
      try (0..<3).map { _ in try creation.create(MemoDraft(title: "a")).path.text } == ["a.md", "a-3.md", "a-4.md"])
    #expect(try own.text("a-2.md") == "x")
  }

  @Test(arguments: [("Ärger.md", "ärger"), ("A\u{308}rger.md", "Ärger"), ("회의.md", "회의"), ("STRASSE.md", "straße")])
  func aTwinByCaseOrNormalizationIsTaken(old: String, title: String) throws {
    try own.write("x", to: old)
    #expect(try creation.create(MemoDraft(title: title)).path.text.hasSuffix("-2.md"))
    #expect(try own.files().count == 2)
  }

  @Test func aNameThatNoListingShowsIsTaken() throws {
    try own.writeOutside("far", to: "target.txt")
    try own.link("a.md", to: "../target.txt")
    #expect(try creation.create(MemoDraft(title: "a")).path.text == "a-2.md")
    #expect(try own.paths() == ["a-2.md"])
  }

  @Test func theFolderIsMade() throws {
    #expect(
      try creation.create(MemoDraft(title: "x", folder: VaultPath("Home life/요리"))).path.text == "Home life/요리/x.md")
  }

  @Test(arguments: ["..", "a/../..", "/etc", "a//b", "a/", ".", ".memo", "a/.git/b", "./a"])
  func aFolderOutsideOrHiddenIsRefused(folder: String) throws {
    let folder = VaultPath(folder)
    #expect(throws: TransferError.badFolder(folder)) { try creation.create(MemoDraft(title: "x", folder: folder)) }
    #expect(try own.files() == [:])
  }

  @Test func aFileInTheWayOfTheFolderIsNamed() throws {
    try own.write("x", to: "a.md")
    #expect(throws: TransferError.fileInTheWay(VaultPath("a.md"))) {
      try creation.create(MemoDraft(title: "x", folder: VaultPath("a.md/b")))
    }
  }

  @Test(arguments: ["two words", "", "#", "123", "a#b", "a\nb", "a.", "/a", "`x`", "##a"])
  func aTagThatCannotStandInTheTextIsRefused(tag: String) throws {
    #expect(throws: TransferError.badTag(tag)) { try creation.create(MemoDraft(title: "x", tags: ["ok", tag])) }
    #expect(try own.files() == [:])
  }

  @Test(arguments: ["C #", "#", "## x", "a ##", "C#", "- x", "---", "[a](b)", "a\r\nb", "\u{FEFF}x"])
  func everyTitleIsReadBack(title: String) throws {
    let path = try creation.create(MemoDraft(title: title, body: .typed(Array("body".utf8)))).path
    let bytes = try #require(try own.files()[path]).bytes
    let expected = title == "a\r\nb" ? "a b" : title
    #expect(MemoParser.metadata(of: bytes).title == expected, "\(String(decoding: bytes, as: UTF8.self))")
    #expect(MemoParser.metadata(of: bytes).preview == "body")
  }

  @Test func anIgnoredPlaceIsRefused() throws {
    let own = try OwnVault(settings: #"{"ignore": ["drafts/"]}"#)
    #expect(throws: TransferError.ignored(VaultPath("drafts/a/x.md"))) {
      try Self.creation(in: own).create(
        MemoDraft(title: "x", folder: VaultPath("drafts/a")))
    }
    #expect(try own.files() == [:])
  }

  @Test func ofManyAtOnceEachGetsItsOwnName() async throws {
    let creation = creation
    let paths = try await withThrowingTaskGroup(of: VaultPath.self) { group in
      for number in 0..<8 {
        group.addTask { try creation.create(MemoDraft(title: "같은 제목", body: .typed(Array("\(number)".utf8)))).path }
      }
      return try await group.reduce(into: Set<VaultPath>()) { $0.insert($1) }
    }
    #expect(paths.count == 8)
    #expect(try Set(own.files().keys) == paths)
  }
}
