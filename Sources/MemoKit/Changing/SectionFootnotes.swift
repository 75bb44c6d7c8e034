import MemoCore

/// The footnotes of a memo of which a section is taken out: each goes to the sides of the section's border that name it, in
/// the text or in a footnote that is there. One that nothing names stays where it is.
struct SectionFootnotes {
  /// A footnote's text.
  struct SectionNote {
    /// All of it: whole lines, without the blank ones at the end.
    let lines: Range<Int>
    /// Whether the section holds it.
    let isInside: Bool
    /// On which sides it is afterwards.
    let sides: SectionSides

    /// Whether it leaves the section, which holds it and does not name it.
    var isMoved: Bool { isInside && !sides.inside }
    /// Whether the other side gets a copy.
    var isCopied: Bool { sides.inside && sides.outside }
  }

  /// Those of the memo, in order.
  let notes: [SectionNote]

  /// Finds out where the footnotes of a memo go.
  init(in bytes: UnsafeRawBufferPointer, section: Range<Int>) {
    let start = FrontMatter(bytes).range.upperBound
    let found = Footnotes(bytes, from: start)
    let names = FootnoteNames(found, section: section)
    let movable = Self.areMovable(found, in: bytes, from: start)
    let numbers = found.definitions.indices
    func isInside(_ number: Int) -> Bool { section.contains(found.definitions[number].lines.lowerBound) }
    let outside = names.reached(from: names.outside, and: numbers.filter { !isInside($0) })
    let staying = numbers.filter { isInside($0) && !(movable[$0] && outside.contains(names.labels[$0])) }
    let inside = names.reached(from: names.inside, and: staying)
    notes = numbers.map { number in
      let (isInside, label) = (isInside(number), names.labels[number])
      let isNamed = (inside: inside.contains(label), outside: outside.contains(label))
      let stays = !isInside || !movable[number] || !isNamed.outside || isNamed.inside
      return SectionNote(
        lines: found.definitions[number].lines, isInside: isInside,
        sides: SectionSides(
          inside: isInside ? stays : isNamed.inside, outside: isInside ? isNamed.outside : true))
    }
  }

  /// The lines of those that leave the section, in order.
  var movedLines: [Range<Int>] { notes.filter(\.isMoved).map(\.lines) }

  /// Whether each footnote is a paragraph of its own, or follows one that is. The lines of another one may be read as
  /// something else without those around it.
  private static func areMovable(_ found: Footnotes, in bytes: UnsafeRawBufferPointer, from start: Int) -> [Bool] {
    let paragraphs = MarkupTree(bytes, from: start).blocks.compactMap { block -> Int? in
      guard case .leaf(let leaf) = block.kind, leaf.kind == .paragraph, block.depth == 0 else { return nil }
      return bytes.lineStart(of: leaf.content.lowerBound)
    }
    let starts = Set(paragraphs)
    var (movable, end) = ([Bool](), -1)
    for lines in found.definitions.map(\.lines) {
      movable.append(starts.contains(lines.lowerBound) || lines.lowerBound == end)
      end = movable.last == true ? lines.upperBound : -1
    }
    return movable
  }
}

/// On which sides of a section's border something is.
struct SectionSides {
  /// Whether it is in the section.
  var inside = false
  /// Whether it is in the rest of the memo.
  var outside = false

  /// Adds one of them.
  mutating func add(_ isInside: Bool) {
    if isInside { inside = true } else { outside = true }
  }

  /// Adds those of something else.
  mutating func add(_ other: SectionSides) {
    inside = inside || other.inside
    outside = outside || other.outside
  }
}

/// Which footnotes are named where. Footnotes with one label are numbered alike.
private struct FootnoteNames {
  /// The number of each footnote's label.
  let labels: [Int]
  /// The labels that the text of the section names, footnotes left out.
  private(set) var inside: [Int] = []
  /// Those that the text around it names.
  private(set) var outside: [Int] = []
  /// The labels that the text of each footnote names.
  private var named: [[Int]]
  /// The footnotes by their labels.
  private var notes: [[Int]]

  /// Sorts the places that name footnotes by what they are in.
  init(_ found: Footnotes, section: Range<Int>) {
    var numbers: [[UInt8]: Int] = [:]
    let keys = found.definitions.map { found.key($0.label) }
    for key in keys where numbers[key] == nil { numbers[key] = numbers.count }
    labels = keys.compactMap { numbers[$0] }
    (named, notes) = (Array(repeating: [], count: labels.count), Array(repeating: [], count: numbers.count))
    for (note, label) in labels.enumerated() { notes[label].append(note) }
    var note = 0
    for reference in found.references {
      let place = reference.label.lowerBound
      while note < labels.count, found.definitions[note].lines.upperBound <= place { note += 1 }
      guard let label = numbers[found.key(reference.label)] else { continue }
      if note < labels.count, found.definitions[note].lines.contains(place) {
        named[note].append(label)
      } else if section.contains(place) {
        inside.append(label)
      } else {
        outside.append(label)
      }
    }
  }

  /// The labels that a text and some footnotes name, and the footnotes with these labels, and so on.
  func reached(from text: [Int], and first: [Int]) -> Set<Int> {
    var (reached, open) = (Set<Int>(), text + first.flatMap { named[$0] })
    while let label = open.popLast() {
      guard reached.insert(label).inserted else { continue }
      for note in notes[label] { open += named[note] }
    }
    return reached
  }
}
