/// A list in a front matter, in any of the forms that people write: `- a` lines, `[a, b]` or, for tags, `a, b`.
struct FrontMatterList {
  /// How it is written, the form first that holds more.
  private enum Form: Int {
    case lines
    case brackets
    case text
    case empty
  }

  private struct Item {
    /// Identifies it among the items: tags are the same in capital and small letters.
    let name: [UInt8]
    /// What it says; `nil` for what is not read, such as a map.
    let text: String?
    /// How it is written, without mark, brackets and commas.
    let written: ArraySlice<UInt8>
    /// In a list of lines: its own line, and those above and below that belong to it.
    var lines: [MergedLine] = []
  }

  private let form: Form
  private let isOfTags: Bool
  private let keyLine: MergedLine
  /// The text before and behind the items: on the key's line, or of a list of lines before each.
  private let before: [UInt8]
  private let after: [UInt8]
  private let items: [Item]

  // MARK: Merging

  /// The lines of the key's merged list; `nil` where the values are not lists, or not such ones as are read.
  static func merged(
    _ base: FrontMatterUnits.Unit?, _ first: FrontMatterUnits.Unit, _ second: FrontMatterUnits.Unit
  ) -> [MergedLine]? {
    guard let one = FrontMatterList(first), let other = FrontMatterList(second) else { return nil }
    guard let key = first.key, isOfTags(key) || isOfNames(key) || [one, other].contains(where: \.isWrittenAsList) else {
      return nil
    }
    let old = base.map { FrontMatterList($0) }
    if case .some(nil) = old { return nil }
    return merged(old ?? nil, one, other)
  }

  private static func merged(
    _ base: FrontMatterList?, _ first: FrontMatterList, _ second: FrontMatterList
  ) -> [MergedLine] {
    let (old, one, other) = (base?.byName ?? [:], first.byName, second.byName)
    // In an order of their own, so that it is the same one when the merge is made again.
    let isSwapped = second.names.joined(separator: [0]).lexicographicallyPrecedes(first.names.joined(separator: [0]))
    let names = [base?.names ?? []] + (isSwapped ? [second.names, first.names] : [first.names, second.names])
    var seen: Set<[UInt8]> = []
    let items = FrontMatterMerge.woven(names[0], names[1], names[2]).compactMap { name -> Item? in
      // As a set: moved on one side and removed on the other, it is gone all the same.
      guard old[name] == nil || one[name] != nil && other[name] != nil, seen.insert(name).inserted else { return nil }
      guard let item = one[name], let twin = other[name] else { return one[name] ?? other[name] }
      // Where both write it differently, the spelling stays that is new, and the same one whichever side is the first.
      if item.written == twin.written || twin.written == old[name]?.written { return item }
      return item.written == old[name]?.written || item.written.lexicographicallyPrecedes(twin.written) ? twin : item
    }
    return carrier(base, first, second, items).lines(of: items)
  }

  /// The side in whose form the merged list is written: the one that changed the form, else one by rule.
  private static func carrier(
    _ base: FrontMatterList?, _ first: FrontMatterList, _ second: FrontMatterList, _ items: [Item]
  ) -> FrontMatterList {
    // Only lines hold what is not read.
    if items.contains(where: { $0.text == nil }) { return first.form == .lines ? first : second }
    if first.form == second.form { return first.shell.lexicographicallyPrecedes(second.shell) ? first : second }
    if [first.form, second.form].contains(.empty) { return first.form == .empty ? second : first }
    if let base, base.form != .empty, base.form == first.form || base.form == second.form {
      return base.form == first.form ? second : first
    }
    return first.form.rawValue < second.form.rawValue ? first : second
  }

  private var shell: [UInt8] { before + [UInt8(ascii: "\n")] + after + [UInt8(ascii: "\n")] + keyLine.content }
  private var names: [[UInt8]] { items.map(\.name) }
  private var byName: [[UInt8]: Item] { Dictionary(items.map { ($0.name, $0) }) { first, _ in first } }
  private var isWrittenAsList: Bool { form == .lines || form == .brackets }

  // MARK: Reading

  private static func isOfTags(_ key: [UInt8]) -> Bool {
    FrontMatter.tagKeys.contains { key.elementsEqual($0.utf8) }
  }

  private static func isOfNames(_ key: [UInt8]) -> Bool {
    ["aliases", "alias"].contains { key.elementsEqual($0.utf8) }
  }

  /// Reads the value of a key; one text is a list of one.
  private init?(_ unit: FrontMatterUnits.Unit) {
    let unit = Self.onOneLine(unit)
    keyLine = unit.lines[0]
    isOfTags = unit.key.map(Self.isOfTags) ?? false
    if unit.isOpen {
      after = []
      guard unit.lines.count > 1 else {
        (form, before, items) = (.empty, [], [])
        return
      }
      form = .lines
      guard let (mark, items) = Self.lineItems(unit.lines.dropFirst(), isOfTags) else { return nil }
      (before, self.items) = (Array(mark), items)
      return
    }
    guard unit.lines.count == 1 else { return nil }
    let value = unit.value
    let isInBrackets = value.first == UInt8(ascii: "[")
    guard let found = isInBrackets ? Self.bracketItems(value, isOfTags) : Self.textItems(value, isOfTags) else {
      return nil
    }
    form = isInBrackets ? .brackets : .text
    before = Array(keyLine.content[..<found.items.lowerBound])
    after = Array(keyLine.content[found.items.upperBound...])
    items = found.list
  }

  /// A list in brackets over several lines as if it were written on one; one with comments stays, as they would end it.
  private static func onOneLine(_ unit: FrontMatterUnits.Unit) -> FrontMatterUnits.Unit {
    guard unit.lines.count > 1, unit.value.first == UInt8(ascii: "["),
      !unit.lines.contains(where: { mayHoldComment($0.content) })
    else { return unit }
    let lines = unit.lines.map(\.content.trimmed).filter { !$0.isEmpty }
    let value = lines.dropFirst().reduce(Array(unit.value)) { $0 + [UInt8(ascii: " ")] + $1 }
    var joined = unit
    joined.lines = [unit.lines[0].with(Array(unit.lines[0].content[..<unit.value.startIndex]) + value)]
    return joined
  }

  private static func mayHoldComment(_ line: ArraySlice<UInt8>) -> Bool {
    line.trimmed.first == UInt8(ascii: "#")
      || zip(line, line.dropFirst()).contains { $0.isBlank && $1 == UInt8(ascii: "#") }
  }

  /// `- a` lines; the mark is the text before each item.
  private static func lineItems(_ lines: ArraySlice<MergedLine>, _ isOfTags: Bool) -> (ArraySlice<UInt8>, [Item])? {
    var mark: ArraySlice<UInt8>?
    var parts: [[MergedLine]] = []
    var above: [MergedLine] = []
    for line in lines {
      let indentation = line.content.prefix(while: \.isBlank)
      let rest = line.content.dropFirst(indentation.count)
      if rest.isEmpty || rest.first == UInt8(ascii: "#") {
        above.append(line)
      } else if rest.first == UInt8(ascii: "-"), rest.dropFirst().first?.isBlank ?? true,
        mark.map({ $0.prefix(while: \.isBlank).count == indentation.count }) ?? true
      {
        let blanks = rest.dropFirst().prefix(while: \.isBlank)
        mark = mark ?? indentation + [UInt8(ascii: "-")] + (blanks.isEmpty ? [UInt8(ascii: " ")] : blanks)
        parts.append(above + [line])
        above = []
      } else if let last = parts.indices.last, indentation.count > (mark?.prefix(while: \.isBlank).count ?? 0) {
        parts[last] += above + [line]
        above = []
      } else {
        return nil
      }
    }
    guard let mark, above.isEmpty else { return nil }
    return (mark, parts.map { item($0, isOfTags) })
  }

  private static func item(_ lines: [MergedLine], _ isOfTags: Bool) -> Item {
    let place = lines.firstIndex { !$0.content.isBlank && $0.content.trimmed.first != UInt8(ascii: "#") } ?? 0
    let own = lines[place].content.trimmed.dropFirst().trimmed
    if place == lines.count - 1, FrontMatterUnits.colon(in: own) == nil, let text = scalar(own) {
      return Item(name: name(text, isOfTags), text: text, written: own, lines: lines)
    }
    let whole = Array(lines[place...].map(\.content.trimmed).joined(separator: [0x1F]))
    return Item(name: whole, text: nil, written: own, lines: lines)
  }

  private typealias Found = (items: Range<Int>, list: [Item])

  /// `[a, "b"]`
  private static func bracketItems(_ value: ArraySlice<UInt8>, _ isOfTags: Bool) -> Found? {
    let bytes = Array(value)
    return bytes.withUnsafeBytes { bytes -> Found? in
      let scalars = YAMLScalars(bytes: bytes)
      guard case .list? = scalars.value(in: 0..<bytes.count) else { return nil }
      var list: [Item] = []
      var start = 1
      while let end = scalars.itemEnd(in: start..<bytes.count) {
        let written = value[value.startIndex + start..<value.startIndex + end].trimmed
        if !written.isEmpty {
          guard let text = bracketText(written) else { return nil }
          list.append(Item(name: name(text, isOfTags), text: text, written: written))
        }
        if bytes[end] == UInt8(ascii: "]") { return (value.startIndex + 1..<value.startIndex + end, list) }
        start = end + 1
      }
      return nil
    }
  }

  /// An item between brackets, where `#a` is text.
  private static func bracketText(_ written: ArraySlice<UInt8>) -> String? {
    guard let first = written.first, first != UInt8(ascii: "\""), first != UInt8(ascii: "'") else {
      return scalar(written)
    }
    return String(decoding: written, as: UTF8.self)
  }

  /// `a, b`, for tags also `a b`; of another key the whole text.
  private static func textItems(_ value: ArraySlice<UInt8>, _ isOfTags: Bool) -> Found? {
    let bytes = Array(value)
    let end = bytes.withUnsafeBytes { YAMLScalars(bytes: $0).end(of: 0..<$0.count) }
    let written = value.prefix(end)
    guard let text = scalar(written) else { return nil }
    let range = written.startIndex..<written.endIndex
    guard isOfTags else { return (range, [Item(name: name(text, false), text: text, written: written)]) }
    let isQuoted = written.first == UInt8(ascii: "\"") || written.first == UInt8(ascii: "'")
    let source = isQuoted ? Array(text.utf8)[...] : written
    let comma = UInt8(ascii: ",")
    let parts = source.split { source.contains(comma) ? $0 == comma : $0.isBlank }.map(\.trimmed).filter { !$0.isEmpty }
    return (
      range,
      parts.map { part in
        let text = String(decoding: part, as: UTF8.self)
        return Item(name: name(text, true), text: text, written: part)
      }
    )
  }

  private static func scalar(_ written: ArraySlice<UInt8>) -> String? {
    Array(written).withUnsafeBytes { bytes in
      guard case .scalar(let text)? = YAMLScalars(bytes: bytes).value(in: 0..<bytes.count) else { return nil }
      return text
    }
  }

  private static func name(_ text: String, _ isOfTags: Bool) -> [UInt8] {
    guard isOfTags else { return Array(text.utf8).map { $0 == 10 || $0 == 13 ? 0x1F : $0 } }
    let text = text.utf8.first == UInt8(ascii: "#") ? String(text.unicodeScalars.dropFirst()) : text
    return Folding.matchKey(text).map { $0 == 10 || $0 == 13 ? 0x1F : $0 }
  }

  // MARK: Writing

  private func lines(of items: [Item]) -> [MergedLine] {
    switch form {
    case .empty: [keyLine]
    case .lines where items.isEmpty: [emptied]
    case .lines: [keyLine] + items.flatMap(lines)
    case .brackets: [keyLine.with(before + inBrackets(items) + after)]
    case .text where isPlain(items): [keyLine.with(before + parted(items) + after)]
    case .text: [keyLine.with(before + Array("[".utf8) + inBrackets(items) + Array("]".utf8) + after)]
    }
  }

  /// The key's line of a list of lines that has none any more: without a value it would be no list.
  private var emptied: MergedLine {
    let line = keyLine.content
    let end = FrontMatterUnits.colon(in: line).map { $0 + 1 } ?? line.endIndex
    return keyLine.with(Array(line[..<end]) + Array(" []".utf8) + Array(line[end...]))
  }

  /// An item as lines of this list.
  private func lines(of item: Item) -> [MergedLine] {
    guard let place = item.lines.firstIndex(where: { $0.content.trimmed.first == UInt8(ascii: "-") }) else {
      return [keyLine.with(before + written(item, inBrackets: false))]
    }
    let mark = item.lines[place].content
    let indentation = (mark.prefix(while: \.isBlank).count, Array(before.prefix(while: \.isBlank)))
    guard indentation.0 != indentation.1.count else { return item.lines }
    return item.lines.map { $0.with(indentation.1 + Array($0.content.dropFirst(indentation.0))) }
  }

  private func inBrackets(_ items: [Item]) -> [UInt8] {
    Array(items.map { written($0, inBrackets: true) }.joined(separator: ", ".utf8))
  }

  /// Tags in a text, parted as they were.
  private func parted(_ items: [Item]) -> [UInt8] {
    let isByCommas =
      keyLine.content.dropFirst(before.count).dropLast(after.count).contains(UInt8(ascii: ",")) || self.items.count < 2
      || items.contains { $0.written.contains(where: \.isBlank) }
    return Array(items.map(\.written).joined(separator: (isByCommas ? ", " : " ").utf8))
  }

  /// Whether items are read as themselves without brackets.
  private func isPlain(_ items: [Item]) -> Bool {
    guard !items.isEmpty, isOfTags || items.count == 1 else { return false }
    return (items + self.items).allSatisfy { item in
      item.text.map { item.written.elementsEqual($0.utf8) } ?? false && YAMLWriting.isPlain(item.written)
        && !(isOfTags && item.written.contains(UInt8(ascii: ",")))
    }
  }

  private func written(_ item: Item, inBrackets: Bool) -> [UInt8] {
    let isQuoted = item.written.first.map { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") } ?? false
    let isSafe =
      YAMLWriting.isPlain(item.written) && !(inBrackets && item.written.contains { ",[]{}".utf8.contains($0) })
    if isQuoted || isSafe || inBrackets && form == .brackets && items.contains(where: { $0.written == item.written }) {
      return Array(item.written)
    }
    return Array(YAMLWriting.quoted(item.text ?? "").utf8)
  }
}
