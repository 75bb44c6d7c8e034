import MemoCore

/// What a refresh found different from what the cache held: folders and memos that came, changed or went (`nil`).
struct IndexDelta: Sendable {
  var folders: [VaultPath: FileStamp?] = [:]
  var memos: [VaultPath: FreshMemo?] = [:]

  var isEmpty: Bool { folders.isEmpty && memos.isEmpty }

  /// Takes over everything in a later delta.
  mutating func merge(_ later: IndexDelta) {
    guard !isEmpty else {
      self = later
      return
    }
    folders.merge(later.folders) { $1 }
    memos.merge(later.memos) { $1 }
  }
}

/// A memo read in this run or kept in the journal.
struct FreshMemo: Equatable, Sendable {
  /// The stamp to compare with the disk; see `FileStamp.distrusted`.
  var stamp: FileStamp
  /// The encoded `MemoRecord`.
  var record: [UInt8]
}

extension FileStamp {
  /// A stamp that equals no stamp on disk, so that the file is read again next time: for content that may have been
  /// changed after it was read without its times showing it.
  var distrusted: FileStamp {
    FileStamp(size: .max, modified: modified, changed: changed, inode: inode, isShared: isShared)
  }

  /// Whether it is such a stamp.
  var isDistrusted: Bool { size == .max }

  /// The distrusted stamp of what the system would not tell about.
  static let unknown = FileStamp(size: .max, modified: 0, changed: 0, inode: 0)
}

extension IndexDelta {
  /// The delta as one frame of the journal.
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.integer(UInt32(folders.count))
    for (path, stamp) in folders {
      writer.string(path.bytes)
      writer.integer(UInt8(stamp == nil ? 0 : 1))
      if let stamp { writer.stamp(stamp) }
    }
    writer.integer(UInt32(memos.count))
    for (path, memo) in memos {
      writer.string(path.bytes)
      writer.integer(UInt8(memo == nil ? 0 : 1))
      guard let memo else { continue }
      writer.stamp(memo.stamp)
      writer.string(memo.record)
    }
    return writer.bytes
  }

  /// Reads a frame of the journal.
  init(decoding bytes: UnsafeRawBufferPointer) throws(CacheDamage) {
    var reader = ByteReader(bytes)
    for _ in 0..<(try reader.integer(UInt32.self)) {
      let path = VaultPath(bytes: Array(try reader.stringBytes()))
      let isThere = try reader.integer(UInt8.self) == 1
      folders.updateValue(isThere ? try reader.stamp() : nil, forKey: path)
    }
    for _ in 0..<(try reader.integer(UInt32.self)) {
      let path = VaultPath(bytes: Array(try reader.stringBytes()))
      guard try reader.integer(UInt8.self) == 1 else {
        memos.updateValue(nil, forKey: path)
        continue
      }
      memos.updateValue(
        FreshMemo(stamp: try reader.stamp(), record: Array(try reader.stringBytes())), forKey: path)
    }
    guard reader.isAtEnd else { throw CacheDamage() }
  }
}
