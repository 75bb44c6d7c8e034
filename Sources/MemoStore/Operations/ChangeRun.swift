import MemoCore

/// Why the changes of an operation were not made.
struct ChangeFailure: Error {
  let reason: any Error
  /// Whether everything is as it was; if not, the next operation tries to roll back again.
  let isRolledBack: Bool
}

/// Makes the changes of one operation, all of them or none.
struct ChangeRun {
  let swapping: FileSwapping
  let folder: OperationFolder
  let record: OperationRecord
  let direction: FileChange.Direction

  /// What a file looked like before it came out of the vault into a slot.
  private struct Held {
    let slot: VaultPath
    let path: VaultPath
    let stamp: FileStamp?

    /// Whether its bytes are the same: a rename changes the other parts of the stamp.
    func isAsItWas(in files: any VaultFiles) throws -> Bool {
      let now = try files.knownStamp(of: slot)
      return now?.size == stamp?.size && now?.modified == stamp?.modified
    }
  }

  init(_ vault: Vault, _ folder: OperationFolder, _ record: OperationRecord, _ direction: FileChange.Direction) {
    swapping = FileSwapping(files: vault.files, writer: vault.writer)
    (self.folder, self.record, self.direction) = (folder, record, direction)
  }

  /// The places of the changes in the order in which they are made.
  private var order: [Int] {
    direction == .forward ? Array(record.changes.indices) : record.changes.indices.reversed()
  }

  private func step(_ index: Int, _ direction: FileChange.Direction) -> FileStep {
    record.changes[index].step(direction, slot: folder.slot(index))
  }

  /// The files that come out of their places.
  var outgoing: [VaultPath] {
    record.changes.indices.map { step($0, direction) }.filter { $0.expected != nil }.map(\.path)
  }

  /// Waits until what comes out of the vault is on the disk: after a power cut it may have to come back.
  func settle() throws {
    try swapping.writer.synchronize(files: outgoing)
  }

  /// Takes from the texts that come in the permission bits that their files have lost since: a memo that was made private stays
  /// so.
  func keepPrivate() throws {
    let (files, writer) = (swapping.files, swapping.writer)
    // Where files are now that have other paths when their own change is made.
    let moves = record.changes.compactMap { change in
      change.newPath.map { direction == .backward ? (change.path, $0) : ($0, change.path) }
    }
    let places = Dictionary(moves) { first, _ in first }
    for step in order.map({ step($0, direction) }) where step.action == .swap {
      let place = places[step.path] ?? step.path
      guard let bits = try files.ownership(of: place)?.permissions,
        let incoming = try files.ownership(of: step.slot)?.permissions, incoming & ~bits != 0,
        let file = try WholeFile.read(step.slot, in: files, limit: WholeFile.rescueLimit)
      else { continue }
      let copy = VaultPath(bytes: step.slot.bytes + Array("-private".utf8))
      // A crash may have left it.
      _ = try writer.remove(copy)
      try writer.stage(copy, contents: file.bytes, like: place, modified: file.modified)
      try writer.synchronize(files: [copy])
      _ = try writer.exchange(step.slot, with: copy)
      _ = try writer.remove(copy)
    }
  }

  /// Ends with `changed`, or `notInTrash`, where a file is not as the changes expect, and with `received` where it is, but others
  /// have changed it, too, before anything is touched.
  func check() throws {
    var known: [VaultPath: UInt64?] = [:]
    var unexpected: [FileStep] = []
    var changed: [VaultPath] = []
    for index in order {
      let step = step(index, direction)
      if try !isAsExpected(step, known) {
        unexpected.append(step)
        changed.append(try inTheWay(of: step, known) ?? step.shownPath)
      }
      step.leave(in: &known)
    }
    guard !unexpected.isEmpty else {
      guard record.received.isEmpty else { throw OperationError.received(record.received) }
      return
    }
    var gone: [FileStep] = []
    for step in unexpected where try isGoneFromTrash(step) { gone.append(step) }
    if !gone.isEmpty { throw OperationError.notInTrash(gone.map(\.shownPath).sorted()) }
    let memos = changed.filter { !$0.isHidden }
    throw OperationError.changed(memos.isEmpty ? changed : memos)
  }

  /// What has the old name of a file that is to be moved back and is as it is expected.
  private func inTheWay(of step: FileStep, _ known: [VaultPath: UInt64?]) throws -> VaultPath? {
    guard direction == .backward, case .move(let oldPath) = step.action, !oldPath.isHidden,
      try hash(of: step, known) == step.expected
    else { return nil }
    return oldPath
  }

  private func hash(of step: FileStep, _ known: [VaultPath: UInt64?]) throws -> UInt64? {
    if let known = known[step.path] { known } else { try swapping.hash(of: step.path) }
  }

  private func isGoneFromTrash(_ step: FileStep) throws -> Bool {
    guard case .move = step.action, step.path.isHidden else { return false }
    return try !swapping.writer.isTaken(step.path)
  }

  /// - Parameters:
  ///   - known: what earlier changes of this operation will have made of some paths.
  ///   - takesEdits: whether any text will do for a file that is moved.
  private func isAsExpected(
    _ step: FileStep, _ known: [VaultPath: UInt64?], takesEdits: Bool = false
  ) throws -> Bool {
    let hash = try hash(of: step, known)
    switch step.action {
    case .takeOut: return hash == step.expected
    case .swap:
      guard hash == step.expected else { return false }
      return try isIntact(step)
    case .bringIn:
      guard try isFree(step.path, known) else { return false }
      return try isIntact(step)
    case .move(let newPath):
      guard takesEdits ? hash != nil : hash == step.expected else { return false }
      // Where the two are one name, the move itself finds out.
      return try step.path.isTwin(of: newPath) ? true : isFree(newPath, known)
    }
  }

  /// Whether the bytes that come in are there. Those that this operation has made were waited for; others may have been
  /// lost since, and a file without them must not take the place of one that has some.
  private func isIntact(_ step: FileStep) throws -> Bool {
    guard direction == .backward else { return try swapping.writer.isTaken(step.slot) }
    return try swapping.hash(of: step.slot) == step.incoming
  }

  private func isFree(_ path: VaultPath, _ known: [VaultPath: UInt64?]) throws -> Bool {
    if let hash = known[path] { return hash == nil }
    return try !swapping.writer.isTaken(path)
  }

  /// Makes the changes and waits until they are on the disk; where one cannot be made, those before it are taken back.
  ///
  /// - Parameter progress: called with the number of changes made and their total, before the next one is.
  func run(progress: (Int, Int) -> Void) throws(ChangeFailure) {
    var made: [Int] = []
    do {
      try make(&made, progress)
    } catch {
      do {
        // A step whose last call failed may have been made anyway; the files show it, as after a crash.
        if error is FileError { made = try self.made() }
        try takeBack(made)
      } catch {
        throw ChangeFailure(reason: error, isRolledBack: false)
      }
      throw ChangeFailure(reason: error, isRolledBack: true)
    }
    removeFolders(after: direction)
  }

  private func make(_ made: inout [Int], _ progress: (Int, Int) -> Void) throws {
    var held: [Held] = []
    try makeFolders(for: direction)
    for index in order {
      progress(made.count, record.changes.count)
      let step = step(index, direction)
      let stamp = try swapping.files.knownStamp(of: step.path)
      let isMade = try swapping.make(step) != nil
      // One that could not be put back as it was has to be taken back with the others.
      if try isMade || swapping.isMade(step) { made.append(index) }
      guard isMade else { throw OperationError.changed([step.shownPath]) }
      if step.action == .swap || step.action == .takeOut {
        held.append(Held(slot: step.slot, path: step.path, stamp: stamp))
      }
    }
    try synchronize()
    // A program that had opened a file before it came out may have written to it since.
    var late: [Held] = []
    for file in held where try !file.isAsItWas(in: swapping.files) { late.append(file) }
    if !late.isEmpty { throw OperationError.changed(late.map(\.path)) }
  }

  // MARK: After a crash

  /// How changes end that a crash has left half made.
  struct End {
    fileprivate var made: [Int] = []
    /// Whether the others are made too; if not, those that were made are taken back.
    var isCompleted = false
    /// The files that another program has edited after they had got their new text, sorted.
    var edited: [VaultPath] = []

    /// Finds the edited files again after more steps.
    fileprivate mutating func follow(_ steps: [FileStep]) {
      for step in steps {
        guard case .move(let newPath) = step.action, let place = edited.firstIndex(of: step.path) else { continue }
        edited[place] = newPath
      }
      edited.sort()
    }
  }

  /// Takes back what a crash has left of the changes, or makes them to their end.
  func recover() throws -> End {
    try finishExchanges()
    var end = try end()
    guard end.isCompleted else {
      try takeBack(end.made)
      end.follow(end.made.reversed().map { step($0, direction.opposite) })
      return end
    }
    let made = Set(end.made)
    let steps = order.filter { !made.contains($0) }.map { step($0, direction) }
    try makeFolders(for: direction)
    // A file that has changed since stays as it is.
    for step in steps { try swapping.complete(step) }
    try synchronize()
    removeFolders(after: direction)
    end.follow(steps)
    return end
  }

  /// How the changes are to end. They are taken back, unless the old text of a file was lost with the power, or an edit was
  /// made on top of a new text: the links in that would name what is no longer there.
  func end() throws -> End {
    var end = End(made: try madeSteps())
    end.edited = try edited(end.made)
    for index in end.made where try swapping.isLost(step(index, direction)) { end.isCompleted = true }
    if !end.isCompleted, !end.edited.isEmpty { end.isCompleted = try canBeCompleted(end.made) }
    return end
  }

  /// The files with a new text that another program has edited since, wherever they are by now.
  private func edited(_ made: [Int]) throws -> [VaultPath] {
    var written: [VaultPath: UInt64] = [:]
    for step in made.map({ step($0, direction) }) {
      switch step.action {
      case .swap, .bringIn: written[step.path] = step.incoming
      case .takeOut: written[step.path] = nil
      case .move(let newPath): if let hash = written.removeValue(forKey: step.path) { written[newPath] = hash }
      }
    }
    var edited: [VaultPath] = []
    for (path, hash) in written where !path.isHidden {
      if let now = try swapping.hash(of: path), now != hash { edited.append(path) }
    }
    return edited.sorted()
  }

  /// Whether the changes that are not made yet can be, and nothing was written to the files that came out of the vault.
  private func canBeCompleted(_ made: [Int]) throws -> Bool {
    let isMade = Set(made)
    var known: [VaultPath: UInt64?] = [:]
    for index in order {
      let step = step(index, direction)
      if isMade.contains(index) {
        guard step.action == .swap || step.action == .takeOut else { continue }
        guard try swapping.hash(of: step.slot) == step.expected else { return false }
      } else {
        guard try isAsExpected(step, known, takesEdits: step.takesEdits) else { return false }
        step.leave(in: &known)
      }
    }
    return true
  }

  /// The changes that were made, judged by the files.
  private func made() throws -> [Int] {
    try finishExchanges()
    return try madeSteps()
  }

  private func madeSteps() throws -> [Int] {
    var made: [Int] = []
    for index in order where try swapping.isMade(step(index, direction)) { made.append(index) }
    return made
  }

  private func takeBack(_ made: [Int]) throws {
    try makeFolders(for: direction.opposite)
    for index in made.reversed() {
      let step = step(index, direction.opposite)
      try swapping.takeBack(step)
      try keepLeftover(of: step)
    }
    try synchronize()
    removeFolders(after: direction.opposite)
  }

  /// Where something newer has the name of a file that was to come back, it comes into the trash.
  private func keepLeftover(of step: FileStep) throws {
    switch step.action {
    case .takeOut, .move: return
    case .bringIn: guard try swapping.writer.isTaken(step.slot) else { return }
    case .swap:
      guard let left = try swapping.hash(of: step.slot), left != step.expected else { return }
    }
    try TrashItem(for: step.path, at: record.at).take(step.slot, by: swapping.writer)
  }

  /// Where names cannot be exchanged, a crash may have left a file under its name and `~`.
  private func finishExchanges() throws {
    for index in record.changes.indices where record.changes[index].kind == .replace {
      let slot = folder.slot(index)
      let spare = VaultPath(bytes: slot.bytes + [UInt8(ascii: "~")])
      guard try swapping.writer.isTaken(spare) else { continue }
      // Without hard links, it is the file's only name.
      if try swapping.writer.move(spare, to: record.changes[index].path) { continue }
      if try !swapping.writer.move(spare, to: slot) { _ = try swapping.writer.remove(spare) }
    }
  }

  /// Waits for every folder on the way to a file: any of them may have been made just now.
  private func synchronize() throws {
    var folders: Set = [folder.path, VaultPath.root]
    for path in record.changes.flatMap({ [$0.path, $0.newPath].compactMap(\.self) }) {
      var above = path.parent
      while folders.insert(above).inserted { above = above.parent }
    }
    try swapping.writer.synchronize(folders: folders.sorted())
  }

  /// Makes the folders to which folders are moved; those that hold files would be made with them, but without their
  /// permission bits.
  private func makeFolders(for direction: FileChange.Direction) throws {
    for folder in record.movedFolders {
      let (old, new) = direction == .forward ? (folder.path, folder.newPath) : (folder.newPath, folder.path)
      // Where the two are one name, only that changes.
      if swapping.files.isOneFolder(old, new) {
        try swapping.writer.moveFolder(old, to: new)
      } else {
        try swapping.writer.makeFolder(new, like: old)
      }
    }
  }

  /// Removes the folders that were moved from where they were and, when the operation is taken back, those that it made, as
  /// far as they are empty. One that stays does no harm.
  private func removeFolders(after direction: FileChange.Direction) {
    let moved = record.movedFolders.filter { !swapping.files.isOneFolder($0.path, $0.newPath) }
      .map { direction == .forward ? $0.path : $0.newPath }
    let made = direction == .backward ? record.folders : []
    for folder in (made + moved).reversed() { _ = try? swapping.writer.removeFolder(folder) }
  }
}

extension FileStep {
  /// Notes what the step makes of its paths.
  fileprivate func leave(in known: inout [VaultPath: UInt64?]) {
    known[path] = .some(incoming)
    guard case .move(let newPath) = action else { return }
    known[path] = .some(nil)
    known[newPath] = .some(incoming)
  }
}

extension VaultPath {
  /// Whether two paths differ in case or normalization only, so that some file systems take them for one.
  fileprivate func isTwin(of other: VaultPath) -> Bool {
    Folding.matchKey(text) == Folding.matchKey(other.text)
  }
}
