import Foundation
import MemoCore
import MemoStore

/// Puts the new bytes of some files in place, all laid ready first and then exchanged one by one.
struct FileExchange {
  let vault: Vault
  let workTree: any WorkTree
  /// What files hold that stand for the entries that the changes name.
  private(set) var texts: [TreeEntry: [UInt8]]
  /// Reads the bytes of the versions before the new ones, by which a file is known whose hash says nothing. `nil` where
  /// `texts` has them.
  private(set) var older: (([TreeChange]) throws -> [TreeEntry: [UInt8]])?
  /// What files are on disk that git converts, under the names of blobs.
  var converted: [VaultPath: ObjectId] = [:]
  let times: [VaultPath: Int64]
  /// Files that are only here because an editor had them open when others deleted them, with the bytes they had.
  var left: [VaultPath: ObjectId] = [:]
  /// What earlier syncs may have put in place that were broken off.
  var pending = PendingFiles()
  let traces: EditorTraces
  /// Whether git ignores a file that it does not have.
  var isIgnored: (VaultPath) throws -> Bool = { _ in false }
  /// Whether a file that the branch has was there at the last snapshot, as far as that matters.
  var isExpected: (VaultPath) -> Bool = { _ in false }

  private static let attempts = 50

  /// What is to become of one file, seen from what is there now.
  private enum Target {
    /// It is as it is to be.
    case done
    /// It keeps what the user saved in the meantime.
    case kept
    /// It goes.
    case removed(now: [UInt8])
    /// It is to go when the editor that has it open is done.
    case left(TreeEntry)
    /// It gets bytes; those now there, `nil` for no file.
    case written([UInt8], now: [UInt8]?, isWoven: Bool)
    /// It was saved in the meantime, and no file can hold both.
    case unmerged
    /// It was moved or deleted in the meantime.
    case gone
    /// What it was before has to be read first.
    case unread
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
  ) throws {
    do {
      try exchange(changes, &parked, &outcome)
    } catch {
      parked.discardStaged()
      throw error
    }
  }

  private func exchange(
    _ changes: ArraySlice<TreeChange>, _ parked: inout ParkedFiles, _ outcome: inout WorkTreeUpdate.Outcome
  ) throws {
    var prepared: [Prepared] = []
    for change in changes {
      guard !change.isRefused else {
        outcome.refused.append(change.path)
        continue
      }
      prepared.append(try prepare(change.asOfFiles, in: parked.slot(for: change.path)))
    }
    let unread = prepared.indices.filter { if case .unread = prepared[$0].target { true } else { false } }
    for (place, file) in try read(unread, of: prepared) { prepared[place] = file }
    let slots = prepared.compactMap { if case .written = $0.target { $0.slot } else { nil } }
    try vault.writer.synchronize(files: slots)
    for file in prepared { try finish(file, &parked, &outcome) }
  }

  // MARK: Deciding

  /// Prepares those files for which it takes what they were before to decide what becomes of them.
  private func read(_ places: [Int], of prepared: [Prepared]) throws -> [(place: Int, file: Prepared)] {
    guard !places.isEmpty else { return [] }
    return try places[...].halvedWhereTooMuch { part in
      let exchange = try withOlder(part.map { prepared[$0].change })
      return try part.map { ($0, try exchange.prepare(prepared[$0].change, in: prepared[$0].slot)) }
    }
  }

  private func withOlder(_ changes: [TreeChange]) throws -> FileExchange {
    guard let older else { return self }
    var exchange = self
    exchange.texts.merge(try older(changes)) { $1 }
    exchange.older = nil
    return exchange
  }

  private func prepare(_ change: TreeChange, in slot: VaultPath) throws -> Prepared {
    let target: Target
    do {
      target = try self.target(of: change)
    } catch let error as FileError {
      // What has no name here is gone already.
      target = change.new == nil && error.isOfName ? .done : .waiting(try obstacle(error))
    }
    if case .written(let bytes, let now, _) = target {
      let time = vault.files.timeOfNewBytes(of: change.path, keeping: times[change.path])
      do {
        try vault.writer.stage(slot, contents: bytes, like: now == nil ? nil : change.path, modified: time)
        if let mode = change.new?.mode, now == nil ? mode == .executable : change.changesMode {
          try workTree.setExecutable(slot, mode == .executable)
        }
      } catch {
        // The file that it is about says more than where its new bytes were to lie ready.
        throw FileError(error.operation, path: change.path.bytes, reason: error.reason)
      }
    }
    return Prepared(change: change, target: target, slot: slot)
  }

  private func target(of change: TreeChange) throws -> Target {
    let now = try WholeFile.read(change.path, in: vault.files)?.bytes
    guard let new = change.new else { return try removal(of: change, now) }
    if now == nil, try isObstructed(change.path) { return .waiting(.obstructed) }
    if now == nil, change.old != nil, !pending.mayBeAbsent(change.path), isExpected(change.path) { return .gone }
    guard let text = texts[new] else {
      return now.map { ObjectId(ofBlob: $0) } == new.id ? .done : .waiting(.filterFailed)
    }
    if let now, now == text { return change.changesMode ? .written(text, now: now, isWoven: false) : .done }
    if now != nil, change.old == nil, try isOfAnother(change.path) { return .waiting(.obstructed) }
    guard let now, standing(change, now) == nil else { return .written(text, now: now, isWoven: false) }
    // Nothing comes in: it is only looked at because a sync was broken off.
    if change.old == new { return .done }
    guard older == nil else { return .unread }
    // What is not committed cannot be merged, and comes when it has the size for it, as an edit of what it was.
    guard now.count <= CarriedPaths.sizeLimit else { return .waiting(.tooLarge) }
    // What the user keeps from git would go out with the next commit.
    if change.old == nil, try isIgnored(change.path) { return .waiting(.obstructed) }
    // Woven with others, damaged settings would be no better.
    if change.path == Vault.settingsPath, !Settings.areUsable(now) { return .waiting(.damaged) }
    return weave(change, text, now)
  }

  /// The version that memo has put in place and that a file still is; `nil` where another process has written to it.
  private func standing(_ change: TreeChange, _ now: [UInt8]) -> TreeEntry? {
    let id = ObjectId(ofBlob: now)
    if id == converted[change.path] { return change.old }
    let left = left[change.path].map { TreeEntry(path: change.path, id: $0) }
    return ([change.old, left] + pending[change.path]).compactMap(\.self).first { $0.id == id || texts[$0] == now }
  }

  private func removal(of change: TreeChange, _ now: [UInt8]?) throws -> Target {
    // What is there in its place is no file that a commit could have.
    guard let now else { return .done }
    guard let standing = standing(change, now) else { return older == nil ? .kept : .unread }
    return try traces.trace(of: change.path) == nil ? .removed(now: now) : .left(standing)
  }

  /// Whether something has a name that is to be a file's. A folder that holds nothing makes room, as it does for git.
  private func isObstructed(_ path: VaultPath) throws -> Bool {
    guard try vault.writer.isTaken(path) else { return false }
    return try !vault.writer.removeFolder(path)
  }

  /// Whether the file at a path has another name, which the file system takes for the same as it ignores case or normalization.
  private func isOfAnother(_ path: VaultPath) throws -> Bool {
    let forms = [path.text.precomposedStringWithCanonicalMapping, path.text.decomposedStringWithCanonicalMapping]
    // Mostly none of these is there, and then the path's own name is.
    let others = ([Self.gitInCapitals] + forms.map { VaultPath($0) }).filter { $0 != path }
    guard try others.contains(where: vault.writer.isTaken) else { return false }
    return try ([path] + path.foldersAbove).contains { path in
      try workTree.entries(of: path.parent)?.contains { $0.name.elementsEqual(path.name) } != true
    }
  }

  /// A name that nothing has where case makes a difference.
  private static let gitInCapitals = VaultPath(".GIT")

  /// Why a file cannot be made; throws what is not that file's trouble alone.
  private func obstacle(_ error: FileError) throws -> SkippedFile.Reason {
    switch error.reason {
    case .notAFolder, .isAFolder, .symbolicLink: return .obstructed
    case .busy: return .busy
    case .tooLarge: return .tooLarge
    case _ where error.isOfTheDisk: throw error
    default: return .unwritable
    }
  }

  /// The user saved something else since the snapshot.
  private func weave(_ change: TreeChange, _ text: [UInt8], _ now: [UInt8]) -> Target {
    let isText = ![text, now].contains { $0.prefix(8_000).contains(0) }
    guard isText else { return .unmerged }
    let base = change.old.flatMap { texts[$0] } ?? []
    guard let merge = LineMerge(TextKind(of: change.path, text, now), base: base, first: text, second: now) else {
      return .unmerged
    }
    return .written(merge.bytes, now: now, isWoven: true)
  }

  // MARK: Doing

  private func finish(
    _ file: Prepared, _ parked: inout ParkedFiles, _ outcome: inout WorkTreeUpdate.Outcome
  ) throws {
    var file = file
    for _ in 0..<Self.attempts {
      switch file.target {
      case .done: return
      case .kept: return outcome.woven.append(file.change.path)
      case .left(let entry): return outcome.left.append(entry)
      case .unmerged: return outcome.unmerged.append(file.change)
      case .gone: return outcome.gone.append(file.change)
      case .waiting(let reason):
        return outcome.waiting.append(WorkTreeUpdate.Waiting(change: file.change, reason: reason))
      case .removed, .written, .unread: break
      }
      let isMade: Bool
      do {
        isMade = try make(file, &parked)
      } catch let error as FileError {
        file = Prepared(change: file.change, target: .waiting(try obstacle(error)), slot: file.slot)
        continue
      }
      if isMade {
        if case .written(_, _, isWoven: true) = file.target { outcome.woven.append(file.change.path) }
        return
      }
      // Saved in between: look again.
      file = try withOlder([file.change]).prepare(file.change, in: parked.slot(for: file.change.path))
      if case .written = file.target { try vault.writer.synchronize(files: [file.slot]) }
    }
    outcome.waiting.append(WorkTreeUpdate.Waiting(change: file.change, reason: .busy))
  }

  private func make(_ file: Prepared, _ parked: inout ParkedFiles) throws -> Bool {
    guard let step = step(file) else { return false }
    parked.use(step.slot)
    let incoming: [UInt8]? = if case .written(let bytes, _, _) = file.target { bytes } else { nil }
    let swapping = FileSwapping(files: vault.files, writer: vault.writer)
    guard let made = try swapping.make(step, incoming: incoming, isFinal: true) else { return false }
    if let expected = step.expected { parked.hold(step.slot, expected, made.heldStamp, file.change.path) }
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
    case .done, .kept, .left, .unmerged, .gone, .unread, .waiting: return nil
    }
  }
}

extension TreeChange {
  /// Whether it is none that memo makes in a vault: of a link, of another repository, or under an unsafe name.
  var isRefused: Bool {
    guard CarriedPaths.contain(path), let entry = new ?? old else { return true }
    return !entry.mode.isFile
  }

  /// The same where a file takes the place of a link or of another repository, which memo has not made here: the file is new.
  fileprivate var asOfFiles: TreeChange {
    old.map(\.mode.isFile) ?? true ? self : TreeChange(path: path, old: nil, new: new)
  }

  /// Whether a file may be run by those who may read it afterwards, and could not before, or the other way round.
  fileprivate var changesMode: Bool { old.map { old in new.map { $0.mode != old.mode } ?? false } ?? false }
}

extension FileError {
  /// Whether it concerns all files alike.
  var isOfTheDisk: Bool {
    switch reason {
    case .inputOutput, .outOfMemory, .noSpace, .tooManyOpenFiles, .tooManyOpenFilesInSystem, .quotaExceeded: true
    default: false
    }
  }

  /// Whether the file system refuses the name of the file, or of a folder above it: no such file can be there.
  var isOfName: Bool { [.nameTooLong, .unusableName, .invalid].contains(reason) }
}

extension Vault {
  /// Whether the file system refuses the name of a file, or of a folder above it. Each is looked for in the root: below a
  /// folder that is not there, the system says nothing of names.
  func refusesName(of path: VaultPath) -> Bool {
    path.components.contains { isRefused(VaultPath(bytes: Array($0))) }
  }

  private func isRefused(_ name: VaultPath) -> Bool {
    do {
      _ = try files.knownStamp(of: name)
      return false
    } catch {
      return error.isOfName
    }
  }
}
