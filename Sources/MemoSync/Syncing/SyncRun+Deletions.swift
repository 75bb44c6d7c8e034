import MemoCore
import MemoStore

extension SyncRun {
  /// Deletes what others have deleted and an earlier sync has left, unless an editor still has it open or it is another
  /// file by now.
  func deleteLeft() throws {
    guard !left.files.isEmpty else { return }
    try loadTable()
    var changes: [TreeChange] = []
    for (path, id) in left.files {
      let entry = TreeEntry(path: path, mode: .file, id: id)
      if table.files[path] == nil, vault.files.stamp(of: path) != nil {
        changes.append(TreeChange(path: path, old: entry, new: nil))
      } else {
        left.remove(path)
      }
    }
    let outcome = try bringIn(changes.sorted { $0.path < $1.path }, [:])
    report.rescued += outcome.rescued
    let kept = outcome.left.map(\.path)
    report.issues += kept.map { .stillOpen($0) }
    for change in changes where !kept.contains(change.path) { left.remove(change.path) }
    try left.write(to: folder)
  }

  /// Notes the files that stay for now, before the branch moves to a commit without them.
  func noteLeft(_ entries: [TreeEntry]) throws {
    for entry in entries { left.add(entry.path, entry.id) }
    report.issues += entries.map { .stillOpen($0.path) }
    try left.write(to: folder)
  }
}
