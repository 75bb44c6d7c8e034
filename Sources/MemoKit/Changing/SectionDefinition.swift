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

  /// On which sides of the section's border something is.
  private struct Sides {
    var inside = false
    var outside = false

    mutating func add(_ isInside: Bool) {
      if isInside { inside = true } else { outside = true }
    }
  }

  /// Those of a memo that links refer to, in order.
  static func all(in bytes: UnsafeRawBufferPointer, section: Range<Int>) -> [SectionDefinition] {
    let start = FrontMatter(bytes).range.upperBound
    let tree = MarkupTree(bytes, from: start)
    let definitions = tree.blocks.compactMap { block -> (definition: LinkDefinition, depth: Int)? in
      guard case .definition(let definition) = block.kind else { return nil }
      return (definition, block.depth)
    }
    guard !definitions.isEmpty else { return [] }
    let notes = Footnotes(bytes, from: start)
    var named: [[UInt8]: Sides] = [:]
    for label in notes.references.map(\.label) {
      named[notes.key(label), default: Sides()].add(section.contains(label.lowerBound))
    }
    var (uses, rest) = ([Int: Sides](), notes.definitions[...])
    for inline in tree.leaves.flatMap({ tree.inlines(of: $0) }) where inline.isReference {
      let place = inline.range.lowerBound
      var sides = uses[inline.destination.lowerBound] ?? Sides()
      sides.add(section.contains(place))
      // A footnote is copied to the side that names it.
      rest = rest.drop { $0.lines.upperBound <= place }
      if let note = rest.first, note.lines.contains(place), let names = named[notes.key(note.label)] {
        sides = Sides(inside: sides.inside || names.inside, outside: sides.outside || names.outside)
      }
      uses[inline.destination.lowerBound] = sides
    }
    return definitions.compactMap { definition, depth in
      uses[definition.destination.lowerBound].map { use in
        SectionDefinition(definition, depth: depth, use, section: section, in: bytes)
      }
    }
  }

  private init(
    _ definition: LinkDefinition, depth: Int, _ use: Sides, section: Range<Int>,
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
