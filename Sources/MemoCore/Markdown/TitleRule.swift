/// Which text is the title of a vault's memos: the setting `titles`.
public enum TitleRule: String, CaseIterable, Sendable {
  /// `title:` of the front matter, else the first line that is not blank.
  case firstLine = "first-line"
  /// `title:` of the front matter, else the first line if it is a heading, else the file's name.
  case heading
  /// The file's name, whatever the text says.
  case fileName = "file-name"
}

/// Where the title of one memo comes from: the vault's rule, and the file's name, which some rules ask for.
public struct TitleSource: Equatable, Sendable {
  /// The vault's rule.
  public let rule: TitleRule
  private let path: VaultPath

  /// The title of a text that has no file.
  public static let firstLine = TitleSource(.firstLine, at: .root)

  /// The title of the memo at a path.
  public init(_ rule: TitleRule, at path: VaultPath) {
    (self.rule, self.path) = (rule, path)
  }

  /// The file's name without its extension, invalid UTF-8 replaced. Made when it is asked for: most vaults never do.
  public var fileTitle: String { String(decoding: MemoExtension.stem(of: path.name), as: UTF8.self) }
}
