import Foundation
import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

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
    "[core]\n a = \"b\n", "a = b\n", "[core\n", "[core \"x]\n", "[core]\n a = \"b\\\"\n", "[core]\n a = \"b\\x\"\n",
    "[core]\n a = b\\ \n", "[co re]\n a = b\n", "[]\n", "[core]\n=a\n", "[a]\nb = c\0d\n", "[a]\nb = c\u{7}\n",
    "[a]\nb = c\td\n", "[a]\nb = c\rd\n", "[a \"\"]\nb = c\n", "[a.]\nb = c\n", "[.a]\nb = c\n", "[a\u{301}]\nb = c\n",
    "[a]\u{301}\nb = c\n", "[a \"b\"\u{301}]\nc = d\n", "[a \"b\"]\u{200D}c = d\n", "[a]\nb\u{301} = c\n",
    "[a]\n1b = c\n",
  ])
  func whatGitsMayReadDifferentlyIsRefused(text: String) {
    #expect(RepositoryConfig(Array(text.utf8)) == nil, "\(text)")
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    #expect(RepositoryConfig(Array("[a]\nb = ".utf8) + [0xFF, 0x0A]) == nil)
  }

  /// A combining mark makes another `Character` of the byte before it, but git reads bytes.
  @Test(arguments: [
    ("[a]\nb = \"\u{301}c\"\n", "\u{301}c"), ("[a]\nb = \"c\\\"\u{301}\"\n", "c\"\u{301}"),
    ("[a]\nb = c\u{301} # d\n", "c\u{301}"), ("[a]\nb = c #\u{301} d\n", "c"), ("[a]\n;\u{20DD}\nb=c\n", "c"),
    ("[a]\nb =\u{301}c\n", "\u{301}c"), ("[a]\nb = c\\\\\u{301}\n", "c\\\u{301}"),
  ])
  func aCombiningMarkChangesNothingOfTheByteBeforeIt(text: String, value: String) throws {
    let config = try #require(RepositoryConfig(Array(text.utf8)))
    #expect(config.entries.map(\.value) == [Array(value.utf8)])
  }

  @Test(arguments: [
    ("\u{FEFF}[core]\n\tA = b", ["core.a=b"]), ("[core] a = b\n", ["core.a=b"]), ("[core]\n a\n", ["core.a"]),
    ("[core]\r\n a = b\\\r\n  c\r\n", ["core.a=b  c"]), ("[a]\nb = \"c\" \"d\" ; e\n", ["a.b=c d"]),
    ("[A.B \"C\"]\nD = e\n", ["a.b.C.d=e"]), ("[a \"b]\\\"\\c\"]\nd =\n", ["a.b]\"c.d="]),
    ("[a]\nb = \\t\\b\\n\n[c]\n", ["a.b=\t\u{8}\n"]),
  ])
  func everySpellingThatAllGitsReadAlikeIsRead(text: String, wanted: [String]) throws {
    let config = try #require(RepositoryConfig(Array(text.utf8)))
    #expect(config.entries.map { entry in entry.text.map { "\(entry.name)=\($0)" } ?? entry.name } == wanted)
    #expect(RepositoryConfig(config.canonical)?.entries.map(\.name) == config.entries.map(\.name))
  }

  static let dangerous = [
    "core.fsmonitor", "core.sshCommand", "core.hooksPath", "core.worktree", "core.gitProxy", "core.askPass",
    "filter.x.clean", "remote.origin.uploadpack", "remote.origin.receivepack", "remote.origin.vcs",
    "remote.origin.proxy",
    "url.x.insteadOf", "include.path", "includeIf.x.path", "alias.remote-https", "alias.credential-x",
    "credential.helper",
    "credential.https://x.org.helper", "remote.origin.mirror", "push.pushOption",
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

  @Test(arguments: [("group", true), ("1", true), ("0640", true), ("all", false), ("0666", false), ("2", false)])
  func aRepositoryMayBeSharedWithAGroupAndNotWithEveryone(value: String, isInert: Bool) throws {
    let config = try #require(RepositoryConfig(Array("[core]\n\tsharedRepository = \(value)\n".utf8)))
    #expect(config.entries.map { InertSettings.contain($0) } == [isInert])
  }

  @Test func whatGitMakesForAGroupIsInert() throws {
    let place = try GitFolder()
    try place.shell("git init -q --shared vault")
    let bytes = try #require(try place.folder.bytes(of: VaultPath("vault/.git/config")))
    let config = try #require(RepositoryConfig(bytes))
    #expect(config.entries.allSatisfy { InertSettings.contain($0) })
  }

  /// What people have in a repository's settings, with the values that git would run elsewhere.
  @Test(arguments: [
    "alias.st", "merge.tool", "merge.conflictStyle", "mergetool.x.cmd", "difftool.x.cmd", "core.editor", "core.pager",
    "pager.log", "sequence.editor", "diff.tool", "diff.colorMoved", "pull.rebase", "push.default", "rerere.enabled",
    "color.ui", "color.diff.meta", "user.signingKey", "commit.template", "rebase.autoStash", "advice.detachedHead",
    "branch.x.rebase", "fetch.prune", "http.postBuffer", "credential.username", "submodule.active",
    "core.splitIndex", "feature.manyFiles", "index.version", "index.threads", "index.skipHash",
  ])
  func aSettingThatMemosGitNeverReachesIsInert(name: String) throws {
    let place = try GitFolder()
    try place.shell("git init -q vault && git -C vault config '\(name)' '!sh -c \"x; y\" # \\'")
    let bytes = try #require(try place.folder.bytes(of: VaultPath("vault/.git/config")))
    let config = try #require(RepositoryConfig(bytes))
    #expect(config.entries.allSatisfy { InertSettings.contain($0) })
    #expect(config.entries.last?.text == "!sh -c \"x; y\" # \\")
  }

  /// Git's own reading is the oracle: a file is refused, or both read the same settings in it, and in what memo makes of it.
  @Test func randomFilesAreReadAsGitReadsThem() throws {
    let place = try GitFolder()
    var configs: [(config: RepositoryConfig, file: String, text: [UInt8])] = []
    for seed in 0..<Self.count {
      var random = SeededRandom(seed: UInt64(seed))
      let text = RandomGitConfig.text(&random)
      guard let config = RepositoryConfig(text) else { continue }
      configs.append((config, "configs/\(seed)", text))
      try place.folder.write(text, to: VaultPath("configs/\(seed)"))
      try place.folder.write(config.canonical, to: VaultPath("configs/\(seed).plain"))
    }
    try place.shell(
      """
      for file in *; do
        git config --file "$file" --no-includes --null --list > "$file.out" 2> /dev/null || echo refused > "$file.out"
      done
      """, in: "configs")
    for (config, file, text) in configs {
      for listed in ["\(file).out", "\(file).plain.out"] {
        let found = try #require(try place.folder.bytes(of: VaultPath(listed)))
        #expect(found == config.listing, "\(listed): \(String(decoding: text, as: UTF8.self).debugDescription)")
      }
    }
    print("\(configs.count) of \(Self.count) git configurations read, each as git reads it; the others refused")
    #expect(configs.count * 4 > Self.count, "enough of them are read")
  }

  private static let count = ProcessInfo.processInfo.environment["MEMO_GIT_CONFIGS"].flatMap(Int.init) ?? 200
}
