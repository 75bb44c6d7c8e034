/// How the versions of a text that both sides of a merge changed become one.
public enum TextKind: Sendable {
  /// Prose, or a list of lines: a line more breaks nothing, so both versions of a line may stand in it.
  case woven
  /// Anything else, such as JSON: it holds both sides' changes only where these leave each other alone.
  case strict

  private static let wovenEnding = Array(".txt".utf8)
  private static let wovenName = Array(".gitignore".utf8)

  /// The kind of a file: memos, plain texts and lists of what git ignores are woven.
  public init(of path: VaultPath) {
    let name = path.name
    let isWoven =
      MemoExtension(of: name) != nil || name.elementsEqual(Self.wovenName)
      || name.suffix(Self.wovenEnding.count).map(\.lowercasedASCII) == Self.wovenEnding
    self = isWoven ? .woven : .strict
  }
}
