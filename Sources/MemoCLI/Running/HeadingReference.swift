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
    let hashes = reference.indices.filter { $0 > 0 && reference[$0] == UInt8(ascii: "#") }
    guard !hashes.isEmpty else { return nil }
    workspace = try opened ?? session.open(isChange: isChange)
    let finder = session.finder(in: workspace, isChange: isChange)
    if (try? finder.find(reference)) != nil { return nil }
    for hash in hashes {
      do {
        path = try finder.find(Array(reference[..<hash]))
        heading = String(decoding: reference[(hash + 1)...], as: UTF8.self)
        return
      } catch VaultError.noSuchMemo {
        continue
      }
    }
    return nil
  }
}
