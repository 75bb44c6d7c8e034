package import MemoCore

/// A step that was made.
package struct MadeStep {
  /// The stamp of what it took out, if each later write gives that another one.
  package var heldStamp: FileStamp?
}

/// Makes steps on files that others may change at the same time. It never looks first and acts then: it acts, looks at
/// what came out, and puts it back if that is not what was read. So no save is overwritten, whenever it comes.
package struct FileSwapping {
  let files: any VaultFiles
  let writer: any VaultWriting

  package init(files: any MemoStore.VaultFiles, writer: any MemoStore.VaultWriting) {
    (self.files, self.writer) = (files, writer)
  }

  /// Saves may come between putting back and looking again; so many in a row are no editor's.
  private static let attempts = 100
  /// Bytes that are read at once to hash a file: most memos are smaller.
  private static let hashedAtOnce = 1 << 16

  /// Makes a step; `nil`, with everything as it was, where the files are not as the step expects.
  ///
  /// - Parameters:
  ///   - incoming: the bytes that a swap puts in place; `nil` to read them.
  ///   - isFinal: whether what is taken out goes for good, so that no program may have it open for writing.
  package func make(_ step: FileStep, incoming: [UInt8]? = nil, isFinal: Bool = false) throws -> MadeStep? {
    switch step.action {
    case .bringIn: return try writer.move(step.slot, to: step.path) ? MadeStep() : nil
    case .takeOut: return try takeOut(step, isFinal: isFinal)
    case .move(let newPath):
      return try move(step.path, to: newPath, expecting: step.expected) ? MadeStep() : nil
    case .swap: return try swap(step, incoming ?? base(step.slot))
    }
  }

  /// Whether a step that was to be made has been made, after a crash has left that open.
  func isMade(_ step: FileStep) throws -> Bool {
    switch step.action {
    case .bringIn: return try !writer.isTaken(step.slot)
    case .takeOut: return try writer.isTaken(step.slot)
    case .move(let newPath):
      guard try !writer.isTaken(step.path) else { return false }
      return try writer.isTaken(newPath)
    case .swap:
      let held = try hash(of: step.slot)
      if held == step.incoming { return false }
      // Neither: a program that had the file open wrote to it after it left the vault.
      return try held == step.expected ? true : hash(of: step.path) == step.incoming
    }
  }

  /// Whether what a step has taken out has lost its bytes, as a power cut does to files that were not synced to disk. What a
  /// program has written into it since then is no loss.
  func isLost(_ step: FileStep) throws -> Bool {
    guard step.action == .swap || step.action == .takeOut, let expected = step.expected else { return false }
    guard try settledHash(of: step.slot) != expected else { return false }
    let left = try WholeFile.read(step.slot, in: files, limit: WholeFile.rescueLimit)?.bytes ?? []
    return left.allSatisfy { $0 == 0 }
  }

  /// Makes the step that takes another one back. What another process has made of the files since then stays.
  func takeBack(_ step: FileStep) throws {
    switch step.action {
    case .move(let newPath): _ = try writer.move(step.path, to: newPath)
    case .bringIn, .takeOut, .swap: _ = try make(step)
    }
  }

  /// Makes a step that a crash has left to be made, where the files are as it expects. A memo that only gets another path
  /// goes with whatever another process has made of it since then.
  func complete(_ step: FileStep) throws {
    if step.takesEdits { try takeBack(step) } else { _ = try make(step) }
  }

  /// The hash of a file's bytes; `nil` if there is no regular file.
  package func hash(of path: VaultPath) throws -> UInt64? {
    try files.read(path, limit: Self.hashedAtOnce) { _ in }?.hash
  }

  /// The hash of what came out from under a name, when those who had it open are done.
  private func settledHash(of path: VaultPath) throws -> UInt64? {
    try writer.readSettled(path)?.hash
  }

  private func swap(_ step: FileStep, _ incoming: [UInt8]) throws -> MadeStep? {
    guard try writer.exchange(step.slot, with: step.path) else { return nil }
    let held = try writer.readSettled(step.slot)
    let isExpected = held?.hash == step.expected
    if isExpected, held?.isOpen != true { return MadeStep(heldStamp: held?.stamp) }
    try putBack(step, incoming)
    // What a program that still has the file open writes next would be in no memo.
    if isExpected { throw FileError(.write, path: step.path.bytes, reason: .busy) }
    return nil
  }

  /// The new bytes, as the base of a save made in the meantime; all of a file that is too large counts as new.
  private func base(_ slot: VaultPath) throws -> [UInt8] {
    guard let stamp = files.stamp(of: slot), stamp.size <= WholeFile.sizeLimit else { return [] }
    return try WholeFile.read(slot, in: files)?.bytes ?? []
  }

  private func takeOut(_ step: FileStep, isFinal: Bool) throws -> MadeStep? {
    guard try writer.move(step.path, to: step.slot) else { return nil }
    let held = try writer.readSettled(step.slot)
    let isExpected = held?.hash == step.expected
    if isExpected, held?.isOpen != true || !isFinal { return MadeStep(heldStamp: held?.stamp) }
    try giveBack(step)
    // What a program that still has the file open writes next would be in no memo.
    if isExpected { throw FileError(.write, path: step.path.bytes, reason: .busy) }
    return nil
  }

  private func move(_ path: VaultPath, to newPath: VaultPath, expecting expected: UInt64?) throws -> Bool {
    guard try writer.move(path, to: newPath) else { return false }
    if try settledHash(of: newPath) == expected { return true }
    _ = try writer.move(newPath, to: path)
    return false
  }

  /// Gives a path back to what came out of it. A save that came to what was put in in the meantime is woven into that.
  private func putBack(_ step: FileStep, _ incoming: [UInt8]) throws {
    guard try writer.exchange(step.slot, with: step.path) else {
      // Removed in between: an editor that makes its file anew.
      return try giveBack(step)
    }
    guard try settledHash(of: step.slot) != step.incoming, let saved = try rescued(step.slot)
    else { return }
    try weave(saved, base: incoming, into: step.path, from: step.slot)
  }

  /// Gives a path that has no file back to what came out of it; a file that was made there in between gets its lines.
  private func giveBack(_ step: FileStep) throws {
    if try writer.move(step.slot, to: step.path) { return }
    guard let saved = try rescued(step.slot) else { return }
    try weave(saved, base: [], into: step.path, from: step.slot)
  }

  private func rescued(_ path: VaultPath) throws -> WholeFile? {
    try WholeFile.read(path, in: files, limit: WholeFile.rescueLimit)
  }

  /// Brings into a file what a program changed in a base and a slot holds, whatever others save there at the same time; where
  /// that cannot be done, it comes into the trash.
  private func weave(_ saved: WholeFile, base: [UInt8], into path: VaultPath, from slot: VaultPath) throws {
    do {
      for attempt in 0..<Self.attempts where try isWoven(saved.bytes, base: base, into: path, from: slot, attempt) {
        return
      }
      throw FileError(.write, path: path.bytes, reason: .busy)
    } catch {
      try TrashItem(for: path, at: saved.modified).take(slot, by: writer)
      throw error
    }
  }

  /// Tries to weave; false where the file was saved again in the meantime.
  private func isWoven(
    _ saved: [UInt8], base: [UInt8], into path: VaultPath, from slot: VaultPath, _ attempt: Int
  ) throws -> Bool {
    guard let now = try rescued(path)?.bytes else { return try writer.move(slot, to: path) }
    // Binary data has no lines to merge: the later save stays.
    let isText = ![now, saved].contains { $0.prefix(8_000).contains(0) }
    let woven = isText ? LineMerge(base: base, first: now, second: saved).bytes : saved
    let step = FileStep(
      action: .swap, path: path, slot: slot.parent.appending(slot.name + Array("-\(attempt)".utf8)),
      expected: XXHash64.hash(now), incoming: XXHash64.hash(woven))
    try writer.stage(step.slot, contents: woven, like: path, modified: nil)
    try writer.synchronize(files: [step.slot])
    let isMade = try make(step) != nil
    _ = try writer.remove(step.slot)
    return isMade
  }
}
