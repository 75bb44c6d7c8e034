import MemoCore
import MemoTestSupport
import Testing

@testable import MemoKit

/// Of the names in a text, those become links that are read as links there, and leave the others as they are.
@Suite(.ends(within: .seconds(300))) struct NewLinksTests {
  private static let parts = [
    "foo", "foo ", "\\foo ", "\\foo", "[foo", "!foo ", " ", "[", "]", "[[", "]]", "\\", "!", "(", ")", "(b.md)",
    "[[b]]", "[x](b.md)", "`", "<", ">",
    "|",
    "\n", "\n\n", "%%", "$", "*", "^", ":", "<!--", "-->", "- ", "[foo]: b.md\n", "<a ", "\"",
  ]

  @Test func thoseAreReadableThatTryingInPartsFinds() {
    var random = SeededRandom(seed: 1)
    var (readable, others) = (0, 0)
    for round in 0..<20_000 {
      let text = (0..<Int.random(in: 1...16, using: &random)).map { _ in random.pick(Self.parts) ?? "" }.joined()
      let bytes = Array("# T\n\n\(text)\n".utf8)
      bytes.withUnsafeBytes { bytes in
        let links = Self.links(in: bytes, as: round % 2 == 0 ? "[[foo]]" : "[[b|foo]]")
        let found = NewLinks(in: bytes).readable(links)
        var expected: [NewLink] = []
        Self.add(links[...], to: &expected, in: bytes)
        #expect(found == expected, "\(text.debugDescription)")
        readable += expected.count
        others += links.count - expected.count
      }
    }
    print("names that can be links: \(readable), that cannot: \(others)")
    #expect(readable > 1_000 && others > 1_000)
  }

  /// The limit is for work that grows with the square of the number of names.
  @Test func manyNamesThatCannotBeLinksAreNotTriedOneByOne() {
    let count = 50_000
    let bytes = Array("# T\n\n\(String(repeating: "\\foo foo ", count: count))\n".utf8)
    bytes.withUnsafeBytes { bytes in
      let links = Self.links(in: bytes, as: "[[foo]]")
      #expect(links.count == 2 * count)
      #expect(NewLinks(in: bytes).readable(links).count == count)
    }
  }

  private static func links(in bytes: UnsafeRawBufferPointer, as text: String) -> [NewLink] {
    let target = Array(text.utf8.dropFirst(2).prefix { !"|]".utf8.contains($0) })
    return MentionFinder(["foo"]).mentions(in: bytes, titledBy: .firstLine).map {
      NewLink(edit: ByteEdit($0.range, Array(text.utf8)), target: target)
    }
  }

  /// The definition: links are added as long as all are read, in halves where they are not.
  private static func add(_ links: ArraySlice<NewLink>, to kept: inout [NewLink], in bytes: UnsafeRawBufferPointer) {
    if areRead(kept + links, in: bytes) {
      kept += links
    } else if links.count > 1 {
      let middle = links.startIndex + links.count / 2
      add(links[..<middle], to: &kept, in: bytes)
      add(links[middle...], to: &kept, in: bytes)
    }
  }

  private static func areRead(_ new: [NewLink], in bytes: UnsafeRawBufferPointer) -> Bool {
    func links(_ bytes: UnsafeRawBufferPointer) -> [(range: Range<Int>, target: [UInt8])] {
      InlineLink.targets(in: bytes).sorted { $0.range.lowerBound < $1.range.lowerBound }
        .map { ($0.range, Array(bytes[$0.target])) }
    }
    let changed = ByteEdit.apply(new.map(\.edit), to: bytes)
    return changed.withUnsafeBytes { changed in
      var (rest, shift) = (links(changed), 0)
      for link in new {
        let start = link.edit.range.lowerBound + shift
        guard let place = rest.firstIndex(where: { $0.range == start..<start + link.edit.bytes.count }),
          rest[place].target == link.target
        else { return false }
        rest.remove(at: place)
        shift += link.edit.bytes.count - link.edit.range.count
      }
      return rest.map(\.target) == links(bytes).map(\.target)
    }
  }
}
