import MemoCore
import MemoStore

/// A copy of a file as it was at one moment, however large it is.
struct FileCopy {
  private let path: VaultPath
  private let files: any VaultFiles

  private static let attempts = 3

  init(_ path: VaultPath, from files: any VaultFiles) {
    (self.path, self.files) = (path, files)
  }

  /// Makes the copy with its time under the same path, without waiting for the disk; false where that is taken, `nil` where
  /// the file is gone. Throws `busy` for a file that changes all the time.
  func make(by writer: any VaultWriting) throws(FileError) -> Bool? {
    for _ in 0..<Self.attempts {
      guard let stamp = try files.knownStamp(of: path) else { return nil }
      do throws(FileError) {
        return try writer.create(path, modified: stamp.modified, isDurable: false) { sink throws(FileError) in
          _ = try files.stream(path, to: sink)
          // Read while it is written, it could be half old and half new.
          if files.stamp(of: path) != stamp { throw busy }
        }
      } catch {
        if error != busy { throw error }
      }
    }
    throw busy
  }

  private var busy: FileError { FileError(.read, path: path.bytes, reason: .busy) }
}
