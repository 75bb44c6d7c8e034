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

    /// A status that the file has no room for would leave the one before.
    @Test(arguments: ["x", "한", "\u{1}", "\"", "👩‍👩‍👧‍👦", "e\u{301}"], [0, 1, 500, 1000, 4000, 20_000])
    func aLongErrorIsCutToItsStart(character: String, count: Int) throws {
      let folder = try TemporaryFolder()
      try folder.makeFolders(VaultPath(".memo"))
      let watchers = SystemWatchers(program: [], userCache: nil, environment: [:])
      guard case .granted(let place) = watchers.claim(folder.path) else {
        Issue.record("not granted")
        return
      }
      place.publish(WatcherStatus(pid: 1, since: 1))
      var status = WatcherStatus(pid: 1, since: 1)
      (status.events, status.lastError) = (7, String(repeating: character, count: count))
      place.publish(status)
      let bytes = try #require(try folder.bytes(of: VaultPath(".memo/watch.lock")))
      let read = try JSONDecoder().decode(WatcherStatus.self, from: Data(bytes))
      let (error, whole) = (Array((read.lastError ?? "").utf8), Array((status.lastError ?? "").utf8))
      #expect(read.events == 7 && whole.starts(with: error), "\(error.count) bytes")
      #expect(error == whole || error.count >= 300, "\(error.count) bytes")
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
