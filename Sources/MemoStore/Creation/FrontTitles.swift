import MemoCore

/// The places of `{{title}}` in the front matter of a template where a title may need quotes or escapes. Any other place, as in
/// the middle of a value without quotes, takes the title as it is.
struct FrontTitles {
  /// What YAML reads at a place.
  enum Context: Equatable {
    /// A whole value, or a whole item of a list in lines, with the quotes that it has.
    case value
    /// A whole item in brackets, without quotes.
    case itemInBrackets
    /// A part of a text in double quotes.
    case doubleQuotes
    /// A part of a text in single quotes.
    case singleQuotes

    /// The title as it is written there.
    func written(_ title: String) -> String {
      switch self {
      case .value: YAMLWriting.value(title)
      case .itemInBrackets: YAMLWriting.scalar(title, inBrackets: true)
      case .doubleQuotes: String(YAMLWriting.scalar(title, as: .double).unicodeScalars.dropFirst().dropLast())
      case .singleQuotes: title.replacing("'", by: "''")
      }
    }
  }

  /// Their bytes in the template, in order.
  private(set) var places: [(range: Range<Int>, context: Context)] = []

  private static let mark = Array("{{title}}".utf8)
  private static let (doubleQuote, singleQuote) = (UInt8(ascii: "\""), UInt8(ascii: "'"))

  /// Finds those of a template.
  init(of template: [UInt8]) {
    let front = template.withUnsafeBytes { FrontMatter($0).range }
    // How far the key of a text in lines below it is indented.
    var block: Int?
    for line in template[front].split(separator: MemoText.newline) {
      let indentation = line.prefix { $0 == 0x20 }.count
      if let key = block, indentation > key || line.allSatisfy({ $0 <= 0x20 }) { continue }
      block = Self.startsBlock(line) ? indentation : nil
      if let value = Self.wholeValue(of: line) {
        places.append((value, .value))
      } else {
        addParts(of: line)
      }
    }
  }

  /// Whether the value of a line is the lines below it, `key: |`, in which a title needs nothing.
  private static func startsBlock(_ line: ArraySlice<UInt8>) -> Bool {
    guard let word = line.split(whereSeparator: { $0 <= 0x20 }).last, word.startIndex > line.startIndex,
      "|>".utf8.contains(word[word.startIndex])
    else { return false }
    let last = line[..<word.startIndex].last { $0 > 0x20 }
    return last.map { ":-".utf8.contains($0) } ?? false && word.dropFirst().allSatisfy("+-0123456789".utf8.contains)
  }

  /// The value or item of a line that is `{{title}}` and nothing else, with its quotes.
  private static func wholeValue(of line: ArraySlice<UInt8>) -> Range<Int>? {
    let text = line.prefix(through: line.lastIndex { $0 > 0x20 } ?? line.startIndex)
    for mark in [mark, [doubleQuote] + mark + [doubleQuote], [singleQuote] + mark + [singleQuote]]
    where text.suffix(mark.count).elementsEqual(mark) {
      let before = text.dropLast(mark.count)
      // A key or the mark of an item, and a blank.
      guard let last = before.lastIndex(where: { $0 > 0x20 }), last + 1 < before.endIndex,
        ":-".utf8.contains(before[last])
      else { continue }
      return before.endIndex..<text.endIndex
    }
    return nil
  }

  /// Adds the places in quotes and brackets.
  private mutating func addParts(of line: ArraySlice<UInt8>) {
    var (quote, isInBrackets): (UInt8?, Bool) = (nil, false)
    // The last byte that is not blank; a line may begin with a quote.
    var last = UInt8(ascii: ":")
    // Where a quote was closed.
    var closed: Int?
    var index = line.startIndex
    while index < line.endIndex {
      let (byte, rest) = (line[index], line[index...])
      guard !rest.starts(with: Self.mark) else {
        let end = index + Self.mark.count
        // In a link, quotes would be a part of its target.
        let isLink = line[..<index].suffix(2).elementsEqual("[[".utf8) && line[end...].starts(with: "]]".utf8)
        let isWhole = "[,:".utf8.contains(last) && Self.endsItem(line[end...]) && !isLink
        let context: Context? =
          switch quote {
          case Self.doubleQuote: .doubleQuotes
          case Self.singleQuote: .singleQuotes
          default: isInBrackets && isWhole ? .itemInBrackets : nil
          }
        if let context { places.append((index..<end, context)) }
        (index, last) = (end, UInt8(ascii: "}"))
        continue
      }
      let startsValue = last == UInt8(ascii: ":") || isInBrackets && "[,{".utf8.contains(last)
      switch (byte, quote) {
      case (UInt8(ascii: "\\"), Self.doubleQuote?): index += 1
      case (let byte, let open?) where byte == open: (quote, closed) = (nil, index)
      // Two single quotes in a text in such quotes are one.
      case (Self.singleQuote, nil) where startsValue || byte == last && closed == index - 1: quote = byte
      case (Self.doubleQuote, nil) where startsValue: quote = byte
      case (UInt8(ascii: "["), nil) where startsValue: isInBrackets = true
      case (UInt8(ascii: "{"), nil) where startsValue && rest.dropFirst().first != byte: isInBrackets = true
      default: break
      }
      // What is behind the mark of an item begins a value, too.
      let isItem = byte == UInt8(ascii: "-") && line[..<index].allSatisfy { $0 <= 0x20 }
      if byte > 0x20, !isItem { last = byte }
      index += 1
    }
  }

  private static func endsItem(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.first { $0 > 0x20 }.map { ",]}".utf8.contains($0) } ?? false
  }
}
