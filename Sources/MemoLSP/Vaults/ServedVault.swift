import MemoCore
import MemoIndex
import MemoKit
import MemoStore

/// A vault that is served: what is known of its files, and the open documents that are in it.
final class ServedVault {
  /// Its root, without symbolic links.
  let root: HostPath
  /// The vault on the disk.
  private(set) var vault: Vault
  /// The memos on the disk, as far as they are known.
  private(set) var base: VaultIndex
  /// Whether `base` has been compared with the files.
  private(set) var isComplete = false
  /// Why its files are not followed any more; `nil` while they are.
  private(set) var failure: (any Error)?

  private let host: any HostFiles
  /// The root as the client names it.
  private let clientRoot: HostPath
  private let encoding: PositionEncoding
  private let showsCR: Bool
  private let now: () -> Int64
  /// The open documents by their paths.
  private(set) var documents: [VaultPath: OpenDocument] = [:]
  private var documentFiles = DocumentFiles()
  private var overlays: [VaultPath: (text: OverlaidFiles.Overlay, memo: MemoOverlay?)] = [:]
  private var known: VaultView?
  private var isStale = true
  private var diskState = 0
  private var severities: [String: String] = [:]
  private var unreadSettings: UnreadSettings?
  /// What commands of the client have changed, and when: no one has to be asked about it.
  private var ownChanges: [VaultPath: Int64] = [:]
  /// What the client was given edits for, and when it was found made; `nil` for what may be made still.
  private var planned: [(move: PlannedMove, madeAt: Int64?)] = []

  /// A watcher reports a change within this time, in nanoseconds.
  private static let reportTime: Int64 = 10_000_000_000

  /// Serves a vault with what its cache holds.
  init(
    at root: HostPath, clientRoot: HostPath, host: any HostFiles, _ encoding: PositionEncoding, showsCR: Bool,
    now: @escaping () -> Int64
  ) throws {
    (self.root, self.clientRoot, self.host) = (root, clientRoot, host)
    (self.encoding, self.showsCR, self.now) = (encoding, showsCR, now)
    vault = try Vault(at: root, host: host)
    base = vault.cachedIndex() ?? vault.emptyIndex()
    readSeverities()
  }

  /// The path in the vault of a file without symbolic links; `nil` for one outside of it.
  func path(of file: HostPath) -> VaultPath? { file.path(inVault: root) }

  // MARK: The disk

  /// Whether the folder at the root is the one that is open, and not another one that has its name now.
  var isInPlace: Bool { vault.isInPlace }

  /// Opens the folder that is at the root now. Its memos are known once it has been looked at.
  ///
  /// - Throws: where there is none.
  func reopen() throws {
    let found = try Vault(at: root, host: host)
    (overlays, known, ownChanges, failure) = ([:], nil, [:], nil)
    use(found.cachedIndex() ?? found.emptyIndex(), of: found, isComplete: false)
    for path in documents.keys where overlays[path] == nil { lay(path) }
  }

  /// Takes what a look at the files has found; returns false for what was found in another folder than the one that is
  /// open, and that is not at the root.
  @discardableResult
  func take(_ index: VaultIndex, of vault: Vault) -> Bool {
    guard vault.isSameFolder(as: self.vault) || vault.isInPlace else { return false }
    use(index, of: vault, isComplete: true)
    return true
  }

  /// Its files are not followed any more.
  func lose(_ error: any Error) { failure = error }

  private func use(_ index: VaultIndex, of vault: Vault, isComplete: Bool) {
    let isReread = vault.titles != self.vault.titles || vault.rules != self.vault.rules
    (base, self.vault, self.isComplete, isStale) = (index, vault, isComplete, true)
    diskState += 1
    readSeverities()
    for path in documents.keys { documentFiles.compare(path, in: vault) }
    // A document may have become saved, or its file have another time.
    let moved = documents.keys.filter { hasMoved($0) }
    for path in isReread ? Array(documents.keys) : moved { lay(path) }
  }

  /// Takes out the documents with unsaved text whose files another program has changed, moved or deleted, sorted.
  func takeOvertaken(at time: Duration) -> [OvertakenDocument] {
    documentFiles.takeOvertaken(of: documents, in: vault, at: time).compactMap { path in
      guard vault.files.stamp(of: path) == nil else { return OvertakenDocument(path: path, fate: .changed) }
      guard let newPath = newPath(of: path) else { return OvertakenDocument(path: path, fate: .deleted) }
      return isPlanned(.init(from: path, to: newPath)) ? nil : OvertakenDocument(path: path, fate: .moved(newPath))
    }
  }

  /// Whether a change of a document's file, or of the settings, may not be over yet.
  var isWaitingForFile: Bool { documentFiles.isWaiting || unreadSettings.map { !$0.isReported } ?? false }

  /// Where the memo of a file that is gone is now; `nil` for one that was not moved, or is in the trash.
  func newPath(of path: VaultPath) -> VaultPath? {
    let moved = vault.movedMemos.moves.last { $0.from == path }?.to
    return moved.flatMap { $0.isHidden ? nil : $0 }
  }

  /// Takes it for known where the file of a document has gone.
  func dismissMove(of path: VaultPath) { documentFiles.dismiss(path) }

  /// Takes some memos as long as none are known.
  func take(partial index: VaultIndex) {
    if !isComplete, base.count == 0 { (base, isStale) = (index, true) }
  }

  /// A command of the client has changed some memos.
  func noteOwnChanges(_ paths: [VaultPath]) {
    let time = now()
    ownChanges = ownChanges.filter { time - $0.value < Self.reportTime }
    for path in paths { ownChanges[path] = time }
  }

  /// Whether a change that is reported now is one that a command of the client has made.
  func isOwnChange(_ path: VaultPath) -> Bool {
    ownChanges[path].map { now() - $0 < Self.reportTime } ?? false
  }

  /// The client has edits for a move, and may make it.
  func plan(_ move: PlannedMove) {
    planned.removeAll { $0.move.from == move.from }
    planned.append((move, nil))
  }

  /// The client has made a move, which a watcher may have still to report.
  func endPlan(_ move: PlannedMove) {
    for place in planned.indices where planned[place].move == move { planned[place].madeAt = now() }
  }

  /// Whether a move of a file that is reported now is one that the client has edits for, or part of one.
  func isPlanned(_ move: PlannedMove) -> Bool {
    planned.removeAll { $0.madeAt.map { now() - $0 >= Self.reportTime } ?? false }
    guard let place = planned.firstIndex(where: { $0.move.newPath(of: move.from) == move.to }) else { return false }
    // Not every client reports what it has made.
    planned[place].madeAt = planned[place].madeAt ?? now()
    return true
  }

  /// Reads how grave problems are by the settings of the vault: `diagnostics.severity`, by their codes. Where these cannot be
  /// read, the former ones still apply. Returns why.
  @discardableResult
  private func readSeverities() -> (any Error)? {
    do {
      let entries = try vault.settings().entries.compactMap { entry -> (String, String)? in
        guard let code = entry.key.dropping(prefix: "diagnostics.severity.") else { return nil }
        return (code, entry.value.line)
      }
      severities = Dictionary(entries) { $1 }
      unreadSettings = nil
      return nil
    } catch {
      if unreadSettings == nil { unreadSettings = UnreadSettings() }
      return error
    }
  }

  /// Takes out why the settings cannot be read, once they cannot for a while: they may be being written.
  func takeUnreadSettings(at time: Duration) -> (any Error)? {
    guard let unread = unreadSettings, !unread.isReported else { return nil }
    let deadline = unread.deadline ?? time + DocumentFiles.pause
    unreadSettings?.deadline = deadline
    guard time >= deadline, let error = readSeverities() else { return nil }
    unreadSettings?.isReported = true
    return error
  }

  /// Looks at the files now.
  func refresh() throws {
    take(try vault.refresh(since: isComplete ? base : nil), of: vault)
  }

  /// Whether a document's file is not the one that its text was laid over.
  private func hasMoved(_ path: VaultPath) -> Bool {
    vault.files.stamp(of: path)?.modified != overlays[path]?.text.stamp.modified
  }

  // MARK: Open documents

  /// Lays a document over its file, as it is opened or changed.
  func set(_ document: OpenDocument, at path: VaultPath) {
    if let former = documents.updateValue(document, forKey: path) { documentFiles.settle(path, former) }
    documentFiles.note(path, in: vault)
    lay(path)
  }

  /// Has the disk count again.
  func close(_ path: VaultPath) {
    (documents[path], overlays[path]) = (nil, nil)
    documentFiles.forget(path)
    isStale = true
  }

  private func lay(_ path: VaultPath) {
    guard let document = documents[path] else { return }
    let stamp = vault.files.stamp(of: path)
    let born = overlays[path]?.text.born ?? (try? vault.files.read(path, limit: 0) { _ in })?.born
    let opened = overlays[path]?.text.stamp.modified ?? now()
    let text = OverlaidFiles.Overlay(document.bytes, over: stamp, born: born, opened: opened)
    let files = OverlaidFiles(vault.files, [path: text])
    // One that no one has changed is no memo any more: it was moved or deleted, and will be closed.
    let memo = documentFiles.isLeft(path, document) ? nil : MemoOverlay(of: path, in: files, vault.rules)
    overlays[path] = (text, memo)
    isStale = true
  }

  /// Whether a document's file holds what the document does, but for line ends and a line break at the end, which some
  /// editors show in their own way.
  func isSaved(_ path: VaultPath) -> Bool { matchesFile(path, FileText.isAlike) }

  /// Whether the file of a document was there and is gone.
  func isGone(_ path: VaultPath) -> Bool {
    documentFiles.compare(path, in: vault)
    return documentFiles.isGone(path)
  }

  /// Whether a document has the bytes of its file, but for a byte order mark, which no editor shows.
  func hasFileText(_ path: VaultPath) -> Bool { matchesFile(path, FileText.isEqual) }

  private func matchesFile(_ path: VaultPath, _ isSame: (_ file: [UInt8], _ document: [UInt8]) -> Bool) -> Bool {
    guard let document = documents[path] else { return true }
    return !document.isOutdated && (try? vault.contents(of: path)).map { isSame($0, document.bytes) } ?? false
  }

  /// The vault as it is now.
  var view: VaultView {
    if let known, !isStale { return known }
    let view = self.view(of: documents, after: known)
    (known, isStale) = (view, false)
    return view
  }

  /// The vault as if some documents were not open.
  func view(without paths: Set<VaultPath>) -> VaultView {
    view(of: documents.filter { !paths.contains($0.key) }, after: nil)
  }

  private func view(of documents: [VaultPath: OpenDocument], after earlier: VaultView?) -> VaultView {
    let overlays = self.overlays.filter { documents[$0.key] != nil }
    let files = OverlaidFiles(vault.files, overlays.mapValues(\.text))
    let index = base.overlaid(by: overlays.values.compactMap(\.memo), reading: files)
    return VaultView(
      Vault(vault, reading: files), index, isComplete: isComplete, open: documents, severities: severities,
      diskState: diskState, encoding, showsCR: showsCR, now: now, after: earlier
    ) { [clientRoot] in DocumentAddress.uri(clientRoot.appending($0)) }
  }
}

/// Settings that cannot be read.
private struct UnreadSettings {
  /// When it is reported if they still cannot.
  var deadline: Duration?
  var isReported = false
}

/// A document with unsaved text, and what another program has done with its file.
struct OvertakenDocument: Equatable {
  enum Fate: Equatable {
    case changed
    case moved(VaultPath)
    case deleted
  }

  let path: VaultPath
  let fate: Fate
}

/// A file or folder, and where it is afterwards.
struct PlannedMove: Equatable {
  let from: VaultPath
  let to: VaultPath

  /// Where a file is after a move of it or of a folder that it is in; `nil` where it stays.
  func newPath(of path: VaultPath) -> VaultPath? {
    if path == from { return to }
    guard path.bytes.starts(with: from.bytes + [UInt8(ascii: "/")]) else { return nil }
    return VaultPath(bytes: to.bytes + path.bytes.dropFirst(from.bytes.count))
  }
}
