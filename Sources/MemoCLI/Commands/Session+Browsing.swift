import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoTUI
import MemoWords
import Synchronization

extension Session {
  /// What the split view needs from this machine.
  func browserKit(for vault: Vault) -> BrowserKit {
    let dates = CurrentDates(clock: environment.clock, locale: dateLocale)
    var kit = BrowserKit(
      host: environment.host, watching: environment.watchingBeside, clock: environment.clock,
      collation: environment.collation, stopwatch: environment.stopwatch, dates: { dates.text($0) },
      today: { today }, reports: browserReports(dates),
      share: { path in try share(path, in: vault) },
      clipboardRequest: { Sharing.terminalRequest($0) },
      edit: { path in try edit([path], in: vault, by: EditCommand.declaration.name) },
      openToday: { try TodayCommand.memo(in: vault, self) }, sync: { try syncQuietly(vault) })
    kit.conflicts = { try conflicts(in: vault) }
    kit.settle = { path, version in
      _ = try syncer(of: vault).resolve(path, with: version, as: ConflictsCommand.declaration.name, at: now)
    }
    kit.processorTime = environment.processorTime
    kit.writeRefusal = {
      environment.host.writeRefusal(of: vault.root).map {
        BrowserMessages.readOnly(SystemMessages.reason($0))[language]
      }
    }
    return kit
  }

  /// Puts a memo on the clipboard; where there is none that takes it, what else there is, is reported.
  private func share(_ path: VaultPath, in vault: Vault) throws -> String {
    do {
      let isCertain = try Sharing(session: self, vault: vault.root, isHTML: false).copy(try vault.contents(of: path))
      return (isCertain ? BrowserMessages.copied : Message.askedTerminal)[language]
    } catch let failure as Failure {
      return ([failure.message] + failure.hints).map { $0[language] }.joined(separator: "; ")
    }
  }

  /// The places that need a look after a sync.
  private func conflicts(in vault: Vault) throws -> [BrowserConflict] {
    try syncer(of: vault).conflicts().map { conflict in
      let text = (conflict.ours.isEmpty ? conflict.theirs : conflict.ours).prefix { $0 != UInt8(ascii: "\n") }
      var place = BrowserConflict(
        path: conflict.path, line: conflict.line, text: String(decoding: text, as: UTF8.self),
        advice: BrowserMessages.advice(conflict)[language],
        fileAdvice: BrowserMessages.fileAdvice(conflict)[language])
      place.hasVersions = conflict.kind == .stale
      return place
    }
  }

  /// Syncs without a line to ask on or to show progress in; what goes wrong is remembered.
  private func syncQuietly(_ vault: Vault) throws -> String {
    var options = syncOptions()
    options.mayAsk = false
    let syncer = try syncer(of: vault)
    do {
      return BrowserMessages.synced(try syncer.sync(options))[language]
    } catch {
      syncer.note(failure: error)
      return BrowserMessages.notSynced(FailureMessages.failure(for: error).message[language])[language]
    }
  }

  private func browserReports(_ dates: CurrentDates) -> BrowserReports {
    var reports = BrowserReports()
    reports.failure = { FailureMessages.failure(for: $0).message[language] }
    reports.deleted = { BrowserMessages.deleted($0.isEmpty ? Message.untitled[language] : $0)[language] }
    reports.undone = { BrowserMessages.undone($0, $1)[language] }
    reports.redone = { BrowserMessages.redone($0, $1)[language] }
    reports.cannotUndo = { BrowserMessages.cannotUndo($0)[language] }
    reports.forgotten = { BrowserMessages.forgotten($0)[language] }
    reports.version = { BrowserMessages.version($0)[language] }
    reports.settled = BrowserMessages.settled[language]
    reports.renamed = { BrowserMessages.renamed($0, $1)[language] }
    reports.moved = { BrowserMessages.moved($0)[language] }
    reports.warning = { EventWriter.warning(of: $0)?[language] }
    reports.sync = { BrowserMessages.sync(at: $0.at.map { dates.text($0) }, hasFailed: $0.hasFailed)[language] }
    return reports
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
