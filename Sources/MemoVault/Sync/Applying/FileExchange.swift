import MemoCore

/// Puts the new bytes of some files in place, all laid ready first and then exchanged one by one.
struct FileExchange {
  let vault: Vault
  let workTree: any WorkTree
  /// What files hold that stand for the entries that the changes name.
  let texts: [TreeEntry: [UInt8]]
  /// What files are on disk that git converts, under the names of blobs.
  var converted: [VaultPath: ObjectId] = [:]
  let times: [VaultPath: Int64]
  /// Files that are only here because an editor had them open when others deleted them, with the bytes they had.
  var left: [VaultPath: ObjectId] = [:]
  let traces: EditorTraces

  private static let attempts = 50

  /// What is to become of one file, seen from what is there now.
  private enum Target {
    /// It is as it is to be.
    case done
    /// It keeps what the user saved meanwhile.
    case kept
    /// It goes.
    case removed(now: [UInt8])
    /// It is to go when the editor that has it open is done.
    case left(TreeEntry)
    /// It gets bytes; those now there, `nil` for no file.
    case written([UInt8], now: [UInt8]?, isWoven: Bool)
    /// Something else than a file is there, or it cannot be read.
    case blocked
    /// It cannot be made here.
    case waiting(SkippedFile.Reason)
  }

  /// A file whose new bytes lie ready.
  private struct Prepared {
    let change: TreeChange
    let target: Target
    let slot: VaultPath
  }

  func run(
    _ changes: ArraySlice<TreeChange>, _ parked: inout ParkedFiles, _ outcome: inout WorkTreeUpdate.Outcome
  ) throws(FileError) {
    var prepared: [Prepared] = []
    for change in changes {
      guard CarriedPaths.contain(change.path), change.new?.mode.isFile ?? true, change.old?.mode.isFile ?? true else {
        outcome.refused.append(change.path)
        continue
      }
      prepared.append(try prepare(change, &parked))
    }
    let slots = prepared.compactMap { if case .written = $0.target { $0.slot } else { nil } }
    try vault.writer.synchronize(files: slots)
    for file in prepared { try finish(file, &parked, &outcome) }
  }

  // MARK: Deciding

  private func prepare(_ change: TreeChange, _ parked: inout ParkedFiles) throws(FileError) -> Prepared {
    let target = try target(of: change)
    let slot = parked.slot(for: change.path)
    if case .written(let bytes, let now, _) = target {
      try vault.writer.stage(
        slot, contents: bytes, like: now == nil ? nil : change.path, modified: times[change.path])
      if now == nil, change.new?.mode == .executable { try workTree.makeExecutable(slot) }
    }
    return Prepared(change: change, target: target, slot: slot)
  }

  private func target(of change: TreeChange) throws(FileError) -> Target {
    let now: [UInt8]?
    do throws(FileError) {
      now = try WholeFile.read(change.path, in: vault.files)?.bytes
      if now == nil, try vault.writer.isTaken(change.path) { return .blocked }
    } catch {
      if error.code == FileError.tooLarge { return .waiting(.tooLarge) }
      // A link or a file in the place of a folder is one thing, a full disk another.
      if [FileError.busy, FileError.notAFolder, FileError.link].contains(error.code) {
        return .blocked
      }
      throw error
    }
    let id = now.map { ObjectId(ofBlob: $0) }
    let isExpected = stands(now, id, for: change.old) || id != nil && id == converted[change.path]
    guard let new = change.new else { return try removal(of: change, now, isExpected: isExpected) }
    guard let text = texts[new] else { return id == new.id ? .done : .blocked }
    if now == text { return .done }
    let isLeft = left[change.path].map { stands(now, id, for: TreeEntry(path: change.path, id: $0)) } ?? false
    guard let now, !isExpected, !isLeft else { return .written(text, now: now, isWoven: false) }
    // What is not committed cannot be merged, and comes when it has the size for it, as an edit of what it was.
    guard now.count <= CarriedPaths.sizeLimit else { return .waiting(.tooLarge) }
    return weave(change, text, now)
  }

  /// Whether a file holds what an entry stands for, or its blob as it is.
  private func stands(_ now: [UInt8]?, _ id: ObjectId?, for entry: TreeEntry?) -> Bool {
    guard let now, let entry else { return now == nil && entry == nil }
    return id == entry.id || texts[entry] == now
  }

  private func removal(of change: TreeChange, _ now: [UInt8]?, isExpected: Bool) throws(FileError) -> Target {
    guard let now else { return .done }
    guard isExpected, let old = change.old else { return .kept }
    return try traces.trace(of: change.path) == nil ? .removed(now: now) : .left(old)
  }

  /// The user saved something else since the snapshot. Bytes that are no text stay as saved: those that came in are in
  /// the branch, and the next snapshot is compared with that. A text that cannot hold both is for the next sync to merge.
  private func weave(_ change: TreeChange, _ text: [UInt8], _ now: [UInt8]) -> Target {
    let isText = ![text, now].contains { $0.prefix(8_000).contains(0) }
    guard isText else { return .kept }
    let base = change.old.flatMap { texts[$0] } ?? []
    guard let merge = LineMerge(TextKind(of: change.path), base: base, first: text, second: now) else {
      return .blocked
    }
    return .written(merge.bytes, now: now, isWoven: true)
  }

  // MARK: Doing

  private func finish(
    _ file: Prepared, _ parked: inout ParkedFiles, _ outcome: inout WorkTreeUpdate.Outcome
  ) throws(FileError) {
    var file = file
    for _ in 0..<Self.attempts {
      switch file.target {
      case .done: return
      case .kept: return outcome.woven.append(file.change.path)
      case .left(let entry): return outcome.left.append(entry)
      case .blocked: return outcome.failed.append(file.change.path)
      case .waiting(let reason):
        return outcome.waiting.append(WorkTreeUpdate.Waiting(change: file.change, reason: reason))
      case .removed, .written: break
      }
      if try make(file, &parked) {
        if case .written(_, _, isWoven: true) = file.target { outcome.woven.append(file.change.path) }
        return
      }
      // Saved in between: look again.
      file = try prepare(file.change, &parked)
      if case .written = file.target { try vault.writer.synchronize(files: [file.slot]) }
    }
    outcome.failed.append(file.change.path)
  }

  private func make(_ file: Prepared, _ parked: inout ParkedFiles) throws(FileError) -> Bool {
    guard let step = step(file) else { return true }
    let swapping = FileSwapping(files: vault.files, writer: vault.writer)
    do throws(FileError) {
      guard try swapping.make(step) else { return false }
    } catch {
      // A folder has the name by now.
      if [FileError.notAFolder, FileError.isFolder, FileError.link].contains(error.code) { return false }
      throw error
    }
    if let expected = step.expected { parked.hold(step.slot, expected, file.change.path) }
    return true
  }

  private func step(_ file: Prepared) -> FileStep? {
    let path = file.change.path
    switch file.target {
    case .removed(let now):
      return FileStep(action: .takeOut, path: path, slot: file.slot, expected: XXHash64.hash(now), incoming: nil)
    case .written(let bytes, let now, _):
      let incoming = XXHash64.hash(bytes)
      guard let now else {
        return FileStep(action: .bringIn, path: path, slot: file.slot, expected: nil, incoming: incoming)
      }
      return FileStep(
        action: .swap, path: path, slot: file.slot, expected: XXHash64.hash(now), incoming: incoming)
    case .done, .kept, .left, .blocked, .waiting: return nil
    }
  }
}

extension FileError {
  /// ENOTDIR, which has this value on every system memo runs on.
  static let notAFolder: Int32 = 20
  /// EISDIR, likewise.
  static let isFolder: Int32 = 21
  /// ELOOP, where a link is not to be followed.
  #if canImport(Darwin)
    static let link: Int32 = 62
  #else
    static let link: Int32 = 40
  #endif
}
