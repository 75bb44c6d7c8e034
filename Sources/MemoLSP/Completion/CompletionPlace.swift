import MemoCore
import MemoKit
import MemoWords

/// What is being typed at a place of a text.
struct CompletionPlace: Equatable {
  /// What is completed.
  enum Kind: Equatable {
    /// The target of `[[…`.
    case wikiTarget
    /// What follows `#` in a link: the target before it; empty for the memo itself.
    case anchor(of: String, MemoLink.Kind)
    /// The name behind `#^` in a link.
    case block(of: String, MemoLink.Kind)
    /// The destination of `](…`.
    case path
    /// A tag behind `#`.
    case tag
    /// A day behind `@`, or that is named.
    case date
    /// A key of the front matter.
    case key
    /// A value of a key of the front matter.
    case value(of: String)
  }

  let kind: Kind
  /// What has been typed of it, in bytes of the text.
  let typed: Range<Int>
  /// What gives way to an item: what has been typed, and the rest of that part of a link that is closed, with its brackets.
  private(set) var replaced: Range<Int>
  /// Whether the link is closed on the same line.
  private(set) var isClosed = false
  /// Whether another part of the link follows: an anchor, a label or a title.
  private(set) var isFollowed = false
  /// Whether the brackets give way, too: an item is a whole link.
  private(set) var isWhole = false
  /// For a link in front matter, its line up to what is inside the brackets; `nil` in the text.
  private(set) var front: Range<Int>?

  /// Finds out what is typed at an offset; `nil` for text.
  init?(in document: PlacedDocument, at offset: Int) {
    let (lines, bytes) = (document.lines, document.bytes)
    let line = lines.line(lines.number(at: offset))
    let before = line.lowerBound..<min(offset, line.upperBound)
    if Self.isWithinFront(lines.number(at: line.lowerBound), lines) {
      guard
        let found = Self.link(bytes, before, to: line.upperBound, isInFront: true) ?? Self.front(bytes, before, lines)
      else { return nil }
      self = found
      return
    }
    // The line first: plain text needs no look at the whole of a long document.
    guard let found = Self.link(bytes, before, to: line.upperBound, isInFront: false) ?? Self.word(bytes, before) else {
      return nil
    }
    let isInBlock = document.marks.blocks.contains { $0.isLiteral && $0.range.holds(offset) }
    if isInBlock || document.marks.literals.contains(where: { $0.lowerBound < offset && offset < $0.upperBound }) {
      return nil
    }
    self = found
  }

  private init(_ kind: Kind, _ typed: Range<Int>) {
    (self.kind, self.typed, replaced) = (kind, typed, typed)
  }

  // MARK: Links

  /// The link that is open at the end of `line`, in front matter only one in brackets.
  private static func link(
    _ bytes: [UInt8], _ line: Range<Int>, to end: Int, isInFront: Bool
  ) -> CompletionPlace? {
    var index = line.upperBound
    while index - 1 > line.lowerBound {
      index -= 1
      let inside = index + 1..<line.upperBound
      switch (bytes[index - 1], bytes[index]) {
      case (UInt8(ascii: "["), UInt8(ascii: "[")):
        var place = self.inside(bytes, inside, .wiki)
        if isInFront { place?.front = line.lowerBound..<inside.lowerBound }
        return place?.extended(bytes, to: wikiEnd(bytes, line.upperBound..<end, isInFront), at: "#|")
      case (UInt8(ascii: "]"), UInt8(ascii: "]")): return nil
      case (UInt8(ascii: "]"), UInt8(ascii: "(")) where !isInFront:
        return bytes[inside].first == UInt8(ascii: "<")
          ? bracketed(bytes, inside.dropFirst(), to: end)
          : self.inside(bytes, inside, .markdown)?.extended(
            bytes, to: destinationEnd(bytes, inside, to: end), at: "# \t")
      case (_, UInt8(ascii: ")")) where !isInFront: return nil
      default: continue
      }
    }
    return nil
  }

  private static func inside(_ bytes: [UInt8], _ typed: Range<Int>, _ kind: MemoLink.Kind) -> CompletionPlace? {
    // A label is free text, and so is a title.
    inside(bytes, typed, kind, without: kind == .wiki ? "|" : " \"")
  }

  private static func inside(
    _ bytes: [UInt8], _ typed: Range<Int>, _ kind: MemoLink.Kind, without ends: String
  ) -> CompletionPlace? {
    let ends = Array(ends.utf8)
    guard !typed.contains(where: { ends.contains(bytes[$0]) }) else { return nil }
    guard let hash = typed.first(where: { bytes[$0] == UInt8(ascii: "#") }) else {
      return CompletionPlace(kind == .wiki ? .wikiTarget : .path, typed)
    }
    let target = String(decoding: bytes[typed.lowerBound..<hash], as: UTF8.self)
    let last = typed.last { bytes[$0] == UInt8(ascii: "#") } ?? hash
    if last + 1 < typed.upperBound, bytes[last + 1] == UInt8(ascii: "^") {
      return CompletionPlace(.block(of: target, kind), last + 2..<typed.upperBound)
    }
    return CompletionPlace(.anchor(of: target, kind), hash + 1..<typed.upperBound)
  }

  /// What is typed behind `<`, in which blanks and round brackets are part of a destination. The brackets give way to a path,
  /// which needs none, unless an anchor follows it.
  private static func bracketed(_ bytes: [UInt8], _ typed: Range<Int>, to end: Int) -> CompletionPlace? {
    guard var place = inside(bytes, typed, .markdown, without: ">") else { return nil }
    guard let close = (typed.upperBound..<end).first(where: { bytes[$0] == UInt8(ascii: ">") }),
      destinationEnd(bytes, close..<close, to: end) != nil
    else { return place }
    place = place.extended(bytes, to: close, at: "#")
    if place.kind == .path, !place.isFollowed { place.replaced = typed.lowerBound - 1..<close + 1 }
    return place
  }

  /// Where `]]` closes the link that is open before `rest`; `nil` where another one starts, or its quotes end, before that.
  private static func wikiEnd(_ bytes: [UInt8], _ rest: Range<Int>, _ isInFront: Bool) -> Int? {
    for index in rest.dropLast() {
      switch (bytes[index], bytes[index + 1]) {
      case (UInt8(ascii: "]"), UInt8(ascii: "]")): return index
      case (UInt8(ascii: "["), UInt8(ascii: "[")): return nil
      case (UInt8(ascii: "\""), _) where isInFront: return nil
      default: continue
      }
    }
    return nil
  }

  /// Where `)` closes the link of which a part is typed; brackets in pairs are part of a destination.
  private static func destinationEnd(_ bytes: [UInt8], _ typed: Range<Int>, to end: Int) -> Int? {
    var depth = typed.count { bytes[$0] == UInt8(ascii: "(") }
    var index = typed.upperBound
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")") where depth == 0: return index
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The place with the rest of its part of a link that is closed at `close`.
  ///
  /// - Parameter ends: what ends a target; an anchor may hold `#`.
  private func extended(_ bytes: [UInt8], to close: Int?, at ends: String) -> CompletionPlace {
    guard let close else { return self }
    let isTarget = kind == .wikiTarget || kind == .path
    let ends = ends.utf8.filter { isTarget || $0 != UInt8(ascii: "#") }
    var end = (typed.upperBound..<close).first { ends.contains(bytes[$0]) } ?? close
    // In a table a label follows `\|`.
    if end < close, bytes[end] == UInt8(ascii: "|"), end > typed.upperBound, bytes[end - 1] == UInt8(ascii: "\\") {
      end -= 1
    }
    var place = self
    (place.replaced, place.isClosed, place.isFollowed) = (typed.lowerBound..<end, true, end < close)
    return place
  }

  /// The place with the brackets of a wiki link, for Markdown links instead; as it is in front matter, which holds none, and
  /// where an anchor or label follows.
  var aroundBrackets: CompletionPlace {
    guard kind == .wikiTarget, front == nil, !isFollowed else { return self }
    var place = self
    place.replaced = replaced.lowerBound - 2..<replaced.upperBound + (isClosed ? 2 : 0)
    place.isWhole = true
    return place
  }

  // MARK: Words

  private static func word(_ bytes: [UInt8], _ line: Range<Int>) -> CompletionPlace? {
    let word = TypedWord.word(bytes, endOf: line)
    if DayNames.isName(String(decoding: bytes[word], as: UTF8.self)) { return CompletionPlace(.date, word) }
    return TypedWord(bytes, endOf: line).map { CompletionPlace($0.kind == .tag ? .tag : .date, $0.typed) }
  }

  // MARK: Front matter

  private static func front(_ bytes: [UInt8], _ line: Range<Int>, _ lines: LineTable) -> CompletionPlace? {
    let text = bytes[line]
    if let colon = text.firstIndex(of: UInt8(ascii: ":")), text.first.map({ $0 > 0x20 }) ?? false {
      let key = String(decoding: bytes[line.lowerBound..<colon], as: UTF8.self)
      return CompletionPlace(.value(of: key), item(bytes, colon + 1..<line.upperBound))
    }
    // An item of a list below a key.
    let start = line.first { bytes[$0] != 0x20 && bytes[$0] != 0x09 } ?? line.upperBound
    if start < line.upperBound, bytes[start] == UInt8(ascii: "-"), let key = key(above: line.lowerBound, lines) {
      return CompletionPlace(.value(of: key), item(bytes, start + 1..<line.upperBound))
    }
    return start == line.lowerBound ? CompletionPlace(.key, line) : nil
  }

  /// Whether a line is between the fences, the second of which may not be there yet.
  private static func isWithinFront(_ number: Int, _ lines: LineTable) -> Bool {
    func isFence(_ number: Int) -> Bool {
      let line = lines.line(number)
      return line.count >= 3 && lines.bytes[line].prefix(3).allSatisfy { $0 == UInt8(ascii: "-") }
        && lines.bytes[line].dropFirst(3).allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }
    guard number > 0, isFence(0) else { return false }
    guard !(1...number).contains(where: isFence) else { return false }
    // Without a second fence, what follows the first blank line is text.
    return (number..<lines.count).contains(where: isFence)
      || !(1...number).contains { lines.line($0).isEmpty && $0 < number }
  }

  /// The last item of what is typed of a value: behind a bracket or comma, without quotes and blanks.
  private static func item(_ bytes: [UInt8], _ value: Range<Int>) -> Range<Int> {
    var start = value.last { "[,".utf8.contains(bytes[$0]) }.map { $0 + 1 } ?? value.lowerBound
    while start < value.upperBound, " \t\"'#".utf8.contains(bytes[start]) { start += 1 }
    return start..<value.upperBound
  }

  private static func key(above offset: Int, _ lines: LineTable) -> String? {
    var number = lines.number(at: offset)
    while number > 1 {
      number -= 1
      let line = lines.bytes[lines.line(number)]
      guard let first = line.first else { return nil }
      guard first <= 0x20 || first == UInt8(ascii: "-") else {
        return line.firstIndex(of: UInt8(ascii: ":")).map { String(decoding: line[..<$0], as: UTF8.self) }
      }
    }
    return nil
  }
}

extension MarkupTree.Block {
  /// Whether it is code, a comment or math, in which nothing means anything.
  fileprivate var isLiteral: Bool {
    guard case .leaf(let leaf) = kind else { return false }
    return switch leaf.kind {
    case .code, .html(isOpaque: true), .opaque: true
    default: false
    }
  }
}
