import MemoCore
import MemoTestSupport
import Testing

@testable import MemoVault

@Suite struct RepositoryConfigTests {
  @Test func theSettingsThatGitWritesAreRead() throws {
    let text = """
      [core]
      \trepositoryformatversion = 0
      \teditor = "!f() { a; } # b"
      \tbare = false
      # a comment
      [remote "origin"]
      \turl = "/srv/a b.git"
      \tFETCH = +refs/heads/*:refs/remotes/origin/*\r
      [Branch "메모/a.b"]
        merge=refs/heads/main

      """
    let config = try #require(RepositoryConfig(Array(text.utf8)))
    #expect(
      config.entries.map(\.name) == [
        "core.repositoryformatversion", "core.editor", "core.bare", "remote.origin.url", "remote.origin.fetch",
        "branch.메모/a.b.merge",
      ])
    #expect(config.value("remote", "origin", "url") == "/srv/a b.git")
    #expect(config.value("branch", "메모/a.b", "merge") == "refs/heads/main")
    #expect(config.value("core", "", "editor") == "!f() { a; } # b")
    #expect(config.entries.allSatisfy { InertSettings.contain($0) })
  }

  @Test(arguments: [
    "[core] fsmonitor = x\n", "[core]\n\ta = b\\\n", "[core]\n a = \"b\n", "a = b\n", "[core\n", "[core \"x]\n",
    "[core]\n a = \"b\\\"\n", "[core]\n a = \"b\\x\"\n", "[core]\n a = b\\ \n", "[core]\n a = b \"c\"\n",
    "[core]\n a = \"b\" \"c\"\n", "[core]\n a = b # [core]\n", "[core]\n a\n", "[co re]\n a = b\n",
    "[remote \"a\\\"b\"]\n url = x\n", "[]\n",
    "[core]\n=a\n",
    "\u{FEFF}[core]\n", "[a]\nb = c\0d\n",
  ])
  func whatIsNotPlainIsNotJudged(text: String) {
    #expect(RepositoryConfig(Array(text.utf8)) == nil, "\(text)")
  }

  static let dangerous = [
    "core.fsmonitor", "core.sshCommand", "core.hooksPath", "core.worktree", "core.gitProxy", "core.askPass",
    "filter.x.clean", "remote.origin.uploadpack", "remote.origin.receivepack", "remote.origin.vcs",
    "remote.origin.proxy",
    "url.x.insteadOf", "include.path", "includeIf.x.path", "alias.remote-https", "alias.credential-x",
    "credential.helper",
    "credential.https://x.org.helper", "remote.origin.pushurl", "remote.origin.mirror", "push.pushOption",
    "fetch.bundleURI", "log.showSignature", "gc.recentObjectsHook", "core.excludesFile", "core.protectNTFS",
    "guitool.x.cmd", "init.templateDir", "http.sslVerify", "i18n.logOutputEncoding", "diff.x.textconv",
    "diff.external", "merge.x.driver", "gpg.program", "http.proxy", "protocol.ext.allow",
    "extensions.worktreeConfig", "extensions.partialClone", "core.alternateRefsCommand",
    "core.attributesFile",
    "core.bare", "submodule.x.update", "lfs.url", "uploadpack.packObjectsHook", "trailer.x.command",
  ]

  @Test(arguments: dangerous)
  func aSettingThatCouldRunSomethingIsNotInert(name: String) throws {
    let place = try GitFolder()
    try place.shell("git init -q vault && git -C vault config '\(name)' true")
    let bytes = try #require(try place.folder.bytes(of: VaultPath("vault/.git/config")))
    let config = try #require(RepositoryConfig(bytes))
    #expect(config.entries.filter { !InertSettings.contain($0) }.map { $0.name.lowercased() } == [name.lowercased()])
  }

  /// What people have in a repository's settings, with the values that git would run elsewhere.
  @Test(arguments: [
    "alias.st", "merge.tool", "merge.conflictStyle", "mergetool.x.cmd", "difftool.x.cmd", "core.editor", "core.pager",
    "pager.log", "sequence.editor", "diff.tool", "diff.colorMoved", "pull.rebase", "push.default", "rerere.enabled",
    "color.ui", "color.diff.meta", "user.signingKey", "commit.template", "rebase.autoStash", "advice.detachedHead",
    "branch.x.rebase", "fetch.prune", "http.postBuffer", "credential.username",
  ])
  func aSettingThatMemosGitNeverReachesIsInert(name: String) throws {
    let place = try GitFolder()
    try place.shell("git init -q vault && git -C vault config '\(name)' '!sh -c \"x; y\" # \\'")
    let bytes = try #require(try place.folder.bytes(of: VaultPath("vault/.git/config")))
    let config = try #require(RepositoryConfig(bytes))
    #expect(config.entries.allSatisfy { InertSettings.contain($0) })
    #expect(config.entries.last?.value == "!sh -c \"x; y\" # \\")
  }

  /// Git's own reading is the oracle: what both read, they read alike.
  @Test func randomFilesAreReadAsGitReadsThem() throws {
    let place = try GitFolder()
    let pieces = [
      "[core]", "[remote \"origin\"]", "[a.b]", "\n", "\n", " = ", "=", "url", "bare", "x y", "\"", "\\", "#", ";",
      "\t", "[", "]",
      "\r\n", "한글", " ",
    ]
    var (read, seed) = (0, UInt64(1))
    while seed <= 60 {
      var random = SeededRandom(seed: seed)
      seed += 1
      let text = "[core]\n" + (0..<random.below(14)).compactMap { _ in random.pick(pieces) }.joined()
      guard let config = RepositoryConfig(Array(text.utf8)) else { continue }
      try place.folder.write(text, to: "config")
      let listed = try? place.shell("git config -f ../config --no-includes -z --list", in: "home")
      guard let listed else { continue }
      read += 1
      let wanted = config.entries.map { "\($0.name)\n\($0.value)" }
      #expect(listed.split(separator: "\0").map(String.init) == wanted, "seed \(seed - 1): \(text)")
    }
    print("read alike: \(read) of \(seed - 1)")
  }
}
