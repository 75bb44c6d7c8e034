import MemoCore
import MemoIndex
import MemoPlatform
import MemoStore
import MemoTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What every way of watching promises, tried on real files.
@Suite struct VaultWatchTests {
  #if os(Linux)
    static let modes: [WatchMode] = [.events, .polling]
  #else
    static let modes: [WatchMode] = [.polling]
  #endif

  /// A change to a vault that holds `a.md`, `b.md` and `folder/inside.md`, and the folder it is in.
  struct Change: Sendable, CustomStringConvertible {
    let description: String
    let folder: String
    let make: @Sendable (TemporaryFolder) throws -> Void

    init(_ description: String, in folder: String = "", _ make: @escaping @Sendable (TemporaryFolder) throws -> Void) {
      self.description = description
      self.folder = folder
      self.make = make
    }
  }

  static let changes = [
    Change("a memo is made") { try $0.write("# new\n", to: "vault/new.md") },
    Change("a memo with a Korean name is made") { try $0.write("# 새 메모\n", to: "vault/새 메모.md") },
    Change("a memo is overwritten in place") { try $0.overwrite(VaultPath("vault/a.md"), with: Array("X".utf8)) },
    Change("a memo is appended to") { try $0.append(Array("more\n".utf8), to: VaultPath("vault/a.md")) },
    Change("a memo is cut") { try $0.truncate(VaultPath("vault/a.md"), to: 0) },
    Change("a memo is removed") { try $0.remove(VaultPath("vault/a.md")) },
    Change("a memo is renamed") { try $0.rename(VaultPath("vault/a.md"), to: VaultPath("vault/z.md")) },
    Change("a memo replaces another") { try $0.rename(VaultPath("vault/a.md"), to: VaultPath("vault/b.md")) },
    Change("a memo gets another time") { try $0.setModified(0, of: VaultPath("vault/a.md")) },
    Change("a memo leaves the vault") { try $0.rename(VaultPath("vault/a.md"), to: VaultPath("a.md")) },
    Change("a memo in a folder changes", in: "folder") { try $0.write("# other\n", to: "vault/folder/inside.md") },
    Change("folders are made at once with a memo", in: "x/y/z") { try $0.write("# deep\n", to: "vault/x/y/z/n.md") },
    Change("a folder of memos moves in", in: "moved") {
      try $0.write("# n\n", to: "outside/deep/n.md")
      try $0.rename(VaultPath("outside"), to: VaultPath("vault/moved"))
    },
    Change("a folder is renamed", in: "renamed") {
      try $0.rename(VaultPath("vault/folder"), to: VaultPath("vault/renamed"))
    },
    Change("a folder leaves the vault") { try $0.rename(VaultPath("vault/folder"), to: VaultPath("folder")) },
    Change("a folder is removed") { try $0.remove(VaultPath("vault/folder")) },
  ]

  private static func fill(_ folder: TemporaryFolder) throws {
    for name in ["a.md", "b.md", "folder/inside.md"] { try folder.write("# \(name)\n", to: "vault/\(name)") }
  }

  @Test(arguments: modes, changes)
  func aChangeLeadsToAHint(mode: WatchMode, change: Change) throws {
    let watched = try WatchedFolder(mode, setUp: Self.fill)
    try change.make(watched.folder)
    try watched.waitForHint(about: VaultPath(change.folder))
  }

  @Test(arguments: modes)
  func aWriteToAnOpenFileLeadsToAHint(mode: WatchMode) throws {
    let watched = try WatchedFolder(mode, setUp: Self.fill)
    let file = open(watched.folder.systemPath(VaultPath("vault/a.md")), O_WRONLY | O_CLOEXEC)
    defer { close(file) }
    for _ in 1...3 {
      try watched.drain()
      #expect(write(file, "more", 4) == 4)
      try watched.waitForHint(about: .root)
    }
  }

  @Test(arguments: modes, ["new/deep", "moved/deep", "renamed", "folder"])
  func aFolderThatCameIsWatched(mode: WatchMode, path: String) throws {
    let watched = try WatchedFolder(mode, setUp: Self.fill)
    let folder = watched.folder
    try folder.makeFolders(VaultPath("vault/new/deep"))
    try folder.makeFolders(VaultPath("outside/deep"))
    try folder.rename(VaultPath("outside"), to: VaultPath("vault/moved"))
    try folder.rename(VaultPath("vault/folder"), to: VaultPath("vault/renamed"))
    try folder.makeFolders(VaultPath("vault/folder"))
    // The last of the hints about folders; then all of them are watched.
    try folder.write("# mark\n", to: "vault/mark.md")
    try watched.waitForHint(about: .root)
    try watched.drain()
    try folder.write("# n\n", to: "vault/\(path)/n.md")
    try watched.waitForHint(about: VaultPath(path))
  }

  @Test(arguments: modes)
  func theEndOfTheRootIsNoticed(mode: WatchMode) throws {
    for end in [{ try $0.rename(VaultPath("vault"), to: VaultPath("other")) }, { try $0.remove(VaultPath("vault")) }]
      as [(TemporaryFolder) throws -> Void]
    {
      let watched = try WatchedFolder(mode, setUp: Self.fill)
      try end(watched.folder)
      while try watched.next() != .gone {}
    }
  }

  @Test(arguments: modes)
  func aRootThatIsNotThereCannotBeWatched(mode: WatchMode) throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileError.self) {
      try SystemWatching().watch(folder.path.appending("no"), rules: MemoFileRules(), mode: mode)
    }
  }

  @Test(arguments: modes)
  func aWaitEndsWhenItsTimeIsUp(mode: WatchMode) throws {
    let watched = try WatchedFolder(mode, interval: .seconds(1000))
    #expect(try watched.watch.next(within: .milliseconds(1)) == nil)
    #expect(try watched.watch.next(within: .zero) == nil)
  }

  @Test func aVaultWithoutEventsIsLookedAtHoweverShortTheWaitsAre() throws {
    let watched = try WatchedFolder(.polling, interval: .milliseconds(20))
    let end = ContinuousClock.now + .seconds(20)
    var hint: WatchHint?
    while hint == nil, ContinuousClock.now < end { hint = try watched.watch.next(within: .milliseconds(1)) }
    #expect(hint?.isAboutEverything == true)
  }

  @Test(arguments: modes)
  func aWaitEndsWhenTheWatchDoes(mode: WatchMode) async throws {
    let watched = try WatchedFolder(mode, interval: .seconds(1000))
    let watch = watched.watch
    let waiting = Task.detached { try watch.next(within: nil) }
    watch.end()
    #expect(try await waiting.value == .ended)
    #expect(try watch.next(within: nil) == .ended)
  }
}
