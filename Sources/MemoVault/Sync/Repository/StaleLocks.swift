import Foundation
import MemoCore

/// Locks that a git has left which was killed together with the memo that ran it.
struct StaleLocks {
  let vault: Vault
  let names: BranchNames
  /// When that memo began, in nanoseconds since 1970: an older lock is somebody else's.
  let since: Int64

  /// A git that outlived memo, or one of the user's, lets go of its locks in less time.
  private static let patience = 20
  private static let interval: TimeInterval = 0.1

  private var paths: [VaultPath] {
    let refs = [
      names.head, names.tracking, names.taken, BranchNames.pending, BranchNames.waited, "HEAD", "packed-refs", "index",
      "config",
    ]
    let overtaken = VaultPath(".git/\(BranchNames.overtaken)")
    let names = (try? vault.files.entries(of: overtaken))?.map(\.name) ?? []
    return refs.map { VaultPath(".git/\($0).lock") }
      + names.filter { $0.suffix(5).elementsEqual(".lock".utf8) }.map(overtaken.appending)
  }

  /// Removes them, if they do not go by themselves.
  func remove() throws(FileError) {
    for _ in 0..<Self.patience {
      if found().isEmpty { return }
      Thread.sleep(forTimeInterval: Self.interval)
    }
    for path in found() { _ = try vault.writer.remove(path) }
  }

  private func found() -> [VaultPath] {
    paths.filter { path in vault.files.stamp(of: path).map { $0.modified >= since } ?? false }
  }
}
