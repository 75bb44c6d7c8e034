/// What `stat` reports of a file's content without reading it: if a stamp is the same, so is the file.
///
/// Times are nanoseconds since 1970. They come from `stat` itself, because `Date` loses about 100 ns.
public struct FileStamp: Hashable, Sendable {
  /// Bytes.
  public var size: UInt64
  /// Last change of the content, settable by anyone (`touch`).
  public var modified: Int64
  /// Last change of content or attributes, set by the system alone.
  public var changed: Int64
  /// The file's number in its file system; numbers are used again, so it proves nothing alone.
  public var inode: UInt64
  /// Whether the file has other names (hard links), by which it may be changed without an event in its folder.
  public var isShared = false

  /// How much later a file is modified, in nanoseconds, that gets other bytes and is to keep its time: so little that it keeps
  /// its place in every list, and editors that have it open notice that it has changed.
  public static let step: Int64 = 1_000

  /// Puts together what `stat` returned.
  public init(size: UInt64, modified: Int64, changed: Int64, inode: UInt64, isShared: Bool = false) {
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
    self.isShared = isShared
  }
}
