/// A vault as people bring it from Obsidian, written by code from a seed.
///
/// Who writes a text need not read it: each note says which links, headings, blocks, tags and files its text has, and where.
/// Nothing here asks memo's own parser.
public struct ConvertedVault: Sendable {
  /// A link as it is written.
  public struct Link: Hashable, Sendable {
    /// Whether it is `[[…]]`; else it is one of Markdown.
    public let isWiki: Bool
    /// As written, without anchor and label; empty for a heading of the same note.
    public let target: String
    /// What follows `#`.
    public let anchor: String?
    /// From 1, where its first bracket is.
    public let line: Int
    /// From 1, in Unicode scalars.
    public let column: Int

    /// Puts together a link.
    public init(isWiki: Bool, target: String, anchor: String?, line: Int, column: Int) {
      (self.isWiki, self.target, self.anchor, self.line, self.column) = (isWiki, target, anchor, line, column)
    }
  }

  /// A heading as it is written.
  public struct Heading: Hashable, Sendable {
    /// From 1 to 6.
    public let level: Int
    /// Without marks of Markdown.
    public var text: String
    /// From 1.
    public var line = 0
    /// Whether a line of `=` or `-` below it makes it a heading.
    public var isUnderlined = false

    /// A heading somewhere.
    public init(level: Int, text: String, isUnderlined: Bool = false) {
      (self.level, self.text, self.isUnderlined) = (level, text, isUnderlined)
    }
  }

  /// A note.
  public struct Note: Sendable {
    /// Where it is.
    public var path: String
    /// Its other names.
    public var aliases: [String] = []
    /// The tags of its front matter and text.
    public var tags: Set<String> = []
    /// In the order of the text.
    public var headings: [Heading] = []
    /// The names of its blocks.
    public var blocks: [String] = []
    /// Everything that leads to a note or, in double brackets, to a file, in the order of the text.
    public var links: [Link] = []
    /// Links to files that are not there.
    public var missingFiles: [Link] = []
    /// What the file holds.
    public var text = ""

    /// A note without a text.
    public init(path: String) {
      self.path = path
    }

    /// Its file's name without extension, which is its title.
    public var name: String { (names.last ?? "").withoutMemoEnding }
    /// The folder that it is in; empty for the root.
    public var folder: String { names.dropLast().joined(separator: "/") }

    private var names: [String] { path.unicodeScalars.split(separator: "/").map { String($0) } }
  }

  /// The notes, each at its place for good.
  public private(set) var notes: [Note] = []
  /// Pictures and documents.
  public static let files = ["attachments/그림 1.png", "Projects/scan.pdf", "pic.png"]

  static let folders = [
    "", "", "Projects", "Projects/Alpha Beta", "Area/Projects", "한글/회의", "Daily/2026",
    "\u{1107}\u{1169}\u{1100}\u{116A}\u{11AB}", "📥 Inbox", "Area/Projects/deep/er",
  ]
  static let stems = [
    "Plan", "plan", "Notes", "Notes", "Index", "README", "index", "회의록",
    "\u{1112}\u{116C}\u{110B}\u{1174}\u{1105}\u{1169}\u{11A8}",
    "🚀 Launch", "Über naïve", "U\u{308}ber nai\u{308}ve", "it's (1)", "v1.2", "100%", "Q&A, done", "2026-11-20",
    "C++ tips",
    "People", "$cost", "a=b;c", "To-do", "x_y_z", "Café",
  ]
  static let headingTexts = [
    "Steps", "Steps", "할 일", "Part two: details", "🚀", "C# and F", "A/B test", "What's next?", "Über", "Steps",
  ]
  static let tags = ["회의", "project/naru", "project", "project🚀", "📥/받은글", "work/2026", "b-2_c"]

  /// The vault of a seed.
  public init(seed: UInt64, count: Int) {
    var random = SeededRandom(seed: seed)
    for number in 0..<count { notes.append(Note(path: freePath(number, &random))) }
    for place in notes.indices {
      if random.happens(percent: 25) { notes[place].aliases = ["Alias \(place)", "별명 \(random.below(8))"] }
      notes[place].headings = Self.headings(of: notes[place].name, &random)
      notes[place].blocks = (0..<random.below(3)).map { "b\(place)-\($0)" }
      // A link to the block must not lead to a heading that differs from its name in punctuation alone.
      if place % 2 == 0, let block = notes[place].blocks.last, notes[place].headings.count > 1 {
        notes[place].headings[notes[place].headings.count - 1].text = block.replacing("-", with: " ").uppercased()
      }
    }
    for place in notes.indices {
      var writer = ConvertedNoteWriter(of: place, in: notes, random: random)
      notes[place] = writer.write()
      random = writer.random
    }
  }

  /// Where its links lead, as the oracle says.
  public var oracle: LinkOracle { Self.oracle(of: notes) }

  /// Where links lead in a vault of some notes, as the oracle says.
  public static func oracle(of notes: [Note]) -> LinkOracle {
    LinkOracle(memos: notes.map { LinkOracle.Memo(path: $0.path, title: $0.name, aliases: $0.aliases) })
  }

  /// Writes it into a folder, which is one of Obsidian then.
  public func write(to folder: TemporaryFolder) throws {
    try folder.write("{}", to: ".obsidian/app.json")
    try folder.write("[[Plan]] is no link of a note\n", to: ".obsidian/notes.md")
    for path in Self.files { try folder.write("-", to: path) }
    for (place, note) in notes.enumerated() {
      try folder.write(note.text, to: note.path, modified: 1_700_000_000_000_000_000 + Int64(place) * 1_000_000_007)
    }
  }

  // MARK: Names

  private mutating func freePath(_ number: Int, _ random: inout SeededRandom) -> String {
    for _ in 0..<20 {
      let folder = random.pick(Self.folders) ?? ""
      let stem = random.happens(percent: 60) ? random.pick(Self.stems) ?? "a" : "Note \(number)"
      let path = (folder.isEmpty ? "" : folder + "/") + stem + (random.happens(percent: 5) ? ".markdown" : ".md")
      // Two names in a folder that differ in case or normalization alone are one file on some systems.
      if !notes.contains(where: { $0.path.withoutMemoEnding.lowercased() == path.withoutMemoEnding.lowercased() }) {
        return path
      }
    }
    return "Note \(number).md"
  }

  private static func headings(of name: String, _ random: inout SeededRandom) -> [Heading] {
    var headings: [Heading] = []
    if random.happens(percent: 50) {
      headings.append(Heading(level: 1, text: random.happens(percent: 60) ? name : "Über alles"))
    }
    for _ in 0..<random.below(5) {
      let isUnderlined = random.happens(percent: 20)
      headings.append(
        Heading(
          level: isUnderlined ? 1 + random.below(2) : 1 + random.below(4), text: random.pick(headingTexts) ?? "",
          isUnderlined: isUnderlined))
    }
    return headings
  }
}

extension String {
  /// A path without `.md` or `.markdown`.
  public var withoutMemoEnding: String {
    for ending in [".md", ".markdown"] where utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8) {
      return String(unicodeScalars.dropLast(ending.unicodeScalars.count))
    }
    return self
  }
}
