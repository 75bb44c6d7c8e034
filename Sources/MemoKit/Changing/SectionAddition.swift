import MemoCore
public import MemoStore

/// A text that is added to a section of a memo.
public struct SectionAddition: Sendable {
  /// Where in the section it goes.
  public enum Place: Sendable {
    /// Below the heading, above everything else.
    case start
    /// Below everything else, above the blank lines that set the next section apart, and above the footnotes, the
    /// definitions of links and what a program keeps at the end of the memo.
    case end
  }

  /// As links name it, `Heading` or `Part#Heading`; one that is spelled so comes first.
  public let heading: String
  /// Where in the section the text goes.
  public let place: Place

  /// Names a section and a place in it.
  public init(to heading: String, at place: Place) {
    self.heading = heading
    self.place = place
  }

  /// The memo with the text added; all else stays as it is, byte for byte.
  ///
  /// - Throws: `RenamingError.noHeading`, `RearrangingError.nested` for a heading in a quote or a list.
  public func adding(_ text: [UInt8], to memo: ReadMemo) throws -> [UInt8] {
    let (headings, index) = try memo.headings(named: heading)
    let found = headings[index]
    guard found.depth == 0 else { throw RearrangingError.nested(found.text, memo.path) }
    let section = memo.ownLines(of: found)
    let (body, isApart) = memo.bytes.withUnsafeBytes { bytes in
      let start = bytes.lineStart(after: bytes.lineEnd(from: found.range.upperBound))
      let body = Self.withoutBlankLines(min(start, section.upperBound)..<section.upperBound, in: bytes)
      return (body, body.upperBound < section.upperBound || section.upperBound == bytes.count)
    }
    guard !text.isEmpty else { return memo.bytes }
    let isLast = memo.lines(of: found).upperBound == memo.bytes.count
    if place == .end, isLast, let end = Self.definitionsStart(of: memo, behind: body) {
      let isApart = memo.bytes.withUnsafeBytes { bytes in
        bytes[end..<bytes.lineEnd(from: end)].allSatisfy { $0 <= 0x20 }
      }
      return LineInsertion.inserting(
        text, at: end, in: memo.bytes, isApartFromAbove: false, isApartFromBelow: !isApart)
    }
    let isAtEnd = place == .end || body.isEmpty
    return LineInsertion.inserting(
      text, at: isAtEnd ? body.upperBound : body.lowerBound, in: memo.bytes, isApartFromAbove: body.isEmpty,
      isApartFromBelow: isAtEnd && !isApart)
  }

  /// Where the text of a section ends behind which there are only footnotes and definitions of links; `nil` where there are
  /// none, or nothing else.
  private static func definitionsStart(of memo: ReadMemo, behind body: Range<Int>) -> Int? {
    memo.bytes.withUnsafeBytes { bytes in
      let start = FrontMatter(bytes).range.upperBound
      var definitions = Footnotes(bytes, from: start).definitions.map(\.lines)
      definitions += MarkupTree(bytes, from: start).blocks.compactMap { block in
        guard case .definition = block.kind, block.depth == 0 else { return nil }
        let end = bytes.lineEnd(from: block.range.upperBound)
        return bytes.lineStart(of: block.range.lowerBound)..<bytes.lineStart(after: end)
      }
      definitions.removeAll { $0.lowerBound >= body.upperBound }
      definitions.sort { $0.lowerBound < $1.lowerBound }
      var end = body.upperBound
      while let last = definitions.popLast(), end > body.lowerBound {
        guard last.lowerBound >= body.lowerBound, last.lowerBound < end,
          bytes[min(last.upperBound, end)..<end].allSatisfy({ $0 <= 0x20 })
        else { break }
        end = withoutBlankLines(body.lowerBound..<last.lowerBound, in: bytes).upperBound
      }
      return end > body.lowerBound && end < body.upperBound ? end : nil
    }
  }

  /// What lines hold between the blank ones at their start and their end; where there is nothing, the end of the first
  /// line is both.
  private static func withoutBlankLines(_ lines: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
    let text = lines.drop { bytes[$0] <= 0x20 }
    guard let first = text.first, let last = text.last(where: { bytes[$0] > 0x20 }) else {
      return lines.lowerBound..<lines.lowerBound
    }
    return bytes.lineStart(of: first)..<bytes.lineStart(after: bytes.lineEnd(from: last))
  }
}
