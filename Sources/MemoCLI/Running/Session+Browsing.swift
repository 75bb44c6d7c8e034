import MemoBrowser
import MemoCore
import MemoVault
import Synchronization

extension Session {
  /// What the split view needs from this machine.
  func browserKit(for vault: Vault) -> BrowserKit {
    let dates = CurrentDates(clock: surroundings.clock, locale: dateLocale)
    return BrowserKit(
      host: surroundings.host, watching: surroundings.watchingBeside, clock: surroundings.clock,
      collation: surroundings.collation, stopwatch: surroundings.stopwatch, dates: { dates.text($0) },
      today: { today }, describe: { FailureMessages.failure(for: $0).message[language] },
      share: { path in
        let isCertain = try Sharing(session: self, isHTML: false).copy(try vault.contents(of: path))
        return (isCertain ? Message.copied(path.text) : Message.askedTerminal)[language]
      },
      clipboardRequest: { Sharing.terminalRequest($0) },
      edit: { path in try edit([path], in: vault, by: EditCommand.declaration.name) },
      sync: {
        var options = syncOptions()
        // There is no line to ask on.
        options.mayAsk = false
        return SyncMessages.synced(try syncer(of: vault).sync(options))[language]
      },
      deleted: { BrowserMessages.deleted($0.text)[language] },
      undone: { Message.undone($0.name, OperationMessages.list($0.changed))[language] },
      redone: { Message.redone($0.name, OperationMessages.list($0.changed))[language] },
      renamed: { BrowserMessages.renamed($0)[language] })
  }
}

/// Dates for a program that runs on over midnight.
private final class CurrentDates: Sendable {
  private let clock: any LocalClock
  private let locale: String
  private let made: Mutex<(day: Int64, dates: DateText)?> = Mutex(nil)

  private static let nanosecondsADay: Int64 = 86_400_000_000_000

  init(clock: any LocalClock, locale: String) {
    (self.clock, self.locale) = (clock, locale)
  }

  func text(_ instant: Int64) -> String {
    let today = clock.local(ofInstant: clock.now) / Self.nanosecondsADay
    return made.withLock { made in
      if let made, made.day == today { return made.dates.text(instant) }
      let dates = DateText(clock: clock, locale: locale)
      made = (today, dates)
      return dates.text(instant)
    }
  }
}
