import MemoCore

/// Makes steps on files that others may change at the same time. It never looks first and acts then: it acts, looks at
/// what came out, and puts it back if that is not what was read. So no save is overwritten, whenever it comes.
struct FileSwapping {
  let files: any VaultFiles
  let writer: any VaultWriting

  /// Saves may come between putting back and looking again; so many in a row are no editor's.
  private static let attempts = 100

  /// Makes a step; returns false, with everything as it was, where the files are not as the step expects.
  func make(_ step: FileStep) throws(FileError) -> Bool {
    switch step.action {
    case .bringIn: return try writer.move(step.slot, to: step.path)
    case .takeOut: return try move(step.path, to: step.slot, expecting: step.expected)
    case .move(let newPath): return try move(step.path, to: newPath, expecting: step.expected)
    case .swap:
      guard try writer.exchange(step.slot, with: step.path) else { return false }
      if try settledHash(of: step.slot) == step.expected { return true }
      try putBack(step)
      return false
    }
  }

  /// Whether a step that was to be made has been made, after a crash has left that open.
  func isMade(_ step: FileStep) throws(FileError) -> Bool {
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

  /// Makes the step that takes another one back. What somebody else has made of the files since then stays.
  func takeBack(_ step: FileStep) throws(FileError) {
    switch step.action {
    case .move(let newPath): _ = try writer.move(step.path, to: newPath)
    case .bringIn, .takeOut, .swap: _ = try make(step)
    }
  }

  /// The hash of a file's bytes; `nil` where there is no regular file.
  func hash(of path: VaultPath) throws(FileError) -> UInt64? {
    try files.read(path, limit: 0) { _ in }?.hash
  }

  /// The hash of what came out from under a name, when those who had it open are done.
  private func settledHash(of path: VaultPath) throws(FileError) -> UInt64? {
    writer.waitForWriters(of: path)
    return try hash(of: path)
  }

  private func move(_ path: VaultPath, to newPath: VaultPath, expecting expected: UInt64?) throws(FileError) -> Bool {
    guard try writer.move(path, to: newPath) else { return false }
    if try settledHash(of: newPath) == expected { return true }
    _ = try writer.move(newPath, to: path)
    return false
  }

  /// Gives a path back to what came out of it. What comes out then is what was put in, or else a save that came in
  /// between and is newer, so it goes back in turn.
  private func putBack(_ step: FileStep) throws(FileError) {
    var putIn = step.incoming
    for _ in 0..<Self.attempts {
      let held = try hash(of: step.slot)
      guard try writer.exchange(step.slot, with: step.path) else {
        // Removed in between: an editor that makes its file anew.
        _ = try writer.move(step.slot, to: step.path)
        return
      }
      if try settledHash(of: step.slot) == putIn { return }
      putIn = held
    }
  }
}
