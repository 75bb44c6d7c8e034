/// A file that someone said has another path now.
public struct RenameHint: Hashable, Sendable {
  /// Where it was.
  public let old: VaultPath
  /// Where it is.
  public let new: VaultPath

  /// Puts together a hint.
  public init(old: VaultPath, new: VaultPath) {
    self.old = old
    self.new = new
  }
}

/// The files that each side says it renamed since the base.
public struct RenameHints: Equatable, Sendable {
  /// The first side's, the oldest first.
  public var first: [RenameHint]
  /// The second side's, the oldest first.
  public var second: [RenameHint]

  /// Puts together hints; none unless given.
  public init(first: [RenameHint] = [], second: [RenameHint] = []) {
    self.first = first
    self.second = second
  }

  /// Where a side's hints lead from a path; `nil` where they say nothing of it.
  func target(of path: VaultPath, on side: MergeSide) -> VaultPath? {
    let end = (side == .first ? first : second).reduce(path) { $1.old == $0 ? $1.new : $0 }
    return end == path ? nil : end
  }
}
