import MemoCore
import MemoTestSupport
import Testing

/// One line may be all of a memo, and hold nothing but tags or links.
///
/// See `MemoHostileTextTests`: the limits are for work that grows with the square of a line, which would take an hour.
@Suite(.ends(within: .seconds(300))) struct LongLineTests {
  private static let count = 100_000

  private static func edited(
    _ text: String, _ edits: (UnsafeRawBufferPointer) throws -> [ByteEdit]
  ) rethrows -> String {
    try Array(text.utf8).withUnsafeBytes { String(decoding: ByteEdit.apply(try edits($0), to: $0), as: UTF8.self) }
  }

  private static func repeated(_ unit: String) -> String { String(repeating: unit, count: count) }

  @Test(arguments: ["#a ", "#a x ", "- [ ] x #a 📅 2026-01-02 ", "[#a](b) "])
  func aTagIsAddedToAMemoOfTags(unit: String) throws {
    let (edit, text) = (try #require(TagEdit("new")), Self.repeated(unit))
    let added = try Self.edited("# T\n\n#b\n\n\(text)\n") { try edit.adding(to: $0, titledBy: .firstLine) }
    #expect(added.utf8.elementsEqual("# T\n\n#b #new\n\n\(text)\n".utf8), "\(unit)")
  }

  private static let removals: [(text: String, removed: String)] = [
    ("# T\n\n\(repeated("#a "))#b\n", "# T\n\n#b\n"),
    ("# T\n\nx \(repeated("#a "))y\n", "# T\n\nx \(repeated("a "))y\n"),
    ("# T\n\nx \(repeated("y #a "))\n", "# T\n\nx \(repeated("y a ").dropLast(3)) \n"),
    ("---\ntags: [\(repeated("a, "))b]\n---\n", "---\ntags: [b]\n---\n"),
    ("---\ntags: [\(repeated("b, a, "))b]\n---\n", "---\ntags: [\(repeated("b, "))b]\n---\n"),
    ("---\ntags: \(repeated("b, a, "))b\n---\n", "---\ntags: \(repeated("b, "))b\n---\n"),
  ]

  @Test(arguments: 0..<removals.count)
  func aTagIsRemovedFromAMemoOfTags(place: Int) throws {
    let (edit, (text, expected)) = (try #require(TagEdit("a")), Self.removals[place])
    let removed = try Self.edited(text) { try edit.removing(from: $0, titledBy: .firstLine) }
    #expect(removed.utf8.elementsEqual(expected.utf8), "\(text.prefix(30).debugDescription)")
  }

  @Test func theLinksOfALineAreMatches() {
    let count = 5 * Self.count
    let text = Array(String(repeating: "[[b]] ", count: count).utf8)
    let matches = text.withUnsafeBytes { LinkSpan.matches(in: $0) { _ in true } }
    #expect(matches.count == count && matches.last?.column == 6 * count - 5 && matches.last?.length == 5)
  }
}
