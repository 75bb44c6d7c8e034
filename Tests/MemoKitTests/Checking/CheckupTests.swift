import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoTestSupport
import Testing

@Suite struct CheckupTests {
  @Test(arguments: [
    ("ko_KR.UTF-8", false), ("C.utf8", false), ("de_DE.UTF-8@euro", false), ("en_US.Utf-8", false), ("C", true),
    ("ko_KR.eucKR", true), ("", true), ("de_DE@UTF-8", true),
  ])
  func aLocaleOfOtherCharactersIsTrouble(locale: String, isTrouble: Bool) {
    #expect(Checkup.Finding.locale(locale).isTrouble == isTrouble)
  }

  @Test(arguments: [
    (Checkup.Finding.terminal(nil), false), (.terminal("xterm"), false), (.terminal("dumb"), true),
    (.terminal(""), true),
    (.git(nil), true), (.git("git version 2.39.5"), false), (.author(nil), true), (.editor("vi", isThere: true), false),
    (.editor("no", isThere: false), true), (.clipboard(nil), false), (.watches(limit: 8192, folders: 300), false),
    (.watches(limit: 8192, folders: 5000), true), (.noVault, true),
    (.badVault(.badSettings(HostPath("/v/.memo/config.json"), .notAnObject)), true),
    (.remote(nil, trouble: nil), false), (.remote("hub", trouble: SyncTrouble(SyncError.unnamedRemote("/hub"))), true),
    (.vault(HostPath("/v"), memos: 1, refusal: .accessDenied), true),
    (.vault(HostPath("/v"), memos: 0, refusal: nil), false), (.drafts([VaultPath("a.md")]), false),
    (.unwritable([VaultPath("a")], owner: 0), true),
    (.unwritable([VaultPath(".memo/history")], owner: 0), true),
    (.shared([VaultPath("a.md")]), false), (.passedOver([VaultPath("a.md")]), false),
  ])
  func whatDoesNotWorkIsTrouble(finding: Checkup.Finding, isTrouble: Bool) {
    #expect(finding.isTrouble == isTrouble)
  }

  /// As one whose settings another user has made.
  @Test func aVaultThatCannotBeReadIsNotMissing() throws {
    let error = FileError(.read, path: Array(".memo/config.json".utf8), reason: .accessDenied)
    let machine = Machine.tested(in: try TemporaryFolder())
    let findings = Checkup(of: machine, in: nil, refusal: error).findings()
    #expect(findings.contains(.unreadable(error)) && !findings.contains(.noVault), "\(findings)")
    #expect(Checkup.Finding.unreadable(error).isTrouble)
    #expect(Checkup(of: machine, in: nil, refusal: VaultError.noVault(unused: nil)).findings().contains(.noVault))
  }

  /// Other commands go without them.
  @Test func settingsThatAreALinkAreNamed() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let machine = Machine.tested(in: folder)
    let settings = Checkup.Finding.badVault(.badSettings(folder.path.appending(Vault.settingsPath), .notAFile))
    func findings() throws -> [Checkup.Finding] {
      Checkup(of: machine, in: Workspace(try folder.openVault(), on: machine)).findings()
    }
    #expect(try !findings().contains(settings))
    try folder.link(Vault.settingsPath, to: "no.json")
    #expect(try findings().contains(settings))
  }

  @Test func withoutGitARepositoryCannotBeChecked() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let machine = Machine.tested(in: folder)
    func findings() throws -> [Checkup.Finding] {
      Checkup(of: machine, in: Workspace(try folder.openVault(), on: machine)).findings()
    }
    #expect(try findings().contains(.remote(nil, trouble: nil)))
    try folder.makeFolders(VaultPath(".git"))
    #expect(try findings().contains(.remote(nil, trouble: SyncTrouble(GitError.notInstalled))))
  }

  /// As after one command that root ran.
  @Test func whatTheUserCannotWriteToIsNamed() throws {
    let folder = try TemporaryFolder()
    let history = VaultPath(".memo/history")
    for name in ["history", "trash"] { try folder.makeFolders(VaultPath(".memo/\(name)")) }
    var host = WrappedHost(base: TemporaryFolder.host(), files: { $0 }, writer: { $0 })
    host.refusal = { [place = folder.path.appending(history)] in $0 == place ? .accessDenied : nil }
    let machine = Machine.tested(in: folder.path, on: host)
    let workspace = Workspace(try folder.openVault(), on: machine)
    let owner = try #require(try workspace.vault.files.ownership(of: history)).user
    let findings = Checkup(of: machine, in: workspace).findings()
    #expect(findings.contains(.unwritable([history], owner: owner)), "\(findings)")
  }
}
