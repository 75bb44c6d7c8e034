import MemoCore

/// The preview in an encoded record. In a snapshot it is packed where that is shorter: previews are half of all records.
struct RecordPreview {
  /// The text, or its codes.
  let bytes: UnsafeRawBufferPointer
  let isPacked: Bool

  /// The text.
  ///
  /// - Parameter symbols: what it is packed with.
  func unpacked(with symbols: TextSymbols?) throws(CacheDamage) -> [UInt8] {
    guard isPacked else { return Array(bytes) }
    guard let symbols else { throw CacheDamage() }
    return try symbols.unpack(bytes)
  }
}

extension MemoRecord {
  /// The preview.
  static func preview(of record: UnsafeRawBufferPointer) throws(CacheDamage) -> RecordPreview {
    var reader = ByteReader(record)
    _ = try reader.shortText()
    return try reader.preview()
  }

  /// An encoded record with its preview packed, where that is shorter and it is not packed yet.
  static func packed(_ record: UnsafeRawBufferPointer, by packer: TextPacker) throws(CacheDamage) -> [UInt8] {
    var reader = ByteReader(record)
    _ = try reader.shortText()
    let start = reader.position
    let preview = try reader.preview()
    let text = reader.position - preview.bytes.count..<reader.position
    // Hash and time of birth follow, so that there are the bytes which the packer looks at.
    guard !preview.isPacked, record.count - text.upperBound >= TextSymbols.longest,
      let packed = packer.pack(record, text)
    else { return Array(record) }
    return encoded(record, previewAt: start..<text.upperBound, as: packed, isPacked: true)
  }

  /// An encoded record with its preview unpacked.
  static func unpacked(_ record: UnsafeRawBufferPointer, with symbols: TextSymbols?) throws(CacheDamage) -> [UInt8] {
    var reader = ByteReader(record)
    _ = try reader.shortText()
    let start = reader.position
    let preview = try reader.preview()
    guard preview.isPacked else { return Array(record) }
    let text = try preview.unpacked(with: symbols)
    return encoded(record, previewAt: start..<reader.position, as: text, isPacked: false)
  }

  private static func encoded(
    _ record: UnsafeRawBufferPointer, previewAt place: Range<Int>, as preview: [UInt8], isPacked: Bool
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.reserve(record.count - place.count + preview.count + 2)
    writer.raw(record[..<place.lowerBound])
    writer.preview(preview, isPacked: isPacked)
    writer.raw(record[place.upperBound...])
    return writer.bytes
  }
}

extension ByteWriter {
  /// Appends twice the length of a preview, plus one for a packed one, and its bytes.
  mutating func preview(_ bytes: some Collection<UInt8>, isPacked: Bool) {
    count(bytes.count << 1 | (isPacked ? 1 : 0))
    raw(bytes)
  }
}

extension ByteReader {
  /// The next preview.
  mutating func preview() throws(CacheDamage) -> RecordPreview {
    let head = try count()
    return RecordPreview(bytes: try raw(head >> 1), isPacked: head & 1 == 1)
  }
}
