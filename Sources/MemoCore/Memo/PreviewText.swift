/// The text of a preview as it grows: white space collapsed, at most so many scalars.
struct PreviewText {
  private let bytes: UnsafeRawBufferPointer
  private let limit: Int
  private let written: UnsafeMutableBufferPointer<UInt8>
  private var length = 0
  private var scalars = 0
  private var hasPendingSpace = false
  // How much of what is written fits, where `isFull`.
  private var cut = 0
  /// Whether something did not fit.
  private(set) var isFull = false

  /// Hands a text of scalars of `bytes` to `body` to write, and returns it.
  static func make(of bytes: UnsafeRawBufferPointer, limit: Int, _ body: (inout PreviewText) -> Void) -> String {
    // Two more than fit, for a space and the scalar after it.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * (limit + 2)) { buffer in
      var text = PreviewText(bytes, limit: limit, written: buffer)
      body(&text)
      return text.finished()
    }
  }

  private init(_ bytes: UnsafeRawBufferPointer, limit: Int, written: UnsafeMutableBufferPointer<UInt8>) {
    self.bytes = bytes
    self.limit = limit
    self.written = written
  }

  /// Writes a space before what comes next.
  mutating func writeSpace() {
    hasPendingSpace = true
  }

  /// Writes the scalar at `start` and the letters and digits after it, before `end`; returns where it stopped.
  mutating func write(from start: Int, until end: Int) -> Int {
    var index = start
    repeat {
      let next = writeLetters(from: index, until: end)
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

  /// Writes the ASCII letters and digits and the Hangul from `start` on, as far as there is surely room; returns where
  /// it stopped. Nearly all of most texts, in half the time that the rules for every other scalar take.
  private mutating func writeLetters(from start: Int, until end: Int) -> Int {
    guard PreviewText.letterSize(bytes, at: start) > 0 else { return start }
    // A space may have to come first.
    let room = limit - scalars - 1
    var (index, target, count) = (start, length, 0)
    if hasPendingSpace, length > 0 {
      written[target] = UInt8(ascii: " ")
      target += 1
    }
    while count < room, index < end {
      let size = PreviewText.letterSize(bytes, at: index)
      if size == 0 { break }
      written[target] = bytes[index]
      if size == 3 {
        written[target + 1] = bytes[index + 1]
        written[target + 2] = bytes[index + 2]
      }
      (index, target, count) = (index + size, target + size, count + 1)
    }
    guard count > 0 else { return start }
    scalars += count + (hasPendingSpace && length > 0 ? 1 : 0)
    (length, hasPendingSpace) = (target, false)
    return index
  }

  /// The bytes of the ASCII letter or digit or the Hangul syllable at an index; 0 for anything else.
  @inline(__always)
  private static func letterSize(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
    let byte = bytes[index]
    if byte < 0x80 { return isWord(byte) ? 1 : 0 }
    guard byte &- 0xEA < 4 else { return 0 }
    let (scalar, length) = bytes.scalar(at: index)
    return scalar &- 0xAC00 < 11_172 ? length : 0
  }

  /// Whether a byte belongs to a letter or digit, or is not ASCII.
  static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }

  @inline(__always)
  private mutating func write(_ scalar: UInt32, at range: Range<Int>) {
    let needsSpace = hasPendingSpace && length > 0
    hasPendingSpace = false
    if scalars + (needsSpace ? 1 : 0) >= limit {
      (isFull, cut) = (true, length)
      if needsSpace { return }
    } else if needsSpace {
      append(UInt8(ascii: " "))
      scalars += 1
    }
    // One scalar more than fits is kept: it tells whether the cut would split a character.
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

  /// The text; where it was cut, whole characters only.
  private func finished() -> String {
    let text = String(decoding: UnsafeBufferPointer(rebasing: written[..<length]), as: UTF8.self)
    guard isFull, cut < length else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: cut)
    while String.Index(end, within: text) == nil { end = text.unicodeScalars.index(before: end) }
    return String(text[..<end])
  }
}
