public import MemoCore

/// A memo as a commit left it.
public struct MemoVersion: Equatable, Sendable {
  /// What a commit did to a memo.
  public enum Change: String, Sendable {
    /// Made it.
    case added
    /// Gave it another text.
    case changed
    /// Gave it another path, and perhaps another text.
    case renamed
    /// Removed it.
    case deleted
  }

  /// The commit's name, all of its hexadecimal digits.
  public let rev: String
  /// The author's date, in nanoseconds since 1970.
  public let date: Int64
  /// The author's name.
  public let author: String
  /// The first line of the commit's message.
  public let summary: String
  /// What became of the memo.
  public let change: Change
  /// The memo's path then, from the vault's root; it may lead out of the vault by `..`.
  public let path: VaultPath
  /// The path that it had before, where it was renamed.
  public let formerPath: VaultPath?
  /// The lines that came and went; `nil` where they were not counted.
  public let lines: LineCount?
  /// When the memo was modified, in nanoseconds since 1970, where the commit says so.
  public let modified: Int64?
  /// What the commit has of it in the repository; `nil` where it was deleted.
  let entry: TreeEntry?

  /// How many digits of a commit's name are shown to people.
  public static let shortLength = 8

  /// The first digits of the commit's name, for people.
  public var shortRev: String { String(rev.prefix(Self.shortLength)) }
}

/// How many lines came and went.
public struct LineCount: Equatable, Sendable {
  /// Lines that came.
  public let added: Int
  /// Lines that went.
  public let removed: Int

  /// Puts together a count.
  public init(added: Int, removed: Int) {
    self.added = added
    self.removed = removed
  }
}
