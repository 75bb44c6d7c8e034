import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// A remote on this machine runs as the user who syncs, so it is one that the user has named, and runs nothing there.
@Suite(.waitsForPrograms) struct HostileRemoteTests {
  private static let hooks = [
    "pre-receive", "update", "post-receive", "post-update", "reference-transaction", "proc-receive",
    "post-index-change",
    "push-to-checkout", "pre-push", "post-checkout", "pre-auto-gc",
  ]

  /// A repository whose every hook, and other settings that run something, leave a trace.
  private func plant(_ repository: String, in devices: Devices) throws {
    let trace = devices.sandbox.folder.path.appending("ran").text
    try devices.sandbox.makeProgram("evil", "echo \"$0 $*\" >> '\(trace)'")
    let evil = devices.sandbox.folder.path.appending("programs/evil").text
    try devices.sandbox.folder.makeFolders(VaultPath("\(repository)/hooks"))
    for hook in Self.hooks {
      try devices.sandbox.folder.link(VaultPath("\(repository)/hooks/\(hook)"), to: evil)
    }
    try devices.git("init", "-q", "--bare", "alternate.git", in: "")
    try devices.sandbox.folder.write(
      "\(devices.sandbox.folder.path.appending("alternate.git/objects").text)\n",
      to: "\(repository)/objects/info/alternates")
    for (key, value) in [
      ("core.alternateRefsCommand", evil), ("core.fsmonitor", evil), ("uploadpack.packObjectsHook", evil),
      ("gc.auto", "1"), ("receive.autogc", "true"), ("core.sshCommand", evil), ("remote.origin.promisor", "true"),
      ("remote.origin.url", "ssh://h/x"), ("gpg.program", evil), ("core.hooksPath", "hooks"),
    ] {
      try devices.git("config", key, value, in: repository)
    }
  }

  private func expectNothingRan(_ devices: Devices, _ location: SourceLocation = #_sourceLocation) throws {
    let ran = try devices.sandbox.folder.bytes(of: VaultPath("ran")).map { String(decoding: $0, as: UTF8.self) }
    #expect(ran == nil, sourceLocation: location)
  }

  /// A vault as it is received: a copy of a folder with its repository.
  private func received(_ url: String) throws -> Devices {
    let devices = try Devices.inStep(1)
    _ = try devices.sandbox.shell("cp -r hub.git d0/.store.git; git -C d0 config remote.origin.url '\(url)'", in: "")
    try plant("d0/.store.git", in: devices)
    try devices.write("# B\n", to: "b.md", on: 0)
    return devices
  }

  private static let commands = [
    ["sync"], ["sync", "--status"], ["sync", "--dry-run"], ["conflicts"], ["history", "a.md"],
    ["diff", "a.md", "HEAD"],
    ["show", "a.md", "--at", "HEAD"], ["restore", "--missing", "--at", "HEAD"], ["index", "--restore-times"], ["check"],
    ["trust"], ["sync"],
  ]

  @Test(arguments: [
    "./.store.git", ".store", "file://VAULT/.store.git", "file://VAULT/%2estore.git", "sub/../.store.git",
  ])
  func aRemoteThatCameWithTheVaultRunsNothing(form: String) throws {
    let devices = try received(form)
    let url = form.replacing("VAULT", with: devices.sandbox.folder.path.appending("d0").text)
    try devices.git("config", "remote.origin.url", url, in: "d0")
    for words in Self.commands {
      let run = try devices.memo(0, words)
      if words.first == "sync", words.last != "--status" || words.first == "trust" {
        #expect(run.end == .exited(7) && run.errors.contains("is inside the vault"), "\(words): \(run.errors)")
      }
    }
    let named = try devices.sync(0, "--remote", devices.sandbox.folder.path.appending("d0/.store.git").text)
    #expect(named.end == .exited(7) && named.errors.contains("is inside the vault"), "\(named.errors)")
    try expectNothingRan(devices)
  }

  @Test func aWatcherDoesNotReachItEither() throws {
    let devices = try received("./.store.git")
    _ = try devices.sandbox.shell("rm -rf vault; mv d0 vault", in: "")
    let watch = try WatchRun(devices.sandbox, ["--sync"])
    let said = [try watch.ready(), try watch.nextError()]
    #expect(said.contains { $0.contains("is inside the vault") }, "\(said)")
    _ = watch.end(SIGINT)
    try expectNothingRan(devices)
  }

  @Test(arguments: [
    "[url \"./.store.git\"]\n\tinsteadOf = h:x\n", "[url \"./.store.git\"]\n\tpushInsteadOf = h:x\n",
    "[remote \"origin\"]\n\tpushurl = ./.store.git\n", "[remote \"origin\"]\n\turl = ./.store.git\n",
    "[remote \"origin\"]\n\tvcs = ext\n", "[include]\n\tpath = more\n",
  ])
  func noDetourLeadsThere(settings: String) throws {
    let devices = try received("h:x")
    let old = try #require(try devices.text(".git/config", on: 0))
    try devices.write(old + settings, to: ".git/config", on: 0)
    try devices.write("[remote \"origin\"]\n\turl = ./.store.git\n", to: ".git/more", on: 0)
    for words in [["sync"], ["sync", "--dry-run"], ["sync", "--status"], ["history", "a.md"]] {
      let run = try devices.memo(0, words)
      #expect(run.end == .exited(7) || words != ["sync"], "\(words): \(run.errors)")
    }
    try expectNothingRan(devices)
  }

  /// Where the user's own settings lead to a folder for a URL that a vault names, git itself stops.
  @Test func theUsersOwnRewritingLeadsToNoFolder() throws {
    let devices = try received("h:x")
    let vault = devices.sandbox.folder.path.appending("d0").text
    try devices.git("config", "--global", "url.\(vault)/.store.git.insteadOf", "h:x", in: "")
    let run = try devices.sync(0)
    #expect(run.end == .exited(8) && run.errors.contains("transport 'file' not allowed"), "\(run.errors)")
    try expectNothingRan(devices)
  }

  @Test func aFolderThatTheUserHasNotNamedIsNoRemote() throws {
    let devices = try Devices.inStep(1)
    try devices.git("clone", "-q", devices.hub, "copy", in: "")
    let head = try devices.git("rev-parse", "main", in: "hub.git")
    try devices.sandbox.folder.write("# B\n", to: "copy/b.md")
    let look = try devices.sandbox.memo("--vault", "copy", "sync", "--dry-run", "--json", in: "")
    #expect(look.end == .exited(7) && look.errors.contains("memo trust"), "\(look.errors)")
    #expect(try look.failure()["kind"] as? String == "untrusted")
    let run = try devices.sandbox.memo("--vault", "copy", "sync", in: "")
    #expect(run.end == .exited(7) && run.errors.contains("'\(devices.hub)'"), "\(run.errors)")
    #expect(try devices.git("rev-parse", "main", in: "hub.git") == head)
    #expect(try devices.sandbox.memo("--vault", "copy", "sync", "--status", in: "").end == .exited(0))
    #expect(try devices.sandbox.memo("--vault", "copy", "history", "a.md", in: "").end == .exited(0))
    let trust = try devices.sandbox.memo("--vault", "copy", "trust", in: "")
    #expect(trust.end == .exited(0) && trust.errors.contains("remote.origin.url"), "\(trust.errors)")
    #expect(try devices.sandbox.memo("--vault", "copy", "sync", in: "").end == .exited(0))
    #expect(try devices.git("rev-parse", "main", in: "hub.git") != head)
  }

  @Test func theOneThatTheUserHasNamedRunsNothing() throws {
    let devices = try Devices.inStep(2)
    try plant("hub.git", in: devices)
    for device in [0, 1, 0] {
      try devices.write("# \(device) \(try devices.head(device))\n", to: "b\(device).md", on: device)
      try devices.mustSync(device)
      try devices.mustSync(device, "--dry-run")
    }
    try devices.mustSync(1)
    let clone = try devices.sandbox.memo("clone", "hub.git", "copy", in: "")
    #expect(clone.end == .exited(0), "\(clone.errors)")
    #expect(try devices.files(in: "copy") == devices.files(0) && devices.files(1) == devices.files(0))
    try expectNothingRan(devices)
  }

  /// The folder from where a command is called is none that anybody has checked.
  @Test func theRepositoryAroundTheWorkingDirectoryIsNotAsked() throws {
    let devices = try Devices.inStep(1)
    let trace = devices.sandbox.folder.path.appending("ran").text
    _ = try devices.sandbox.shell(
      """
      git init -q around && cd around && git config url.ext::x.insteadOf '\(devices.hub)'
      git config core.sshCommand 'touch \(trace);' && git config credential.helper '!touch \(trace);'
      git config core.fsmonitor 'touch \(trace)'
      """, in: "")
    let clone = try devices.sandbox.memo("clone", devices.hub, "../copy", in: "around")
    #expect(clone.end == .exited(0), "\(clone.errors)")
    for url in ["https://127.0.0.1:1/x.git", "h.invalid:x"] {
      #expect(try devices.sandbox.memo("clone", url, "../none", in: "around").end == .exited(8))
    }
    try expectNothingRan(devices)
  }

  // MARK: Two users

  @Test(.enabled(if: SecondUser.isAvailable, "only root can give files away"))
  func aRepositoryOfAnotherUserIsUsedOnlyWithSafeDirectory() throws {
    let devices = try Devices.inStep(1)
    let root = devices.sandbox.folder.path.appending("d0")
    try SecondUser.own(root.appending(".git"))
    for words in [
      ["sync"], ["sync", "--status"], ["sync", "--dry-run"], ["conflicts"], ["history", "a.md"],
      ["diff", "a.md", "HEAD"],
      ["show", "a.md", "--at", "HEAD"], ["restore", "--missing", "--at", "HEAD"], ["index", "--restore-times"],
      ["trust"],
    ] {
      let run = try devices.memo(0, words)
      #expect(run.end == .exited(7), "\(words): \(run.errors)")
      #expect(
        run.errors.contains("'\(root.text)/.git' belongs to another user (uid \(SecondUser.id))"), "\(run.errors)")
      #expect(run.errors.contains("git config --global --add safe.directory '\(root.text)'"), "\(run.errors)")
    }
    _ = try devices.sandbox.shell("git config --global --add safe.directory '\(root.text)'", in: "")
    try devices.mustSync(0)
  }

  @Test func aRepositoryThatOthersCanWriteToIsUsedOnlyWithSafeDirectory() throws {
    let devices = try Devices.inStep(1)
    let config = devices.sandbox.folder.path.appending("d0/.git/config").text
    _ = try devices.sandbox.shell("chmod o+w '\(config)'", in: "")
    let run = try devices.sync(0)
    #expect(run.end == .exited(7) && run.errors.contains("other users can write to '\(config)'"), "\(run.errors)")
    #expect(run.errors.contains("chmod -R go-w"), "\(run.errors)")
    _ = try devices.sandbox.shell("chmod -R go-w d0", in: "")
    try devices.mustSync(0)
  }
}
