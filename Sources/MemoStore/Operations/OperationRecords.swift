package import MemoCore

/// Reads what a vault keeps of this user's operations. Another user's are not looked into: what they say would be done to
/// memos that only this user may see.
package struct OperationRecords: Sendable {
  let files: any VaultFiles

  /// How often the history is listed again because an operation progressed, which renames its folder.
  private static let attempts = 10

  /// This user's operations, oldest first.
  func folders() throws -> [OperationFolder] {
    var folders: [OperationFolder] = []
    for _ in 0..<Self.attempts {
      folders = []
      var isCurrent = true
      for folder in try ofAllUsers() {
        let ownership = try ownership(of: folder)
        if ownership?.isPrivate == true { folders.append(folder) }
        if ownership == nil { isCurrent = false }
      }
      if isCurrent { break }
    }
    return folders
  }

  /// Whether no one but this user can have put anything in the folder of an operation.
  func isOwn(_ folder: OperationFolder) throws -> Bool {
    try ownership(of: folder)?.isPrivate == true
  }

  private func ownership(of folder: OperationFolder) throws -> Ownership? {
    try files.ownership(of: folder.path)
  }

  /// The operations of all users, oldest first.
  func ofAllUsers() throws -> [OperationFolder] {
    let entries = try files.entries(of: Vault.historyPath) ?? []
    return entries.compactMap { OperationFolder(name: $0.name) }.sorted { $0.number < $1.number }
  }

  /// What one operation changes.
  func record(of folder: OperationFolder) throws -> OperationRecord {
    var bytes: [UInt8] = []
    let reading = try files.read(folder.recordPath, limit: OperationRecord.sizeLimit) { bytes = Array($0) }
    guard let reading else { throw OperationError.unreadable(folder.recordPath, .missing) }
    // A second name would make another file of this user's a record.
    guard reading.isOwnedByThisUser, !reading.stamp.isShared else { throw OperationError.ofAnotherUser(folder.path) }
    return try OperationRecord(decoding: bytes, at: folder.recordPath)
  }

  /// The same; `nil` where another process has removed it since the history was listed.
  func recordIfThere(of folder: OperationFolder) throws -> OperationRecord? {
    do {
      return try record(of: folder)
    } catch OperationError.unreadable(_, .missing) {
      return nil
    }
  }

  /// The hash of what the operations have left at each path, whatever others have done to it since.
  func left() throws -> [VaultPath: UInt64] {
    var left: [VaultPath: UInt64] = [:]
    let folders = try folders().filter { $0.state != .draft }
    for folder in folders where folder.state.isForward {
      for change in try record(of: folder).changes { change.leave(.forward, in: &left) }
    }
    // What is undone was made after all that is not, and the newest was undone first.
    for folder in folders.reversed() where !folder.state.isForward {
      for change in try record(of: folder).changes.reversed() { change.leave(.backward, in: &left) }
    }
    return left
  }

  /// What memo's own operations began with that have left what a file holds; `nil` if they have not.
  package func origin(of path: VaultPath, holding hash: UInt64) throws -> OperationOrigin? {
    var (path, hash, origin): (VaultPath, UInt64, OperationOrigin?) = (path, hash, nil)
    var isByEditor = false
    let folders = try folders().filter { !$0.state.isUnfinished }
    // What was undone last is the oldest of all that is undone.
    for folder in folders.filter({ !$0.state.isForward }) + folders.reversed().filter(\.state.isForward) {
      let (changes, isForward) = (try record(of: folder).changes, folder.state.isForward)
      for index in isForward ? changes.indices.reversed() : Array(changes.indices) {
        let step = changes[index].step(isForward ? .forward : .backward, slot: folder.slot(index))
        guard step.newPath == path, step.incoming == hash else { continue }
        isByEditor = isByEditor || isForward && changes[index].isByEditor
        guard let expected = step.expected else { return OperationOrigin(slot: nil, isByEditor: isByEditor) }
        if step.action == .swap { origin = OperationOrigin(slot: step.slot, isByEditor: isByEditor) }
        (path, hash) = (step.path, expected)
      }
    }
    return origin
  }
}

extension OperationRecords {
  /// Whether an operation that is not undone has made or moved a file to a path since a time.
  package func isMade(_ path: VaultPath, since time: Int64) throws -> Bool {
    try operations(since: time).contains { folder in
      try recordIfThere(of: folder)?.changes.contains { change in
        change.kind == .create && change.path == path || change.kind == .move && change.newPath == path
      } ?? false
    }
  }

  /// What operations that are not undone have made of the text of the memo at a path since a time, the oldest first, as far as
  /// both texts are known.
  package func replacements(of path: VaultPath, since time: Int64) throws -> [TextReplacement] {
    var (path, found): (VaultPath, [TextReplacement]) = (path, [])
    for folder in try operations(since: time) {
      guard let record = try recordIfThere(of: folder) else { continue }
      for (index, change) in record.changes.enumerated().reversed() {
        switch change.kind {
        case .move where change.newPath == path: path = change.path
        // What is there now came with this, or later.
        case .create where change.path == path, .remove where change.path == path, .move where change.path == path:
          return found.reversed()
        case .replace where change.path == path:
          if let (old, new) = try texts(of: change, in: folder.slot(index)) {
            found.append(TextReplacement(old: old, new: new, at: record.at))
          }
        case .create, .replace, .remove, .move: break
        }
      }
    }
    return found.reversed()
  }

  /// The operations that are not undone, the newest first, as far as one that was made at a time or later. One after that may
  /// say that it was made before: the clock was wrong for a while.
  private func operations(since time: Int64) throws -> ArraySlice<OperationFolder> {
    let done = try folders().reversed().filter { $0.state == .done }
    // An older one that cannot be read says nothing.
    let oldest = done.lastIndex { ((try? recordIfThere(of: $0))?.at ?? .min) >= time }
    return oldest.map { done[...$0] } ?? []
  }

  /// The texts before and after a change; `nil` where one is not known.
  private func texts(of change: FileChange, in slot: VaultPath) throws -> (old: [UInt8], new: [UInt8])? {
    guard let edit = change.edit, let old = try WholeFile.read(slot, in: files)?.bytes,
      edit.range.upperBound <= old.count
    else { return nil }
    let new = old.withUnsafeBytes { ByteEdit.apply([edit], to: $0) }
    return XXHash64.hash(old) == change.before && XXHash64.hash(new) == change.after ? (old, new) : nil
  }
}

/// What an operation made of a memo's text.
package struct TextReplacement: Equatable {
  /// The text before.
  package let old: [UInt8]
  /// The text after.
  package let new: [UInt8]
  /// When, in nanoseconds since 1970.
  package let at: Int64
}

/// What a file was before memo's own operations made of it what it is.
package struct OperationOrigin: Equatable {
  /// Where its bytes are kept; `nil` if there was no file.
  package let slot: VaultPath?
  /// Whether an editor that memo had started was among them: it knows the file as it was when it was opened.
  package let isByEditor: Bool
}

extension FileStep {
  /// Where the file is afterwards.
  fileprivate var newPath: VaultPath {
    if case .move(let newPath) = action { newPath } else { path }
  }
}

extension OperationFolder.State {
  fileprivate var isForward: Bool {
    switch self {
    case .draft, .applying, .done, .redoing: true
    case .undoing, .undone: false
    }
  }
}

extension FileChange {
  fileprivate func leave(_ direction: Direction, in left: inout [VaultPath: UInt64]) {
    let hash = direction == .forward ? after : before
    let (old, new) = direction == .forward ? (path, newPath ?? path) : (newPath ?? path, path)
    left[old] = nil
    left[new] = hash
  }
}

/// The folder of one operation: `.memo/history/12-4096-done` holds the twelfth, whose slots held 4096 bytes when it was
/// made. Its state is in the name, because a rename is the one thing that a crash cannot leave half done.
struct OperationFolder: Equatable, Sendable {
  /// How far an operation is.
  enum State: String, Sendable {
    /// It is being put together; nothing of it is in the vault.
    case draft
    /// It is being made for the first time.
    case applying
    case done
    case undoing
    case undone
    case redoing

    /// Whether a crash has left it there, unless a process works on it.
    var isUnfinished: Bool {
      switch self {
      case .draft, .applying, .undoing, .redoing: true
      case .done, .undone: false
      }
    }
  }

  let number: Int
  var size = 0
  var state = State.draft

  /// The largest number and size of an operation: far more than there can be, and no sum of many overflows.
  static let limit = 1 << 40

  init(number: Int) {
    self.number = number
  }

  /// Understands a name in the history; `nil` for a foreign one.
  init?(name: [UInt8]) {
    let parts = String(decoding: name, as: UTF8.self).parts(at: "-")
    guard parts.count == 3, let number = Int(parts[0]), let size = Int(parts[1]),
      (0...Self.limit).contains(number), (0...Self.limit).contains(size), let state = State(rawValue: parts[2])
    else { return nil }
    (self.number, self.size, self.state) = (number, size, state)
    // `012-0-done` would be looked for as `12-0-done`.
    guard path.name.elementsEqual(name) else { return nil }
  }

  var path: VaultPath { Vault.historyPath.appending("\(number)-\(size)-\(state.rawValue)") }

  var recordPath: VaultPath { path.appending(OperationRecord.fileName.name) }

  /// Where a change keeps the bytes that are not in the vault.
  func slot(_ index: Int) -> VaultPath {
    path.appending("\(index)")
  }
}
