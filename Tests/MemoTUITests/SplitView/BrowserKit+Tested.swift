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
    var kit = BrowserKit(
      host: TemporaryFolder.host(), watching: watching, clock: FixedClock(now: 1_777_593_600_000_000_000),
      collation: ByteCollation(), stopwatch: stopwatch, share: { _ in .copied }, clipboardRequest: { _ in nil },
      edit: { _ in }, openToday: { .existing(VaultPath("다리.md")) }, sync: { SyncReport() })
    kit.dates = { $0 < 1_000_000_000_000 ? "\($0 / 1_000_000_000)s" : "now" }
    return kit
  }
}

/// Watches without ever noticing anything: tests tell when to look.
struct SilentWatching: VaultWatching {
  func watch(_ root: HostPath, rules: MemoFileRules, mode: WatchMode) -> any VaultWatch { SilentWatch() }
}

private final class SilentWatch: VaultWatch {
  func next(within limit: Duration?) -> WatchHint? { .ended }

  func end() {}
}
