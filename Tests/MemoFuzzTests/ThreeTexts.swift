import MemoWords

/// Three texts made from one input: any may come out, and they have much in common, as texts to merge have.
///
/// The bits of each line's first byte tell in which texts the rest of it stands, and how it ends.
struct ThreeTexts {
  /// The text that both sides come from.
  var base: [UInt8] { texts[0].bytes }
  /// One side.
  var first: [UInt8] { texts[1].bytes }
  /// The other side.
  var second: [UInt8] { texts[2].bytes }
  /// Whether no line occurs twice in the input, not even a blank one, so that no side moved or doubled one.
  let areLinesDistinct: Bool
  /// Whether lines may belong to others, as those below a heading do: then a line that both sides have may be there twice.
  let mayHaveBlocks: Bool
  /// Whether a text may start with a byte order mark.
  let hasMark: Bool

  private var texts = [Text(), Text(), Text()]

  /// A text that grows.
  private struct Text {
    private var lines: [UInt8] = []
    private var end: [UInt8] = []
    private var isEnded = true

    var bytes: [UInt8] { isEnded ? lines + end : lines }

    mutating func add(_ line: ArraySlice<UInt8>, bits: UInt8) {
      lines += end + line
      end = bits & 8 == 0 ? [10] : [13, 10]
      isEnded = bits & 64 == 0
    }
  }

  /// Makes the texts of an input.
  init(_ input: [UInt8]) {
    let rows = input.split(separator: 10)
    areLinesDistinct = Set(rows.map { $0.dropFirst() }).count == rows.count && !input.contains(13)
    mayHaveBlocks = rows.contains { row in
      let line = row.dropFirst()
      return line.contains { "#>|`~$%<".utf8.contains($0) } || line.first == 32 || line.first == 9
        || line.starts(with: "--".utf8) || line.first == UInt8(ascii: "=")
    }
    hasMark = rows.contains { $0.dropFirst().starts(with: [0xEF, 0xBB, 0xBF]) }
    for row in rows {
      for text in texts.indices where row[row.startIndex] & 1 << UInt8(text) != 0 {
        texts[text].add(row.dropFirst(), bits: row[row.startIndex])
      }
    }
  }

  /// The lines of a text without their ends, and without blank ones, which a merge may put between paragraphs.
  static func lines(_ text: [UInt8]) -> [[UInt8]] {
    text.split { $0 == 10 || $0 == 13 }.filter { $0.contains { $0 != 32 && $0 != 9 } }.map(Array.init)
  }
}
