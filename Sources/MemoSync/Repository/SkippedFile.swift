public import MemoCore

/// A file or folder that stays on this device, or something of the branch of which no file is made here.
public struct SkippedFile: Hashable, Sendable {
  /// Why.
  public enum Reason: String, Codable, Sendable {
    /// It is larger than what is synced.
    case tooLarge
    /// It is a repository of its own.
    case repository
    /// It could not be read, or changed while it was.
    case unreadable
    /// It is a symbolic link, a pipe or a device.
    case special
    /// The branch has a link, or another repository, under its name.
    case linkInBranch
    /// What the remote has under this name is no file that memo writes.
    case refused
    /// Its attributes name a filter that git has no command for.
    case filterMissing
    /// A filter failed, or what a filter needs is not here.
    case filterFailed
    /// Git's filters, line ends or encodings would not give back the same bytes.
    case altered
    /// Something else has its name here: a link, a pipe, a folder that holds something.
    case obstructed
    /// The system does not let it be written under its name.
    case unwritable
    /// A program writes to it all the time.
    case busy
    /// The repository has it filtered, and its attributes name no filter any more.
    case unfiltered
    /// It is ignored, and git's own index has it no more.
    case untracked
    /// Git has left it out of the work tree, as a sparse checkout does.
    case leftOut
    /// The vault's settings here cannot be used.
    case damaged
    /// The vault's settings that the branch has cannot be used.
    case receivedDamaged
  }

  /// Where it is.
  public let path: VaultPath
  /// Why.
  public let reason: Reason
  /// What the filter wrote to standard error that failed, in one line as it came; `nil` where it wrote nothing.
  public internal(set) var words: String?

  init(_ path: VaultPath, _ reason: Reason, saying words: String? = nil) {
    (self.path, self.reason, self.words) = (path, reason, words)
  }
}
