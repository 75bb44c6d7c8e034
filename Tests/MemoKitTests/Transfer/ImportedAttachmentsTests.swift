import Foundation
import MemoCore
import MemoKit
import MemoStore
import Synchronization
import Testing

/// What an import of a folder takes along with its memos.
struct ImportedAttachmentsTests {
  private let own: OwnVault

  init() throws {
    own = try OwnVault()
  }

  private func kept(_ path: String) throws -> OwnVault.Kept? {
    try own.files()[VaultPath(path)]
  }

  @Test(arguments: [
    ("![](img/a.png)", "trip/img/a.png"), ("![[a.png|300]]", "files/deep/a.png"),
    ("![](../files/a%20b.jpg)", "files/a b.jpg"),
    ("[the plan](plan.pdf#page=2)", "trip/plan.pdf"),
    ("![](사진.png)", "trip/사진.png".decomposedStringWithCanonicalMapping),
    ("![[files/a.png]]", "files/a.png"), ("![](<a (1).png>)", "trip/a (1).png"),
    ("<img src=\"img/a%20b.png\" width=\"300\">", "trip/img/a b.png"), ("a <IMG alt='x' src='a.png'/> b", "trip/a.png"),
    ("<img alt=\"a>b src='x'\" title='\"' src='a.png'>", "trip/a.png"),
    ("<p align=center>\n<img\n  src=a.png>\n</p>", "trip/a.png"), ("<video src=\"../a.mp4\"></video>", "a.mp4"),
    ("<aside>\n\u{1F4A1} ![](img/a.png)\n\n</aside>", "trip/img/a.png"),
    ("<details>\n<summary>More</summary>\n[the plan](plan.pdf)\n</details>", "trip/plan.pdf"),
    ("<img src=\"none.png\" />\n![](a.png)", "trip/a.png"),
  ])
  func aFileThatAMemoLinksToComesAlong(link: String, file: String) throws {
    try own.writeOutside("# Trip\n\n\(link)\n", to: "notes/trip/Busan.md")
    try own.writeOutside("picture", to: "notes/\(file)", modified: 1_700_000_000_123_456_789)
    let planned = try own.importFolder(isDryRun: true)
    #expect(try own.paths().isEmpty && kept(file) == nil, "a dry run copies nothing")
    let report = try own.importFolder()
    #expect(report == planned)
    let path = file.precomposedStringWithCanonicalMapping
    #expect(report.attachments == [VaultPath(path)] && report.others.isEmpty && report.failed.isEmpty)
    #expect(try kept(path) == .init(bytes: Array("picture".utf8), modified: 1_700_000_000_123_456_789))
    let again = try own.importFolder()
    #expect(again.attachments.isEmpty && again.failed.isEmpty && again.others.isEmpty, "it is there")
  }

  @Test(arguments: [
    "cover: img/a.png", "cover: \"[[a.png]]\"", "files:\n  - b.md\n  - 'img/a.png'", "banner: \"![x](img/a.png)\"",
    "cover: {image: img/a.png}",
  ])
  func aFileThatTheFrontMatterNamesComesAlong(line: String) throws {
    try own.writeOutside("---\n\(line)\n---\n# Trip\n", to: "notes/trip/Busan.md")
    try own.writeOutside("picture", to: "notes/trip/img/a.png")
    let report = try own.importFolder()
    #expect(report.attachments.map(\.text) == ["trip/img/a.png"] && report.others.isEmpty, "\(line)")
  }

  /// Each tag looked for to the end of such a text would take minutes.
  @Test(arguments: ["<img ", "<img \"", "<img '\"", "<img src ", "<img src=\"", "<video\n", "<img x=\"<img\" "])
  func aTextOfTagsThatNothingClosesIsReadOnce(tag: String) throws {
    try own.writeOutside("<div>\n" + String(repeating: tag, count: 40_000) + "\n</div>\n", to: "notes/a.md")
    try own.writeOutside("x", to: "notes/a.png")
    #expect(try own.importFolder().attachments.isEmpty)
  }

  @Test func aStoppedImportEndsBetweenTwoFilesAndTheNextOneCopiesTheRest() throws {
    try own.writeOutside("![](a.png) ![](b.png) ![](d/c.png)", to: "notes/a.md")
    for name in ["a.png", "b.png", "d/c.png"] { try own.writeOutside(name, to: "notes/\(name)") }
    let asked = Mutex(0)
    var importer = own.importer()
    importer.hearStop = {
      {
        asked.withLock { count in
          count += 1
          return count > 1
        }
      }
    }
    let report = try importer.importFolder(own.outside.appending("notes"), host: own.host)
    #expect(report.imported.map(\.text) == ["a.md"] && report.attachments.map(\.text) == ["a.png"])
    #expect(report.remaining == 2 && report.failed.isEmpty)
    let rest = try own.importFolder()
    #expect(rest.attachments.map(\.text) == ["b.png", "d/c.png"] && rest.remaining == 0)
  }

  @Test func whatAKilledImportWasCopyingIsRemoved() throws {
    try own.writeOutside("![](d/a.png)", to: "notes/a.md")
    try own.writeOutside("x", to: "notes/d/a.png")
    try own.write("half", to: "d/.memo-tmp.1x")
    try own.write("mine", to: "d/.memo-tmp.mine.")
    #expect(try own.importFolder().attachments.map(\.text) == ["d/a.png"])
    let present = ["1x", "mine."].filter { own.host.kind(of: own.vault.root.appending("d/.memo-tmp.\($0)")) == .file }
    #expect(present == ["mine."])
  }

  @Test func anUndoTakesTheMemosBackAndLeavesTheFiles() throws {
    try own.writeOutside("![](a.png)", to: "notes/a.md")
    try own.writeOutside("x", to: "notes/a.png")
    #expect(try own.importFolder().attachments.map(\.text) == ["a.png"])
    let undone = try OperationHistory(of: own.vault).undo()
    #expect(try own.paths() == ["a.png"])
    #expect(undone.changed.map(\.text) == ["a.md"] && undone.companions.map(\.text) == ["a.png"], "they are named")
    #expect(try own.importFolder().attachments.isEmpty)
    #expect(try OperationHistory(of: own.vault).undo().companions.isEmpty, "it was there before")
  }

  @Test func whatNoMemoLinksToStaysOut() throws {
    try own.writeOutside(
      "![](a.png) `![](code.png)` `<img src=code.png>` <img data-src=b.png alt=' src=b.png'> <imgs src=b.png> ![](../../secret/s.png) ![](.git/x.png)",
      to: "notes/a.md")
    for name in ["a.png", "b.png", "code.png", ".git/x.png"] { try own.writeOutside(name, to: "notes/\(name)") }
    try own.writeOutside("secret", to: "secret/s.png")
    try own.writeOutside("secret", to: "notes/sub/s.txt")
    let report = try own.importFolder()
    #expect(report.attachments.map(\.text) == ["a.png"])
    #expect(report.others.map(\.text) == ["b.png", "code.png"])
    #expect(try kept("b.png") == nil)
  }

  @Test func anotherFileOfTheNameIsNeverOverwritten() throws {
    try own.writeOutside("![](a.png)", to: "notes/a.md")
    try own.writeOutside("![[a.png]]", to: "notes/old.txt")
    try own.writeOutside("theirs", to: "notes/a.png")
    try #require(try own.vault.writer.create(VaultPath("a.png"), contents: Array("mine".utf8), modified: nil))
    for isDryRun in [true, false] {
      let report = try own.importFolder(isDryRun: isDryRun)
      #expect(report.imported.map(\.text) == ["a.md", "old.md"])
      #expect(report.failed.map(\.name) == ["a.png"])
      let place = own.vault.root.appending(VaultPath("a.png"))
      let memos = [VaultPath("a.md"), VaultPath("old.md")]
      #expect(report.failed.map(\.reason) == [.differsFromLinked(place, memos: memos)])
    }
    #expect(try kept("a.png")?.bytes == Array("mine".utf8))
  }

  @Test func itGoesToTheFolderThatTheMemoGoesTo() throws {
    try own.writeOutside("![](a:b.png)", to: "notes/con/a.md")
    try own.writeOutside("x", to: "notes/con/a:b.png")
    let report = try own.importFolder()
    #expect(report.imported.map(\.text) == ["con_/a.md"])
    #expect(report.attachments.map(\.text) == ["con_/a:b.png"], "the name is that of the link")
  }

  @Test func aMemoThatWasImportedWithoutItsPicturesGetsThem() throws {
    try own.writeOutside("![](a.png)", to: "notes/a.md")
    #expect(try own.importFolder().attachments.isEmpty)
    try own.writeOutside("x", to: "notes/a.png")
    let report = try own.importFolder()
    #expect(report.skipped.map(\.text) == ["a.md"] && report.attachments.map(\.text) == ["a.png"])
  }

  @Test(arguments: [
    ("![p](<A: b/p 1.png>)", "![p](<A-b/p 1.png>)"), ("![](A%3A%20b/p%201.png#x)", "![](A-b/p%201.png#x)"),
    ("![[A: b/p 1.png|300]]", "![[A-b/p 1.png|300]]"), ("![[p 1.png]]", "![[p 1.png]]"),
    ("[r][]\n\n[r]: <A: b/p 1.png> \"p\"", "[r][]\n\n[r]: <A-b/p 1.png> \"p\""),
    ("<img src=\"A: b/p 1.png\" width=3>", "<img src=\"A-b/p 1.png\" width=3>"),
    ("a <img src='A%3A%20b/p%201.png'> b", "a <img src='A-b/p 1.png'> b"),
    ("<img src=A%3A%20b/p%201.png>", "<img src=A%3A%20b/p%201.png>"), ("[t](<A: b/t.txt>)", "[t](<A-b/t.md>)"),
    ("[[A: b/t.txt|t]]", "[[A-b/t.md|t]]"),
    ("[[t.txt#Part]]", "[[A-b/t.md#Part]]"),
    ("[u](u.txt) [n](none.txt) [w](https://a.b/u.txt)", "[u](u.md) [n](none.txt) [w](https://a.b/u.txt)"),
  ])
  func linksFollowTextFilesAndFilesInFoldersWhoseNamesAreNotPortable(link: String, followed: String) throws {
    try own.writeOutside("# A\n\n\(link)\n", to: "notes/a.md")
    try own.writeOutside("# M\n\n![](p%201.png) [t](./t.txt) ![](../A:%20b/p%201.png)\n", to: "notes/A: b/m.md")
    for name in ["A: b/p 1.png", "A: b/t.txt", "u.txt"] { try own.writeOutside(name, to: "notes/\(name)") }
    #expect(try own.importFolder().attachments.map(\.text) == ["A-b/p 1.png"])
    #expect(try own.text("a.md") == "# A\n\n\(followed)\n")
    #expect(try own.text("A-b/m.md") == "# M\n\n![](p%201.png) [t](./t.md) ![](p%201.png)\n")
    let again = try own.importFolder()
    #expect(again.imported.isEmpty && again.attachments.isEmpty && again.failed.isEmpty, "\(again.imported)")
  }

  @Test(arguments: [
    ("cover: 'A: b/p 1.png'", "cover: 'A-b/p 1.png'"),
    ("cover: \"./A: b/p 1.png\" # the cover", "cover: \"./A-b/p 1.png\" # the cover"),
    ("files: [x.png, 'A: b/p 1.png', u.txt]", "files: [x.png, 'A-b/p 1.png', u.md]"),
    ("files:\n  - u.txt\n  - A:c/p.png", "files:\n  - u.md\n  - A-c/p.png"),
    ("cover: {image: u.txt}", "cover: {image: u.md}"),
    ("note: see u.txt", "note: see u.txt"), ("cover: p 1.png", "cover: p 1.png"),
    ("cover: A%3A%20b/p%201.png", "cover: A%3A%20b/p%201.png"), ("cover: /u.txt", "cover: /u.txt"),
    ("title: u.txt\naliases: [u.txt]", "title: u.txt\naliases: [u.txt]"),
    ("note: |\n  u.txt", "note: |\n  u.txt"), ("cover: https://a.b/u.txt", "cover: https://a.b/u.txt"),
  ])
  func pathsInFrontMatterFollowFilesThatGetAnotherName(lines: String, followed: String) throws {
    try own.writeOutside("---\n\(lines)\n---\n# A\n\n![](<A: b/p 1.png>) ![](<A:c/p.png>)\n", to: "notes/a.md")
    for name in ["A: b/p 1.png", "A:c/p.png", "u.txt"] { try own.writeOutside(name, to: "notes/\(name)") }
    #expect(try own.importFolder().attachments.map(\.text) == ["A-b/p 1.png", "A-c/p.png"])
    #expect(try own.text("a.md") == "---\n\(followed)\n---\n# A\n\n![](<A-b/p 1.png>) ![](<A-c/p.png>)\n")
    let again = try own.importFolder()
    #expect(again.imported.isEmpty && again.attachments.isEmpty && again.failed.isEmpty, "\(again.imported)")
  }

  @Test func aPathInFrontMatterStartsWhereItStarted() throws {
    try own.writeOutside(
      "---\nnear: p.png\nup: \"../A: b/p.png\"\nroot: 'A: b/p.png'\nother: ../c/p.png\n---\n# M\n",
      to: "notes/A: b/m.md")
    try own.writeOutside("x", to: "notes/A: b/p.png")
    try own.writeOutside("x", to: "notes/c/p.png")
    #expect(try own.importFolder().attachments.map(\.text) == ["A-b/p.png", "c/p.png"])
    let followed = "---\nnear: p.png\nup: \"p.png\"\nroot: 'A-b/p.png'\nother: ../c/p.png\n---\n# M\n"
    #expect(try own.text("A-b/m.md") == followed)
  }

  @Test func cardsOfACopiedCanvasFollowMemosAndFilesThatGetAnotherName() throws {
    func canvas(_ paths: String...) -> String {
      "{\"nodes\":[" + paths.map { "{\"type\":\"file\",\"file\":\"\($0)\"}" }.joined(separator: ",") + "]}"
    }
    try own.write("mine", to: "Plan.md")
    try own.writeOutside("![[b.canvas]] ![](Ab%3A/p.png)\n", to: "notes/Index.md")
    for name in ["What? now.md", "Plan.md", "t.txt", "Ab:/p.png"] { try own.writeOutside(name, to: "notes/\(name)") }
    try own.writeOutside(
      canvas("What? now.md", "Plan.md", "Index.md", "t.txt", "Ab:/p.png", "none.md"), to: "notes/b.canvas",
      modified: 1_700_000_000_000_000_000)
    #expect(try own.importFolder().attachments.map(\.text) == ["Ab/p.png", "b.canvas"])
    let copied = try #require(try own.files()[VaultPath("b.canvas")])
    #expect(copied.modified == 1_700_000_000_000_000_000)
    let followed = canvas("What-now.md", "Plan-2.md", "Index.md", "t.md", "Ab/p.png", "none.md")
    #expect(String(decoding: copied.bytes, as: UTF8.self) == followed)
    let again = try own.importFolder()
    #expect(again.imported.isEmpty && again.attachments.isEmpty && again.failed.isEmpty, "\(again)")
  }

  @Test func linksToAFileWhoseNewPathAnotherOneHasStay() throws {
    try own.writeOutside("# A\n\n![](Ab%3A/p.png) ![](Ab%3F/p.png) ![](B%3F/p.png) [t](t.txt)\n", to: "notes/a.md")
    for name in ["Ab:/p.png", "Ab?/p.png", "B?/p.png", "t.txt", "t.md"] {
      try own.writeOutside(name, to: "notes/\(name)")
    }
    try own.write("mine", to: "B/p.png")
    let report = try own.importFolder()
    let places = ["Ab/p.png", "B/p.png"].map { own.vault.root.appending(VaultPath($0)) }
    #expect(report.failed.map(\.reason) == places.map(TransferError.differs), "no link leads there")
    #expect(try own.text("a.md") == "# A\n\n![](Ab%3A/p.png) ![](Ab%3F/p.png) ![](B%3F/p.png) [t](t-2.md)\n")
  }

  @Test func aMemoIsThereAlsoWhereAFileThatItLinksToHasChanged() throws {
    try own.writeOutside("# A\n\n[t](t.txt) ![](Ab%3A/p.png)\n", to: "notes/a.md")
    for name in ["t.txt", "Ab:/p.png"] { try own.writeOutside(name, to: "notes/\(name)") }
    #expect(try own.importFolder().imported.map(\.text) == ["a.md", "t.md"])
    #expect(try own.text("a.md") == "# A\n\n[t](t.md) ![](Ab/p.png)\n")
    let writer = try own.host.vault(at: own.outside).writer
    for name in ["t.txt", "Ab:/p.png"] { try writer.replace(VaultPath("notes/\(name)"), contents: Array("new".utf8)) }
    let again = try own.importFolder()
    #expect(again.imported.map(\.text) == ["t-2.md"] && again.skipped.map(\.text) == ["a.md"])
  }

  @Test func aMemoIsThereAlsoWhereItsLinksAreAsTheyCame() throws {
    for folder in ["vault", "notes"] { try own.writeOutside("# A\n\n[t](t.txt)\n", to: "\(folder)/a.md") }
    try own.write("T\n", to: "t.md")
    try own.writeOutside("T\n", to: "notes/t.txt")
    let report = try own.importFolder()
    #expect(report.imported.isEmpty && report.skipped.map(\.text) == ["a.md", "t.md"])
  }
}
