/// Finds memos that one side merged into others while the other side changed them, and puts these changes where the text
/// went.
///
/// The texts alone tell it, whatever program has moved the lines: what a commit says of itself proves nothing.
enum MergedMemos {
  /// A text may be made so that each of its lines could be the first.
  private static let comparisonLimit = 1_000_000

  /// A memo that is gone on one side, and whose lines are in another memo there.
  struct Source {
    let path: VaultPath
    /// The text that both sides come from.
    let base: ObjectId
    /// What the other side has.
    let changed: TreeEntry
    /// The side on which it is gone.
    let side: MergeSide
    /// The memo that has its lines there.
    let target: VaultPath
  }

  /// Finds them: at least half of the lines that no other memo of the base has are in one memo that the side changed.
  static func found<Failure: Error>(
    _ slots: [TreeSlot], in trees: MergeTrees, _ moves: RenameMatching.Moves,
    read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) -> [Source] {
    var gone = slots.filter { slot in
      guard !slot.isGone, let side = slot.removals.first else { return false }
      return moves.places(of: slot.path, on: side).isEmpty
    }
    guard !gone.isEmpty else { return [] }
    let changed = MergeSide.allCases.reduce(into: [:]) { changed, side in
      changed[side] = slots.compactMap { $0.isMemo && $0[side]?.id != $0.base?.id ? $0[side] : nil }
    }
    gone.removeAll { slot in slot.removals.allSatisfy { changed[$0]?.isEmpty ?? true } }
    guard !gone.isEmpty else { return [] }
    let memos = gone.compactMap { slot in slot.base.map { (path: slot.path, id: $0.id) } }
    // Front matter stays behind.
    var lines = try LineOwners(memos) { (ids) throws(Failure) in try read(ids).map { Array($0[bodyStart(of: $0)...]) } }
    var holders: [MergeSide: [Int: [VaultPath]]] = [:]
    for side in MergeSide.allCases where gone.contains(where: { $0[side] == nil }) {
      try RenameMatching.each(changed[side] ?? [], read: read) { text, entry in
        for number in lines.numbers(in: text) { holders[side, default: [:]][number, default: []].append(entry.path) }
      }
    }
    guard !holders.isEmpty else { return [] }
    try RenameMatching.each(RenameMatching.memos(of: trees.base), read: read) { text, _ in lines.see(text) }
    let places = slots.reduce(into: [:]) { $0[$1.path, default: 0] += 1 }
    return gone.compactMap { slot in
      // Where another memo has that name now, the path is no longer this one's.
      guard places[slot.path] == 1, let side = slot.removals.first, let base = slot.base,
        let other = slot[side.other],
        let target = RenameMatching.bestHolder(of: lines.unique(to: slot.path), holders[side] ?? [:])
      else { return nil }
      return Source(path: slot.path, base: base.id, changed: other, side: side, target: target)
    }
  }

  // MARK: Texts

  /// Both sides of a text, with what the other side made of a memo in the place of the memo's lines.
  ///
  /// - Parameters:
  ///   - sides: the first side's text and the second's.
  ///   - base: what these come from.
  ///   - side: the one that has the memo's lines in its text.
  ///   - old: the memo as both sides had it.
  ///   - new: the memo as the other side has it.
  /// - Returns: `nil` where it is not certain which lines these are, or where the two sides, merged, would have a conflict
  ///   more or a line less.
  static func sides(
    _ sides: (first: [UInt8], second: [UInt8]), since base: [UInt8], with side: MergeSide, _ old: [UInt8],
    as new: [UInt8]
  ) -> (first: [UInt8], second: [UInt8])? {
    let texts = [base, sides.first, sides.second, old, new]
    guard texts.allSatisfy({ !$0.contains(0) && String(validating: $0, as: UTF8.self) != nil }),
      let text = text(side == .first ? sides.first : sides.second, since: base, with: old, as: new)
    else { return nil }
    let joined = side == .first ? (first: text, second: sides.second) : (first: sides.first, second: text)
    let merges = [sides, joined].map { LineMerge(base: base, first: $0.first, second: $0.second) }
    let isSame = merges[0].overlaps.elementsEqual(merges[1].overlaps) { ($0.first, $0.second) == ($1.first, $1.second) }
    var balance: [ArraySlice<UInt8>: Int] = [:]
    for (text, count) in [(merges[1].bytes, 1), (old, 1), (merges[0].bytes, -1), (new, -1)] {
      let lines = TextLines(text)
      for line in 0..<lines.count where !lines.isBlank(at: line) {
        balance[lines.content(at: line), default: 0] += count
      }
    }
    return isSame && balance.values.allSatisfy { $0 >= 0 } ? joined : nil
  }

  /// A text with what changed in the memo in the place of the memo's lines; `nil` where these are not there in one piece and
  /// once, or changed there at the same place, or are not those that came into the text.
  private static func text(
    _ text: [UInt8], since base: [UInt8], with old: [UInt8], as new: [UInt8]
  ) -> [UInt8]? {
    let (oldBody, newBody) = (body(of: old), body(of: new))
    guard !oldBody.isEmpty, !newBody.isEmpty,
      old[..<bodyStart(of: old)].elementsEqual(new[..<bodyStart(of: new)]),
      Set(newBody).subtracting(oldBody).allSatisfy(isPlain),
      // Another text under the name of the memo would take the place of the memo's.
      oldBody.count(where: Set(newBody).contains) * 2 >= oldBody.count
    else { return nil }
    let lines = TextLines(text)
    let lineBreak = LineInsertion.lineBreak(of: text)
    let contents = (0..<lines.count).map { lines.content(at: $0) }
    guard let range = place(of: oldBody, in: contents, LineDifference(from: base, to: text).hunks.map(\.new)),
      lines.text(0..<range.lowerBound).count >= bodyStart(of: text),
      // Lines that are taken over get those of the text.
      range.dropLast().allSatisfy({ lines.lineBreak(at: $0).elementsEqual(lineBreak) }),
      let merge = LineMerge(
        separate: joined(oldBody), first: joined(contents[range]), second: joined(newBody), keepsLastCopies: true),
      let last = body(of: merge.bytes).last
    else { return nil }
    let merged = body(of: merge.bytes).dropLast().flatMap { $0 + lineBreak } + last
    return Array(lines.text(0..<range.lowerBound)) + merged + lines.lineBreak(at: range.upperBound - 1)
      + lines.text(range.upperBound..<lines.count)
  }

  /// Where a memo's lines are in a text, among those that came into it: as they were, or from the first line to the last.
  private static func place(
    of body: [ArraySlice<UInt8>], in text: [ArraySlice<UInt8>], _ added: [Range<Int>]
  ) -> Range<Int>? {
    let starts = text.indices.filter { text[$0] == body[0] }
    guard starts.count * body.count <= comparisonLimit else { return nil }
    let whole = starts.filter { text[$0...].starts(with: body) }
    guard whole.count < 2 else { return nil }
    let ends = added.compactMap { part -> Range<Int>? in
      let (first, last) = (part.filter { text[$0] == body[0] }, part.filter { text[$0] == body[body.count - 1] })
      guard first.count == 1, last.count == 1, first[0] <= last[0] else { return nil }
      return first[0]..<last[0] + 1
    }
    let range = whole.first.map { $0..<$0 + body.count } ?? (ends.count == 1 ? ends[0] : nil)
    return range.flatMap { range in
      added.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound } ? range : nil
    }
  }

  private static func joined(_ lines: some Sequence<ArraySlice<UInt8>>) -> [UInt8] {
    lines.flatMap { $0 + [UInt8(ascii: "\n")] }
  }

  /// Whether a line means the same in another memo: footnotes, labels of links and names of blocks there may be others.
  private static func isPlain(_ line: ArraySlice<UInt8>) -> Bool {
    !["[^", "]:", " ^"].contains { mark in
      line.indices.contains { line[$0...].starts(with: mark.utf8) }
    }
  }

  private static func bodyStart(of text: [UInt8]) -> Int {
    text.withUnsafeBytes { FrontMatter($0).range.upperBound }
  }

  /// A memo's lines without front matter and without the blank lines around them.
  private static func body(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    let lines = TextLines(Array(text[bodyStart(of: text)...]))
    let filled = (0..<lines.count).filter { !lines.isBlank(at: $0) }
    guard let first = filled.first, let last = filled.last else { return [] }
    return (first...last).map { lines.content(at: $0) }
  }
}
