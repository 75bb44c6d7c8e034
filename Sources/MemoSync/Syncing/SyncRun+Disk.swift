import MemoCore
import MemoStore

/// What a commit rests on is on the disk before a ref names it. Else a power cut could leave a file empty whose bytes other
/// devices have by then, and the next sync would take that for an edit.
extension SyncRun {
  static let objects = VaultPath(".git/objects")

  /// Waits until the files of a snapshot are on the disk, whose editors mostly do not, and what another git has stored.
  func waitForDisk(_ snapshot: WorkTreeSnapshot) throws {
    let edited = snapshot.edits.map(\.path)
    let objects = try storedObjects(of: snapshot.edits)
    if isHeadOfOthers {
      try vault.writer.synchronizeAll()
      isHeadOfOthers = false
      return
    }
    try vault.writer.synchronize(files: edited + snapshot.unchanged + objects)
    var folders = Set((snapshot.unchanged + snapshot.removed).map(\.parent))
    for path in edited {
      folders.insert(path.parent)
      // Those above a file that the branch has were there before.
      if table.files[path] == nil { folders.formUnion(path.foldersAbove + [.root]) }
    }
    try vault.writer.synchronize(folders: folders.sorted())
  }

  /// The objects that are there already of what is to be committed: `git add` has made them, which does not wait for the
  /// disk, and git does not write them again. Those that are not whole, as a power cut leaves them, are removed.
  private func storedObjects(of edits: [WorkTreeSnapshot.Edit]) throws -> [VaultPath] {
    guard !edits.isEmpty else { return [] }
    let folders = Set(try vault.files.entries(of: Self.objects)?.map(\.name) ?? [])
    var stored: [VaultPath] = []
    for edit in edits where edit.converted == nil {
      let name = Array(edit.entry.id.text.utf8)
      guard folders.contains(Array(name.prefix(2))) else { continue }
      let path = Self.objects.appending(Array(name.prefix(2))).appending(Array(name.dropFirst(2)))
      guard let object = try WholeFile.read(path, in: vault.files)?.bytes else { continue }
      let bytes: [UInt8]?
      if let held = edit.bytes { bytes = held } else { bytes = try WholeFile.read(edit.path, in: vault.files)?.bytes }
      if let bytes, !Self.isBlob(object, of: bytes) { _ = try vault.writer.remove(path) } else { stored.append(path) }
    }
    return stored
  }

  /// Whether an object is the blob of these bytes, by the checksum at the end of what zlib writes.
  static func isBlob(_ object: [UInt8], of bytes: [UInt8]) -> Bool {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in Array("blob \(bytes.count)\0".utf8) + bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let sum = withUnsafeBytes(of: (high << 16 | low).bigEndian) { Array($0) }
    // Its first byte tells the method of compression.
    return object.first == 0x78 && object.suffix(4).elementsEqual(sum)
  }
}

/// What a power cut leaves of files that someone has not waited for.
extension SyncRun {
  /// Makes git's own index anew where it cannot be read; nothing else rests on it.
  func repairIndex(isThorough: Bool) throws {
    let index = UserIndex(vault: vault, repository: repository, now: clock.now / 1_000_000_000)
    if try index.repair(to: head?.id, isThorough: isThorough) { report.isIndexRebuilt = true }
  }

  /// The commits that the branch named lately, for an index of which no one knows for which of them it stands.
  func recentHeads() throws -> [ObjectId?] {
    try repository.recentTips(of: names.head)
  }

  /// Ends with `damaged` where the branch's file names no commit. What the remote has is asked for, and noted, again.
  func checkRefs(_ broken: Set<String>) throws {
    if broken.contains(names.head) { throw GitError.damaged("'.git/\(names.head)' names no commit") }
    for name in [names.tracking, names.taken] where broken.contains(name) {
      _ = try vault.writer.remove(VaultPath(".git/\(name)"))
    }
  }

  /// Gives files their text of the branch again of which a power cut has left nothing, or nothing but zeros where text was;
  /// returns whether there were any. Editors that do not wait for the disk have lost what they wrote last, and no one
  /// else may lose the rest.
  func bringBackLost(_ snapshot: WorkTreeSnapshot) throws -> Bool {
    let suspects = snapshot.edits.filter { edit in
      guard edit.converted == nil, table.files[edit.path] != nil else { return false }
      return edit.stamp.size == 0 || edit.bytes.map { $0.last == 0 } ?? true
    }
    guard !suspects.isEmpty, let boot = host.boot, folder.readState().boot != boot else { return false }
    let entries = suspects.compactMap { table.files[$0.path]?.entry }
    let stored = try repository.blobs(entries.map(\.id))
    var changes: [TreeChange] = []
    var texts: [TreeEntry: [UInt8]] = [:]
    for (edit, entry) in zip(suspects, entries) {
      let file = try edit.bytes ?? WholeFile.read(edit.path, in: vault.files)?.bytes
      guard let file, let text = stored[entry.id], Self.isLost(text, leaving: file) else { continue }
      (texts[edit.entry], texts[entry]) = (file, text)
      changes.append(TreeChange(path: edit.path, old: edit.entry, new: entry))
    }
    guard !changes.isEmpty else { return false }
    report.issues += changes.map { .broughtBack($0.path) }
    try exchange(changes, texts)
    return true
  }

  /// Whether a file holds a text up to where zeros begin, or nothing of it.
  static func isLost(_ text: [UInt8], leaving file: [UInt8]) -> Bool {
    let kept = file.prefix((file.lastIndex { $0 != 0 } ?? -1) + 1)
    return (kept.count < file.count || file.isEmpty) && kept.count < text.count && text.starts(with: kept)
      && text.contains { $0 != 0 }
  }

  private func exchange(_ changes: [TreeChange], _ texts: [TreeEntry: [UInt8]]) throws {
    let exchange = FileExchange(
      vault: vault, workTree: workTree, texts: texts, times: table.files.compactMapValues(\.time),
      traces: EditorTraces(vault: vault, now: clock.now))
    var parked = ParkedFiles(vault: vault, now: clock.now)
    var outcome = WorkTreeUpdate.Outcome()
    try exchange.run(changes[...], &parked, &outcome)
    try vault.writer.synchronize(folders: Set(changes.map(\.path.parent)).sorted())
    report.rescued += try parked.finish()
  }

  /// Removes the objects that a power cut has left without a byte; returns whether there were any.
  static func removeEmptyObjects(in vault: Vault) throws -> Bool {
    var isAny = false
    for folder in try vault.files.entries(of: objects) ?? [] where folder.name.count == 2 {
      let path = objects.appending(folder.name)
      for object in try vault.files.entries(of: path) ?? [] {
        let object = path.appending(object.name)
        guard vault.files.stamp(of: object)?.size == 0, try vault.writer.remove(object) else { continue }
        isAny = true
      }
    }
    return isAny
  }

  /// Removes what git has begun to write for this sync and had no room for. It leaves that behind, so each further try
  /// would take up more of the disk.
  static func removeUnfinishedObjects(in vault: Vault, since start: Int64) {
    for folder in (try? vault.files.entries(of: objects)) ?? [] where folder.kind == .folder {
      let path = objects.appending(folder.name)
      for file in (try? vault.files.entries(of: path)) ?? [] where file.name.starts(with: "tmp_".utf8) {
        let file = path.appending(file.name)
        // The times of a file system are coarser than the clock.
        guard let stamp = vault.files.stamp(of: file), stamp.changed > start - 1_000_000_000 else { continue }
        _ = try? vault.writer.remove(file)
      }
    }
  }
}
