public import MemoCore
public import MemoIndex
public import MemoStore
public import MemoSync

/// A vault and the machine it is on: the door through which front ends use a vault.
///
/// It takes values and returns values. Notices for the user go to `notify`; what cannot be undone is
/// announced to `willCommit`, which may still refuse it.
public struct Workspace: Sendable {
  /// The vault.
  public let vault: Vault
  /// The machine.
  public let machine: Machine
  /// The locale of dates that are written into memos.
  public let locale: String
  /// Whether an agent makes the changes, not a person.
  let isForAgent: Bool
  /// Receives the notices of a use case.
  public let notify: @Sendable (Notice) -> Void
  /// Called before each step that cannot be taken back.
  let willCommit: @Sendable () throws -> Void
  /// Called with each change that was made.
  let didCommit: @Sendable (PastOperation) -> Void
  /// The index to answer from; `nil` to look at the files.
  private let known: VaultIndex?
  /// The history where the vault's lock is held for it.
  var heldHistory: OperationHistory?

  /// The use cases of a vault.
  ///
  /// - Parameter known: an index to answer from, such as one with the unsaved texts of an editor.
  public init(
    _ vault: Vault, on machine: Machine, locale: String = "en_US", isForAgent: Bool = false,
    answeringFrom known: VaultIndex? = nil, willCommit: @escaping @Sendable () throws -> Void = {},
    didCommit: @escaping @Sendable (PastOperation) -> Void = { _ in },
    notify: @escaping @Sendable (Notice) -> Void = { _ in }
  ) {
    (self.vault, self.machine, self.locale, self.isForAgent) = (vault, machine, locale, isForAgent)
    (self.known, self.willCommit, self.didCommit, self.notify) = (known, willCommit, didCommit, notify)
  }

  /// The same use cases of the folder that is at the vault's path now, where another one has taken its place.
  ///
  /// - Throws: where there is none.
  package func inPlace() throws -> Workspace {
    let found = try vault.inPlace()
    guard !found.isSameFolder(as: vault) else { return self }
    return Workspace(
      found, on: machine, locale: locale, isForAgent: isForAgent, willCommit: willCommit, didCommit: didCommit,
      notify: notify)
  }

  /// The vault that a person works on.
  ///
  /// - Parameter named: the folder named on the command line; else `MEMO_VAULT`, the working directory and the user's
  ///   settings decide.
  public static func locate(
    _ named: [UInt8]?, on machine: Machine, toSync isToSync: Bool = false,
    noteUnused: (UnusedVault) -> Void = { _ in }
  ) throws -> Vault {
    let locator = VaultLocator(host: machine.host, workingDirectory: machine.workingDirectory, home: machine.home)
    let variable = named == nil ? machine.variableBytes("MEMO_VAULT") : nil
    do {
      let root = try locator.locate(
        option: named.map { try machine.path($0).bytes }, variable: variable.map { try machine.path($0).bytes },
        noteUnused: noteUnused, configured: { try machine.userSettings().text("vault") })
      return try Vault(at: root, host: machine.host, toSync: isToSync)
    } catch VaultError.noVault where !machine.hasWorkingDirectory {
      throw VaultError.noWorkingDirectory
    }
  }

  // MARK: Memos

  /// The index up to date with the files.
  ///
  /// - Parameter mustBeWhole: whether an unreadable file is an error: links and tags in it would be left as they are. Those
  ///   that are left in a memo that is too large are a notice.
  public func index(mustBeWhole: Bool = false) throws -> VaultIndex {
    let start = machine.stopwatch()
    let index = try knownIndex()
    notify(.refreshed(vault.root, index, machine.stopwatch() - start))
    if mustBeWhole, let problem = index.problems.first { throw problem }
    for problem in index.problems { notify(.unreadable(problem)) }
    if mustBeWhole { for path in index.oversizedMemos { notify(.oversized(path)) } }
    return index
  }

  /// The same without notices.
  func knownIndex() throws -> VaultIndex { try known ?? vault.current() }

  /// Finds the memos that references name.
  ///
  /// - Parameters:
  ///   - isStrict: whether only paths and whole names will do, not guesses.
  ///   - isChange: whether the memos are to be changed, so that an ambiguous path is refused.
  ///   - namesTaken: whether it is said which memo a row or a part of a name was taken for.
  public func finder(isStrict: Bool, isChange: Bool = false, namesTaken: Bool = false) -> MemoFinder {
    let index = Lazy { try self.index() }
    return MemoFinder(
      vault: vault, host: machine.host, workingDirectory: machine.workingDirectory, isStrict: isStrict,
      isChange: isChange, namesTaken: namesTaken,
      warnAmbiguous: { notify(.ambiguousPath(reference: $0, taken: $1, other: $2)) },
      noteTaken: noteTaken, loadIndex: index.get)
  }

  /// A filter with the memos that links leave besides.
  public func filter(_ filter: MemoFilter, _ links: LinkConditions, in index: VaultIndex) throws -> MemoFilter {
    var filter = filter
    let isNear = links.distance == nil
    if let target = links.linksTo, isNear {
      filter.sets.append(Backlinks(to: try path(of: target, in: index), in: index).members)
    }
    if let target = links.linksNotTo {
      let path = try path(of: target, in: index)
      filter.excludedSets.append(Backlinks(to: path, in: index).members)
      filter.excludedSets.append(MemoSet(of: path, in: index))
    }
    let isFar = links.linksTo != nil && !isNear
    guard links.linkedFrom != nil || links.isOrphan || links.isDeadEnd || isFar else { return filter }
    let graph = LinkGraph(of: index)
    let distance = links.distance.map { $0 == 0 ? .max : $0 } ?? 1
    if let target = links.linksTo, isFar {
      filter.sets.append(graph.memosNear(try path(of: target, in: index), .linksTo, distance: distance))
    }
    if let source = links.linkedFrom {
      let path = try path(of: source, in: index)
      filter.sets.append(
        isNear ? graph.memosLinked(from: path) : graph.memosNear(path, .linkedFrom, distance: distance))
    }
    if links.isOrphan { filter.sets.append(graph.orphans()) }
    if links.isDeadEnd { filter.sets.append(graph.deadEnds()) }
    return links.isOrphan || links.isDeadEnd ? withoutTemplates(filter, in: index) : filter
  }

  /// A filter that passes no templates, unless it names paths.
  public func withoutTemplates(_ filter: MemoFilter, in index: VaultIndex) -> MemoFilter {
    guard filter.paths.isEmpty, let folder = vault.templateFolder else { return filter }
    var filter = filter
    filter.excludedSets.append(MemoSet(below: folder, in: index))
    return filter
  }

  private func path(of reference: String, in index: VaultIndex) throws -> VaultPath {
    let finder = MemoFinder(
      vault: vault, host: machine.host, workingDirectory: machine.workingDirectory, isStrict: false,
      noteTaken: noteTaken
    ) { index }
    return try finder.find(Array(reference.utf8))
  }

  private func noteTaken(_ reference: String, _ taken: VaultPath, _ title: String) {
    notify(.taken(reference: reference, taken: taken, title: title))
  }

  // MARK: The past

  /// The repository with the vault's past.
  public func pastRepository() throws -> PastRepository {
    try PastRepository(of: vault, host: machine.host, trusted: trustedRepositories, git: machine.git)
  }

  var trustedRepositories: TrustedRepositories {
    TrustedRepositories(in: machine.userStatePath, host: machine.host)
  }

  /// The past of a memo that is there.
  ///
  /// - Parameter count: how many of the newest versions are wanted; `nil` for all.
  public func past(of path: VaultPath, newest count: Int? = nil, in repository: PastRepository) throws -> MemoPast {
    let past = try MemoPast(of: path, newest: count, in: repository)
    guard vault.hasMemo(at: path) else { return past }
    if past.isCommitted {
      let moves = try movesSinceCommit(in: repository)
      guard moves.contains(where: { $0[path].map { !$0.isHidden } ?? false }) else { return past }
      // What the last commit has there is elsewhere by now: this one was moved here since, or is new.
      let origin = Self.origin(of: path, before: moves)
      let isSame = try past.versions.first.flatMap { try? past.contents(of: $0) } == vault.contents(of: path)
      if origin == path || isSame { return past }
      return try MemoPast(of: path, at: [origin].compactMap(\.self), newest: count, in: repository)
    }
    // Moved since the last commit, perhaps.
    let formerPaths = try formerPaths(of: path, in: repository)
    guard !formerPaths.isEmpty else { return past }
    return try MemoPast(of: path, at: [path] + formerPaths, newest: count, in: repository)
  }

  /// The paths from which memo has moved a memo that no commit has under its own; the one from which another program has, if
  /// memo has not.
  private func formerPaths(of path: VaultPath, in repository: PastRepository) throws -> [VaultPath] {
    let made = try OperationHistory(of: vault).formerPaths(of: [path])[path] ?? []
    guard made.isEmpty else { return made }
    // Git may not be able to read its index.
    let found = try? repository.formerPath(of: path, holding: vault.contents(of: path), isThere: vault.hasMemo)
    if let former = found { return [former] }
    return vault.movedMemos.moves.filter { $0.to == path && !vault.hasMemo(at: $0.from) }.map(\.from)
  }

  /// What operations have moved since the last commit, the newest first.
  private func movesSinceCommit(in repository: PastRepository) throws -> [[VaultPath: VaultPath]] {
    // What cannot be read is not known.
    let made = ((try? OperationHistory(of: vault).list()) ?? []).filter { !$0.isUndone && !$0.moves.isEmpty }
    guard !made.isEmpty, let seconds = try repository.lastCommitTime() else { return [] }
    return made.filter { $0.at / 1_000_000_000 > seconds }.map(\.moves)
  }

  /// Where a memo was before moves, the newest of which is first; `nil` for one that came later.
  private static func origin(of path: VaultPath, before moves: [[VaultPath: VaultPath]]) -> VaultPath? {
    var origin = path
    for made in moves {
      if let old = made.first(where: { $0.value == origin })?.key {
        origin = old
      } else if made[origin] != nil {
        return nil
      }
    }
    return origin
  }

  /// The past of the memo that a reference names. An existing memo comes before a deleted one, unless only a guess leads to
  /// it and the reference is a path.
  ///
  /// - Parameter count: how many of the newest versions are wanted; `nil` for all.
  public func past(
    of reference: [UInt8], by finder: MemoFinder, newest count: Int? = nil, in repository: PastRepository
  ) throws -> MemoPast {
    let paths = finder.paths(reference)
    let isPath = MemoFileRules.hasMemoExtension(VaultPath(bytes: reference))
    if isPath, !paths.contains(where: vault.hasMemo) {
      if let path = try exactly(reference) { return try past(of: path, newest: count, in: repository) }
      if let past = try deleted(paths, newest: count, in: repository) { return past }
    }
    do {
      return try past(of: finder.find(reference), newest: count, in: repository)
    } catch let error as VaultError {
      switch error {
      case .noSuchMemo, .obstructed: break
      default: throw error
      }
      guard !isPath, let past = try deleted(paths, newest: count, in: repository) else { throw error }
      return past
    }
  }

  /// The memo whose whole title, file name or alias it is; `nil` if there is none.
  private func exactly(_ reference: [UInt8]) throws -> VaultPath? {
    do {
      return try finder(isStrict: true).find(reference)
    } catch VaultError.noSuchMemo, VaultError.obstructed, VaultError.inexactReference {
      return nil
    }
  }

  /// The first of some paths at which a commit has a memo.
  private func deleted(_ paths: [VaultPath], newest count: Int?, in repository: PastRepository) throws -> MemoPast? {
    for path in paths where MemoFileRules.hasMemoExtension(path) {
      let past = try MemoPast(of: path, newest: count, in: repository)
      if !past.versions.isEmpty { return past }
    }
    return nil
  }

  // MARK: Syncing

  /// Decides whether git may be run on the vault's repository.
  public var gate: RepositoryGate {
    RepositoryGate(vault, host: machine.host, trusted: trustedRepositories, git: machine.git)
  }

  /// Syncs the vault, and reports on it.
  public func syncer() throws -> Syncer {
    Syncer(
      vault, host: machine.host, git: machine.git, gate: gate, clock: machine.clock,
      deviceName: try machine.userSettings().text("device"))
  }

  /// The usual options.
  ///
  /// - Parameter mayAsk: whether a person at the terminal may be asked for a password.
  public func syncOptions(mayAsk: Bool) -> SyncOptions {
    var options = SyncOptions()
    options.mayAsk = mayAsk
    options.ssh = machine.variable("GIT_SSH_COMMAND")
    options.sshProgram = machine.variable("GIT_SSH")
    return options
  }
}

/// What a filter asks of the links of memos; memos are named by references.
public struct LinkConditions: Sendable {
  /// Only memos that link to this one.
  public var linksTo: String?
  /// Only memos that this one links to.
  public var linkedFrom: String?
  /// Only memos that do not link to this one, which is left out, too.
  public var linksNotTo: String?
  /// Over at most so many links for the first two, 0 for any number; `nil` for one.
  public var distance: Int?
  /// Only memos that no other memo links to.
  public var isOrphan = false
  /// Only memos that link to no other memo.
  public var isDeadEnd = false

  /// No conditions.
  public init() {}
}

/// An index loaded when it is first asked for.
private final class Lazy {
  private let load: () throws -> VaultIndex
  private var index: VaultIndex?

  init(_ load: @escaping () throws -> VaultIndex) {
    self.load = load
  }

  func get() throws -> VaultIndex {
    if let index { return index }
    let loaded = try load()
    index = loaded
    return loaded
  }
}
