import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// What git is asked for and how its answers are read, against git itself.
@Suite struct GitRepositoryTests {
  let place: GitFolder
  let repository: GitRepository

  init() throws {
    place = try GitFolder()
    try place.folder.makeFolders(VaultPath("vault"))
    repository = place.repository("vault")
    try repository.make()
  }

  @Test(arguments: ["-1", "-9223372036854775808", "9223372036854775807", "4", "x", ""])
  func aBlobIsNoLongerThanTheAnswer(size: String) {
    let answer = Array("\(String(repeating: "0", count: 40)) blob \(size)\nabc\n".utf8)
    #expect((try? GitRepository.blobs(in: answer))?.isEmpty ?? true)
  }

  private func commit(
    _ changes: [(path: VaultPath, content: CommitDraft.Content)], on parents: [ObjectId] = [],
    ref: String = "refs/heads/main",
    message: String = "x\n"
  ) throws -> ObjectId {
    let signature = CommitDraft.Signature(name: "T <x>\n", email: "t@ x", seconds: 1_700_000_000)
    return try repository.commit(
      CommitDraft(
        ref: ref, parents: parents, author: signature, committer: signature, message: Array(message.utf8),
        changes: changes))
  }

  private func text(_ text: String) -> CommitDraft.Content { .new(.file) { Array(text.utf8) } }

  private static let oddNames =
    [
      "a.md", "sub/b.md", "q\"uo\\te", "new\nline", "tab\t", "\u{1112}\u{116C}.md", "회.md", "-rf.md", " lead",
      ":(glob)x",
    ].map { VaultPath($0) } + [VaultPath(bytes: [0xFF, 0xFE])]

  @Test func aCommitHoldsExactlyWhatWasDrafted() throws {
    let first = try commit(Self.oddNames.map { ($0, text("text of \($0.text)")) })
    let tree = try repository.tree(of: first)
    #expect(Set(tree.keys) == Set(Self.oddNames))
    for path in Self.oddNames { #expect(tree[path]?.id == ObjectId(ofBlob: Array("text of \(path.text)".utf8))) }
    try place.shell("git fsck --strict && git -C . log -1 --format='%an|%ae' > ../who", in: "vault")
    #expect(try place.folder.bytes(of: VaultPath("who")) == Array("T x|t@x\n".utf8))
  }

  @Test func whatCommitsHaveAtPathsIsWhatEachHasThere() throws {
    let names = Self.oddNames + [VaultPath("cr\r"), VaultPath("two words")]
    let first = try commit(names.map { ($0, text("text of \($0.text)")) })
    let second = try commit(names.prefix(4).map { ($0, .removed) }, on: [first])
    let asked = (names + [VaultPath("none"), VaultPath("sub")]).flatMap { path in
      [first, second].map { CommitFile(commit: $0, path: path) }
    }
    let found = try repository.entries(at: asked)
    for file in asked { #expect(try found[file] == repository.entry(of: file.path, in: file.commit), "\(file)") }
    #expect(found.count == names.count * 2 - 4)
  }

  @Test func changesAreTheDifferenceOfTwoTrees() throws {
    let first = try commit(Self.oddNames.map { ($0, text($0.text)) })
    let changed: [(path: VaultPath, content: CommitDraft.Content)] = [
      (VaultPath("sub"), text("a file where a folder was")), (VaultPath("sub/b.md"), .removed),
      (Self.oddNames[3], .removed),
      (Self.oddNames[4], .new(.executable) { [0] }), (VaultPath("left"), .new(.file) { nil }),
    ]
    let second = try commit(changed, on: [first])
    let changes = try repository.changes(from: first, to: second)
    #expect(
      Set(changes.map(\.path)) == Set([VaultPath("sub"), VaultPath("sub/b.md"), Self.oddNames[3], Self.oddNames[4]]))
    #expect(try repository.tree(of: first).applying(changes) == repository.tree(of: second))
  }

  @Test func aBranchThatMovedSinceIsNotOverwritten() throws {
    let first = try commit([(VaultPath("a"), text("1"))])
    let second = try commit([(VaultPath("a"), text("2"))], on: [first])
    let error = #expect(throws: GitError.self) { try commit([(VaultPath("a"), text("3"))], on: [first]) }
    #expect(error?.isOvertaken == true, "\(String(describing: error))")
    #expect(try repository.refs()["refs/heads/main"]?.id == second)
    let stale = #expect(throws: GitError.self) {
      try repository.change([.move("refs/heads/main", to: first, from: first), .remove("refs/memo/x")], reason: "x")
    }
    #expect(stale?.isOvertaken == true, "\(String(describing: stale))")
  }

  /// Taken for none, it would be left behind where the other side has gone on.
  @Test func aCommitWithoutADateIsOneThatTheOtherSideHasNot() throws {
    let first = try commit([(VaultPath("a"), text("1"))])
    let second = try commit([(VaultPath("a"), text("2"))], on: [first])
    let lines = #"tree %s\nparent %s\nauthor A <a@x>\ncommitter A <a@x> 1700000000 +0000\n\nodd\n"#
    let tree = "$(git rev-parse \(first.text)^{tree})"
    let making = "printf '\(lines)' \(tree) \(first.text) | git hash-object -t commit -w --stdin --literally"
    let odd = ObjectId(String(try place.shell(making, in: "vault").dropLast()))
    for (one, other) in [(odd, second), (second, odd), (odd, first), (first, odd)] {
      #expect(try Divergence(repository, one, other).bases == [first])
    }
  }

  /// Git's `merge-base` ends as for commits that have nothing in common.
  @Test func commitsWhoseAncestorsAreLostAreNotTakenForUnrelated() throws {
    let first = try commit([(VaultPath("a.md"), text("one\n"))])
    let lost = try commit([(VaultPath("a.md"), text("two\n"))], on: [first])
    let here = try commit([(VaultPath("a.md"), text("three\n"))], on: [lost])
    let there = try commit([(VaultPath("b.md"), text("four\n"))], on: [lost], ref: "refs/heads/there")
    #expect(try repository.mergeBases(here, there) == [lost])
    let file = "\(lost.text.prefix(2))/\(lost.text.dropFirst(2))"
    try place.shell("rm .git/objects/\(file)", in: "vault")
    let damage = GitError.damaged(.reported("Could not read \(lost.text)"))
    #expect(throws: damage) { try repository.mergeBases(here, there) }
    #expect(throws: damage) { try repository.isAncestor(there, of: here) }
    #expect(throws: damage) { try repository.output(["log", "--format=%H", here.text, "--"]) }
  }

  @Test func blobsComeBackByTheirIds() throws {
    _ = try commit([(VaultPath("a"), text("1\n2")), (VaultPath("b"), text("")), (VaultPath("c"), text("\0x"))])
    let texts = [Array("1\n2".utf8), [], Array("\0x".utf8)]
    let ids = texts.map { ObjectId(ofBlob: $0) } + [ObjectId(ofBlob: [7])]
    let blobs = try repository.blobs(ids)
    #expect(ids.map { blobs[$0] } == texts + [nil])
    #expect(try repository.known(ids) == Set(ids.dropLast()))
  }

  @Test func theNewestWordOnAFilesTimeCounts() throws {
    let path = VaultPath("a \"b\".md")
    func message(_ time: Int64) -> String {
      "x\n\n" + String(decoding: MemoTimes(times: [path: time]).trailers, as: UTF8.self)
    }
    let first = try commit([(path, text("1"))], message: message(5))
    let second = try commit([(path, text("2"))], on: [first], message: message(7_000_000_001))
    let third = try commit([(VaultPath("c"), text("by hand"))], on: [second])
    let times = try CommitLog(repository, from: [], to: third).times(in: repository)
    #expect(times == [path: 7_000_000_001, VaultPath("c"): 1_700_000_000_000_000_000])
    #expect(try CommitLog(repository, from: [first], to: second).entries.map(\.id) == [second])
  }

  @Test func aLogThatIsNotUnderstoodIsNoEmptyOne() throws {
    let id = String(repeating: "a", count: ObjectId.length)
    let record = ">\n\(id)\n\n1\n2\nme@example.org\nMe\nsubject\n"
    #expect(try CommitLog.entries(in: Array("\(record)\0\(record)\0".utf8)).map(\.id.text) == [id, id])
    #expect(throws: GitError.unclear("log")) {
      try CommitLog.entries(in: Array("\(record)\0Good \"git\" signature for me\n\(record)\0".utf8))
    }
  }

  static let sshCommands: [(url: String, command: String?, program: String?, mayAsk: Bool, expected: String?)] = [
    ("https://example.org/x", nil, nil, false, nil), ("/srv/x.git", nil, nil, true, nil),
    ("me@host:x", nil, nil, false, "ssh -oBatchMode=yes\(limits)"), ("ssh://host/x", nil, nil, true, "ssh\(limits)"),
    ("me@host:x", "/usr/bin/ssh -i key", nil, false, "/usr/bin/ssh -i key -oBatchMode=yes\(limits)"),
    ("me@host:x", "ssh -i key", nil, true, nil), ("me@host:x", "plink -batch", nil, false, "plink -batch"),
    ("me@host:x", nil, "/opt/my ssh", false, nil), ("me@host:x", nil, "/opt/my ssh", true, nil),
  ]
  private static let limits = " -oConnectTimeout=10 -oServerAliveInterval=5 -oServerAliveCountMax=3"

  @Test(arguments: sshCommands)
  func connectionsEndInTimeAndTheUsersOwnCommandIsKept(
    url: String, command: String?, program: String?, mayAsk: Bool, expected: String?
  ) throws {
    #expect(
      try repository.sshCommand(
        for: RemotePlace(url, from: repository.root), variables: (command, program), mayAsk: mayAsk) == expected)
  }

  static let reasons: [(String, String)] = [
    ("remote: Enumerating objects: 3, done.\nremote: Counting objects:  50% (1/2)\rfatal: early EOF\n", "early EOF"),
    ("remote: Total 3 (delta 0)\nremote: error: GH006: protected\nerror: failed to push\n", "error: GH006: protected"),
    ("To host:x\n", "status 128"), ("", "status 128"),
  ]

  @Test(arguments: reasons)
  func howFarATransferWasIsNoReason(errors: String, reason: String) {
    #expect(GitRepository.reason(GitAnswer(status: 128, output: [], errors: errors)) == reason)
  }

  static let checks: [(errors: String, line: String?)] = [
    (
      """
      remote: Total 3 (delta 0), reused 0 (delta 0), pack-reused 0
      Unpacking objects:  33% (1/3)\rerror: object a3b5: hasDotgit: contains '.git'
      fatal: fsck error in packed object
      fatal: unpack-objects failed
      """, "object a3b5: hasDotgit: contains '.git'"
    ),
    (
      """
      warning: object 12ab: zeroPaddedFilemode: contains zero-padded file modes
      error: object dbc7: badEmail: invalid author/committer line - bad email
      fatal: fsck error in pack objects
      fatal: fetch-pack: invalid index-pack output
      """, "object dbc7: badEmail: invalid author/committer line - bad email"
    ),
    ("fatal: fsck error in packed object\nfatal: index-pack failed\n", "fsck error in packed object"),
    ("remote: error: object a3b5: hasDotgit: contains '.git'\nremote: fatal: fsck error in packed object\n", nil),
    ("fatal: unable to access 'https://example.org/': Could not resolve host: example.org\n", nil), ("", nil),
  ]

  /// As git writes it here; what a remote's git writes of what it is sent is no check of what it has.
  @Test(arguments: checks.indices)
  func anObjectThatGitsChecksRefuseIsRecognized(place: Int) {
    #expect(GitRepository.failedCheck(in: Self.checks[place].errors) == Self.checks[place].line)
  }

  @Test func ignoredFilesAreFoundByTheirBytes() throws {
    try place.folder.write("*.log\n/x*\n!keep.log\n", to: "vault/.gitignore")
    let paths = ["a.log", "keep.log", ":(glob)a.log", "sub/b.log", "x\ny", "n.md", "[a].log"].map { VaultPath($0) }
    let ignored = try repository.ignored(paths).map(\.text).sorted()
    #expect(ignored == [":(glob)a.log", "[a].log", "a.log", "sub/b.log", "x\ny"])
  }
}
