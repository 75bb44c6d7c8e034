import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// A vault whose index is kept in step by the system's events, as a watcher does for a command that waits.
final class FollowedVault {
  /// Holds the vault in `vault/`.
  let folder: TemporaryFolder

  private let follower: ChangeFollower

  /// - Parameter setUp: makes what is there before the watch begins.
  init(settings: String = "{}", setUp: (TemporaryFolder) throws -> Void = { _ in }) throws {
    folder = try TemporaryFolder()
    try folder.makeVault()
    try folder.write(settings, to: ".memo/config.json")
    try setUp(folder)
    let start = ContinuousClock.now
    follower = try ChangeFollower(
      folder.path, host: folder.host(), watching: SystemWatching(), mode: .events, now: { .now - start })
  }

  var index: VaultIndex { follower.index }

  /// Takes the events that came and looks where they point; whether that is a part of the vault only.
  @discardableResult
  func follow() throws -> Bool {
    while let hint = try follower.hint(within: .zero) {
      if case .changed(let paths) = hint { follower.changed.merge(paths) } else { _ = try follower.take(hint) }
    }
    let isPart = !follower.changed.isEverything
    try follower.look()
    return isPart
  }

  /// Whether the index answers as one of the files as they are, and a command that is told where it stands in the cache
  /// finds the same; a difference is recorded.
  func isInStep(_ place: String, _ location: SourceLocation = #_sourceLocation) throws -> Bool {
    let rebuilt = IndexAnswer(try follower.vault.readAll())
    let followed = IndexAnswer(index)
    guard followed == rebuilt else {
      Issue.record("\(place)\n\(followed.difference(from: rebuilt))", sourceLocation: location)
      return false
    }
    guard index.problems.isEmpty else { return true }
    let told = index.contents.position.flatMap { CachePosition(decoding: $0.encoded()) }
    let command = try told.flatMap { try refresher().load($0) }.map(IndexAnswer.init)
    if command != rebuilt { Issue.record("\(place): the cache does not say so", sourceLocation: location) }
    return command == rebuilt
  }

  private func refresher() throws -> Refresher {
    let disk = try DiskFiles(root: folder.path)
    return Refresher(
      files: disk, store: DiskCacheStore(vault: folder.path, userCache: nil), rules: follower.vault.rules,
      device: disk.device, inode: disk.inode)
  }
}
