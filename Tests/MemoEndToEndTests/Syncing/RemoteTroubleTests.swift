import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// A remote that cannot be used: each time it is said why, and what helps.
@Suite(.waitsForPrograms) struct RemoteTroubleTests {
  /// What is said without a password, an SSH key, a host, a folder, and words of the hint for it.
  static let troubles: [(url: String, errors: String, message: String, hint: String)] = [
    (
      "https://example.org/notes.git",
      "error: unable to read askpass response from '/bin/false'\n"
        + "fatal: could not read Username for 'https://example.org': terminal prompts disabled",
      "asks for a user name and a password or token, and git has none", "credential helper"
    ),
    (
      "https://example.org/notes.git", "fatal: Authentication failed for 'https://example.org/notes.git/'",
      "Authentication failed", "access token"
    ),
    (
      "https://example.org/notes.git",
      "fatal: unable to access 'https://example.org/notes.git/': Could not resolve host: example.org",
      "Could not resolve host", "check the network"
    ),
    ("me@host:notes.git", "me@host: Permission denied (publickey).", "Permission denied (publickey)", "public SSH key"),
    ("me@host:notes.git", "Host key verification failed.", "Host key verification failed", ": ssh me@host"),
    (
      "ssh://me@host:2222/notes.git", "Host key verification failed.", "Host key verification failed",
      ": ssh ssh://me@host:2222"
    ),
    (
      "me@host:notes.git",
      "Permissions 0644 for '/home/me/my keys/id' are too open.\nme@host: Permission denied (publickey).",
      "ssh did not use the key in '/home/me/my keys/id'", ": chmod 600 '/home/me/my keys/id'"
    ),
    (
      "me@host:notes.git", "me@host: Permission denied (publickey).", "Permission denied (publickey)",
      "'ssh-add' before"
    ),
    (
      "me@host:notes.git", "ssh: Could not resolve hostname host: Name or service not known",
      "Could not resolve hostname", "check the network"
    ),
  ]

  /// Has git or ssh end with some words where the remote is reached.
  private func fail(_ url: String, with errors: String, _ sandbox: Sandbox) throws {
    if url.contains("me@") {
      return try sandbox.makeProgram("ssh", "echo \"\(errors)\" >&2; exit 255")
    }
    let git = try sandbox.shell("command -v git").text.trimmingCharacters(in: .newlines)
    let script = """
      case " $* " in
      *" ls-remote "*|*" fetch "*|*" push "*) echo "\(errors)" >&2; exit 128;;
      esac
      exec \(git) "$@"
      """
    try sandbox.makeProgram("git", script)
  }

  private func expect(
    _ run: MemoRun, _ message: String, _ hints: [String], location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(run.end == .exited(8), "\(run.errors)", sourceLocation: location)
    let failure = try run.failure(location)
    #expect(failure["kind"] as? String == "remote", "\(run.errors)", sourceLocation: location)
    #expect((failure["message"] as? String)?.contains(message) == true, "\(run.errors)", sourceLocation: location)
    let found = (failure["hints"] as? [String] ?? []).joined(separator: "\n")
    for hint in hints { #expect(found.contains(hint), "\(run.errors)", sourceLocation: location) }
    #expect(!found.contains("init --bare"), "\(run.errors)", sourceLocation: location)
  }

  @Test(arguments: troubles.indices)
  func aRemoteThatCannotBeUsedIsReportedWithAHint(place: Int) throws {
    let (url, errors, message, hint) = Self.troubles[place]
    let devices = try Devices.inStep(2)
    try fail(url, with: errors, devices.sandbox)
    // A remote that is set up, one that is to be, and one to clone.
    try devices.git("config", "remote.origin.url", url, in: "d0")
    try devices.write("# B\n", to: "b.md", on: 0)
    try expect(try devices.sync(0, "--json"), message, [hint, "saved here"])
    #expect(try devices.git("status", "--porcelain", in: "d0").isEmpty, "it is committed all the same")
    try expect(try devices.sync(1, "--remote", url, "--json"), message, [hint, "nothing was synced"])
    try expect(try devices.sandbox.memo("clone", url, "copy", "--json", in: ""), message, [hint])
    #expect(try devices.sync(0, "--dry-run").errors.contains(hint))
  }

  @Test func onlyAFolderThatIsNotThereIsToBeMadeARepository() throws {
    let devices = try Devices(1)
    try devices.sandbox.folder.makeFolders(VaultPath("plain"))
    for name in ["../nowhere.git", "../plain"] {
      let run = try devices.sync(0, "--remote", name)
      let making = "git init --bare \(HostPath(name, from: devices.sandbox.folder.path).text)\n"
      #expect(run.end == .exited(8) && run.errors.contains(making), "\(run.errors)")
      #expect(!run.errors.contains("fatal:"), "\(run.errors)")
    }
  }

  /// A host's rules: it takes what is sent, looks at it and says why it does not keep it.
  @Test func whatAHostRefusesIsReportedInItsWords() throws {
    let devices = try Devices.inStep(2)
    // The last word is the command that the host is to run.
    try devices.sandbox.makeProgram("ssh", "for word; do last=$word; done; exec sh -c \"$last\"")
    try devices.git("config", "remote.origin.url", "me@host:\(devices.hub)", in: "d0")
    let hook = #"cat > /dev/null; printf 'GH013: a secret\n\n  at \033[31mb.md:2\nTo push, remove it\n' >&2; exit 1"#
    try devices.sandbox.folder.write("#!/bin/sh\n\(hook)\n", to: "hub.git/hooks/pre-receive")
    _ = try devices.sandbox.shell("chmod +x hub.git/hooks/pre-receive", in: "")
    try devices.write("# B\ntoken=abc\n", to: "b.md", on: 0)
    let run = try devices.sync(0)
    let lines = run.errors.split(separator: "\n")
    #expect(run.end == .exited(8) && lines.count == 2, "\(run.errors)")
    #expect(lines.first?.contains("refused the changes: GH013: a secret; at ") == true, "\(run.errors)")
    #expect(lines.first?.contains("To push, remove it (pre-receive hook declined)") == true, "\(run.errors)")
    #expect(lines.last?.contains("git reset") == true && !run.errors.utf8.contains(0x1B), "\(run.errors)")
    #expect(try devices.sync(0, "--status").text.contains("a secret"))
    // What the hint says.
    try devices.write("# B\n", to: "b.md", on: 0)
    _ = try devices.sandbox.shell(#"git reset -q "refs/memo/taken/$(git branch --show-current)""#, in: "d0")
    try devices.sandbox.folder.remove(VaultPath("hub.git/hooks/pre-receive"))
    for device in 0...1 { try devices.mustSync(device) }
    try devices.expectInStep()
    #expect(try !devices.git("log", "-p", in: "d1").contains("token"))
  }

  /// A hook without a word, and the rule of a branch.
  @Test(arguments: [
    ("exit 1", "the remote refused the changes: pre-receive hook declined\n", "ask whoever runs the remote"),
    (
      "echo 'error: GH006: Protected branch update failed' >&2; exit 1",
      "the remote's branch is protected, and the remote refused the changes: GH006", "allow your account to push"
    ),
  ])
  func aRefusalSaysWhatToDo(hook: String, message: String, hint: String) throws {
    let devices = try Devices.inStep(1)
    try devices.sandbox.makeProgram("ssh", "for word; do last=$word; done; exec sh -c \"$last\"")
    try devices.git("config", "remote.origin.url", "me@host:\(devices.hub)", in: "d0")
    try devices.sandbox.folder.write("#!/bin/sh\ncat > /dev/null; \(hook)\n", to: "hub.git/hooks/pre-receive")
    _ = try devices.sandbox.shell("chmod +x hub.git/hooks/pre-receive", in: "")
    try devices.write("# B\n", to: "b.md", on: 0)
    let run = try devices.sync(0)
    #expect(run.end == .exited(8) && run.errors.hasPrefix("memo: \(message)"), "\(run.errors)")
    #expect(run.errors.contains(hint) && run.errors.contains("your work is saved here"), "\(run.errors)")
  }

  /// A place that can be synced with is well only where the last sync was.
  @Test func doctorReportsHowTheLastSyncWent() throws {
    let devices = try Devices.inStep(1)
    let well = try devices.memo(0, ["doctor"]).text
    #expect(well.contains("ok\tsync\t\(devices.hub); last synced ") && !well.contains("last error"), "\(well)")
    let url = "me@host:notes.git"
    try fail(url, with: "me@host: Permission denied (publickey).", devices.sandbox)
    try devices.git("config", "remote.origin.url", url, in: "d0")
    #expect(try devices.sync(0).end == .exited(8))
    let run = try devices.memo(0, ["doctor"])
    let line = run.text.split(separator: "\n").first { $0.hasPrefix("trouble\tsync\t\(url); last synced ") }
    #expect(run.end == .exited(1) && line?.contains("; last error, just now: the remote is ") == true, "\(run.text)")
    #expect(line?.contains("Permission denied (publickey)") == true, "\(run.text)")
    let records = try devices.memo(0, ["doctor", "--json"]).text
    #expect(records.contains("last error, just now: ") && records.contains("'ssh-add' before the sync"), "\(records)")
  }

  /// The script of the page on automation: a key that is refused does not mend itself.
  @Test func theJobReportsARemoteThatHasNotBeenReachedForADay() throws {
    let devices = try Devices.inStep(1)
    let page = MemoProgram.packageFolder.appending(VaultPath("Sources/MemoKit/MemoKit.docc/Automating.md"))
    let text = try String(contentsOfFile: page.text, encoding: .utf8)
    let script = try #require(text.firstMatch(of: /memo-sync-job <<'END'\n#!\/bin\/sh\n((?:.*\n)*?)END\n/)?.1)
    try devices.sandbox.makeProgram("memo-sync-job", String(script))
    let well = try devices.sandbox.shell("memo-sync-job .", in: "d0")
    #expect(well.end == .exited(0) && well.errors.isEmpty, "\(well.errors)")
    let url = "me@host:notes.git"
    try fail(url, with: "me@host: Permission denied (publickey).", devices.sandbox)
    try devices.git("config", "remote.origin.url", url, in: "d0")
    let silent = try devices.sandbox.shell("memo-sync-job .", in: "d0")
    #expect(silent.end == .exited(0) && silent.errors.isEmpty, "\(silent.errors)")
    let ageing = #"sed -i.old 's/"lastSync":[0-9]*/"lastSync":1000000000/' .git/memo/state.json"#
    #expect(try devices.sandbox.shell(ageing, in: "d0").end == .exited(0))
    let late = try devices.sandbox.shell("memo-sync-job .", in: "d0")
    #expect(late.end == .exited(8) && late.errors.contains("Permission denied (publickey)"), "\(late.errors)")
  }

  /// The program by which git stores what it receives is ended at a limit of this machine, which is no trouble of the remote's.
  @Test func aLimitOfThisMachineIsNoRefusalOfTheRemote() throws {
    let devices = try Devices.inStep(1)
    let git = try devices.sandbox.shell("command -v git").text.trimmingCharacters(in: .newlines)
    let end = "echo 'error: index-pack died of signal 25' >&2; echo 'fatal: fetch-pack: invalid index-pack output' >&2"
    // What has changed there is fetched.
    _ = try devices.sandbox.shell(
      "git update-ref refs/heads/main $(git -c user.name=x -c user.email=x@x commit-tree -p main -m x 'main^{tree}')",
      in: "hub.git")
    try devices.sandbox.makeProgram(
      "git", "case \" $* \" in *\" fetch \"*) \(end); exit 128;; esac\nexec \(git) \"$@\"")
    let run = try devices.sync(0)
    #expect(run.end == .exited(7), "\(run.errors)")
    #expect(run.errors.hasPrefix("memo: 'git fetch' failed: index-pack died of signal 25\nhint: "), "\(run.errors)")
    #expect(run.errors.contains("'ulimit -f'") && !run.errors.contains("unreachable"), "\(run.errors)")
  }

  // MARK: Damage at the remote

  /// Leaves a file of the hub without its bytes.
  private func empty(_ path: String, _ devices: Devices) throws {
    try devices.sandbox.folder.remove(VaultPath("hub.git/\(path)"))
    try devices.sandbox.folder.write("", to: "hub.git/\(path)")
  }

  @Test(arguments: ["refs/heads/main", "main", "main^{tree}"])
  func whatTheRemoteHasLostIsNotTakenForDamageHere(name: String) throws {
    let devices = try Devices.inStep(1)
    let id = try devices.git("rev-parse", name, in: "hub.git").trimmingCharacters(in: .newlines)
    try empty(name.hasPrefix("refs/") ? name : "objects/\(id.prefix(2))/\(id.dropFirst(2))", devices)
    try devices.write("# B\n", to: "b.md", on: 0)
    for words in [["--json"], ["--json"]] {
      let run = try devices.memo(0, ["sync"] + words)
      #expect(run.end == .exited(8), "\(run.errors)")
      let failure = try run.failure()
      #expect((failure["message"] as? String)?.hasPrefix("the remote's repository is damaged") == true, "\(run.errors)")
      let hints = (failure["hints"] as? [String] ?? []).joined()
      #expect(hints.contains("git fsck") && hints.contains("saved here") && !hints.contains("mv .git"), "\(hints)")
    }
    let clone = try devices.sandbox.memo("clone", "hub.git", "copy", in: "")
    #expect(clone.end == .exited(8) && clone.errors.contains("remote's repository is damaged"), "\(clone.errors)")
    // What the hint says.
    try devices.sandbox.folder.remove(VaultPath("hub.git"))
    try devices.git("init", "-q", "--bare", "hub.git", in: "")
    try devices.mustSync(0)
    #expect(try devices.sandbox.memo("clone", "hub.git", "copy", in: "").end == .exited(0))
    #expect(try devices.files(in: "copy") == devices.files(0))
  }

  // MARK: Objects that git refuses

  /// A commit with a file that git would take for its repository.
  @Test func whatGitsChecksRefuseIsReportedWithItsWordsAndTheRemote() throws {
    let devices = try Devices.inStep(1)
    let before = try devices.git("rev-parse", "main", in: "hub.git").trimmingCharacters(in: .newlines)
    _ = try devices.sandbox.shell(
      """
      blob=$(echo evil | git hash-object -w --stdin)
      tree=$({ git ls-tree main; printf '100644 blob %s\\t.GIT\\n' $blob; } | git mktree)
      git update-ref refs/heads/main $(git -c user.name=x -c user.email=x@x commit-tree -p main -m x $tree)
      """, in: "hub.git")
    try devices.write("# B\n", to: "b.md", on: 0)
    let run = try devices.sync(0, "--json")
    let refusal = "hasDotgit: contains '.git' (\(devices.hub))"
    try expect(run, "what the remote sent does not pass git's checks: object ", ["nothing of it was kept"])
    try expect(run, refusal, ["your work is saved here"])
    #expect(!run.errors.contains("sends it"), "the next sync ends the same way: \(run.errors)")
    #expect(try devices.sync(0, "--status").text.contains(refusal), "it is remembered")
    let korean = try devices.memo(0, ["--lang", "ko", "sync"])
    #expect(korean.errors.contains("git의 검사를 통과하지 못했습니다: object "), "\(korean.errors)")
    let clone = try devices.sandbox.memo("clone", "hub.git", "copy", in: "")
    #expect(clone.end == .exited(8) && clone.errors.contains(refusal), "\(clone.errors)")
    // What the hint says.
    try devices.git("update-ref", "refs/heads/main", before, in: "hub.git")
    try devices.mustSync(0)
    #expect(try devices.git("show", "main:b.md", in: "hub.git") == "# B\n")
  }
}
