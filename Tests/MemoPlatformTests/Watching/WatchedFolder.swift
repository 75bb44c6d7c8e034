import MemoCore
import MemoIndex
import MemoPlatform
import MemoStore
import MemoTestSupport
import Testing

/// A vault that is watched, in its own folder.
struct WatchedFolder {
  /// Holds the vault in `vault/`.
  let folder: TemporaryFolder
  let watch: any VaultWatch

  /// Long enough for any machine; a test that works never waits for it.
  private static let patience = Duration.seconds(120)

  /// - Parameter setUp: makes what is there before the watch begins.
  init(_ mode: WatchMode, interval: Duration = .milliseconds(5), setUp: (TemporaryFolder) throws -> Void = { _ in })
    throws
  {
    folder = try TemporaryFolder()
    try folder.makeFolders(VaultPath("vault/.memo"))
    try setUp(folder)
    watch = try SystemWatching(interval: interval).watch(
      folder.path.appending("vault"), rules: MemoFileRules(ignored: [Glob("ignored/")]), mode: mode)
  }

  /// The next hint; fails the test where none comes.
  func next(_ location: SourceLocation = #_sourceLocation) throws -> WatchHint {
    try #require(try watch.next(within: Self.patience), "no hint", sourceLocation: location)
  }

  /// Waits for a hint by which a folder has to be looked at.
  func waitForHint(about folder: VaultPath, _ location: SourceLocation = #_sourceLocation) throws {
    while true {
      switch try next(location) {
      case .changed(let changed) where changed.isAbout(folder): return
      case .gone, .ended, .limited: Issue.record("the watch ended", sourceLocation: location)
      case .changed, .asked, .settings: continue
      }
    }
  }

  /// Takes the hints that came already.
  func drain() throws {
    while let hint = try watch.next(within: .zero), !hint.isAboutEverything {}
  }
}

extension WatchHint {
  /// Whether any memo may have changed.
  var isAboutEverything: Bool {
    if case .changed(let changed) = self { changed.isEverything } else { false }
  }
}

extension ChangedPaths {
  /// Whether something in a folder may have changed.
  fileprivate func isAbout(_ folder: VaultPath) -> Bool {
    let parents = memos.union(folders).map(\.parent)
    return folders.contains { $0.holds(folder) } || parents.contains(folder)
  }
}

extension VaultPath {
  fileprivate func holds(_ other: VaultPath) -> Bool {
    self == .root || self == other || other.bytes.starts(with: bytes + [UInt8(ascii: "/")])
  }
}
