import MemoCore
import MemoStore

extension TreeCheck {
  /// What may differ by hints alone; no stamp is compared. A memo is read again whatever its stamp: the event that hints
  /// at it may be that of the end of a write whose start has set the times already.
  func run(within changed: ChangedPaths) -> Outcome {
    var listed = foldersToList(changed)
    var outcome = Outcome()
    for memo in changed.memos {
      let folder = memo.parent
      let known = knownFolder(above: folder)
      if known == folder { outcome.changedMemos.append(memo) } else { listed.insert(known) }
    }
    outcome.changedFolders = listed.sorted()
    return outcome
  }

  /// Known folders: those that may have changed, and those that hold one. What is new is found by listing these.
  private func foldersToList(_ changed: ChangedPaths) -> Set<VaultPath> {
    guard !changed.folders.isEmpty else { return [] }
    var listed = Set(changed.folders.map { knownFolder(above: $0.parent) })
    for folder in state.folders() where changed.covers(folder: folder.path) { listed.insert(folder.path) }
    return listed
  }

  /// A folder if it is known, else the next above it that is.
  private func knownFolder(above folder: VaultPath) -> VaultPath {
    var folder = folder
    while folder != .root && state.stamp(ofFolder: folder) == nil { folder = folder.parent }
    return folder
  }
}
