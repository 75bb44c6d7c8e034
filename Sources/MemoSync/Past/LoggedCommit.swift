import MemoCore

/// A commit of a history that git has limited to some paths. Its parents are the next commits of that history, not those
/// that it was made from.
struct LoggedCommit: Equatable {
  /// What a commit did to a file.
  struct Change: Equatable {
    /// The path in the commit.
    let path: VaultPath
    /// What happened since each parent, as git's letters: `A`, `M`, `R`, `D`.
    let letters: [UInt8]
    /// The path in each parent.
    let oldPaths: [VaultPath]
    /// The object with the file's bytes; `nil` where there is no file any more.
    let blob: String?
  }

  var id: String
  var parents: [String] = []
  /// The author's date, in seconds since 1970.
  var date: Int64 = 0
  var author = ""
  var summary = ""
  var message: [UInt8] = []
  var changes: [Change] = []
  var lines: [VaultPath: LineCount] = [:]

  /// The renames that the commit tells of, in its own words.
  var hints: [RenameHint] {
    MemoTimes(message: message).renames + MergeNote.all(in: message).compactMap(\.rename)
  }

  /// What the commit did to the file at a path; `nil` where it did nothing.
  func change(of path: VaultPath) -> Change? {
    if let change = changes.first(where: { $0.path == path }) { return change }
    // It went to another path: for whoever looks for it under this one it is gone.
    let isGone = changes.contains { $0.oldPaths.contains(path) && $0.letters.contains(UInt8(ascii: "R")) }
    guard isGone else { return nil }
    let count = max(1, parents.count)
    return Change(
      path: path, letters: Array(repeating: UInt8(ascii: "D"), count: count),
      oldPaths: Array(repeating: path, count: count), blob: nil)
  }
}
