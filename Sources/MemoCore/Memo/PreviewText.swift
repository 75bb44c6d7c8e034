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
      let (scalar, length) = bytes.scalar(at: index)
      if ScalarClass.isSpace(scalar) {
        hasPendingSpace = true
      } else {
        write(scalar, at: index..<index + length)
      }
      index += length
    } while index < end && !isFull && PreviewText.isWord(bytes[index])
    return index
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
