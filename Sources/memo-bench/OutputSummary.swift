/// What a command wrote, counted as it streams by: a long output is never held.
struct OutputSummary {
  private(set) var bytes = 0
  private(set) var lines = 0
  /// Objects directly inside a top-level JSON array; nil unless the output is one whole array.
  var records: Int? { isArray && depth == 0 && !isInString ? objects : nil }
  /// The first 64 kB.
  private(set) var head: [UInt8] = []

  private var objects = 0
  private var depth = 0
  private var isArray = false
  private var isInString = false
  private var isEscaped = false

  var text: String { String(decoding: head, as: UTF8.self) }

  /// The output without its last line's end.
  var trimmedText: String { String(text.prefix { $0 != "\n" }) }

  mutating func add(_ chunk: UnsafeRawBufferPointer) {
    if bytes == 0 { isArray = chunk.first == UInt8(ascii: "[") }
    bytes += chunk.count
    if head.count < 1 << 16 { head += chunk.prefix(1 << 16 - head.count) }
    for byte in chunk {
      if byte == UInt8(ascii: "\n") { lines += 1 }
      if isArray { scan(byte) }
    }
  }

  private mutating func scan(_ byte: UInt8) {
    switch byte {
    case _ where isEscaped: isEscaped = false
    case UInt8(ascii: "\\"): isEscaped = isInString
    case UInt8(ascii: "\""): isInString.toggle()
    case _ where isInString: break
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth == 1 { objects += 1 }
      depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
  }
}
