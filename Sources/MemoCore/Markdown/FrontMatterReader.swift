/// Reads the lines between the fences of a front matter: maps and lists by their indentation.
///
/// Each line is gone through once, but for those that follow an open quote or bracket, which is retried a few times only:
/// a hostile text may open one on every line.
struct FrontMatterReader {
  private let bytes: UnsafeRawBufferPointer
  private let scalars: YAMLScalars
  /// What was read so far.
  private(set) var entries: [FrontMatter.Entry] = []
  /// The first line that was not understood.
  private(set) var problem: Int?
  /// The lines that were not understood.
  private(set) var unread: [Range<Int>] = []
  private var limit = 0
  /// The maps around the line: the column of their keys, and those of the keys above with dots.
  private var maps: [(column: Int, prefix: String)] = [(0, "")]
  /// The column of the last key, as long as it may hold what is below: a map or a list.
  private var open: Int?
  /// The list below the open key; `nil` before its first item. Kept apart: taken out of the entry and put back, each line
  /// would copy all before it.
  private var list: FlowList?
  /// Lines further to the right belong to one that was not understood.
  private var skipped: Int?
  private var retries = 16

  private static let depthLimit = 32
  // Long keys above many lines would be copied to each.
  private static let prefixLimit = 256

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    scalars = YAMLScalars(bytes: bytes)
  }

  mutating func read(_ lines: Range<Int>) {
    limit = lines.upperBound
    var start = lines.lowerBound
    while start < limit { start = readLine(start) }
    closeList()
  }

  /// Reads the line at `start`, and those that belong to it; returns where the next one starts.
  private mutating func readLine(_ start: Int) -> Int {
    let line = start..<bytes.lineEnd(from: start)
    let next = bytes.lineStart(after: line.upperBound)
    let text = bytes.trimmed(line)
    guard !text.isEmpty, bytes[text.lowerBound] != UInt8(ascii: "#") else { return next }
    let column = text.lowerBound - start
    if let skipped, column > skipped {
      unread.append(line)
      return next
    }
    skipped = nil
    let isItem =
      bytes[text.lowerBound] == UInt8(ascii: "-") && (text.count == 1 || bytes.isBlank(at: text.lowerBound + 1))
    let read: Int?
    if isItem {
      read = readItem(text, column)
    } else if let colon = keyEnd(of: text) {
      read = readEntry(text, column, colon)
    } else {
      read = readBelowKey(text, column)
    }
    if let read { return max(read, next) }
    problem = problem ?? start
    unread.append(line)
    skipped = column
    return next
  }

  // MARK: Lists

  private mutating func readItem(_ text: Range<Int>, _ column: Int) -> Int? {
    guard let open, column >= open, let last = entries.indices.last else { return nil }
    if list == nil { list = FlowList() }
    let item = bytes.trimmed(text.lowerBound + 1..<text.upperBound)
    entries[last].range = entries[last].range.lowerBound..<item.upperBound
    guard !item.isEmpty else { return text.upperBound }
    let isNested = bytes[item.lowerBound] == UInt8(ascii: "-") && bytes.isBlank(at: item.lowerBound + 1)
    guard !isNested, colon(in: item) == nil, let read = readScalar(item, deeperThan: column) else { return nil }
    if !read.text.isEmpty { list?.add(read.text, read.place) }
    entries[last].range = entries[last].range.lowerBound..<max(item.upperBound, read.end)
    return read.end
  }

  private mutating func closeList() {
    if let list, let last = entries.indices.last {
      (entries[last].value, entries[last].places) = (.list(list.items), list.places)
    }
    (list, open) = (nil, nil)
  }

  // MARK: Maps

  /// The colon of the key with which a line begins; `nil` for none. A bracket or an open quote begins a value.
  private func keyEnd(of text: Range<Int>) -> Int? {
    switch bytes[text.lowerBound] {
    case UInt8(ascii: "["), UInt8(ascii: "{"): nil
    case UInt8(ascii: "\""), UInt8(ascii: "'"): scalars.quoteEnd(in: text) == nil ? nil : colon(in: text)
    default: colon(in: text)
    }
  }

  private mutating func readEntry(_ text: Range<Int>, _ column: Int, _ colon: Int) -> Int? {
    guard enterMap(at: column) else { return nil }
    let nameRange = bytes.trimmed(text.lowerBound..<colon)
    guard case .scalar(let name)? = scalars.value(in: nameRange), !name.isEmpty,
      let prefix = maps.last?.prefix, prefix.isEmpty || prefix.utf8.count + name.utf8.count < Self.prefixLimit
    else { return nil }
    let key = prefix + name
    let written = bytes.trimmed(colon + 1..<text.upperBound)
    switch written.isEmpty ? UInt8(ascii: "#") : bytes[written.lowerBound] {
    case UInt8(ascii: "#"):
      entries.append(
        FrontMatter.Entry(
          key: key, name: nameRange, prefixLength: prefix.utf8.count, value: .scalar(""),
          range: colon + 1..<colon + 1))
      open = column
      return text.upperBound
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      return readFlow(
        FlowReader.Key(text: key, name: nameRange, prefixLength: prefix.utf8.count), from: written.lowerBound, column)
    default:
      guard let read = readScalar(written, deeperThan: column) else { return nil }
      let range = read.place.range
      entries.append(
        FrontMatter.Entry(
          key: key, name: nameRange, prefixLength: prefix.utf8.count, value: .scalar(read.text), range: range,
          places: read.text.isEmpty ? [] : [read.place]))
      return read.end
    }
  }

  /// A text, list or map that begins on a line of its own below its key, as formatters write long ones.
  private mutating func readBelowKey(_ text: Range<Int>, _ column: Int) -> Int? {
    guard let keyColumn = open, column > keyColumn, list == nil, let place = entries.indices.last else { return nil }
    let entry = entries[place]
    // What is not understood may be the value's beginning.
    guard unread.last.map({ $0.lowerBound < entry.range.lowerBound }) ?? true else { return nil }
    switch bytes[text.lowerBound] {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      let key = FlowReader.Key(text: entry.key, name: entry.name, prefixLength: entry.prefixLength)
      guard let end = readFlow(key, from: text.lowerBound, keyColumn) else { return nil }
      entries.remove(at: place)
      open = nil
      return end
    case UInt8(ascii: "|"), UInt8(ascii: ">"): return nil
    case UInt8(ascii: "?") where text.count == 1 || bytes.isBlank(at: text.lowerBound + 1): return nil
    default:
      let known = problem
      guard let read = readScalar(text, deeperThan: keyColumn), skipped == nil else {
        (problem, skipped) = (known, nil)
        return nil
      }
      entries[place].value = .scalar(read.text)
      entries[place].range = read.place.range
      entries[place].places = read.text.isEmpty ? [] : [read.place]
      open = nil
      return read.end
    }
  }

  /// Finds the map that a key in a column belongs to; returns whether there is one.
  private mutating func enterMap(at column: Int) -> Bool {
    if let open, column > open {
      guard list == nil, maps.count < Self.depthLimit, let parent = entries.last else { return false }
      guard parent.key.utf8.count < Self.prefixLimit else { return false }
      // A map has no text of its own.
      entries.removeLast()
      maps.append((column, parent.key + "."))
      self.open = nil
      return true
    }
    closeList()
    while let last = maps.last, last.column > column { maps.removeLast() }
    return maps.last?.column == column
  }

  /// A list or map in brackets, on one line or several.
  private mutating func readFlow(_ key: FlowReader.Key, from start: Int, _ column: Int) -> Int? {
    let lineEnd = bytes.lineEnd(from: start)
    var flow = FlowReader(bytes, from: start, limit: lineEnd)
    var value = flow.value(of: key)
    if value == nil, !flow.isBroken, retries > 0 {
      flow = FlowReader(bytes, from: start, limit: flowEnd(after: lineEnd, column))
      value = flow.value(of: key)
      if value == nil { retries -= 1 }
    }
    guard let value, isOver(flow.index) else { return nil }
    entries += value
    return bytes.nextLineStart(from: flow.index)
  }

  /// How far brackets may stay open: to the next line that is not indented and starts with a key.
  private func flowEnd(after lineEnd: Int, _ column: Int) -> Int {
    var end = lineEnd
    var start = bytes.lineStart(after: lineEnd)
    while start < limit {
      let line = start..<bytes.lineEnd(from: start)
      let text = bytes.trimmed(line)
      if !text.isEmpty, text.lowerBound - start <= column, !"]},\"'".utf8.contains(bytes[text.lowerBound]),
        colon(in: text) != nil
      {
        break
      }
      end = line.upperBound
      start = bytes.lineStart(after: end)
    }
    return end
  }

  // MARK: Scalars

  private typealias ReadScalar = (text: String, place: FrontMatter.Place, end: Int)

  /// A scalar that starts with `written`, the rest of a line, and may go on below in lines right of a column.
  private mutating func readScalar(_ written: Range<Int>, deeperThan column: Int) -> ReadScalar? {
    switch bytes[written.lowerBound] {
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      guard let block = YAMLBlockScalar(in: bytes, header: written, limit: limit, deeperThan: column) else {
        return nil
      }
      return (block.text, FrontMatter.Place(range: written.lowerBound..<block.end, style: .block), block.end)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return readQuoted(written, deeperThan: column)
    default: return readPlain(written, deeperThan: column)
    }
  }

  private mutating func readQuoted(_ written: Range<Int>, deeperThan column: Int) -> ReadScalar? {
    var range = written
    if scalars.quoteEnd(in: range) == nil {
      guard retries > 0 else { return nil }
      range = written.lowerBound..<below(written.upperBound, deeperThan: column)
      if scalars.quoteEnd(in: range) == nil { retries -= 1 }
    }
    guard let end = scalars.quoteEnd(in: range), isOver(end),
      let text = scalars.quoted(written.lowerBound..<end)
    else { return nil }
    let style: FrontMatter.Place.Style = bytes[written.lowerBound] == UInt8(ascii: "'") ? .single : .double
    return (text, FrontMatter.Place(range: written.lowerBound..<end, style: style), bytes.lineEnd(from: end))
  }

  private mutating func readPlain(_ written: Range<Int>, deeperThan column: Int) -> ReadScalar? {
    guard case .scalar(let first)? = scalars.value(in: written) else { return nil }
    let end = scalars.end(of: written)
    var place = FrontMatter.Place(range: written.lowerBound..<max(end, written.lowerBound), style: .plain)
    // White space that is no blank of YAML's may follow the value.
    let lineEnd = bytes.lineEnd(from: written.upperBound)
    let rest = below(lineEnd, deeperThan: column)
    // Below a comment nothing can go on.
    guard end == written.upperBound, rest > lineEnd else {
      if rest > lineEnd { note(lineEnd, column) }
      return (first, place, written.upperBound)
    }
    var lines = [written]
    var start = bytes.lineStart(after: lineEnd)
    while start < rest {
      let line = bytes.trimmed(start..<bytes.lineEnd(from: start))
      if !line.isEmpty, bytes[line.lowerBound] == UInt8(ascii: "#") || colon(in: line) != nil {
        let isComment = bytes[line.lowerBound] == UInt8(ascii: "#")
        // A key cannot be below a text: the text is what is on its own line.
        if !isComment || hasText(from: bytes.nextLineStart(from: line.upperBound), to: rest) {
          note(lineEnd, column)
          return (first, place, written.upperBound)
        }
        break
      }
      lines.append(line)
      start = bytes.nextLineStart(from: start)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    guard lines.count > 1, let last = lines.last else { return (first, place, written.upperBound) }
    let lastEnd = scalars.end(of: last)
    lines[lines.count - 1] = last.lowerBound..<lastEnd
    place = FrontMatter.Place(range: written.lowerBound..<lastEnd, style: .plain)
    return (YAMLFolding.text(of: lines, in: bytes), place, bytes.lineEnd(from: lastEnd))
  }

  /// Notes that the lines below one are not understood.
  private mutating func note(_ lineEnd: Int, _ column: Int) {
    problem = problem ?? bytes.lineStart(after: lineEnd)
    skipped = column
  }

  private func hasText(from start: Int, to end: Int) -> Bool {
    var start = start
    while start < end {
      let line = bytes.trimmed(start..<bytes.lineEnd(from: start))
      if !line.isEmpty, bytes[line.lowerBound] != UInt8(ascii: "#") { return true }
      start = bytes.nextLineStart(from: start)
    }
    return false
  }

  /// Where the lines below one end that are right of a column; its own end where there are none.
  private func below(_ lineEnd: Int, deeperThan column: Int) -> Int {
    var end = bytes.lineEnd(from: lineEnd)
    var start = bytes.lineStart(after: end)
    while start < limit {
      let line = start..<bytes.lineEnd(from: start)
      let text = bytes.skippingBlanks(from: start)
      if text < line.upperBound {
        guard text - start > column else { break }
        end = line.upperBound
      }
      start = bytes.lineStart(after: line.upperBound)
    }
    return end
  }

  /// Whether nothing but a comment follows on the line.
  private func isOver(_ index: Int) -> Bool {
    let rest = bytes.trimmed(index..<bytes.lineEnd(from: index))
    return rest.isEmpty || (rest.lowerBound > index && bytes[rest.lowerBound] == UInt8(ascii: "#"))
  }

  /// The first colon outside a leading quoted text that white space or the end follows.
  private func colon(in text: Range<Int>) -> Int? {
    var index = scalars.quoteEnd(in: text) ?? text.lowerBound
    while index < text.upperBound {
      if bytes[index] == UInt8(ascii: ":"), index + 1 == text.upperBound || bytes.isBlank(at: index + 1) {
        return index
      }
      index += 1
    }
    return nil
  }
}
