public import MemoCore
public import MemoIndex
public import MemoStore

/// Something to report that did not stop a use case.
public enum Notice: Sendable {
  /// A vault above the working directory is not used.
  case unusedVault(UnusedVault)
  /// The index of this vault is up to date with the files, after so long.
  case refreshed(HostPath, VaultIndex, Duration)
  /// A file or folder cannot be read, so its memos are missing.
  case unreadable(FileError)
  /// A memo is too large to be read whole, so links and tags behind its first part are left as they are.
  case oversized(VaultPath)
  /// A path leads to one memo from the working directory, which is taken, and to another from the vault's root.
  case ambiguousPath(reference: String, taken: VaultPath, other: VaultPath)
  /// A reference is taken for this memo, though it is not its name.
  case taken(reference: String, taken: VaultPath, title: String)
  /// A change that a crash had interrupted was rolled back or completed.
  case ended(InterruptedChange)
  /// What a crash left of a change cannot be taken back now.
  case notRecovered(any Error)
  /// The text is saved, but the change is not in the history, so `undo` does not know it.
  case notRecorded(any Error)
  /// The program failed; the text written until then is in this file.
  case keptText(VaultPath)
  /// Memos were made of drafts whose `memo new` had been interrupted.
  case tookDrafts([VaultPath])
  /// The folder of templates that the settings name is not there, or the usual one is not a folder, so a day's memo is
  /// made without one.
  case noTemplateFolder(VaultPath)
  /// Links in these memos got another target, so that they do not lead to a memo that was made.
  case relinked([VaultPath])
  /// Links lead to a memo that was made, because their style cannot name the other one, or their memos cannot be changed.
  case lostLinks([Relocation.LostLink])
}
