import MemoCore

/// Cuts a stream of bytes into the bodies of messages: `Content-Length: N`, an empty line, N bytes.
///
/// Whatever comes in, it goes on with the next header that it can read; it keeps at most one header and one body.
struct FrameReader {
  /// What a stream held.
  enum Frame: Equatable {
    /// The body of a message.
    case body([UInt8])
    /// Bytes that are no frame.
    case malformed
    /// A body of so many bytes, which was skipped.
    case tooLarge(Int)
  }

  /// The largest body in bytes.
  let bodyLimit: Int
  private static let headerLimit = 1 << 13
  private static let separator = Array("\r\n\r\n".utf8)
  private static let name = Array("content-length".utf8)

  private var buffer: [UInt8] = []
  private var start = 0
  /// The length of the body that is expected; `nil` where a header is.
  private var expected: Int?
  /// Bytes of a body that is too large, still to be skipped.
  private(set) var skipped = 0
  /// Whether bytes are dropped up to something that looks like a header.
  private var isLost = false

  /// Starts at a header.
  init(bodyLimit: Int = 1 << 27) {
    self.bodyLimit = bodyLimit
  }

  /// Adds bytes as they come.
  mutating func append(_ bytes: some Collection<UInt8>) {
    let left = Array(bytes.dropFirst(skipped))
    skipped = max(0, skipped - bytes.count)
    if start > 0, start == buffer.count || start > 1 << 16 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += left
  }

  /// The next frame; `nil` until more bytes come.
  mutating func next() -> Frame? {
    if let expected {
      guard buffer.count - start >= expected else { return nil }
      defer { start += expected }
      self.expected = nil
      return .body(Array(buffer[start..<(start + expected)]))
    }
    if isLost, !findHeader() { return nil }
    guard let end = headerEnd() else {
      guard buffer.count - start > Self.headerLimit else { return nil }
      return lose()
    }
    let header = buffer[start..<end]
    guard header.count <= Self.headerLimit, let length = Self.length(in: header) else {
      start = end + Self.separator.count
      return .malformed
    }
    start = end + Self.separator.count
    guard length <= bodyLimit else {
      let there = min(length, buffer.count - start)
      start += there
      skipped = length - there
      return .tooLarge(length)
    }
    expected = length
    return next()
  }

  /// Where the empty line starts that ends a header.
  private func headerEnd() -> Int? {
    let limit = min(buffer.count, start + Self.headerLimit + Self.separator.count)
    guard limit - start >= Self.separator.count else { return nil }
    return (start...(limit - Self.separator.count)).first { buffer[$0..<($0 + 4)].elementsEqual(Self.separator) }
  }

  private mutating func lose() -> Frame {
    isLost = true
    start += 1
    _ = findHeader()
    return .malformed
  }

  /// Drops bytes up to the name of the header; keeps those in which it may begin.
  private mutating func findHeader() -> Bool {
    let end = buffer.count - Self.name.count
    while start <= end {
      if zip(buffer[start...], Self.name).allSatisfy({ $0 | 0x20 == $1 || $0 == $1 }) {
        isLost = false
        return true
      }
      start += 1
    }
    return false
  }

  /// The length that a header names. Lines may come in any order; other headers mean nothing.
  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    for line in String(decoding: header, as: UTF8.self).parts(at: "\n") {
      let parts = line.parts(at: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].utf8.count == name.count,
        zip(parts[0].utf8, name).allSatisfy({ $0 | 0x20 == $1 || $0 == $1 })
      else { continue }
      let digits = parts[1].unicodeScalars.filter { $0 != " " && $0 != "\r" && $0 != "\t" }
      let text = String(String.UnicodeScalarView(digits))
      guard !text.isEmpty, text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
      return Int(text)
    }
    return nil
  }

  /// A message as it is sent.
  static func frame(_ body: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
}
