/// Merges two texts of which one has a front matter: that by its keys, the rest by its lines.
///
/// A key that one side changed is as that side has it. Of a key that both changed, lists hold what either added and both
/// kept; of times of modification the later one stays; of everything else one value, whichever side comes first, and the
/// other one is reported as an overlap. So the front matter is read after the merge if it was before, and no line of it is
/// there twice or as a comment.
struct FrontMatterMerge {
  /// The lines of the whole text.
  private(set) var lines: [MergedLine] = []
  /// Where both sides changed the same lines, or the same key.
  private(set) var overlaps: [LineMerge.Overlap] = []

  private typealias Unit = FrontMatterUnits.Unit

  /// Merges three texts; line by line where none of them has a front matter, or one has what only looks like it.
  ///
  /// - Parameter doubled: memos to which each side gave another name.
  init(base: TextLines, first: TextLines, second: TextLines, _ doubled: [TreeMerge.Doubled] = []) {
    guard let old = FrontMatterUnits(base), let one = FrontMatterUnits(first), let other = FrontMatterUnits(second),
      one.fences != nil || other.fences != nil
    else {
      append(TaskWeave.lines(base: base, first: first, second: second, doubled))
      return
    }
    append(old, one, other)
    append(
      TaskWeave.lines(
        base: base.dropping(old.count), first: first.dropping(one.count), second: second.dropping(other.count), doubled)
    )
  }

  private mutating func append(_ weave: LineWeave) {
    overlaps += weave.overlaps.map { overlap in
      LineMerge.Overlap(
        line: lines.count + overlap.merged.lowerBound + 1, first: overlap.first, second: overlap.second,
        wholes: overlap.wholes, isSettled: overlap.isSettled)
    }
    lines += weave.lines
  }

  // MARK: Keys

  private mutating func append(_ base: FrontMatterUnits, _ first: FrontMatterUnits, _ second: FrontMatterUnits) {
    let texts = (base.text, first.text, second.text)
    if texts.1 == texts.0 || texts.1 == texts.2 {
      lines += second.lines
    } else if texts.2 == texts.0 {
      lines += first.lines
    } else {
      // In an order of their own, so that it does not matter which side is called the first.
      let isSwapped = texts.2.lexicographicallyPrecedes(texts.1)
      let (one, other) = isSwapped ? (second, first) : (first, second)
      let fences = fences(base, one, other)
      if let fences { lines.append(fences.opening) }
      let start = overlaps.count
      merge(base.units, one.units, other.units)
      if let fences { lines.append(fences.closing) }
      if isSwapped { overlaps[start...] = overlaps[start...].map(\.swapped)[...] }
    }
  }

  /// The fences of the side that has others than the base; those of one side alone go if the other side took them away
  /// and nothing is between them any more.
  private func fences(
    _ base: FrontMatterUnits, _ first: FrontMatterUnits, _ second: FrontMatterUnits
  ) -> (opening: MergedLine, closing: MergedLine)? {
    guard let one = first.fences, let other = second.fences else {
      var rest = FrontMatterMerge()
      rest.merge(base.units, first.units, second.units)
      return rest.lines.isEmpty ? nil : first.fences ?? second.fences
    }
    func isKept(_ line: KeyPath<(opening: MergedLine, closing: MergedLine), MergedLine>) -> Bool {
      base.fences.map { $0[keyPath: line].content == one[keyPath: line].content } ?? false
    }
    return (isKept(\.opening) ? other.opening : one.opening, isKept(\.closing) ? other.closing : one.closing)
  }

  private init() {}

  private mutating func merge(_ base: [Unit], _ first: [Unit], _ second: [Unit]) {
    let (old, one, other) = (Self.byName(base), Self.byName(first), Self.byName(second))
    // What one side removed and the other changed is as if the latter had added it.
    let kept = base.filter { unit in
      guard unit.key != nil, one[unit.name] == nil || other[unit.name] == nil else { return true }
      return (one[unit.name] ?? other[unit.name]).map { $0.text == unit.text } ?? true
    }
    var seen: Set<[UInt8]> = []
    for name in Self.woven(kept.map(\.name), first.map(\.name), second.map(\.name)) {
      guard let unit = one[name] ?? other[name] else { continue }
      if unit.key == nil {
        lines += unit.lines
      } else if one[name] == nil || other[name] == nil, unit.text == old[name]?.text {
        // One side removed it, and the other moved it at most.
        continue
      } else if seen.insert(name).inserted {
        merge(old[name], one[name], other[name])
      }
    }
  }

  /// Weaves lists of names as if they were lines.
  static func woven(_ base: [[UInt8]], _ first: [[UInt8]], _ second: [[UInt8]]) -> [[UInt8]] {
    let texts = [base, first, second].map { names in TextLines(names.flatMap { $0 + [UInt8(ascii: "\n")] }) }
    return LineWeave(base: texts[0], first: texts[1], second: texts[2], hasBlocks: false).lines
      .map { Array($0.content) }
  }

  private static func byName(_ units: [Unit]) -> [[UInt8]: Unit] {
    Dictionary(units.map { ($0.name, $0) }) { first, _ in first }
  }

  private mutating func merge(_ base: Unit?, _ first: Unit?, _ second: Unit?) {
    guard let first, let second else {
      guard let unit = first ?? second else { return }
      if base != nil { note(first, second) }
      lines += unit.lines
      return
    }
    let texts = (base?.text, first.text, second.text)
    if texts.1 == texts.2 || texts.2 == texts.0 {
      lines += first.lines
    } else if texts.1 == texts.0 {
      lines += second.lines
    } else if let list = FrontMatterList.merged(base, first, second) {
      lines += list
    } else if let one = first.map, let other = second.map, one.indentation.elementsEqual(other.indentation) {
      mergeMaps(base, first, one.units, second, other.units, one.indentation)
    } else if let one = first.scalar, let other = second.scalar {
      merge(first, one, second, other)
    } else if !weave(base, first, second) {
      note(first, second)
      lines += Self.chosen(first, second).lines
    }
  }

  private mutating func merge(_ first: Unit, _ one: String, _ second: Unit, _ other: String) {
    if first.isModificationTime, let times = Self.times(one, other), times.first != times.second {
      lines += (times.first > times.second ? first : second).lines
      return
    }
    if !one.utf8.elementsEqual(other.utf8) { note(first, second) }
    lines += Self.chosen(first, second).lines
  }

  /// When two values say that it was; two numbers that are no times compare as numbers.
  private static func times(_ first: String, _ second: String) -> (first: Int64, second: Int64)? {
    if let first = WrittenDate(field: first), let second = WrittenDate(field: second) {
      return (first.nanoseconds, second.nanoseconds)
    }
    guard let first = Int64(first), let second = Int64(second) else { return nil }
    return (first, second)
  }

  /// The keys of a map below a key, whose own line is the one of the side that changed it.
  private mutating func mergeMaps(
    _ base: Unit?, _ first: Unit, _ one: [Unit], _ second: Unit, _ other: [Unit], _ indentation: ArraySlice<UInt8>
  ) {
    let isKept = base?.lines[0].content == first.lines[0].content
    lines.append((isKept ? second : first).lines[0])
    let start = (lines: lines.count, overlaps: overlaps.count)
    merge(base?.map?.units ?? [], one, other)
    for place in lines.indices[start.lines...] where !lines[place].content.isEmpty {
      lines[place] = lines[place].with(Array(indentation) + Array(lines[place].content))
    }
    overlaps[start.overlaps...] = overlaps[start.overlaps...].map { $0.indented(by: indentation) }[...]
  }

  /// Weaves the lines of a value that is not read, where both sides' changes leave each other alone.
  private mutating func weave(_ base: Unit?, _ first: Unit, _ second: Unit) -> Bool {
    guard let base else { return false }
    let texts = [base, first, second].map { TextLines($0.lines.flatMap { $0.content + $0.lineBreak }) }
    guard SeparateChanges(base: texts[0], first: texts[1], second: texts[2]).areSeparate else { return false }
    lines += LineWeave(base: texts[0], first: texts[1], second: texts[2], keepsLastCopies: false).lines
    return true
  }

  /// The value that stays: the same one whichever side is the first, and one that says something rather than none.
  private static func chosen(_ first: Unit, _ second: Unit) -> Unit {
    first.text.lexicographicallyPrecedes(second.text) ? second : first
  }

  private mutating func note(_ first: Unit?, _ second: Unit?) {
    func text(_ unit: Unit?) -> [UInt8] { unit?.lines.flatMap { $0.content + $0.lineBreak } ?? [] }
    overlaps.append(
      LineMerge.Overlap(line: lines.count + 1, first: text(first), second: text(second), isOfKey: true))
  }
}

extension LineMerge.Overlap {
  /// The same with the sides in the other order.
  fileprivate var swapped: LineMerge.Overlap {
    LineMerge.Overlap(line: line, first: second, second: first, isOfKey: isOfKey)
  }

  /// The same with blanks before each line.
  fileprivate func indented(by indentation: ArraySlice<UInt8>) -> LineMerge.Overlap {
    func indented(_ text: [UInt8]) -> [UInt8] {
      let lines = TextLines(text)
      return (0..<lines.count).flatMap { indentation + lines.text($0..<$0 + 1) }
    }
    return LineMerge.Overlap(line: line, first: indented(first), second: indented(second), isOfKey: isOfKey)
  }
}

extension TextLines {
  /// The text behind its first lines.
  fileprivate func dropping(_ count: Int) -> TextLines {
    count == 0 ? self : TextLines(Array(text(count..<self.count)))
  }
}
