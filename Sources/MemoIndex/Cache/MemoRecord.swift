public import MemoCore
import MemoStore

/// A memo as the index knows it: what its file says and what the system says of the file.
public struct MemoRecord: Equatable, Sendable {
  /// Bytes of the file.
  public var size: UInt64
  /// XXH64 of the file's bytes; in hexadecimal, the memo's etag.
  public var hash: UInt64
  /// Birth time in nanoseconds since 1970, where the file system keeps one.
  public var born: Int64?
  /// What the text says.
  public var metadata: MemoMetadata

  /// Creates a record.
  public init(size: UInt64, hash: UInt64, born: Int64?, metadata: MemoMetadata) {
    self.size = size
    self.hash = hash
    self.born = born
    self.metadata = metadata
  }
}

extension MemoRecord {
  /// The record of a memo that was read.
  init(_ reading: FileReading, _ metadata: MemoMetadata) {
    self.init(size: reading.stamp.size, hash: reading.hash, born: reading.born, metadata: metadata)
  }

  /// The record as the cache keeps it. The title comes first, so that `title(of:)` need not decode the rest.
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    encode(to: &writer)
    return writer.bytes
  }

  /// Appends the record as the cache keeps it.
  func encode(to writer: inout ByteWriter) {
    Self.encode(size: size, hash: hash, born: born, metadata, to: &writer)
  }

  /// Appends a record that need not be put together, which would copy the metadata.
  static func encode(size: UInt64, hash: UInt64, born: Int64?, _ metadata: MemoMetadata, to writer: inout ByteWriter) {
    writer.shortText(metadata.title.utf8)
    writer.preview(metadata.previewBytes, isPacked: false)
    writer.integer(hash)
    writer.integer(born ?? .min)
    writer.byte(metadata.needsReading ? 1 : 0)
    writer.date(metadata.created)
    writer.count(Int(clamping: size))
    writer.count(metadata.wordCount)
    writer.list(metadata.tags)
    writer.list(metadata.aliases)
    writer.count(metadata.links.count)
    for link in metadata.links {
      writer.byte(link.kind.rawValue)
      writer.shortText(link.target.utf8)
      writer.optional(link.heading)
      writer.optional(link.label)
    }
    writer.count(metadata.fields.count)
    for field in metadata.fields {
      writer.shortText(field.key.utf8)
      writer.value(field.value)
    }
    writer.count(metadata.tasks.count)
    for task in metadata.tasks { writer.task(task) }
  }

  /// Reads a whole record.
  ///
  /// - Parameter symbols: what its preview is packed with; `nil` for one that is not packed.
  init(decoding bytes: UnsafeRawBufferPointer, symbols: TextSymbols? = nil) throws(CacheDamage) {
    var reader = ByteReader(bytes)
    let title = try reader.text()
    let preview = try reader.preview().unpacked(with: symbols)
    hash = try reader.integer()
    let birth = try reader.integer(Int64.self)
    born = birth == .min ? nil : birth
    let needsReading = try reader.integer(UInt8.self) != 0
    let created = try reader.date()
    size = UInt64(try reader.count())
    metadata = MemoMetadata(
      title: title, preview: preview, created: created, wordCount: try reader.wordCount(),
      tags: try reader.list(), aliases: try reader.list(), links: try Self.links(&reader),
      fields: try Self.fields(&reader), tasks: try Self.tasks(&reader),
      needsReading: needsReading)
    guard reader.isAtEnd else { throw CacheDamage() }
  }

  private static func fields(_ reader: inout ByteReader) throws(CacheDamage) -> [MemoField] {
    var fields: [MemoField] = []
    for _ in 0..<(try reader.count()) {
      let key = try reader.text()
      fields.append(MemoField(key: key, value: try reader.value().decoded()))
    }
    return fields
  }

  private static func tasks(_ reader: inout ByteReader) throws(CacheDamage) -> [MemoTask] {
    var tasks: [MemoTask] = []
    for _ in 0..<(try reader.count()) { tasks.append(try reader.task()) }
    return tasks
  }

  /// Reads only the title's bytes, which is all that most filters and tables need.
  package static func title(of bytes: UnsafeRawBufferPointer) throws(CacheDamage) -> UnsafeRawBufferPointer {
    var reader = ByteReader(bytes)
    return try reader.shortText()
  }

  private static func links(_ reader: inout ByteReader) throws(CacheDamage) -> [MemoLink] {
    var links: [MemoLink] = []
    for _ in 0..<(try reader.count()) {
      guard let kind = MemoLink.Kind(rawValue: try reader.integer()) else { throw CacheDamage() }
      links.append(
        MemoLink(
          kind: kind, target: try reader.text(), heading: try reader.optionalText(),
          label: try reader.optionalText()))
    }
    return links
  }
}

extension WrittenDate {
  fileprivate var code: UInt8 {
    switch self {
    case .instant: 1
    case .local: 2
    }
  }

  fileprivate var nanoseconds: Int64 {
    switch self {
    case .instant(let time), .local(let time): time
    }
  }

  /// The date of a code and a time as the cache keeps them; `nil` for the code that means none.
  init?(code: UInt8, nanoseconds: Int64) {
    switch code {
    case 1: self = .instant(nanoseconds)
    case 2: self = .local(nanoseconds)
    default: return nil
    }
  }
}

/// Parts of an encoded record that are read without the rest, as bytes of the record.
extension MemoRecord {
  /// What links may call a memo, path and file name aside.
  typealias Names = (title: UnsafeRawBufferPointer, aliases: [UnsafeRawBufferPointer])

  /// A link with its target and its anchor as written.
  typealias Link = (kind: MemoLink.Kind, target: UnsafeRawBufferPointer, anchor: UnsafeRawBufferPointer?)

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

  /// Whether a check has to read the file.
  package static func needsReading(_ bytes: UnsafeRawBufferPointer) throws(CacheDamage) -> Bool {
    var reader = ByteReader(bytes)
    try reader.skipTitleAndPreview()
    _ = try reader.raw(8 + 8)
    return try reader.integer(UInt8.self) != 0
  }

  /// When a memo was made and how much it is: what comes before the lists of a record.
  struct Head {
    /// Birth time in nanoseconds since 1970, where the file system keeps one.
    let born: Int64?
    /// When the memo was made, as it says itself.
    let created: WrittenDate?
    /// Bytes of the file.
    let size: UInt64
    let words: Int
  }

  /// When the memo was made and how much it is.
  var head: Head {
    Head(born: born, created: metadata.created, size: size, words: metadata.wordCount)
  }

  /// When the memo was made and how much it is.
  static func head(of bytes: UnsafeRawBufferPointer) throws(CacheDamage) -> Head {
    var reader = ByteReader(bytes)
    return try head(&reader)
  }

  private static func head(_ reader: inout ByteReader) throws(CacheDamage) -> Head {
    try reader.skipTitleAndPreview()
    _ = try reader.integer(UInt64.self)
    let birth = try reader.integer(Int64.self)
    _ = try reader.raw(1)
    let created = try reader.date()
    return Head(
      born: birth == .min ? nil : birth, created: created, size: UInt64(try reader.count()),
      words: try reader.wordCount())
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
    for _ in 0..<(try reader.count()) {
      guard let kind = MemoLink.Kind(rawValue: try reader.integer()) else { throw CacheDamage() }
      links.append((kind, try reader.shortText(), try reader.optionalBytes()))
      _ = try reader.optionalBytes()
    }
    return (names, links)
  }

  /// What statistics are made of.
  struct Figures {
    let head: Head
    let tags: [UnsafeRawBufferPointer]
    /// How many.
    let links: Int
  }

  /// The figures, without texts.
  static func figures(of bytes: UnsafeRawBufferPointer) throws(CacheDamage) -> Figures {
    var reader = ByteReader(bytes)
    let head = try head(&reader)
    let tags = try reader.listBytes()
    try reader.skipList()
    let links = try reader.count()
    // Each takes bytes, so that no sum of such numbers overflows.
    guard links <= bytes.count else { throw CacheDamage() }
    return Figures(head: head, tags: tags, links: links)
  }

  /// The fields as they are encoded, each with its key, and the tasks.
  struct Details {
    let fields: [(key: UnsafeRawBufferPointer, value: FieldBytes)]
    /// How many; none are encoded as nothing.
    let taskCount: Int
    let tasks: UnsafeRawBufferPointer
  }

  /// The fields and tasks.
  static func details(of bytes: UnsafeRawBufferPointer) throws(CacheDamage) -> Details {
    var reader = try reader(atTagsOf: bytes)
    try reader.skipList()
    try reader.skipList()
    for _ in 0..<(try reader.count()) {
      _ = try reader.raw(1)
      _ = try reader.shortText()
      _ = try reader.optionalBytes()
      _ = try reader.optionalBytes()
    }
    var fields: [(key: UnsafeRawBufferPointer, value: FieldBytes)] = []
    for _ in 0..<(try reader.count()) { fields.append((try reader.shortText(), try reader.value())) }
    let count = try reader.count()
    return Details(fields: fields, taskCount: count, tasks: try reader.raw(bytes.count - reader.position))
  }

  private static func reader(atTagsOf bytes: UnsafeRawBufferPointer) throws(CacheDamage) -> ByteReader {
    var reader = ByteReader(bytes)
    _ = try head(&reader)
    return reader
  }
}

extension ByteWriter {
  /// Appends a date that may be absent.
  fileprivate mutating func date(_ date: WrittenDate?) {
    byte(date?.code ?? 0)
    if let date { integer(date.nanoseconds) }
  }

  /// Appends a text that may be absent: a number more than its length, and the text.
  fileprivate mutating func optional(_ text: String?) {
    count(text.map { $0.utf8.count + 1 } ?? 0)
    if let text { raw(text.utf8) }
  }

  /// Appends texts, their number first.
  fileprivate mutating func list(_ texts: [String]) {
    count(texts.count)
    for text in texts { shortText(text.utf8) }
  }
}

extension ByteReader {
  fileprivate mutating func skipTitleAndPreview() throws(CacheDamage) {
    _ = try shortText()
    _ = try preview()
  }

  fileprivate mutating func date() throws(CacheDamage) -> WrittenDate? {
    let code = try integer(UInt8.self)
    return code == 0 ? nil : WrittenDate(code: code, nanoseconds: try integer())
  }

  /// No text has more words than a sum of those of all memos can hold.
  fileprivate mutating func wordCount() throws(CacheDamage) -> Int {
    let count = try count()
    guard count <= UInt32.max else { throw CacheDamage() }
    return count
  }

  fileprivate mutating func text() throws(CacheDamage) -> String {
    String(decoding: try shortText(), as: UTF8.self)
  }

  fileprivate mutating func optionalText() throws(CacheDamage) -> String? {
    try optionalBytes().map { String(decoding: $0, as: UTF8.self) }
  }

  fileprivate mutating func optionalBytes() throws(CacheDamage) -> UnsafeRawBufferPointer? {
    let count = try count()
    return count == 0 ? nil : try raw(count - 1)
  }

  fileprivate mutating func list() throws(CacheDamage) -> [String] {
    try listBytes().map { String(decoding: $0, as: UTF8.self) }
  }

  fileprivate mutating func listBytes() throws(CacheDamage) -> [UnsafeRawBufferPointer] {
    var texts: [UnsafeRawBufferPointer] = []
    for _ in 0..<(try count()) { texts.append(try shortText()) }
    return texts
  }

  fileprivate mutating func skipList() throws(CacheDamage) {
    for _ in 0..<(try count()) { _ = try shortText() }
  }
}
