import Foundation
import MemoCore
import MemoStore

/// Commits what the files have that the branch has not.
struct SnapshotCommit {
  let sync: SyncContext

  /// Commits what the files have that the branch has not.
  func run() throws {
    let fingerprint = sync.fingerprint ?? sync.takeFingerprint()
    sync.fingerprint = nil
    if let fingerprint, isClean(fingerprint) {
      sync.unseenCommits = []
      return
    }
    var author: Background<Result<String, any Error>>?
    try sync.loadTable()
    try sync.keepDisplaced()
    let lock = try sync.lockVault()
    defer { withExtendedLifetime(lock) {} }
    let missingLines = MissingLines(sync: sync)
    let lastOperation = try? OperationHistory(of: sync.vault).lastNumber()
    let isHeadOfOthers = sync.isHeadOfOthers
    var (isSettled, hasUntracked) = (false, false)
    repeat {
      // Git is asked beside all that comes before the commit.
      let askForAuthor = {
        guard author == nil else { return }
        author = Background { [repository = sync.repository] in Result { try repository.authorIdentity() } }
      }
      var files = try sync.settled { try sync.take(whenEdited: askForAuthor) }
      if try LostTexts(sync: sync).bringBack(files) { files = try sync.take() }
      sync.report.skip(files.skipped)
      try awaitRefusedNames(files)
      let snapshot = try SyncSnapshot(of: files, in: sync)
      try waitForDisk(files)
      try missingLines.note(snapshot)
      (isSettled, hasUntracked) = (files.isSettled, files.hasUntracked)
      sync.table = files.table
      sync.isTableChanged = sync.isTableChanged || files.isTableChanged
      restoreTimes(isHeadOfOthers ? files.touched : try unopened(files.touched))
      if !files.isEmpty { try commit(snapshot, to: sync.names.head, by: author?.wait()?.get()) }
      // What was saved is a commit of its own, and so is what is added to it.
    } while try missingLines.add()
    if let lastOperation { noteMoves(until: lastOperation) }
    isSettled = isSettled && !sync.staleSaves.saves.contains(where: \.isDue)
    let isKnown = isSettled && sync.table.files.withoutTime.isEmpty
    guard isKnown, let fingerprint, let head = sync.head, fingerprint.isSure else { return }
    if !hasUntracked {
      sync.folder.writeClean(head.id, fingerprint.sum)
    } else if sync.isIndexInStep, sync.left.files.isEmpty, sync.refs.pending.isEmpty,
      let ignoring = fingerprint.ignoring
    {
      // Then all that the commit does not have is ignored.
      sync.folder.writeClean(head.id, fingerprint.sum, ignoring: ignoring)
    }
  }

  /// Has the files wait that another program has checked out, and that are not here because of their names.
  private func awaitRefusedNames(_ files: WorkTreeSnapshot) throws {
    for file in files.skipped where file.reason == .unwritable {
      sync.waiting.add(file.path, from: nil, of: nil, because: file.reason)
    }
    try sync.waiting.write(to: sync.folder)
  }

  /// Notes which moves of memos the branch holds.
  private func noteMoves(until operation: Int) {
    sync.folder.note { $0.lastOperation = operation }
    MoveMemory(files: sync.vault.files, writer: sync.vault.writer).forget { path in
      sync.table.files[path] != nil && sync.vault.files.stamp(of: path) != nil
    }
  }

  /// Whether the files are those that were in step with this commit when a sync last ended.
  private func isClean(_ fingerprint: WorkTreeFingerprint) -> Bool {
    guard let head = sync.head, sync.refs[BranchNames.pending] == nil, let clean = sync.folder.readClean() else {
      return false
    }
    return clean.head == head.id && fingerprint.isSame(as: clean)
  }

  /// A file that was touched and not changed is no edit. Where the time cannot be put back, the next sync tries again.
  private func restoreTimes(_ touched: [WorkTreeSnapshot.Touch]) {
    for touch in touched
    where (try? sync.workTree.setModified(touch.path, to: touch.time, ifStill: touch.stamp)) == true {
      sync.table.files[touch.path]?.stamp = nil
    }
  }

  /// Those files that no editor seems to have open. One that was just saved without a change probably is, and its editor would
  /// warn that another program has changed it.
  private func unopened(_ touched: [WorkTreeSnapshot.Touch]) throws -> [WorkTreeSnapshot.Touch] {
    let now = sync.clock.now
    let recently = now.subtractingClamped(Self.editingTime)...now.addingClamped(Self.editingTime)
    let traces = EditorTraces(vault: sync.vault, now: now)
    return try touched.filter { try !recently.contains($0.stamp.modified) && traces.trace(of: $0.path) == nil }
  }

  private static let editingTime: Int64 = 600_000_000_000

  // MARK: The commit

  /// Makes a commit of a snapshot.
  ///
  /// - Parameters:
  ///   - parents: the commits that it comes after; the branch's where `nil`.
  ///   - identity: who the user is to git; asked for where `nil`.
  ///   - trailers: lines that its message ends with.
  /// - Returns: whether it holds all of it; a file that was saved in the meantime stays as the branch has it.
  @discardableResult
  func commit(
    _ snapshot: SyncSnapshot, to ref: String, on parents: [ObjectId]? = nil, by identity: String? = nil,
    noting trailers: [UInt8] = []
  ) throws -> Bool {
    var (isIncomplete, done) = (false, 0)
    let files = snapshot.files
    let edits = files.edits.map { edit in
      // What git converts it has stored already.
      if edit.converted != nil { return (path: edit.path, content: CommitDraft.Content.known(edit.entry)) }
      let content = CommitDraft.Content.new(edit.entry.mode) { [sync, vault = sync.vault] in
        sync.options.commitProgress(done, files.edits.count)
        done += 1
        let bytes = try? edit.text(in: vault)
        if let bytes { sync.markedMemos.look(at: edit.path, bytes) }
        if let bytes, edit.bytes != nil || ObjectId(ofBlob: bytes) == edit.entry.id { return bytes }
        isIncomplete = true
        return nil
      }
      return (path: edit.path, content: content)
    }
    let removals = files.removed.map { (path: $0, content: CommitDraft.Content.removed) }
    let date = sync.commitDate
    var author = CommitDraft.Signature(
      try identity ?? sync.repository.authorIdentity(), at: date, device: sync.device.name)
    let committer = author
    // A file may say that it is older than its last version, or newer than now, but a history is not read backwards.
    let newest = files.edits.map(\.time).max().map { min($0 / 1_000_000_000, date) }
    author.seconds = max(newest ?? date, sync.head?.date ?? 0)
    let draft = CommitDraft(
      ref: ref, parents: parents ?? [sync.head?.id].compactMap(\.self), author: author, committer: committer,
      message: message(of: snapshot) + trailers, changes: edits + removals, isForced: ref == BranchNames.waited)
    // No one else gets a backup, and a key that is not at hand is no reason to go without.
    let isSigned = sync.conversions.settings.signsCommits && !ref.hasBytePrefix(BranchNames.backup)
    let id = isSigned ? try sync.repository.commitSigned(draft) : try sync.repository.commit(draft)
    if ref == sync.names.head {
      try take(files, as: RepositoryRefs.Tip(id: id, date: date), isIncomplete: isIncomplete)
    }
    return !isIncomplete
  }

  private func take(
    _ files: WorkTreeSnapshot, as tip: RepositoryRefs.Tip, isIncomplete: Bool
  ) throws {
    noteOwn(files, as: tip.id, isIncomplete: isIncomplete)
    sync.head = tip
    sync.isTableChanged = true
    for path in files.removed { sync.table.files[path] = nil }
    for edit in files.edits {
      if edit.time != edit.stamp.modified {
        _ = try? sync.workTree.setModified(edit.path, to: edit.time, ifStill: edit.stamp)
      }
      // Git has taken a memo for a program.
      if sync.table.files[edit.path]?.entry.mode == .executable, edit.entry.mode == .file {
        try? sync.workTree.setExecutable(edit.path, false)
      }
      sync.table.files[edit.path] = SyncTable.File(
        entry: edit.entry, converted: edit.converted, stamp: nil, time: edit.time)
    }
    sync.table.commit = tip.id
    guard isIncomplete else { return }
    let tree = try sync.repository.tree(of: tip.id)
    sync.table = sync.table.moved(to: tip.id, tree: tree)
  }

  /// Remembers what is known of the commit, so that git need not be asked for it.
  private func noteOwn(_ files: WorkTreeSnapshot, as commit: ObjectId, isIncomplete: Bool) {
    guard let old = sync.head?.id else { return }
    sync.below.insert(old)
    sync.receivedMerges?.follow(from: old, to: commit)
    guard !isIncomplete else { return }
    sync.knownChanges.note(from: old, to: commit, files.changes.sorted { $0.path < $1.path })
  }

  private func message(of snapshot: SyncSnapshot) -> [UInt8] {
    let count = snapshot.files.edits.count + snapshot.files.removed.count
    let subject =
      "memo: \(count == 1 ? "1 file" : "\(count) files")\(sync.device.name.isEmpty ? "" : " on \(sync.device.name)")\n\n"
    sync.recordedRenames += snapshot.renames
    let times = MemoTimes(
      times: Dictionary(uniqueKeysWithValues: snapshot.files.edits.map { ($0.path, $0.time) }),
      renames: snapshot.renames)
    return Array(subject.utf8) + CommitLog.trailer(device: sync.device) + times.trailers
  }

  // MARK: The disk

  /// Waits until the files of a snapshot are on the disk, whose editors mostly do not, and what another git has stored.
  func waitForDisk(_ snapshot: WorkTreeSnapshot) throws {
    let edited = snapshot.edits.map(\.path)
    let objects = try storedObjects(of: snapshot.edits)
    if sync.isHeadOfOthers {
      try sync.vault.writer.synchronizeAll()
      sync.isHeadOfOthers = false
      return
    }
    try sync.vault.writer.synchronize(files: edited + snapshot.unchanged + objects)
    var folders = Set((snapshot.unchanged + snapshot.removed).map(\.parent))
    for path in edited {
      folders.insert(path.parent)
      // Those above a file that the branch has were there before.
      if sync.table.files[path] == nil { folders.formUnion(path.foldersAbove + [.root]) }
    }
    try sync.vault.writer.synchronize(folders: folders.sorted())
  }

  /// The objects that are there already of what is to be committed: `git add` has made them, which does not wait for the
  /// disk, and git does not write them again. Those that are not whole, as a power cut leaves them, are removed.
  private func storedObjects(of edits: [WorkTreeSnapshot.Edit]) throws -> [VaultPath] {
    guard !edits.isEmpty else { return [] }
    let folders = Set(try sync.vault.files.entries(of: ObjectFiles.folder)?.map(\.name) ?? [])
    var stored: [VaultPath] = []
    for edit in edits where edit.converted == nil {
      let name = Array(edit.entry.id.text.utf8)
      guard folders.contains(Array(name.prefix(2))) else { continue }
      let path = ObjectFiles.folder.appending(Array(name.prefix(2))).appending(Array(name.dropFirst(2)))
      guard let object = try WholeFile.read(path, in: sync.vault.files)?.bytes else { continue }
      if let bytes = try edit.text(in: sync.vault), !ObjectFiles.isBlob(object, of: bytes) {
        _ = try sync.vault.writer.remove(path)
      } else {
        stored.append(path)
      }
    }
    return stored
  }
}

extension SyncContext {
  /// Looks at all files.
  func takeFingerprint() -> WorkTreeFingerprint? {
    let ignoring = ignoring
    var fingerprint = WorkTreeFingerprint(workTree, seed: conversions.mark, now: clock.now)
    fingerprint?.ignoring = ignoring
    listed = fingerprint?.folders
    return fingerprint
  }

  /// What changes with what git ignores, besides the vault's own files and the user's settings: whoever adds an ignored file by
  /// force changes git's own index. `nil` where something may change without it.
  private var ignoring: UInt64? {
    guard conversions.settings.watchesIgnored else { return nil }
    let stamps = StampRule.sync(from: clock.now)
    var writer = ByteWriter()
    for path in [SystemFiles.exclusions, UserIndex.path] {
      if let stamp = vault.files.stamp(of: path) {
        guard stamps.vouches(for: stamp) else { return nil }
        writer.stamp(stamp)
      } else if (try? vault.writer.isTaken(path)) != false {
        // What a link leads to changes without it.
        return nil
      }
    }
    return XXHash64.hash(writer.bytes)
  }
}

extension GitRepository {
  /// Who the user is to git, as it writes an author; empty where git does not know.
  func authorIdentity() throws -> String {
    let answer = try git.run(GitCall(["var", "GIT_AUTHOR_IDENT"], in: place))
    return answer.status == 0 ? String(decoding: answer.output, as: UTF8.self) : ""
  }
}

extension CommitDraft.Signature {
  /// Reads what git writes of an author; someone on this device where that is nothing.
  init(_ identity: String, at seconds: Int64, device: String) {
    let parts = identity.parts(at: "<", maxSplits: 1)
    guard parts.count == 2, let email = parts[1].parts(at: ">").first else {
      self.init(name: "memo", email: "memo@\(device.isEmpty ? "localhost" : device)", seconds: seconds)
      return
    }
    self.init(name: parts[0].parts(at: " ").joined(separator: " "), email: email, seconds: seconds)
  }
}
