import MemoCore
import MemoTestSupport
import Testing

@testable import MemoKit

/// Lines that are the same once the links of both sides of a merge have followed become one.
@Suite(.ends(within: .seconds(300))) struct TwinLinesTests {
  /// What both sides may write in lines, and what is between them.
  private static let parts = ["[[a]]", "[[b]]", "[[c]]", "[[a]] [[b]]", "x [[a]]", "x", "", " ", "[[n]]", "x [[n]]"]

  @Test func linesGoAsByTheirDefinition() {
    var random = SeededRandom(seed: 1)
    var gone = 0
    for _ in 0..<20_000 {
      let lines = (0..<Int.random(in: 1...8, using: &random)).map { _ in random.pick(Self.parts) ?? "" }
      let text = lines.joined(separator: random.happens(percent: 30) ? "\r\n" : "\n")
      let bytes = Array(text.utf8)
      let edits = Self.edits(of: bytes) { _ in random.happens(percent: 80) ? random.below(2) : nil }.shuffled(
        using: &random)
      let others = (0..<2).map { _ in Set(Self.parts.filter { _ in random.happens(percent: 50) }.map { Array($0.utf8) })
      }
      bytes.withUnsafeBytes { bytes in
        let found = ByteEdit.apply(edits.withoutTwinLines(of: others, in: bytes), to: bytes)
        let expected = ByteEdit.apply(Self.withoutTwinLines(edits, others, in: bytes).inOrder, to: bytes)
        #expect(found == expected, "\(text.debugDescription), \(edits)")
        if expected.count < bytes.count { gone += 1 }
      }
    }
    print("lines go in \(gone) texts")
    #expect(gone > 1_000)
  }

  /// The limit is for work that grows with the square of the number of lines.
  @Test func manyLinesAreComparedOnce() {
    let count = 100_000
    for units in [["[[a%]]\n", "[[b%]]\n"], ["[[a%]]\n[[b%]]\n"]] {
      let numbers = (0..<count).map { "\($0)" }
      let text = units.map { unit in numbers.map { unit.replacing("%", with: $0) }.joined() }.joined()
      let bytes = Array(text.utf8)
      let edits = Self.edits(of: bytes) { $0 == UInt8(ascii: "a") ? 0 : 1 }
      #expect(edits.count == 2 * count)
      let result = bytes.withUnsafeBytes { bytes in
        ByteEdit.apply(edits.withoutTwinLines(of: [[], []], in: bytes), to: bytes)
      }
      let expected = numbers.map { "[[n\($0)]]\n" }.joined()
      #expect(String(decoding: result, as: UTF8.self).filledLines == expected.filledLines, "\(units)")
    }
  }

  /// Edits by which `[[a…]]` and `[[b…]]` become `[[n…]]`, for the sides that a rule gives them.
  private static func edits(of bytes: [UInt8], _ side: (UInt8) -> Int?) -> [SideEdit] {
    bytes.withUnsafeBytes { bytes in
      InlineLink.targets(in: bytes).compactMap { link in
        let letter = bytes[link.target.lowerBound]
        guard letter != UInt8(ascii: "n"), let side = side(letter) else { return nil }
        let target = [UInt8(ascii: "n")] + bytes[link.target].dropFirst()
        return SideEdit(edit: ByteEdit(link.target, target), side: side)
      }
    }
  }

  /// The definition: each line is compared with all of the run before it.
  private static func withoutTwinLines(
    _ edits: [SideEdit], _ others: [Set<[UInt8]>], in bytes: UnsafeRawBufferPointer
  ) -> [ByteEdit] {
    struct Line {
      let range: Range<Int>
      let text: [UInt8]
      let sides: Set<Int>
    }
    func isBlank(_ part: some Sequence<UInt8>) -> Bool { part.allSatisfy { " \t\r\n".utf8.contains($0) } }
    let lines = Dictionary(grouping: edits) { bytes.lineStart(of: $0.edit.range.lowerBound) }.sorted { $0.key < $1.key }
      .map { start, edits in
        let range = start..<bytes.lineEnd(from: start)
        let inside = edits.map {
          ByteEdit($0.edit.range.lowerBound - start..<$0.edit.range.upperBound - start, $0.edit.bytes)
        }
        let text = ByteEdit.apply(inside.inOrder, to: UnsafeRawBufferPointer(rebasing: bytes[range]))
        return Line(range: range, text: text, sides: Set(edits.map(\.side)))
      }
    var (run, gone, end): ([Line], [Range<Int>], Int) = ([], [], 0)
    for line in lines {
      if !isBlank(bytes[end..<line.range.lowerBound]) { run = [] }
      if let twin = run.firstIndex(where: { $0.text == line.text && $0.sides.isDisjoint(with: line.sides) }) {
        run.remove(at: twin)
        gone.append(end..<line.range.upperBound)
      } else {
        run.append(line)
      }
      end = line.range.upperBound
    }
    let all = LineScanner.lines(of: bytes).filter { !isBlank(bytes[$0]) }
    var places = Set(lines.map(\.range.lowerBound))
    for line in lines where !gone.contains(where: { $0.contains(line.range.lowerBound) }) {
      guard line.sides.allSatisfy({ others[$0].contains(line.text) }) else { continue }
      let above = all.last { $0.upperBound <= line.range.lowerBound }
      let below = all.first { $0.lowerBound >= line.range.upperBound }
      let twin = [above, below].compactMap(\.self).first { twin in
        !places.contains(twin.lowerBound) && bytes[twin].elementsEqual(line.text)
      }
      guard let twin else { continue }
      places.insert(twin.lowerBound)
      let isAbove = twin.upperBound <= line.range.lowerBound
      gone.append(isAbove ? twin.upperBound..<line.range.upperBound : line.range.lowerBound..<twin.lowerBound)
    }
    return edits.map(\.edit).filter { edit in !gone.contains { $0.contains(edit.range.lowerBound) } }
      + gone.map { ByteEdit($0, []) }
  }
}

/// The edits of a text that overlap none of others are found as by comparing each with each.
@Suite struct EditsApartTests {
  @Test func theyAreThoseThatOverlapNone() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<5_000 {
      func edits() -> [ByteEdit] {
        var (start, edits) = (0, [ByteEdit]())
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          let lower = start + random.below(3)
          let upper = lower + random.below(4)
          edits.append(ByteEdit(lower..<upper, []))
          start = upper
        }
        return edits.shuffled(using: &random)
      }
      let (some, others) = (edits(), edits())
      #expect(
        some.apart(from: others) == some.filter { edit in !others.contains { $0.overlaps(edit) } }, "\(some), \(others)"
      )
    }
  }
}
