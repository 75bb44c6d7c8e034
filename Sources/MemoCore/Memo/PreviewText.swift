/// The text of a preview as it grows: white space collapsed, at most so many scalars.
struct PreviewText {
  private let bytes: UnsafeRawBufferPointer
  private let limit: Int
  private var written: [UInt8] = []
  private var scalars = 0
  private var hasPendingSpace = false
  /// Whether something did not fit.
  private(set) var isFull = false

  /// A text of scalars of `bytes`.
  init(_ bytes: UnsafeRawBufferPointer, limit: Int) {
    self.bytes = bytes
    self.limit = limit
  }

  /// Writes a space before what comes next.
  mutating func writeSpace() {
    hasPendingSpace = true
  }

  /// Writes the scalar that starts at `index` and returns its length in bytes.
  mutating func write(at index: Int) -> Int {
    let (scalar, length) = bytes.scalar(at: index)
    if ScalarClass.isSpace(scalar) {
      hasPendingSpace = true
    } else {
      startScalar()
      // U+FFFD for invalid bytes is written as such, so that the text has the scalars that were counted.
      if scalar == 0xFFFD { written += [0xEF, 0xBF, 0xBD] } else { written += bytes[index..<index + length] }
    }
    return length
  }

  private mutating func startScalar() {
    if written.isEmpty {
      written.reserveCapacity(2 * limit)
    } else if hasPendingSpace {
      written.append(UInt8(ascii: " "))
      scalars += 1
    }
    hasPendingSpace = false
    // One scalar more than fits is kept: it tells whether the cut would split a character.
    isFull = scalars >= limit
    scalars += 1
  }

  /// The text; where it was cut, whole characters only.
  func finished() -> String {
    let text = String(decoding: written, as: UTF8.self)
    guard isFull else { return text }
    var end = text.unicodeScalars.index(text.startIndex, offsetBy: limit)
    while String.Index(end, within: text) == nil { end = text.unicodeScalars.index(before: end) }
    return String(text[..<end].hasSuffix(" ") ? text[..<end].dropLast() : text[..<end])
  }
}
