/// What a memo's text says of itself: everything a list shows or filters by, read from the first `readLimit` bytes.
public struct MemoMetadata: Equatable, Sendable {
  /// Metadata comes from this many bytes at the start of a file.
  public static let readLimit = 1 << 20
  /// A preview has at most this many characters.
  public static let previewLimit = 200

  /// The title, or empty where the memo has none.
  public var title: String
  /// The UTF-8 of the preview. A first index writes it to the cache and never looks at it as text: to make a `String`,
  /// which checks every byte, took a thirtieth of it.
  public var previewBytes: [UInt8]
  /// `created:` or `date:` of the front matter.
  public var created: WrittenDate?
  /// Words: see `WordCounter`.
  public var wordCount: Int
  /// Tags without `#`, in order of appearance, each once (NFC- and case-insensitively, first spelling kept).
  public var tags: [String]
  /// Other names that links may use, from the front matter.
  public var aliases: [String]
  /// Links out, in order of appearance.
  public var links: [MemoLink]

  /// The start of the body on one line, Markdown marks removed.
  public var preview: String { String(decoding: previewBytes, as: UTF8.self) }

  /// Puts together metadata; every field has the value of an empty memo unless given.
  public init(
    title: String = "", preview: [UInt8] = [], created: WrittenDate? = nil, wordCount: Int = 0, tags: [String] = [],
    aliases: [String] = [], links: [MemoLink] = []
  ) {
    self.title = title
    previewBytes = preview
    self.created = created
    self.wordCount = wordCount
    self.tags = tags
    self.aliases = aliases
    self.links = links
  }
}

/// A link from a memo to another.
public struct MemoLink: Hashable, Sendable {
  /// How a link is written.
  public enum Kind: UInt8, Sendable {
    /// `[[target]]`
    case wiki
    /// `[label](target.md)`
    case markdown
  }

  /// How it is written.
  public var kind: Kind
  /// The target as written, without heading and label.
  public var target: String
  /// What follows `#` in the target.
  public var heading: String?
  /// The text shown for it, where it has one.
  public var label: String?

  /// Puts together a link.
  public init(kind: Kind, target: String, heading: String? = nil, label: String? = nil) {
    self.kind = kind
    self.target = target
    self.heading = heading
    self.label = label
  }
}
