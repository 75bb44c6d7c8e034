/// Names that both sides gave to memos which are not the same: one moved a memo there, and the other, which has that memo under
/// its old name, made or moved another one there.
///
/// Merged by their path alone, the two would become one text.
struct TakenNames {
  /// The slots, in which such a name belongs to the memo that was moved there.
  private(set) var slots: [TreeSlot]
  /// The other memos, which need another name.
  private(set) var rivals: [TreeEntry] = []

  private let hints: RenameHints
  private let byPath: [VaultPath: TreeSlot]

  /// Looks for them among the paths where the sides differ.
  init(in slots: [TreeSlot], _ hints: RenameHints) {
    (self.slots, self.hints) = (slots, hints)
    let targets = Set((hints.first + hints.second).map(\.new))
    let shared = slots.indices.filter { slots[$0].isMadeByBoth && targets.contains(slots[$0].path) }
    guard !shared.isEmpty else {
      byPath = [:]
      return
    }
    byPath = Dictionary(slots.map { ($0.path, $0) }) { slot, _ in slot }
    for place in shared {
      let slot = slots[place]
      guard let first = slot.first, let second = slot.second, first.id != second.id else { continue }
      // Where both moved a memo there, the first side's has the name.
      if hasMoved(to: slot.path, on: .first) {
        self.slots[place] = TreeSlot(path: slot.path, base: nil, first: first, second: nil)
        rivals.append(second)
      } else if hasMoved(to: slot.path, on: .second) {
        self.slots[place] = TreeSlot(path: slot.path, base: nil, first: nil, second: second)
        rivals.append(first)
      }
    }
  }

  /// Whether a side has moved a memo of the base to a path, and the other side has not.
  private func hasMoved(to path: VaultPath, on side: MergeSide) -> Bool {
    let old = hints[side].origin(of: path)
    guard old != path, let slot = byPath[old], slot.base?.isMemo == true, slot[side] == nil else { return false }
    let others = hints.targets(of: old, on: side.other)
    return slot[side.other]?.isMemo == true || !others.isEmpty && !others.contains(path)
  }
}
