import MemoCore
import MemoPlatform
import MemoTestSupport
import MemoVault
import Testing

@Suite struct VaultChangesTests {
  #if os(Linux)
    static let modes: [WatchMode] = [.events, .polling]
  #else
    static let modes: [WatchMode] = [.polling]
  #endif

  private static let clock = ContinuousClock()

  @Test(arguments: modes)
  func changesComeInTheirOrder(mode: WatchMode) async throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let start = Self.clock.now
    let changes = VaultChanges(
      of: folder.path, host: folder.host(), watching: SystemWatching(interval: .milliseconds(10)), mode: mode,
      now: { Self.clock.now - start })
    var told: [String] = []
    for try await news in changes {
      switch (news, told.count) {
      case (.ready, 0): try folder.write("# a\n", to: "깊은/폴더/a.md")
      case (.changes(let found), let count):
        told += found.map(sign)
        if count == 0 { try folder.rename(VaultPath("깊은"), to: VaultPath("다른")) }
        if count == 1 { try folder.remove(VaultPath("다른")) }
      default: Issue.record("\(news)")
      }
      if told.count == 3 { break }
    }
    #expect(told == ["+깊은/폴더/a.md", "깊은/폴더/a.md>다른/폴더/a.md", "-다른/폴더/a.md"])
  }

  @Test func aCancelledTaskIsTheEnd() async throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let changes = VaultChanges(
      of: folder.path, host: folder.host(), watching: SystemWatching(), now: { .zero })
    let task = Task { for try await _ in changes { withUnsafeCurrentTask { $0?.cancel() } } }
    try await task.value
  }

  @Test func aVaultThatCannotBeFollowedIsAnError() async throws {
    let folder = try TemporaryFolder()
    let changes = VaultChanges(
      of: folder.path.appending("no"), host: folder.host(), watching: SystemWatching(), now: { .zero })
    await #expect(throws: VaultError.self) {
      for try await _ in changes {}
    }
  }
}
