import MemoCore
import MemoTestSupport
import MemoVault
import Testing

@Suite struct RepositoryGateTests {
  let place: GitFolder

  init() throws {
    place = try GitFolder()
    try place.shell("git init -q vault")
  }

  private func gate(_ name: String = "vault") throws -> RepositoryGate {
    let host = place.folder.host()
    let vault = try Vault(at: place.folder.path.appending(name), host: host)
    let trusted = TrustedRepositories(in: place.folder.path.appending("home/state/memo"), host: host)
    return RepositoryGate(vault, host: host, trusted: trusted)
  }

  @Test func aRepositoryOfOnesOwnIsOpened() throws {
    try place.shell("git remote add origin /srv/x.git; git config pull.rebase true", in: "vault")
    #expect(try gate().open().value("remote", "origin", "url") == "/srv/x.git")
  }

  @Test func aSettingThatRunsSomethingIsNamed() throws {
    try place.shell("git config core.fsmonitor 'touch /tmp/x'; git config gpg.program '!y'", in: "vault")
    #expect(throws: SyncError.untrusted(["core.fsmonitor", "gpg.program"])) { try gate().open() }
  }

  @Test func trustLastsUntilTheSettingsChange() throws {
    try place.shell("git config gpg.program less", in: "vault")
    #expect(try gate().trust() == ["gpg.program"])
    _ = try gate().open()
    try place.shell("git config gpg.program most", in: "vault")
    #expect(throws: SyncError.untrusted(["gpg.program"])) { try gate().open() }
    #expect(try gate().trust() == ["gpg.program"])
    _ = try gate().open()
    try place.shell("cp -r vault copy")
    #expect(throws: SyncError.untrusted(["gpg.program"]), "trust is for a place") { try gate("copy").open() }
  }

  @Test func aTrustedSettingStaysSoWhenOthersGoOrHarmlessOnesCome() throws {
    try place.shell("git config gpg.program a; git config core.sshCommand b", in: "vault")
    #expect(try gate().trust() == ["core.sshcommand", "gpg.program"])
    try place.shell("git config --unset gpg.program; git config alias.st status", in: "vault")
    _ = try gate().open()
    try place.shell("git config core.askPass c", in: "vault")
    #expect(throws: SyncError.untrusted(["core.askpass"]), "only what is new is named") { try gate().open() }
    try place.shell("git config --unset core.askPass; git config gpg.program other", in: "vault")
    #expect(throws: SyncError.untrusted(["gpg.program"])) { try gate().open() }
  }

  /// An older memo remembered the hash of the whole file.
  @Test func whatAnOlderMemoTrustedIsTrustedAsItIs() throws {
    try place.shell(
      """
      git config gpg.program a; mkdir -p ../home/state/memo
      echo "$(git hash-object --no-filters .git/config) $(pwd -P)" > ../home/state/memo/trust
      """, in: "vault")
    _ = try gate().open()
    try place.shell("git config alias.st status", in: "vault")
    #expect(throws: SyncError.untrusted(["gpg.program"])) { try gate().open() }
  }

  @Test func aLinkedRepositoryIsRefused() throws {
    try place.shell("mkdir a b c; ln -s ../vault/.git a/.git; echo 'gitdir: ../vault/.git' > b/.git; git init -q c")
    try place.folder.write("../../vault/.git\n", to: "c/.git/commondir")
    for name in ["a", "b", "c"] {
      #expect(throws: SyncError.repository(.linked), "\(name)") { try gate(name).open() }
    }
  }

  @Test(arguments: ["HEAD", "objects", "refs"])
  func aRepositoryThatWasNotMadeToItsEndIsNone(part: String) throws {
    try place.shell("rm -r vault/.git/\(part)")
    #expect(throws: SyncError.repository(.unfinished)) { try gate().open() }
    try place.shell("git init -q vault")
    _ = try gate().open()
  }

  @Test func aVaultWithoutARepositoryIsToldApartFromOneInsideAnother() throws {
    try place.shell("mkdir -p plain vault/inner")
    #expect(throws: SyncError.repository(.missing)) { try gate("plain").open() }
    #expect(throws: SyncError.repository(.insideAnother(place.folder.path.appending("vault")))) {
      try gate("vault/inner").open()
    }
  }
}
