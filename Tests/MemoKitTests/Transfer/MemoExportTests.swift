import Foundation
import MemoCore
import MemoKit
import MemoPlatform
import MemoStore
import Testing

struct MemoExportTests {
  private let own: OwnVault

  init() throws {
    own = try OwnVault()
  }

  private func exportFolder(_ name: String = "out/copy", isDryRun: Bool = false) throws -> ExportReport {
    try MemoExport(from: own.vault).exportFolder(
      own.files().keys.sorted(), to: own.outside.appending(name), host: own.host, isDryRun: isDryRun)
  }

  @Test func anEmptyVaultIsAnEmptyArray() throws {
    #expect(try own.exportJSON() == "[]\n")
  }

  @Test func simpleMemosNeedNoHead() throws {
    try own.write("# 장보기\n\n우유\n\"계란\"\\\u{1B}\u{202E}\t/", to: "a b.md", modified: 1_700_000_000_500_000_000)
    try own.write("# 끝\n", to: "끝.md", modified: -1_000_000_001)
    #expect(
      try own.exportJSON() == #"""
        [
        {"title":"장보기","body":"우유\n\"계란\"\\\u001b\u202e\t/","last_modified":1700000000.5,"path":"a b.md"},
        {"title":"끝","body":"","last_modified":-1.000000001,"path":"끝.md"}
        ]

        """#)
  }

  @Test func aVeryLongHeadIsWrittenAsItIs() throws {
    let title = String(repeating: "제목 ", count: 200_000) + "x"
    try own.write("# \(title)\n\nbody", to: "a.md", modified: 0)
    #expect(
      try own.exportJSON()
        == "[\n{\"title\":\"\(title)\",\"body\":\"body\",\"last_modified\":0,\"path\":\"a.md\",\"head\":\"# \(title)\\n\\n\"}\n]\n"
    )
  }

  static let heads: [(text: String, title: String, head: String?, body: String)] = [
    ("# T\nx", "T", "# T\n", "x"), ("T\n\nx", "T", "T\n\n", "x"), ("# T\r\n\r\nx", "T", "# T\r\n\r\n", "x"),
    ("---\ntitle: F\n---\nx", "F", "---\ntitle: F\n---\n", "x"), ("\u{FEFF}# T\n\nx", "T", "\u{FEFF}# T\n\n", "x"),
    ("", "", nil, ""), ("\n\n", "", nil, "\n\n"), ("# T\n\nT\n", "T", "# T\n\n", "T\n"), ("T", "T", "T", ""),
    ("# T\n\n", "T", "# T\n\n", ""), ("# T #\n\nx", "T", "# T #\n\n", "x"), ("\n# T\n\n\nx", "T", "\n# T\n\n", "\nx"),
  ]

  @Test(arguments: heads)
  func textBesidesTheTitleIsInTheHead(text: String, title: String, head: String?, body: String) throws {
    try own.write(text, to: "a.md")
    let array = try JSONSerialization.jsonObject(with: Data(own.exportJSON().utf8)) as? [[String: Any]]
    let record = try #require(array?.first)
    #expect(record["title"] as? String == title)
    #expect((record["head"] as? String).map { Array($0.utf8) } == head.map { Array($0.utf8) })
    #expect((record["body"] as? String).map { Array($0.utf8) } == Array(body.utf8))
  }

  @Test func theSinkGetsOneMemoAtATimeAndMayEndIt() throws {
    struct Full: Error {}
    for number in 0..<5 { try own.write("\(number)", to: "\(number).md") }
    var pieces = 0
    #expect(throws: Full.self) {
      try MemoExport(from: own.vault).exportJSON(own.files().keys.sorted()) { _ in
        pieces += 1
        if pieces == 3 { throw Full() }
      }
    }
    #expect(pieces == 3)
  }

  @Test(arguments: ["\0", "한", "🙂\n", "aé"])
  func aLongMemoComesInParts(unit: String) throws {
    for shift in 1...4 {
      let text = String(repeating: "x", count: shift) + "\n\n" + String(repeating: unit, count: 300_000)
      try own.write(text, to: "\(shift).md")
      var pieces: [[UInt8]] = []
      _ = try MemoExport(from: own.vault).exportJSON([VaultPath("\(shift).md")]) { pieces.append($0) }
      #expect(pieces.map(\.count).max() ?? 0 < 1 << 20, "shift \(shift)")
      let written = pieces.reduce(into: Data()) { $0.append(contentsOf: $1) }
      let array = try JSONSerialization.jsonObject(with: written) as? [[String: Any]]
      let body = array?.first?["body"] as? String
      #expect(body.map { Data($0.utf8) } == Data(text.utf8).dropFirst(shift + 2), "shift \(shift)")
    }
  }

  @Test func aMemoThatIsGoneIsLeftOutAndOneThatCannotBeReadReported() throws {
    try own.write("a", to: "a.md")
    try own.write("b", to: "b.md")
    let vault = try Vault(at: own.vault.root, host: WrappedHost.failing(own.host, unreadable: VaultPath("a.md")))
    var bytes: [UInt8] = []
    let memos = ["a.md", "gone.md", "b.md"].map { VaultPath($0) }
    let report = try MemoExport(from: vault).exportJSON(memos) { bytes += $0 }
    #expect(report.exported.map(\.text) == ["b.md"])
    #expect(report.failed.map(\.path.text) == ["a.md"])
    #expect(report.failed.map(\.reason) == [.file(FileError(.read, path: Array("a.md".utf8), code: 13))])
    #expect((try JSONSerialization.jsonObject(with: Data(bytes)) as? [Any])?.count == 1)
  }

  @Test func aFolderIsMadeAndFilled() throws {
    try own.write("a\r\n", to: "d/a.md", modified: 1)
    #expect(try exportFolder().exported.map(\.text) == ["d/a.md"])
    #expect(try own.files(outside: "out/copy") == own.files())
    let again = try exportFolder()
    #expect(again.skipped.map(\.text) == ["d/a.md"])
    #expect(again.exported == [])
  }

  @Test func otherFilesOfTheFolderAreNeverOverwritten() throws {
    for name in ["a.md", "b.md", "d/c.md", "e.md"] { try own.write("new", to: name) }
    try own.writeOutside("old", to: "out/copy/a.md")
    try own.writeOutside("old", to: "out/copy/d")
    try own.writeOutside("x", to: "out/copy/e.md/x")
    let before = try own.files(outside: "out/copy")
    let planned = try exportFolder(isDryRun: true)
    #expect(try own.files(outside: "out/copy") == before)
    let report = try exportFolder()
    #expect(report == planned)
    #expect(report.exported.map(\.text) == ["b.md"])
    let copy = own.outside.appending("out/copy")
    #expect(
      report.failed.map(\.reason) == [
        .differs(copy.appending("a.md")), .fileInTheWay(VaultPath("d")), .differs(copy.appending("e.md")),
      ])
    #expect(try own.files(outside: "out/copy").filter { $0.key.text != "b.md" } == before)
  }

  @Test func aLinkInPlaceOfAFolderIsNamed() throws {
    try own.write("# A\n", to: "d/a.md")
    try own.writeOutside("x", to: "out/copy/x")
    try own.writeOutside("x", to: "elsewhere/x")
    try own.link("../out/copy/d", to: "../../elsewhere")
    for isDryRun in [true, false] {
      let report = try exportFolder(isDryRun: isDryRun)
      #expect(report.exported.isEmpty && report.failed.map(\.reason) == [.linkInTheWay(VaultPath("d"))])
    }
    #expect(try own.files(outside: "elsewhere").keys.map(\.text) == ["x"])
  }

  @Test func aStoppedExportEndsBetweenTwoMemosAndTheNextOneMakesTheRest() throws {
    let names = ["a.md", "b.md", "d/c.md", "d/e.md"]
    for name in names { try own.write(name, to: name) }
    var asked = 0
    let report = try MemoExport(from: own.vault).exportFolder(
      names.map { VaultPath($0) }, to: own.outside.appending("out"), host: own.host
    ) {
      asked += 1
      return asked > 3
    }
    #expect(report.exported.map(\.text) == ["a.md", "b.md", "d/c.md"] && report.remaining == 1)
    #expect(try own.files(outside: "out").keys.sorted() == report.exported)
    let rest = try exportFolder("out")
    #expect(rest.exported.map(\.text) == ["d/e.md"] && rest.skipped == report.exported && rest.remaining == 0)
    #expect(try own.files(outside: "out") == own.files())
  }

  @Test func whatAKilledExportWasWritingIsRemoved() throws {
    try own.write("a", to: "d/a.md")
    try own.write("b", to: "b.md")
    let (left, kept) = (["out/.memo-tmp.1x", "out/d/.memo-tmp.2y"], ["out/.memo-tmp.txt.", "out/other/.memo-tmp.1x"])
    for name in left + kept { try own.writeOutside("half", to: name) }
    func present() -> [String] {
      (left + kept).filter { own.host.kind(of: own.outside.appending($0)) == .file }
    }
    _ = try exportFolder("out", isDryRun: true)
    #expect(present() == left + kept, "a dry run removes nothing")
    #expect(try exportFolder("out").failed.isEmpty)
    #expect(present() == kept)
  }

  /// The copy is made; then the disk refuses to take its bytes, or the names of the folders above it.
  @Test(arguments: [false, true])
  func anExportThatIsNotOnTheDiskIsNoSuccess(isOfFolders: Bool) throws {
    try own.write("a", to: "d/a.md")
    let fault = isOfFolders ? Fault(at: 1, of: .synchronizeFolders, .refusal) : Fault(at: 3, .refusal)
    #expect(throws: FileError.self) {
      try MemoExport(from: own.vault).exportFolder(
        own.files().keys.sorted(), to: own.outside.appending("out"), host: WrappedHost.faulty(own.host, fault))
    }
    #expect(fault.hasHappened)
  }

  @Test func aDryRunMakesNoFolder() throws {
    try own.write("a", to: "a.md")
    #expect(try exportFolder(isDryRun: true).exported.map(\.text) == ["a.md"])
    #expect(own.host.kind(of: own.outside.appending("out")) == nil)
  }

  @Test(arguments: ["vault", "vault/copy", "vault/.memo/x", ".", "link/copy"])
  func aFolderInTheVaultOrAroundItIsRefused(folder: String) throws {
    try own.write("x", to: "vault/x.md")
    try own.link("../link", to: "vault")
    let before = try own.files()
    let real = folder == "link/copy" ? "vault/copy" : folder
    #expect(throws: TransferError.overlapsVault(own.outside.appending(real))) { try exportFolder(folder) }
    #expect(try own.files() == before)
    #expect(own.host.kind(of: own.vault.root.appending("copy")) == nil)
  }

  @Test func aFileIsNoFolderToExportTo() throws {
    try own.writeOutside("x", to: "file")
    #expect(throws: FileError.self) { try exportFolder("file") }
  }
}
