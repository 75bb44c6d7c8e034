import MemoCore

/// The marks of Markdown in a line, as opposed to its text.
enum MarkRanges {
  /// The bytes that are marks: of headings, emphasis, code, links and quotes. Those of list items, task boxes and tags have
  /// a style of their own.
  static func of(_ spans: [MarkdownSpan], in line: TextLine) -> [Range<Int>] {
    spans.flatMap { span in
      let bytes = line.bytes[span.range.clamped(to: 0..<line.bytes.count)]
      switch span.kind {
      case .heading: return heading(bytes)
      case .strong: return ends(bytes, length: 2, of: "*_")
      case .emphasis: return ends(bytes, length: 1, of: "*_")
      case .strike: return ends(bytes, length: bytes.starts(with: "~~".utf8) ? 2 : 1, of: "~")
      case .code: return code(bytes)
      case .link, .address: return link(bytes)
      case .quote, .listMark, .taskBox, .rule, .tag: return []
      }
    }.filter { !$0.isEmpty }
  }

  private static func heading(_ bytes: ArraySlice<UInt8>) -> [Range<Int>] {
    let mark = bytes.prefix { $0 == UInt8(ascii: "#") }
    guard !mark.isEmpty else { return [] }
    let end = bytes.reversed().prefix { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: " ") }.count
    return [mark.indices, max(mark.endIndex, bytes.endIndex - end)..<bytes.endIndex]
  }

  /// The marks at the ends. A span that goes on in another line has only one of them here.
  private static func ends(_ bytes: ArraySlice<UInt8>, length: Int, of marks: String) -> [Range<Int>] {
    let (first, last) = (bytes.prefix(length), bytes.suffix(length))
    return [first, last].filter { $0.count == length && $0.allSatisfy { marks.utf8.contains($0) } }.map(\.indices)
  }

  private static func code(_ bytes: ArraySlice<UInt8>) -> [Range<Int>] {
    let start = bytes.prefix { $0 == UInt8(ascii: "`") }
    let end = bytes.count - bytes.reversed().prefix { $0 == UInt8(ascii: "`") }.count
    return [start.indices, max(start.endIndex, bytes.startIndex + end)..<bytes.endIndex]
  }

  private static func link(_ bytes: ArraySlice<UInt8>) -> [Range<Int>] {
    let (start, end) = (bytes.startIndex, bytes.endIndex)
    let label = bytes.drop { $0 == UInt8(ascii: "!") }
    if label.starts(with: "[[".utf8), bytes.suffix(2).elementsEqual("]]".utf8) {
      let target = bytes.firstIndex(of: UInt8(ascii: "|")).map { $0 + 1 } ?? label.startIndex + 2
      return [start..<target, end - 2..<end]
    }
    if label.first == UInt8(ascii: "<"), bytes.last == UInt8(ascii: ">") { return [start..<start + 1, end - 1..<end] }
    guard label.first == UInt8(ascii: "["), let close = labelEnd(label) else { return [] }
    return [start..<label.startIndex + 1, close..<end]
  }

  /// Where the label of a link ends that starts with a bracket.
  private static func labelEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    var isEscaped = false
    for (index, byte) in zip(bytes.indices, bytes) {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return nil
  }
}
