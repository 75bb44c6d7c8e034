import Foundation
import MemoCore
import MemoPlatform
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

/// One process at a time writes a cache; who has to, waits.
@Suite struct CacheLockTests {
  @Test func aHeldLockIsWaitedForOnlyAsLongAsAllowed() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let store = try #require(DiskCacheStore(vault: folder.path, userCache: nil))
    let held = Mutex(store.lock())
    #expect(held.withLock { $0 } != nil && store.lock() == nil)
    #expect(store.lock(waiting: .milliseconds(20)) == nil)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.02)  // so that the lock is asked for while it is held
      held.withLock { $0 = nil }
    }
    #expect(store.lock(waiting: .seconds(600)) != nil)
  }

  /// A process that is being started has a copy of every descriptor until it runs its program.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "no /proc"))
  func aLockEndsThoughAProcessThatIsBeingStartedHasTheFileOpen() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let store = try #require(DiskCacheStore(vault: folder.path, userCache: nil))
    let vault = try folder.openVault()
    let path = VaultPath(".memo/other.lock")
    for (name, take) in [
      ("cache/lock", { store.lock() as AnyObject? }), ("other.lock", { try vault.writer.lock(path, waiting: .zero) }),
    ] as [(String, () throws -> AnyObject?)] {
      var copy: Int32 = -1
      do {
        let held = try take()
        #expect(held != nil)
        copy = dup(try Self.descriptor(of: "\(folder.path.text)/.memo/\(name)"))
        #expect(try take() == nil, "\(name) is locked")
        withExtendedLifetime(held) {}
      }
      #expect(copy >= 0)
      #expect(try take() != nil, "\(name) is still locked by a copy of the descriptor")
      close(copy)
    }
  }

  /// The editor of a memo keeps its draft though `memo new` was killed.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "no /proc"))
  func aLockForProgramsEndsWithTheLastThatInheritedIt() throws {
    let folder = try TemporaryFolder()
    let writer = try folder.openVault().writer
    let path = VaultPath(".memo/drafts/x.lock")
    var held = try writer.lockForPrograms(path)
    #expect(held != nil)
    #expect(try writer.lock(path, waiting: .zero) == nil && writer.lockForPrograms(path) == nil)
    let number = try Self.descriptor(of: "\(folder.path.text)/\(path.text)")
    #expect(fcntl(number, F_GETFD) == 0, "programs do not inherit it")
    let inherited = dup(number)
    held = nil
    #expect(try writer.lock(path, waiting: .zero) == nil, "the program runs")
    close(inherited)
    // A program that another test has just started has a copy until it runs.
    #expect(try writer.lock(path, waiting: .seconds(10)) != nil)
  }

  @Test func aFolderIsLockedWithoutAFileInIt() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolders(VaultPath("a"))
    let (one, other) = (try folder.openVault().writer, try folder.openVault().writer)
    var held = one.lockFolder(VaultPath("a"), waiting: .zero)
    #expect(held != nil && other.lockFolder(VaultPath("a"), waiting: .milliseconds(20)) == nil)
    #expect(other.lockFolder(.root, waiting: .zero) != nil, "the folder above it is another one")
    #expect(try folder.openVault().files.entries(of: VaultPath("a")) == [])
    held = nil
    #expect(other.lockFolder(VaultPath("a"), waiting: .zero) != nil)
    #expect(other.lockFolder(VaultPath("b"), waiting: .zero) == nil, "it is not there")
  }

  private static func descriptor(of path: String) throws -> Int32 {
    let files = FileManager.default
    let all = try files.contentsOfDirectory(atPath: "/proc/self/fd")
    let found = all.first { (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path }
    return try #require(found.flatMap { Int32($0) }, "no descriptor of \(path)")
  }
}
