public import MemoCore
public import MemoStore

/// Why a memo's past could not be told, or not be put back.
public enum PastError: Error, Equatable, Sendable {
  /// The repository cannot be asked.
  case repository(SyncError)
  /// The settings of a repository above the vault are neither harmless nor trusted; they are named.
  case untrustedAbove(HostPath, [String])
  /// Nothing is called so: no commit, no branch, no tag, no time.
  case unknownRevision(String)
  /// No commit was made until a time, which is named.
  case nothingYet(String)
  /// The memo was not there then.
  case notThere(VaultPath, revision: String)
  /// The memo cannot be had as it was then: git stores it through a filter that fails or is not set up here.
  case filtered(VaultPath, revision: String)
  /// No memo can stand at a path: it is hidden, ignored, or its name is no memo's.
  case noPlace(VaultPath)
  /// The vault's files could not be read.
  case vault(VaultError)

  /// Asks git; its error becomes one of these.
  package static func asking<Result>(_ question: () throws(GitError) -> Result) throws(PastError) -> Result {
    do {
      return try question()
    } catch {
      throw .repository(.git(error))
    }
  }
}
