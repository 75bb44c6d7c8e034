public import MemoCore
import MemoIndex
import MemoStore

/// A memo of which parts move, with what links name in it.
struct MovedMemo {
  let bytes: [UInt8]
  /// The same, byte for byte in its place, but for the links that are no more: letters are there.
  let linkText: [UInt8]
  /// Its place in the index; `nil` for none.
  let place: Int?
  let headings: [MemoHeading]
  let anchors: MemoAnchors
  private let lineStarts: [Int]

  /// - Parameter replaced: the ranges that new text takes the place of.
  init(_ memo: ReadMemo, without replaced: [Range<Int>], in index: VaultIndex) {
    bytes = memo.bytes
    linkText = replaced.reduce(memo.bytes) { $0.masking($1) }
    place = index.place(of: memo.path)
    headings = memo.headings
    anchors = MemoAnchors(of: bytes)
    lineStarts = bytes.withUnsafeBytes { bytes in
      Array(sequence(first: 0) { $0 < bytes.count ? bytes.nextLineStart(from: $0) : nil })
    }
  }

  /// Where a heading or a block is that an anchor names, and which heading; `nil` where nothing is called so.
  func target(of anchor: String, _ kind: MemoLink.Kind) -> (offset: Int, heading: Int?)? {
    if let heading = anchors.heading(anchor, kind) { return (headings[heading].range.lowerBound, heading) }
    return anchors.line(of: anchor, kind).map { (lineStarts[min($0, lineStarts.count) - 1], nil) }
  }
}

extension [UInt8] {
  /// A text with letters in place of a range, which then holds no link and no name of a footnote; all else stays where it is.
  func masking(_ range: Range<Int>) -> [UInt8] {
    self[..<range.lowerBound] + Array(repeating: UInt8(ascii: "a"), count: range.count) + self[range.upperBound...]
  }
}

/// Why parts of memos could not be moved to others; nothing was changed.
public enum RearrangingError: Error, Equatable, Sendable {
  /// A link, as written in a memo, would mean something else, as where code before it is left open.
  case strayingLink(String, VaultPath)
  /// A link by reference, or a definition, as written in a memo, would be without the other.
  case partedLink(String, VaultPath)
  /// A link, as written in a memo, would lead to a memo whose name it cannot write.
  case unwritableLink(String, VaultPath, to: VaultPath)
  /// A text in brackets would become a link in a memo, which defines its label.
  case labelledText(String, VaultPath)
  /// A link, as written in a memo, to a heading that would be behind another one with the same text.
  case hiddenHeading(String, VaultPath)
  /// The text of a memo would be read as something else, as where code before it is left open.
  case misread(VaultPath)
  /// A memo in which code, a comment or math is left open, so that headings behind its text would not be read as such.
  case leftOpen(VaultPath)
  /// A heading that is the memo's title.
  case title(VaultPath)
  /// A heading in a quote or in an item of a list.
  case nested(String, VaultPath)
  /// No link can name the new memo.
  case unlinkable(VaultPath)
  /// A memo that would be merged with itself.
  case same(VaultPath)
  /// A name that blocks of two memos have, which are to be one.
  case sameBlock(String, VaultPath, VaultPath)
}

extension RearrangingError {
  /// Why the headings of a part that starts at a place are not read as such: another memo may leave a block open before it.
  static func misreading(
    of path: VaultPath, at start: Int, in parts: [(part: RearrangedText.Part, written: [UInt8])]
  ) -> RearrangingError {
    let open = Array(parts.map(\.written).joined()).withUnsafeBytes { bytes in
      MarkupTree(ofMemo: bytes).blocks.last {
        $0.range.lowerBound < start && start < $0.range.upperBound
      }
    }
    guard let open else { return .misread(path) }
    var end = 0
    let opening = parts.first { part in
      end += part.written.count
      return open.range.lowerBound < end
    }
    guard let source = opening?.part.source?.path, source != path else { return .misread(path) }
    return .leftOpen(source)
  }
}
