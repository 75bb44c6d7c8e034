import Foundation
public import MemoCore
public import MemoStore

/// Syncs a vault with a git remote.
public struct Syncer: Sendable {
  let vault: Vault
  private let host: any HostFiles
  let git: any Git
  let gate: RepositoryGate
  private let clock: any LocalClock
  private let deviceName: String?

  /// A syncer of a vault.
  ///
  /// - Parameters:
  ///   - gate: what decides whether git may be run there.
  ///   - deviceName: what the user calls this device; what the machine is called where `nil`.
  public init(
    _ vault: Vault, host: any HostFiles, git: any Git, gate: RepositoryGate, clock: any LocalClock,
    deviceName: String? = nil
  ) {
    (self.vault, self.host, self.gate, self.clock) = (vault, host, gate, clock)
    self.git = GitInPlace(git, of: vault)
    self.deviceName = deviceName
  }

  private static let attempts = 5
  private static let day: Int64 = 86_400_000_000_000

  var folder: SyncFolder { SyncFolder(vault: vault) }
  private var preflight: RepositoryPreflight { RepositoryPreflight(vault: vault, host: host) }

  // MARK: Syncing

  /// Commits what is here, fetches, merges, brings the files up to date, and pushes.
  ///
  /// - Throws: `remote` where the remote cannot be reached; the commit is made then, and the next sync sends it. `vaultMoved`
  ///   where the vault's folder is moved before the end, whatever that has kept from being done.
  public func sync(_ options: SyncOptions) throws -> SyncReport {
    do {
      return try syncInPlace(options)
    } catch {
      guard vault.isMoved else { throw error }
      vault.removeRemainsAtFormerPath()
      throw SyncError.vaultMoved
    }
  }

  private func syncInPlace(_ options: SyncOptions) throws -> SyncReport {
    if options.remote != nil, !options.isDryRun { try makeRepository() }
    _ = try gate.open()
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    try checkGit()
    if let url = options.remote, !options.isDryRun { try setUp(url, options) }
    try checkIsReady(options)
    if !options.isDryRun { try folder.makeDeviceId() }
    let context = try context(options)
    if options.isDryRun {
      var report = try SyncPreview(sync: context).look()
      report.sideBranch = try sideBranch()
      return report
    }
    var (report, known) = try runAgainstOthers(context, options)
    report.sideBranch = try sideBranch()
    let counted = try countConflicts(&report, knowing: known)
    if let commit = report.commit { report.lostLines = auditReceived(upTo: commit, knowing: report.receivedMerges) }
    note(report, counted)
    if !report.isIdle { tidyUp() }
    return report
  }

  /// Ends where git is in the middle of something or no branch is checked out: what leads out may take text from the files,
  /// so a ref keeps them first.
  private func checkIsReady(_ options: SyncOptions) throws {
    do {
      _ = try preflight.branch(gate.open())
      if let operation = try preflight.operationUnderway() { throw SyncError.repository(.underway(operation, nil)) }
    } catch SyncError.repository(.underway(let operation, nil)) where !options.isDryRun {
      throw SyncError.repository(.underway(operation, try makeBackup()))
    } catch SyncError.repository(.detached(let synced, nil)) where !options.isDryRun {
      throw SyncError.repository(.detached(synced: synced, try makeBackup()))
    }
  }

  /// Ends with what a sync would end with before it reaches for the remote. Nothing is changed.
  ///
  /// - Throws: `noRemote` where none is named, `otherRemotes` where none is that memo syncs with.
  public func checkCanStart() throws {
    var options = SyncOptions()
    options.isDryRun = true
    try openRepository().checkHead()
    try checkIsReady(options)
    let config = try gate.open()
    try preflight.checkIsWhole(config)
    guard try gate.remote(of: config) != nil else { throw config.missingRemote }
  }

  /// Has a ref keep the files as they are, whatever git is in the middle of.
  public func backup() throws -> FileBackup {
    _ = try gate.open()
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    try checkGit()
    return try makeBackup()
  }

  private func makeBackup() throws -> FileBackup {
    let config = try gate.open()
    let branch: String?
    do {
      branch = try preflight.branch(config)
    } catch SyncError.repository {
      branch = nil
    }
    let context = try context(SyncOptions(), isLocal: true, on: branch ?? config.syncedBranch)
    let isUnderway = try preflight.operationUnderway() != nil
    return try Backup(sync: context).make(isDetached: branch == nil, isUnderway: isUnderway)
  }

  /// Waits for another sync of this vault.
  func lock() throws -> any VaultLock {
    let lock = try vault.writer.lock(SyncFolder.lock, waiting: .seconds(2))
    guard let lock else { throw SyncError.locked }
    return lock
  }

  /// Counts the places that need a look, and says for how long that holds. All merges are looked through only where there may
  /// be others than at the last count.
  private func countConflicts(_ report: inout SyncReport, knowing known: KnownChanges) throws -> CountedConflicts? {
    guard !report.isIdle, let commit = report.commit else { return nil }
    let state = folder.readState()
    if !report.hasNewConflicts, let count = state.openConflicts, StaleSaves(in: folder).saves.isEmpty {
      let counted = state.countedConflicts?.follow(to: commit, by: known)
      if counted != nil || count == 0 && state.countedConflicts == nil {
        report.conflicts = count
        return counted
      }
    }
    let places = try openPlaces()
    report.conflicts = places.count
    let memos = places.flatMap { [$0.path, $0.otherPath].compactMap(\.self) }
    return CountedConflicts(of: memos, at: commit, besides: state.countedConflicts)
  }

  /// The branch that is checked out, where it is not the one that others sync.
  private func sideBranch() throws -> SideBranch? {
    let config = try gate.open()
    return config.sideBranch(try preflight.branch(config))
  }

  /// Starts again where the branch has moved: a person commits by hand, or a git that a killed memo has left does. So too
  /// where another branch was checked out, which may be one that no other device is to get.
  ///
  /// - Throws: `overtaken` where it moves each time.
  private func runAgainstOthers(
    _ first: SyncContext, _ options: SyncOptions
  ) throws -> (report: SyncReport, known: KnownChanges) {
    var context = first
    let start = clock.now
    var attempt = 0
    while true {
      do {
        var report = try SyncRun(sync: context).run()
        report.quote(context.conversions.words)
        return (report, context.knownChanges)
      } catch is BranchSwitched {
        guard attempt < Self.attempts else { throw SyncError.overtaken }
        try checkIsReady(options)
      } catch let failure as GitError {
        if case .diskFull = failure { ObjectFiles.removeUnfinishedObjects(in: vault, since: start) }
        if case .damaged = failure {
          // Git takes an object for stored that has no bytes any more; without it, it is fetched or stored again.
          guard attempt < Self.attempts, try ObjectFiles.removeEmptyObjects(in: vault) else { throw failure }
        } else {
          guard failure.isOvertaken else { throw failure }
          guard attempt < Self.attempts else { throw failure.isOfLock ? failure : SyncError.overtaken }
          Thread.sleep(forTimeInterval: Double.random(in: 0.02...0.06) * Double(1 << attempt))
        }
      }
      attempt += 1
      context = try self.context(options)
    }
  }

  /// - Parameters:
  ///   - isLocal: whether no remote is needed.
  ///   - named: the branch, where the one that is checked out is not asked for.
  func context(
    _ options: SyncOptions, isLocal: Bool = false, on named: String? = nil
  ) throws -> SyncContext {
    let config = try gate.open()
    try preflight.checkIsWhole(config)
    let branch = try named ?? preflight.branch(config)
    let remote = isLocal ? nil : try gate.remote(of: config, named: options.remote)
    guard remote != nil || isLocal else { throw config.missingRemote }
    let repository = GitRepository(at: vault.root, config: config.reaching(remote), git: git)
    let upstream = config.upstream(of: branch)
    let workTree = try git.workTree(at: vault.root)
    let settings = try FilterSettings.current(of: repository, in: folder, isKeeping: !isLocal)
    let reach =
      try remote.map { remote in
        try self.reach(remote, repository, options, hasSSHCommand: settings.hasSSHCommand)
      } ?? RemoteReach()
    return try SyncContext(
      vault: vault, host: host, repository: repository, workTree: workTree,
      names: BranchNames(local: branch, remote: upstream ?? branch), options: options, clock: clock,
      device: device, reach: reach, conversions: conversions(of: repository, by: settings, ssh: reach.ssh),
      sideBranch: config.sideBranch(branch), hasUpstream: upstream != nil)
  }

  /// How git converts the files of the vault.
  func conversions(of repository: GitRepository) throws -> PathConversions {
    conversions(of: repository, by: try FilterSettings.current(of: repository, in: folder, isKeeping: false))
  }

  private func conversions(
    of repository: GitRepository, by settings: FilterSettings, ssh: String? = nil
  ) -> PathConversions {
    let mark = settings.mark(besides: vault)
    return PathConversions(
      repository, host: host, settings: settings, mark: mark, ssh: ssh,
      failures: SlowFailures(
        in: folder, mark: settings.mark(ofPrograms: git, besides: vault), now: clock.now))
  }

  /// What git's objects hold, as files have it.
  package func texts() throws -> StoredTexts {
    let repository = try repository()
    return StoredTexts(repository: repository, conversions: try conversions(of: repository))
  }

  private func reach(
    _ remote: SyncRemote, _ repository: GitRepository, _ options: SyncOptions, hasSSHCommand: Bool = true
  ) throws -> RemoteReach {
    var reach = RemoteReach(mayAsk: options.mayAsk, progress: options.transferProgress)
    (reach.folder, reach.address) = (remote.folder, RemoteAddress.shown(remote.url))
    // A file that leads to a repository elsewhere has git's name for it.
    reach.isBundle = remote.folder.map { host.kind(of: $0) == .file && !$0.name.elementsEqual(".git".utf8) } ?? false
    reach.ssh = try repository.sshCommand(
      for: remote.place, variables: (options.ssh, options.sshProgram), mayAsk: options.mayAsk,
      isConfigured: hasSSHCommand)
    return reach
  }

  /// Of how many files it is remembered what their filters wrote, which may be long, and the same of each file.
  private static let filesWithWords = 16

  private func note(_ report: SyncReport, _ counted: CountedConflicts?) {
    folder.note { state in
      (state.lastSync, state.trouble, state.lastErrorAt) = (clock.now, nil, nil)
      state.boot = host.boot ?? state.boot
      state.skippedFiles = report.skipped.enumerated().map { place, file in
        var kept = file
        if place >= Self.filesWithWords { kept.words = nil }
        return SyncState.Skipped(kept)
      }
      if !report.isIdle { (state.openConflicts, state.countedConflicts) = (report.conflicts, counted) }
    }
  }

  /// Remembers why a sync did not go through, for `status`.
  public func note(failure: any Error) {
    // Not in a folder that is no repository.
    guard (try? gate.open()) != nil else { return }
    folder.note { ($0.trouble, $0.lastErrorAt) = (SyncTrouble(failure), clock.now) }
  }

  /// Packs what many syncs have made, at most daily: git's own housekeeping is off, because it works behind one's back.
  /// Where that fails, the repository is larger than it need be.
  private func tidyUp() {
    let age = clock.now.subtractingClamped(folder.readState().lastTidied ?? 0)
    // A time that has not come yet was noted by a clock that was wrong.
    guard age > Self.day || age < 0 else { return }
    folder.note { $0.lastTidied = clock.now }
    guard (try? ObjectFiles.leadElsewhere(in: vault)) == false else { return }
    try? repository().packIfNeeded()
  }

  // MARK: Setting up

  /// Makes the vault a repository where it is none, unless it lies inside one. One that was not made to its end is
  /// completed: git leaves what is there.
  private func makeRepository() throws {
    do {
      _ = try gate.open()
    } catch SyncError.repository(.missing), SyncError.repository(.unfinished) {
      try GitRepository.checkVersion(of: git, outside: vault.root)
      try GitRepository(making: vault.root, git: git).make()
    }
  }

  private func setUp(_ url: String, _ options: SyncOptions) throws {
    let branch = try preflight.branch(gate.open())
    let (repository, remote) = (try repository(), try gate.remote(at: url))
    // A git that was killed in here, or in the sync of an unfinished clone, leaves locks of refs and settings.
    let killed = [folder.unfinished()?.time, UnfinishedClone(vault.access).began].compactMap(\.self).min()
    let names = BranchNames(local: branch, remote: branch)
    try StaleLocks(vault: vault, names: names, since: killed, git: git).remove()
    let setup = RemoteSetup(
      repository: repository, reach: try reach(remote, repository, options), branch: branch,
      hasCommit: try repository.refs()[names.head] != nil)
    try setup.run(remote)
    SystemFiles(vault: vault).exclude()
    try gate.remember(url)
  }

  /// Asks git for its version once for each git.
  private func checkGit() throws {
    guard let identity = git.identity() else { throw GitError.notInstalled }
    guard folder.readState().git != identity else { return }
    try GitRepository.checkVersion(of: git, outside: vault.root)
    folder.note { $0.git = identity }
  }

  /// Gives every file the time that the repository's history has for it; returns how many had another one.
  public func restoreTimes() throws -> Int {
    _ = try gate.open()
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    try checkGit()
    return try FileTimes(sync: context(SyncOptions(), isLocal: true)).restore()
  }

  // MARK: Looking

  /// Ends where files or history are missing on purpose, and could be taken for lost.
  func checkIsWhole() throws {
    try preflight.checkIsWhole(gate.open())
  }

  /// This device, as its commits name it.
  var device: SyncDevice {
    get throws { SyncDevice(name: deviceName ?? git.device, id: try folder.deviceId ?? "") }
  }

  /// The repository, once its settings have passed the gate.
  func repository() throws -> GitRepository {
    GitRepository(at: vault.root, config: try gate.open(), git: git)
  }

  /// The same where git is installed and the branch has not lost its commit.
  func openRepository() throws -> GitRepository {
    guard git.identity() != nil else { throw GitError.notInstalled }
    let config = try gate.open()
    try preflight.checkHead(config)
    return GitRepository(at: vault.root, config: config, git: git)
  }

  /// How far the branch and the remote were apart when they were last seen, and how syncing went. Nothing is changed.
  public func status() throws -> SyncStatus {
    let repository = try openRepository()
    let config = try gate.open()
    guard let url = config.values("remote", "origin", "url").first else { throw config.missingRemote }
    let context = try context(SyncOptions(), isLocal: true)
    let counts = try repository.distance(context.names)
    let snapshot = try context.lookAtFiles()
    // A file that waits is not made again for that: the last sync has tried.
    let tried = (folder.readState().skippedFiles ?? []).map { ($0.file.path, $0.file) }
    let known = Dictionary(tried) { first, _ in first }
    let skipped = snapshot.skipped.map { file in
      let last = known[file.path].flatMap { $0.reason == file.reason ? $0 : nil }
      return context.conversions.words.quoted(with: last ?? file)
    }
    return SyncStatus(
      branch: context.names.local, sideBranch: context.sideBranch,
      remote: RemoteAddress.shown(url),
      ahead: counts.ahead, behind: counts.behind, unsaved: snapshot.edits.count + snapshot.removed.count,
      conflicts: try openPlaces().count, skipped: skipped, log: log())
  }

  /// The files that git's own index has git pass over though they wait for nothing, in byte order: earlier versions of memo have
  /// left that mark on files that waited, or a person has set it. None where memo has not synced, and none that is missing: without
  /// the mark, that file would be deleted on all devices.
  ///
  /// - Throws: in a sparse checkout.
  public func filesPassedOver() throws -> [VaultPath] {
    guard folder.readState().lastSync != nil else { return [] }
    try preflight.checkIsWhole(gate.open())
    let waiting = try WaitingFiles(in: folder)
    let found = try repository().filesPassedOver().subtracting(waiting.paths).subtracting(waiting.former)
    return try found.filter { try vault.writer.isTaken($0) }.sorted()
  }

  /// How syncing went last, without a look at the repository.
  public func log() -> SyncLog {
    SyncLog(folder.readState())
  }

  /// Remembers when a watcher is to sync next; `nil` where none will.
  public func note(nextTry: Int64?) {
    guard (try? gate.open()) != nil else { return }
    guard folder.readState().nextTry != nextTry else { return }
    folder.note { $0.nextTry = nextTry }
  }
}
