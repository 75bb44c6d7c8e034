import MemoCore

/// Cuts a stream of bytes into the bodies of messages: `Content-Length: N`, an empty line, N bytes.
///
/// Whatever comes in, it goes on with the next header that it can read, also where a header names a wrong length; it keeps at
/// most one header and one body.
struct FrameReader {
  /// What a stream held.
  enum Frame: Equatable {
    /// The body of a message.
    case body([UInt8])
    /// Bytes that are no frame.
    case malformed
    /// A body of so many bytes, which is skipped.
    case tooLarge(Int)
  }

  /// The largest body in bytes.
  let bodyLimit: Int
  private static let headerLimit = 1 << 13
  /// A line with a length takes fewer bytes.
  private static let lineLimit = 64
  private static let separator = Array("\r\n\r\n".utf8)
  private static let name = Array("content-length".utf8)

  private var buffer: [UInt8] = []
  private var start = 0
  /// The length of the body that is expected; `nil` where a header is.
  private var expected: Int?
  /// Whether bytes are dropped up to the next header.
  private var isLost = false
  /// How far a header was looked for in a body, or in what is dropped.
  private var looked = 0

  /// Starts at a header.
  init(bodyLimit: Int = 1 << 27) {
    self.bodyLimit = bodyLimit
  }

  /// Adds bytes as they come.
  mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0, start == buffer.count || start > 1 << 16 {
      buffer.removeFirst(start)
      (start, looked) = (0, max(0, looked - start))
    }
    buffer += bytes
  }

  /// The next frame; `nil` until more bytes come.
  mutating func next() -> Frame? {
    if let expected { return body(of: expected) }
    if isLost, !findHeader() { return nil }
    guard let end = headerEnd() else {
      guard buffer.count - start > Self.headerLimit else { return nil }
      return lose()
    }
    let header = buffer[start..<end]
    guard header.count <= Self.headerLimit, let length = Self.length(in: header) else {
      return skip(headerTo: end)
    }
    start = end + Self.separator.count
    looked = start
    guard length <= bodyLimit else {
      isLost = true
      return .tooLarge(length)
    }
    expected = length
    return next()
  }

  /// The body, once it is complete. No JSON has a line like that of a header in it: where there is one, the length is wrong.
  private mutating func body(of length: Int) -> Frame? {
    let end = start + length
    if let header = nextHeader(before: end) {
      (start, expected) = (header, nil)
      return .malformed
    }
    guard buffer.count >= end else { return nil }
    defer { start = end }
    expected = nil
    return .body(Array(buffer[start..<end]))
  }

  /// Where the empty line starts that ends a header.
  private func headerEnd() -> Int? {
    let limit = min(buffer.count, start + Self.headerLimit + Self.separator.count)
    guard limit - start >= Self.separator.count else { return nil }
    return (start...(limit - Self.separator.count)).first { buffer[$0..<($0 + 4)].elementsEqual(Self.separator) }
  }

  /// Skips a header without a length; goes on with one that is in it, behind the rest of a body.
  private mutating func skip(headerTo end: Int) -> Frame {
    start += 1
    looked = start
    start = nextHeader(before: end + 1) ?? end + Self.separator.count
    return .malformed
  }

  private mutating func lose() -> Frame {
    isLost = true
    start += 1
    looked = start
    return .malformed
  }

  /// Drops bytes up to the next header; keeps those in which it may begin.
  private mutating func findHeader() -> Bool {
    let header = nextHeader(before: buffer.count)
    start = header ?? max(start, buffer.count - Self.lineLimit)
    isLost = header == nil
    return !isLost
  }

  /// Where the next line with a length begins, if it ends before a limit; looks at what was not looked at yet.
  private mutating func nextHeader(before limit: Int) -> Int? {
    let end = min(buffer.count, limit)
    while let lineEnd = buffer[looked..<end].firstIndex(of: UInt8(ascii: "\r")) {
      looked = lineEnd + 1
      let line = max(start, lineEnd - Self.lineLimit)..<lineEnd
      if let place = line.last(where: { Self.isName(buffer[$0..<lineEnd].prefix(Self.name.count)) }),
        Self.length(in: buffer[place..<lineEnd]) != nil
      {
        return place
      }
    }
    looked = end
    return nil
  }

  private static func isName(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.count == name.count && zip(bytes, name).allSatisfy { $0 | 0x20 == $1 || $0 == $1 }
  }

  /// The length that a header names. Lines may come in any order; other headers mean nothing.
  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    for line in String(decoding: header, as: UTF8.self).parts(at: "\n") {
      let parts = line.parts(at: ":", maxSplits: 1)
      guard parts.count == 2, isName(parts[0].utf8) else { continue }
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
