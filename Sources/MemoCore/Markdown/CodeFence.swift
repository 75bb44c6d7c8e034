/// The line that opens a block of code: at least three backticks or tildes, indented by at most three spaces.
struct CodeFence: Equatable {
  private let mark: UInt8
  private let length: Int

  /// The fence on the line that starts at `start`; `nil` where that line opens none.
  @inline(__always)
  init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: " "), UInt8(ascii: "`"), UInt8(ascii: "~"): self.init(bytes, reading: start)
    default: return nil
    }
  }

  private init?(_ bytes: UnsafeRawBufferPointer, reading start: Int) {
    guard let run = CodeFence.run(bytes, at: start) else { return nil }
    (mark, length) = (bytes[run.lowerBound], run.count)
    guard mark == UInt8(ascii: "`") else { return }
    // A backtick later in the line makes it a code span.
    var index = run.upperBound
    while !bytes.isLineEnd(at: index) {
      if bytes[index] == mark { return nil }
      index += 1
    }
  }

  /// Whether the line that starts at `start` ends this block.
  func isClosed(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard let run = CodeFence.run(bytes, at: start), bytes[run.lowerBound] == mark, run.count >= length else {
      return false
    }
    return bytes.isLineEnd(at: bytes.skippingBlanks(from: run.upperBound))
  }

  /// Where the line after this block starts, for a block whose fence is on the line at `start`.
  func blockEnd(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Int {
    var line = bytes.lineStart(after: bytes.lineEnd(from: start))
    while line < bytes.count {
      let next = bytes.lineStart(after: bytes.lineEnd(from: line))
      if isClosed(bytes, at: line) { return next }
      line = next
    }
    return line
  }

  private static func run(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Range<Int>? {
    let first = bytes.runEnd(of: UInt8(ascii: " "), from: start)
    guard first < bytes.count, first - start <= 3 else { return nil }
    guard bytes[first] == UInt8(ascii: "`") || bytes[first] == UInt8(ascii: "~") else { return nil }
    let end = bytes.runEnd(of: bytes[first], from: first)
    return end - first >= 3 ? first..<end : nil
  }
}
