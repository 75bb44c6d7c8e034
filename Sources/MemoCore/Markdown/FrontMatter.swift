/// The YAML front matter of a memo, read as nested maps of scalars and lists; whatever else YAML knows is left unread.
public struct FrontMatter: Equatable, Sendable {
  /// What a key holds.
  public enum Value: Equatable, Sendable {
    /// One text; empty for a key without value and for `null` and `~`.
    case scalar(String)
    /// `[a, b]` or `- a` lines.
    case list([String])

    /// The texts: the items of a list, or the scalar if it is not empty.
    public var texts: [String] {
      switch self {
      case .scalar(let text): text.isEmpty ? [] : [text]
      case .list(let items): items
      }
    }
  }

  /// Where and how a text is written.
  package struct Place: Equatable, Sendable {
    /// How a scalar is marked.
    package enum Style: Equatable, Sendable {
      case plain
      case single
      case double
      /// `|` or `>`, the text on the lines below.
      case block
    }

    /// The bytes as written, quotes included.
    package let range: Range<Int>
    package let style: Style

    /// The bytes between the quotes; all of a text without quotes.
    package var content: Range<Int> {
      switch style {
      case .plain, .block: range
      case .single, .double: range.lowerBound + 1..<range.upperBound - 1
      }
    }
  }

  /// A key and what it holds.
  public struct Entry: Equatable, Sendable {
    /// The key without quotes; below other keys, those and this one joined with `.`.
    public let key: String
    /// The bytes of its own name as written, quotes included; in a map in brackets, with its colon.
    package let name: Range<Int>
    /// How many bytes of the key are those of the keys above it, their dots included.
    let prefixLength: Int
    /// Whether it is in a map in brackets.
    var isInBrackets = false
    /// What it holds.
    public internal(set) var value: Value
    /// The bytes of the value as written, quotes and list lines included; where it would be, for none.
    public internal(set) var range: Range<Int>
    /// Where each text of the value is, but for empty ones.
    package internal(set) var places: [Place] = []

    /// The texts that it holds: the items of a list, or the scalar if it is not empty.
    public var values: [String] { value.texts }
  }

  /// The bytes of the front matter with both fences and their line breaks; empty, after the byte order mark, for none.
  public let range: Range<Int>
  /// The keys that could be read, in the order of the file.
  public let entries: [Entry]
  /// Where the first line starts that is not understood; `nil` where all are.
  public let problem: Int?
  /// The lines that are not understood, without their breaks.
  let unread: [Range<Int>]

  /// The keys to which tags are added.
  static let ownTagKeys = ["tags", "tag", "keywords"]
  /// The keys that hold tags.
  public static let tagKeys = ownTagKeys + ["categories"]
  /// The keys that hold the time of creation; the first that can be read counts.
  static let creationKeys = ["created", "date"]

  /// The keys that say when the memo was modified, as editors and site generators call them, without dashes.
  private static let modificationTimes: Set = [
    "modified", "updated", "edited", "changed", "mod", "mtime", "modtime", "lastmod", "lastmodified", "lastupdated",
    "lastupdate", "lastedited", "lastedit", "lastchanged", "datemodified", "dateupdated", "dateedited",
    "datelastmodified",
    "modifiedat", "updatedat", "editedat", "lastmodifiedat", "lastupdatedat", "lasteditedat", "modifieddate",
    "updateddate", "updatedon", "modifiedon", "modificationdate", "modificationtime", "updatetime", "updatedtime",
    "modifiedtime", "lasteditedtime", "lastmodifiedtime", "lastupdatedtime", "lastmodifieddate", "lastupdateddate",
    "lastmodifiedon", "lastupdatedon", "lasteditedon", "lastchangedat", "editedon", "changedat", "changedon",
    "modifydate",
    "modifytime", "updatedate", "수정일", "수정일시", "수정시각", "수정시간", "최종수정일", "업데이트",
  ]

  /// Whether a key in small letters says when the memo was modified.
  static func isModificationTime(_ key: String) -> Bool {
    modificationTimes.contains(String(decoding: key.utf8.filter { !"-_".utf8.contains($0) }, as: UTF8.self))
  }

  /// Whether a key says when the memo was created or modified, so that its time is in the past.
  public static func isTimeOfMemo(_ key: String) -> Bool {
    let key = key.lowercased()
    return creationKeys.contains(key) || isModificationTime(key)
  }

  /// Reads the front matter of a memo.
  public init(_ bytes: UnsafeRawBufferPointer) {
    let start = bytes.byteOrderMarkLength
    guard let (lines, end) = FrontMatter.lines(of: bytes, from: start) else {
      (range, entries, problem, unread) = (start..<start, [], nil, [])
      return
    }
    var reader = FrontMatterReader(bytes: bytes)
    reader.read(lines)
    (range, entries, problem, unread) = (start..<end, reader.entries, reader.problem, reader.unread)
  }

  /// The text under a key, ASCII case aside; `nil` for no such key and for a list.
  public func scalar(_ key: String) -> String? {
    guard case .scalar(let text) = entry(key)?.value else { return nil }
    return text
  }

  /// What the keys hold, in their order; of a repeated key, the last one counts.
  public var fields: [MemoField] {
    counting.map { MemoField(key: entries[$0].key, value: entries[$0].value) }
  }

  /// The entries that do not count, because their key is repeated below.
  public var repeated: [Entry] {
    Set(entries.indices).subtracting(counting).sorted().map { entries[$0] }
  }

  /// The places of the entries that count, in order: of equal keys, case and normalization aside, that of the last one, which
  /// most readers of YAML take.
  private var counting: [Int] {
    var places: [Int] = []
    var seen: Set<[UInt8]> = []
    for place in entries.indices.reversed() {
      let key = entries[place].key
      // Most memos have few keys: to hash them takes longer than to compare them.
      let isNew =
        entries.count > Self.fewKeys
        ? seen.insert(Folding.matchKey(key)).inserted
        : !places.contains { Folding.areSame(entries[$0].key, key) }
      if isNew { places.append(place) }
    }
    return places.reversed()
  }

  private static let fewKeys = 16

  /// The entry of a key that counts, ASCII case aside: the last one.
  public func entry(_ key: String) -> Entry? {
    entries.last { Folding.haveSameBytes($0.key, key) }
  }

  /// Where the line of the fence starts that closes it, for one that is there.
  func closingFence(in bytes: UnsafeRawBufferPointer) -> Int {
    bytes.lineStart(of: bytes.trimmed(range).upperBound - 1)
  }

  /// The lines between the fences, and where the text after them starts.
  private static func lines(of bytes: UnsafeRawBufferPointer, from start: Int) -> (lines: Range<Int>, end: Int)? {
    guard isFence(bytes, at: start, of: UInt8(ascii: "-")) else { return nil }
    let first = bytes.nextLineStart(from: start)
    var line = first
    while line < bytes.count {
      let next = bytes.nextLineStart(from: line)
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

/// A key of a memo's front matter and what it holds.
public struct MemoField: Equatable, Sendable {
  /// The key without quotes; below other keys, those and this one joined with `.`.
  public let key: String
  /// What it holds.
  public let value: FrontMatter.Value

  /// A field.
  public init(key: String, value: FrontMatter.Value) {
    (self.key, self.value) = (key, value)
  }
}
