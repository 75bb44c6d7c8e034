/// Adds a tag to a memo or removes it; every other byte stays.
///
/// A list of tags in the front matter keeps its form. Without one, a tag goes to the front matter where there is one or
/// where file names are titles, else to the line of tags below the title, as in new memos.
public struct TagEdit: Sendable {
  /// A memo whose tags are written in a way that is not understood; nothing may be changed in it.
  public struct NotUnderstood: Error, Equatable, Sendable {
    /// Why its front matter cannot hold tags, where that is the reason.
    public var problem: FieldProblem?
  }

  private let tag: String
  private let key: [UInt8]

  /// Words that other programs read as something else than text.
  private static let reserved: Set = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]

  /// Edits a tag, with or without `#`; `nil` if it cannot be written in a text as `#tag`.
  public init?(_ tag: String) {
    let name = tag.dropping(prefix: "#") ?? tag
    let read = MemoParser.metadata(of: Array("#\(name)".utf8)).tags
    guard read.count == 1, read[0].utf8.elementsEqual(name.utf8) else { return nil }
    self.init(name: name)
  }

  /// Removes a tag, with or without `#`, that a front matter may hold though no text can.
  public init(removing tag: String) {
    self.init(name: tag.dropping(prefix: "#") ?? tag)
  }

  private init(name: String) {
    (tag, key) = (name, Folding.matchKey(name))
  }

  /// What adds the tag; nothing where the memo has it.
  public func adding(
    to bytes: UnsafeRawBufferPointer, titledBy source: TitleSource
  ) throws(NotUnderstood) -> [ByteEdit] {
    let before = MemoParser.metadata(of: bytes, titledBy: source)
    guard !before.tags.contains(where: isSame) else { return [] }
    let first: ByteEdit?
    do {
      first = try addition(to: bytes, titledBy: source)
    } catch {
      throw NotUnderstood(problem: error)
    }
    for edit in [first, ending(of: bytes)].compactMap(\.self)
    where isRight([edit], in: bytes, source, before, { $0 + [key] }) { return [edit] }
    throw NotUnderstood()
  }

  /// What removes the tag: its items in the front matter, its words in the text, and only the `#` of a word in the midst of
  /// a sentence.
  public func removing(
    from bytes: UnsafeRawBufferPointer, titledBy source: TitleSource
  ) throws(NotUnderstood) -> [ByteEdit] {
    let before = MemoParser.metadata(of: bytes, titledBy: source)
    guard before.tags.contains(where: isSame) else { return [] }
    let front = FrontMatter(bytes)
    var edits: [ByteEdit] = []
    for key in FrontMatter.tagKeys {
      guard let entry = front.entry(key) else { continue }
      guard let removed = removal(from: entry, in: bytes) else { throw NotUnderstood() }
      edits += removed
    }
    edits += TagLines(bytes, from: front.range.upperBound).removals { [key] in
      Folding.matchKey(bytes.text($0)) == key
    }
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    // A word of a title that was a tag goes on being a word of it.
    guard isRight(edits, in: bytes, source, before, { tags in tags.filter { $0 != key } }) else {
      throw NotUnderstood()
    }
    return edits
  }

  private func isSame(_ other: String) -> Bool { Folding.matchKey(other) == key }

  /// Whether the memo says the same after some edits, but for the tags.
  private func isRight(
    _ edits: [ByteEdit], in bytes: UnsafeRawBufferPointer, _ source: TitleSource, _ before: MemoMetadata,
    _ wanted: ([[UInt8]]) -> [[UInt8]]
  ) -> Bool {
    guard !edits.isEmpty else { return false }
    let after = ByteEdit.apply(edits, to: bytes)
    let read = after.withUnsafeBytes { MemoParser.metadata(of: $0, titledBy: source) }
    let tags = Set(wanted(before.tags.map { Folding.matchKey($0) }))
    return Set(read.tags.map { Folding.matchKey($0) }) == tags
      && read.aliases == before.aliases && read.links == before.links && read.created == before.created
      && after.withUnsafeBytes { Self.fields(of: $0) } == Self.fields(of: bytes)
  }

  /// What the front matter says of everything else.
  private static func fields(of bytes: UnsafeRawBufferPointer) -> [FrontMatter.Value] {
    let entries = FrontMatter(bytes).entries.filter { entry in
      !FrontMatter.tagKeys.contains { $0.utf8.elementsEqual(entry.key.lowercased().utf8) }
    }
    return entries.map(\.value)
  }

  // MARK: Adding

  /// Whether a text has a line of nothing but tags, besides its title, which takes in other tags.
  package static func hasTagLine(_ bytes: UnsafeRawBufferPointer, titledBy source: TitleSource) -> Bool {
    let start = FrontMatter(bytes).range.upperBound
    return tagLine(of: bytes, MemoLayout(bytes, titledBy: source), from: start) != nil
  }

  private static func tagLine(
    of bytes: UnsafeRawBufferPointer, _ layout: MemoLayout, from start: Int
  ) -> Range<Int>? {
    TagLines(bytes, from: start).own.first { line in layout.titleLine.map { !$0.overlaps(line) } ?? true }
  }

  private func addition(
    to bytes: UnsafeRawBufferPointer, titledBy source: TitleSource
  ) throws(FieldProblem) -> ByteEdit? {
    let (front, memo) = (FrontMatter(bytes), Array(bytes))
    if let entry = FrontMatter.ownTagKeys.lazy.compactMap(front.entry).first { return addition(to: entry, in: bytes) }
    let list = Array("tags: [\(item)]".utf8)
    if !front.range.isEmpty {
      // The tags may be among what could not be read, or be a map.
      for key in FrontMatter.ownTagKeys { _ = try FieldEdit.apply([.add(key, tag)], to: memo) }
      let fence = front.closingFence(in: bytes)
      return ByteEdit(fence..<fence, list + LineInsertion.lineBreak(of: memo))
    }
    let layout = MemoLayout(bytes, titledBy: source)
    if let line = Self.tagLine(of: bytes, layout, from: front.range.upperBound) {
      return ByteEdit(line.upperBound..<line.upperBound, Array(" #\(tag)".utf8))
    }
    // Above front matter in TOML, another one would hide it.
    guard source.rule == .fileName, LineInsertion.tomlEnd(of: bytes) == nil else {
      let isEmpty = bytes.trimmed(layout.body).isEmpty
      let line = Array("#\(tag)\(isEmpty ? "" : "\n\n")".utf8)
      return ByteEdit(from: memo, to: LineInsertion.prepending(line, to: memo, titledBy: source))
    }
    let lineBreak = LineInsertion.lineBreak(of: memo)
    let start = front.range.lowerBound
    let fence = Array("---".utf8) + lineBreak
    return ByteEdit(start..<start, fence + list + lineBreak + fence)
  }

  /// A line of tags at the end, where one below the title would break into a paragraph; none where the front matter has a
  /// say.
  private func ending(of bytes: UnsafeRawBufferPointer) -> ByteEdit? {
    guard FrontMatter(bytes).range.isEmpty else { return nil }
    let memo = Array(bytes)
    return ByteEdit(from: memo, to: LineInsertion.appending(Array("\n#\(tag)\n".utf8), to: memo))
  }

  private func addition(to entry: FrontMatter.Entry, in bytes: UnsafeRawBufferPointer) -> ByteEdit? {
    let last = entry.places.last
    switch entry.value {
    case .scalar:
      guard let place = last else {
        return ByteEdit(entry.range.lowerBound..<entry.range.lowerBound, Array(" [\(item)]".utf8))
      }
      guard place.style != .block else { return nil }
      let end = place.style == .plain ? place.range.upperBound : place.range.upperBound - 1
      let text = bytes.text(place.range)
      let isBlank = !text.utf8.contains(UInt8(ascii: ",")) && text.parts(at: " ").count > 1
      return ByteEdit(end..<end, Array("\(isBlank ? " " : ", ")\(tag)".utf8))
    case .list:
      if !entry.range.isEmpty, bytes[entry.range.lowerBound] == UInt8(ascii: "[") {
        let end = last?.range.upperBound ?? entry.range.lowerBound + 1
        return ByteEdit(end..<end, Array((last == nil ? item : ", \(item)").utf8))
      }
      guard let last, last.style != .block, let mark = Self.itemStart(of: last.range.lowerBound, in: bytes) else {
        return nil
      }
      let end = bytes.lineEnd(from: last.range.upperBound)
      let indent = Array(bytes[bytes.lineStart(of: mark)..<last.range.lowerBound])
      return ByteEdit(end..<end, LineInsertion.lineBreak(of: Array(bytes)) + indent + Array(item.utf8))
    }
  }

  /// Where the `-` of an item is that starts on the same line; `nil` where its text is further down.
  private static func itemStart(of text: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    let start = bytes.skippingBlanks(from: bytes.lineStart(of: text))
    guard start < text, bytes[start] == UInt8(ascii: "-"), bytes.skippingBlanks(from: start + 1) == text else {
      return nil
    }
    return start
  }

  /// The tag as an item of a list.
  private var item: String {
    Self.reserved.contains(tag.lowercased()) || tag.unicodeScalars.first?.properties.isEmoji == true
      ? "\"\(tag)\"" : tag
  }

  // MARK: Removing

  /// `nil` for a form in which items are not found again.
  private func removal(from entry: FrontMatter.Entry, in bytes: UnsafeRawBufferPointer) -> [ByteEdit]? {
    let texts = entry.values
    switch entry.value {
    case .scalar:
      guard let place = entry.places.first, let text = texts.first else { return [] }
      guard TagList.parts(of: text).contains(where: { isSame(Self.bare($0)) }) else { return [] }
      guard place.style != .block else { return nil }
      return removal(fromText: place, in: bytes)
    case .list:
      let found = texts.indices.filter { isSame(TagList.trimmed(texts[$0])) }
      return Self.removal(ofItems: found, from: entry, in: bytes)
    }
  }

  /// What takes some items out of a list; `nil` for a form in which they are not found again.
  static func removal(
    ofItems found: [Int], from entry: FrontMatter.Entry, in bytes: UnsafeRawBufferPointer
  ) -> [ByteEdit]? {
    guard !found.isEmpty else { return [] }
    guard entry.values.count == entry.places.count else { return nil }
    let isFlow = !entry.range.isEmpty && bytes[entry.range.lowerBound] == UInt8(ascii: "[")
    return isFlow ? flowRemoval(of: found, entry, in: bytes) : lineRemoval(of: found, entry, in: bytes)
  }

  private static func bare(_ part: String) -> String { part.dropping(prefix: "#") ?? part }

  /// From a text of several tags.
  private func removal(fromText place: FrontMatter.Place, in bytes: UnsafeRawBufferPointer) -> [ByteEdit]? {
    let inside = place.style == .plain ? place.range : place.range.lowerBound + 1..<place.range.upperBound - 1
    func isSeparator(_ index: Int) -> Bool { bytes[index] == UInt8(ascii: ",") || bytes.isBlank(at: index) }
    var parts: [Range<Int>] = []
    var start = inside.lowerBound
    for index in inside.lowerBound...inside.upperBound where index == inside.upperBound || isSeparator(index) {
      if start < index { parts.append(start..<index) }
      start = index + 1
    }
    func said(_ part: Range<Int>) -> String {
      let text = bytes.text(part)
      return switch place.style {
      case .single: YAMLScalars(bytes: bytes).quoted(part.lowerBound - 1..<part.upperBound + 1) ?? text
      case .double: YAMLEscapes.text(text) ?? text
      case .plain, .block: text
      }
    }
    let kept = parts.indices.filter { !isSame(Self.bare(said(parts[$0]))) }
    guard kept.count < parts.count else { return nil }
    guard kept.isEmpty else { return Self.gaps(between: kept, of: parts).map { ByteEdit($0, []) } }
    // `tags:` alone; with a text on a line of its own, its line break goes as well.
    start = place.range.lowerBound
    while start > 0, bytes.isBlank(at: start - 1) { start -= 1 }
    if bytes.isLineEnd(at: start - 1) { start = bytes.lineEnd(above: start) }
    return [ByteEdit(start..<place.range.upperBound, [])]
  }

  /// The parts of a list that are not kept, each with what separates it from the one before, or after where it is the first.
  ///
  /// - Parameter kept: some of the parts, in order.
  private static func gaps(between kept: [Int], of parts: [Range<Int>]) -> [Range<Int>] {
    guard let first = kept.first, let last = kept.last else { return [] }
    var gaps: [Range<Int>] = []
    if first > 0 { gaps.append(parts[0].lowerBound..<parts[first].lowerBound) }
    for (left, right) in zip(kept, kept.dropFirst()) where right > left + 1 {
      gaps.append(parts[left].upperBound..<parts[right - 1].upperBound)
    }
    if last < parts.count - 1 { gaps.append(parts[last].upperBound..<parts[parts.count - 1].upperBound) }
    return gaps
  }

  private static func flowRemoval(
    of found: [Int], _ entry: FrontMatter.Entry, in bytes: UnsafeRawBufferPointer
  ) -> [ByteEdit]? {
    let removed = Set(found)
    let kept = entry.places.indices.filter { !removed.contains($0) }
    guard !kept.isEmpty else {
      let inside = entry.range.lowerBound + 1..<entry.range.upperBound - 1
      return inside.contains(where: { bytes.isLineEnd(at: $0) }) ? nil : [ByteEdit(inside, [])]
    }
    let ranges = gaps(between: kept, of: entry.places.map(\.range))
    // A comment on the way would go with it.
    let hasComment = ranges.contains { range in
      range.contains { bytes.isLineEnd(at: $0) } && bytes[range].contains(UInt8(ascii: "#"))
    }
    return hasComment ? nil : ranges.map { ByteEdit($0, []) }
  }

  private static func lineRemoval(
    of found: [Int], _ entry: FrontMatter.Entry, in bytes: UnsafeRawBufferPointer
  ) -> [ByteEdit]? {
    var edits: [ByteEdit] = []
    for place in found.map({ entry.places[$0] }) {
      guard place.style != .block, itemStart(of: place.range.lowerBound, in: bytes) != nil else { return nil }
      let end = bytes.nextLineStart(from: place.range.upperBound)
      edits.append(ByteEdit(bytes.lineStart(of: place.range.lowerBound)..<end, []))
    }
    return edits
  }
}
