public import MemoCore
public import MemoStore

/// A problem of a memo that a person should look at.
public struct VaultProblem: Equatable, Sendable {
  /// What it is.
  public enum Kind: Equatable, Sendable {
    /// A link whose target, as written, no memo answers to, and what it may have meant.
    case brokenLink(target: String, meant: LostTarget)
    /// A link to which so many memos answer, where only the length and the order of their paths chose one of them; all
    /// of them, where they are few.
    case ambiguousLink(target: String, memo: VaultPath, count: Int, candidates: [VaultPath])
    /// A link to a heading or block that its memo does not have, and the anchor of the one heading that it can mean.
    case brokenAnchor(String, in: VaultPath, meant: String?)
    /// A link or picture whose file is not there, and the file that it may mean.
    indirect case brokenAttachment(AttachmentLink, meant: LostTarget)
    /// So many memos have the same title, which is not the name of their files; one of the others.
    case duplicateTitle(count: Int, other: VaultPath)
    /// Another memo, file or folder whose path differs in normalization alone.
    case normalizationTwin(VaultPath)
    /// Another memo, file or folder whose path differs in case alone.
    case caseTwin(VaultPath)
    /// A name that Windows does not take.
    case windowsName
    /// A name that is not UTF-8.
    case foreignName
    /// Lines that a merge left for a person to choose from.
    case conflictMarker
    /// A file or folder that cannot be read.
    case unreadable(FileError)
    /// A text that is not UTF-8.
    case encoding(EncodingFinding)
    /// A line of the front matter that is not understood.
    case frontMatter
    /// A key of the front matter that does not count, because it is repeated below.
    case repeatedKey(String)
    /// A file past whose limit, in bytes, title, tags and links are not seen, or nothing is found.
    case tooLarge(size: UInt64, limit: Int)
  }

  /// What it is.
  public let kind: Kind
  /// The memo; for what cannot be read, maybe a folder.
  public let path: VaultPath
  /// Where in the memo; its start where the problem is with the whole.
  public let position: TextPosition

  /// The words that scripts know problems by.
  private enum Code: String, CaseIterable {
    case brokenLink = "broken-link"
    case ambiguousLink = "ambiguous-link"
    case brokenAnchor = "broken-anchor"
    case brokenAttachment = "broken-attachment"
    case duplicateTitle = "duplicate-title"
    case normalizationTwin = "normalization-twin"
    case caseTwin = "case-twin"
    case windowsName = "windows-name"
    case conflictMarker = "conflict-marker"
    case unreadable
    case encoding
    case frontMatter = "front-matter"
    case tooLarge = "too-large"
  }

  /// All of these words.
  package static let codes = Code.allCases.map(\.rawValue)

  /// The word that scripts know it by.
  public var code: String {
    let code: Code =
      switch kind {
      case .brokenLink: .brokenLink
      case .ambiguousLink: .ambiguousLink
      case .brokenAnchor: .brokenAnchor
      case .brokenAttachment: .brokenAttachment
      case .duplicateTitle: .duplicateTitle
      case .normalizationTwin: .normalizationTwin
      case .caseTwin: .caseTwin
      case .windowsName: .windowsName
      case .conflictMarker: .conflictMarker
      case .unreadable: .unreadable
      case .encoding, .foreignName: .encoding
      case .frontMatter, .repeatedKey: .frontMatter
      case .tooLarge: .tooLarge
      }
    return code.rawValue
  }

  /// The memos that a link may mean, where they are few.
  public var candidates: [VaultPath] {
    switch kind {
    case .brokenLink(_, .several(_, let paths)), .brokenAttachment(_, .several(_, let paths)),
      .ambiguousLink(_, _, _, let paths):
      paths
    case .brokenLink(_, let meant), .brokenAttachment(_, let meant): [meant.path].compactMap(\.self)
    default: []
    }
  }

  /// Whether it is a link whose meaning is known.
  var isRepairable: Bool {
    switch kind {
    case .brokenLink(_, let meant), .brokenAttachment(_, let meant): meant.path != nil
    case .brokenAnchor(_, _, let meant): meant != nil
    default: false
    }
  }

  /// Which moved memo a broken link is about: the one that it meant, else the one that it is in; `nil` for another problem.
  package func movedMemo(among moved: Set<VaultPath>) -> VaultPath? {
    guard case .brokenLink(_, .moved(let meant)) = kind else { return nil }
    return [meant, path].first(where: moved.contains)
  }

  /// The same problem of a memo that is larger than what is converted.
  var oversized: VaultProblem {
    guard case .encoding(.likely(let encoding)) = kind else { return self }
    return VaultProblem(kind: .encoding(.oversized(encoding)), path: path, position: position)
  }

  /// The order of a report: by path, place and code.
  static func precedes(_ left: VaultProblem, _ right: VaultProblem) -> Bool {
    if left.path != right.path { return left.path < right.path }
    let (first, second) = (left.position, right.position)
    return (first.line, first.column, left.code) < (second.line, second.column, right.code)
  }
}
