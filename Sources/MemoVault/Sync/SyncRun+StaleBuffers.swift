import MemoCore

extension SyncRun {
  /// Makes the merge again in memos that an editor has saved without what a sync had brought while it had them open.
  /// Returns whether there were any, so that the snapshot has to be taken again.
  func reviveLines(_ snapshot: WorkTreeSnapshot) throws(SyncError) -> Bool {
    var applied = AppliedTexts(in: folder, now: clock.now)
    guard !applied.changes.isEmpty else { return false }
    var revived: [VaultPath] = []
    var doubts: [StaleDoubt] = []
    var isChanged = false
    for edit in snapshot.edits where table.files[edit.path] != nil {
      guard let texts = applied.last(of: edit.path) else { continue }
      switch try outcome(of: edit, texts.old, texts.new) {
      case .asItIs: continue
      case .settled: break
      case .doubtful: doubts.append(StaleDoubt(path: edit.path, old: texts.old, new: texts.new))
      case .revived: revived.append(edit.path)
      }
      // Once: who takes the lines out again means it.
      applied.remove(edit.path)
      isChanged = true
    }
    if isChanged { applied.write(to: folder) }
    report.revived += revived
    report.doubtful += doubts.map(\.path)
    folder.add(doubts)
    return !revived.isEmpty
  }

  private enum BufferOutcome {
    case asItIs, doubtful, revived
    /// A version of lines that both sides had changed was taken out.
    case settled
  }

  private func outcome(
    of edit: WorkTreeSnapshot.Edit, _ old: ObjectId, _ new: ObjectId
  ) throws(SyncError) -> BufferOutcome {
    let file = try SyncError.wrapping { () throws(FileError) -> [UInt8]? in
      if let bytes = edit.bytes { return bytes }
      return try WholeFile.read(edit.path, in: vault.files)?.bytes
    }
    let entries = [old, new].map { TreeEntry(path: edit.path, id: $0) }
    let texts = try SyncError.asking { () throws(GitError) in try conversions.texts(of: entries) }
    guard let file, let old = texts[entries[0]], let new = texts[entries[1]] else { return .asItIs }
    let kind = TextKind(of: edit.path)
    switch StaleBuffer(old: old, merged: new, file: file, kind: kind) {
    case .keep: return .asItIs
    case .doubtful:
      let wanted = try settled(new, by: file, edit.path)
      return StaleBuffer(old: old, merged: wanted, file: file, kind: kind) == .doubtful ? .doubtful : .settled
    case .weave(let merge):
      guard merge.bytes != file, try write(merge.bytes, over: file, edit) else { return .asItIs }
      return .revived
    }
  }

  /// What a merge brought without the versions of conflicts that are gone: whoever takes one out has looked.
  private func settled(_ merged: [UInt8], by file: [UInt8], _ path: VaultPath) throws(SyncError) -> [UInt8] {
    guard let head else { return merged }
    let told = try SyncError.asking { () throws(GitError) in try CommitLog(repository, ofConflictsIn: head.id) }
    var wanted = merged
    for (_, conflict) in told.conflicts where conflict.path == path {
      let known = try SyncError.asking { () throws(GitError) in try conflict.unsealed(by: conversions) }
      if let known { wanted = known.versions.settled(wanted, by: file) }
    }
    return wanted
  }

  private func write(_ text: [UInt8], over file: [UInt8], _ edit: WorkTreeSnapshot.Edit) throws(SyncError) -> Bool {
    let entry = TreeEntry(path: edit.path, mode: edit.entry.mode, id: ObjectId(ofBlob: text))
    let exchange = FileExchange(
      vault: vault, workTree: workTree, texts: [entry: text, edit.entry: file], times: [edit.path: edit.time],
      traces: EditorTraces(vault: vault, now: clock.now))
    var parked = ParkedFiles(vault: vault, now: clock.now)
    var outcome = WorkTreeUpdate.Outcome()
    try SyncError.wrapping { () throws(FileError) in
      try exchange.run([TreeChange(path: edit.path, old: edit.entry, new: entry)], &parked, &outcome)
      try vault.writer.synchronize(folders: [edit.path.parent])
      report.rescued += try parked.finish()
    }
    return outcome.unmerged.isEmpty && outcome.waiting.isEmpty
  }

  /// Notes which memos are about to be changed.
  func noteApplied(_ changes: [TreeChange]) {
    var applied = AppliedTexts(in: folder, now: clock.now)
    let count = applied.changes.count
    applied.add(changes, at: clock.now)
    if applied.changes.count != count { applied.write(to: folder) }
  }
}
