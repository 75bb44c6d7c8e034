import Foundation
import MemoCore
import MemoStore

/// Locks that a git has left which was killed together with the memo that ran it.
struct StaleLocks {
  let vault: Vault
  let names: BranchNames
  /// When that memo began, in nanoseconds since 1970: an older lock is somebody else's. `nil` where none is known to have
  /// been killed.
  let since: Int64?

  /// A git that outlived memo, or one of the user's, lets go of its locks in less time.
  private static let patience = 20
  private static let interval: TimeInterval = 0.1

  /// No one but memo locks these, and there is no other memo at work.
  private var own: [VaultPath] {
    let overtaken = VaultPath(".git/\(BranchNames.overtaken)")
    let names = (try? vault.files.entries(of: overtaken))?.map(\.name) ?? []
    return [self.names.taken, BranchNames.pending, BranchNames.waited].map(lock)
      + names.filter { $0.suffix(5).elementsEqual(".lock".utf8) }.map(overtaken.appending)
  }

  private var shared: [VaultPath] {
    [names.head, names.tracking, "HEAD", "packed-refs", "index", "config"].map(lock)
  }

  private func lock(_ name: String) -> VaultPath { VaultPath(".git/\(name).lock") }

  /// Removes them, if they do not go by themselves.
  func remove() throws(FileError) {
    for _ in 0..<Self.patience {
      if found().isEmpty { return }
      Thread.sleep(forTimeInterval: Self.interval)
    }
    for path in found() { _ = try vault.writer.remove(path) }
  }

  private func found() -> [VaultPath] {
    let left = own.filter { vault.files.stamp(of: $0) != nil }
    guard let since else { return left }
    return left + shared.filter { path in vault.files.stamp(of: path).map { $0.modified >= since } ?? false }
  }
}
