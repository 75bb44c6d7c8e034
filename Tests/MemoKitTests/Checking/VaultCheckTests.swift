import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct VaultCheckTests {
  /// The problems as `path:line:column: code`; what is found of each memo alone is the same.
  private static func check(_ files: [(String, String)], linking link: (String, to: String)? = nil) throws -> [String] {
    let folder = try TemporaryFolder()
    for file in files { try folder.write(file.1, to: file.0) }
    if let link { try folder.link(VaultPath(link.0), to: link.to) }
    let vault = try folder.openVault()
    let index = try vault.readAll()
    let problems = VaultCheck(vault, index).problems()
    let graph = LinkGraph(of: index)
    let trash = TrashedNames(of: vault)
    var (anchors, twins) = (KnownAnchors(), KnownTwins())
    for memo in index.memos {
      let (path, clashes) = (memo.path, NameClashes(of: memo.path, in: graph))
      var attachments = KnownAttachments()
      let check = VaultCheck(vault, of: path, in: graph, clashes, trash, &anchors)
      // Long after all was written, so that what is known of a folder is used for all that is in it.
      let found = check.problems(of: path, &attachments, &twins, at: .max / 2)
      #expect(found == problems.filter { $0.path == path })
    }
    return problems.map { problem in
      "\(problem.path.text):\(problem.position.line):\(problem.position.column): \(problem.code)"
    }
  }

  @Test func someoneWhoHasEnoughGetsTheFirstProblemsOrNone() throws {
    let folder = try TemporaryFolder()
    try folder.write("# A\n[[1]] [[2]]\n[[3]]\n", to: "a.md")
    try folder.write("# B\n[[a#none]]\n", to: "b.md")
    let vault = try folder.openVault()
    let graph = LinkGraph(of: try vault.readAll())
    func found(_ limit: Int, isStopped: Bool = false) -> [String] {
      VaultCheck(vault, in: graph, textLimit: limit) { isStopped }.problems().map {
        "\($0.path.text):\($0.position.line):\($0.position.column)"
      }
    }
    #expect(found(.max) == ["a.md:2:1", "a.md:2:7", "a.md:3:1", "b.md:2:1"])
    #expect(found(2) == ["a.md:2:1", "a.md:2:7", "b.md:2:1"])
    #expect(found(.max, isStopped: true).isEmpty)
  }

  @Test func aMemoThatCannotBeReadIsNotCalledMissing() throws {
    let folder = try TemporaryFolder()
    try folder.write("# Plan\n", to: "work/plan.md")
    try folder.write("[[plan]] [[work/Plan.md#x]] [x](work/plan.md) [[other]]\n", to: "a.md")
    let host = WrappedHost.failing(TemporaryFolder.host(), unreadable: VaultPath("work/plan.md"))
    let vault = try Vault(at: folder.path, host: host)
    let index = try vault.readAll()
    let problems = VaultCheck(vault, index).problems().map { "\($0.path.text):\($0.position.column): \($0.code)" }
    #expect(problems == ["a.md:47: broken-link", "work/plan.md:1: unreadable"])
    let links = try #require(try index.links(of: VaultPath("a.md")))
    #expect(links.map(\.path?.text) == ["work/plan.md", "work/plan.md", "work/plan.md", nil])
    #expect(links.map { $0.resolution == .broken } == [false, false, false, true])
    // Which title it has is not known.
    let broken = VaultCheck(vault, index).problems().compactMap { problem -> LostTarget? in
      if case .brokenLink(_, let meant) = problem.kind { meant } else { nil }
    }
    #expect(broken == [.unread])
    let graph = LinkGraph(of: index)
    #expect(graph.edges().map(\.to?.text) == ["work/plan.md", "work/plan.md", "work/plan.md", nil])
    #expect(graph.unreadMemos.map(\.text) == ["work/plan.md"])
    let backlinks = Backlinks(to: VaultPath("work/plan.md"), in: index)
    #expect(backlinks.memos.map(\.path.text) == ["a.md"])
    #expect(try backlinks.matches(in: try #require(backlinks.memos.first)).map(\.column) == [1, 10, 29])
  }

  @Test func linksThatLeadNowhereOrAnywhere() throws {
    let found = try Self.check([
      (
        "a.md",
        "# A\n가 [[none]] [x](b/none.md)\r\n[[same]] [[a]] [w](//x/y.png) [y](http://x/y.md) [z](/etc/z.md)\n"
          + "[[/none]] [[//x]]\n"
      ),
      ("x/same.md", "# 1"), ("y/same.md", "# 2"),
    ])
    #expect(
      found == [
        "a.md:2:3: broken-link", "a.md:2:12: broken-link", "a.md:3:1: ambiguous-link", "a.md:4:1: broken-link",
      ])
  }

  @Test func aNameThatATextGivesToAPlaceIsThere() throws {
    let found = try Self.check([
      ("g.md", "# G\n\n## Set up {#setup}\n\n<a id=\"old\"></a>\nx [[#setup]]\n"),
      ("n.md", "# N\n\n[x](g.md#setup) [y](g.md#old)\n[z](g.md#Setup) [[g#old]] [](g.md#setup-1)\n"),
    ])
    #expect(found == ["n.md:4:1: broken-anchor", "n.md:4:27: broken-anchor"])
  }

  private static let attachments = [
    "a.md": "# A\n", "b.md": "# B\n", "release 1.txt.md": "# R\n", "pictures/a.png": "", "pictures/a b.png": "",
    "scans/n\u{E9}.pdf": "", ".hidden/b.png": "", "c/d.png": "", "x/y/e.png": "",
  ]

  @Test(
    arguments: [
      "![](pictures/a.png)", "![](<pictures/a b.png>)", "[t](pictures/a%20b.png#page=2)", "![](Pictures/A.png)",
      "![](a.png)", "![](.hidden/b.png)", "![](linked/d.png)", "[d]: pictures/a.png 'title'", "![[pictures/a.png]]",
      "![[y/e.png]]", "![](e.png)", "![](x/y/e.png)", "![[a.png|300]]", "[[A.PNG]]", "![[ne\u{301}.pdf]]",
      "[[n\u{E9}.pdf]]", "[[release 1.txt]]",
      "`![](none.png)`", "![](/none.png)", "![](https://x.org/none.png)", "![](../none.png)", "[t](data:image/png)",
      "[later]: todo", "![](none)",
    ])
  func attachmentsThatAreThereOrElsewhere(link: String) throws {
    #expect(try Self.check(attachment: link) == [])
  }

  @Test(
    arguments: [
      ("![](pictures/none.png)", 2), ("[t](none.pdf)", 1), ("![[none.png]]", 2), ("[[scan.pdf]]", 1),
      ("[d]: none.png", 1), ("[![](none.png)](https://x.org)", 3), ("![](./a.png)", 2), ("[[x/a.png]]", 1),
      ("![](x/a.png)", 2), ("![](y/e.png)", 2), ("[e]: y/e.png", 1),
      ("가 ![](pictures/a%20c.png)", 4),
    ])
  func attachmentsThatAreNotThere(link: String, column: Int) throws {
    #expect(try Self.check(attachment: link) == ["note.md:4:\(column): broken-attachment"])
  }

  private static func check(attachment link: String) throws -> [String] {
    try check(attachments.map { ($0, $1) } + [("note.md", "# Note\n[[b]]\n\n\(link)\n")], linking: ("linked", to: "c"))
  }

  @Test func theFirstLineOfAFrontMatterThatIsNotUnderstood() throws {
    let found = try Self.check([
      ("a.md", "---\ntitle: T\r\nup: [[b]]\nno key\n---\n# A\n"), ("b.md", "---\nmap:\n  key: [a,\n    b]\n---\n# B\n"),
    ])
    #expect(found == ["a.md:3:1: front-matter"])
  }

  @Test func eachKeyOfAFrontMatterThatIsRepeatedBelow() throws {
    let front = "status: a\r\ntags: one\r\nStatus: b\r\ntags: two\r\nstatus: c\r\nm: {k: 1, K: 2}\r\n"
    let found = try Self.check([
      ("a.md", "---\r\n\(front)---\r\n# A\r\n"), ("b.md", "---\ntag: x\ntags: y\n---\n# B\n"),
    ])
    #expect(found == [2, 3, 4].map { "a.md:\($0):1: front-matter" } + ["a.md:7:5: front-matter"])
  }

  @Test func titlesAndNamesThatClash() throws {
    let found = try Self.check([
      ("b.md", "---\ntitle: same\n---\n"), ("c.md", "\n#  SAME\n"), ("d.md", ""), ("e.md", ""),
      ("x/n\u{E9}.md", "# 1"), ("x/ne\u{301}.md", "# 2"), ("x/up.md", "# 3"), ("x/UP.md", "# 4"),
    ])
    #expect(
      found == [
        "b.md:2:8: duplicate-title", "c.md:2:4: duplicate-title", "x/UP.md:1:1: case-twin",
        "x/ne\u{301}.md:1:1: normalization-twin", "x/n\u{E9}.md:1:1: normalization-twin", "x/up.md:1:1: case-twin",
      ])
  }

  @Test func foldersAndOtherFilesWhoseNamesClash() throws {
    let found = try Self.check([
      ("Work/a.md", "# 1"), ("work/b.md", "# 2"), ("x/\u{E9}/c.md", "# 3"), ("x/e\u{301}/d.md", "# 4"),
      ("x/Pic.png", ""), ("x/pic.PNG", ""), ("y.txt", ""), ("z/y.txt", ""), (".Hid/a.md", ""), (".hid/a.md", ""),
    ])
    #expect(
      found == [
        "Work:1:1: case-twin", "work:1:1: case-twin", "x/Pic.png:1:1: case-twin",
        "x/e\u{301}:1:1: normalization-twin", "x/pic.PNG:1:1: case-twin", "x/\u{E9}:1:1: normalization-twin",
      ])
  }

  @Test(
    arguments: [
      ("a:b.md", true), ("con.md", true), ("x/AUX/a.md", true), ("Com1.notes.md", true), ("what?.md", true),
      ("a./b.md", true), ("a /b.md", true), ("a\\b.md", true), ("con-d.md", false), ("comet.md", false),
      ("가 나.md", false),
      ("com0.md", false), ("console/aux-in.md", false), ("tab\there.md", true),
    ])
  func namesThatWindowsDoesNotTake(path: String, isProblem: Bool) throws {
    let found = try Self.check([(path, "# x\n")])
    #expect(found == (isProblem ? ["\(path):1:1: windows-name"] : []))
  }

  @Test func conflictMarkersAreThreeInOrder() throws {
    let conflict = "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"
    let found = try Self.check([
      ("a.md", "# A\n" + conflict + "x\n" + conflict), ("b.md", "<<<<<<<\r\n=======\r\n>>>>>>>\r\n"),
      ("c.md", "# C\n=======\n>>>>>>> x\n<<<<<<< y\n"), ("d.md", " <<<<<<< x\n=======\n>>>>>>> y\n"),
      ("e.md", "<<<<<<<< x\n========\n>>>>>>>> y\n"),
    ])
    #expect(found == ["a.md:2:1: conflict-marker", "a.md:8:1: conflict-marker", "b.md:1:1: conflict-marker"])
  }

  @Test func filesPastALimitAreNamed() throws {
    let text = { (title: String, size: Int) in
      "# \(title)\n" + String(repeating: "x", count: size - title.utf8.count - 3)
    }
    let found = try Self.check([
      ("a.md", text("A", 1 << 20)), ("b.md", text("B", 1 << 20) + "\n[[none]]"), ("c.md", text("C", (16 << 20) + 1)),
    ])
    // A link past the limit is not seen.
    #expect(found == ["b.md:1:1: too-large", "c.md:1:1: too-large"])
  }

  @Test func eachProblemHasOneOfTheWords() throws {
    let path = VaultPath("a.md")
    let attachment = Array("![](a.png)".utf8).withUnsafeBytes { AttachmentLink.all(in: $0) }.first
    let kinds: [(VaultProblem.Kind, code: String)] = [
      (.brokenLink(target: "x", meant: .unknown), "broken-link"),
      (.ambiguousLink(target: "x", memo: path, count: 2, candidates: []), "ambiguous-link"),
      (.brokenAnchor("x", in: path, meant: nil), "broken-anchor"),
      (.brokenAttachment(try #require(attachment), meant: .unknown), "broken-attachment"),
      (.duplicateTitle(count: 2, other: path), "duplicate-title"), (.normalizationTwin(path), "normalization-twin"),
      (.caseTwin(path), "case-twin"), (.windowsName, "windows-name"), (.conflictMarker, "conflict-marker"),
      (.foreignName, "encoding"),
      (.unreadable(FileError(.read, path: path.bytes, reason: .accessDenied)), "unreadable"),
      (.encoding(.likely(.korean)), "encoding"), (.frontMatter, "front-matter"), (.repeatedKey("x"), "front-matter"),
      (.tooLarge(size: 2, limit: 1), "too-large"),
    ]
    for (kind, code) in kinds {
      #expect(VaultProblem(kind: kind, path: path, position: .start).code == code, "\(kind)")
      #expect(VaultProblem.codes.contains(code), "\(kind)")
    }
    print(VaultProblem.codes.count, "words for", kinds.count, "kinds")
    #expect(Set(VaultProblem.codes) == Set(kinds.map(\.code)))
  }

  @Test func onlyTextsThatMayHaveProblemsAreRead() throws {
    let texts = [
      ("clean.md", "---\ntags: [x]\n---\n# Clean\n[[other]] 가을 <<<< `![](a.png)`\n"), ("other.md", "# Other\n"),
      ("linking.md", "# L\n[[none]]\n"), ("anchor.md", "# N\n[[other#Part]]\n"), ("twin 1.md", "# Twin\n"),
      ("twin 2.md", "# Twin\n"), ("picture.md", "# P\n![](a.png)\n"), ("front.md", "---\na: {b\n---\n"),
      ("merged.md", "<<<<<<< a\n=======\n>>>>>>> b\n"), ("con.md", "# Con\n"),
    ]
    let folder = try TemporaryFolder()
    for (path, text) in texts { try folder.write(text, to: path) }
    try folder.write([0x23, 0x20, 0xB0, 0xA1], to: VaultPath("korean.md"))
    let index = try folder.openVault().readAll()
    let watched = try WatchedFiles(folder.openVault().files)
    let host = WrappedHost(base: folder.host(), files: { _ in watched }, writer: { $0 })
    let vault = try Vault(at: folder.path, host: host)
    _ = watched.takeReads()
    let found = Set(VaultCheck(vault, index).problems().map(\.path.text))
    let reads = watched.takeReads().map(\.text).filter { !$0.hasPrefix(".memo/") }.sorted()
    // The memo that an anchor is looked for in is read for that.
    let suspects = found.subtracting(["con.md"]).union(["other.md"]).sorted()
    #expect(reads == suspects)
    #expect(found == Set(texts.map(\.0) + ["korean.md"]).subtracting(["clean.md", "other.md"]))
  }

  @Test func aHealthyVaultHasNoProblems() throws {
    #expect(try Self.check([("a.md", "# A\n[[b]]\n"), ("b.md", "# B\n[[A]]\n")]) == [])
    #expect(try Self.check([]) == [])
  }
}
