/// Which lines of some memos no other memo has.
struct LineOwners {
  private var numbers: [LineNumbering.Line: Int] = [:]
  private var linesOfMemo: [VaultPath: Set<Int>] = [:]
  /// For each line, in how many memos it was seen.
  private var counts: [Int] = []

  /// Takes the lines of memos that are not blank.
  init<Failure: Error>(
    _ memos: [(path: VaultPath, id: ObjectId)], read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) {
    for (text, memo) in zip(try read(memos.map(\.id)), memos) {
      let lines = Self.lines(of: text)
      for line in lines where numbers[line] == nil { numbers[line] = numbers.count }
      linesOfMemo[memo.path] = Set(lines.compactMap { numbers[$0] })
    }
    counts = Array(repeating: 0, count: numbers.count)
  }

  /// Counts a memo that has some of the lines.
  mutating func see(_ text: [UInt8]) {
    for number in numbers(in: text) { counts[number] += 1 }
  }

  /// The lines that a text has of those that were taken.
  func numbers(in text: [UInt8]) -> Set<Int> {
    Set(Self.lines(of: text).compactMap { numbers[$0] })
  }

  /// The lines of a memo that were seen in one memo only.
  func unique(to path: VaultPath) -> Set<Int> {
    (linesOfMemo[path] ?? []).filter { counts[$0] == 1 }
  }

  private static func lines(of text: [UInt8]) -> [LineNumbering.Line] {
    let lines = TextLines(text)
    return (0..<lines.count).filter { !lines.isBlank(at: $0) }.map {
      LineNumbering.Line(content: lines.content(at: $0))
    }
  }
}
