import MemoCore

/// How the trees of commits differ, as far as that was found out. More follows from it: from one commit to another the way
/// may go over others, and back.
struct KnownChanges: Sendable {
  private struct Step {
    let to: ObjectId
    let changes: [TreeChange]
  }

  /// By the commit that they start from.
  private var steps: [ObjectId: [Step]] = [:]

  /// Notes how two commits differ.
  mutating func note(from old: ObjectId, to new: ObjectId, _ changes: [TreeChange]) {
    let changes = changes.filter { $0.old != $0.new }
    steps[old, default: []].append(Step(to: new, changes: changes))
    let back = changes.map { TreeChange(path: $0.path, old: $0.new, new: $0.old) }
    steps[new, default: []].append(Step(to: old, changes: back))
  }

  /// How two commits differ; `nil` where that does not follow.
  func between(_ old: ObjectId, _ new: ObjectId) -> [TreeChange]? {
    var known: [ObjectId: [TreeChange]] = [old: []]
    var open = [old][...]
    while known[new] == nil, let commit = open.popFirst() {
      for step in steps[commit] ?? [] where known[step.to] == nil {
        known[step.to] = (known[commit] ?? []).followed(by: step.changes)
        open.append(step.to)
      }
    }
    return known[new]
  }
}

extension [TreeChange] {
  /// Each by its path.
  var byPath: [VaultPath: TreeChange] { Dictionary(map { ($0.path, $0) }) { first, _ in first } }

  /// What they and then others come to, by path.
  func followed(by others: [TreeChange]) -> [TreeChange] {
    guard !isEmpty else { return others }
    var changes = byPath
    for change in others {
      changes[change.path] = TreeChange(
        path: change.path, old: (changes[change.path] ?? change).old, new: change.new)
    }
    return changes.values.filter { $0.old != $0.new }.sorted { $0.path < $1.path }
  }
}
