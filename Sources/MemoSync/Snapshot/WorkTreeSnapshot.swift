import MemoCore

/// How the files of a vault differ from a commit.
struct WorkTreeSnapshot {
  /// A file with bytes that the commit does not have there.
  struct Edit: Sendable {
    let entry: TreeEntry
    let stamp: FileStamp
    /// When it was modified, but never before 1970. It may be later than now: one of the two clocks goes wrong, nobody knows
    /// which, and any other time would be in another place among those of the files beside it.
    let time: Int64
    /// Its bytes, unless there are many.
    let bytes: [UInt8]?
    /// What it is on disk, where git converts it: then the entry's object is stored already.
    var converted: SyncTable.Converted?

    var path: VaultPath { entry.path }
  }

  /// A file with the commit's bytes and another time than history has for it.
  struct Touch: Sendable {
    let path: VaultPath
    let stamp: FileStamp
    let time: Int64
  }

  /// In byte order of their paths.
  var edits: [Edit] = []
  /// In byte order.
  var removed: [VaultPath] = []
  var touched: [Touch] = []
  /// Files that stay on this device, or that could not be read: what the commit has for them stays.
  var skipped: [SkippedFile] = []
  /// Files that were read and have the commit's bytes: someone has written them since they were last looked at.
  var unchanged: [VaultPath] = []
  /// What is known of the commit's files now.
  var table: SyncTable

  /// Whether the table says more now.
  var isTableChanged = false
  /// Whether there are files that the commit does not have, ignored or not.
  var hasUntracked = false

  /// Whether files and commit are in step, and will be as long as no stamp changes.
  var isSettled: Bool { isEmpty && touched.isEmpty && skipped.isEmpty && !hasUntracked }

  /// Whether nothing is to be committed.
  var isEmpty: Bool { edits.isEmpty && removed.isEmpty }

  /// Files that an editor may just be about to write: gone, or empty all at once.
  var isDoubtful: Bool {
    !removed.isEmpty || edits.contains { $0.stamp.size == 0 && table.files[$0.path] != nil }
  }
}
