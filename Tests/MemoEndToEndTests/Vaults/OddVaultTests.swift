import Foundation
import MemoCore
import MemoTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.waitsForPrograms) struct OddVaultTests {
  @Test func whatIsNoFileIsNoMemo() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# real\n", to: "real.md")
    try sandbox.folder.makePipe(VaultPath("vault/pipe.md"))
    try sandbox.folder.makeSocket(VaultPath("vault/socket.md"))
    try sandbox.folder.makeFolders(VaultPath("vault/folder.md"))
    try sandbox.write("# inside\n", to: "folder.md/inside.md")
    for (name, target) in [
      ("loop.md", "loop.md"), ("up", ".."), ("self", "."), ("link.md", "real.md"), ("gone.md", "no"),
    ] {
      try sandbox.folder.link(VaultPath("vault/\(name)"), to: target)
    }
    #expect(try sandbox.memo("list", "--paths").lines.sorted() == ["folder.md/inside.md", "real.md"])
    #expect(try sandbox.memo("search", "-l", "real").lines == ["real.md"])
    for name in ["pipe.md", "socket.md", "folder.md", "loop.md", "link.md", "gone.md"] {
      #expect(try sandbox.memo("show", name).end == .exited(3), "\(name)")
    }
  }

  @Test func aFolderOfGitThatLacksPartsIsNotCalledARepositoryAsWell() throws {
    let sandbox = try Sandbox(hasMarker: false)
    try sandbox.write("text\n", to: ".git/description")
    try sandbox.check(
      """
      $ memo init 2>&1 | sed 's|/.*/vault|VAULT|'
      created a vault in VAULT
      '.git' exists but is not a git repository: parts of it are missing
      create the missing parts with 'memo sync --remote URL' or 'git init'
      """)
  }

  @Test func obsidiansFolderThatOtherDevicesDoNotGetIsReported() throws {
    let sandbox = try Sandbox(hasMarker: false)
    try sandbox.write("{}\n", to: ".obsidian/app.json")
    try sandbox.write("*.tmp\n.obsidian/\n", to: ".gitignore")
    try sandbox.check(
      """
      $ memo init 2>&1 | grep hint
      hint: git ignores '.obsidian', so other devices would take first lines as titles; to use the names of files there, too: memo config titles file-name
      $ rm -r .memo && echo .obsidian/workspace.json > .gitignore && memo init 2>&1 | grep hint
      [1]
      """)
    let remote = sandbox.folder.path.appending("remote").text
    try sandbox.write(".obsidian\n", to: ".gitignore")
    let run = try sandbox.memo("sync", "--remote", remote)
    #expect(run.errors.contains("hint: git ignores '.obsidian'"), "\(run.errors)")
    #expect(try sandbox.memo("config", "titles", "file-name").end == .exited(0))
    #expect(try !sandbox.memo("sync", "--remote", remote).errors.contains("git ignores '.obsidian'"))
  }

  @Test func foldersMayBeDeep() throws {
    let sandbox = try Sandbox()
    let path = String(repeating: "d/", count: 300) + "deep.md"
    try sandbox.write("# bottom\n", to: path)
    #expect(try sandbox.memo("list", "--paths").lines == [path])
    #expect(try sandbox.memo("show", "bottom").text == "# bottom\n")
    #expect(try sandbox.memo("search", "-l", "bottom").lines == [path])
  }

  // Only what a program may allocate is limited: what it holds at its peak cannot be asked, for the system counts what
  // the process that started it held.
  @Test(arguments: [(start: "# Huge\n", titleLength: 4), (start: "", titleLength: 1 << 20)])
  func aHugeFileTakesLittleMemory(start: String, titleLength: Int) throws {
    let sandbox = try Sandbox()
    try sandbox.write(start, to: "huge.md")
    try sandbox.folder.truncate(VaultPath("vault/huge.md"), to: 160 << 20)
    for _ in 0..<2 {
      let run = try sandbox.shell("ulimit -d 128000; memo list -0 --format '{title}'")
      #expect(run.end == .exited(0), "\(run.errors)")
      #expect(run.output.count == titleLength + 1)
    }
  }

  @Test func showWritesEveryByte() throws {
    let sandbox = try Sandbox()
    var bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("# t\r\nline\rlast\n\u{0}".utf8) + [0xFF, 0xFE, 0xC0, 0x80, 0x1B]
    bytes += (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try sandbox.write(bytes, to: VaultPath("odd.md"))
    #expect(try sandbox.memo("show", "odd").output == bytes)
    #expect(try sandbox.memo("show", "odd", "odd").output == bytes + bytes)
    let text = try sandbox.memo("show", "odd", "--json").record()["text"] as? String
    #expect(text == String(decoding: bytes, as: UTF8.self))
    #expect(try sandbox.memo("export", "../copy", "-q").end == .exited(0))
    #expect(try sandbox.folder.bytes(of: VaultPath("copy/odd.md")) == bytes)
  }

  @Test func aReaderThatLeavesIsNoFailure() throws {
    let sandbox = try Sandbox()
    // Long paths, so that every output is larger than what a pipe holds for a reader that is gone.
    let folder = String(repeating: "folder ", count: 12)
    for number in 1...5_000 { try sandbox.write("# memo \(number)\n", to: "\(folder)/\(number).md", day: 1) }
    for command in ["list", "list --json", "list --paths", "search memo", "search --json memo", "export --json"] {
      let run = try sandbox.shell("{ memo \(command); echo $? >&2; } | head -c 1")
      #expect(run.output.count == 1, "\(command)")
      #expect(run.errors == "141\n", "\(command): \(run.errors)")
    }
    #expect(try sandbox.shell("memo show 1 > /dev/full").end == .exited(7))
  }

  @Test func anInterruptEndsTheCommandByItsSignal() throws {
    let sandbox = try Sandbox()
    try sandbox.write(String(repeating: "much text\n", count: 1 << 18), to: "big.md")
    try sandbox.folder.makePipe(VaultPath("pipe"))
    let pipe = open(sandbox.folder.systemPath(VaultPath("pipe")), O_RDWR | O_CLOEXEC)
    defer { close(pipe) }
    let nowhere = Array("/dev/null".utf8)
    let child = try ChildProcess(
      ["memo", "show", "big.md"].map { Array($0.utf8) }, variables: sandbox.variables, folder: sandbox.vault.bytes,
      input: nowhere, output: sandbox.folder.path.appending("pipe").bytes, errors: nowhere)
    // A byte has come, so the command runs, and the rest does not fit in the pipe, so it goes on running.
    var byte: UInt8 = 0
    #expect(read(pipe, &byte, 1) == 1)
    kill(child.id, SIGINT)
    #expect(child.wait() == .signalled(SIGINT))
  }

  @Test func anInterruptEndsAnExportBetweenTwoMemos() throws {
    let sandbox = try Sandbox()
    for number in 1...3_000 { try sandbox.write("# memo \(number)\n", to: "\(number % 7)/\(number).md", day: 1) }
    #expect(try sandbox.memo("index", "-q").end == .exited(0))
    // The folder is made when signals are heard already.
    let run = try sandbox.shell(
      "memo export ../copy --json & p=$!; until [ -d ../copy ]; do :; done; kill -s TERM $p; wait $p")
    #expect(run.end == .exited(130), "\(run.end) \(run.errors)")
    let report = try run.record()
    #expect(try sandbox.shell("find ../copy -name '.memo-tmp.*'").lines == [])
    let made = try sandbox.shell("find ../copy -name '*.md' | sed 's|^../copy/||'").lines
    #expect(made.sorted() == (report["exported"] as? [String])?.sorted() && report["interrupted"] as? Bool == true)
    #expect(made.count < 3_000)
    #expect(try sandbox.memo("export", "../copy", "-q").end == .exited(0))
    #expect(try sandbox.shell("diff -r -x .memo . ../copy").end == .exited(0))
  }

  @Test func closedStreamsAreNoPlaceForMessages() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# a\n", to: "a.md", day: 1)
    #expect(try sandbox.shell("memo list --paths 2>&- <&-").lines == ["a.md"])
    let closed = try sandbox.shell("memo list >&-")
    #expect(closed.end == .exited(7) && closed.errors.contains("standard output"), "\(closed.errors)")
    #expect(try sandbox.shell("memo new b --body text >&- 2>&- <&-").end == .exited(7))
    #expect(try sandbox.text(of: "b.md") == "# b\n\ntext\n")
    let editor = ["EDITOR": "for fd in 0 1 2; do test -e /dev/fd/$fd && echo $fd >> seen; done; :"]
    #expect(try sandbox.shell("memo edit a <&- >&- 2>&-", with: editor).end == .exited(0))
    #expect(try sandbox.text(of: "seen") == "0\n1\n2\n", "a file of ours would stand there")
  }

  // MARK: Permissions

  @Test func unreadableMemosAreReportedAndLeftOut() throws {
    let person = try UnprivilegedPerson()
    let sandbox = person.sandbox
    try sandbox.write("# open\n", to: "open.md", day: 2)
    try sandbox.write("# shut\n", to: "shut.md", day: 1)
    try sandbox.write("# inside\n", to: "closed/inside.md", day: 1)
    try sandbox.folder.setMode(0, of: VaultPath("vault/shut.md"))
    try sandbox.folder.setMode(0, of: VaultPath("vault/closed"))
    let list = try person.memo("list", "--paths")
    try sandbox.folder.setMode(0o755, of: VaultPath("vault/closed"))
    guard let list else { return }
    #expect(list.lines == ["open.md"], "\(list.errors)")
    #expect(list.errors.contains("memo: cannot read 'shut.md': Permission denied\n"), "\(list.errors)")
    #expect(list.errors.contains("memo: cannot list 'closed': Permission denied\n"), "\(list.errors)")
    #expect(list.end == .exited(0))
    #expect(try person.memo("show", "shut.md")?.end == .exited(7))
    #expect(try person.memo("search", "-l", "open")?.lines == ["open.md"])
  }

  @Test func theRecordOfAnUnreadableMemoIsNotCalledMissing() throws {
    let person = try UnprivilegedPerson()
    try person.sandbox.write("# open\n", to: "open.md")
    try person.sandbox.write("# shut\n", to: "shut.md")
    try person.sandbox.folder.setMode(0, of: VaultPath("vault/shut.md"))
    for names in [["shut.md"], ["shut"], ["open.md", "shut.md"]] {
      guard let run = try person.memo(["show"] + names + ["--json"]) else { return }
      #expect(run.end == .exited(7) && run.text.isEmpty, "\(run.text)\(run.errors)")
      let failure = #""kind":"file","message":"cannot read 'shut.md': Permission denied""#
      #expect(run.errors.contains(failure), "\(run.errors)")
    }
  }

  @Test func linksLeadToAMemoThatCannotBeRead() throws {
    let person = try UnprivilegedPerson()
    try person.sandbox.write("# open\n\n[[shut]] [[none]]\n", to: "open.md")
    try person.sandbox.write("# shut\n", to: "shut.md")
    try person.sandbox.folder.setMode(0, of: VaultPath("vault/shut.md"))
    guard let links = try person.memo("links", "open.md", "--json")?.records() else { return }
    #expect(links.map { $0["path"] as? String } == ["shut.md", nil])
    #expect(links.map { $0["status"] as? String } == ["memo", "broken"])
    let check = try person.memo("check")?.text ?? ""
    #expect(check.contains("no memo that can be read is named 'none'"), "\(check)")
    #expect(!check.contains("is named 'shut'"), "\(check)")
    #expect(try person.memo("backlinks", "shut.md")?.text.contains("open.md:3:1:") ?? true)
    #expect(try person.memo("graph")?.text.contains("open.md\tshut.md\tshut") ?? true)
  }

  @Test(arguments: [["links", "shut"], ["extract", "open#One"]])
  func aCommandThatNeedsAnUnreadableMemoReportsItOnce(words: [String]) throws {
    let person = try UnprivilegedPerson()
    try person.sandbox.write("# open\n\n## One\n", to: "open.md")
    try person.sandbox.write("# shut\n", to: "shut.md")
    try person.sandbox.folder.setMode(0, of: VaultPath("vault/shut.md"))
    guard let run = try person.memo(words) else { return }
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(run.end == .exited(7) && lines.first == "memo: cannot read 'shut.md': Permission denied", "\(lines)")
    #expect(lines.count == 2 && lines.last?.hasPrefix("hint: 'ls -l'") == true, "\(lines)")
  }

  @Test(arguments: [
    ["delete", "--yes", "closed/a.md"], ["move", "closed/a.md", "."], ["merge", "b.md", "closed/a.md"],
  ])
  func aMemoThatItsFolderDoesNotLetGoIsNamed(words: [String]) throws {
    let person = try UnprivilegedPerson()
    try person.sandbox.folder.makeFolders(VaultPath("vault/closed"))
    try person.sandbox.write("# a\n", to: "closed/a.md")
    try person.sandbox.write("# b\n", to: "b.md")
    try person.sandbox.folder.setMode(0o555, of: VaultPath("vault/closed"))
    let run = try person.memo(words)
    try person.sandbox.folder.setMode(0o755, of: VaultPath("vault/closed"))
    guard let run else { return }
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(run.end == .exited(7) && lines.first == "memo: cannot write 'closed/a.md': Permission denied", "\(lines)")
    #expect(lines.count == 2 && lines.last?.contains("write to the folder: 'ls -ld'") == true, "\(lines)")
    #expect(try person.sandbox.text(of: "closed/a.md") == "# a\n" && person.sandbox.text(of: "b.md") == "# b\n")
  }

  @Test func aReadOnlyVaultCanBeRead() throws {
    let person = try UnprivilegedPerson(ownsVault: false)
    // Another user's vault is not found, but used where it is named.
    person.sandbox.variables["MEMO_VAULT"] = person.sandbox.vault.text
    try person.sandbox.write("# still here\n", to: "a.md", day: 1)
    guard let list = try person.memo("list", "--paths") else { return }
    #expect(list.lines == ["a.md"], "\(list.errors)")
    #expect(list.errors == "")
    #expect(try person.memo("search", "still")?.lines == ["a.md:1:3:# still here"])
    #expect(try person.memo("show", "still")?.text == "# still here\n")
    let new = try person.memo("new", "b")
    #expect(new?.end == .exited(7) && new?.errors.contains("Permission denied") == true, "\(new?.errors ?? "")")
    let failure = try person.memo("new", "b", "--json")?.failure()
    #expect(failure?["kind"] as? String == "read-only")
    #expect(failure?["message"] as? String == "cannot write to this vault: Permission denied")
    #expect(try person.sandbox.folder.names(in: VaultPath("vault")).count == 2)
  }
}

/// A person who may not do everything, as the superuser who runs some tests may.
struct UnprivilegedPerson {
  let sandbox: Sandbox

  private static let user = "65534"

  init(ownsVault: Bool = true) throws {
    sandbox = try Sandbox()
    try sandbox.folder.setMode(0o755, of: .root)
    if geteuid() == 0 {
      for name in ["home", "runs"] + (ownsVault ? ["vault", "vault/.memo"] : []) {
        chown(sandbox.folder.systemPath(VaultPath(name)), 65534, 65534)
      }
    } else if !ownsVault {
      try sandbox.folder.setMode(0o555, of: VaultPath("vault/.memo"))
    }
  }

  /// Runs `memo` as that person; `nil` where there is no way to be another.
  func memo(_ words: String...) throws -> MemoRun? {
    try memo(words)
  }

  /// The same.
  func memo(_ words: [String]) throws -> MemoRun? {
    guard geteuid() == 0 else { return try sandbox.run(["memo"] + words, in: "vault", input: [], with: [:]) }
    guard MemoProgram.isInstalled("setpriv") else {
      print("not checked: the tests run as the superuser and there is no setpriv to become another")
      return nil
    }
    let prefix = ["setpriv", "--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups", "--", "memo"]
    return try sandbox.run(prefix + words, in: "vault", input: [], with: [:])
  }
}
