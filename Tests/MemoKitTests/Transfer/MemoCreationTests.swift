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

  @Test(arguments: ["x\rlog 1\rlog 2", "a\n\n\n", "b\u{FEFF}", "c\nd\r\ne"])
  func anExactBodyIsKeptToTheByte(body: String) throws {
    let path = try creation.create(MemoDraft(title: "a", body: .exact(Array(body.utf8)))).path
    #expect(try own.files()[path]?.bytes == Array("# a\n\n\(body)".utf8))
  }

  @Test(
    arguments: [
      (nil, "l1\r\nl2", "# T\r\n\r\n#t\r\n\r\nl1\r\nl2\r\n"), (nil, "l1\nl2\n", "# T\n\n#t\n\nl1\nl2\n"),
      ("# A\r\n", "l1\nl2", "# A\r\n\r\n#t\r\n\r\nl1\r\nl2\r\n"), ("# A\n\n", "l1\r\nl2", "# A\n\n#t\n\nl1\nl2\n"),
      ("# A\r\n\r\n", "l1", "# A\r\n\r\n#t\r\n\r\nl1\r\n"), ("# A", "l1\r\n", "# A\r\n\r\n#t\r\n\r\nl1\r\n"),
      ("---\r\na: b\r\n---\r\n# A\r\n", "x", "---\r\na: b\r\ntags: [t]\r\n---\r\n# A\r\n\r\nx\r\n"),
    ] as [(String?, String, String)])
  func allLineBreaksAreThoseOfTheOpeningElseOfTheBody(opening: String?, body: String, expected: String) throws {
    var draft = MemoDraft(title: "T", body: .typed(Array(body.utf8)), tags: ["t"])
    draft.opening = opening.map { Array($0.utf8) }
    #expect(try draft.text() == Array(expected.utf8))
  }

  /// `회의를 했다` in CP949, a byte of Latin-1 in UTF-8, text with a NUL, and UTF-16 without a mark.
  @Test(
    arguments: [
      ([0xC8, 0xB8, 0xC0, 0xC7, 0xB8, 0xA6, 0x20, 0xC7, 0xDF, 0xB4, 0xD9, 0x0A], .likely(.korean)),
      (Array("한글 문장이 길게 있다 ".utf8) + [0xE9, 0x0A], .brokenUTF8), ([0x61, 0x00, 0x62], .binary),
      ([0x61, 0x00, 0x62, 0x00, 0x0A, 0x00], .likely(.utf16LittleEndian)),
    ] as [([UInt8], EncodingFinding)])
  func aBodyInAnotherEncodingIsRefused(body: [UInt8], finding: EncodingFinding) throws {
    #expect(throws: VaultError.foreignText(finding)) {
      try creation.create(MemoDraft(title: "a", body: .exact(body)))
    }
    #expect(try own.files() == [:])
  }

  @Test func aBodyInUTF16WithItsMarkIsConverted() throws {
    let body: [UInt8] = [0xFF, 0xFE] + "한글\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let path = try creation.create(MemoDraft(title: "a", body: .exact(body))).path.text
    #expect(try own.text(path) == "# a\r\n\r\n한글\r\n")
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

  @Test(arguments: [
    ("# T\n\n#old\n\nbody\n", "# T\n\n#old #a #b\n\nbody\n"), ("# T\n#a\n", "# T\n#a #b\n"),
    ("# T\r\n\r\n#old\r\n", "# T\r\n\r\n#old #a #b\r\n"),
    // None of these is a line of tags.
    ("# T #x\n\nbody #old\n", "# T #x\n\nbody #old\n\n#a #b\n"), ("# T\n", "# T\n\n#a #b\n"),
  ])
  func theLineOfTagsOfAnOpeningTakesThemIn(opening: String, expected: String) throws {
    var draft = MemoDraft(title: "name", tags: ["a", "#b"])
    draft.opening = Array(opening.utf8)
    for rule in [TitleRule.firstLine, .fileName] {
      #expect(try draft.text(titled: rule) == Array(expected.utf8))
    }
  }

  @Test(arguments: ["", " \n ", "...", "\u{202E}"])
  func aTitleThatLeavesNoNameGetsTheFallback(title: String) throws {
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
