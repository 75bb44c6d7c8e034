import MemoCore
import MemoTestSupport
import MemoVault

@testable import MemoBrowser

extension BrowserKit {
  /// What tests need: memos made by time have the dates `1s`, `2s`…
  static func tested(watching: any VaultWatching = SilentWatching()) -> BrowserKit {
    BrowserKit(
      host: TemporaryFolder.host(), watching: watching, clock: TestClock(), collation: ByteOrder(),
      stopwatch: { .zero }, dates: { $0 < 1_000_000_000_000 ? "\($0 / 1_000_000_000)s" : "now" },
      today: { "2026-05-01" }, describe: { "\($0)" }, share: { "shared \($0.text)" }, clipboardRequest: { _ in nil },
      edit: { _ in },
      deleted: { "deleted \($0.text)" }, undone: { "undid \($0.name)" }, redone: { "redid \($0.name)" },
      renamed: { "renamed to \($0.newPath.text)" })
  }
}

extension BrowserWords {
  /// Short words.
  static let tested = BrowserWords(
    vault: "vault", untitled: "(untitled)", commands: { "\($0)" }, otherKeys: [("j k", "move")],
    count: { "\($0) memos" }, found: { "\($0) of \($1)" }, order: { "by \($0)" }, noMemos: "Press n to write one.",
    noMatch: "no match", askDelete: { "delete \($0)? " }, askGiveUp: { "\($0), give up? " },
    newTitle: "title:", choose: ">", hints: ["? help"],
    writingHint: "Esc leaves", unsaved: "unsaved", saved: "saved", noLinks: "no links",
    brokenLink: { "no memo \($0)" }, noWayBack: "no way back", noTags: "no tags", searching: "…", help: "Keys")
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
