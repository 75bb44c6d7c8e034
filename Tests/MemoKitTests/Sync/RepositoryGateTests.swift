import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct RepositoryGateTests {
  let place: GitFolder

  init() throws {
    place = try GitFolder()
    try place.shell("git init -q vault")
  }

  private func gate(
    _ name: String = "vault", waiting: Duration = .seconds(5), on wrapping: (any HostFiles) -> any HostFiles = { $0 }
  ) throws -> RepositoryGate {
    let host = wrapping(place.folder.host())
    let vault = try Vault(at: place.folder.path.appending(name), host: host)
    let trusted = TrustedRepositories(in: place.folder.path.appending("home/state/memo"), host: host, waiting: waiting)
    return RepositoryGate(vault, host: host, trusted: trusted, git: place.git)
  }

  @Test func aRepositoryOfOnesOwnIsOpened() throws {
    try place.shell("git remote add origin /srv/x.git; git config pull.rebase true", in: "vault")
    #expect(try gate().open().value("remote", "origin", "url") == "/srv/x.git")
  }

  @Test(arguments: ["HEAD", "packed-refs", "index", "info/exclude", "refs/heads/main", "refs/memo/pending", "shallow"])
  func aPipeThatGitWouldWaitForIsNamed(name: String) throws {
    let path = VaultPath("vault/.git/\(name)")
    try? place.folder.remove(path)
    try place.shell("mkdir -p refs/memo", in: "vault/.git")
    try place.folder.makePipe(path)
    #expect(throws: SyncError.repository(.special(VaultPath(".git/\(name)")))) { try gate().open() }
    try place.shell("mv \(name) \"$PWD/../pipe\"; ln -s \"$PWD/../pipe\" \(name)", in: "vault/.git")
    #expect(throws: SyncError.repository(.special(VaultPath(".git/\(name)")))) { try gate().open() }
  }

  @Test(arguments: [
    "index", "packed-refs", "logs", "logs/HEAD", "logs/refs/heads/main", "refs/heads/main", "worktrees", "worktrees/x",
  ])
  func aLinkByWhichGitWouldWriteElsewhereIsNamed(name: String) throws {
    try place.shell(
      "git -c user.name=T -c user.email=t@x commit -q --allow-empty -m x && git pack-refs --all", in: "vault")
    let linking = "mkdir -p $(dirname \(name)) && ln -s \"$PWD/../../mine\" \(name)"
    try place.shell("mkdir mine && cd vault/.git && rm -rf \(name) && \(linking)")
    #expect(throws: SyncError.repository(.special(VaultPath(".git/\(name)")))) { try gate().open() }
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

  @Test func nothingIsTrustedWhileAnotherProcessChangesWhatIs() throws {
    try place.shell("git config gpg.program less", in: "vault")
    let (state, host) = (place.folder.path.appending("home/state/memo"), place.folder.host())
    try host.makeFolder(state)
    let lock = try #require(try host.vault(at: state).writer.lock(VaultPath("trust.lock"), waiting: .zero))
    #expect(throws: FileError(.write, path: state.appending("trust").bytes, reason: .busy)) {
      try gate(waiting: .zero).trust()
    }
    #expect(throws: SyncError.untrusted(["gpg.program"])) { try gate().open() }
    withExtendedLifetime(lock) {}
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

  @Test func repositoriesThatAreTrustedAtTheSameMomentAreAllRemembered() throws {
    let names = (0..<16).map { "vault-\($0)" }
    for name in names { try place.shell("git init -q \(name) && git -C \(name) config gpg.program \(name)") }
    let gates = try names.map { try gate($0) }
    let trusted = gates.concurrentMap(partSize: 1) { gates in gates.map { try? $0.trust() } }
    #expect(trusted.joined().allSatisfy { $0 == ["gpg.program"] })
    for name in names { #expect(throws: Never.self, "\(name)") { try gate(name).open() } }
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
    try place.shell(
      """
      cd vault && git -c user.name=T -c user.email=t@x commit -q --allow-empty -m x && git worktree add -q ../d
      git init -q ../e && git -C ../e -c protocol.file.allow=always submodule --quiet add ../vault s
      """)
    let links: [(String, RepositoryLink)] = [
      ("a", .other), ("b", .other), ("c", .other), ("d", .workTree), ("e/s", .submodule),
    ]
    for (name, link) in links {
      #expect(throws: SyncError.repository(.linked(link)), "\(name)") { try gate(name).open() }
    }
    _ = try gate("e").open()
  }

  @Test(arguments: ["HEAD", "objects", "refs"])
  func aRepositoryThatWasNotMadeToItsEndIsNone(part: String) throws {
    try place.shell("rm -r vault/.git/\(part)")
    #expect(throws: SyncError.repository(.unfinished)) { try gate().open() }
    try place.shell("git init -q vault")
    _ = try gate().open()
  }

  @Test func aVaultWithoutARepositoryDiffersFromOneInsideAnother() throws {
    try place.shell("mkdir -p plain vault/inner")
    #expect(throws: SyncError.repository(.missing)) { try gate("plain").open() }
    #expect(throws: SyncError.repository(.insideAnother(place.folder.path.appending("vault")))) {
      try gate("vault/inner").open()
    }
  }

  // MARK: Settings and objects from elsewhere

  @Test(arguments: ["include.path", "includeIf.gitdir:/.path", "extensions.worktreeConfig"])
  func settingsThatLeadToOthersCannotBeTrusted(key: String) throws {
    try place.shell("git config '\(key)' true", in: "vault")
    let keys = [key.replacing("includeIf", with: "includeif").replacing("worktreeConfig", with: "worktreeconfig")]
    #expect(throws: SyncError.settingsElsewhere(keys)) { try gate().open() }
    #expect(throws: SyncError.settingsElsewhere(keys)) { try gate().trust() }
  }

  @Test(arguments: ["extensions.partialClone origin", "remote.origin.promisor true", "remote.x.promisor false"])
  func aRepositoryThatFetchesWhatItMissesIsPartial(setting: String) throws {
    try place.shell("git config \(setting)", in: "vault")
    #expect(throws: SyncError.repository(.partialClone)) { try gate().open() }
    #expect(throws: SyncError.repository(.partialClone)) { try gate().trust() }
  }

  /// `git sparse-checkout` keeps its switch in the settings of the work tree, before and after it is off.
  @Test(arguments: ["true", "false"])
  func theSettingsOfASparseCheckoutAreReadWithTheOthers(isOn: String) throws {
    let line = """
      git config core.sparseCheckout true; git config extensions.worktreeConfig true
      git config -f .git/config.worktree core.sparseCheckout \(isOn)
      """
    try place.shell(line, in: "vault")
    let config = try gate().open()
    #expect(config.isSparse == (isOn == "true"))
    #expect(
      !String(decoding: config.canonical, as: UTF8.self).contains("worktreeconfig"), "git reads them nowhere else")
    // Where the extension is off, git does not read them.
    try place.shell("git config extensions.worktreeConfig false", in: "vault")
    #expect(throws: SyncError.settingsElsewhere(["extensions.worktreeconfig"])) { try gate().open() }
  }

  @Test(arguments: [
    "[core]\n\tfsmonitor = touch x\n", "[core]\n\tworktree = /\n", "[core]\n\tbare\n",
    "[remote \"origin\"]\n\turl = /x\n", "[core]\n\tsparseCheckout = \"\n", "[include]\n\tpath = x\n",
  ])
  func otherSettingsOfTheWorkTreeAreNotRead(settings: String) throws {
    try place.shell("git config extensions.worktreeConfig true", in: "vault")
    try place.folder.write(settings, to: "vault/.git/config.worktree")
    #expect(throws: SyncError.settingsElsewhere(["extensions.worktreeconfig"])) { try gate().open() }
  }

  @Test(arguments: [
    "extensions.objectFormat sha256", "extensions.refStorage reftable", "extensions.relativeWorktrees true",
    "extensions.unheardOf 1", "core.repositoryFormatVersion 2",
  ])
  func aRepositoryOfAnotherFormIsRefusedThoughItIsTrusted(setting: String) throws {
    try place.shell("git config -f .git/config \(setting)", in: "vault")
    let name = setting.lowercased().replacing(" ", with: " = ")
    #expect(throws: SyncError.repository(.otherForm(name))) { try gate().open() }
    #expect(throws: SyncError.repository(.otherForm(name))) { try gate().trust() }
  }

  // MARK: Owners

  private var root: HostPath { place.folder.path.appending("vault") }

  @Test(
    .enabled(if: SecondUser.isAvailable, "only root can give files away"),
    arguments: [
      "", ".git", ".git/config", ".git/HEAD", ".git/objects", ".git/refs", ".git/packed-refs",
    ])
  func aPartThatAnotherUserOwnsIsNamed(part: String) throws {
    try place.shell("git commit -q --allow-empty -m x; git pack-refs --all", in: "vault")
    _ = try gate().open()
    let path = part.isEmpty ? root : root.appending(part)
    try place.shell("chown -h \(SecondUser.id) '\(path.text)'")
    let trouble = RepositoryTrouble.ownedByAnother(path, user: SecondUser.id, root: root)
    #expect(throws: SyncError.repository(trouble)) { try gate().open() }
    #expect(throws: SyncError.repository(trouble)) { try gate().trust() }
    try place.shell("git config --global --add safe.directory '\(root.text)'")
    _ = try gate().open()
  }

  @Test(arguments: ["", ".git", ".git/config", ".git/HEAD", ".git/objects", ".git/refs"])
  func aPartThatEverybodyMayWriteToIsNamed(part: String) throws {
    let path = part.isEmpty ? root : root.appending(part)
    try place.shell("chmod o+w '\(path.text)'")
    let trouble = RepositoryTrouble.writableByOthers(path, root: root)
    #expect(throws: SyncError.repository(trouble)) { try gate().open() }
    try place.shell("git config --global --add safe.directory '*'")
    _ = try gate().open()
  }

  /// There, `chmod` ends without an error and changes nothing.
  @Test func whereAllFilesAreWritableForAllThePermissionsCannotBeChanged() throws {
    try place.shell("chmod o+w vault")
    let names = Set(try place.folder.names(in: VaultPath("vault/.git")))
    let trouble = RepositoryTrouble.writableByOthers(root, root: root, isFixed: true)
    #expect(throws: SyncError.repository(trouble)) { try gate(on: WrappedHost.openToAll).open() }
    #expect(throws: SyncError.repository(.writableByOthers(root, root: root))) { try gate().open() }
    #expect(Set(try place.folder.names(in: VaultPath("vault/.git"))) == names, "what was tried is gone")
    try place.shell("git config --global --add safe.directory '\(root.text)'")
    _ = try gate(on: WrappedHost.openToAll).open()
  }

  @Test(.enabled(if: SecondUser.isAvailable, "only root can give files away"))
  func aVaultOfATeamNeedsAWord() throws {
    try place.shell("chgrp -R \(SecondUser.id) vault; chmod -R g+ws vault")
    #expect(throws: SyncError.repository(.writableByOthers(root, root: root))) { try gate().open() }
    try place.shell("git config --global --add safe.directory '\(root.text)'")
    _ = try gate().open()
  }

  @Test func aLinkIsWhatItLeadsTo() throws {
    try place.shell("mv .git/config ../config && ln -s ../../config .git/config", in: "vault")
    _ = try gate().open()
    try place.shell("chmod o+w config")
    #expect(throws: SyncError.repository(.writableByOthers(root.appending(".git/config"), root: root))) {
      try gate().open()
    }
  }

  /// As git reads `safe.directory`: not from the repository itself, the last word counting.
  @Test func onlyFoldersInSafeDirectoryAreSafe() throws {
    try place.shell("chmod o+w vault")
    let above = place.folder.path.text
    let cases: [(values: [String], isSafe: Bool)] = [
      (["/nowhere"], false), (["\(above)/vault"], true), (["\(above)/vault/"], true), (["\(above)"], false),
      (["\(above)/*"], true), (["\(above)/v*"], false), (["*"], true), (["*", ""], false),
      (["*", "", root.text], true),
      (["vault"], false), (["."], false), (["~/../vault"], true),
    ]
    for (values, isSafe) in cases {
      try place.shell("git config --global --unset-all safe.directory || true")
      for value in values { try place.shell("git config --global --add safe.directory '\(value)'") }
      #expect(((try? gate().open()) != nil) == isSafe, "\(values)")
    }
    try place.shell("git config --global --unset-all safe.directory; git -C vault config safe.directory '*'")
    #expect(throws: SyncError.repository(.writableByOthers(root, root: root))) { try gate().open() }
  }

  // MARK: The remote

  private func remote(named: String? = nil) throws -> SyncRemote? {
    let gate = try gate()
    return try gate.remote(of: gate.open(), named: named)
  }

  private func set(_ url: String) throws {
    try place.shell("git config remote.origin.url '\(url)'", in: "vault")
  }

  @Test(arguments: ["../hub.git", "file://FOLDER/hub.git", "FOLDER/hub.git", "localhost:hub.git"])
  func aRemoteOnThisMachineIsOneThatTheUserHasNamed(form: String) throws {
    let url = form.replacing("FOLDER", with: place.folder.path.text)
    try place.shell("git init -q --bare hub.git")
    try set(url)
    #expect(throws: SyncError.unnamedRemote(url)) { try remote() }
    #expect(try remote(named: url)?.url == url)
    #expect(throws: SyncError.unnamedRemote(url)) { try remote(named: url + "/") }
    try gate().remember(url)
    #expect(try remote()?.folder == (url.hasPrefix("localhost") ? nil : place.folder.path.appending("hub.git")))
    try set("../other.git")
    #expect(throws: SyncError.unnamedRemote("../other.git"), "another one") { try remote() }
    #expect(try gate().trust() == ["remote.origin.url"])
    #expect(try remote()?.url == "../other.git")
    try place.shell("cp -r vault copy")
    let copy = try gate("copy")
    #expect(throws: SyncError.unnamedRemote("../other.git"), "in another place") { try copy.remote(of: copy.open()) }
  }

  @Test func namingARemoteKeepsWhatWasTrusted() throws {
    try place.shell("git config gpg.program a", in: "vault")
    _ = try gate().trust()
    try gate().remember("/srv/x.git")
    _ = try gate().open()
  }

  @Test(arguments: [
    "./.store.git", ".store", "file://VAULT/.store.git", "VAULT/.store.git", "link", "../outside", "../vault", ".",
    "file:///../VAULT/%2estore.git",
  ])
  func aRemoteInsideOfTheVaultIsRefusedWhoeverNamesIt(form: String) throws {
    try place.shell(
      """
      git init -q --bare vault/.store.git; ln -s .store.git vault/link; ln -s vault/.store.git outside
      """)
    let url = form.replacing("VAULT", with: root.text)
    try set(url)
    #expect(throws: SyncError.remoteInVault(url)) { try remote() }
    #expect(throws: SyncError.remoteInVault(url)) { try remote(named: url) }
    #expect(throws: SyncError.remoteInVault(url)) { try gate().trust() }
  }

  @Test func oneRemoteIsUsedAndItIsTheOneThatIsShown() throws {
    try place.shell("git config remote.origin.url h:a; git config --add remote.origin.url h:b", in: "vault")
    #expect(throws: SyncError.severalRemotes(["h:a", "h:b"])) { try remote() }
    try place.shell("git config --replace-all remote.origin.url h:a; git config remote.origin.pushurl h:c", in: "vault")
    #expect(throws: SyncError.severalRemotes(["h:a", "h:c"])) { try remote() }
    try place.shell("git config remote.origin.pushurl h:a", in: "vault")
    #expect(try remote()?.url == "h:a")
  }

  /// Git gets the folder that was looked at, not the words that lead there.
  @Test func gitIsGivenTheFolderThatWasChecked() throws {
    try place.shell("git init -q --bare hub.git")
    try set("../hub.git")
    let gate = try gate()
    let config = try gate.open()
    let remote = try gate.remote(of: config, named: "../hub.git")
    #expect(config.reaching(remote).value("remote", "origin", "url") == place.folder.path.appending("hub.git").text)
    #expect(config.reaching(nil) == config)
    // On disk this leads into the vault, by its letters out of it.
    try place.shell("git init -q --bare vault/.store.git; mkdir -p vault/a/b; ln -s a/b vault/deep")
    let detour = "deep/../../../vault/.store.git"
    try set(detour)
    let changed = try gate.open()
    let reached = try gate.remote(of: changed, named: detour)
    let outside = place.folder.path.parent.appending("vault/.store.git")
    #expect(changed.reaching(reached).value("remote", "origin", "url") == outside.text)
  }
}
