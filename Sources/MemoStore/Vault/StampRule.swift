public import MemoCore

/// Decides which stamps vouch for the content that was read under them: git's rule for racy stamps.
///
/// Two writes within one tick of a file system's clock leave the same times. So a stamp that was young when the file was
/// read proves nothing later, and the file has to be read again.
public struct StampRule: Equatable, Sendable {
  /// Times at which a write may have left a stamp that a later write leaves, too.
  private let racy: ClosedRange<Int64>

  /// For files stamped by a clock that has passed `settledBefore` by more than a tick. A later modification time, even
  /// one in the future, proves nothing.
  public init(settledBefore: Int64) {
    racy = settledBefore ... .max
  }

  /// For files that carry times of other devices, whose clocks may be far ahead of this one: a write here does not give
  /// such a time to the file again, so only times close to `now` prove nothing.
  ///
  /// - Parameters:
  ///   - now: a time before the first file is looked at, in nanoseconds since 1970.
  ///   - grain: nanoseconds within which two writes may leave the same times.
  public init(now: Int64, grain: Int64) {
    racy = (now - grain)...(now + grain)
  }

  /// Whether any write from now on gives the file another stamp.
  public func vouches(for stamp: FileStamp) -> Bool {
    stamp.changed < racy.lowerBound && !racy.contains(stamp.modified)
  }

  /// The stamp to remember for what was read: itself if it vouches for the content, else one that no file has.
  public func trusted(_ stamp: FileStamp) -> FileStamp {
    vouches(for: stamp) ? stamp : stamp.distrusted
  }
}

extension FileStamp {
  /// A stamp that equals no stamp on disk, so that the file is read again next time: for content that may have been
  /// changed after it was read without its times showing it.
  public var distrusted: FileStamp {
    FileStamp(size: .max, modified: modified, changed: changed, inode: inode, isShared: isShared)
  }

  /// Whether it is such a stamp.
  public var isDistrusted: Bool { size == .max }

  /// The distrusted stamp of an entry that could not be looked up.
  public static let unknown = FileStamp(size: .max, modified: 0, changed: 0, inode: 0)
}
