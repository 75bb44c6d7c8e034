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
