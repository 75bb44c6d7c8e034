import MemoCore
import MemoStore

/// What editors leave beside a file while they have it open: vim's swap file, emacs's lock and its own saves, an office's
/// lock.
struct EditorTraces {
  let vault: Vault
  /// Now, in nanoseconds since 1970.
  let now: Int64

  /// A backup copy counts only while it is being made: some editors never remove theirs.
  private static let backupAge: Int64 = 60_000_000_000

  /// The trace beside a file; `nil` where nobody seems to have it open.
  func trace(of path: VaultPath) throws(FileError) -> VaultPath? {
    for (start, end) in [(".", ".swp"), (".", ".swo"), (".#", ""), ("#", "#"), (".~lock.", "#")] {
      let name = path.parent.appending(Array(start.utf8) + path.name + Array(end.utf8))
      if try vault.writer.isTaken(name) { return name }
    }
    let backup = path.parent.appending(path.name + Array("~".utf8))
    let age = vault.files.stamp(of: backup).map { now - $0.modified }
    return age.map { (-Self.backupAge...Self.backupAge).contains($0) } == true ? backup : nil
  }
}
