package import MemoCore

extension [TreeChange] {
  /// Files that went while the same bytes, and nothing else with them, came.
  var exactRenames: [RenameHint] {
    let gone = Dictionary(grouping: filter { $0.new == nil }.compactMap(\.old), by: \.id)
    guard !gone.isEmpty else { return [] }
    let come = Dictionary(grouping: filter { $0.old == nil }.compactMap(\.new), by: \.id)
    return gone.compactMap { id, entries -> RenameHint? in
      guard entries.count == 1, let new = come[id], new.count == 1 else { return nil }
      return RenameHint(old: entries[0].path, new: new[0].path)
    }.sorted { $0.old < $1.old }
  }

  /// Files that went while others came in their place: those with the same bytes, and those that someone knows of.
  package func renames(_ told: [RenameHint]) -> [RenameHint] {
    var gone = Set(filter { $0.new == nil }.map(\.path))
    var come = Set(filter { $0.old == nil }.map(\.path))
    return (exactRenames + told).filter { hint in
      guard gone.contains(hint.old), come.contains(hint.new) else { return false }
      gone.remove(hint.old)
      come.remove(hint.new)
      return true
    }
  }
}
