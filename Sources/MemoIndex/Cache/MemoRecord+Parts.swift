package import MemoCore

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
  package static func tags(of bytes: UnsafeRawBufferPointer) throws(CacheDamage) -> [UnsafeRawBufferPointer] {
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

  /// What statistics are made of.
  struct Figures {
    /// Birth time in nanoseconds since 1970, where the file system keeps one.
    let born: Int64?
    /// When it was made, as it says itself.
    let created: WrittenDate?
    let words: Int
    let tags: [UnsafeRawBufferPointer]
    /// How many.
    let links: Int
  }

  /// The figures, without texts.
  static func figures(of bytes: UnsafeRawBufferPointer) throws(CacheDamage) -> Figures {
    var reader = ByteReader(bytes)
    _ = try reader.stringBytes()
    _ = try reader.stringBytes()
    _ = try reader.raw(8 + 8)
    let birth = try reader.integer(Int64.self)
    let created = WrittenDate(code: try reader.integer(), nanoseconds: try reader.integer())
    let words = Int(try reader.integer(UInt32.self))
    let tags = try reader.listBytes()
    try reader.skipList()
    return Figures(
      born: birth == .min ? nil : birth, created: created, words: words, tags: tags,
      links: Int(try reader.integer(UInt32.self)))
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
