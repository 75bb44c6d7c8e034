/// Two versions of a key of the front matter that both sides of a merge changed, of which one is in the memo.
public struct ConflictingKey: Sendable {
  private let versions: [TextLines]

  /// Takes the lines that each side has for the key; none where it has removed it.
  public init(first: [UInt8], second: [UInt8]) {
    versions = [TextLines(first), TextLines(second)]
  }

  /// Where the version that the merge let stand is still as it was, from 1, and whether that is the first side's; `nil`
  /// where someone has changed it since.
  ///
  /// - Parameter merged: the text that the merge made.
  public func standing(in text: [UInt8], merged: [UInt8]) -> (line: Int, isFirst: Bool)? {
    let (merged, text) = (Self.frontMatter(of: merged), Self.frontMatter(of: text))
    for (number, version) in versions.enumerated() where version.count > 0 {
      guard Self.line(of: version, in: merged) != nil, let line = Self.line(of: version, in: text) else { continue }
      return (line + 1, number == 0)
    }
    return nil
  }

  private static func frontMatter(of text: [UInt8]) -> TextLines {
    TextLines(Array(text[..<text.withUnsafeBytes { FrontMatter($0).range.upperBound }]))
  }

  private static func line(of version: TextLines, in text: TextLines) -> Int? {
    (0..<max(0, text.count - version.count + 1)).first { start in
      (0..<version.count).allSatisfy { version.content(at: $0) == text.content(at: start + $0) }
    }
  }
}
