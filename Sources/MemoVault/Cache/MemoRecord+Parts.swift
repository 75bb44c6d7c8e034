import MemoCore

/// Parts of an encoded record that are read without the rest, as bytes of the record.
extension MemoRecord {
  /// What links may call a memo, path and file name aside.
  typealias Names = (title: UnsafeRawBufferPointer, aliases: [UnsafeRawBufferPointer])

  /// A link with its target as written.
  typealias Link = (kind: MemoLink.Kind, target: UnsafeRawBufferPointer)

  /// The title and the aliases.
  static func names(of bytes: UnsafeRawBufferPointer) throws(CacheDamage) -> Names {
    var reader = try reader(atTagsOf: bytes)
    try reader.skipList()
    return (try title(of: bytes), try reader.listBytes())
  }

  /// The tags.
  static func tags(of bytes: UnsafeRawBufferPointer) throws(CacheDamage) -> [UnsafeRawBufferPointer] {
    var reader = try reader(atTagsOf: bytes)
    return try reader.listBytes()
  }

  /// The links.
  static func links(of bytes: UnsafeRawBufferPointer) throws(CacheDamage) -> [Link] {
    try namesAndLinks(of: bytes).links
  }

  /// Title, aliases and links.
  static func namesAndLinks(
    of bytes: UnsafeRawBufferPointer
  ) throws(CacheDamage) -> (names: Names, links: [Link]) {
    var reader = try reader(atTagsOf: bytes)
    try reader.skipList()
    let names = (title: try title(of: bytes), aliases: try reader.listBytes())
    var links: [Link] = []
    for _ in 0..<(try reader.integer(UInt32.self)) {
      guard let kind = MemoLink.Kind(rawValue: try reader.integer()) else { throw CacheDamage() }
      links.append((kind, try reader.stringBytes()))
      try reader.skipOptional()
      try reader.skipOptional()
    }
    return (names, links)
  }

  /// Bytes between preview and tags: size, hash, birth, kind and time of creation, words.
  private static let numbersLength = 8 + 8 + 8 + 1 + 8 + 4

  private static func reader(atTagsOf bytes: UnsafeRawBufferPointer) throws(CacheDamage) -> ByteReader {
    var reader = ByteReader(bytes)
    _ = try reader.stringBytes()
    _ = try reader.stringBytes()
    _ = try reader.raw(numbersLength)
    return reader
  }
}

extension ByteReader {
  fileprivate mutating func listBytes() throws(CacheDamage) -> [UnsafeRawBufferPointer] {
    var texts: [UnsafeRawBufferPointer] = []
    for _ in 0..<(try integer(UInt32.self)) { texts.append(try stringBytes()) }
    return texts
  }

  fileprivate mutating func skipList() throws(CacheDamage) {
    for _ in 0..<(try integer(UInt32.self)) { _ = try stringBytes() }
  }

  fileprivate mutating func skipOptional() throws(CacheDamage) {
    let count = try integer(UInt32.self)
    if count != .max { _ = try raw(Int(count)) }
  }
}
