public import MemoCore

/// A memo to be created.
public struct MemoDraft: Sendable {
  /// What follows title and tags.
  public enum Body: Sendable {
    /// Text given on a command line: it gets the line break at its end that it lacks.
    case typed([UInt8])
    /// Text from a file or a pipe: kept to the byte.
    case exact([UInt8])

    var bytes: [UInt8] {
      switch self {
      case .typed(let text): text.isEmpty || text.last == MemoText.newline ? text : text + [MemoText.newline]
      case .exact(let text): text
      }
    }
  }

  /// The title; empty for a memo that has its title in its body, or none.
  public var title: String
  /// What is in place of the title line, such as a filled template.
  public var opening: [UInt8]?
  /// What follows.
  public var body: Body
  /// Tags, with or without `#`.
  public var tags: [String]
  /// The folder to create it in.
  public var folder: VaultPath

  /// Creates a draft.
  public init(title: String, body: Body = .exact([]), tags: [String] = [], folder: VaultPath = .root) {
    self.title = title
    self.body = body
    self.tags = tags
    self.folder = folder
  }

  /// The memo's bytes: title line or opening, line of tags and body, a blank line between them; with neither of the
  /// first, the tags come last; the front matter of an opening takes them in. A title that is the file's name is not
  /// written.
  public func text(titled rule: TitleRule = .firstLine) throws(TransferError) -> [UInt8] {
    let title = MemoText.oneLine(title)
    let tags = try tagLine()
    let body = body.bytes
    if let opening {
      let tagged = self.tagged(opening, rule)
      return Self.joined(tagged ?? Self.joined(opening, tags), body)
    }
    guard !title.isEmpty else { return Self.joined(body, tags) }
    guard rule != .fileName else { return Self.joined(tags, body) }
    return Self.joined(Self.joined(MemoText.titleLine(title) + [MemoText.newline], tags), body)
  }

  /// An opening with the tags in its front matter; `nil` for one without, or where they cannot be added to it.
  private func tagged(_ opening: [UInt8], _ rule: TitleRule) -> [UInt8]? {
    guard opening.withUnsafeBytes({ !FrontMatter($0).range.isEmpty }) else { return nil }
    let source = TitleSource(rule, at: .root)
    return try? tags.reduce(opening) { text, tag in
      guard let edit = TagEdit(tag) else { throw TransferError.badTag(tag) }
      return try text.withUnsafeBytes { ByteEdit.apply(try edit.adding(to: $0, titledBy: source), to: $0) }
    }
  }

  /// `#a #b` with a line break; empty for no tags.
  private func tagLine() throws(TransferError) -> [UInt8] {
    var words: [String] = []
    for tag in tags {
      let word = tag.utf8.first == UInt8(ascii: "#") ? tag : "#" + tag
      guard Self.isTag(word) else { throw .badTag(tag) }
      words.append(word)
    }
    return words.isEmpty ? [] : Array(words.joined(separator: " ").utf8) + [MemoText.newline]
  }

  /// Whether the vault would read a word as that one tag.
  private static func isTag(_ word: String) -> Bool {
    guard let read = MemoParser.metadata(of: Array(word.utf8)).tags.first else { return false }
    return word.utf8.dropFirst().elementsEqual(read.utf8)
  }

  private static func joined(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    guard !first.isEmpty, !second.isEmpty else { return first + second }
    let lineEnd = first.last == MemoText.newline ? [] : [MemoText.newline]
    let blankLine = first.suffix(2).elementsEqual([MemoText.newline, MemoText.newline]) ? [] : [MemoText.newline]
    return first + lineEnd + blankLine + second
  }
}
