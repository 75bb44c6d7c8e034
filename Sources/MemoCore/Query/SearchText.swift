/// A memo as searches look at it: its title and its text, both folded, with a mark before every heading.
///
/// It is what the text index keeps and what a search makes of a memo that the index does not hold, so that both find the
/// same. Meant to be used for one memo after the other: the buffers keep their memory.
public struct SearchText: Sendable {
  /// Search covers this many bytes at the start of a file.
  public static let readLimit = 16 << 20

  /// Stands between title and text. No UTF-8 holds it, so that no match reaches across.
  static let titleEnd: UInt8 = 0xFE
  /// Stands before the lines that are headings, but for the one that gives the memo its title.
  static let headingMark: UInt8 = 0xFF

  /// Title and text with the way back to the original text.
  private(set) var folded = FoldedText()
  /// Bytes of the folded title.
  public private(set) var titleLength = 0
  private var title = FoldedText()

  /// Makes an empty text.
  public init() {}

  /// Title, `titleEnd`, text.
  public var bytes: [UInt8] { folded.bytes }

  /// Reads a memo in place of the one before.
  ///
  /// - Parameters:
  ///   - rule: by which its title was found.
  ///   - file: the first `readLimit` bytes of its file.
  public mutating func read(title: String, by rule: TitleRule = .firstLine, file: UnsafeRawBufferPointer) {
    read(title: title, by: rule, text: SearchDocument.withoutMark(file))
  }

  /// Reads a memo in place of the one before.
  ///
  /// - Parameter text: as `SearchDocument.text`: as far as search covers it, without a byte order mark.
  mutating func read(
    title: String, by rule: TitleRule, text: UnsafeRawBufferPointer, folding rules: Folding = .matching
  ) {
    var title = title
    title.withUTF8 { self.title.fold(UnsafeRawBufferPointer($0), by: rules) }
    folded.removeAll(reserving: text.count + self.title.bytes.count)
    folded.insert(self.title.bytes + [Self.titleEnd], before: 0)
    titleLength = self.title.bytes.count
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

  /// Hands out the text for looking at it.
  public func withView<Result>(_ body: (SearchTextView) -> Result) -> Result {
    folded.bytes.withUnsafeBytes { body(SearchTextView(bytes: $0, titleLength: titleLength)) }
  }
}

/// The bytes of a `SearchText`, wherever they are kept. It borrows them: they must outlive it.
public struct SearchTextView {
  /// Title, `SearchText.titleEnd`, text.
  public let bytes: UnsafeRawBufferPointer
  /// Bytes of the folded title.
  public let titleLength: Int

  /// The text of a memo without title and text.
  public static var empty: SearchTextView {
    SearchTextView(bytes: UnsafeRawBufferPointer(start: nil, count: 0), titleLength: 0)
  }

  /// Looks at a text; `nil` for bytes that are none.
  public init?(checking bytes: UnsafeRawBufferPointer, titleLength: Int) {
    guard titleLength < bytes.count, bytes[titleLength] == SearchText.titleEnd else { return nil }
    self.init(bytes: bytes, titleLength: titleLength)
  }

  init(bytes: UnsafeRawBufferPointer, titleLength: Int) {
    self.bytes = bytes
    self.titleLength = titleLength
  }

  /// The title alone.
  var title: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<titleLength]) }

  /// Whether the title is a whole paragraph, which says no more of its memo than the text does.
  var hasLongTitle: Bool { Self.isLong(title) }

  /// Whether a folded title has more characters than people give a title.
  static func isLong(_ title: UnsafeRawBufferPointer) -> Bool {
    // Every byte but those that go on with a scalar starts one.
    title.count > longestTitle && title.count(where: { $0 & 0xC0 != 0x80 }) > longestTitle
  }

  private static let longestTitle = 100

  /// Bytes of the text alone.
  var textLength: Int { max(bytes.count - titleLength - 1, 0) }

  /// Whether a place in the text is on the line of a heading.
  ///
  /// - Parameter known: the answer for an earlier place.
  func isInHeading(_ place: Int, after known: (place: Int, isInHeading: Bool)?) -> Bool {
    let end = known?.place ?? titleLength
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
