import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Every command on a hostile vault: it ends, by itself and soon, with an exit code of its own; nothing is run, nothing
/// outside is read or written, and a terminal is told nothing but text and colours.
@Suite(.waitsForPrograms) struct HostileVaultTests {
  private let sandbox: Sandbox
  private let outside: [String]

  init() throws {
    sandbox = try HostileVault.sandbox()
    outside = try HostileVault.environment(of: sandbox)
  }

  private static let reading = [
    "list", "list --json", "list --jsonl -n 0", "list --paths -0", "list --sort title --sort created-",
    "list --format '{title}\\t{created} {tags} {preview}'", "list --tag 'NOT a' --since 2024", "list --orphan",
    "list --links-to HEAD.md", "search body", "search -l title", "search --json tripwire", "search '/b.dy|x$/'",
    "search ㅎ -n 3",
    "search --explain body -m 1", "tags", "graph", "graph --dot", "graph --json", "check", "check --json", "stats",
    "stats --json", "trash", "trash --json", "undo --list", "undo --list --json", "conflicts", "sync --status",
    "index --verify",
    "index --rebuild", "config", "watch --status", "history HEAD.md", "diff HEAD.md", "links links.md",
    "backlinks HEAD.md",
    "__complete bash 'memo show ' 10", "export ../copy", "export --json", "show --json -- --force.md",
    "list --paths", "list -0", "list --format '{path} {absPath} {title} {tags} {links} {aliases}'", "search -l body",
    "search --count body", "search -C 1 body", "search --json -C 1 body", "search --jsonl body",
    "trash restore nothing",
    "show nothing", "show a", "show title", "links escapes.md", "links escapes.md --json", "backlinks HEAD.md --json",
    "tags --json", "conflicts --json", "config --json", "history HEAD.md --json", "delete -y --dry-run escapes.md",
    "import --dry-run ../import.json", "new --template none x", "show $(printf 'a\\033]0;x\\007\\302\\2331m')",
    "list --tag $(printf '\\033]0;x\\007(')", "search $(printf '/\\033\\302\\233(/')", "config $(printf 'x\\033y') 1",
    "list --format $(printf '{x\\033y}')", "sync --remote $(printf 'ext::\\033x')",
    "--vault $(printf '../\\033x') list",
    "$(printf 'x\\033y')", "clone $(printf '../\\033\\302\\233x') ../clone",
  ]

  private static let shown = [
    "list", "list --sort title -n 0", "list --json", "search body", "search --explain title -m 1", "tags", "graph",
    "check", "stats",
    "trash", "undo --list", "links escapes.md", "backlinks HEAD.md", "diff HEAD.md",
  ]

  /// What a pipe gets exactly by its contract: the bytes of memos, the lines of patches, and records that NUL ends.
  private static func isExact(_ command: String) -> Bool {
    let words = command.split(separator: " ").drop { ["memo", "--lang", "ko"].contains($0) }
    return ["show", "share", "diff"].contains(words.first) && !words.contains("--json") || words.contains("-0")
      || words.contains("--dry-run")
  }

  @Test func commandsThatReadEndWithTextAlone() throws {
    for command in Self.reading { try check("memo \(command)") }
    for command in Self.reading { try check("memo --lang ko \(command)") }
    // What is there now was exported, each file inside.
    try sandbox.folder.remove(VaultPath("copy"))
    try expectNothingElse()
  }

  @Test(.enabled(if: HostileVaultTests.hasScript, "there is no script of util-linux"))
  func aTerminalReceivesOnlyText() throws {
    for command in Self.shown { try checkOnTerminal("memo \(command) --no-pager") }
    // All that are memos at once, and what only looks like one by itself.
    try checkOnTerminal("memo list --paths -n 0 -0 | xargs -0 memo show --no-pager --")
    for name in ["loop.md", "passwd.md", "gone.md", "out.md", "pipe.md", "socket.md", "folder.md", "'esc\u{1B}[31m'"] {
      try checkOnTerminal("memo show --no-pager -- \(name)")
    }
    try expectNothingElse()
  }

  @Test func commandsThatWriteStayInside() throws {
    let words = [
      "today --no-edit", "new --no-edit -- '../../evil \u{1B}[31m/etc/x'", "new --no-edit -- '-rf'",
      "new --no-edit --dir ../outside x",
      "append escapes.md x", "prepend front.md x", "append -- -rf.md x", "append -- '$(tripwire).md' x",
      "append nul.md x",
      "rename -- HEAD.md '../\u{202E}x'", "move note.md ../outside", "move note.md outside", "move note.md up",
      "move Note.md sub",
      "rename links.md 'many'", "tags rename b c", "write invalid.md < nul.md", "delete -y -- --force.md",
      "delete -y out.md",
      "trash restore a", "trash restore b", "undo", "undo", "redo", "import ../import.json", "import outside",
      "check --fix -y",
      "trash empty -y", "sync --remote ../hub.git", "edit escapes.md", "share --stdout escapes.md",
      "restore HEAD.md --at HEAD",
    ]
    let path =
      #"[{"title":"../x\u001b[2J","body":"b","path":"../../evil.md"},{"title":"\u0000","body":"","pathBase64":"Li4vLi4veC5tZA=="}]"#
    try sandbox.folder.write(path, to: "import.json")
    sandbox.variables["EDITOR"] = "true"
    for command in words { try check("memo \(command)") }
    try sandbox.folder.remove(VaultPath("import.json"))
    try expectNothingElse()
    let secret = try text(of: "outside/secret.md")
    #expect(secret == "# \(HostileVault.secret)\n")
  }

  @Test func aFileThatTurnsIntoAFolderWhileItIsRead() throws {
    let flip =
      "while :; do rm -rf flip.md; mkdir flip.md; rmdir flip.md; ln -s /etc/passwd flip.md; rm flip.md; echo '# f' > flip.md; done"
    let line =
      "\(flip) & for n in 1 2 3 4 5 6 7 8; do memo list --paths > /dev/null || exit 9; memo search -l root:x && exit 8; done; kill $!"
    let run = try sandbox.shell(line)
    #expect(run.end == .exited(0), "\(run.errors)")
  }

  // MARK: Looking

  private static let hasScript = MemoProgram.isInstalled("script") && MemoProgram.isLinux

  private func check(_ command: String) throws {
    let run = try sandbox.shell(command)
    expectEnd(run)
    #expect(TerminalBytes.firstHostile(in: Array(run.errors.utf8)) == nil, "\(command): \(run.errors)")
    let hostile = Self.isExact(command) ? nil : TerminalBytes.firstHostile(in: run.output, returnsAreOwn: false)
    #expect(hostile == nil, "\(command): \(hostile ?? "")")
    for secret in [HostileVault.secret, "root:x:"] {
      #expect(!TerminalBytes.isText(secret, in: run.output), "\(command) reads what is outside")
    }
  }

  private func checkOnTerminal(_ command: String) throws {
    let run = try sandbox.run(["script", "-qec", command, "/dev/null"], in: "vault", input: [], with: [:])
    expectEnd(run)
    let hostile = TerminalBytes.firstHostile(in: run.output)
    #expect(hostile == nil, "\(command): \(hostile ?? "")")
    for secret in [HostileVault.secret, "root:x:"] {
      #expect(!TerminalBytes.isText(secret, in: run.output), "\(command) reads what is outside")
    }
  }

  private func expectEnd(_ run: MemoRun) {
    guard case .exited(let code) = run.end, (0...8).contains(code) else {
      Issue.record("\(run.command): \(run.end) \(run.errors.suffix(500))")
      return
    }
  }

  private func expectNothingElse() throws {
    let ran = try HostileVault.programsRun(in: sandbox)
    #expect(ran == "", "a program was run: \(ran)")
    let now = try HostileVault.environment(of: sandbox)
    #expect(now == outside, "outside: \(Set(now).symmetricDifference(outside))")
  }

  private func text(of name: String) throws -> String {
    String(decoding: try sandbox.folder.bytes(of: VaultPath(name)) ?? [], as: UTF8.self)
  }
}
