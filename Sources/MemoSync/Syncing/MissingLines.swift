import MemoCore
import MemoStore

/// Saves by editors that had a memo open while a sync brought something into it.
///
/// What is on the disk wins: it is committed as it is. Only then, and in a commit of its own, the lines are added again
/// that the save lacks.
struct MissingLines {
  let sync: SyncContext

  /// So many that the texts of large memos are no burden.
  private static let changesLookedAt = 64
  private static let bytesLookedAt = 1 << 24
  private static let savesAtOnce = 64

  /// A text that was saved of a memo.
  private struct Candidate {
    let path: VaultPath
    let id: ObjectId
    /// The file that has it; `nil` where it is committed already.
    var edit: WorkTreeSnapshot.Edit?
    /// What it replaced; `nil` where nothing was there.
    let before: ObjectId?
  }

  /// A save of a memo that syncs have changed.
  private struct Save {
    let path: VaultPath
    let id: ObjectId
    let text: [UInt8]
    /// What syncs made of the memo, the oldest first.
    let changes: [(texts: TextChange, at: Int64)]
    /// What the branch had before the save.
    let before: ObjectId
    /// Whether it was suspicious before.
    let isAgain: Bool

    func entry(_ id: ObjectId) -> TreeEntry { TreeEntry(path: path, id: id) }
    var entries: [TreeEntry] { ([before] + changes.flatMap { [$0.texts.old, $0.texts.new] }).map(entry) }
  }

  // MARK: Noting saves

  /// Writes down which saves lack what syncs had brought, before they are committed: where this sync is killed, the next
  /// one adds the lines. Saves that people have committed with git count as well.
  func note(_ snapshot: SyncSnapshot) throws {
    let (files, renames) = (snapshot.files, snapshot.renames)
    if !renames.isEmpty { sync.changeFormerNames { $0.follow(renames) } }
    var applied = AppliedTexts(in: sync.folder, now: sync.clock.now)
    guard !applied.changes.isEmpty || !sync.staleSaves.saves.isEmpty else {
      sync.unseenCommits = []
      return
    }
    let former = renames.origins
    try follow(renames, &applied)
    // Whoever deletes a memo has settled it.
    for path in files.removed { sync.staleSaves.remove(path) }
    let changes = applied.byPath
    let newPaths = Self.newPaths(renames)
    let committed = try CommittedSaves(sync: sync).changes().map { change in
      TreeChange(path: newPaths[change.path] ?? change.path, old: change.old, new: change.new)
    }
    let saved = SavedTexts(edits: files.edits, committed: committed, in: sync)
    let replaced = try replacedByCommits(saved, changes)
    var candidates = files.edits.map { edit in
      let branch = sync.table.files[former[edit.path] ?? edit.path]?.entry.id
      return Candidate(path: edit.path, id: edit.entry.id, edit: edit, before: replaced[edit.path] ?? branch)
    }
    let here = Set(files.edits.map(\.path) + files.removed)
    for (path, before) in replaced.sorted(by: { $0.key < $1.key }) where !here.contains(path) {
      // What the last of the commits made of it.
      guard let entry = sync.table.files[path]?.entry, entry.mode.isFile else { continue }
      candidates.append(Candidate(path: path, id: entry.id, before: before))
    }
    try forEachStaleSave(among: candidates, changes, saved) { sync.staleSaves.add($0) }
    try sync.staleSaves.write(to: sync.folder)
    sync.unseenCommits = []
  }

  /// The texts that stale saves have replaced which people have committed with git, by their paths. Each commit is judged by
  /// itself, so that one which only takes lines out is not taken for an old text because of the next one.
  private func replacedByCommits(
    _ saved: SavedTexts, _ changes: [VaultPath: [AppliedTexts.Change]]
  ) throws -> [VaultPath: ObjectId] {
    let candidates = saved.committed.compactMap { change -> Candidate? in
      guard let old = change.old, let new = change.new, old.mode.isFile, new.mode.isFile else { return nil }
      return Candidate(path: change.path, id: new.id, before: old.id)
    }
    var replaced: [VaultPath: ObjectId] = [:]
    try forEachStaleSave(among: candidates, changes, saved) { save in
      replaced[save.path] = replaced[save.path] ?? save.before
    }
    return replaced
  }

  /// Calls a closure for each of some texts that lacks what syncs had brought.
  private func forEachStaleSave(
    among all: [Candidate], _ changes: [VaultPath: [AppliedTexts.Change]], _ saved: SavedTexts,
    _ body: (StaleSave) -> Void
  ) throws {
    let candidates = all.filter { changes[$0.path] != nil || !sync.staleSaves.saves(of: $0.path).isEmpty }
    for part in candidates.parts(of: Self.savesAtOnce) {
      let stored = part.filter { $0.edit == nil }.map { TreeEntry(path: $0.path, id: $0.id) }
      let committed = stored.isEmpty ? [:] : try sync.conversions.texts(of: stored)
      var saves: [Save] = []
      for candidate in part {
        let text =
          try candidate.edit.map { try $0.text(in: sync.vault) }
          ?? committed[TreeEntry(path: candidate.path, id: candidate.id)]
        if let text, let save = save(candidate, text, changes[candidate.path] ?? []) { saves.append(save) }
      }
      let known = try sync.conversions.texts(of: saves.flatMap(\.entries))
      // What has to be added stays due until a commit has it: a save may come before that.
      for save in saves where try !isOwnAddition(save) {
        if let stale = try staleSave(save, known, saved) { body(stale) }
      }
    }
  }

  /// Takes along what is known of memos that have another path now.
  private func follow(_ renames: [RenameHint], _ applied: inout AppliedTexts) throws {
    guard !renames.isEmpty else { return }
    let newPaths = Self.newPaths(renames)
    applied.move(newPaths)
    sync.staleSaves.move(newPaths)
    applied.write(to: sync.folder)
    try sync.staleSaves.write(to: sync.folder)
  }

  private static func newPaths(_ renames: [RenameHint]) -> [VaultPath: VaultPath] {
    Dictionary(renames.origins.map { ($0.value, $0.key) }) { min($0, $1) }
  }

  private func save(_ candidate: Candidate, _ text: [UInt8], _ applied: [AppliedTexts.Change]) -> Save? {
    let open = sync.staleSaves.saves(of: candidate.path)
    guard let before = open.first(where: \.isDue)?.before ?? candidate.before else { return nil }
    let known = open.flatMap(\.changes)
    // One that has been forgotten since is an old one.
    let times = Dictionary(applied.map { ($0.texts, $0.at) }) { $1 }
    let changes =
      known.map { (texts: $0, at: times[$0] ?? 0) }
      + applied.filter { !known.contains($0.texts) }.map { (texts: $0.texts, at: $0.at) }
    let count = max(1, min(Self.changesLookedAt, Self.bytesLookedAt / max(1, text.count)))
    return Save(
      path: candidate.path, id: candidate.id, text: text, changes: changes.suffix(count), before: before,
      isAgain: open.contains { $0.saved == candidate.id })
  }

  private func staleSave(_ save: Save, _ texts: [TreeEntry: [UInt8]], _ saved: SavedTexts) throws -> StaleSave? {
    guard let before = texts[save.entry(save.before)] else { return nil }
    let known = save.changes.compactMap { ids, at in
      texts[save.entry(ids.old)].flatMap { old in
        texts[save.entry(ids.new)].map { Known(ids: ids, at: at, change: StaleBuffer.Change(from: old, to: $0)) }
      }
    }
    /// What there is to say of a text in the place of the save.
    func judged(_ text: [UInt8], isAgain: Bool) -> StaleBuffer? {
      StaleBuffer(known.map(\.change), before: before, saved: text, isAgain: isAgain || save.isAgain)
    }
    guard judged(save.text, isAgain: false) != nil else { return nil }
    let open = withoutChangesByMemo(known, in: save, before)
    guard let buffer = StaleBuffer(open.map(\.change), before: before, saved: save.text, isAgain: save.isAgain),
      !isByMemo(save.text, at: save.path, judged),
      try !isElsewhere(buffer, save.path, saved)
    else { return nil }
    let lacking = open.filter { buffer.changes.contains($0.change) }.map(\.ids)
    return StaleSave(path: save.path, changes: lacking, before: save.before, saved: save.id)
  }

  /// A change that a sync made, with its texts.
  private struct Known {
    let ids: TextChange
    let at: Int64
    var change: StaleBuffer.Change
  }

  /// What is open of what syncs brought to a memo on which memo's own commands have worked since then. A save that has
  /// lines from a command was made after it, by someone who saw all that was there before. What a command only removed need
  /// not come back.
  private func withoutChangesByMemo(_ known: [Known], in save: Save, _ before: [UInt8]) -> [Known] {
    let records = OperationHistory(of: sync.vault).records
    guard let first = known.map(\.at).min(),
      let replacements = try? records.replacements(of: save.path, since: first)
    else { return known }
    let lines = Set(StaleBuffer.contents(save.text))
    var open = known
    for replacement in replacements {
      let seen = known.filter { $0.at <= replacement.at }
      // What an editor had saved without knowing of a sync is no better for a command on it.
      guard StaleBuffer(seen.map(\.change), before: before, saved: replacement.old) == nil else { continue }
      let (old, new) = (Set(StaleBuffer.contents(replacement.old)), Set(StaleBuffer.contents(replacement.new)))
      let added = new.subtracting(old)
      if !lines.isDisjoint(with: added) {
        open.removeAll { $0.at <= replacement.at }
      } else if added.isEmpty {
        for place in open.indices where open[place].at <= replacement.at {
          open[place].change = open[place].change.without(old.subtracting(new))
        }
      }
    }
    return open
  }

  /// Whether a text is what memo itself made of a save.
  private func isOwnAddition(_ save: Save) throws -> Bool {
    guard let due = sync.staleSaves.saves(of: save.path).first(where: \.isDue) else { return false }
    return try sync.conversions.judged(due)?.buffer.text == save.text
  }

  /// Whether memo's own commands wrote a text, or an editor that one of them had started. They look at what they change, so
  /// what matters is what they found; that an editor found the text of before is enough to make its save suspicious.
  private func isByMemo(
    _ text: [UInt8], at path: VaultPath, _ judged: (_ text: [UInt8], _ isAgain: Bool) -> StaleBuffer?
  ) -> Bool {
    let records = OperationHistory(of: sync.vault).records
    // A history that cannot be read proves nothing.
    guard let origin = try? records.origin(of: path, holding: XXHash64.hash(text)) else { return false }
    let found = origin.slot.flatMap { try? WholeFile.read($0, in: sync.vault.files)?.bytes }
    return found.map { judged($0, origin.isByEditor) == nil } ?? !origin.isByEditor
  }

  /// Whether a memo that was saved, too, has all that is missing: then a person has moved it there.
  private func isElsewhere(_ buffer: StaleBuffer, _ path: VaultPath, _ saved: SavedTexts) throws -> Bool {
    let missing = Set((buffer.versions.map(\.incoming) + [buffer.added]).flatMap(StaleBuffer.contents))
    return try !missing.isEmpty && saved.haveGained(missing, besides: path)
  }

  // MARK: Adding lines

  /// Adds to memos what their saves lack, once these are in the branch; returns whether any was changed.
  func add() throws -> Bool {
    var isAny = false
    for save in sync.staleSaves.saves where save.isDue {
      guard let file = try WholeFile.read(save.path, in: sync.vault.files)?.bytes else {
        sync.staleSaves.remove(save.path)
        continue
      }
      if let judged = try sync.conversions.judged(save), file == judged.saved {
        sync.report.hasNewConflicts = true
        if judged.buffer.text != file {
          if try write(judged.buffer.text, over: file, save.path) {
            isAny = true
            sync.report.issues.append(.staleSave(save.path, isRevived: true))
          }
          continue
        }
        sync.report.issues.append(.staleSave(save.path, isRevived: false))
      } else if !isCommitted(file, at: save.path) {
        // Saved anew: the next snapshot looks at it.
        continue
      }
      sync.staleSaves.finish(save.path)
    }
    try sync.staleSaves.write(to: sync.folder)
    return isAny
  }

  /// Whether the branch has what a file holds.
  private func isCommitted(_ file: [UInt8], at path: VaultPath) -> Bool {
    let known = sync.table.files[path]
    return (known?.converted?.id ?? known?.entry.id) == ObjectId(ofBlob: file)
  }

  private func write(_ text: [UInt8], over file: [UInt8], _ path: VaultPath) throws -> Bool {
    guard let known = sync.table.files[path] else { return false }
    let entry = TreeEntry(path: path, mode: known.entry.mode, id: ObjectId(ofBlob: text))
    let change = TreeChange(path: path, old: known.entry, new: entry)
    let outcome = try sync.exchange([change], [entry: text, known.entry: file])
    return outcome.unmerged.isEmpty && outcome.waiting.isEmpty
  }

  // MARK: What comes in

  /// Notes which memos are about to be changed, those that also get another path by the one that they have now.
  func noteApplied(_ changes: [TreeChange], _ moves: [RenameHint]) {
    var applied = AppliedTexts(in: sync.folder, now: sync.clock.now)
    applied.add(changes, moves, at: sync.clock.now)
    applied.write(to: sync.folder)
  }

  /// Forgets changes that were not made: a save of such a memo does not lack them.
  func forgetApplied(_ changes: [TreeChange]) {
    var applied = AppliedTexts(in: sync.folder, now: sync.clock.now)
    for change in changes {
      guard let old = change.old?.id, let new = change.new?.id else { continue }
      applied.remove([TextChange(old: old, new: new)], of: change.path)
    }
    applied.write(to: sync.folder)
  }

  /// Follows memos to which others have given another path.
  func followMoves(_ renames: [RenameHint]) throws {
    var applied = AppliedTexts(in: sync.folder, now: sync.clock.now)
    try follow(renames, &applied)
  }
}
