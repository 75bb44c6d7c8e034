import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoSync
import MemoTestSupport

@testable import MemoTUI

extension BrowserKit {
  /// What tests need: memos made by time have the dates `1s`, `2s`…
  static func tested(
    watching: any VaultWatching = SilentWatching(), stopwatch: @escaping @Sendable () -> Duration = { .zero }
  ) -> BrowserKit {
    BrowserKit(
      host: TemporaryFolder.host(), watching: watching, clock: TestClock(), collation: ByteOrder(),
      stopwatch: stopwatch, dates: { $0 < 1_000_000_000_000 ? "\($0 / 1_000_000_000)s" : "now" },
      today: { "2026-05-01" }, reports: .tested, share: { "shared \($0.text)" }, clipboardRequest: { _ in nil },
      edit: { _ in }, openToday: { VaultPath("다리.md") }, sync: { "synced" })
  }
}

extension BrowserReports {
  fileprivate static var tested: BrowserReports {
    var reports = BrowserReports()
    reports.failure = { "\($0)" }
    reports.deleted = { "deleted \($0)" }
    reports.undone = { "undid \($0.name) \($1)" }
    reports.redone = { "redid \($0.name) \($1)" }
    reports.settled = "settled"
    reports.forgotten = { "forgot \($0.name)" }
    reports.cannotUndo = { "changed \($0.map(\.text))" }
    reports.moved = { "moved to \($0.newPath.text)" }
    reports.renamed = { "renamed to \($0), \($1.newPath.text)" }
    reports.warning = { if case .limited = $0 { "limited" } else { nil } }
    reports.sync = { "synced \($0.at ?? 0)\($0.hasFailed ? " failed" : "")" }
    return reports
  }
}

extension BrowserWords {
  /// Short words.
  static var tested: BrowserWords {
    var words = BrowserWords()
    (words.vault, words.untitled, words.choose) = ("vault", "(untitled)", ">")
    words.commands = { "\($0)" }
    words.otherKeys = [("j k", "move")]
    words.count = { "\($0) memos" }
    words.found = { "\($0) of \($1)" }
    words.order = { "by \($0)" }
    (words.noMemos, words.noMatch, words.searching) = ("Press n to write one.", "no match", "…")
    words.askDelete = { "delete \($0)? " }
    words.askGiveUp = { "\($0), give up? " }
    words.askForget = { "\($0), forget? " }
    words.askTwin = { "another \($0), rename? " }
    words.askMake = { "make \($0)? " }
    (words.newTitle, words.hints, words.help) = ("title:", ["? help"], "Keys")
    (words.newFolder, words.matchHints) = ("folder:", ["n N match"])
    words.searchesOn = { $0 ? "from the start" : "from the end" }
    (words.noBacklinks, words.noConflicts) = ("no backlinks", "no conflicts")
    words.conflicts = { "\($0) conflicts" }
    words.moreHelp = "more"
    (words.writingHint, words.unsaved, words.saved) = ("Esc leaves", "unsaved", "saved")
    (words.gone, words.goneWhileWriting, words.broughtBack) = ("gone", "lost", "back again")
    (words.merged, words.moved) = ("merged", { "moved to \($0)" })
    (words.noLinks, words.noWayBack, words.noTags) = ("no links", "no way back", "no tags")
    words.brokenLink = { "no memo \($0)" }
    (words.noCommand, words.noChoice) = ("no command", "nothing")
    words.noMemo = { "\($0) is no memo" }
    words.syncing = "syncing"
    return words
  }
}

private struct TestClock: LocalClock {
  let now: Int64 = 1_777_593_600_000_000_000
  func instant(ofLocal local: Int64) -> Int64 { local }
  func local(ofInstant instant: Int64) -> Int64 { instant }
}

private struct ByteOrder: TitleCollation {
  func key(for title: String) -> [UInt8] { Array(title.utf8) }
}

/// Watches without ever noticing anything: tests tell when to look.
struct SilentWatching: VaultWatching {
  func watch(_ root: HostPath, rules: MemoFileRules, mode: WatchMode) -> any VaultWatch { SilentWatch() }
}

private final class SilentWatch: VaultWatch {
  func next(within limit: Duration?) -> WatchHint? { .ended }

  func end() {}
}
