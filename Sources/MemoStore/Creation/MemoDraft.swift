public import MemoCore

/// A memo to be created.
public struct MemoDraft: Sendable {
  /// What follows title and tags.
  public enum Body: Sendable {
    /// Text given on a command line: it gets the line break at its end that it lacks.
    case typed([UInt8])
    /// Text from a file or a pipe: kept to the byte, but for the line breaks of an opening.
    case exact([UInt8])

    /// The text as it was given.
    public var given: [UInt8] {
      switch self {
      case .typed(let text), .exact(let text): text
      }
    }

    /// The text with the line break at its end that it is to get.
    fileprivate func ended(_ text: [UInt8], with lineBreak: LineBreak) -> [UInt8] {
      switch self {
      case .typed: text.isEmpty || text.last == MemoText.newline ? text : text + lineBreak.bytes
      case .exact: text
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
  /// first, the tags come last; an opening with front matter or a line of tags takes them in. A title that is the file's
  /// name is not written. All line breaks are those of the opening, else those of the body.
  ///
  /// - Throws: `VaultError.foreignText` for a body in another encoding, `TransferError.badTag`.
  public func text(titled rule: TitleRule = .firstLine) throws -> [UInt8] {
    let title = MemoText.oneLine(title)
    let isWhole = title.isEmpty && tags.isEmpty && opening == nil
    let given = try AddedText.utf8(body.given, isWhole: isWhole)
    let ownBreak = opening.flatMap(LineBreak.init(of:))
    let lineBreak = ownBreak ?? LineBreak(of: given) ?? .lineFeed
    let body = body.ended(ownBreak?.spelling(given) ?? given, with: lineBreak)
    let tags = try tagLine(lineBreak)
    func joined(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] { lineBreak.joining(first, second) }
    if let opening {
      let tagged = self.tagged(opening, rule)
      return joined(tagged ?? joined(opening, tags), body)
    }
    guard !title.isEmpty else { return joined(body, tags) }
    guard rule != .fileName else { return joined(tags, body) }
    return joined(joined(MemoText.titleLine(title) + lineBreak.bytes, tags), body)
  }

  /// An opening with the tags in its front matter or its line of tags; `nil` for one without, or where they cannot be
  /// added to it.
  private func tagged(_ opening: [UInt8], _ rule: TitleRule) -> [UInt8]? {
    let source = TitleSource(rule, at: .root)
    let hasPlace = opening.withUnsafeBytes { bytes in
      !FrontMatter(bytes).range.isEmpty || TagEdit.hasTagLine(bytes, titledBy: source)
    }
    guard hasPlace else { return nil }
    return try? tags.reduce(opening) { text, tag in
      guard let edit = TagEdit(tag) else { throw TransferError.badTag(tag) }
      return try text.withUnsafeBytes { ByteEdit.apply(try edit.adding(to: $0, titledBy: source), to: $0) }
    }
  }

  /// `#a #b` with a line break; empty for no tags.
  private func tagLine(_ lineBreak: LineBreak) throws(TransferError) -> [UInt8] {
    var words: [String] = []
    for tag in tags {
      let word = tag.utf8.first == UInt8(ascii: "#") ? tag : "#" + tag
      guard Self.isTag(word) else { throw .badTag(tag) }
      words.append(word)
    }
    return words.isEmpty ? [] : Array(words.joined(separator: " ").utf8) + lineBreak.bytes
  }

  /// Whether the vault would read a word as that one tag.
  private static func isTag(_ word: String) -> Bool {
    guard let read = MemoParser.metadata(of: Array(word.utf8)).tags.first else { return false }
    return word.utf8.dropFirst().elementsEqual(read.utf8)
  }
}

/// The two line breaks that new memos are written with. A lone CR is none: it may be of a progress bar.
private enum LineBreak {
  case lineFeed
  case both

  /// That of the first line of a text; `nil` for a text of one line.
  init?(of text: [UInt8]) {
    guard let end = text.firstIndex(of: MemoText.newline) else { return nil }
    self = end > 0 && text[end - 1] == Self.carriageReturn ? .both : .lineFeed
  }

  private static let carriageReturn = UInt8(ascii: "\r")

  var bytes: [UInt8] { self == .both ? [Self.carriageReturn, MemoText.newline] : [MemoText.newline] }

  /// A text with this line break in place of the other one.
  func spelling(_ text: [UInt8]) -> [UInt8] {
    var spelled: [UInt8] = []
    spelled.reserveCapacity(text.count)
    for byte in text {
      if byte == MemoText.newline {
        if spelled.last == Self.carriageReturn { spelled.removeLast() }
        spelled += bytes
      } else {
        spelled.append(byte)
      }
    }
    return spelled
  }

  /// Two texts with a blank line between them, unless one is empty.
  func joining(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    guard !first.isEmpty, !second.isEmpty else { return first + second }
    let lineEnd = first.last == MemoText.newline ? [] : bytes
    let isSetApart = first.suffix(bytes.count * 2).elementsEqual(bytes + bytes)
    return first + lineEnd + (isSetApart ? [] : bytes) + second
  }
}
