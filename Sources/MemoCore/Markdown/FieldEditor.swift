/// Finds the bytes that a change of a field touches.
struct FieldEditor {
  private let bytes: UnsafeRawBufferPointer
  private let front: FrontMatter

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    front = FrontMatter(bytes)
  }

  func edits(for change: FieldChange) throws(FieldProblem) -> [ByteEdit] {
    let entry = try entry(change.key)
    switch (change, entry) {
    case (.set(_, let text), let entry?): return set(entry, to: text)
    case (.set(let key, let text), nil): return try insert(key, YAMLWriting.scalar, text)
    case (.add(_, let text), let entry?): return add(text, to: entry)
    case (.add(let key, let text), nil): return try insert(key, { _, _, _ in YAMLWriting.list([text]) }, text)
    case (.remove(_, let text), let entry?): return remove(text, from: entry)
    case (.unset, let entry?): return unset(entry)
    case (.remove(let key, _), nil), (.unset(let key), nil):
      if let line = line(named: key) { throw .notUnderstood(key: key, line: number(of: line)) }
      return []
    }
  }

  // MARK: Finding

  /// The entry of a key, case and normalization aside.
  private func entry(_ key: String) throws(FieldProblem) -> FrontMatter.Entry? {
    let found = front.entries.filter { Folding.areSame($0.key, key) }
    guard found.count < 2 else { throw .repeated(key: key) }
    if let entry = found.first {
      if let line = unread(after: entry) { throw .notUnderstood(key: key, line: number(of: line)) }
      return entry
    }
    let below = children(of: key)
    if !below.isEmpty { throw .holdsKeys(key: key, keys: below.map(\.key)) }
    if let line = front.unread.first(where: { mayHold(key, $0) }) {
      throw .notUnderstood(key: key, line: number(of: line.lowerBound))
    }
    return nil
  }

  /// The entries in the map below a key.
  private func children(of key: String) -> [FrontMatter.Entry] {
    let length = key.utf8.count + 1
    return front.entries.filter { entry in
      entry.prefixLength >= length
        && Folding.areSame(String(decoding: entry.key.utf8.prefix(length), as: UTF8.self), key + ".")
    }
  }

  /// The start of a line that is not understood and may belong to an entry.
  private func unread(after entry: FrontMatter.Entry) -> Int? {
    let start = lineStart(of: entry.name.lowerBound)
    let (column, end) = (entry.name.lowerBound - start, linesEnd(of: entry))
    return front.unread.first { line in
      if (start..<end).contains(line.lowerBound) { return true }
      let isNext = line.lowerBound >= end && bytes.trimmed(end..<line.lowerBound).isEmpty
      let text = bytes.skippingBlanks(from: line.lowerBound)
      return isNext && (text - line.lowerBound > column || "-]}\"'".utf8.contains(bytes[text]))
    }?.lowerBound
  }

  /// Whether a line that is not understood may be that of a key or of one above it.
  private func mayHold(_ key: String, _ line: Range<Int>) -> Bool {
    guard let name = name(in: line) else { return false }
    return Folding.areSame(name, key) || key.parts(at: ".").contains { Folding.areSame(name, $0) }
  }

  /// The start of the line of a key, of which nothing can be read where no entry has its name; `nil` for none.
  private func line(named key: String) -> Int? {
    var start = front.range.lowerBound
    while start < front.range.upperBound {
      let line = start..<bytes.lineEnd(from: start)
      if !bytes.isBlank(at: start), let name = name(in: line), Folding.areSame(name, key) { return start }
      start = bytes.lineStart(after: line.upperBound)
    }
    return nil
  }

  /// What is before the colon of a line, without quotes.
  private func name(in line: Range<Int>) -> String? {
    let text = bytes.trimmed(line)
    guard let colon = bytes[text].firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return bytes.text(bytes.trimmed(text.lowerBound..<colon)).replacing("\"", by: "").replacing("'", by: "")
  }

  /// The failure of a change that cannot be made.
  func refusal(of key: String) -> FieldProblem {
    let place = front.unread.first?.lowerBound ?? (try? entry(key))??.name.lowerBound ?? front.range.lowerBound
    return .notUnderstood(key: key, line: number(of: place))
  }

  private func number(of place: Int) -> Int {
    var counter = LineCounter(bytes)
    return counter.line(of: place)
  }

  // MARK: Lines

  private func lineStart(of place: Int) -> Int {
    var start = place
    while start > front.range.lowerBound, !bytes.isLineEnd(at: start - 1) { start -= 1 }
    return start
  }

  private func linesEnd(of entry: FrontMatter.Entry) -> Int { bytes.nextLineStart(from: entry.range.upperBound) }

  /// The line break of the front matter, or of the memo.
  private var lineBreak: [UInt8] {
    let end = bytes.lineEnd(from: front.range.lowerBound)
    return end < bytes.count ? Array(bytes[end..<bytes.lineStart(after: end)]) : [UInt8(ascii: "\n")]
  }

  /// Where the value of an entry begins: behind its colon. A key in brackets may have none.
  private func valueStart(of entry: FrontMatter.Entry) -> (place: Int, hasColon: Bool) {
    if entry.isInBrackets {
      let end = entry.name.upperBound
      return (end, bytes[end - 1] == UInt8(ascii: ":"))
    }
    let colon = bytes.skippingBlanks(from: entry.name.upperBound)
    return (colon + 1, true)
  }

  // MARK: Changing

  private func set(_ entry: FrontMatter.Entry, to text: String) -> [ByteEdit] {
    guard case .scalar(let old) = entry.value else { return setList(entry, to: text) }
    if old.utf8.elementsEqual(text.utf8), !entry.range.isEmpty || text.isEmpty { return [] }
    let written = YAMLWriting.scalar(text, as: entry.places.first?.style ?? .plain, inBrackets: entry.isInBrackets)
    return [value(of: entry, text.isEmpty ? "" : written)]
  }

  /// Another value behind the colon; what was in the place of the old one stays where it was.
  private func value(of entry: FrontMatter.Entry, _ text: String) -> ByteEdit {
    let start = valueStart(of: entry)
    if text.isEmpty, !entry.isInBrackets, entry.range.lowerBound > bytes.lineEnd(from: start.place) {
      return linesBelowKey(of: entry)
    }
    let comment = headerComment(of: entry.places.first)
    if text.isEmpty { return ByteEdit(start.place..<max(start.place, entry.range.upperBound), comment) }
    guard entry.range.isEmpty || entry.range.lowerBound <= start.place else {
      return ByteEdit(entry.range, Array(text.utf8) + comment)
    }
    let colon = start.hasColon ? " " : ": "
    return ByteEdit(start.place..<max(start.place, entry.range.upperBound), Array((colon + text).utf8))
  }

  /// The edit that takes out a value below its key's line; comments on and between the lines stay.
  private func linesBelowKey(of entry: FrontMatter.Entry) -> ByteEdit {
    let isAlone = bytes.isLineEnd(at: bytes.skippingBlanks(from: entry.range.upperBound))
    let lines = lineStart(of: entry.range.lowerBound)..<linesEnd(of: entry)
    return ByteEdit(isAlone ? lines : entry.range, [])
  }

  /// The comment behind the mark of a block scalar, with the blanks before it: it is within the range of the value.
  private func headerComment(of place: FrontMatter.Place?) -> [UInt8] {
    guard let place, place.style == .block else { return [] }
    let header = place.range.lowerBound..<bytes.lineEnd(from: place.range.lowerBound)
    guard let mark = bytes[header].firstIndex(of: UInt8(ascii: "#")) else { return [] }
    return Array(bytes[bytes.trimmed(header.lowerBound..<mark).upperBound..<header.upperBound])
  }

  private func isInLines(_ entry: FrontMatter.Entry) -> Bool {
    bytes[entry.range.lowerBound] != UInt8(ascii: "[")
  }

  private func setList(_ entry: FrontMatter.Entry, to text: String) -> [ByteEdit] {
    if text.isEmpty { return keep(in: entry) { _ in false } }
    guard isInLines(entry), let first = entry.places.first else {
      return [
        ByteEdit(
          isInLines(entry) ? valueStart(of: entry).place..<entry.range.upperBound : entry.range,
          Array(((isInLines(entry) ? " " : "") + YAMLWriting.list([text])).utf8))
      ]
    }
    let written = YAMLWriting.scalar(text, as: first.style)
    return [ByteEdit(first.range, Array(written.utf8) + headerComment(of: first))] + entry.places.dropFirst().map(line)
  }

  private func add(_ text: String, to entry: FrontMatter.Entry) -> [ByteEdit] {
    let names = FieldItems(entry)
    if names.items.contains(where: { names.areSame($0, text) }) { return [] }
    guard case .list = entry.value else { return [value(of: entry, YAMLWriting.list(names.items + [text]))] }
    guard isInLines(entry) else {
      let written = YAMLWriting.scalar(text, inBrackets: true)
      let last = entry.places.last?.range.upperBound
      let place = last ?? entry.range.lowerBound + 1
      return [ByteEdit(place..<place, Array(((last == nil ? "" : ", ") + written).utf8))]
    }
    guard let last = entry.places.last else { return [value(of: entry, YAMLWriting.list([text]))] }
    let mark = bytes[lineStart(of: last.range.lowerBound)..<last.range.lowerBound]
    let place = bytes.nextLineStart(from: last.range.upperBound)
    return [ByteEdit(place..<place, Array(mark) + Array(YAMLWriting.scalar(text).utf8) + lineBreak)]
  }

  private func remove(_ text: String, from entry: FrontMatter.Entry) -> [ByteEdit] {
    let names = FieldItems(entry)
    guard names.items.contains(where: { names.areSame($0, text) }) else { return [] }
    guard case .list = entry.value else {
      let rest = names.items.filter { !names.areSame($0, text) }
      return [value(of: entry, rest.isEmpty ? "" : names.written(rest))]
    }
    return keep(in: entry) { !names.areSame($0, text) }
  }

  /// Takes the items out of a list that are not kept.
  private func keep(in entry: FrontMatter.Entry, _ isKept: (String) -> Bool) -> [ByteEdit] {
    let kept = entry.values.map(isKept)
    guard kept.contains(false) || entry.places.isEmpty else { return [] }
    if isInLines(entry) {
      let lines = zip(entry.places, kept).filter { !$1 }.map { line($0.0) }
      guard !kept.contains(true) else { return lines }
      let place = valueStart(of: entry).place
      return [ByteEdit(place..<place, Array(" []".utf8))] + lines
    }
    guard kept.contains(true) else { return [ByteEdit(entry.range, Array("[]".utf8))] }
    return entry.places.indices.filter { !kept[$0] }.map { place in
      let item = entry.places[place].range
      return kept[..<place].contains(true)
        ? ByteEdit(entry.places[place - 1].range.upperBound..<item.upperBound, [])
        : ByteEdit(item.lowerBound..<entry.places[place + 1].range.lowerBound, [])
    }
  }

  /// The edit that takes out the lines of an item.
  private func line(_ item: FrontMatter.Place) -> ByteEdit {
    ByteEdit(lineStart(of: item.range.lowerBound)..<bytes.nextLineStart(from: item.range.upperBound), [])
  }

  private func unset(_ entry: FrontMatter.Entry) -> [ByteEdit] {
    guard entry.isInBrackets else {
      let start = lineStart(of: entry.name.lowerBound)
      return emptiedKeys(above: entry) + [ByteEdit(start..<linesEnd(of: entry), [])]
    }
    let end = max(entry.name.upperBound, entry.range.upperBound)
    let next = bytes.skippingBlanks(from: end)
    if bytes[next] == UInt8(ascii: ",") {
      return [ByteEdit(entry.name.lowerBound..<bytes.skippingBlanks(from: next + 1), [])]
    }
    let before = bytes[..<entry.name.lowerBound].lastIndex { !$0.isASCIISpace }
    let start = before.flatMap { bytes[$0] == UInt8(ascii: ",") ? $0 : nil } ?? entry.name.lowerBound
    return [ByteEdit(start..<end, [])]
  }

  /// The lines of the keys above an entry that hold nothing else.
  private func emptiedKeys(above entry: FrontMatter.Entry) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    var (start, length) = (lineStart(of: entry.name.lowerBound), entry.prefixLength)
    var column = entry.name.lowerBound - start
    while length > 0, column > 0 {
      let prefix = entry.key.utf8.prefix(length)
      let others = front.entries.filter { $0.prefixLength >= length && $0.key.utf8.starts(with: prefix) }
      guard others.count == 1 else { break }
      repeat {
        start = lineStart(of: bytes.lineEnd(above: start))
      } while start > front.range.lowerBound && !isKeyLine(start, leftOf: column)
      column = bytes.skippingBlanks(from: start) - start
      edits.insert(ByteEdit(start..<bytes.nextLineStart(from: start), []), at: 0)
      // The key above this one holds it by a shorter prefix.
      length =
        prefix.dropLast().lastIndex(of: UInt8(ascii: ".")).map {
          entry.key.utf8.distance(from: entry.key.utf8.startIndex, to: $0) + 1
        } ?? 0
    }
    return edits
  }

  private func isKeyLine(_ start: Int, leftOf column: Int) -> Bool {
    let text = bytes.skippingBlanks(from: start)
    return text - start < column && !bytes.isLineEnd(at: text) && bytes[text] != UInt8(ascii: "#")
  }

  // MARK: Adding

  private typealias Writing = (_ text: String, FrontMatter.Place.Style, _ inBrackets: Bool) -> String

  private func insert(_ key: String, _ write: Writing, _ text: String) throws(FieldProblem) -> [ByteEdit] {
    let names = key.parts(at: ".")
    for count in (1..<max(names.count, 1)).reversed() {
      let parent = names[..<count].joined(separator: ".")
      let rest = Array(names[count...])
      if let holder = front.entries.first(where: { Folding.areSame($0.key, parent) }),
        holder.prefixLength < parent.utf8.count
      {
        guard holder.isEmptyMap(in: bytes) else { throw .holdsValue(key: parent) }
        return [ByteEdit(holder.range, Array("{\(inBrackets(rest, write, text))}".utf8))]
      }
      let below = children(of: parent)
      guard let sibling = below.last(where: { $0.prefixLength == parent.utf8.count + 1 }), let last = below.last else {
        continue
      }
      guard sibling.isInBrackets else {
        let column = sibling.name.lowerBound - lineStart(of: sibling.name.lowerBound)
        return [insertion(of: rest, write(text, .plain, false), at: linesEnd(of: last), column: column)]
      }
      let place = max(sibling.name.upperBound, sibling.range.upperBound)
      return [ByteEdit(place..<place, Array(", \(inBrackets(rest, write, text))".utf8))]
    }
    if let line = firstStray { throw .notUnderstood(key: key, line: number(of: line)) }
    let value = write(text, .plain, false)
    guard !front.range.isEmpty else {
      guard LineInsertion.tomlEnd(of: bytes) == nil else { throw .isTOML(key: key) }
      let fence = Array("---".utf8) + lineBreak
      let lines = insertion(of: names, value, at: front.range.lowerBound, column: 0)
      return [ByteEdit(lines.range, fence + lines.bytes + fence)]
    }
    return [insertion(of: names, value, at: front.closingFence(in: bytes), column: 0)]
  }

  /// A key of a map in brackets, with those between and its value.
  private func inBrackets(_ names: [String], _ write: Writing, _ text: String) -> String {
    let written = text.isEmpty ? "\"\"" : write(text, .plain, true)
    let value = names.dropFirst().reversed().reduce(written) { "{\(YAMLWriting.scalar($1, inBrackets: true)): \($0)}" }
    return "\(YAMLWriting.scalar(names[0], inBrackets: true)): \(value)"
  }

  /// The first line that is not understood and is neither a key of the outermost map nor below one. What is there is no map
  /// in lines, or goes on where another key would be added.
  private var firstStray: Int? {
    var hasKey = false
    for line in front.unread {
      hasKey = hasKey || front.entries.first.map { $0.name.lowerBound < line.lowerBound } ?? false
      let text = bytes.trimmed(line)
      let isKey = text.lowerBound == line.lowerBound ? isWholeKey(text) : hasKey
      guard isKey else { return line.lowerBound }
      hasKey = true
    }
    return nil
  }

  /// Whether a line that is not understood has a key, and a value that ends with the line or below it.
  private func isWholeKey(_ text: Range<Int>) -> Bool {
    let isMarked = "?:".utf8.contains(bytes[text.lowerBound])
    if isMarked, text.count == 1 || bytes.isBlank(at: text.lowerBound + 1) { return true }
    let colon = text.first {
      bytes[$0] == UInt8(ascii: ":") && ($0 + 1 == text.upperBound || bytes.isBlank(at: $0 + 1))
    }
    guard let colon, !"-[]{}\"'".utf8.contains(bytes[text.lowerBound]) else { return false }
    let value = bytes.trimmed(colon + 1..<text.upperBound)
    guard let first = value.first.map({ bytes[$0] }) else { return true }
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return bytes[value.dropFirst()].contains(first)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      let depth = bytes[value].reduce(0) {
        $0 + ("[{".utf8.contains($1) ? 1 : "]}".utf8.contains($1) ? -1 : 0)
      }
      return depth <= 0
    default: return true
    }
  }

  /// A key, and those above it, each on a line of its own.
  private func insertion(of names: [String], _ value: String, at place: Int, column: Int) -> ByteEdit {
    var lines: [UInt8] = []
    for (depth, name) in names.enumerated() {
      let isLast = depth == names.count - 1
      let written = isLast && !value.isEmpty && value != "\"\"" ? " \(value)" : ""
      let indentation = String(repeating: " ", count: column + 2 * depth)
      lines += Array("\(indentation)\(YAMLWriting.scalar(name)):\(written)".utf8) + lineBreak
    }
    return ByteEdit(place..<place, lines)
  }

  // MARK: Checking

  /// Whether a changed memo says what it said, but for the change.
  func isKept(_ changed: UnsafeRawBufferPointer, by change: FieldChange) -> Bool {
    let after = FrontMatter(changed)
    let key = change.key
    // A map that is empty now, or was, is no key that changed.
    func others(_ front: FrontMatter, _ bytes: UnsafeRawBufferPointer) -> [MemoField] {
      front.entries.filter { !Folding.areSame($0.key, key) && !$0.isEmptyMap(in: bytes) }
        .map { MemoField(key: $0.key, value: $0.value) }
    }
    guard others(front, bytes) == others(after, changed),
      changed[after.range.upperBound...].elementsEqual(bytes[front.range.upperBound...]),
      after.unread.map({ changed.text($0) }) == front.unread.map({ bytes.text($0) })
    else { return false }
    let entry = after.entries.first { Folding.areSame($0.key, key) }
    let names = entry.map(FieldItems.init)
    switch change {
    case .set(_, let text): return entry?.values == (text.isEmpty ? [] : [text])
    case .add(_, let text): return names?.items.contains { names?.areSame($0, text) ?? false } ?? false
    case .remove(_, let text): return !(names?.items.contains { names?.areSame($0, text) ?? false } ?? false)
    case .unset: return entry == nil
    }
  }
}
