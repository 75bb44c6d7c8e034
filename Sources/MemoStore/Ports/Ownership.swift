/// Who owns a file or folder, and who else may write to it: others could have put there what looks like one's own.
public struct Ownership: Equatable, Sendable {
  /// The system's number of the owner.
  public let user: UInt32
  /// Whether the owner is the user for whom this process runs. For other users root is another user, as for git.
  public let isOwnedByThisUser: Bool
  /// Whether its permission bits let everybody write to it, or a group that is not this user's alone.
  public let isWritableByOthers: Bool
  /// The file system it is on.
  public let device: UInt64

  /// Whether only this user can have put it there or changed it.
  public var isPrivate: Bool { isOwnedByThisUser && !isWritableByOthers }

  /// Puts together an ownership.
  public init(user: UInt32, isOwnedByThisUser: Bool, isWritableByOthers: Bool, device: UInt64) {
    self.user = user
    self.isOwnedByThisUser = isOwnedByThisUser
    self.isWritableByOthers = isWritableByOthers
    self.device = device
  }
}
