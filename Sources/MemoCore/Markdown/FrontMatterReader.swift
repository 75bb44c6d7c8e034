/// Reads the lines between the fences of a front matter.
struct FrontMatterReader {
  private let bytes: UnsafeRawBufferPointer
  private let scalars: YAMLScalars
  /// What was read so far.
  private(set) var entries: [FrontMatter.Entry] = []
  /// Whether `- a` lines belong to the last entry.
  private var isOpen = false
  /// The texts of those lines so far; `nil` before the first one. Kept apart: taken out of the entry and put back, each
  /// line would copy all before it.
  private var items: [String]?

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    scalars = YAMLScalars(bytes: bytes)
  }

  mutating func read(_ lines: Range<Int>) {
    var start = lines.lowerBound
    while start < lines.upperBound {
      let end = bytes.lineEnd(from: start)
      readLine(start..<end)
      start = bytes.lineStart(after: end)
    }
    closeList()
  }

  private mutating func readLine(_ line: Range<Int>) {
    let text = bytes.trimmed(line)
    guard !text.isEmpty, bytes[text.lowerBound] != UInt8(ascii: "#") else { return }
    if bytes[text.lowerBound] == UInt8(ascii: "-"), text.count == 1 || bytes.isBlank(at: text.lowerBound + 1) {
      readItem(bytes.trimmed(text.lowerBound + 1..<text.upperBound))
    } else if text.lowerBound == line.lowerBound {
      readEntry(text)
    } else {
      leaveNested()
    }
  }

  private mutating func readItem(_ item: Range<Int>) {
    guard isOpen, let last = entries.indices.last else { return }
    if items == nil { items = [] }
    entries[last].range = entries[last].range.lowerBound..<item.upperBound
    guard colon(in: item) == nil, case .scalar(let text)? = scalars.value(in: item), !text.isEmpty else { return }
    items?.append(text)
  }

  private mutating func closeList() {
    if let items, let last = entries.indices.last { entries[last].value = .list(items) }
    items = nil
  }

  private mutating func readEntry(_ text: Range<Int>) {
    closeList()
    isOpen = false
    guard let colon = colon(in: text) else { return }
    let written = bytes.trimmed(colon + 1..<text.upperBound)
    guard case .scalar(let key)? = scalars.value(in: bytes.trimmed(text.lowerBound..<colon)),
      let value = scalars.value(in: written)
    else { return }
    let end = scalars.end(of: written)
    let range = end > written.lowerBound ? written.lowerBound..<end : colon + 1..<colon + 1
    entries.append(FrontMatter.Entry(key: key, value: value, range: range))
    isOpen = range.isEmpty
  }

  /// An indented line below a key without value makes it a map, which is not read.
  private mutating func leaveNested() {
    guard isOpen, items == nil else { return }
    entries.removeLast()
    isOpen = false
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
