import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoTUI
import MemoWords

extension Session {
  /// The system and the use cases for the split view.
  func browserKit(for vault: Vault) -> BrowserKit {
    var kit = BrowserKit(
      host: environment.host, watching: environment.watchingBeside, clock: environment.clock,
      collation: environment.collation, stopwatch: environment.stopwatch, language: language, locale: dateLocale,
      share: { path in
        let sharing = Sharing(session: self, vault: vault.root, isHTML: false)
        return try sharing.copy(try vault.contents(of: path)) ? .copied : .requested
      },
      clipboardRequest: { Sharing.terminalRequest($0) },
      edit: { path in try edit([path], in: vault, by: EditCommand.declaration.name) },
      openToday: { try TodayCommand.memo(in: vault, self) }, sync: { try syncQuietly(vault) })
    kit.conflicts = { try syncer(of: vault).conflicts() }
    kit.settle = { path, version in
      _ = try syncer(of: vault).resolve(path, with: version, as: ConflictsCommand.declaration.name, at: now)
    }
    kit.processorTime = environment.processorTime
    return kit
  }

  /// Syncs without asking or showing progress; a failure is recorded, too.
  private func syncQuietly(_ vault: Vault) throws -> SyncReport {
    var options = syncOptions()
    options.mayAsk = false
    let syncer = try syncer(of: vault)
    do throws(SyncError) {
      return try syncer.sync(options)
    } catch {
      syncer.note(failure: SyncMessages.trouble(error, in: language))
      throw error
    }
  }
}
