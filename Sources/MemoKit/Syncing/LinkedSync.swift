import MemoCore
import MemoIndex
import MemoStore
public import MemoSync

/// A sync after which links and cards of canvases lead where those who wrote them meant, whatever the other side of a merge has
/// renamed.
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
    var report: SyncReport
    do {
      report = try syncer.sync(options)
    } catch {
      // What was merged is in the files, even if it could not be sent.
      if !options.isDryRun, let merges = try? syncer.mergesToFollow(knowing: []),
        let followed = try? followLinks(of: merges), followed.isWhole
      {
        syncer.forget(merges)
      }
      throw error
    }
    guard !options.isDryRun else { return report }
    var options = options
    (options.remote, options.rewriting) = (nil, .refused)
    for _ in 0..<Self.mostRounds {
      // Whoever syncs at the same time, or the next sync, looks at them.
      guard let merges = try? syncer.mergesToFollow(knowing: report.merges) else { break }
      let followed = try followLinks(of: merges, besides: Set(report.skipped.map(\.path)))
      if followed.isWhole { syncer.forget(merges) }
      guard !followed.paths.isEmpty else { break }
      report.relinked += followed.paths.filter { !report.relinked.contains($0) }
      report.add(try syncer.sync(options))
    }
    return report
  }

  /// Changes the links and the cards.
  ///
  /// - Parameter waiting: files that are not as the merges have them.
  /// - Returns: the memos and canvases that were changed, and whether all were that had to be. One is left for the next sync that
  ///   cannot be read or written now, or was saved in between.
  private func followLinks(
    of merges: [LinkedMerge], besides waiting: Set<VaultPath> = []
  ) throws -> (paths: [VaultPath], isWhole: Bool) {
    guard !merges.isEmpty else { return ([], true) }
    // By the settings that are there now. Without any that can be used, it is not known what a link leads to.
    guard let vault = try? Vault(at: vault.root, host: vault.host), vault.isSameFolder(as: self.vault) else {
      return ([], false)
    }
    var waiting = waiting
    var isWhole = true
    for _ in 0..<Self.mostRounds {
      do {
        let texts = try syncer.texts()
        let links = try FollowedLinks(of: merges, besides: waiting, in: vault.current(), of: vault, texts: texts)
        let cards = try FollowedCards(of: merges, besides: waiting, in: vault, texts: texts)
        isWhole = isWhole && links.isWhole && cards.isWhole
        let rewrites = (Array(links.rewrites) + cards.rewrites).sorted { $0.key < $1.key }
        guard !rewrites.isEmpty else { return ([], isWhole) }
        let draft = try OperationHistory(of: vault).begin(Self.operation, at: clock.now)
        for (_, rewrite) in rewrites { try draft.replace(rewrite) }
        _ = try draft.commit()
        return (rewrites.map(\.key), isWhole)
      } catch OperationError.changed(let paths) {
        waiting.formUnion(paths)
      } catch let error as FileError where error.reason == .busy {
        waiting.insert(VaultPath(bytes: error.path))
      } catch is OperationError {
        break
      } catch is FileError {
        break
      }
      isWhole = false
    }
    return ([], false)
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
