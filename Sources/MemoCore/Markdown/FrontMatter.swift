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

/// Reads the lines between the fences of a front matter.
struct FrontMatterReader {
  private let bytes: UnsafeRawBufferPointer
  private let scalars: YAMLScalars
  /// What was read so far.
  private(set) var entries: [FrontMatter.Entry] = []
  /// Whether `- a` lines belong to the last entry.
  private var isOpen = false
  /// The texts of those lines so far; `nil` before the first one. Kept apart: taken out of the entry and put back, each
  /// line would copy all before it.
  private var items: [String]?

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    scalars = YAMLScalars(bytes: bytes)
  }

  mutating func read(_ lines: Range<Int>) {
    var start = lines.lowerBound
    while start < lines.upperBound {
      let end = bytes.lineEnd(from: start)
      readLine(start..<end)
      start = bytes.lineStart(after: end)
    }
    closeList()
  }

  private mutating func readLine(_ line: Range<Int>) {
    let text = bytes.trimmed(line)
    guard !text.isEmpty, bytes[text.lowerBound] != UInt8(ascii: "#") else { return }
    if bytes[text.lowerBound] == UInt8(ascii: "-"), text.count == 1 || bytes.isBlank(at: text.lowerBound + 1) {
      readItem(bytes.trimmed(text.lowerBound + 1..<text.upperBound))
    } else if text.lowerBound == line.lowerBound {
      readEntry(text)
    } else {
      leaveNested()
    }
  }

  private mutating func readItem(_ item: Range<Int>) {
    guard isOpen, let last = entries.indices.last else { return }
    if items == nil { items = [] }
    entries[last].range = entries[last].range.lowerBound..<item.upperBound
    guard colon(in: item) == nil, case .scalar(let text)? = scalars.value(in: item), !text.isEmpty else { return }
    items?.append(text)
  }

  private mutating func closeList() {
    if let items, let last = entries.indices.last { entries[last].value = .list(items) }
    items = nil
  }

  private mutating func readEntry(_ text: Range<Int>) {
    closeList()
    isOpen = false
    guard let colon = colon(in: text) else { return }
    let written = bytes.trimmed(colon + 1..<text.upperBound)
    guard case .scalar(let key)? = scalars.value(in: bytes.trimmed(text.lowerBound..<colon)),
      let value = scalars.value(in: written)
    else { return }
    let end = scalars.end(of: written)
    let range = end > written.lowerBound ? written.lowerBound..<end : colon + 1..<colon + 1
    entries.append(FrontMatter.Entry(key: key, value: value, range: range))
    isOpen = range.isEmpty
  }

  /// An indented line below a key without value makes it a map, which is not read.
  private mutating func leaveNested() {
    guard isOpen, items == nil else { return }
    entries.removeLast()
    isOpen = false
  }

  /// The first colon outside a leading quoted text that white space or the end follows.
  private func colon(in text: Range<Int>) -> Int? {
    var index = scalars.quoteEnd(in: text) ?? text.lowerBound
    while index < text.upperBound {
      if bytes[index] == UInt8(ascii: ":"), index + 1 == text.upperBound || bytes.isBlank(at: index + 1) {
        return index
      }
      index += 1
    }
    return nil
  }
}
