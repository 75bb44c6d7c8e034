/// A memo as searches look at it: its names and its text, all folded, with a mark before every heading.
///
/// It is what the text index keeps and what a search makes of a memo that the index does not hold, so that both find the
/// same. Meant to be used for one memo after the other: the buffers keep their memory.
public struct SearchText: Sendable {
  /// Search covers this many bytes at the start of a file.
  public static let readLimit = 16 << 20

  /// Stands before each name but the title. No UTF-8 holds these marks, so that no match reaches across.
  static let nameMark: UInt8 = 0xFD
  /// Stands between names and text.
  static let namesEnd: UInt8 = 0xFE
  /// Stands before the lines that are headings, but for the one that gives the memo its title.
  static let headingMark: UInt8 = 0xFF

  /// Title and text with the way back to the original text.
  private(set) var folded = FoldedText()
  /// Bytes of the folded title.
  public private(set) var titleLength = 0
  /// Bytes of the folded title and the other names.
  public private(set) var namesLength = 0
  private var name = FoldedText()

  /// Makes an empty text.
  public init() {}

  /// Title, other names, `namesEnd`, text.
  public var bytes: [UInt8] { folded.bytes }

  /// Reads a memo in place of the one before.
  ///
  /// - Parameters:
  ///   - names: that of its file, without ending, and its aliases.
  ///   - rule: by which its title was found.
  ///   - file: the first `readLimit` bytes of its file.
  public mutating func read(
    title: String, names: [String] = [], by rule: TitleRule = .firstLine, file: UnsafeRawBufferPointer
  ) {
    read(title: title, names: names, by: rule, text: SearchDocument.withoutMark(file))
  }

  /// Reads a memo in place of the one before.
  ///
  /// - Parameters:
  ///   - names: other names; those that say no more than the title are left out.
  ///   - text: as `SearchDocument.text`: as far as search covers it, without a byte order mark.
  mutating func read(
    title: String, names: [String] = [], by rule: TitleRule, text: UnsafeRawBufferPointer,
    folding rules: Folding = .matching
  ) {
    fold(title, by: rules)
    titleLength = name.bytes.count
    var allNames = name.bytes
    for other in SearchedNames.others(than: title, among: names, folding: &name) {
      fold(other, by: rules)
      allNames.append(Self.nameMark)
      allNames += name.bytes
    }
    namesLength = allNames.count
    folded.removeAll(reserving: text.count + allNames.count)
    folded.insert(allNames + [Self.namesEnd], before: 0)
    var lines = MemoLines(text, TitleLine(text, rule))
    var start = 0
    while let line = lines.nextLine() {
      guard line.place == .heading else { continue }
      folded.append(text, start..<line.range.lowerBound, by: rules)
      start = line.range.lowerBound
      folded.insert(CollectionOfOne(Self.headingMark), before: start)
    }
    folded.append(text, start..<text.count, by: rules)
  }

  private mutating func fold(_ text: String, by rules: Folding) {
    var text = text
    text.withUTF8 { name.fold(UnsafeRawBufferPointer($0), by: rules) }
  }

  /// Hands out the text for looking at it.
  public func withView<Result>(_ body: (SearchTextView) -> Result) -> Result {
    folded.bytes.withUnsafeBytes {
      body(SearchTextView(bytes: $0, titleLength: titleLength, namesLength: namesLength))
    }
  }
}

/// The names of a memo as searches look at them.
enum SearchedNames {
  /// Names that say more than a title, each once. One that has other marks between the same words is no other: a word with
  /// such a mark asks for the names themselves (`WordPattern.hasJoint`).
  ///
  /// - Parameter folded: any text, in whose place they are folded.
  static func others(than title: String, among names: [String], folding folded: inout FoldedText) -> [String] {
    // Most memos have no other, and most files are named after the title: to know that, nothing has to be folded.
    if names.allSatisfy({ isSpelled($0, as: title) }) { return [] }
    func spelling(of name: String) -> [UInt8] {
      var name = name
      name.withUTF8 { folded.fold(UnsafeRawBufferPointer($0)) }
      return Self.spelling(folded.bytes)
    }
    var known: Set<[UInt8]> = [spelling(of: title)]
    return names.filter { known.insert(spelling(of: $0)).inserted }
  }

  /// Whether names have the same spelling for what differs in ASCII alone.
  private static func isSpelled(_ name: String, as title: String) -> Bool {
    var (left, right) = (name.utf8.makeIterator(), title.utf8.makeIterator())
    var (byte, other) = (left.next(), right.next())
    while let here = byte, let there = other {
      guard here.lowercasedASCII == there.lowercasedASCII || (isJoint(here) && isJoint(there)) else { return false }
      (byte, other) = (left.next(), right.next())
      guard isJoint(here) else { continue }
      while let next = byte, isJoint(next) { byte = left.next() }
      while let next = other, isJoint(next) { other = right.next() }
    }
    return byte == nil && other == nil
  }

  /// Whether a byte is a mark of ASCII that file names have between words.
  private static func isJoint(_ byte: UInt8) -> Bool { isJoint(UInt32(byte)) }

  /// Whether a scalar may be between the words of a name: `-`, `_` or a blank.
  static func isJoint(_ scalar: UInt32) -> Bool {
    scalar == 0x2D || scalar == 0x5F || ScalarClass.isSpace(scalar)
  }

  /// A folded name with a blank for all that is between two words.
  static func spelling(_ folded: [UInt8]) -> [UInt8] {
    var spelling: [UInt8] = []
    spelling.reserveCapacity(folded.count)
    folded.withUnsafeBytes { text in
      var (index, wasJoint) = (0, false)
      while index < text.count {
        let (scalar, length) = text.scalar(at: index)
        let isJoint = isJoint(scalar)
        if !isJoint {
          spelling += text[index..<(index + length)]
        } else if !wasJoint {
          spelling.append(UInt8(ascii: " "))
        }
        wasJoint = isJoint
        index += length
      }
    }
    return spelling
  }

  /// Whether a folded text holds a spelling at a place, whatever marks are between its words there.
  static func has(_ spelling: [UInt8], at start: Int, in folded: UnsafeRawBufferPointer) -> Bool {
    var index = start
    for byte in spelling {
      if byte == UInt8(ascii: " ") {
        let run = index
        while index < folded.count {
          let (scalar, length) = folded.scalar(at: index)
          guard isJoint(scalar) else { break }
          index += length
        }
        guard index > run else { return false }
      } else {
        guard index < folded.count, folded[index] == byte else { return false }
        index += 1
      }
    }
    return true
  }

  /// What names have in common that differ only in what is between words (`-`, `_`, space) and in marks of letters.
  static func key(_ folded: some Collection<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(folded.count)
    Array(folded).withUnsafeBytes { text in
      var index = 0
      while index < text.count {
        let (scalar, length) = text.scalar(at: index)
        index += length
        if isJoint(scalar) { continue }
        let base = LetterBase.of(scalar)
        if base < 0x80 {
          key.append(UInt8(truncatingIfNeeded: base))
        } else {
          key.append(contentsOf: Unicode.Scalar(base).flatMap(UTF8.encode) ?? UTF8.encodedReplacementCharacter)
        }
      }
    }
    return key
  }
}

/// The bytes of a `SearchText`, wherever they are kept. It borrows them: they must outlive it.
public struct SearchTextView {
  /// Title, other names, `SearchText.namesEnd`, text.
  public let bytes: UnsafeRawBufferPointer
  /// Bytes of the folded title.
  public let titleLength: Int
  /// Bytes of the title and the other names.
  public let namesLength: Int

  /// The text of a memo without title and text.
  public static var empty: SearchTextView {
    SearchTextView(bytes: UnsafeRawBufferPointer(start: nil, count: 0), titleLength: 0, namesLength: 0)
  }

  /// Looks at a text; `nil` for bytes that are none.
  public init?(checking bytes: UnsafeRawBufferPointer, titleLength: Int) {
    guard titleLength < bytes.count else { return nil }
    var end = titleLength
    // Most memos have no other names.
    if bytes[end] == SearchText.nameMark { end = bytes[end...].firstIndex(of: SearchText.namesEnd) ?? bytes.count }
    guard end < bytes.count, bytes[end] == SearchText.namesEnd else { return nil }
    self.init(bytes: bytes, titleLength: titleLength, namesLength: end)
  }

  init(bytes: UnsafeRawBufferPointer, titleLength: Int, namesLength: Int) {
    self.bytes = bytes
    self.titleLength = titleLength
    self.namesLength = namesLength
  }

  /// The title alone.
  var title: UnsafeRawBufferPointer { bytes.part(..<titleLength) }

  /// Whether the title is a whole paragraph, which says no more of its memo than the text does.
  var hasLongTitle: Bool { Self.isLong(title) }

  /// Whether a folded title has more characters than people give a title.
  static func isLong(_ title: UnsafeRawBufferPointer) -> Bool {
    // Every byte but those that go on with a scalar starts one.
    title.count > longestTitle && title.count(where: { !UTF8.isContinuation($0) }) > longestTitle
  }

  private static let longestTitle = 100

  /// Bytes of the text alone.
  var textLength: Int { max(bytes.count - namesLength - 1, 0) }

  /// Whether a place in the names is the start of one.
  func isNameStart(_ place: Int) -> Bool { place == 0 || bytes[place - 1] == SearchText.nameMark }

  /// Whether one of the names is another, but for what is between words and marks of letters.
  func hasName(_ key: [UInt8]) -> Bool {
    bytes[..<namesLength].split(separator: SearchText.nameMark).contains { SearchedNames.key($0) == key }
  }

  /// The bytes of the names, and of the lines that are headings.
  public var headlines: [Range<Int>] {
    var found = [0..<namesLength]
    var start = namesLength
    while let mark = Self.headingFinder.firstIndex(in: bytes, from: start) {
      start = LineScanner.line(of: bytes, at: mark).upperBound
      found.append((mark + 1)..<start)
    }
    return found
  }

  private static let headingFinder = ByteFinder([SearchText.headingMark])

  /// Whether a place in the text is on the line of a heading.
  ///
  /// - Parameter known: the answer for an earlier place.
  func isInHeading(_ place: Int, after known: (place: Int, isInHeading: Bool)?) -> Bool {
    let end = known?.place ?? namesLength
    var index = place
    while index > end {
      index -= 1
      switch bytes[index] {
      case SearchText.headingMark: return true
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return false
      default: continue
      }
    }
    return known?.isInHeading ?? false
  }
}
