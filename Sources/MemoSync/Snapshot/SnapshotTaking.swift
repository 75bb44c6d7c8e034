import MemoCore
import MemoStore

/// Compares a vault with a commit. Only files whose stamp is not that of the last time are read.
struct SnapshotTaking {
  let vault: Vault
  let workTree: any WorkTree
  let repository: GitRepository
  /// What is known of the commit that is checked out.
  let table: SyncTable
  /// What was being brought in when memo was killed. A file that already is what it was to become is no edit of the user's.
  let pending: PendingFiles
  /// Files that are only here because an editor had them open when others deleted them, with the bytes they had.
  let left: [VaultPath: ObjectId]
  /// Files that are not as the branch has them, because a filter could not make them.
  let waiting: WaitingFiles
  let conversions: PathConversions
  let stamps: StampRule
  /// Whether files that are in git's own index are not ignored, as for git.
  let countsStaged: Bool
  /// What was listed a moment ago; `nil` where nothing was.
  var folders: [WorkTreeListing.Folder]?

  private static let filesAtOnce = 8192
  private static let filesPerPart = 64
  private static let foldersPerPart = 4
  /// Bytes of larger files are read again when they are written, and those of very many, so that they need not be held.
  private static let heldSize = 1 << 18
  private static let heldCount = 20_000
  /// Files that git converts are all in memory until they are stored.
  private static let convertedAtOnce = 32

  private enum Look: Sendable {
    case same(FileStamp, SyncTable.Converted?)
    case edit(WorkTreeSnapshot.Edit)
    /// Git may convert it, so its bytes do not say whether it is an edit.
    case converted
    case behind(SkippedFile.Reason)
    case gone
    case unreadable
  }

  /// Takes the snapshot.
  ///
  /// - Parameters:
  ///   - edited: called as soon as it is known that there may be edits.
  ///   - conversionsOfCommit: gives those by the attributes that the commit has; asked for where the files' differ.
  func take(
    whenEdited edited: () -> Void, _ conversionsOfCommit: () throws -> PathConversions
  ) throws -> WorkTreeSnapshot {
    let listing = try folders.map { WorkTreeListing($0) } ?? WorkTreeListing(workTree)
    var snapshot = WorkTreeSnapshot(table: table)
    snapshot.skipped = listing.unreadable.map { SkippedFile($0, .unreadable) }
    snapshot.skipped += waiting.files.filter { table.files[$0.key]?.entry != $0.value.base }.map {
      SkippedFile($0.key, $0.value.reason)
    }
    snapshot.table.attributes = attributesMark(listing)
    var knownCount = 0
    let candidates = try candidates(listing, &snapshot, &knownCount)
    let attributes = try conversions.attributes(of: candidates.map(\.path))
    let isHeld = candidates.count <= Self.heldCount
    var converted: [WorkTreeListing.File] = []
    for files in candidates.parts(of: Self.filesAtOnce) {
      let looks = Array(files).concurrentMap(partSize: Self.filesPerPart) { [self, snapshot] part in
        part.map { file in (file, look(file, attributes[file.path], snapshot, isHeld: isHeld)) }
      }
      for (file, look) in looks.joined() {
        if case .converted = look { converted.append(file) } else { take(look, of: file.path, into: &snapshot) }
      }
    }
    let edits = snapshot.edits.map(\.path) + converted.map(\.path)
    if !edits.isEmpty { edited() }
    // Git is asked for this beside what follows.
    let ignored = Background { [repository, known = edits.filter { table.files[$0] != nil }] in
      Result { try repository.ignored(known) }
    }
    // Where each of the commit's files was found, none is looked for once more.
    let hasMissing = knownCount != table.files.count
    let gone = hasMissing ? removed(listing) : []
    // Such a file was never here, though another program may have checked out the commit: it was not deleted.
    let refused = Set(gone.filter(vault.refusesName))
    snapshot.skipped += refused.map { SkippedFile($0, .unwritable) }
    snapshot.removed = gone.filter { !refused.contains($0) }
    try leaveLeftOut(&snapshot)
    try leaveUnfiltered(&snapshot, conversionsOfCommit)
    try convert(converted, attributes, &snapshot)
    try leaveUntracked(of: ignored.wait()?.get() ?? [], &snapshot)
    if hasMissing { snapshot.removed = (snapshot.removed + replaced(by: snapshot)).sorted() }
    if !repository.hasModes { keepModes(in: &snapshot) }
    snapshot.edits.sort { $0.path < $1.path }
    snapshot.skipped.sort { $0.path < $1.path }
    return snapshot
  }

  /// What the stamps of files say.
  private struct Sorted: Sendable {
    /// How many files the commit has.
    var knownCount = 0
    /// Files of the commit that have to be read.
    var known: [WorkTreeListing.File] = []
    /// Files that the commit does not have.
    var unknown: [WorkTreeListing.File] = []
    /// Files of the commit that stay as it has them.
    var skipped: [SkippedFile] = []
    /// Files that stay on this device, unless git ignores them anyway.
    var staying: [SkippedFile] = []
  }

  /// The files that have to be read.
  private func candidates(
    _ listing: WorkTreeListing, _ snapshot: inout WorkTreeSnapshot, _ knownCount: inout Int
  ) throws -> [WorkTreeListing.File] {
    let areAttributesSame = snapshot.table.attributes == table.attributes
    let parts = listing.files.concurrentMap(partSize: Self.foldersPerPart) { [self] folders in
      var sorted = Sorted()
      let clashes = waiting.clashes
      for file in folders.joined() where waiting.files[file.path] == nil && !clashes(file.path) {
        sort(file, into: &sorted, areAttributesSame: areAttributesSame)
      }
      return sorted
    }
    knownCount = parts.reduce(0) { $0 + $1.knownCount }
    var unknown = parts.flatMap(\.unknown)
    // Another repository's folder that no one has checked out here: a file in it would take its place in the commit.
    let folders = Set(unknown.map(\.path.parent)).flatMap { [$0] + $0.foldersAbove }
    let submodules = Set(folders).filter { table.files[$0]?.entry.mode == .submodule }
    if !submodules.isEmpty { unknown.removeAll { $0.path.foldersAbove.contains(where: submodules.contains) } }
    let staying =
      (listing.repositories + submodules).map { SkippedFile($0, .repository) }
      + listing.specials.filter { waiting.files[$0.path] == nil } + parts.flatMap(\.staying)
    snapshot.hasUntracked = !unknown.isEmpty || !staying.isEmpty
    var ignored = try repository.ignored(unknown.map(\.path) + staying.map(\.path))
    if countsStaged, !ignored.isEmpty { ignored = try repository.ignored(ignored.sorted(), unlessStaged: true) }
    ignored.formUnion(try ofEditors(unknown.map(\.path) + parts.flatMap(\.staying).map(\.path)))
    snapshot.skipped += parts.flatMap(\.skipped) + staying.filter { !ignored.contains($0.path) }
    return parts.flatMap(\.known) + unknown.filter { !ignored.contains($0.path) }
  }

  /// Those files that are an editor's own. What the user has staged is meant for others.
  private func ofEditors(_ paths: [VaultPath]) throws -> Set<VaultPath> {
    let editorFiles = EditorFiles(vault: vault) { [table] in table.files[$0] != nil }
    // One that cannot be read is looked at with all others.
    let found = Set(paths.filter { (try? editorFiles.contain($0)) == true })
    guard countsStaged, !found.isEmpty else { return found }
    return found.subtracting(try repository.indexEntries().keys)
  }

  private func sort(_ file: WorkTreeListing.File, into sorted: inout Sorted, areAttributesSame: Bool) {
    let old = table.files[file.path]
    if old != nil { sorted.knownCount += 1 }
    if let old, !old.entry.mode.isFile {
      sorted.skipped.append(SkippedFile(file.path, .linkInBranch))
    } else if let old {
      if old.stamp != file.stamp || !old.isRecorded(file.stamp.modified) || !areAttributesSame {
        sorted.known.append(file)
      }
    } else if file.stamp.size > CarriedPaths.sizeLimit {
      sorted.staying.append(SkippedFile(file.path, .tooLarge))
    } else {
      sorted.unknown.append(file)
    }
  }

  private func look(
    _ file: WorkTreeListing.File, _ attributes: PathAttributes?, _ snapshot: WorkTreeSnapshot, isHeld: Bool
  ) -> Look {
    let path = file.path
    do {
      guard let reading = try read(path) else { return .gone }
      let stamp = reading.stamp
      if stamp.size > CarriedPaths.sizeLimit { return try lookAtLarge(path) }
      guard let bytes = reading.bytes else { return .unreadable }
      let id = ObjectId(ofBlob: bytes)
      let old = table.files[path]
      if let attributes, attributes.mayClean(bytes) || attributes.maySmudge(bytes) {
        let isKnown = snapshot.table.attributes == table.attributes && old?.converted?.id == id
        return isKnown ? .same(stamp, old?.converted) : .converted
      }
      if old?.entry.id == id { return .same(stamp, nil) }
      let entry = TreeEntry(path: path, mode: mode(of: file, in: old?.entry), id: id)
      return .edit(edit(entry, bytes, stamp, isHeld: isHeld))
    } catch {
      return .unreadable
    }
  }

  /// A file that is larger than what is synced may be as another program has committed it.
  private func lookAtLarge(_ path: VaultPath) throws -> Look {
    guard let reading = try vault.files.readWhole(path, limit: WholeFile.sizeLimit), let bytes = reading.bytes,
      ObjectId(ofBlob: bytes) == table.files[path]?.entry.id
    else { return .behind(.tooLarge) }
    return .same(reading.stamp, nil)
  }

  private func read(_ path: VaultPath) throws -> WholeReading? {
    try vault.files.readWhole(path, limit: Int(CarriedPaths.sizeLimit))
  }

  private func edit(
    _ entry: TreeEntry, _ bytes: [UInt8], _ stamp: FileStamp, _ converted: SyncTable.Converted? = nil, isHeld: Bool
  ) -> WorkTreeSnapshot.Edit {
    let time = max(0, stamp.modified)
    return WorkTreeSnapshot.Edit(
      entry: entry, stamp: stamp, time: table.files[entry.path]?.timeOfNewBytes(time) ?? time,
      bytes: isHeld && bytes.count <= Self.heldSize ? bytes : nil, converted: converted)
  }

  /// Who may run a file: of a memo, no one; of others that the commit has, what it says, as some file systems lose it.
  private func mode(of file: WorkTreeListing.File, in commit: TreeEntry?) -> FileMode {
    if MemoFileRules.hasMemoExtension(file.path) { return .file }
    return commit?.mode ?? (file.isExecutable && repository.hasModes ? .executable : .file)
  }

  /// Has files that were moved run as before, where the file system does not know which do.
  private func keepModes(in snapshot: inout WorkTreeSnapshot) {
    let gone = snapshot.removed.compactMap { table.files[$0]?.entry }.filter { $0.mode == .executable }
    let ids = Set(gone.map(\.id))
    for (number, edit) in snapshot.edits.enumerated() where ids.contains(edit.entry.id) && table.files[edit.path] == nil
    {
      guard !MemoFileRules.hasMemoExtension(edit.path) else { continue }
      snapshot.edits[number].entry = TreeEntry(path: edit.path, mode: .executable, id: edit.entry.id)
    }
  }

  private func take(_ look: Look, of path: VaultPath, into snapshot: inout WorkTreeSnapshot) {
    switch look {
    case .same(let stamp, let converted):
      snapshot.table.files[path]?.stamp = stamps.vouches(for: stamp) ? stamp : nil
      snapshot.table.files[path]?.converted = converted
      snapshot.isTableChanged = true
      snapshot.unchanged.append(path)
      if let file = table.files[path], let time = file.time, !file.isRecorded(stamp.modified) {
        snapshot.touched.append(WorkTreeSnapshot.Touch(path: path, stamp: stamp, time: time))
      }
    case .edit(let edit):
      if pending.version(of: path, edit.entry.id) != nil { return }
      if left[path] == edit.entry.id, table.files[path] == nil { return }
      snapshot.edits.append(edit)
    case .gone, .converted: break
    case .behind(let reason): snapshot.skipped.append(SkippedFile(path, reason))
    case .unreadable: snapshot.skipped.append(SkippedFile(path, .unreadable))
    }
  }

  /// The commit's files that are gone.
  private func removed(_ listing: WorkTreeListing) -> [VaultPath] {
    let found = Set(listing.files.joined().lazy.map(\.path))
    return table.files.lazy.filter { path, file in
      guard !found.contains(path), file.entry.mode.isFile, !listing.hides(path), waiting.files[path] == nil else {
        return false
      }
      return !pending.mayBeAbsent(path)
    }.map(\.key).sorted()
  }

  /// The commit's files that cannot be there besides those that were written, as a name is a file's or a folder's: links and
  /// the like, and files of which nothing was known.
  private func replaced(by snapshot: WorkTreeSnapshot) -> Set<VaultPath> {
    let files = Set(snapshot.edits.map(\.path).filter { table.files[$0] == nil })
    guard !files.isEmpty else { return [] }
    let folders = Set(files.flatMap(\.foldersAbove))
    let clashing = table.files.paths.filter { folders.contains($0) || $0.foldersAbove.contains(where: files.contains) }
    return Set(clashing).subtracting(snapshot.removed)
  }

  // MARK: Files that git converts

  /// A mark of the attributes of all files, which changes with them; 0 where there are none.
  private func attributesMark(_ listing: WorkTreeListing) -> UInt64 {
    let files = listing.files.joined().lazy.filter(\.path.isOfAttributes).sorted { $0.path < $1.path }
    guard !files.isEmpty || conversions.hasCommonSource else { return 0 }
    var writer = ByteWriter()
    writer.integer(conversions.mark)
    for file in files {
      writer.string(file.path.bytes)
      writer.stamp(file.stamp)
    }
    return XXHash64.hash(writer.bytes) | 1
  }

  /// Compares files by what git makes of them, some at a time, and stores those that differ.
  private func convert(
    _ listed: [WorkTreeListing.File], _ attributes: [VaultPath: PathAttributes], _ snapshot: inout WorkTreeSnapshot
  ) throws {
    let comparison = ConvertedFiles(conversions: conversions)
    for part in listed.parts(of: Self.convertedAtOnce) {
      var files: [ConvertedFiles.File] = []
      var stamps: [FileStamp] = []
      for file in part {
        let path = file.path
        guard let attributes = attributes[path], let reading = try? read(path) else { continue }
        guard let bytes = reading.bytes else {
          take(.unreadable, of: path, into: &snapshot)
          continue
        }
        let branch = table.files[path]?.entry
        let left = left[path].map { TreeEntry(path: path, mode: .file, id: $0) }
        files.append(
          ConvertedFiles.File(
            path: path, mode: mode(of: file, in: branch), bytes: bytes, attributes: attributes,
            known: ([branch, left] + pending[path]).compactMap(\.self).filter(\.mode.isFile), branch: branch))
        stamps.append(reading.stamp)
      }
      let outcomes = try comparison.outcomes(of: files)
      for (outcome, (file, stamp)) in zip(outcomes, zip(files, stamps)) {
        take(look(outcome, at: file, stamp), of: file.path, into: &snapshot)
      }
    }
  }

  private func look(_ outcome: ConvertedFiles.Outcome, at file: ConvertedFiles.File, _ stamp: FileStamp) -> Look {
    let own = ObjectId(ofBlob: file.bytes)
    /// What the file is under the name of a blob.
    func converted(_ id: ObjectId) -> SyncTable.Converted? {
      own == id ? nil : SyncTable.Converted(id: own, isFiltered: file.attributes.filter != nil)
    }
    switch outcome {
    case .same(let entry) where entry.id == file.branch?.id: return .same(stamp, converted(entry.id))
    case .same(let entry): return .edit(edit(entry, file.bytes, stamp, converted(entry.id), isHeld: false))
    case .new(let id):
      let entry = TreeEntry(path: file.path, mode: file.mode, id: id)
      return .edit(edit(entry, file.bytes, stamp, converted(id), isHeld: false))
    case .asItIs where own == file.branch?.id: return .same(stamp, nil)
    case .asItIs:
      return .edit(edit(TreeEntry(path: file.path, mode: file.mode, id: own), file.bytes, stamp, isHeld: false))
    case .behind(let reason): return .behind(reason)
    }
  }

  /// Leaves the edits of those files behind that git ignores and that the user has taken out of its index: what is written to
  /// them is no longer meant for others, though the branch still has them.
  private func leaveUntracked(of ignored: Set<VaultPath>, _ snapshot: inout WorkTreeSnapshot) throws {
    let edited = ignored.intersection(snapshot.edits.map(\.path))
    let untracked = try repository.ignored(edited.sorted(), unlessStaged: true)
    snapshot.edits.removeAll { untracked.contains($0.path) }
    snapshot.skipped += untracked.map { SkippedFile($0, .untracked) }
  }

  /// Leaves those missing files in the branch that git's own index has it pass over: no one has deleted them. A sparse checkout
  /// that was turned off by its setting alone leaves them out still, and `git status` does not list them. Files of which memo has
  /// set that mark and not yet taken it off are no such files: they were here.
  private func leaveLeftOut(_ snapshot: inout WorkTreeSnapshot) throws {
    guard !snapshot.removed.isEmpty else { return }
    let leftOut = try repository.passedOver().intersection(snapshot.removed).subtracting(waiting.former)
    snapshot.removed.removeAll { leftOut.contains($0) }
    snapshot.skipped += leftOut.map { SkippedFile($0, .leftOut) }
  }

  /// Leaves those edits behind that would put a text into the branch as it is where the branch has it filtered.
  private func leaveUnfiltered(
    _ snapshot: inout WorkTreeSnapshot, _ conversionsOfCommit: () throws -> PathConversions
  ) throws {
    let edits = snapshot.edits.filter { $0.converted == nil && table.files[$0.path] != nil }
    guard !edits.isEmpty else { return }
    var behind = Set(edits.map(\.path).filter { table.files[$0]?.converted?.isFiltered == true })
    if conversions.mayHoldFiltered {
      let entries = edits.compactMap { table.files[$0.path]?.entry }
      let stored = try repository.blobs(entries.map(\.id))
      behind.formUnion(entries.filter { stored[$0.id].map(SealedForm.isOne) == true }.map(\.path))
    }
    if (edits.map(\.path) + snapshot.removed).contains(where: \.isOfAttributes) {
      let former = try conversionsOfCommit()
      let attributes = try former.attributes(of: edits.map(\.path))
      behind.formUnion(attributes.filter { $0.value.filter != nil }.map(\.key))
    }
    guard !behind.isEmpty else { return }
    snapshot.edits.removeAll { behind.contains($0.path) }
    snapshot.skipped += behind.map { SkippedFile($0, .unfiltered) }
    // So that it is known when the attributes of before are gone, too.
    for path in behind {
      guard let entry = snapshot.table.files[path]?.entry else { continue }
      snapshot.table.files[path]?.converted = SyncTable.Converted(id: entry.id, isFiltered: true)
      snapshot.isTableChanged = true
    }
  }
}

extension GitRepository {
  /// Which of these files git ignores.
  ///
  /// - Parameters:
  ///   - unlessStaged: whether those are not ignored that git's own index has.
  ///   - top: the folder whose files of rules count; the vault where `nil`.
  func ignored(_ paths: [VaultPath], unlessStaged: Bool = false, by top: HostPath? = nil) throws -> Set<VaultPath> {
    guard !paths.isEmpty else { return [] }
    var call = GitCall(["check-ignore"] + (unlessStaged ? [] : ["--no-index"]) + ["--stdin", "-z"], in: place)
    call.attributes = top.map { AttributeUse(top: $0) }
    // A name that starts with a colon would be read as a pattern.
    let here = Array("./".utf8)
    let output = try optionalOutput(of: call, feeding: paths.map { here + $0.bytes + [0] })
    return Set((output ?? []).split(separator: 0).map { VaultPath(bytes: Array($0.dropFirst(here.count))) })
  }
}
