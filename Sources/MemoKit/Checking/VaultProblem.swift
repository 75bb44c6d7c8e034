public import MemoCore
public import MemoStore

/// Something about a memo that a person should see to.
public struct VaultProblem: Equatable, Sendable {
  /// What it is.
  public enum Kind: Equatable, Sendable {
    /// A link whose target, as written, no memo answers to, and what it may have meant.
    case brokenLink(target: String, meant: LostTarget)
    /// A link that may mean any of so many memos; those, where they are few.
    case ambiguousLink(target: String, count: Int, candidates: [VaultPath])
    /// A link or picture whose file is not there.
    case brokenAttachment(AttachmentLink)
    /// So many memos have the same title; one of the others.
    case duplicateTitle(count: Int, other: VaultPath)
    /// Another memo, file or folder whose path differs in normalization alone.
    case normalizationTwin(VaultPath)
    /// Another memo, file or folder whose path differs in case alone.
    case caseTwin(VaultPath)
    /// A name that Windows does not take.
    case windowsName
    /// Lines that a merge left for a person to choose from.
    case conflictMarker
    /// A file or folder that cannot be read.
    case unreadable(FileError)
    /// A file past whose limit, in bytes, title, tags and links are not seen, or nothing is found.
    case tooLarge(size: UInt64, limit: Int)
  }

  /// What it is.
  public let kind: Kind
  /// The memo; for what cannot be read, maybe a folder.
  public let path: VaultPath
  /// Where in the memo; its start where the problem is with the whole.
  public let position: TextPosition

  /// The word that scripts know it by.
  public var code: String {
    switch kind {
    case .brokenLink: "broken-link"
    case .ambiguousLink: "ambiguous-link"
    case .brokenAttachment: "broken-attachment"
    case .duplicateTitle: "duplicate-title"
    case .normalizationTwin: "normalization-twin"
    case .caseTwin: "case-twin"
    case .windowsName: "windows-name"
    case .conflictMarker: "conflict-marker"
    case .unreadable: "unreadable"
    case .tooLarge: "too-large"
    }
  }

  /// The memos that a link may mean, where they are few.
  public var candidates: [VaultPath] {
    switch kind {
    case .brokenLink(_, .several(_, let paths)), .ambiguousLink(_, _, let paths): paths
    case .brokenLink(_, let meant): [meant.path].compactMap(\.self)
    default: []
    }
  }

  /// Whether it is a link of which it is known what it meant.
  public var isRepairable: Bool {
    if case .brokenLink(_, let meant) = kind { meant.path != nil } else { false }
  }

  /// The order of a report: by path, place and code.
  static func precedes(_ left: VaultProblem, _ right: VaultProblem) -> Bool {
    if left.path != right.path { return left.path < right.path }
    let (first, second) = (left.position, right.position)
    return (first.line, first.column, left.code) < (second.line, second.column, right.code)
  }
}
