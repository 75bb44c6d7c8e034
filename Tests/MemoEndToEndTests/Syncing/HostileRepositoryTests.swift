import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// A repository that another process has made runs nothing and writes nowhere but in the vault.
@Suite(.waitsForPrograms) struct HostileRepositoryTests {
  private static let configs = [
    "[core]\n\tfsmonitor = COMMAND\n", "[core]\n\tsshCommand = COMMAND\n", "[core]\n\thooksPath = hooks\n",
    "[core]\n\tgitProxy = COMMAND\n", "[core]\n\taskPass = COMMAND\n", "[core] fsmonitor = COMMAND\n",
    "[filter \"x\"]\n\tclean = COMMAND\n\tsmudge = COMMAND\n", "[remote \"origin\"]\n\tuploadpack = COMMAND\n",
    "[remote \"origin\"]\n\treceivepack = COMMAND\n", "[credential]\n\thelper = !COMMAND\n",
    "[alias]\n\tremote-https = !COMMAND\n",
    "[gpg]\n\tprogram = COMMAND\n", "[diff]\n\texternal = COMMAND\n", "[merge \"x\"]\n\tdriver = COMMAND\n",
    "[include]\n\tpath = ../evil\n", "[protocol \"ext\"]\n\tallow = always\n", "[core]\n\tworktree = /tmp\n",
    "[url \"ext::COMMAND \"]\n\tinsteadOf = /\n", "[core]\n\talternateRefsCommand = COMMAND\n",
  ]

  @Test(arguments: configs)
  func aSettingRunsNothingUntilItIsTrusted(config: String) throws {
    let devices = try Devices.inStep()
    let place = devices.sandbox.folder.path.text
    try devices.sandbox.makeProgram("evil", "touch '\(place)/ran'")
    let old = try #require(try devices.text(".git/config", on: 0))
    try devices.write(
      old + config.replacingOccurrences(of: "COMMAND", with: "\(place)/programs/evil"), to: ".git/config", on: 0)
    try devices.write("* filter=x diff=x merge=x\n", to: ".gitattributes", on: 0)
    try devices.write("# B\n", to: "b.md", on: 0)
    for words in [
      ["sync"], ["sync", "--status"], ["sync", "--dry-run"], ["conflicts"], ["index", "--restore-times"],
    ] {
      let run = try devices.memo(0, words + (words[0] == "index" ? [] : ["--json"]))
      #expect(run.end == .exited(7), "\(words): \(run.errors)")
      #expect(run.errors.contains("untrusted") || words[0] == "index", "\(run.errors)")
    }
    #expect(devices.sandbox.folder.status(of: VaultPath("ran")) == nil)
  }

  /// Settings that need no trust, each with a command: memo's git reaches none of them.
  @Test func settingsThatAreTakenForHarmlessRunNothing() throws {
    let devices = try Devices.inStep()
    let place = devices.sandbox.folder.path.text
    try devices.sandbox.makeProgram("evil", "touch '\(place)/ran'")
    let commands = [
      "alias.log", "alias.fetch", "alias.x", "core.editor", "core.pager", "pager.log", "pager.diff-tree",
      "sequence.editor", "merge.tool", "mergetool.x.cmd", "diff.tool", "difftool.x.cmd", "commit.template",
    ]
    for name in commands { try devices.git("config", name, "!\(place)/programs/evil; #", in: "d0") }
    for (name, value) in [
      ("color.ui", "always"), ("color.diff", "always"), ("color.push", "always"), ("column.ui", "always"),
      ("log.decorate", "full"), ("log.date", "relative"), ("diff.noprefix", "true"), ("push.default", "matching"),
      ("fetch.prune", "true"), ("remote.origin.prune", "true"), ("remote.origin.tagOpt", "--tags"),
    ] {
      try devices.git("config", name, value, in: "d0")
    }
    try devices.write("# A\nONE\ntwo\nthree\n", to: "a.md", on: 1)
    try devices.mustSync(1)
    try devices.write("# A\none!\ntwo\nthree\n", to: "a.md", on: 0)
    for words in [
      ["sync", "--dry-run"], ["sync"], ["sync", "--status"], ["conflicts"], ["history", "a.md"],
      ["diff", "a.md", "HEAD~1"],
      ["show", "a.md", "--at", "HEAD"], ["restore", "--missing", "--at", "HEAD"], ["index", "--restore-times"],
    ] {
      let run = try devices.memo(0, words)
      #expect(run.end == .exited(0), "\(words): \(run.errors)")
    }
    try devices.mustSync(1)
    #expect(devices.sandbox.folder.status(of: VaultPath("ran")) == nil)
    #expect(try devices.files(0) == devices.files(1))
    #expect(try devices.memo(0, ["conflicts", "--json"]).records().count == 1)
  }

  @Test func aRemoteOfAnotherTransportIsNotReached() throws {
    let devices = try Devices.inStep()
    let place = devices.sandbox.folder.path.text
    try devices.git("config", "remote.origin.url", "ext::sh -c touch% \(place)/ran", in: "d0")
    let run = try devices.sync(0)
    #expect(run.end == .exited(8), "\(run.errors)")
    #expect(devices.sandbox.folder.status(of: VaultPath("ran")) == nil)
  }

  /// Commits a tree that git itself would not check out, and pushes it.
  private func push(_ path: String, mode: String = "100644", _ devices: Devices) throws {
    let script = """
      set -e
      git --git-dir=hub.git fsck >/dev/null 2>&1
      blob=$(printf '# Evil\\n' | git --git-dir=hub.git hash-object -w --stdin)
      { printf 'commit refs/heads/main\\ncommitter E <e@e> 1777000000 +0000\\ndata 1\\nx\\nfrom refs/heads/main^0\\n'
        printf 'M \(mode) %s "%s"\\n' $blob '\(path)'; } | git --git-dir=hub.git fast-import --quiet
      """
    let run = try devices.sandbox.shell(script, in: "")
    try #require(run.end == .exited(0), "\(run.errors)")
  }

  @Test(arguments: [
    ("../out.md", "100644"), (".git/hooks/post-commit", "100644"), (".GIT/config", "100644"), ("git~1/x", "100644"),
    (".memo/history/1-0-applying/operation.json", "100644"), (".memo/cache/x", "100644"),
    (".Memo/cache/x.md", "100644"),
    ("link.md", "120000"), ("sub/.git/config", "100644"),
  ])
  func aTreeWritesNothingOutsideOfTheVaultAndNothingThatMemoTrusts(path: String, mode: String) throws {
    let devices = try Devices.inStep()
    do {
      try push(path, mode: mode, devices)
    } catch {
      return  // Git itself makes no such tree.
    }
    let before = try devices.sandbox.shell("find . -path ./runs -prune -o -name '*.md' -print | sort", in: "").text
    let hooks = try devices.sandbox.shell("ls .git/hooks .memo .memo/history .memo/cache 2>&1", in: "d0").text
    let run = try devices.sync(0)
    #expect(
      try devices.sandbox.shell("find . -path ./runs -prune -o -name '*.md' -print | sort", in: "").text == before)
    #expect(try devices.sandbox.shell("ls .git/hooks .memo .memo/history .memo/cache 2>&1", in: "d0").text == hooks)
    #expect(try devices.text("a.md", on: 0) == "# A\none\ntwo\nthree\n", "\(run.errors)")
    // What does not come here is not taken away from others either.
    try devices.write("# B\n", to: "b.md", on: 0)
    if try devices.sync(0).end == .exited(0) {
      #expect(try devices.git("ls-tree", "-r", "--name-only", "main", in: "hub.git").contains("b.md"))
    }
  }

  @Test func aFolderShapedLikeARepositoryRunsNothing() throws {
    let devices = try Devices.inStep()
    let place = devices.sandbox.folder.path.text
    try devices.sandbox.makeProgram("evil", "touch '\(place)/ran'")
    try devices.write("ref: refs/heads/main\n", to: "bare/HEAD", on: 0)
    try devices.write(
      "[core]\n\trepositoryformatversion = 0\n\tbare = true\n\tfsmonitor = \(place)/programs/evil\n", to: "bare/config",
      on: 0)
    try devices.write("x\n", to: "bare/objects/k", on: 0)
    try devices.write("x\n", to: "bare/refs/k", on: 0)
    let run = try devices.sandbox.memo("sync", in: "d0/bare")
    #expect(run.end == .exited(0), "\(run.errors)")
    #expect(devices.sandbox.folder.status(of: VaultPath("ran")) == nil)
    #expect(try devices.git("ls-tree", "-r", "--name-only", "main", in: "hub.git").contains("bare/HEAD"))
  }
}
