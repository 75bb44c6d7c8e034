public import MemoCore

/// Why a use case could not be carried out, besides wrong usage.
public enum VaultError: Error, Equatable, Sendable {
  /// No vault was named and none was found, or only one that may not be taken.
  case noVault(passedOver: UnusedVault?)
  /// Nothing is where a vault was named.
  case noFolder(HostPath)
  /// What was named as a vault is not a folder.
  case notAFolder(HostPath)
  /// No memo matches a reference; the nearest titles.
  case noSuchMemo(reference: String, nearest: [String])
  /// Several memos match a reference.
  case ambiguous(reference: String, candidates: [VaultPath])
  /// A command that changes memos got a path that leads to one memo from the working directory and to another from the
  /// vault's root.
  case ambiguousPath(reference: String, candidates: [VaultPath])
  /// A command that changes memos got a reference that names none in full, and what it would have found elsewhere.
  case inexactReference(String, candidates: [VaultPath])
  /// A memo's etag is not the one it was to have.
  case changedSince(VaultPath, etag: String)
  /// A settings file that is not JSON, or not of the expected form.
  case badSettings(HostPath, SettingsProblem)
  /// A file operation failed.
  case file(FileError)
}

/// What is wrong with a settings file.
public enum SettingsProblem: Equatable, Sendable {
  /// It is not a JSON object.
  case notAnObject
  /// Its settings cannot be written as JSON.
  case unwritable
  /// The patterns of `ignore` are more than are compared with every path: so many bytes are allowed.
  case longPatterns(limit: Int)
}
