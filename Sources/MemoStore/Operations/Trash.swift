import Foundation
public import MemoCore

/// The trash of a vault: deleted memos wait there, with their bytes and times, until it is emptied.
public struct Trash: Sendable {
  private let vault: Vault
  private let history: OperationHistory

  /// What is left of a trash that was emptied when the power went.
  private static let emptied = VaultPath("\(VaultLocator.marker)/trash-emptied")
  private static let recordLimit = 1 << 20

  /// The trash of a vault, changed through its history.
  public init(of vault: Vault, history: OperationHistory) {
    (self.vault, self.history) = (vault, history)
  }

  /// Its items, newest first. A file without a readable record is left out.
  ///
  /// - Throws: `notAFolder` where a link or a file has its name: deleted memos may be where that leads.
  public func items() throws -> [TrashItem] {
    guard let entries = try vault.files.entries(of: TrashItem.trash) else {
      guard try vault.writer.isTaken(TrashItem.trash) else { return [] }
      throw FileError(.list, path: TrashItem.trash.bytes, reason: .notAFolder)
    }
    var items: [TrashItem] = []
    for entry in entries {
      if let id = TrashItem.id(ofRecord: entry.name), let item = try item(id, at: TrashItem.trash.appending(entry.name))
      {
        items.append(item)
      }
    }
    return items.sorted { ($0.deletedAt, $0.id) > ($1.deletedAt, $1.id) }
  }

  /// Moves memos into the trash as one operation; returns the items.
  ///
  /// - Parameters:
  ///   - time: the current time in nanoseconds since 1970.
  ///   - name: the name of the operation.
  ///   - prepare: adds other changes to the operation.
  public func delete(
    _ memos: [ReadMemo], at time: Int64, as name: String = "delete",
    with prepare: (OperationDraft) throws -> Void = { _ in }
  ) throws -> [TrashItem] {
    let draft = try history.begin(name, at: time)
    try prepare(draft)
    var items: [TrashItem] = []
    for memo in memos {
      let item = TrashItem(for: memo.path, title: memo.title, at: time)
      try draft.create(item.recordPath, contents: item.encoded())
      try draft.move(memo.path, to: item.file, read: memo.hash)
      items.append(item)
    }
    _ = try draft.commit()
    return items
  }

  /// Restores a memo to its former path, or next to the file that is there now, also where that has the name of one of its
  /// folders: nothing is overwritten.
  ///
  /// - Throws: `ofAnotherUser` for what another user has deleted, whose record says where it goes.
  public func restore(_ item: TrashItem, at time: Int64) throws -> MadeMemo {
    let ownership = try vault.files.ownership(of: item.recordPath)
    if let ownership, !ownership.isOwnedByThisUser { throw OperationError.ofAnotherUser(item.recordPath) }
    let draft = try history.begin("trash restore", at: time)
    let target = try freePath(for: item)
    try draft.move(item.file, to: target, read: try hash(of: item.file))
    try draft.remove(item.recordPath, read: try hash(of: item.recordPath))
    guard let operation = try draft.commit() else { throw OperationError.changed([item.file]) }
    return MadeMemo(path: target, operation: operation)
  }

  /// Where a memo is restored to: the path it had, or the next free name like it.
  public func freePath(for item: TrashItem) throws -> VaultPath {
    var names = NameBook(files: vault.files)
    let file = try names.fileAbove(item.path)
    let path = file.map { $0.parent.appending(item.path.name) } ?? item.path
    guard try vault.writer.isTaken(path), let wanted = WantedPath(path, fallback: item.id) else { return path }
    var number = 2
    while try vault.writer.isTaken(wanted.path(number: number)) { number += 1 }
    return wanted.path(number: number)
  }

  /// Removes everything in it permanently; returns the removed items. Where there are others than the known ones, nothing is
  /// removed, and `nil` returned.
  public func empty(of known: [TrashItem]) throws -> [TrashItem]? {
    let lock = try history.open()
    defer { withExtendedLifetime(lock) {} }
    let items = try items()
    let ids = Set(known.map(\.id))
    guard items.allSatisfy({ ids.contains($0.id) }) else { return nil }
    try vault.writer.removeFolderWithFiles(Self.emptied)
    // All at once, so that a crash does not leave half of it.
    if try vault.files.folderStamp(of: TrashItem.trash) != nil {
      do throws(FileError) {
        try vault.writer.moveFolder(TrashItem.trash, to: Self.emptied)
      } catch {
        // On an overlay, as in a container, a folder that came with the layer below cannot be renamed.
        guard error.reason == .onAnotherDevice else { throw error }
        try vault.writer.removeFolderWithFiles(TrashItem.trash)
      }
    }
    try vault.writer.removeFolderWithFiles(Self.emptied)
    return items
  }

  // MARK: Parts

  private func item(_ id: String, at path: VaultPath) throws -> TrashItem? {
    var bytes: [UInt8] = []
    do throws(FileError) {
      _ = try vault.files.read(path, limit: Self.recordLimit) { bytes = Array($0) }
    } catch {
      // Users who share a vault may have records for their own eyes.
      if error.reason == .accessDenied { return nil }
      throw error
    }
    return TrashItem(id: id, decoding: bytes)
  }

  private func hash(of path: VaultPath) throws -> UInt64 {
    let reading = try vault.files.read(path, limit: 0) { _ in }
    guard let reading else { throw OperationError.changed([path]) }
    return reading.hash
  }
}

/// A memo in the trash: `.memo/trash/ID.md` is its file, and `ID.json` holds its path, title and time.
public struct TrashItem: Equatable, Sendable {
  /// Its name in the trash: the time and a unique suffix.
  public let id: String
  /// Its former path.
  public let path: VaultPath
  /// Its title then.
  public let title: String
  /// Nanoseconds since 1970.
  public let deletedAt: Int64

  /// The folder of the trash.
  package static let trash = VaultPath("\(VaultLocator.marker)/trash")
  private static let recordEnding = ".json"

  /// Creates an item with a new id.
  package init(for path: VaultPath, title: String = "", at time: Int64) {
    let day = Timestamp.rfc3339(time).prefix { $0 != "." }.filter { $0 != ":" && $0 != "-" }
    id = "\(day)-\(String(UInt32.random(in: 0 ... .max), radix: 36))"
    (self.path, self.title, deletedAt) = (path, title, time)
  }

  /// Where its file is.
  public var file: VaultPath { Self.trash.appending("\(id).md") }

  /// Where its record is.
  package var recordPath: VaultPath { Self.trash.appending(id + Self.recordEnding) }

  /// Moves a file of memo's own into the trash as this item, durably; returns false, and adds no item, if there is none.
  @discardableResult
  package func take(_ file: VaultPath, by writer: any VaultWriting) throws -> Bool {
    _ = try writer.create(recordPath, contents: encoded(), modified: nil)
    let isMoved = try writer.move(file, to: self.file)
    if !isMoved { _ = try writer.remove(recordPath) }
    try writer.synchronize(folders: [Self.trash])
    return isMoved
  }

  /// The id of the item whose record has a name; `nil` for another file.
  static func id(ofRecord name: [UInt8]) -> String? {
    String(decoding: name, as: UTF8.self).dropping(suffix: recordEnding)
  }

  // MARK: Its record

  private struct Stored: Codable {
    let path: StoredPath
    let title: String
    let deletedAt: Int64
  }

  /// Its record as JSON.
  package func encoded() -> [UInt8] {
    var json = JSONText()
    json.append(#"{"path":"#)
    json.append(quoted: StoredPath(path).text.utf8)
    json.append(#","title":"#)
    json.append(quoted: title.utf8)
    json.append(#","deletedAt":"# + String(deletedAt) + "}\n")
    return json.bytes
  }

  /// Reads a record; `nil` for something else. A vault that came from elsewhere may bring its trash along: what that
  /// names must be a place for memos, and no hook of git's.
  init?(id: String, decoding bytes: [UInt8]) {
    guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)), TreePath.isSafe(stored.path.path),
      WantedPath.isInside(stored.path.path), MemoFileRules.hasMemoExtension(stored.path.path)
    else { return nil }
    self.id = id
    (path, title, deletedAt) = (stored.path.path, stored.title, stored.deletedAt)
  }
}
