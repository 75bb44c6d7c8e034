/// The text of a preview as it grows: white space collapsed, at most so many scalars.
struct PreviewText {
  private let bytes: UnsafeRawBufferPointer
  private let limit: Int
  private let written: UnsafeMutableRawBufferPointer
  private var length = 0
  private var scalars = 0
  private var hasPendingSpace = false
  // How much of what is written fits, where `isFull`.
  private var cut = 0
  /// Whether something did not fit.
  private(set) var isFull = false

  /// Hands a text of scalars of `bytes` to `body` to write, and returns its UTF-8.
  static func make(of bytes: UnsafeRawBufferPointer, limit: Int, _ body: (inout PreviewText) -> Void) -> [UInt8] {
    // Room for two scalars that do not fit, and for a block, which is written whole whatever counts of it.
    Array(unsafeUninitializedCapacity: 4 * (limit + 2) + PreviewBlock.size) { buffer, count in
      var text = PreviewText(bytes, limit: limit, written: UnsafeMutableRawBufferPointer(buffer))
      body(&text)
      count = text.finishedLength
    }
  }

  private init(_ bytes: UnsafeRawBufferPointer, limit: Int, written: UnsafeMutableRawBufferPointer) {
    self.bytes = bytes
    self.limit = limit
    self.written = written
  }

  /// Writes a space before what comes next.
  mutating func writeSpace() {
    hasPendingSpace = true
  }

  /// Writes the scalar at `start` and what goes on as plain text after it, before `end`; returns where it stopped, at the
  /// latest before what may be a mark.
  mutating func write(from start: Int, until end: Int) -> Int {
    var index = start
    repeat {
      let next = writeBlocks(from: index, until: end)
      index = next > index ? next : writeScalar(at: index)
    } while index < end && !isFull && PreviewText.isWord(bytes[index])
    return index
  }

  @inline(__always)
  private mutating func writeScalar(at index: Int) -> Int {
    let (scalar, length) = bytes.scalar(at: index)
    if ScalarClass.isSpace(scalar) {
      hasPendingSpace = true
    } else {
      write(scalar, at: index..<index + length)
    }
    return index + length
  }

  /// Writes plain text from `start` on, block by block; returns where it stopped.
  private mutating func writeBlocks(from start: Int, until end: Int) -> Int {
    var index = start
    while index + PreviewBlock.size + PreviewBlock.lookahead <= bytes.count, !isFull {
      let block = PreviewBlock(bytes, at: index, limit: end - index)
      if block.length == 0 || scalars + (hasPendingSpace ? 1 : 0) >= limit { break }
      writePendingSpace()
      written.storeBytes(of: block.bytes, toByteOffset: length, as: SIMD16<UInt8>.self)
      if scalars + block.scalars > limit {
        cut(block, at: index)
        return index + block.length
      }
      length += block.length
      scalars += block.scalars
      index += block.length
      if !block.isPlain { break }
    }
    return index
  }

  /// Ends the text in a block that was written, but before a space.
  private mutating func cut(_ block: PreviewBlock, at start: Int) {
    let fitting = (scalars..<limit).reduce(0) { size, _ in size + bytes.scalar(at: start + size).length }
    let endsWithSpace = bytes[start + fitting - 1] == UInt8(ascii: " ")
    isFull = true
    cut = length + fitting - (endsWithSpace ? 1 : 0)
    length = endsWithSpace ? cut : length + block.length
  }

  @inline(__always)
  private mutating func writePendingSpace() {
    if hasPendingSpace, length > 0 {
      append(UInt8(ascii: " "))
      scalars += 1
    }
    hasPendingSpace = false
  }

  /// Whether a byte belongs to a letter or digit, or is not ASCII.
  static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte.isASCIILetter || byte.isASCIIDigit
  }

  @inline(__always)
  private mutating func write(_ scalar: UInt32, at range: Range<Int>) {
    let needsSpace = hasPendingSpace && length > 0
    if scalars + (needsSpace ? 1 : 0) >= limit {
      (isFull, cut) = (true, length)
      if needsSpace { return }
    }
    writePendingSpace()
    // One scalar more than fits is kept: it shows whether the cut would split a character.
    if scalar == 0xFFFD {
      append(0xEF)
      append(0xBF)
      append(0xBD)
    } else {
      for index in range { append(bytes[index]) }
    }
    scalars += 1
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    written[length] = byte
    length += 1
  }

  /// How much of what is written is the text: where it was cut, whole characters only.
  private var finishedLength: Int {
    guard isFull, cut < length, !isCharacterEnd(cut) else { return isFull ? cut : length }
    let text = String(decoding: written[..<length], as: UTF8.self)
    var end = text.utf8.index(text.startIndex, offsetBy: cut)
    while String.Index(end, within: text) == nil { end = text.unicodeScalars.index(before: end) }
    return text.utf8.distance(from: text.startIndex, to: end)
  }

  /// Whether a character ends at an index for certain: ASCII and Hangul syllables never join each other. Saves nearly
  /// all memos a `String` that is made only to be cut.
  private func isCharacterEnd(_ index: Int) -> Bool {
    let text = UnsafeRawBufferPointer(written)
    let isAlone = { (scalar: UInt32) in scalar &- 0x20 < 0x5F || scalar &- 0xAC00 < 11_172 }
    return index > 0 && isAlone(text.scalar(before: index).value) && isAlone(text.scalar(at: index).value)
  }
}
