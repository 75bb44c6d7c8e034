public import MemoCore
public import MemoIndex
public import MemoStore

extension Workspace {
  /// The history through which memos are changed.
  ///
  /// - Parameter progress: hears how far a change has come.
  public func history(
    progress: @escaping @Sendable (OperationHistory.Step, Int, Int) -> Void = { _, _, _ in }
  ) throws -> OperationHistory {
    try willCommit()
    var history =
      heldHistory
      ?? OperationHistory(
        of: vault, isForAgent: isForAgent, noteMade: didCommit, noteEnded: { [notify] in notify(.ended($0)) })
    history.progress = progress
    return history
  }

  /// Rolls back a change that a crash has interrupted, or completes it; if that fails, memos can still be read. Returns the
  /// change, of which no notice is given.
  @discardableResult
  public func recover() -> InterruptedChange? {
    do {
      return try OperationHistory(of: vault).recoverIfNeeded()
    } catch {
      notify(.notRecovered(error))
      return nil
    }
  }

  /// A change that a crash has interrupted, and that no process is making now; `nil` where none can be found.
  public func interruptedChange() -> InterruptedChange? {
    try? OperationHistory(of: vault).interrupted()
  }

  /// Makes memos of the texts of `memo new` commands that were killed with their editor.
  public func takeDrafts() {
    let made = UntitledDraft.takeLeft(in: vault, at: machine.now) { notify(.keptText($0)) }
    if !made.isEmpty { notify(.tookDrafts(made)) }
  }

  // MARK: Memos that come back

  /// Restores a memo from the trash; returns its path.
  public func restore(_ item: TrashItem) throws -> VaultPath {
    let index = indexBefore()
    let made = try Trash(of: vault, history: history()).restore(item, at: machine.now)
    keepLinks(of: index, making: [made.path], made.operation)
    return made.path
  }

  /// Puts memos back as one operation; returns the paths that change, also those of memos in which links do.
  ///
  /// - Parameter name: the command's name.
  public func restore(_ memos: [MemoRestoring], as name: String) throws -> Set<VaultPath> {
    let made = memos.filter { $0.memo == nil }.map(\.path)
    let index = made.isEmpty ? nil : indexBefore()
    let restored = try MemoRestoring.carryOut(memos, as: name, by: history(), at: machine.now)
    guard let restored else { return [] }
    return Set(restored.changed + keepLinks(of: index, making: made, restored))
  }

  // MARK: Links

  /// The links that a memo which is made at a path would take over, as it has a name by which they lead to another memo.
  public func relinkedMemos(making path: VaultPath, _ contents: [UInt8]) throws -> RepairedLinks {
    try relinkedMemos(making: [LinkResolver.Memo(contents, at: path, in: vault)])
  }

  /// The same for a memo that comes back from the trash.
  public func relinkedMemos(restoring item: TrashItem, at path: VaultPath) throws -> RepairedLinks {
    try relinkedMemos(making: [LinkResolver.Memo(readFrom: item.file, at: path, in: vault)])
  }

  /// The same for memos that come back.
  public func relinkedMemos(restoring memos: [MemoRestoring]) throws -> RepairedLinks {
    try relinkedMemos(
      making: memos.filter { $0.memo == nil }.map { LinkResolver.Memo($0.contents, at: $0.path, in: vault) })
  }

  private func relinkedMemos(making memos: [LinkResolver.Memo]) throws -> RepairedLinks {
    try memos.isEmpty ? RepairedLinks() : RepairedLinks(making: memos, in: knownIndex(), of: vault)
  }

  /// The links that would lead to memos which an undo brings back; see `RepairedLinks.links(takenOverByUndoing:in:of:)`.
  public func linksTakenOver(byUndoing operation: PastOperation) -> [Relocation.LostLink] {
    RepairedLinks.links(takenOverByUndoing: operation, in: indexBefore, of: vault)
  }

  /// The index before a memo is made; `nil` where none can be read, which is no reason not to make the memo.
  func indexBefore() -> VaultIndex? { try? knownIndex() }

  /// Keeps the links of other memos on what they lead to, which memos that are there to stay would take over by their names;
  /// returns the memos that were changed.
  ///
  /// - Parameter index: the index from before they were made.
  @discardableResult
  func keepLinks(of index: VaultIndex?, making paths: [VaultPath], _ operation: PastOperation) -> [VaultPath] {
    guard let index, let history = try? history(),
      var links = try? RepairedLinks(made: paths, in: index, of: vault)
    else { return [] }
    let changed = links.carryOut(by: history, at: machine.now, with: operation)
    if !changed.isEmpty { notify(.relinked(changed)) }
    if !links.lostLinks.isEmpty { notify(.lostLinks(links.lostLinks)) }
    return changed
  }

  // MARK: Beside other processes

  /// An editor that keeps saving may interfere; this many times in a row, it is not an editor.
  private static let attempts = 50
  private static let longestPause = 20

  /// Makes a change, and makes it anew from what the memos have become where other processes change them after they were
  /// read. From the second time on, no other memo command can change memos until it is made.
  ///
  /// - Parameters:
  ///   - etag: the one that the memos must have; with one, the change is tried once.
  ///   - change: reads the memos and changes them by the history of the workspace that it gets.
  /// - Throws: `OperationError.changed` where they change all the time.
  public func retrying<Result>(ifMatch etag: String?, _ change: (Workspace) throws -> Result) throws -> Result {
    var attempt = 1
    while true {
      do {
        return try change(attempt == 1 ? self : holdingLock())
      } catch {
        // A memo that was found may be gone by the time it is read. The second time, the error is reported as it is.
        let mayBeGone = attempt == 1 && etag == nil
        guard let changed = Self.changedMeanwhile(error, mayBeGone: mayBeGone) else { throw error }
        guard etag == nil, attempt < Self.attempts else { throw changed }
      }
      // At random, so that it does not keep step with a program that saves at intervals.
      machine.pause(.milliseconds(Int.random(in: 1...min(attempt, Self.longestPause))))
      attempt += 1
    }
  }

  private func holdingLock() throws -> Workspace {
    var workspace = self
    workspace.heldHistory = try history().locked()
    return workspace
  }

  /// The error of a memo that another process changed, or was changing while it was read.
  ///
  /// - Parameter mayBeGone: whether one that is not there counts as such.
  private static func changedMeanwhile(_ error: any Error, mayBeGone: Bool) -> OperationError? {
    switch error {
    case VaultError.noSuchMemo(let reference, _, _) where mayBeGone: .changed([VaultPath(reference)])
    case OperationError.changed(let paths): .changed(paths)
    case let error as FileError where error.operation == .read && error.reason == .busy:
      .changed([VaultPath(bytes: error.path)])
    default: nil
    }
  }

  // MARK: The text

  /// Reads a memo that is to be changed.
  ///
  /// - Parameter etag: the etag that it must have; `nil` for any.
  /// - Throws: `VaultError.changedSince` if it has another.
  public func read(_ path: VaultPath, ifMatch etag: String?) throws -> ReadMemo {
    let memo = try ReadMemo(path, in: vault)
    try Etag.check(memo.hash, of: path, against: etag)
    return memo
  }

  /// Reads a memo whose own text is to be changed.
  ///
  /// - Throws: `VaultError.changedSince` if it has another etag, `readOnly` if its file is read-only.
  public func readForWriting(_ path: VaultPath, ifMatch etag: String?) throws -> ReadMemo {
    let memo = try read(path, ifMatch: etag)
    try vault.checkWritable([path])
    return memo
  }

  /// Throws unless each memo has the etag.
  public func check(_ paths: [VaultPath], ifMatch etag: String?) throws {
    guard etag != nil else { return }
    for path in paths { try Etag.check(ReadMemo(head: path, limit: 0, in: vault).hash, of: path, against: etag) }
  }

  /// Gives a memo other bytes as one operation of this name.
  ///
  /// - Parameter isWhole: whether they are not made of those that it has.
  public func replace(
    _ path: VaultPath, ifMatch etag: String?, as name: String, isWhole: Bool = false,
    with contents: (ReadMemo) throws -> [UInt8]
  ) throws {
    let memo = try readForWriting(path, ifMatch: etag)
    let contents = try contents(memo)
    try memo.checkEncoding(of: contents, isWhole: isWhole)
    let draft = try history().begin(name, at: machine.now)
    try draft.replace(path, contents: contents, read: memo.hash)
    _ = try draft.commit()
  }

  /// Adds lines at a memo's end as one operation of this name, above what a program keeps there.
  ///
  /// - Throws: `VaultError.foreignText` unless they are UTF-8, or UTF-16 with its mark.
  public func append(_ text: [UInt8], to path: VaultPath, ifMatch etag: String?, as name: String) throws {
    let text = try AddedText.utf8(text)
    let memo = try MemoEnd(path, in: vault)
    try Etag.check(memo.hash, of: path, against: etag)
    try vault.checkWritable([path])
    try memo.checkEncoding(adding: text)
    if memo.end.mayHaveFooter, vault.files.stamp(of: path).map({ $0.size <= WholeFile.sizeLimit }) == true {
      return try replace(path, ifMatch: etag, as: name) { LineInsertion.appending(text, to: $0.bytes) }
    }
    let draft = try history().begin(name, at: machine.now)
    try draft.append(LineInsertion.tail(text, behind: memo.end), to: path, read: memo.hash)
    _ = try draft.commit()
  }

  // MARK: The editor

  /// Opens memos in the user's editor and records what undoes its changes, also where the editor fails.
  public func edit(_ places: [MemoPlace], in editor: Editor, as name: String) throws {
    let memos = try EditedMemos(places.map(\.path), in: vault)
    let end = Result { try open(places, in: editor) }
    record { _ = try memos.finish(name, in: OperationHistory(of: vault), at: machine.now) }
    try end.get()
  }

  /// Opens files of the vault in the user's editor and waits for its end.
  func open(_ places: [MemoPlace], in editor: Editor) throws {
    try willCommit()
    try editor.open(places.map { EditedFile(vault.root.appending($0.path), line: $0.line, column: $0.column) })
  }

  /// Takes what the editor made of a new memo into the operation that made it.
  func amend(_ operation: PastOperation) {
    record { try OperationHistory(of: vault).amend(operation) }
  }

  /// The text is already saved, so a problem with the history is not an error.
  private func record(_ change: () throws -> Void) {
    do {
      try change()
    } catch {
      notify(.notRecorded(error))
    }
  }
}

/// The etag of a memo: its hash as 16 hexadecimal digits, as `--json` and `--if-match` have it.
public enum Etag {
  /// The etag of a hash.
  public static func text(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Throws unless a memo with this hash has the etag.
  ///
  /// - Throws: `VaultError.changedSince`.
  public static func check(_ hash: UInt64, of path: VaultPath, against wanted: String?) throws {
    let etag = text(hash)
    if let wanted, wanted != etag { throw VaultError.changedSince(path, etag: etag) }
  }
}
