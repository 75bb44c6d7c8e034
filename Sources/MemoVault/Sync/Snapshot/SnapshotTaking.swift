import MemoCore

/// Compares a vault with a commit. Only files whose stamp is not that of the last time are read.
struct SnapshotTaking {
  let vault: Vault
  let workTree: any WorkTree
  let repository: GitRepository
  /// What is known of the commit that is checked out.
  let table: SyncTable
  /// Changes that were being brought in when memo was killed, by path. A file that already is what it was to become is no
  /// edit of the user's.
  let pending: [VaultPath: TreeChange]
  /// Files that are only here because an editor had them open when others deleted them, with the bytes they had.
  let left: [VaultPath: ObjectId]
  /// Now, in nanoseconds since 1970.
  let now: Int64

  private static let filesPerPart = 64
  /// Bytes of larger files are read again when they are written, and those of very many, so that they need not be held.
  private static let heldSize = 1 << 18
  private static let heldCount = 20_000
  /// A file that changed so short a time before it was read may change again without another stamp.
  static let racyTime: Int64 = 2_000_000_000

  private enum Look: Sendable {
    case same(FileStamp)
    case edit(WorkTreeSnapshot.Edit)
    case gone
    case unreadable
  }

  /// Takes the snapshot.
  func take() throws(SyncError) -> WorkTreeSnapshot {
    let listing = try SyncError.wrapping { () throws(FileError) in try WorkTreeListing(workTree) }
    var snapshot = WorkTreeSnapshot(table: table)
    snapshot.skipped = listing.unreadable.map { SkippedFile($0, .unreadable) }
    let candidates = try candidates(listing, &snapshot)
    let looks = candidates.concurrentMap(partSize: Self.filesPerPart) { part in
      part.map { ($0, look($0, listing.files[$0], isHeld: candidates.count <= Self.heldCount)) }
    }
    for (path, look) in looks.flatMap(\.self) { take(look, of: path, into: &snapshot) }
    snapshot.removed = removed(listing)
    snapshot.edits.sort { $0.path < $1.path }
    snapshot.skipped.sort { $0.path < $1.path }
    return snapshot
  }

  /// The files that have to be read.
  private func candidates(
    _ listing: WorkTreeListing, _ snapshot: inout WorkTreeSnapshot
  ) throws(SyncError) -> [VaultPath] {
    var known: [VaultPath] = []
    var unknown: [VaultPath] = []
    var staying = listing.repositories.map { SkippedFile($0, .repository) } + listing.specials
    for (path, file) in listing.files {
      let old = table.files[path]
      if let old, !old.entry.mode.isFile {
        snapshot.skipped.append(SkippedFile(path, .special))
      } else if file.stamp.size > CarriedPaths.sizeLimit {
        if old != nil {
          snapshot.skipped.append(SkippedFile(path, .tooLarge))
        } else {
          staying.append(SkippedFile(path, .tooLarge))
        }
      } else if let old {
        let isAsRecorded = old.time == nil || old.time == file.stamp.modified
        if old.stamp != file.stamp || !isAsRecorded { known.append(path) }
      } else {
        unknown.append(path)
      }
    }
    snapshot.hasUntracked = !unknown.isEmpty
    let asked = unknown + staying.map(\.path)
    let ignored = try SyncError.asking { () throws(GitError) in try repository.ignored(asked) }
    snapshot.skipped += staying.filter { !ignored.contains($0.path) }
    return known + unknown.filter { !ignored.contains($0) }
  }

  private func look(_ path: VaultPath, _ listed: WorkTreeListing.File?, isHeld: Bool) -> Look {
    do throws(FileError) {
      var bytes: [UInt8] = []
      let limit = Int(CarriedPaths.sizeLimit)
      guard let reading = try vault.files.read(path, limit: limit, head: { bytes = Array($0) }) else { return .gone }
      // Read while it was written, it could be half old and half new.
      guard reading.stamp.size == UInt64(bytes.count), vault.files.stamp(of: path) == reading.stamp else {
        return .unreadable
      }
      let id = ObjectId(ofBlob: bytes)
      let old = table.files[path]?.entry
      if old?.id == id { return .same(reading.stamp) }
      let mode = old?.mode ?? mode(of: path, listed)
      return .edit(
        WorkTreeSnapshot.Edit(
          entry: TreeEntry(path: path, mode: mode, id: id), stamp: reading.stamp,
          time: max(0, min(reading.stamp.modified, now)), bytes: isHeld && bytes.count <= Self.heldSize ? bytes : nil))
    } catch {
      return .unreadable
    }
  }

  private func mode(of path: VaultPath, _ listed: WorkTreeListing.File?) -> FileMode {
    listed?.isExecutable == true && !MemoFileRules.hasMemoExtension(path) ? .executable : .file
  }

  private func take(_ look: Look, of path: VaultPath, into snapshot: inout WorkTreeSnapshot) {
    switch look {
    case .same(let stamp):
      snapshot.table.files[path]?.stamp = trusted(stamp)
      snapshot.isTableChanged = true
      if let time = table.files[path]?.time, time != stamp.modified {
        snapshot.touched.append(WorkTreeSnapshot.Touch(path: path, stamp: stamp, time: time))
      }
    case .edit(let edit):
      if let change = pending[path], change.new?.id == edit.entry.id { return }
      if left[path] == edit.entry.id, table.files[path] == nil { return }
      snapshot.edits.append(edit)
    case .gone: break
    case .unreadable: snapshot.skipped.append(SkippedFile(path, .unreadable))
    }
  }

  /// The commit's files that are gone.
  private func removed(_ listing: WorkTreeListing) -> [VaultPath] {
    table.files.filter { path, file in
      guard listing.files[path] == nil, file.entry.mode.isFile, !listing.hides(path) else { return false }
      return pending[path].map { $0.new != nil } ?? true
    }.keys.sorted()
  }

  /// A stamp that proves something the next time; `nil` for one that is too young.
  func trusted(_ stamp: FileStamp) -> FileStamp? {
    max(stamp.modified, stamp.changed) < now - Self.racyTime ? stamp : nil
  }
}

extension GitRepository {
  /// Which of these files git ignores.
  func ignored(_ paths: [VaultPath]) throws(GitError) -> Set<VaultPath> {
    guard !paths.isEmpty else { return [] }
    // A name that starts with a colon would be read as a pattern.
    let here = Array("./".utf8)
    let output = try optionalOutput(
      ["check-ignore", "--no-index", "--stdin", "-z"], feeding: paths.map { here + $0.bytes + [0] })
    return Set((output ?? []).split(separator: 0).map { VaultPath(bytes: Array($0.dropFirst(here.count))) })
  }
}
