/// What a shell offers when the user completes a value.
public enum Completion: Sendable, Equatable {
  /// Nothing: free text.
  case none
  /// Files and folders.
  case files
  /// Folders.
  case folders
  /// Folders of the vault, named from its root.
  case vaultFolders
  /// Commands of memo.
  case commands
  /// Memos of the vault.
  case memos
  /// Tags of the vault.
  case tags
  /// Templates of the vault.
  case templates
  /// Values of the setting that is named before.
  case settingValues
  /// These words.
  case choices([String])
}
