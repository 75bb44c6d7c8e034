import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoTUI
import MemoWords
import Synchronization

extension Session {
  /// What the split view needs from this machine.
  func browserKit(for workspace: Workspace) -> BrowserKit {
    let dates = CurrentDates(clock: machine.clock, locale: dateLocale)
    var kit = BrowserKit(
      host: machine.host, watching: machine.watchingBeside, clock: machine.clock,
      collation: machine.collation, stopwatch: machine.stopwatch, dates: { dates.text($0) },
      today: { machine.today }, reports: browserReports(dates),
      share: { path in try share(path, in: workspace) },
      clipboardRequest: { Sharing.terminalRequest($0) },
      edit: { path in try workspace.edit([path], in: editor, as: EditCommand.declaration.name) },
      openToday: { try workspace.today() }, sync: { try syncQuietly(workspace) })
    kit.conflicts = { try conflicts(in: workspace) }
    kit.settle = { path, version in
      _ = try workspace.syncer().resolve(
        path, with: version, as: ConflictsCommand.declaration.name, at: machine.now)
    }
    kit.processorTime = machine.processorTime
    kit.writeRefusal = {
      machine.host.writeRefusal(of: workspace.vault.root).map {
        BrowserMessages.readOnly(SystemMessages.reason($0))[language]
      }
    }
    return kit
  }

  /// Puts a memo on the clipboard; where there is none that takes it, what else there is, is reported.
  private func share(_ path: VaultPath, in workspace: Workspace) throws -> String {
    do {
      let isCertain = try Sharing(from: workspace).copy(try workspace.vault.contents(of: path))
      return (isCertain ? BrowserMessages.copied : Message.askedTerminal)[language]
    } catch let error as SharingError {
      let failure = FailureMessages.failure(for: error)
      return ([failure.message] + failure.hints).map { $0[language] }.joined(separator: "; ")
    }
  }

  /// The places that need a look after a sync.
  private func conflicts(in workspace: Workspace) throws -> [BrowserConflict] {
    try workspace.syncer().conflicts().map { conflict in
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
  private func syncQuietly(_ workspace: Workspace) throws -> String {
    do {
      let report = try workspace.sync(workspace.syncOptions(mayAsk: false)) { SyncMessages.trouble($0, in: language) }
      return BrowserMessages.synced(report)[language]
    } catch {
      return BrowserMessages.notSynced(SyncMessages.trouble(error, in: language).text)[language]
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
