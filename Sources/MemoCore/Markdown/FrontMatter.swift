/// The YAML front matter of a memo, read as flat YAML: `key: value`, scalars and lists. Anything else is unread.
public struct FrontMatter: Equatable, Sendable {
  /// What a key holds.
  public enum Value: Equatable, Sendable {
    /// One text; empty for a key without value and for `null` and `~`.
    case scalar(String)
    /// `[a, b]` or `- a` lines.
    case list([String])
  }

  /// A key and what it holds.
  public struct Entry: Equatable, Sendable {
    /// The key as written, without quotes.
    public let key: String
    /// What it holds.
    public internal(set) var value: Value
    /// The bytes of the value as written, quotes and list lines included; where it would stand, for none.
    public internal(set) var range: Range<Int>

    /// The texts that it holds: the items of a list, or the scalar if it is not empty.
    public var values: [String] {
      switch value {
      case .scalar(let text): text.isEmpty ? [] : [text]
      case .list(let items): items
      }
    }
  }

  /// The bytes of the front matter with both fences and their line breaks; empty, after the byte order mark, for none.
  public let range: Range<Int>
  /// The keys that could be read, in the order of the file.
  public let entries: [Entry]

  /// Reads the front matter of a memo.
  public init(_ bytes: UnsafeRawBufferPointer) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let (lines, end) = FrontMatter.lines(of: bytes, from: start) else {
      (range, entries) = (start..<start, [])
      return
    }
    var reader = FrontMatterReader(bytes: bytes)
    reader.read(lines)
    (range, entries) = (start..<end, reader.entries)
  }

  /// The text under a key, ASCII case aside; `nil` for no such key and for a list. The first of equal keys counts.
  public func scalar(_ key: String) -> String? {
    guard case .scalar(let text) = entry(key)?.value else { return nil }
    return text
  }

  /// The items under a key, ASCII case aside; a scalar is a list of one.
  public func list(_ key: String) -> [String] {
    entry(key)?.values ?? []
  }

  /// The first entry of a key, ASCII case aside.
  public func entry(_ key: String) -> Entry? {
    entries.first { entry in
      entry.key.utf8.count == key.utf8.count
        && zip(entry.key.utf8, key.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }
  }

  /// The lines between the fences, and where the text after them starts.
  private static func lines(of bytes: UnsafeRawBufferPointer, from start: Int) -> (lines: Range<Int>, end: Int)? {
    guard isFence(bytes, at: start, of: UInt8(ascii: "-")) else { return nil }
    let first = bytes.lineStart(after: bytes.lineEnd(from: start))
    var line = first
    while line < bytes.count {
      let next = bytes.lineStart(after: bytes.lineEnd(from: line))
      if isFence(bytes, at: line, of: UInt8(ascii: "-")) || isFence(bytes, at: line, of: UInt8(ascii: ".")) {
        return (first..<line, next)
      }
      line = next
    }
    return nil
  }

  private static func isFence(_ bytes: UnsafeRawBufferPointer, at start: Int, of mark: UInt8) -> Bool {
    bytes.runEnd(of: mark, from: start) == start + 3 && bytes.isLineEnd(at: bytes.skippingBlanks(from: start + 3))
  }
}
