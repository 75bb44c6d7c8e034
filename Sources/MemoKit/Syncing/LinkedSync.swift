import MemoCore
import MemoIndex
import MemoStore
public import MemoSync

/// A sync after which links lead where those who wrote them meant, whatever the other side of a merge has renamed.
struct LinkedSync {
  let vault: Vault
  let syncer: Syncer
  let clock: any LocalClock

  /// The name of the operation that changes links.
  private static let operation = "sync"
  /// While links are changed, others may send what has to be merged again.
  private static let mostRounds = 3

  /// Syncs, and syncs again what links have followed; returns a report on all of it.
  func run(_ options: SyncOptions) throws -> SyncReport {
    var report = try syncer.sync(options)
    var options = options
    (options.remote, options.rewriting) = (nil, .refused)
    for _ in 0..<Self.mostRounds where !report.merges.isEmpty {
      let paths = try followLinks(of: report.merges, besides: Set(report.skipped.map(\.path)))
      guard !paths.isEmpty else { break }
      report.relinked += paths.filter { !report.relinked.contains($0) }
      report.add(try syncer.sync(options))
    }
    return report
  }

  /// - Returns: the memos whose links were changed. None if files cannot be read or written now, or were saved in between:
  ///   what was synced is, and `check --fix` repairs the links that lead nowhere.
  private func followLinks(of merges: [[MergedSide]], besides waiting: Set<VaultPath>) throws -> [VaultPath] {
    do {
      let links = try FollowedLinks(
        of: merges, besides: waiting, in: vault.current(), of: vault, texts: syncer.texts())
      guard !links.rewrites.isEmpty else { return [] }
      let draft = try OperationHistory(of: vault).begin(Self.operation, at: clock.now)
      let rewrites = links.rewrites.sorted { $0.key < $1.key }
      for (_, rewrite) in rewrites { try draft.replace(rewrite) }
      _ = try draft.commit()
      return rewrites.map(\.key)
    } catch is OperationError {
      return []
    } catch is FileError {
      return []
    }
  }
}

extension Workspace {
  /// Syncs the vault; a failure is remembered for `status`.
  public func sync(_ options: SyncOptions) throws -> SyncReport {
    let syncer = try syncer()
    do {
      return try LinkedSync(vault: vault, syncer: syncer, clock: machine.clock).run(options)
    } catch {
      syncer.note(failure: error)
      throw error
    }
  }
}
