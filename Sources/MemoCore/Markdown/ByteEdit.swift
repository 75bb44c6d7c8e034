/// Bytes that take the place of others.
public struct ByteEdit: Equatable, Sendable {
  /// What goes.
  public let range: Range<Int>
  /// What comes.
  public let bytes: [UInt8]

  /// Puts together an edit.
  public init(_ range: Range<Int>, _ bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }

  /// A text with edits made, which are in order and do not overlap.
  public static func apply(_ edits: [ByteEdit], to text: UnsafeRawBufferPointer) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for edit in edits {
      result.append(contentsOf: text[end..<edit.range.lowerBound])
      result.append(contentsOf: edit.bytes)
      end = edit.range.upperBound
    }
    result.append(contentsOf: text[end...])
    return result
  }
}

extension Range<Int> {
  /// The range that many places further on.
  func moved(by offset: Int) -> Range<Int> { lowerBound + offset..<upperBound + offset }
}
