import MemoCore
import MemoIndex
import MemoKit
import MemoStore

/// `REF#HEADING`, where no memo is called so as a whole.
struct HeadingReference {
  let workspace: Workspace
  let path: VaultPath
  let heading: String

  /// `nil` for the reference of a memo.
  ///
  /// - Parameter opened: the vault, if it is open already.
  init?(_ reference: [UInt8], _ session: Session, isChange: Bool = true, in opened: Workspace? = nil) throws {
    guard reference.dropFirst().contains(UInt8(ascii: "#")) else { return nil }
    workspace = try opened ?? session.open(isChange: isChange)
    guard let named = try session.finder(in: workspace, isChange: isChange).section(reference) else { return nil }
    (path, heading) = named
  }
}
