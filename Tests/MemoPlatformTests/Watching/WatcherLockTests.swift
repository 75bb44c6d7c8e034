#if os(Linux)
  import Foundation
  import MemoCore
  import MemoIndex
  import MemoTestSupport
  import Testing

  @testable import MemoPlatform

  /// The lock by which other processes know the watcher of a vault.
  @Suite struct WatcherLockTests {
    /// A lock of this kind ends when its process closes any descriptor of the file, as a sync would do that asks who watches.
    @Test func aWatcherThatAsksItselfStaysTheWatcher() throws {
      let folder = try TemporaryFolder()
      try folder.makeFolders(VaultPath(".memo"))
      let watchers = SystemWatchers(program: [], userCache: nil, environment: [:])
      var place: (any WatcherPlace)?
      if case .granted(let granted) = watchers.claim(folder.path) { place = granted }
      try #require(place != nil)
      #expect(try isLocked(in: folder))
      #expect(watchers.status(of: folder.path) == nil)
      #expect(WatcherQuestions.ask(vault: folder.path, userCache: nil) == nil)
      #expect(try isLocked(in: folder))
      place = nil
      #expect(try isLocked(in: folder) == false)
      if case .granted(let granted) = watchers.claim(folder.path) { place = granted }
      #expect(place != nil, "it can be claimed again")
      #expect(try isLocked(in: folder))
    }

    /// Whether the kernel knows of a lock on the file.
    private func isLocked(in folder: TemporaryFolder) throws -> Bool {
      let path = folder.path.appending(".memo/watch.lock").text
      let number = try #require(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64)
      let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
      return locks.split(separator: "\n").contains { $0.contains("POSIX") && $0.contains(":\(number) ") }
    }
  }
#endif
