import MemoCore
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoKit

/// What is kept of the names in a folder is what another look at it finds.
@Suite struct KnownTwinsTests {
  private static let names: [(name: String, kind: FolderEntry.Kind)] = [
    ("a.md", .file), ("A.md", .file), ("a.MD", .folder), ("b.png", .file), ("B.png", .file), ("sub", .folder),
    ("Sub", .folder), ("caf\u{E9}.png", .file), ("cafe\u{301}.png", .file),
  ]

  /// - Parameter tick: what the clock of the file system goes by, in nanoseconds.
  @Test(arguments: [4_000_000, 1_000_000_000, 2_000_000_000] as [Int64])
  func whatIsKeptIsWhatIsThere(tick: Int64) {
    var random = SeededRandom(seed: 31)
    let folder = NamedFolder(tick: tick)
    var (known, now, found) = (KnownTwins(), Int64(1_700_000_000_000_000_000), [Int: Int]())
    for _ in 0..<4_000 {
      now += [0, 1_000_000, 300_000_000, 2_500_000_000].randomElement(using: &random) ?? 0
      if Int.random(in: 0..<6, using: &random) == 0, let entry = Self.names.randomElement(using: &random) {
        folder.toggle(entry.name, entry.kind, at: now)
        now += [0, 1_000_000].randomElement(using: &random) ?? 0
      }
      let kept = known.twins(in: .root, of: folder, MemoFileRules(), at: now).problems
      let lists = folder.listCount
      #expect(kept == TwinNames(in: .root, of: folder, MemoFileRules()).problems)
      folder.listCount = lists
      found[kept.count, default: 0] += 1
    }
    print("\(folder.listCount) lists for 4000 looks, with so many problems: \(found.sorted { $0.key < $1.key })")
    #expect(folder.listCount < 3_000 && found.count > 3)
  }
}

/// A folder whose stamp has the time of the last tick before its names changed.
private final class NamedFolder: VaultFiles {
  private let tick: Int64
  private let state = Mutex((entries: [FolderEntry](), changed: Int64(0), lists: 0))

  init(tick: Int64) {
    self.tick = tick
  }

  let root = HostPath("/vault")

  /// How often its names were asked for.
  var listCount: Int {
    get { state.withLock(\.lists) }
    set { state.withLock { $0.lists = newValue } }
  }

  /// Adds an entry, or takes it away.
  func toggle(_ name: String, _ kind: FolderEntry.Kind, at time: Int64) {
    let entry = FolderEntry(name: Array(name.utf8), kind: kind)
    state.withLock { state in
      if let place = state.entries.firstIndex(of: entry) {
        state.entries.remove(at: place)
      } else {
        state.entries.append(entry)
      }
      state.changed = time / tick * tick
    }
  }

  func entries(of folder: VaultPath) -> [FolderEntry]? {
    state.withLock { state in
      state.lists += 1
      return state.entries
    }
  }

  func folderStamp(of folder: VaultPath) -> FileStamp? {
    let changed = state.withLock(\.changed)
    return FileStamp(size: 0, modified: changed, changed: changed, inode: 1)
  }

  func allEntries(of folder: VaultPath) -> [AnyEntry]? { nil }
  func ownership(of path: VaultPath) -> Ownership? { nil }
  func fileStamps(
    in folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, body: (Int, FileStamp?) -> Void
  ) {}
  func stream(_ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void) -> Bool { false }
  func read(_ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void) -> FileReading? { nil }
}
