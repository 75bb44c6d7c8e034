/// The texts of a list and where they are.
struct FlowList {
  private(set) var items: [String] = []
  private(set) var places: [FrontMatter.Place] = []

  mutating func add(_ text: String, _ place: FrontMatter.Place) {
    items.append(text)
    places.append(place)
  }
}

/// Reads lists and maps in brackets, also over several lines: `[a, "b, c"]`, `{a: 1, b: [2]}`.
struct FlowReader {
  private let bytes: UnsafeRawBufferPointer
  private let scalars: YAMLScalars
  private let start: Int
  private let limit: Int
  private let isOneLine: Bool
  /// Where it is; after a value, behind its bracket.
  private(set) var index: Int
  /// Whether it met something that more lines do not mend.
  private(set) var isBroken = false
  private var entries: [FrontMatter.Entry] = []

  /// A key that holds a list or map.
  struct Key {
    /// With the keys above it.
    let text: String
    /// Its own name as written.
    let name: Range<Int>
    /// How many bytes of the text are those of the keys above it.
    let prefixLength: Int
  }

  private static let depthLimit = 16
  private static let keyLimit = 256

  init(_ bytes: UnsafeRawBufferPointer, from start: Int, limit: Int) {
    self.bytes = bytes
    scalars = YAMLScalars(bytes: bytes)
    (self.start, self.limit, index) = (start, limit, start)
    isOneLine = bytes.lineEnd(from: start) >= limit
  }

  /// What a key holds: one entry for a list, one for each key of a map; `nil` for what is not understood.
  mutating func value(of key: Key) -> [FrontMatter.Entry]? {
    readValue(of: key, depth: 0) ? entries : nil
  }

  private mutating func readValue(of key: Key, depth: Int) -> Bool {
    let start = index
    if bytes[index] == UInt8(ascii: "{") { return readMap(of: key, depth) }
    guard let list = readList() else { return false }
    add(key, .list(list.items), start..<index, list.places, depth)
    return true
  }

  private mutating func add(
    _ key: Key, _ value: FrontMatter.Value, _ range: Range<Int>, _ places: [FrontMatter.Place], _ depth: Int
  ) {
    entries.append(
      FrontMatter.Entry(
        key: key.text, name: key.name, prefixLength: key.prefixLength, isInBrackets: depth > 0, value: value,
        range: range, places: places))
  }

  private mutating func readList() -> FlowList? {
    var list = FlowList()
    index += 1
    while let next = nextByte() {
      switch next {
      case UInt8(ascii: "]"):
        index += 1
        return list
      case UInt8(ascii: ","): index += 1
      // A list or map in a list is not read.
      case UInt8(ascii: "["), UInt8(ascii: "{"): return broken()
      default:
        guard let (text, place) = readScalar(upTo: UInt8(ascii: "]")) else { return nil }
        if !text.isEmpty { list.add(text, place) }
      }
    }
    return nil
  }

  private mutating func readMap(of parent: Key, _ depth: Int) -> Bool {
    let (start, count, prefix) = (index, entries.count, parent.text)
    guard depth < Self.depthLimit, prefix.utf8.count < Self.keyLimit else { return broken() ?? false }
    index += 1
    while let next = nextByte() {
      switch next {
      case UInt8(ascii: "}"):
        index += 1
        // A map without keys is a key without a value: were it none, it could be set a second time.
        if entries.count == count { add(parent, .scalar(""), start..<index, [], depth) }
        return true
      case UInt8(ascii: ","): index += 1
      default:
        let nameStart = index
        guard let name = readKey(), !name.isEmpty, name.utf8.count < Self.keyLimit else { return broken() ?? false }
        let valueStart = index
        guard let first = nextByte() else { return false }
        let key = Key(
          text: prefix + "." + name, name: nameStart..<valueStart, prefixLength: prefix.utf8.count + 1)
        switch first {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          guard readValue(of: key, depth: depth + 1) else { return false }
        case UInt8(ascii: ","), UInt8(ascii: "}"):
          add(key, .scalar(""), valueStart..<valueStart, [], depth + 1)
        default:
          guard let (text, place) = readScalar(upTo: UInt8(ascii: "}")) else { return false }
          add(key, .scalar(text), place.range, text.isEmpty ? [] : [place], depth + 1)
        }
      }
    }
    return false
  }

  /// A key with its colon, or without both colon and value.
  private mutating func readKey() -> String? {
    if let end = scalars.quoteEnd(in: index..<limit) {
      guard let text = scalars.quoted(index..<end) else { return nil }
      index = bytes.skippingBlanks(from: end)
      guard index < limit, bytes[index] == UInt8(ascii: ":") else { return nil }
      index += 1
      return text
    }
    let start = index
    while index < limit, !bytes.isLineEnd(at: index) {
      switch bytes[index] {
      case UInt8(ascii: ","), UInt8(ascii: "}"): return bytes.text(bytes.trimmed(start..<index))
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"): return nil
      case UInt8(ascii: ":")
      where bytes.isLineEnd(at: index + 1) || bytes.isBlank(at: index + 1)
        || ",}[{".utf8.contains(bytes[index + 1]):
        let key = bytes.text(bytes.trimmed(start..<index))
        index += 1
        return key
      default: index += 1
      }
    }
    return nil
  }

  /// A scalar up to a comma or the bracket that closes; the place is left there.
  private mutating func readScalar(upTo closing: UInt8) -> (String, FrontMatter.Place)? {
    let start = index
    let quote = bytes[index]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      guard let end = scalars.quoteEnd(in: index..<limit) else { return nil }
      guard let text = scalars.quoted(start..<end) else { return broken() }
      index = end
      guard let next = nextByte() else { return nil }
      guard next == closing || next == UInt8(ascii: ",") else { return broken() }
      return (text, FrontMatter.Place(range: start..<end, style: quote == UInt8(ascii: "'") ? .single : .double))
    }
    if "&*!|>%@`".utf8.contains(quote) { return broken() }
    var lines: [Range<Int>] = []
    while index < limit {
      let lineStart = index
      var end: Int?
      while index < limit, !bytes.isLineEnd(at: index) {
        if bytes[index] == closing || bytes[index] == UInt8(ascii: ",") { break }
        if isComment(at: index) { end = end ?? index }
        index += 1
      }
      lines.append(bytes.trimmed(lineStart..<(end ?? index)))
      if index < limit, !bytes.isLineEnd(at: index), end == nil {
        let range = start..<(lines.last { !$0.isEmpty }?.upperBound ?? start)
        let text = lines.count == 1 ? scalars.plain(lines[0]) : YAMLFolding.text(of: lines, in: bytes)
        return (text, FrontMatter.Place(range: range, style: .plain))
      }
      index = bytes.nextLineStart(from: index)
    }
    return nil
  }

  /// The next byte that is not white space and in no comment.
  private mutating func nextByte() -> UInt8? {
    while index < limit {
      if isComment(at: index) {
        index = bytes.lineEnd(from: index)
      } else if bytes[index].isASCIISpace {
        index += 1
      } else {
        return bytes[index]
      }
    }
    return nil
  }

  // On one line `#` is text: a comment would leave the brackets open, and people write `[#a, #b]`.
  private func isComment(at index: Int) -> Bool {
    guard !isOneLine, bytes[index] == UInt8(ascii: "#") else { return false }
    let isAfterSpace = bytes.isBlank(at: index - 1) || bytes.isLineEnd(at: index - 1)
    return isAfterSpace && (bytes.isBlank(at: index + 1) || bytes.isLineEnd(at: index + 1))
  }

  private mutating func broken<Value>() -> Value? {
    isBroken = true
    return nil
  }
}

extension FrontMatter.Entry {
  /// Whether its value is written as a map without keys, `{}`.
  func isEmptyMap(in bytes: UnsafeRawBufferPointer) -> Bool {
    !range.isEmpty && bytes[range.lowerBound] == UInt8(ascii: "{")
  }
}
