import Foundation
public import MemoCore

/// What an operation changes, as its folder keeps it in `operation.json`.
struct OperationRecord: Equatable, Sendable {
  /// The command's name.
  let name: String
  /// When it was made, nanoseconds since 1970.
  let at: Int64
  /// Whether an agent made it, not a person.
  var isByAgent = false
  var changes: [FileChange] = []
  /// Folders that it makes, each after the one that holds it.
  var folders: [VaultPath] = []
  /// Folders that are moved with all that is in them, each after the one that holds it.
  var movedFolders: [MovedFolder] = []
  /// Files that came with it and that undoing it leaves.
  var companions: [VaultPath] = []

  /// Files with its text into which syncs have merged what others changed since, and that are the same nevertheless, sorted:
  /// to take its text out would take out theirs.
  var received: [VaultPath] = []

  /// The paths of the memos that it changes, sorted; what it does to memo's own files is left out.
  var changed: [VaultPath] {
    let paths = changes.flatMap { [$0.path, $0.newPath].compactMap(\.self) }
    return Set(paths.filter { !$0.isHidden }).sorted()
  }

  private static let format = 1
  /// In bytes: some 600,000 changes, and as much as reading it may take of the memory.
  static let sizeLimit = 1 << 26

  /// The record as JSON.
  func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let stored = Stored(
      format: Self.format, operation: name, at: at, changes: changes.map(StoredChange.init),
      folders: folders.map(StoredPath.init),
      movedFolders: movedFolders.isEmpty
        ? nil
        : movedFolders.map { StoredFolder(path: StoredPath($0.path), newPath: StoredPath($0.newPath)) },
      isByAgent: isByAgent ? true : nil, companions: companions.isEmpty ? nil : companions.map(StoredPath.init),
      received: received.isEmpty ? nil : received.map(StoredPath.init))
    let bytes: [UInt8]
    do {
      bytes = try Array(encoder.encode(stored))
    } catch {
      throw OperationError.unreadable(Self.fileName, .malformed)
    }
    // What could not be read again could not be undone.
    guard bytes.count <= Self.sizeLimit else {
      throw FileError(.write, path: Self.fileName.bytes, reason: .tooLarge)
    }
    return bytes
  }

  /// Reads what `encoded` wrote.
  init(decoding bytes: [UInt8], at path: VaultPath) throws(OperationError) {
    do {
      let stored = try JSONDecoder().decode(Stored.self, from: Data(bytes))
      guard stored.format == Self.format else { throw OperationError.unreadable(path, .otherFormat) }
      (name, at, isByAgent) = (stored.operation, stored.at, stored.isByAgent == true)
      changes = stored.changes.map(\.change)
      folders = stored.folders.map(\.path)
      movedFolders = (stored.movedFolders ?? []).map { MovedFolder(path: $0.path.path, newPath: $0.newPath.path) }
      companions = (stored.companions ?? []).map(\.path)
      received = (stored.received ?? []).map(\.path)
      let refused =
        changes.lazy.compactMap(\.refusedPath).first
        ?? folders.first { !$0.isChangedByOperations(isFolder: true) }
        ?? movedFolders.first { !$0.isAllowed }?.newPath
      if let refused {
        throw OperationError.unreadable(path, .refusedPath(refused.text))
      }
    } catch let error as OperationError {
      throw error
    } catch {
      throw .unreadable(path, .malformed)
    }
  }

  /// Starts the record of an operation.
  init(name: String, at: Int64, isByAgent: Bool = false) {
    (self.name, self.at, self.isByAgent) = (name, at, isByAgent)
  }

  /// The record's file in the operation's folder.
  static let fileName = VaultPath("operation.json")

  private struct Stored: Codable {
    let format: Int
    let operation: String
    let at: Int64
    let changes: [StoredChange]
    let folders: [StoredPath]
    /// Only where there are any.
    let movedFolders: [StoredFolder]?
    /// Only where it is true. Earlier versions take no notice of it.
    let isByAgent: Bool?
    /// Only where there are any. Earlier versions take no notice of them.
    let companions: [StoredPath]?
    /// Only where there are any. Earlier versions take no notice of them.
    let received: [StoredPath]?
  }

  private struct StoredFolder: Codable {
    let path: StoredPath
    let newPath: StoredPath
  }

  private struct StoredChange: Codable {
    let kind: FileChange.Kind
    let path: StoredPath
    let newPath: StoredPath?
    let before: UInt64?
    let after: UInt64?
    /// Only where it is true.
    let isByEditor: Bool?
    /// Only where it is known. Earlier versions take no notice of it.
    let edit: StoredEdit?

    init(_ change: FileChange) {
      kind = change.kind
      path = StoredPath(change.path)
      newPath = change.newPath.map(StoredPath.init)
      (before, after) = (change.before, change.after)
      isByEditor = change.isByEditor ? true : nil
      edit = change.edit.map(StoredEdit.init)
    }

    var change: FileChange {
      FileChange(
        kind: kind, path: path.path, newPath: newPath?.path, before: before, after: after, edit: edit?.edit,
        isByEditor: isByEditor == true)
    }
  }

  private struct StoredEdit: Codable {
    /// From which byte of the text before up to which one.
    let from: Int
    let upTo: Int
    /// In base64.
    let bytes: Data

    init(_ edit: ByteEdit) {
      (from, upTo, bytes) = (edit.range.lowerBound, edit.range.upperBound, Data(edit.bytes))
    }

    /// `nil` for places that are none.
    var edit: ByteEdit? { 0 <= from && from <= upTo ? ByteEdit(from..<upTo, Array(bytes)) : nil }
  }
}

/// A path in JSON: a text, or base64 behind a NUL where its bytes are no text. No path holds a NUL.
package struct StoredPath: Codable, Equatable {
  package let path: VaultPath

  package init(_ path: VaultPath) {
    self.path = path
  }

  package init(from decoder: any Decoder) throws {
    self.init(text: try decoder.singleValueContainer().decode(String.self))
  }

  /// The path that a text encodes.
  package init(text: String) {
    let base64 = text.utf8.first == 0 ? Data(base64Encoded: String(text.dropFirst())) : nil
    path = base64.map { VaultPath(bytes: Array($0)) } ?? VaultPath(text)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// The text that encodes it.
  package var text: String { path.isUTF8 ? path.text : "\0" + Data(path.bytes).base64EncodedString() }
}

/// A folder that an operation moves; the files in it are changes of their own.
public struct MovedFolder: Equatable, Sendable {
  /// Where it is.
  public let path: VaultPath
  /// Where it is afterwards.
  public let newPath: VaultPath

  package init(path: VaultPath, newPath: VaultPath) {
    (self.path, self.newPath) = (path, newPath)
  }

  /// Whether an operation may move it so.
  fileprivate var isAllowed: Bool {
    WantedPath.isInside(path) && WantedPath.isInside(newPath) || path.isMovable(to: newPath)
  }
}

extension FileChange {
  /// The path that no operation may change so; `nil` if there is none.
  fileprivate var refusedPath: VaultPath? {
    if kind == .move, let newPath, path.isMovable(to: newPath) { return nil }
    return [path, newPath].compactMap(\.self).first { !$0.isChangedByOperations(isFolder: false) }
  }
}

extension VaultPath {
  private static let depthLimit = 200

  /// Whether a file that need not be a memo may be moved so, with the folder that it is in. It keeps its name, and those of
  /// the hidden folders that it is in: nothing becomes a file that other programs run or trust.
  package func isMovable(to newPath: VaultPath) -> Bool {
    let (old, new) = (movableParts, newPath.movableParts)
    guard let old, let new else { return false }
    let kept = old.firstIndex { $0.first == UInt8(ascii: ".") }.map { old[$0...] } ?? old.suffix(1)
    let isHiddenAbove = new.dropLast(kept.count).contains { $0.first == UInt8(ascii: ".") }
    return !isHiddenAbove && new.count >= kept.count
      && zip(kept, new.suffix(kept.count)).allSatisfy { $0.elementsEqual($1) }
  }

  /// The components; `nil` where one is empty, leads upwards, or is called like a folder of git's or memo's own.
  private var movableParts: [ArraySlice<UInt8>]? {
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let own = [".", "..", ".git", VaultLocator.marker].map { Array($0.utf8) }
    let isRefused =
      parts.count > Self.depthLimit || bytes.contains(0)
      || parts.contains { part in
        part.isEmpty || own.contains(Folding.matchKey(String(decoding: part, as: UTF8.self)))
      }
    return isRefused ? nil : parts
  }

  /// Whether it is that of a memo or a canvas, or in the trash. A vault that came from elsewhere may bring a record along, and what
  /// that names must not be anything that other programs run or trust, such as a hook of git's.
  fileprivate func isChangedByOperations(isFolder: Bool) -> Bool {
    let trash = TrashItem.trash
    // The system would read no further than a NUL.
    guard !bytes.contains(0) else { return false }
    guard bytes.starts(with: trash.bytes + [UInt8(ascii: "/")]) else {
      let isFile = WantedPath.isMemo(self) || WantedPath.isCanvas(self)
      return isFolder ? self == trash || WantedPath.isInside(self) : isFile
    }
    return WantedPath.isInside(VaultPath(bytes: Array(bytes.dropFirst(trash.bytes.count + 1))))
  }
}

/// An operation that was made.
public struct PastOperation: Equatable, Sendable {
  /// Its number: later ones have greater numbers.
  public let number: Int
  /// The command's name.
  public let name: String
  /// When it was made, nanoseconds since 1970.
  public let at: Int64
  /// The memos that it changed, sorted.
  public let changed: [VaultPath]
  /// Where it moved memos: new paths by old ones.
  public let moves: [VaultPath: VaultPath]
  /// The folder that it moved with all that is in it.
  public let movedFolder: MovedFolder?
  /// Files that came with it, as pictures with imported memos; undoing it leaves them.
  public let companions: [VaultPath]
  /// Whether it is undone.
  public let isUndone: Bool
  /// Whether an agent made it, not a person.
  public let isByAgent: Bool

  /// - Parameter state: how far it is, if its folder shows how far it was when a crash came.
  init(_ record: OperationRecord, _ folder: OperationFolder, _ state: OperationFolder.State? = nil) {
    number = folder.number
    name = record.name
    at = record.at
    changed = record.changed
    let pairs = record.changes.compactMap { change in change.newPath.map { (change.path, $0) } }
    moves = Dictionary(pairs) { _, last in last }
    movedFolder = record.movedFolders.first
    isUndone = (state ?? folder.state) == .undone
    isByAgent = record.isByAgent
    companions = record.companions
  }
}

/// A memo that was created or came back.
public struct MadeMemo: Equatable, Sendable {
  /// Its path.
  public let path: VaultPath
  /// The operation, for undo.
  public let operation: PastOperation
}
