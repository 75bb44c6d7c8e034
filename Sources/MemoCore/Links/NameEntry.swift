/// What a name is to the memo that goes by it.
enum NameRole: UInt8, CaseIterable {
  /// The path from the vault's root, without extension.
  case path
  /// The file name without extension.
  case fileName
  case title
  case alias
}

/// A name of a memo, as a table keeps it.
public struct NameEntry: Sendable {
  /// The hash of the folded name, mixed with its role.
  let key: UInt64
  /// What the name is to the memo.
  let role: NameRole
  /// The memo's number.
  let memo: UInt32
  /// The entry with the next higher number in the same row of the table, counted from 1; 0 for none.
  var next: UInt32 = 0

  init(_ hash: UInt64, _ role: NameRole, memo: Int) {
    key = NameKeys.key(hash, role)
    self.role = role
    self.memo = UInt32(memo)
  }
}
