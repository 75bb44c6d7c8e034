import Testing

@testable import MemoSync

@Suite struct DroppedLinesTests {
  private static func dropped(
    base: String?, _ first: String?, _ second: String?, merge: String?, besides others: [String] = []
  ) -> DroppedLines? {
    let versions = DroppedLines.Versions(
      base: base.map { Array($0.utf8) }, parents: [first, second].map { $0.map { Array($0.utf8) } },
      merge: merge.map { Array($0.utf8) })
    return DroppedLines(versions, besides: others.map { Array($0.utf8) })
  }

  private static func lines(
    base: String?, _ first: String?, _ second: String?, merge: String?, besides others: [String] = []
  ) -> [String] {
    dropped(base: base, first, second, merge: merge, besides: others)?.lines.map { String(decoding: $0, as: UTF8.self) }
      ?? []
  }

  @Test func linesThatASideAddedAndTheMergeLacksAreDropped() {
    let base = "a\nb\nc\nd\n"
    #expect(Self.lines(base: base, "a\nx\nb\nc\nd\n", "a\nb\nc\nd\ny\n", merge: "a\nx\nb\nc\nd\ny\n") == [])
    #expect(Self.lines(base: base, "a\nx\nb\nc\nd\n", "a\nb\nc\nd\ny\n", merge: "a\nx\nb\nc\nd\n") == ["y"])
    #expect(Self.lines(base: base, "a\nx\nb\nc\nd\n", "a\nb\nc\nd\ny\n", merge: "a\nb\nc\nd\ny\n") == ["x"])
    #expect(Self.lines(base: base, base, "a\nb\nc\nd\ny\n", merge: base) == ["y"])
  }

  @Test func aLineThatNoSideDeletedIsDropped() {
    #expect(Self.lines(base: "a\nb\n", "a\nb\n", "a\nb\nc\n", merge: "b\nc\n") == ["a"])
    #expect(Self.lines(base: "a\nb\n", "b\n", "a\nb\nc\n", merge: "b\nc\n") == [])
    #expect(Self.lines(base: "a\nb\n", "b\n", "a\nb\nc\n", merge: "a\nb\nc\n") == [])
  }

  @Test func eitherOrderOfLinesInOnePlaceIsRight() {
    #expect(Self.lines(base: "a\n", "a\nx\n", "a\ny\n", merge: "a\nx\ny\n") == [])
    #expect(Self.lines(base: "a\n", "a\nx\n", "a\ny\n", merge: "a\ny\nx\n") == [])
    #expect(Self.lines(base: "a\n", "a\nx\n", "a\ny\n", merge: "a\ny\n") == ["x"])
  }

  @Test func lineEndsAndBlankLinesAreNoLoss() {
    #expect(Self.lines(base: "a\n", "a\n\nx  \n", "a\ny\n", merge: "a\r\nx\r\ny\r\n") == [])
  }

  @Test func aDeletedFileLosesWhatTheOtherSideAdded() {
    #expect(Self.lines(base: "a\nb\n", nil, "a\nb\nnew\n", merge: nil) == ["new"])
    #expect(Self.lines(base: "a\nb\n", nil, "a\nb\n", merge: nil) == [])
    #expect(Self.lines(base: "a\nb\n", nil, nil, merge: nil) == [])
    #expect(Self.lines(base: nil, nil, "a\n", merge: nil) == ["a"])
    #expect(Self.lines(base: "a\n", nil, "a\nnew\n", merge: nil, besides: ["# renamed\na\nnew\n"]) == [])
  }

  @Test func aKeyOfTheFrontMatterMayHaveEitherValue() {
    let (base, first, second) = ("---\ntags: [a]\n---\n", "---\ntags: [a, b]\n---\n", "---\ntags: [a, c]\n---\n")
    #expect(Self.lines(base: base, first, second, merge: "---\ntags: [a, b, c]\n---\n") == [])
    #expect(Self.lines(base: base, first, second, merge: first).count == 1)
  }

  @Test func droppedLinesComeBackWhereTheyWere() throws {
    let dropped = try #require(
      Self.dropped(base: "a\nb\nc\n", "a\nx\nb\nc\n", "a\nb\nc\ny\n", merge: "a\nx\nb\nc\n"))
    let now = "a\nx\nb\nlater\nc\n"
    let text = dropped.restored(to: Array(now.utf8), merge: Array("a\nx\nb\nc\n".utf8))
    #expect(String(decoding: text, as: UTF8.self) == "a\nx\nb\nlater\nc\ny\n")
    #expect(dropped.missing(in: text).isEmpty)
  }
}
