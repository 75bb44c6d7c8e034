import MemoCore

/// The operations of a vault: makes them one at a time, keeps the last ones, undoes and redoes them. Users who
/// share a vault each undo their own.
public struct OperationHistory: Sendable {
  /// A step of an operation, which takes long where it changes many files.
  public enum Step: Sendable {
    /// New texts are written beside the files.
    case preparing
    /// Files change places.
    case changing
  }

  /// Hears how many files of how many have come through a step.
  public var progress: @Sendable (_ step: Step, _ done: Int, _ total: Int) -> Void = { _, _, _ in }

  let vault: Vault
  private let wait: Duration
  private let isForAgent: Bool
  private let noteMade: @Sendable (PastOperation) -> Void
  private let noteEnded: @Sendable (InterruptedChange) -> Void
  /// The lock, where it is held for longer than one operation.
  private var held: (any VaultLock)?

  private static let lockPath = VaultPath("\(VaultLocator.marker)/lock")
  /// A command can begin without what a crash has left being taken back; it ends where that matters.
  private static let recoveryWait: Duration = .seconds(2)
  private static let countLimit = 50
  private static let sizeLimit = 1 << 28

  /// The history of a vault.
  ///
  /// - Parameters:
  ///   - wait: how long to wait for another process that changes memos.
  ///   - isForAgent: whether the operations that are begun are marked as an agent's.
  ///   - noteMade: called with each operation that was made, undone or redone.
  ///   - noteEnded: called with an interrupted change that was rolled back or completed before an operation.
  public init(
    of vault: Vault, wait: Duration = .seconds(10), isForAgent: Bool = false,
    noteMade: @escaping @Sendable (PastOperation) -> Void = { _ in },
    noteEnded: @escaping @Sendable (InterruptedChange) -> Void = { _ in }
  ) {
    (self.vault, self.wait, self.isForAgent) = (vault, wait, isForAgent)
    (self.noteMade, self.noteEnded) = (noteMade, noteEnded)
  }

  /// The same with the vault's lock, as long as any copy of it exists: no other process can make operations until then.
  public func locked() throws -> OperationHistory {
    var history = self
    history.held = try open()
    return history
  }

  // MARK: Looking back

  /// The operations that can be undone, then those that can be redone, newest first.
  public func list() throws -> [PastOperation] {
    var past: [PastOperation] = []
    for (folder, state) in try standing().reversed() {
      // Other commands remove the oldest while this one reads.
      guard let record = try records.recordIfThere(of: folder) else { continue }
      past.append(PastOperation(record, folder, state))
    }
    return past
  }

  /// The operations that there are once what a crash has left is taken back, and how far each is then; oldest first. One that
  /// was undone before another was made is none of them.
  private func standing() throws -> [(folder: OperationFolder, state: OperationFolder.State)] {
    let all = try records.folders().map { (folder: $0, state: $0.state.before) }.filter { $0.state != .draft }
    let last = all.last { $0.state == .done }?.folder.number ?? 0
    return all.filter { $0.state == .done || $0.folder.number > last }
  }

  /// Undoes the last operation that is not undone.
  ///
  /// - Throws: `changed` if a file is not as the operation left it; nothing is changed then.
  /// - Parameters:
  ///   - isDryRun: finds out whether that can be done, but does nothing.
  ///   - isAgentsOnly: does nothing, either, where a person made it.
  public func undo(isDryRun: Bool = false, isAgentsOnly: Bool = false) throws -> PastOperation {
    guard try hasAny() else { throw OperationError.nothingToUndo }
    let lock = try open(isDryRun: isDryRun)
    defer { withExtendedLifetime(lock) {} }
    guard var folder = try standing().last(where: { $0.state == .done })?.folder else {
      throw try nothing(of: .done) ?? .nothingToUndo
    }
    if isAgentsOnly {
      let record = try records.record(of: folder)
      guard record.isByAgent else { throw OperationError.notByAgent(record.changed) }
    }
    return try make(in: &folder, .backward, isDryRun: isDryRun)
  }

  /// Redoes the operation that was undone last.
  public func redo(isDryRun: Bool = false) throws -> PastOperation {
    guard try hasAny() else { throw OperationError.nothingToRedo }
    let lock = try open(isDryRun: isDryRun)
    defer { withExtendedLifetime(lock) {} }
    guard var folder = try standing().first(where: { $0.state == .undone })?.folder else {
      throw try nothing(of: .undone) ?? .nothingToRedo
    }
    return try make(in: &folder, .forward, isDryRun: isDryRun)
  }

  /// Forgets the last operation that is not undone, so that those before it can be: its changes stay for good.
  public func forgetLast() throws -> PastOperation {
    guard try hasAny() else { throw OperationError.nothingToUndo }
    let lock = try open()
    defer { withExtendedLifetime(lock) {} }
    guard let folder = try standing().last(where: { $0.state == .done })?.folder else {
      throw try nothing(of: .done) ?? .nothingToUndo
    }
    let operation = PastOperation(try records.record(of: folder), folder)
    try vault.writer.removeFolderWithFiles(folder.path)
    return operation
  }

  func make(
    in folder: inout OperationFolder, _ direction: FileChange.Direction, isDryRun: Bool
  ) throws -> PastOperation {
    let record = try records.record(of: folder)
    let run = ChangeRun(vault, folder, record, direction)
    try run.check()
    if !isDryRun {
      try run.keepPrivate()
      try run.settle()
      try make(record, in: &folder, direction)
    }
    return PastOperation(record, folder)
  }

  // MARK: Making operations

  /// Starts an operation, after rolling back one that a crash has interrupted.
  ///
  /// - Parameters:
  ///   - name: the command's name.
  ///   - time: the current time in nanoseconds since 1970.
  public func begin(_ name: String, at time: Int64) throws -> OperationDraft {
    do {
      _ = try VaultSetup.prepare(vault)
    } catch is VaultError {
      throw OperationError.unreadable(Vault.settingsPath, .malformed)
    }
    let lock = try open()
    let last = try records.ofAllUsers().last?.number ?? 0
    guard last < OperationFolder.limit else {
      throw OperationError.unreadable(Vault.historyPath, .numbersUsedUp)
    }
    let folder = OperationFolder(number: last + 1)
    try vault.writer.makeFolder(folder.path)
    // Another user who may write to the history made it first.
    guard try records.isOwn(folder) else { throw OperationError.ofAnotherUser(folder.path) }
    let record = OperationRecord(name: name, at: time, isByAgent: isForAgent)
    return OperationDraft(self, lock: lock, folder: folder, record: record)
  }

  /// Rolls back an operation that a crash has interrupted, or completes it where someone has edited what it had written; if
  /// another process is making one, waits for its end. For commands that change memos, before they read them; those that
  /// only read answer from the files as they are.
  ///
  /// - Returns: the change that was rolled back or completed; `nil` where there was none.
  @discardableResult
  public func recoverIfNeeded() throws -> InterruptedChange? {
    guard try unfinished() != nil else { return nil }
    let lock = try vault.writer.lock(Self.lockPath, waiting: min(wait, Self.recoveryWait))
    guard let lock else { return nil }
    defer { withExtendedLifetime(lock) {} }
    return try recover()
  }

  /// The change that a crash has interrupted, and how it will end; `nil` where there is none, or another process is making
  /// one now.
  public func interrupted() throws -> InterruptedChange? {
    guard try unfinished() != nil else { return nil }
    // Who makes an operation holds the lock until its end.
    guard let lock = try vault.writer.lock(Self.lockPath, waiting: .zero) else { return nil }
    defer { withExtendedLifetime(lock) {} }
    guard let folder = try unfinished(), let record = try records.recordIfThere(of: folder) else { return nil }
    let end = try? ChangeRun(vault, folder, record, folder.state.direction).end()
    return InterruptedChange(PastOperation(record, folder), in: folder.state, end ?? ChangeRun.End())
  }

  /// The operation whose changes may be half made.
  private func unfinished() throws -> OperationFolder? {
    do {
      return try records.folders().first { $0.state.isUnfinished && $0.state != .draft }
    } catch let error as FileError where error.reason == .accessDenied {
      // Who may not see the history of another user's vault cannot change its memos either, but may read them.
      return nil
    }
  }

  /// Takes the lock and cleans up, unless nothing is to be changed.
  package func open(isDryRun: Bool = false) throws -> any VaultLock {
    if let held { return held }
    let lock = try vault.writer.lock(Self.lockPath, waiting: wait)
    guard let lock else { throw OperationError.locked }
    if isDryRun { return lock }
    // What cannot be removed does no harm, and the next operation tries again.
    for folder in [Self.lockPath.parent, MoveMemory.folder] { try? vault.writer.removeLeftovers(in: folder) }
    if let ended = try recover() { noteEnded(ended) }
    return lock
  }

  /// Returns the change that was rolled back or completed.
  private func recover() throws -> InterruptedChange? {
    var ended: InterruptedChange?
    let folders = try records.folders()
    for var folder in folders where folder.state.isUnfinished {
      if folder.state != .draft {
        let (record, state) = (try records.record(of: folder), folder.state)
        let end = try ChangeRun(vault, folder, record, state.direction).recover()
        try rename(&folder, to: end.isCompleted ? state.after : state.before)
        ended = InterruptedChange(PastOperation(record, folder), in: state, end)
        noteMoves(record, state.direction, end)
      }
      try removeDraft(folder)
    }
    // Whoever made an operation may have been killed before it removed what can never be done again.
    let last = folders.last { $0.state == .done }?.number ?? 0
    let undone = folders.filter { $0.state == .undone && $0.number < last }
    // One that cannot be read stays and stops nothing.
    for folder in undone { try? remove(undone: folder) }
    // What was killed may have been writing there.
    if !undone.isEmpty || folders.contains(where: \.state.isUnfinished) {
      try? vault.writer.removeLeftovers(in: TrashItem.trash)
    }
    return ended
  }

  /// Makes the changes of an operation whose folder has everything that it takes.
  func make(
    _ record: OperationRecord, in folder: inout OperationFolder, _ direction: FileChange.Direction, size: Int? = nil
  ) throws {
    try rename(&folder, to: folder.state.during, size: size)
    do throws(ChangeFailure) {
      try ChangeRun(vault, folder, record, direction).run { progress(.changing, $0, $1) }
    } catch {
      if error.isRolledBack {
        try rename(&folder, to: folder.state.before)
        try removeDraft(folder)
      }
      throw error.reason
    }
    try rename(&folder, to: direction == .forward ? .done : .undone)
    noteMoves(record, direction)
    noteMade(PastOperation(record, folder))
  }

  /// Remembers where memos went, for links that others still write to the old names.
  private func noteMoves(_ record: OperationRecord, _ direction: FileChange.Direction) {
    let memory = MoveMemory(files: vault.files, writer: vault.writer)
    switch direction {
    case .forward: memory.note(record.memoMoves)
    case .backward: memory.forget(record.memoMoves)
    }
  }

  /// The same after an interrupted change. One that was rolled back has left its names in memos that were edited since.
  private func noteMoves(_ record: OperationRecord, _ direction: FileChange.Direction, _ end: ChangeRun.End) {
    if end.isCompleted {
      noteMoves(record, direction)
    } else if !end.edited.isEmpty {
      let moves = record.memoMoves.map {
        direction == .forward ? MovedMemos.Move(from: $0.to, to: $0.from) : $0
      }
      MoveMemory(files: vault.files, writer: vault.writer).note(moves)
    }
  }

  /// Notes durably how far an operation is.
  ///
  /// - Parameter size: what its slots will hold, where that was not known before.
  func rename(
    _ folder: inout OperationFolder, to state: OperationFolder.State, size: Int? = nil
  ) throws {
    let old = folder.path
    folder.state = state
    folder.size = min(size ?? folder.size, OperationFolder.limit)
    try move(old, to: folder.path)
    try vault.writer.synchronize(folders: [Vault.historyPath])
  }

  /// On an overlay, as in a container, a folder that came with the layer below cannot be renamed, but its copy can. After a
  /// crash in between, the operation cannot be undone.
  private func move(_ folder: VaultPath, to newPath: VaultPath) throws {
    do throws(FileError) {
      return try vault.writer.moveFolder(folder, to: newPath)
    } catch {
      guard error.reason == .onAnotherDevice else { throw error }
    }
    let copy = Vault.historyPath.appending(".copy")
    try vault.writer.removeFolderWithFiles(copy)
    let names = try vault.files.allEntries(of: folder)?.map(\.name) ?? []
    for name in names { try self.copy(folder.appending(name), to: copy.appending(name)) }
    try vault.writer.synchronize(files: names.map { copy.appending($0) })
    try vault.writer.synchronize(folders: [copy])
    try vault.writer.removeFolderWithFiles(folder)
    try vault.writer.moveFolder(copy, to: newPath)
  }

  /// Removes what can never be done again, and what is too old. Where that fails, the next operation does it.
  func prune(after newest: OperationFolder) {
    guard let folders = try? records.folders() else { return }
    var (count, size) = (0, 0)
    for folder in folders.reversed() {
      if folder.state == .done {
        count += 1
        size += folder.size
      }
      let isTooOld = count > Self.countLimit || size > Self.sizeLimit
      guard folder != newest else { continue }
      if folder.state == .undone {
        try? remove(undone: folder)
      } else if isTooOld {
        try? vault.writer.removeFolderWithFiles(folder.path)
      }
    }
  }

  /// Removes an undone operation, which can never be done again. The memos that it had made go to the trash: no other place
  /// has their text. Where its record or one of them cannot be read, it stays.
  private func remove(undone folder: OperationFolder) throws {
    let record = try records.recordIfThere(of: folder)
    for (index, change) in (record?.changes ?? []).enumerated()
    where change.kind == .create && !change.path.isHidden && MemoFileRules.hasMemoExtension(change.path) {
      let slot = folder.slot(index)
      guard let size = try vault.files.knownStamp(of: slot)?.size, size > 0 else { continue }
      // Of one too large to be read the name says enough.
      let text = try? WholeFile.read(slot, in: vault.files)?.bytes
      let title = text.map { MemoText.title(of: $0, titledBy: vault.titleSource(at: change.path)) } ?? ""
      let item = TrashItem(for: change.path, title: title, at: record?.at ?? 0)
      try item.take(slot, by: vault.writer)
    }
    try vault.writer.removeFolderWithFiles(folder.path)
  }

  // MARK: Parts

  /// Looked at before the lock is taken, which would make a folder a vault.
  private func hasAny() throws -> Bool {
    try !records.ofAllUsers().isEmpty
  }

  /// Why there is no operation to undo, if another user has one.
  private func nothing(of state: OperationFolder.State) throws -> OperationError? {
    try records.ofAllUsers().last { $0.state == state }.map { .ofAnotherUser($0.path) }
  }

  private func removeDraft(_ folder: OperationFolder) throws {
    guard folder.state == .draft else { return }
    try vault.writer.removeFolderWithFiles(folder.path)
  }

  package var records: OperationRecords { OperationRecords(files: vault.files) }
}

extension OperationRecord {
  fileprivate var memoMoves: [MovedMemos.Move] {
    changes.compactMap { change in change.newPath.map { MovedMemos.Move(from: change.path, to: $0) } }
      .filter { MemoFileRules.hasMemoExtension($0.to) }
  }
}

extension OperationFolder.State {
  /// Which way the changes are made.
  fileprivate var direction: FileChange.Direction { self == .undoing ? .backward : .forward }

  /// While the changes that follow on it are made.
  fileprivate var during: Self {
    switch self {
    case .done: .undoing
    case .undone: .redoing
    case .draft, .applying, .undoing, .redoing: .applying
    }
  }

  /// When they are made.
  fileprivate var after: Self {
    switch self {
    case .draft, .applying, .redoing, .done: .done
    case .undoing, .undone: .undone
    }
  }

  /// What it goes back to when they are taken back.
  fileprivate var before: Self {
    switch self {
    case .undoing, .done: .done
    case .redoing, .undone: .undone
    case .draft, .applying: .draft
    }
  }
}
