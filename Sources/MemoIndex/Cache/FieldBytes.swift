import MemoCore

/// What a key of a front matter holds, as the cache keeps it: whether it is a list, how many texts there are, and the
/// texts, each with its length before it. A length below 128 takes one byte.
struct FieldBytes {
  let isList: Bool
  /// How many texts.
  let count: Int
  /// The texts as they are encoded.
  let texts: UnsafeRawBufferPointer
  /// All of it.
  let encoded: UnsafeRawBufferPointer

  /// Hands over each text that is not empty, until one is what is looked for.
  func contains(_ isWanted: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    var reader = ByteReader(texts)
    // The texts were gone through when the value was read, so none is cut short.
    while !reader.isAtEnd, let text = try? reader.shortText() {
      if !text.isEmpty, isWanted(text) { return true }
    }
    return false
  }

  /// Whether it holds no text.
  var isEmpty: Bool { !contains { _ in true } }

  /// The value.
  func decoded() -> FrontMatter.Value {
    var items: [String] = []
    _ = contains {
      items.append(String(decoding: $0, as: UTF8.self))
      return false
    }
    return isList ? .list(items) : .scalar(items.first ?? "")
  }
}

extension ByteWriter {
  /// Appends a number that is small most of the time: seven bits a byte, the lowest first.
  mutating func count(_ count: Int) {
    var rest = UInt64(count)
    while rest >= 0x80 {
      byte(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    byte(UInt8(rest))
  }

  /// Appends a text that is short most of the time.
  mutating func shortText(_ text: some Collection<UInt8>) {
    count(text.count)
    raw(text)
  }

  /// Appends what a key holds.
  mutating func value(_ value: FrontMatter.Value) {
    switch value {
    case .scalar(let text):
      byte(2)
      shortText(text.utf8)
    case .list(let items):
      count(items.count << 1 | 1)
      for item in items { shortText(item.utf8) }
    }
  }

  /// Appends a task: its line and which mark it has, the mark if it is none of the usual ones, its text.
  mutating func task(_ task: MemoTask) {
    let usual = usualMarks.firstIndex { task.mark.utf8.elementsEqual($0.utf8) }
    count(task.line << 2 | (usual ?? usualMarks.count))
    if usual == nil { shortText(task.mark.utf8) }
    shortText(task.text.utf8)
  }
}

private let usualMarks = [" ", "x", "-"]

extension ByteReader {
  /// The next number that was written by `count`.
  mutating func count() throws(CacheDamage) -> Int {
    var (value, shift) = (UInt64(0), UInt64(0))
    while true {
      let byte = try integer(UInt8.self)
      guard shift < 63 else { throw CacheDamage() }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    guard let count = Int(exactly: value) else { throw CacheDamage() }
    return count
  }

  /// The bytes of the next short text.
  mutating func shortText() throws(CacheDamage) -> UnsafeRawBufferPointer {
    try raw(try count())
  }

  /// What the next key holds.
  mutating func value() throws(CacheDamage) -> FieldBytes {
    let start = position
    let head = try count()
    let first = position
    for _ in 0..<head >> 1 { _ = try shortText() }
    return FieldBytes(
      isList: head & 1 == 1, count: head >> 1, texts: UnsafeRawBufferPointer(rebasing: bytes[first..<position]),
      encoded: UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
  }

  /// The next task.
  mutating func task() throws(CacheDamage) -> MemoTask {
    try taskBytes().decoded
  }

  /// The next task, of which no text is made.
  mutating func taskBytes() throws(CacheDamage) -> TaskBytes {
    let head = try count()
    let mark = head & 3 < usualMarks.count ? nil : try shortText()
    return TaskBytes(line: head >> 2, usualMark: head & 3, otherMark: mark, text: try shortText())
  }
}

/// A task as the cache keeps it.
struct TaskBytes {
  fileprivate let line: Int
  fileprivate let usualMark: Int
  fileprivate let otherMark: UnsafeRawBufferPointer?
  fileprivate let text: UnsafeRawBufferPointer

  private var mark: String {
    otherMark.map { String(decoding: $0, as: UTF8.self) } ?? usualMarks[usualMark]
  }

  /// How far it is.
  var state: MarkupTask.State { MemoTask(line: 0, mark: mark, text: "").state }

  /// The task.
  var decoded: MemoTask { MemoTask(line: line, mark: mark, text: String(decoding: text, as: UTF8.self)) }
}
