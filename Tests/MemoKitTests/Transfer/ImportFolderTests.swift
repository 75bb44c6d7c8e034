import Foundation
import MemoCore
import MemoKit
import MemoPlatform
import MemoStore
import Testing

struct ImportFolderTests {
  private let own: OwnVault

  init() throws {
    own = try OwnVault()
  }

  @Test func bytesTimesAndSubfoldersAreKept() throws {
    try own.writeOutside("\u{FEFF}a\r\n", to: "notes/a.md", modified: 1_700_000_000_123_456_789)
    try own.writeOutside("b", to: "notes/Home life/요리/b.markdown", modified: -1)
    #expect(try own.importFolder().failed == [])
    #expect(try own.files() == own.files(outside: "notes"))
    #expect(try own.files().count == 2)
  }

  @Test func aFileAloneIsImportedAsOneOfAFolder() throws {
    try own.writeOutside("치과 예약\n", to: "notes/\u{110E}\u{1175}.txt", modified: 1_700_000_000_123_456_789)
    try own.writeOutside("other", to: "notes/other.md")
    let file = own.outside.appending("notes/\u{110E}\u{1175}.txt")
    let report = try own.importer(isDryRun: false).importFile(file, host: own.host)
    #expect(report.imported == [VaultPath("치.md")] && report.failed == [] && report.others == [])
    #expect(try own.text("치.md") == "치과 예약\n" && own.files().count == 1)
    let again = try own.importer(isDryRun: false).importFile(file, host: own.host)
    #expect(again.imported == [] && again.skipped == [VaultPath("치.md")])
    #expect(throws: TransferError.self) {
      try own.importer(isDryRun: true).importFile(own.vault.root.appending("치.md"), host: own.host)
    }
  }

  @Test func textFilesBecomeMemosAndOthersStayOut() throws {
    for name in [
      "a.txt", "a.md", "B.TXT", "C.Md", "x.png", "noending", ".hidden.md", ".git/x.md", "d/.txt", "f.MARKDOWN",
    ] {
      try own.writeOutside(name, to: "notes/\(name)")
    }
    let report = try own.importFolder()
    #expect(report.imported.map(\.text) == ["B.md", "C.md", "a.md", "a-2.md", "f.markdown"])
    #expect(report.others.map(\.text) == ["noending", "x.png"], "the hidden ones are nobody's business")
    #expect(try own.text("a-2.md") == "a.txt")
    #expect(try own.text("a.md") == "a.md")
  }

  @Test func linksFollowMemosThatGetANumber() throws {
    try own.write("# Mine\n", to: "a.md")
    try own.writeOutside("# Theirs\n\n[[b]]\n", to: "notes/a.md")
    try own.writeOutside("# B\n\n[[a]] and [it](a.md)\n", to: "notes/b.md")
    try own.writeOutside("# C\n\n[[Theirs]] [[b]] [[none]]\n", to: "notes/c.md")
    // The title alone would lead to the memo of the vault.
    try own.write("# Mine, too\n", to: "d.md")
    try own.writeOutside("# D\n\n[[d#D]]\n", to: "notes/d.md")
    let report = try own.importFolder()
    #expect(report.renamed.map(\.path.text) == ["a-2.md", "d-2.md"] && report.strayed.isEmpty)
    #expect(try own.text("d-2.md") == "# D\n\n[[d-2#D]]\n")
    #expect(try own.text("b.md") == "# B\n\n[[a-2]] and [it](a-2.md)\n")
    #expect(try own.text("c.md") == "# C\n\n[[Theirs]] [[b]] [[none]]\n")
    let again = try own.importFolder()
    #expect(again.imported.isEmpty && again.skipped.count == 4, "\(again.imported)")
  }

  @Test func memosThatGetNumbersAndLinkToEachOtherAreFoundAgain() throws {
    for name in ["a", "b", "c"] {
      try own.write("# Mine\n", to: "\(name).md")
      try own.writeOutside("# \(name)\n\n[[a]] [[b]] [c](c.md)\n", to: "notes/\(name).md")
    }
    #expect(try own.importFolder().imported.map(\.text) == ["a-2.md", "b-2.md", "c-2.md"])
    #expect(try own.text("b-2.md") == "# b\n\n[[a-2]] [[b-2]] [c](c-2.md)\n")
    try own.writeOutside("# d\n\n[[b]]\n", to: "notes/d.md")
    let again = try own.importFolder()
    #expect(again.imported.map(\.text) == ["d.md"] && again.skipped.count == 3, "\(again.imported)")
    #expect(try own.text("d.md") == "# d\n\n[[b-2]]\n")
  }

  @Test func linksThatAMemoOfTheVaultWouldTakeLeadToTheMemoThatCame() throws {
    try own.write("# Mine\n", to: "Plan.md")
    try own.write("# Title\n", to: "x.md")
    try own.writeOutside("# Theirs\n", to: "notes/work/Plan.md")
    try own.writeOutside("# A\n\n[[Plan]]\n", to: "notes/other/a.md")
    try own.writeOutside("# B\n\n[[Plan]] [[none]]\n", to: "notes/work/b.md")
    try own.writeOutside("# C\n\n[[Theirs]] [[work/Plan]] [it](../work/Plan.md)\n", to: "notes/other/c.md")
    try own.writeOutside("# D\n\n[t](t.txt) [[c]] [[b]]\n", to: "notes/work/d.md")
    try own.writeOutside("T\n", to: "notes/work/t.txt")
    try own.writeOutside("# Title\n", to: "notes/work/p.md")
    try own.writeOutside("# E\n\n[[Title|t]] [[p]]\n", to: "notes/e.md")
    let report = try own.importFolder()
    #expect(report.renamed.map(\.path.text) == ["work/t.md"] && report.strayed.isEmpty)
    #expect(try own.text("other/a.md") == "# A\n\n[[work/Plan]]\n")
    #expect(try own.text("work/b.md") == "# B\n\n[[work/Plan]] [[none]]\n")
    #expect(try own.text("other/c.md") == "# C\n\n[[Theirs]] [[work/Plan]] [it](../work/Plan.md)\n")
    #expect(try own.text("work/d.md") == "# D\n\n[t](t.md) [[c]] [[b]]\n")
    #expect(try own.text("e.md") == "# E\n\n[[p|t]] [[p]]\n")
    let again = try own.importFolder()
    #expect(again.imported.isEmpty && again.skipped.count == 8 && again.strayed.isEmpty, "\(again.imported)")
  }

  @Test func aMemoThatWasImportedBeforeTheVaultHadItsNamesakeIsFoundAgain() throws {
    try own.writeOutside("# Theirs\n", to: "notes/work/Plan.md")
    try own.writeOutside("# A\n\n[[Plan]]\n", to: "notes/other/a.md")
    #expect(try own.importFolder().imported.count == 2)
    try own.write("# Mine\n", to: "Plan.md")
    try own.writeOutside("# B\n\n[[Plan]]\n", to: "notes/other/b.md")
    let again = try own.importFolder()
    #expect(again.imported.map(\.text) == ["other/b.md"] && again.skipped.count == 2, "\(again.imported)")
    #expect(try own.text("other/a.md") == "# A\n\n[[Plan]]\n", "what is there stays")
    #expect(try own.text("other/b.md") == "# B\n\n[[work/Plan]]\n")
  }

  /// No link can name a file with a backtick, which could pair with another one, and the title leads to the memo of the vault.
  @Test func memosWithLinksThatLeadToMemosOfTheVaultInsteadAreNamed() throws {
    try own.write("# Other\n", to: "x.md")
    try own.writeOutside("# Other\n", to: "notes/work/p`q.md")
    try own.writeOutside("# A\n\n[[Other]]\n", to: "notes/other/a.md")
    let report = try own.importFolder()
    #expect(report.strayed.map(\.text) == ["other/a.md"])
    #expect(try own.text("other/a.md") == "# A\n\n[[Other]]\n")
    #expect(try own.importFolder().strayed.isEmpty)
  }

  @Test func linksFollowMemosWhoseNamesAreNotPortable() throws {
    try own.writeOutside("# A\n\n[[q: 1]] [x](sub/r%3F.md) [[A]] [t](t.txt)\n", to: "notes/a.md")
    try own.writeOutside("# Q\n\n[up](a.md)\n", to: "notes/q: 1.md")
    try own.writeOutside("# R\n\n[q](../q:%201.md#Q)\n", to: "notes/sub/r?.md")
    try own.writeOutside("T\n[q](q:%201.md)\n", to: "notes/t.txt")
    let report = try own.importFolder()
    #expect(report.imported.map(\.text) == ["a.md", "q-1.md", "sub/r.md", "t.md"])
    #expect(report.strayed.isEmpty)
    #expect(try own.text("a.md") == "# A\n\n[[q-1]] [x](sub/r.md) [[A]] [t](t.md)\n")
    #expect(try own.text("t.md") == "T\n[q](q-1.md)\n")
    #expect(try own.text("q-1.md") == "# Q\n\n[up](a.md)\n")
    #expect(try own.text("sub/r.md") == "# R\n\n[q](../q-1.md#Q)\n")
    let again = try own.importFolder()
    #expect(again.imported.isEmpty && again.skipped.count == 4, "\(again.imported)")
  }

  @Test(arguments: [("first-line", "-", "-"), ("heading", "-", "-"), ("file-name", " ", "%20")])
  func linksFollowUnderEveryRuleForTitles(titles: String, space: String, encoded: String) throws {
    let own = try OwnVault(settings: #"{"titles": "\#(titles)"}"#)
    let links = #"[[What? now]] [[a "b" c|x]] ![[What? now#H]] [[Time: 10]] [m](What%3F%20now.md)"#
    try own.writeOutside("# Index\n\n\(links)\n", to: "notes/Index.md")
    for name in ["What? now", #"a "b" c"#, "Time: 10"] {
      try own.writeOutside("text\n\n## H\n", to: "notes/\(name).md")
    }
    let report = try own.importFolder()
    #expect(report.strayed.isEmpty)
    let (now, time) = ("What\(space)now", "Time\(space)10")
    let followed = "[[\(now)]] [[a\(space)b\(space)c|x]] ![[\(now)#H]] [[\(time)]] [m](What\(encoded)now.md)"
    #expect(try own.text("Index.md") == "# Index\n\n\(followed)\n")
    let again = try own.importFolder()
    #expect(again.imported.isEmpty && again.skipped.count == 4, "\(again.imported)")
  }

  @Test func namesHaveSpacesWhereThatIsTheRule() throws {
    let own = try OwnVault(settings: #"{"titles": "file-name"}"#)
    try own.write("mine", to: "Plan.md")
    for name in ["Alice: Al-Smith", " leading space", "Café notes", "Plan", "A: b/x"] {
      try own.writeOutside("theirs", to: "notes/\(name).md")
    }
    let report = try own.importFolder()
    #expect(report.failed == [])
    let names = ["A b/x.md", "Alice Al-Smith.md", "Café notes.md", "Plan 2.md", "Plan.md", "leading space.md"]
    #expect(try own.paths() == names)
    let again = try own.importFolder()
    #expect(again.imported.isEmpty && again.skipped.count == 5, "\(again.imported)")
  }

  @Test func linksFollowMemosWhosePortableNameAnotherMemoHas() throws {
    try own.write("# Mine\n", to: "q-1.md")
    try own.writeOutside("# A\n\n[[q: 1]] [x](r%3F.md)\n", to: "notes/a.md")
    try own.writeOutside("# Q\n", to: "notes/q: 1.md")
    try own.writeOutside("# R\n\n[q](q:%201.md)\n", to: "notes/r?.md")
    let report = try own.importFolder()
    #expect(report.imported.map(\.text) == ["a.md", "q-1-2.md", "r.md"])
    #expect(try own.text("a.md") == "# A\n\n[[q-1-2]] [x](r.md)\n")
    #expect(try own.text("r.md") == "# R\n\n[q](q-1-2.md)\n")
    #expect(report.strayed.isEmpty)
    let again = try own.importFolder()
    #expect(again.imported.isEmpty && again.skipped.count == 3, "\(again.imported)")
  }

  @Test func namesOfAMacAreComposed() throws {
    let name = "회의록 é".decomposedStringWithCanonicalMapping
    try own.writeOutside("a", to: "notes/\(name)/\(name).md")
    let report = try own.importFolder()
    let path = VaultPath("회의록 é/회의록 é.md".precomposedStringWithCanonicalMapping)
    #expect(report.imported == [path])
    #expect(report.renamed.map(\.path) == [path] && report.renamed.allSatisfy { !$0.isVisible })
    #expect(try own.importFolder().skipped == [path])
  }

  @Test(arguments: [(true, false), (false, true), (true, true)])
  func aMemoThatIsThereInAnotherCompositionGetsNoTwin(isApart: Bool, comesApart: Bool) throws {
    let (composed, apart) = ("가나다.md", "가나다.md".decomposedStringWithCanonicalMapping)
    let there = VaultPath(isApart ? apart : composed)
    let incoming = comesApart ? apart : composed
    try #require(try own.vault.writer.create(there, contents: Array("a".utf8), modified: nil))
    try own.writeOutside("a", to: "notes/\(incoming)")
    #expect(try own.importFolder().skipped == [there], "the same memo")
    try own.writeOutside("b", to: "other/\(incoming)")
    let imported = try own.importFolder("other").imported
    #expect(imported.map { Folding.matchKey($0.text) } == [Folding.matchKey("가나다-2.md")], "\(imported)")
    #expect(try own.text(there.text) == "a")
  }

  @Test func textsInOtherEncodingsAreConverted() throws {
    let korean: [UInt8] = [0xC8, 0xB8, 0xC0, 0xC7, 0xB7, 0xCF, 0x0D, 0x0A]
    let unclear: [UInt8] = [0x61, 0x20, 0xFF, 0x20, 0x62]
    try own.writeOutside(korean, to: "notes/a.txt", modified: 1_700_000_000_123_456_789)
    try own.writeOutside(unclear, to: "notes/b.md")
    let preview = try own.importFolder(isDryRun: true)
    let report = try own.importFolder()
    #expect(preview == report)
    #expect(report.converted.map(\.path) == [VaultPath("a.md")])
    #expect(report.converted.map(\.encoding) == [.korean])
    #expect(report.unconverted.map(\.finding) == [.unclear])
    #expect(report.unconverted.map(\.path) == [VaultPath("b.md")])
    #expect(
      try own.files()[VaultPath("a.md")]
        == .init(bytes: Array("회의록\r\n".utf8), modified: 1_700_000_000_123_456_789))
    #expect(try own.files()[VaultPath("b.md")]?.bytes == unclear)
    let again = try own.importFolder()
    #expect(again.skipped.count == 2)
    #expect(again.converted.isEmpty && again.unconverted.isEmpty)
  }

  @Test func linksAreNotFollowed() throws {
    try own.writeOutside("secret", to: "secret/s.md")
    try own.writeOutside("a", to: "notes/a.md")
    try own.link("../notes/s.md", to: "../secret/s.md")
    try own.link("../notes/folder", to: "../secret")
    try own.link("../notes/loop", to: ".")
    for isDryRun in [true, false] {
      let report = try own.importFolder(isDryRun: isDryRun)
      #expect(report.imported.map(\.text) == ["a.md"] && report.failed.isEmpty)
      #expect(report.special.map(\.text) == ["folder", "loop", "s.md"], "they are named")
    }
  }

  @Test func whatIsInPlaceOfAFolderIsNamed() throws {
    try own.writeOutside("x", to: "elsewhere/x")
    for name in ["d", "img"] { try own.link(name, to: "../elsewhere") }
    try own.write("x", to: "f")
    try own.writeOutside("# A\n\n![](img/a.png) ![](f/a.png)\n", to: "notes/a.md")
    for name in ["d/e/n.md", "img/a.png", "f/a.png"] { try own.writeOutside("x", to: "notes/\(name)") }
    for isDryRun in [true, false] {
      let report = try own.importFolder(isDryRun: isDryRun)
      #expect(report.imported.map(\.text) == ["a.md"])
      #expect(report.failed.map(\.name) == ["d/e/n.md", "f/a.png", "img/a.png"])
      #expect(
        report.failed.map(\.reason) == [
          .linkInTheWay(VaultPath("d")), .fileInTheWay(VaultPath("f")), .linkInTheWay(VaultPath("img")),
        ])
    }
    #expect(try own.files(outside: "elsewhere").keys.map(\.text) == ["x"])
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o400] as [UInt16])
  func nobodyElseCanReadMoreOfAMemoThanBefore(mode: UInt16) throws {
    for name in ["a.md", "old.txt", "a.png"] {
      try own.writeOutside("![](a.png)", to: "notes/\(name)")
      try own.setMode(Int(mode), of: VaultPath("notes/\(name)"))
    }
    #expect(try own.importFolder().attachments.count == 1)
    for name in ["a.md", "old.md", "a.png"] {
      let permissions = try own.vault.files.ownership(of: VaultPath(name))?.permissions
      #expect(permissions.map { $0 & 0o077 & ~mode } == 0, "\(name): \(permissions ?? 0)")
      #expect(permissions.map { $0 & 0o600 } == 0o600, "their owner can change them")
    }
    let folder = own.outside.appending("out")
    _ = try MemoExport(from: own.vault).exportFolder([VaultPath("a.md")], to: folder, host: own.host)
    let exported = try own.host.vault(at: folder).files.ownership(of: VaultPath("a.md"))?.permissions
    #expect(exported.map { $0 & 0o077 & ~mode } == 0, "\(exported ?? 0)")
  }

  @Test func namesAreMadePortable() throws {
    try own.writeOutside("x", to: "notes/con/a:b.md")
    try own.writeOutside("y", to: "notes/con/a-b.md")
    try own.writeOutside("z", to: "notes/text.txt")
    let report = try own.importFolder()
    #expect(report.imported.map(\.text) == ["con_/a-b.md", "con_/a-b-2.md", "text.md"])
    #expect(
      report.renamed.map { "\($0.origin.text) \($0.path.text)" } == [
        "con/a-b.md con_/a-b.md", "con/a:b.md con_/a-b-2.md", "text.txt text.md",
      ])
    #expect(report.renamed.allSatisfy { $0.isVisible })
  }

  @Test func twinsStayTwins() throws {
    for name in ["A.md", "a.md", "é.md", "e\u{301}.md"] { try own.writeOutside(name, to: "notes/\(name)") }
    #expect(try Set(own.importFolder().imported) == Set(own.files(outside: "notes").keys))
    #expect(try own.files().count == 4)
  }

  @Test func aSecondImportBringsNothing() throws {
    try own.writeOutside("x", to: "notes/d/a.txt")
    try own.writeOutside("y", to: "notes/d/a.md")
    #expect(try own.importFolder().imported.map(\.text) == ["d/a.md", "d/a-2.md"])
    let second = try own.importFolder()
    #expect(second.imported == [])
    #expect(second.skipped.map(\.text) == ["d/a.md", "d/a-2.md"])
  }

  @Test func aDryRunReportsTheSameAndWritesNothing() throws {
    for name in ["a.txt", "a.md", "d/a?.md", "d/a-.md", "A.txt"] { try own.writeOutside(name, to: "notes/\(name)") }
    try own.write("mine", to: "a.md")
    let planned = try own.importFolder(isDryRun: true)
    #expect(try own.paths() == ["a.md"])
    #expect(try own.importFolder() == planned)
    #expect(planned.imported.count == 5)
  }

  @Test func whatCannotBeReadIsReportedAndTheRestGoesIn() throws {
    try own.writeOutside("a", to: "notes/a.md")
    try own.writeOutside("b", to: "notes/b.md")
    let report = try own.importer().importFolder(
      own.outside.appending("notes"), host: WrappedHost.failing(own.host, unreadable: VaultPath("a.md")))
    #expect(report.imported.map(\.text) == ["b.md"])
    #expect(report.failed.map(\.name) == ["a.md"])
    #expect(report.failed.map(\.index) == [nil], "files have no numbers")
    #expect(report.failed.map(\.reason) == [.file(FileError(.read, path: Array("a.md".utf8), code: 13))])
  }

  @Test(arguments: ["vault", "vault/sub", ".", "link"])
  func theVaultItselfAndWhatHoldsItAreRefused(folder: String) throws {
    try own.write("x", to: "sub/x.md")
    try own.link("../link", to: "vault/sub")
    let before = try own.files()
    #expect(throws: TransferError.self) { try own.importFolder(folder) }
    #expect(try own.files() == before)
  }

  @Test func aNeighbourWithALikeNameIsNotTheVault() throws {
    try own.writeOutside("x", to: "vault2/x.md")
    #expect(try own.importFolder("vault2").imported.map(\.text) == ["x.md"])
  }

  @Test(arguments: ["missing", "file.md"])
  func aFolderThatIsNoneIsNamed(name: String) throws {
    try own.writeOutside("x", to: "file.md")
    #expect(throws: TransferError.noSuchFolder(own.outside.appending(name))) { try own.importFolder(name) }
  }

  @Test func foldersTooDeepAreReported() throws {
    try own.writeOutside("x", to: "notes/" + String(repeating: "a/", count: 205) + "x.md")
    try own.writeOutside("y", to: "notes/" + String(repeating: "a/", count: 199) + "y.md")
    let report = try own.importFolder()
    #expect(report.imported.map(\.text) == [String(repeating: "a/", count: 199) + "y.md"])
    #expect(report.failed.map(\.reason) == [.tooDeep(VaultPath(String(repeating: "a/", count: 199) + "a"))])
  }
}
