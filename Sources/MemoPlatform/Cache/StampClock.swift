import CSystem
import MemoCore

/// What is known of the clock that stamps a vault's files, by that of its cache: the cache may be on another file system, and
/// so may folders in the vault.
struct StampClock: Sendable {
  private let root: HostPath
  private let vault: Descriptor?
  private let cache: Descriptor

  /// - Parameter vault: the root as it is open; `nil` where it cannot be opened.
  init(of root: HostPath, _ vault: Descriptor?, cache: Descriptor) {
    (self.root, self.vault, self.cache) = (root, vault, cache)
  }

  /// How long before now by the cache's clock the times of a file have to be for a later write to give it others, in
  /// nanoseconds.
  var margin: Int64 {
    Self.margin(
      vault: vault.map { FileSystemKind(of: $0.number) } ?? .other, cache: FileSystemKind(of: cache.number),
      isShared: vault?.status.map { $0.device == cache.status?.device } ?? false, hasMounts: Self.hasMounts(in: root))
  }

  /// The same by what it depends on.
  static func margin(vault: FileSystemKind, cache: FileSystemKind, isShared: Bool, hasMounts: Bool) -> Int64 {
    // Local file systems are stamped by this machine's kernel.
    guard isShared || vault == .local else { return otherMachines }
    return isShared && cache == .local && !hasMounts ? FileSystemKind.local.timeGrain : FileSystemKind.other.timeGrain
  }

  /// What the clocks of two machines may differ by: one that is behind gives a file that was just written a time long ago.
  private static let otherMachines: Int64 = 3600 * 1_000_000_000

  private static func hasMounts(in root: HostPath) -> Bool {
    #if os(Linux)
      MountTable.hasMounts(in: root)
    #else
      false
    #endif
  }
}
