/// Finds memos that one side merged into others, and puts what the other side changed in them where the text went.
///
/// The texts alone show it, whatever program has moved the lines: what a commit says of itself proves nothing.
enum MergedMemos {
  /// A text may be made so that each of its lines could be the first.
  private static let comparisonLimit = 1_000_000
  /// How many memos are compared with what may have their lines, before more are read.
  private static let textsAtOnce = 64

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
    var lines = try owners(of: gone.compactMap(\.base), read)
    var holders: [MergeSide: [Int: [VaultPath]]] = [:]
    for side in MergeSide.allCases where gone.contains(where: { $0[side] == nil }) {
      holders[side] = try RenameMatching.holders(of: lines, among: changed[side] ?? [], read)
    }
    guard !holders.values.allSatisfy(\.isEmpty) else { return [] }
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

  /// The lines of memos; front matter stays behind when memos are merged.
  private static func owners<Failure: Error>(
    of memos: [TreeEntry], _ read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) -> LineOwners {
    try LineOwners(memos.map { ($0.path, $0.id) }) { (ids) throws(Failure) in
      try read(ids).map { Array($0[bodyStart(of: $0)...]) }
    }
  }

  // MARK: Memos that did not change

  /// A memo that the other side left as it was, and the one that may have its lines.
  private struct Merged {
    let old: TreeEntry
    let target: TreeEntry
    /// What the side made the target of.
    let base: TreeEntry
  }

  /// Finds the memos that a side merged into others while the other side, which wrote some memo, left them as they were.
  ///
  /// - Parameter hints: how the side renamed memos since the base.
  /// - Returns: each memo with the one that has all of its lines, changed ones between the first and the last, in one place.
  static func unchanged<Failure: Error>(
    in trees: MergeTrees, on side: MergeSide, _ hints: [RenameHint],
    read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) -> [(path: VaultPath, target: VaultPath)] {
    let (own, other) = side == .first ? (trees.first, trees.second) : (trees.second, trees.first)
    let gone = trees.differing.compactMap { path -> TreeEntry? in
      guard TreePath.isSafe(path), let base = trees.base[path], base.isMemo, own[path] == nil,
        other[path]?.id == base.id
      else { return nil }
      return hints.targets(of: path).contains { own[$0] != nil } ? nil : base
    }
    guard !gone.isEmpty else { return [] }
    func isWritten(_ entry: TreeEntry) -> Bool { entry.isMemo && entry.id != trees.base[entry.path]?.id }
    guard trees.differing.contains(where: { other[$0].map(isWritten) ?? false }) else { return [] }
    let written = trees.differing.compactMap { own[$0] }.filter { TreePath.isSafe($0.path) && isWritten($0) }
    let origins = hints.origins
    let bases = written.reduce(into: [VaultPath: TreeEntry]()) { bases, entry in
      let former = origins[entry.path].flatMap { own[$0] == nil ? trees.base[$0] : nil }
      bases[entry.path] = former ?? trees.base[entry.path]
    }
    guard bases.values.contains(where: \.isMemo) else { return [] }
    var lines = try owners(of: gone, read)
    let holders = try RenameMatching.holders(of: lines, among: written, read)
    let merged = gone.compactMap { old -> Merged? in
      let all = lines.all(of: old.path)
      var hits: [VaultPath: Int] = [:]
      for path in all.flatMap({ holders[$0] ?? [] }) { hits[path, default: 0] += 1 }
      let most = hits.filter { $0.value * 2 >= all.count }.keys
      guard most.count == 1, let path = most.first, let target = own[path], let base = bases[path], base.isMemo
      else { return nil }
      return Merged(old: old, target: target, base: base)
    }
    let certain = try certain(among: merged, read)
    // Only where it looks like a merge are all memos read.
    guard !certain.isEmpty else { return [] }
    try RenameMatching.each(RenameMatching.memos(of: trees.base), read: read) { text, _ in lines.see(text) }
    return certain.compactMap { memo in
      let best = RenameMatching.bestHolder(of: lines.unique(to: memo.old.path), holders)
      return best == memo.target.path ? (memo.old.path, memo.target.path) : nil
    }
  }

  /// Those whose lines are together in the text of the other memo, among the lines that came into it.
  private static func certain<Failure: Error>(
    among merged: [Merged], _ read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) -> [Merged] {
    var certain: [Merged] = []
    for start in stride(from: 0, to: merged.count, by: textsAtOnce) {
      let part = merged[start..<min(start + textsAtOnce, merged.count)]
      let texts = try read(part.flatMap { [$0.old.id, $0.target.id, $0.base.id] })
      for (number, memo) in part.enumerated() {
        let (old, text, base) = (texts[number * 3], texts[number * 3 + 1], texts[number * 3 + 2])
        if [old, text, base].allSatisfy(isText), place(of: body(of: old), in: text, since: base) != nil {
          certain.append(memo)
        }
      }
    }
    return certain
  }

  // MARK: Texts

  private static func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }

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
    guard texts.allSatisfy(isText),
      let text = text(side == .first ? sides.first : sides.second, since: base, with: old, as: new)
    else { return nil }
    let joined = side == .first ? (first: text, second: sides.second) : (first: sides.first, second: text)
    let merges = [sides, joined].map { LineMerge(base: base, first: $0.first, second: $0.second) }
    let isSame = merges[0].overlaps.elementsEqual(merges[1].overlaps) { ($0.first, $0.second) == ($1.first, $1.second) }
    var balance: [ArraySlice<UInt8>: Int] = [:]
    for (text, count) in [(merges[1].bytes, 1), (old, 1), (merges[0].bytes, -1), (new, -1)] {
      for line in TextLines(text).filled { balance[line, default: 0] += count }
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
    guard let range = place(of: oldBody, in: text, since: base),
      // Lines that are taken over get those of the text.
      range.dropLast().allSatisfy({ lines.lineBreak(at: $0).elementsEqual(lineBreak) }),
      let merge = LineMerge(
        separate: joined(oldBody), first: joined(lines.contents[range]), second: joined(newBody), keepsLastCopies: true),
      let last = body(of: merge.bytes).last
    else { return nil }
    let merged = body(of: merge.bytes).dropLast().flatMap { $0 + lineBreak } + last
    return Array(lines.text(0..<range.lowerBound)) + merged + lines.lineBreak(at: range.upperBound - 1)
      + lines.text(range.upperBound..<lines.count)
  }

  /// Where a memo's lines are in a text, among those that came into it, behind its front matter.
  private static func place(of body: [ArraySlice<UInt8>], in text: [UInt8], since base: [UInt8]) -> Range<Int>? {
    guard !body.isEmpty else { return nil }
    let lines = TextLines(text)
    return place(of: body, in: lines.contents, LineDifference(from: base, to: text).hunks.map(\.new)).flatMap { range in
      lines.text(0..<range.lowerBound).count >= bodyStart(of: text) ? range : nil
    }
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
    let lines = TextLines(Array(text[bodyStart(of: text)...])).contents
    let start = lines.firstIndex { !$0.isBlank } ?? lines.endIndex
    return Array(lines[start..<(lines.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start)])
  }
}

extension TreeMerge {
  /// Memos that a side merged into others while the other side left them as they were, but wrote others: links to them that
  /// it wrote there lead nowhere after the merge.
  ///
  /// - Parameters:
  ///   - trees: those that were merged.
  ///   - renames: files that the sides say they renamed since the base.
  ///   - read: gives the contents of objects in the order asked for.
  public func unchangedMergedMemos<Failure: Error>(
    in trees: MergeTrees, renames: RenameHints, read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) -> [MergedMemo] {
    let newPaths = displaced.newPaths
    var memos: [MergedMemo] = []
    for side in MergeSide.allCases {
      let found = try MergedMemos.unchanged(in: trees, on: side, moves[side] + renames[side], read: read)
      memos += found.map { path, target in
        let place = trees.base[target] == nil ? target : moves[side.other].target(of: target)
        return MergedMemo(
          path: path, target: target, newPath: newPaths[place] ?? place, isFirst: side == .first, isKept: false)
      }
    }
    return memos
  }
}
