import MemoCore
import MemoIndex
import MemoPlatform
import MemoStore
import MemoTestSupport
import Testing

/// A vault on disk, followed by what the system reports.
@Suite struct FollowedVaultTests {
  #if os(Linux)
    static let modes: [WatchMode] = [.events, .polling]
  #else
    static let modes: [WatchMode] = [.polling]
  #endif

  private static let clock = ContinuousClock()

  @Test(arguments: modes)
  func changesComeInTheirOrder(mode: WatchMode) throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let start = Self.clock.now
    let follower = try ChangeFollower(
      folder.path, host: folder.host(), watching: SystemWatching(interval: .milliseconds(10)), mode: mode,
      now: { Self.clock.now - start })
    var told: [String] = []
    while told.count < 3, let news = try follower.next() {
      switch (news, told.count) {
      case (.ready, 0): try folder.write("# a\n", to: "깊은/폴더/a.md")
      case (.changes(let found), let count):
        told += found.map(sign)
        if count == 0 { try folder.rename(VaultPath("깊은"), to: VaultPath("다른")) }
        if count == 1 { try folder.remove(VaultPath("다른")) }
      default: Issue.record("\(news)")
      }
    }
    #expect(told == ["+깊은/폴더/a.md", "깊은/폴더/a.md>다른/폴더/a.md", "-다른/폴더/a.md"])
  }

  @Test func anEndedWatchReportsNothingMore() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let ending = WatchEnding()
    let follower = try ChangeFollower(
      folder.path, host: folder.host(), watching: SystemWatching(), ending: ending, now: { .zero })
    if case .ready(memos: 0) = try follower.next() {} else { Issue.record("it is not ready") }
    ending.end()
    #expect(try follower.next() == nil)
  }

  @Test func aVaultThatCannotBeFollowedIsAnError() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileError.self) {
      try ChangeFollower(
        folder.path.appending("no"), host: folder.host(), watching: SystemWatching(), now: { .zero })
    }
  }
}
