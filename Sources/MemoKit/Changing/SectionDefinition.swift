import MemoCore

/// The definition of a link, `[label]: destination`, in a memo of which a section is taken out.
struct SectionDefinition {
  /// Whether the section holds it.
  let isInside: Bool
  /// Whether a link on the other side of the section's border refers to it.
  let isUsedElsewhere: Bool
  /// Its lines where it goes to the other side: one that leads to a memo is a link itself where nothing refers to it.
  let movedLines: Range<Int>?
  /// As it is written.
  let text: [UInt8]

  /// Those of a memo that links refer to, in order, without those in footnotes that leave the section.
  static func all(
    in bytes: UnsafeRawBufferPointer, section: Range<Int>, _ footnotes: SectionFootnotes
  ) -> [SectionDefinition] {
    let tree = MarkupTree(ofMemo: bytes)
    var moved = footnotes.movedLines[...]
    let definitions = tree.blocks.compactMap { block -> (definition: LinkDefinition, depth: Int)? in
      guard case .definition(let definition) = block.kind else { return nil }
      moved = moved.drop { $0.upperBound <= definition.range.lowerBound }
      guard moved.first?.contains(definition.range.lowerBound) != true else { return nil }
      return (definition, block.depth)
    }
    guard !definitions.isEmpty else { return [] }
    var (uses, rest) = ([Int: SectionSides](), footnotes.notes[...])
    for inline in tree.leaves.flatMap({ tree.inlines(of: $0) }) where inline.isReference {
      let place = inline.range.lowerBound
      rest = rest.drop { $0.lines.upperBound <= place }
      if let note = rest.first, note.lines.contains(place) {
        uses[inline.destination.lowerBound, default: SectionSides()].add(note.sides)
      } else {
        uses[inline.destination.lowerBound, default: SectionSides()].add(section.contains(place))
      }
    }
    return definitions.compactMap { definition, depth in
      uses[definition.destination.lowerBound].map { use in
        SectionDefinition(definition, depth: depth, use, section: section, in: bytes)
      }
    }
  }

  private init(
    _ definition: LinkDefinition, depth: Int, _ use: SectionSides, section: Range<Int>,
    in bytes: UnsafeRawBufferPointer
  ) {
    let range = definition.range
    isInside = section.contains(range.lowerBound)
    isUsedElsewhere = isInside ? use.outside : use.inside
    text = Array(bytes[range])
    let lines = bytes.lineStart(of: range.lowerBound)..<bytes.nextLineStart(from: range.upperBound)
    let isApart = bytes[lines.lowerBound..<range.lowerBound].allSatisfy { $0 <= 0x20 }
    let isMoved = isUsedElsewhere && !(isInside ? use.inside : use.outside) && depth == 0 && isApart
    movedLines = isMoved && InlineLink(definition, in: bytes) != nil ? lines : nil
  }
}
