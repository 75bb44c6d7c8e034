package import MemoCore
import MemoStore

/// Memos with more text than their records cover. Lists and graphs show what the records say; a change reads these memos
/// whole, so that it finds links and tags wherever they are.
extension VaultIndex {
  /// Those that can be read whole, in order of their paths.
  package var longMemos: [VaultPath] { paths(of: Self.longSizes) }

  /// Those that are too large for that, in order of their paths.
  package var oversizedMemos: [VaultPath] { paths(of: (Self.longSizes.upperBound + 1)...) }

  private static let longSizes = UInt64(MemoMetadata.readLimit + 1)...UInt64(FileError.largestInMemory)

  private func paths(of sizes: some RangeExpression<UInt64> & Sendable) -> [VaultPath] {
    places(ofSizes: sizes).map { path(at: $0) }.sorted()
  }

  /// The places of the memos with so many bytes.
  func places(ofSizes sizes: some RangeExpression<UInt64> & Sendable) -> [Int] {
    let parts = mapPlaces { places in
      places.filter { place in
        // Each search asks this of all memos: of most, their stamps are enough.
        let stamp = stamp(at: place)
        return (stamp.isDistrusted || sizes.contains(stamp.size)) && sizes.contains(size(at: place))
      }
    }
    return parts.flatMap(\.self)
  }

  /// The bytes of the memo at a place; 0 where the place is empty.
  private func size(at place: Int) -> UInt64 {
    guard hasMemo(at: place) else { return 0 }
    let stamp = stamp(at: place)
    guard stamp.isDistrusted else { return stamp.size }
    var size: UInt64 = 0
    read(MemoRecord.head, at: place) { size = $0.size }
    return size
  }

  /// Hands over all links of the memo at a place, which are valid for the call alone: those of its record or, where that does
  /// not cover the text, of its file.
  func readAllLinks(at place: Int, _ body: ([MemoRecord.Link]) -> Void) {
    guard Self.longSizes.contains(size(at: place)) else { return read(MemoRecord.links, at: place, body) }
    readWhole(path(at: place)) { bytes in
      func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[range]) }
      body(InlineLink.targets(in: bytes).map { ($0.kind, part($0.target), $0.heading.map(part)) })
    }
  }

  /// Hands over the text of one of the long memos.
  package func readWhole(_ path: VaultPath, _ body: (UnsafeRawBufferPointer) -> Void) {
    // What cannot be read cannot be rewritten either; the refresh has reported it.
    _ = try? files.read(path, limit: FileError.largestInMemory, head: body)
  }
}
