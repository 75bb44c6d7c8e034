#if os(Linux)
  import Glibc
  import MemoCore
  import MemoPlatform
  import MemoTestSupport
  import MemoStore
  import MemoIndex
  import Testing

  /// What the kernel's events are good for beyond what every watch promises.
  @Suite struct InotifyTests {
    @Test func whatIsNoMemoGivesNoHint() throws {
      let watched = try WatchedFolder(.events) { folder in
        for name in ["a", "b", ".git", "ignored"] { try folder.makeFolders(VaultPath("vault/\(name)")) }
      }
      let others = ["a/notes.txt", "a/.hidden.md", ".git/x.md", "ignored/x.md", ".memo/cache/x", "a/4913", "a/x.md~"]
      for name in others { try watched.folder.write("x", to: "vault/\(name)") }
      try watched.folder.write("# memo\n", to: "vault/b/memo.md")
      #expect(try watched.next() == .changed(ChangedPaths(memos: [VaultPath("b/memo.md")])))
    }

    @Test func settingsThatChangeAreNoticed() throws {
      let watched = try WatchedFolder(.events)
      try watched.folder.write("{}", to: "vault/.memo/config.json")
      #expect(try watched.next() == .settings)
      try watched.folder.write("{\"ignore\": \"x\"}", to: "vault/.memo/config.new")
      try watched.folder.rename(VaultPath("vault/.memo/config.new"), to: VaultPath("vault/.memo/config.json"))
      #expect(try watched.next() == .settings)
    }

    @Test func aMarkerThatComesLaterIsWatchedForSettings() throws {
      let watched = try WatchedFolder(.events) { try $0.remove(VaultPath("vault/.memo")) }
      try watched.folder.makeFolders(VaultPath("vault/.memo"))
      try watched.drain()
      try watched.folder.write("{}", to: "vault/.memo/config.json")
      #expect(try watched.next() == .settings)
    }

    @Test func settingsThatComeAndGoWithTheirFolderAreNoticed() throws {
      let watched = try WatchedFolder(.events) { try $0.remove(VaultPath("vault/.memo")) }
      try watched.folder.write(#"{"ignore": "x"}"#, to: "elsewhere/config.json")
      try watched.folder.rename(VaultPath("elsewhere"), to: VaultPath("vault/.memo"))
      #expect(try watched.next() == .settings)
      try watched.folder.rename(VaultPath("vault/.memo"), to: VaultPath("elsewhere"))
      #expect(try watched.next() == .settings)
    }

    @Test func lostEventsMeanThatEverythingMayHaveChanged() throws {
      let watched = try WatchedFolder(.events)
      for number in 1...Self.eventsHeld { try watched.folder.write("", to: "vault/\(number).md") }
      try watched.folder.makeFolders(VaultPath("vault/unseen"))
      while try !watched.next().isAboutEverything {}
      try watched.drain()
      try watched.folder.write("# n\n", to: "vault/unseen/n.md")
      try watched.waitForHint(about: VaultPath("unseen"))
    }

    @Test func anIgnoredFolderThatIsRenamedIsWatched() throws {
      let watched = try WatchedFolder(.events) { try $0.makeFolders(VaultPath("vault/ignored")) }
      try watched.folder.rename(VaultPath("vault/ignored"), to: VaultPath("vault/wanted"))
      try watched.waitForHint(about: .root)
      try watched.folder.write("# n\n", to: "vault/wanted/n.md")
      try watched.waitForHint(about: VaultPath("wanted"))
    }

    @Test func aQuestionComesAfterWhatHappenedBeforeIt() throws {
      let watched = try WatchedFolder(.events)
      watched.watch.acceptQuestions()
      let folder = watched.folder
      for round in 1...50 {
        try folder.write("# a\n", to: "vault/a.md")
        try folder.makePipe(VaultPath("vault/.memo/cookies/.\(round)"))
        try folder.rename(VaultPath("vault/.memo/cookies/.\(round)"), to: VaultPath("vault/.memo/cookies/\(round)"))
        #expect(try watched.next() == .changed(ChangedPaths(memos: [VaultPath("a.md")])))
        #expect(try watched.next() == .asked(WatchQuestion(name: Array("\(round)".utf8))))
      }
    }

    @Test func anAnswerThatNoOneWaitsForIsHarmless() throws {
      let watched = try WatchedFolder(.events)
      watched.watch.acceptQuestions()
      try watched.folder.write("no FIFO", to: "vault/.memo/cookies/file")
      try watched.folder.link(VaultPath("vault/.memo/cookies/link"), to: "../../a.md")
      try watched.folder.makePipe(VaultPath("vault/.memo/cookies/pipe"))
      for name in ["file", "link", "pipe", "nothing"] {
        watched.watch.answer(WatchQuestion(name: Array(name.utf8)), with: [1])
      }
      #expect(try watched.folder.names(in: VaultPath("vault/.memo/cookies")).isEmpty)
      #expect(watched.folder.status(of: VaultPath("vault/a.md")) == nil)
    }

    @Test func noChildInheritsTheQueue() throws {
      let before = try Self.inheritedDescriptors()
      let watched = try WatchedFolder(.events)
      #expect(try Self.inheritedDescriptors() <= before)
      withExtendedLifetime(watched) {}
    }

    /// Events that the kernel holds for one queue before it drops them.
    private static let eventsHeld: Int = {
      guard let file = fopen("/proc/sys/fs/inotify/max_queued_events", "re") else { return 16_384 }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 32)
      let count = fread(&bytes, 1, bytes.count, file)
      return Int(String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self)) ?? 16_384
    }()

    /// How many inotify queues a child of this process would get.
    private static func inheritedDescriptors() throws -> Int {
      (0..<1024).count { number in
        let flags = fcntl(Int32(number), F_GETFD)
        guard flags >= 0, flags & FD_CLOEXEC == 0 else { return false }
        var target = [CChar](repeating: 0, count: 64)
        _ = readlink("/proc/self/fd/\(number)", &target, target.count - 1)
        return strcmp(target, "anon_inode:inotify") == 0
      }
    }
  }
#endif
