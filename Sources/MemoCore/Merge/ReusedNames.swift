/// Memos that a side says it renamed, and whose old names it has given to other memos: a plan that was archived before a new
/// one was begun, or two memos that have each other's names.
///
/// A path alone would make the new memo a change of the old one, and the other side's changes would go to the wrong memo.
struct ReusedNames {
  private let hints: RenameHints
  private var reused: [MergeSide: Set<VaultPath>] = [:]

  /// The slots, each of a reused name as two: one that the old memo is gone from, and one that a new memo came to.
  static func apart<Failure: Error>(
    _ slots: [TreeSlot], _ hints: RenameHints, read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) -> [TreeSlot] {
    guard !hints.first.isEmpty || !hints.second.isEmpty else { return slots }
    let byPath = Dictionary(slots.map { ($0.path, $0) }) { slot, _ in slot }
    var names = ReusedNames(hints: hints)
    for side in MergeSide.allCases { try names.find(in: slots, on: side, byPath, read) }
    guard !names.reused.isEmpty else { return slots }
    return slots.flatMap(names.apart)
  }

  private init(hints: RenameHints) {
    self.hints = hints
  }

  private mutating func find<Failure: Error>(
    in slots: [TreeSlot], on side: MergeSide, _ byPath: [VaultPath: TreeSlot],
    _ read: ([ObjectId]) throws(Failure) -> [[UInt8]]
  ) throws(Failure) {
    let old = Set(hints[side].map(\.old))
    var targets: [VaultPath: VaultPath] = [:]
    for slot in slots where old.contains(slot.path) {
      guard let base = slot.base, base.isMemo, let entry = slot[side], entry.isMemo, entry.id != base.id,
        let target = hints.target(of: slot.path, on: side), let moved = byPath[target]?[side], moved.isMemo
      else { continue }
      let texts = try read([base.id, entry.id, moved.id])
      if Self.shared(texts[0], texts[2]) > Self.shared(texts[0], texts[1]) { targets[slot.path] = target }
    }
    // A memo that the base has there must have gone elsewhere, too.
    while let wrong = targets.first(where: { byPath[$0.value]?.base != nil && targets[$0.value] == nil })?.key {
      targets[wrong] = nil
    }
    if !targets.isEmpty { reused[side] = Set(targets.keys) }
  }

  /// How many lines of a text another one has.
  private static func shared(_ text: [UInt8], _ other: [UInt8]) -> Int {
    let lines = Set(StaleBuffer.contents(other))
    return StaleBuffer.contents(text).count(where: lines.contains)
  }

  private func apart(_ slot: TreeSlot) -> [TreeSlot] {
    let isFirst = reused[.first]?.contains(slot.path) == true
    let isSecond = reused[.second]?.contains(slot.path) == true
    guard isFirst || isSecond else { return [slot] }
    return [
      TreeSlot(
        path: slot.path, base: slot.base, first: isFirst ? nil : slot.first, second: isSecond ? nil : slot.second),
      TreeSlot(path: slot.path, base: nil, first: isFirst ? slot.first : nil, second: isSecond ? slot.second : nil),
    ]
  }
}
