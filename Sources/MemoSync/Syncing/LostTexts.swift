import MemoCore
import MemoStore

/// What a power cut leaves of files that someone has not waited for.
struct LostTexts {
  let sync: SyncContext

  /// Gives files their text of the branch again of which a power cut has left nothing, or nothing but zeros where text was;
  /// returns whether there were any. Editors that do not wait for the disk have lost what they wrote last, and no one
  /// else may lose the rest.
  func bringBack(_ snapshot: WorkTreeSnapshot) throws -> Bool {
    let suspects = snapshot.edits.filter { edit in
      guard edit.converted == nil, sync.table.files[edit.path] != nil else { return false }
      return edit.stamp.size == 0 || edit.bytes.map { $0.last == 0 } ?? true
    }
    guard !suspects.isEmpty, let boot = sync.host.boot, sync.folder.readState().boot != boot else { return false }
    let entries = suspects.compactMap { sync.table.files[$0.path]?.entry }
    let stored = try sync.repository.blobs(entries.map(\.id))
    var changes: [TreeChange] = []
    var texts: [TreeEntry: [UInt8]] = [:]
    for (edit, entry) in zip(suspects, entries) {
      guard let file = try edit.text(in: sync.vault), let text = stored[entry.id], Self.isLost(text, leaving: file)
      else { continue }
      (texts[edit.entry], texts[entry]) = (file, text)
      changes.append(TreeChange(path: edit.path, old: edit.entry, new: entry))
    }
    guard !changes.isEmpty else { return false }
    sync.report.issues += changes.map { .broughtBack($0.path) }
    _ = try sync.exchange(changes, texts)
    return true
  }

  /// Whether a file holds a text up to where zeros begin, or nothing of it.
  static func isLost(_ text: [UInt8], leaving file: [UInt8]) -> Bool {
    let kept = file.prefix((file.lastIndex { $0 != 0 } ?? -1) + 1)
    return (kept.count < file.count || file.isEmpty) && kept.count < text.count && text.starts(with: kept)
      && text.contains { $0 != 0 }
  }
}

extension SyncContext {
  /// Gives files other texts, which keep the times that history has for them.
  ///
  /// - Parameter texts: what files hold that correspond to the entries before and after the changes.
  func exchange(_ changes: [TreeChange], _ texts: [TreeEntry: [UInt8]]) throws -> WorkTreeUpdate.Outcome {
    let exchange = FileExchange(
      vault: vault, workTree: workTree, texts: texts, times: table.files.known(of: changes.map(\.path), \.time),
      traces: EditorTraces(vault: vault, now: clock.now))
    var parked = ParkedFiles(vault: vault, now: clock.now)
    var outcome = WorkTreeUpdate.Outcome()
    try exchange.run(changes[...], &parked, &outcome)
    try vault.writer.synchronize(folders: Set(changes.map(\.path.parent)).sorted())
    report.rescued += try parked.finish()
    return outcome
  }
}

/// The objects of a repository, as files.
enum ObjectFiles {
  static let folder = VaultPath(".git/objects")

  /// Whether an object is the blob of these bytes, by the checksum at the end of what zlib writes.
  static func isBlob(_ object: [UInt8], of bytes: [UInt8]) -> Bool {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in Array("blob \(bytes.count)\0".utf8) + bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let sum = withUnsafeBytes(of: (high << 16 | low).bigEndian) { Array($0) }
    // Its first byte is the method of compression.
    return object.first == 0x78 && object.suffix(4).elementsEqual(sum)
  }

  /// Removes the objects that a power cut has left without a byte; returns whether there were any.
  static func removeEmptyObjects(in vault: Vault) throws -> Bool {
    var isAny = false
    for fan in try vault.files.entries(of: folder) ?? [] where fan.name.count == 2 {
      let path = folder.appending(fan.name)
      for object in try vault.files.entries(of: path) ?? [] {
        let object = path.appending(object.name)
        guard vault.files.stamp(of: object)?.size == 0, try vault.writer.remove(object) else { continue }
        isAny = true
      }
    }
    return isAny
  }

  /// Whether git's housekeeping would reach files elsewhere through a link. It follows links, and what it removes there, or
  /// writes over, may be all that someone has of it.
  static func leadElsewhere(in vault: Vault) throws -> Bool {
    func entries(of folder: VaultPath) throws -> [AnyEntry] { try vault.files.allEntries(of: folder) ?? [] }
    let isPacking = try entries(of: VaultPath(".git")).contains {
      $0.kind == nil && $0.name.elementsEqual("gc.pid".utf8)
    }
    if try isPacking || entries(of: folder).contains(where: { $0.kind == nil }) { return true }
    var folders = [folder.appending("info"), VaultPath(".git/worktrees")]
    while let folder = folders.popLast() {
      for entry in try entries(of: folder) {
        if entry.kind == nil { return true }
        if entry.kind == .folder { folders.append(folder.appending(entry.name)) }
      }
    }
    return false
  }

  /// Removes what git has begun to write for this sync and had no room for. It leaves that behind, so each further try
  /// would take up more of the disk.
  static func removeUnfinishedObjects(in vault: Vault, since start: Int64) {
    for fan in (try? vault.files.entries(of: folder)) ?? [] where fan.kind == .folder {
      let path = folder.appending(fan.name)
      for file in (try? vault.files.entries(of: path)) ?? [] where file.name.starts(with: "tmp_".utf8) {
        let file = path.appending(file.name)
        // The times of a file system are coarser than the clock.
        guard let stamp = vault.files.stamp(of: file), stamp.changed > start - 1_000_000_000 else { continue }
        _ = try? vault.writer.remove(file)
      }
    }
  }
}
