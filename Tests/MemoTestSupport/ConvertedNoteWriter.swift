import Foundation

/// Writes a note of a converted vault and keeps count of what it writes.
struct ConvertedNoteWriter {
  private(set) var random: SeededRandom
  private let notes: [ConvertedVault.Note]
  private var note: ConvertedVault.Note
  private var text = String.UnicodeScalarView()
  private var (line, column) = (1, 1)
  private var nextReference = 0
  // Definitions to write at the end, with the destination and whether a link refers to them.
  private var definitions: [(label: String, target: String, anchor: String?, isUsed: Bool)] = []

  init(of place: Int, in notes: [ConvertedVault.Note], random: SeededRandom) {
    (self.notes, self.random) = (notes, random)
    note = notes[place]
  }

  mutating func write() -> ConvertedVault.Note {
    writeFrontMatter()
    let headings = note.headings
    for place in headings.indices {
      writeHeading(place)
      writeBlocks(1 + random.below(3))
    }
    if headings.isEmpty { writeBlocks(2 + random.below(3)) }
    writeNamedBlocks()
    writeDefinitions()
    let ending = random.happens(percent: 20) ? "\r\n" : "\n"
    note.text = random.happens(percent: 10) ? "\u{FEFF}" : ""
    note.text += String(text).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .joined(separator: ending)
    return note
  }

  // MARK: Text

  private mutating func add(_ piece: String) {
    for scalar in piece.unicodeScalars {
      text.append(scalar)
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
  }

  private mutating func addTag(_ lead: String = " ") {
    let tag = random.pick(ConvertedVault.tags) ?? "a"
    note.tags.insert(tag)
    add("\(lead)#\(tag) ")
  }

  private mutating func writeFrontMatter() {
    guard !note.aliases.isEmpty || random.happens(percent: 40) else { return }
    add("---\n# up: \"[[Plan]]\" is a comment\n")
    switch note.aliases.isEmpty ? 9 : random.below(3) {
    case 0: add("aliases: [\(note.aliases.joined(separator: ", "))]\n")
    case 1: add("aliases:\n" + note.aliases.map { "  - \($0)\n" }.joined())
    case 2: add("alias: \"\(note.aliases.joined(separator: ", "))\"\n")
    default: break
    }
    let tags = [random.pick(ConvertedVault.tags) ?? "a", "front"]
    let forms = [
      "tags: [\(tags[0]), \"\(tags[1])\"]\n", "tags: \(tags[0]) \(tags[1])\n", "tag: \(tags[0]), \(tags[1])\n",
    ]
    if random.happens(percent: 60) {
      note.tags.formUnion(tags)
      add(
        (forms + ["tags:\n- \(tags[0])\n- '#\(tags[1])'\n", "keywords: [\(tags[0]),\n  \(tags[1])]\n"])[random.below(5)]
      )
    }
    add("author:\n  name: Kim\n")
    if random.happens(percent: 50) {
      add("up: \"")
      writeWiki(isPlain: true)
      add("\"\nrelated:\n  - '")
      writeWiki(isPlain: true)
      add("'\n  - \"")
      writeWiki(isPlain: true)
      add("\"\n")
    }
    add("---\n")
  }

  private mutating func writeHeading(_ place: Int) {
    let heading = note.headings[place]
    let marked = heading.text == "Part two: details" ? "**Part** two: *details*" : heading.text
    add("\n")
    note.headings[place].line = line
    if heading.isUnderlined {
      add("\(marked)\n\(heading.level == 1 ? "=====" : "-----")\n")
    } else {
      add("\(String(repeating: "#", count: heading.level)) \(marked)\(random.happens(percent: 15) ? " ##" : "")\n")
    }
  }

  private mutating func writeNamedBlocks() {
    for (place, name) in note.blocks.enumerated() {
      add(place == 0 ? "\nA paragraph 문단 " : "\n- item ")
      writeLink()
      add(" ^\(name)\n")
    }
  }

  private mutating func writeDefinitions() {
    guard !definitions.isEmpty else { return }
    add("\nThe end.\n\n")
    for (label, target, anchor, isUsed) in definitions {
      if !isUsed { note.links.append(link(isWiki: false, target, anchor)) }
      add("[\(label)]: \(target)\(anchor.map { "#\($0)" } ?? "") \"Title\"\n")
    }
  }

  // MARK: Blocks

  private mutating func writeBlocks(_ count: Int) {
    for _ in 0..<count {
      add("\n")
      switch random.below(13) {
      case 0: writeCode()
      case 1:
        add("> [!note]- Callout ")
        writeLink()
        add("\n> text ")
        writeLink()
        addTag()
        add("\n> > nested ")
        writeLink()
        add("\n")
      case 2: writeTable()
      case 3:
        add("- [ ] task ")
        writeLink()
        addTag()
        add("\n  1. deeper ")
        writeLink()
        add("\n\n     more ")
        writeLink()
        add("\n* other\n")
      case 4:
        add("%% hidden [[Plan]] #none %% seen ")
        writeLink()
        add(" %%x%%\n\n%%\n[[Notes]] ![[pic.png]]\n- #none\n%%\n")
      case 5:
        add("<!-- [[Plan]] ```\n#none --> \n\nAfter the comment ")
        writeLink()
        add("\n")
      case 6: add("Math $[[a]] + \\#x$ and \n\n$$\n[[Plan]]_{#none}\n$$\n")
      case 7: writeReferences()
      case 8: writeFiles()
      case 9:
        add("Escaped \\[[Plan\\]] and `[[Notes]] #none` and ``a ` [[Plan]]`` then ")
        writeLink()
        add(" $5 and $6 ")
        writeLink()
        add("\n")
      default:
        for _ in 0..<2 + random.below(3) {
          add("한글과 English 😀 ")
          writeLink()
          if random.happens(percent: 40) { addTag() }
        }
        add("\n")
      }
    }
  }

  private mutating func writeCode() {
    switch random.below(5) {
    case 0: add("```dataview\nLIST FROM [[Plan]] AND #none\n```\n")
    case 1: add("- ~~~~ js\n  [[Plan]] #none\n  ~~~\n  [a](Plan.md)\n  ~~~~\n- ")
    case 2: add("> ```\n> [[Plan]] [a](Plan.md) #none\n\n")
    case 3: add("Plain.\n\n    [[Plan]] #none\n\n    [a]: Plan.md\n\n")
    default: add("1. text\n\n       [[Plan]] in a list\n\n   after ")
    }
    writeLink()
    add("\n")
  }

  private mutating func writeTable() {
    add("| a | b |\n| --- | :-: |\n")
    for _ in 0..<2 {
      add("| ")
      writeWiki(bar: "\\|")
      add(" | `[[Plan\\|x]]` ")
      writeMarkdown(isOneLine: true)
      add(" |\n")
    }
  }

  private mutating func writeReferences() {
    for _ in 0..<1 + random.below(2) {
      nextReference += 1
      let label = random.happens(percent: 50) ? "r\(nextReference)" : "참고 \(nextReference)"
      let (target, anchor) = destination()
      let isUsed = random.happens(percent: 70)
      definitions.append((label, encoded(target), anchor, isUsed))
      guard isUsed else { continue }
      add("see ")
      note.links.append(link(isWiki: false, encoded(target), anchor))
      add(["[text 글][\(label.uppercased())]", "[\(label)][]", "[\(label)]"][random.below(3)])
      add(" and ")
      note.links.append(link(isWiki: false, encoded(target), anchor))
      add("[over\nlines][\(label)] ")
    }
    add("[no definition][nowhere]\n")
  }

  private mutating func writeFiles() {
    add("![[")
    note.links.append(
      ConvertedVault.Link(isWiki: true, target: "그림 1.png", anchor: nil, line: line, column: column - 2))
    add(
      "그림 1.png|100]] ![p](<\(up)attachments/그림 1.png>) [s](/Projects/scan.pdf) <https://a.b/c.md#d> https://a.b/[[c]")
    guard random.happens(percent: 30) else { return add("\n") }
    add(" ![[")
    let missing = ConvertedVault.Link(isWiki: true, target: "gone.png", anchor: nil, line: line, column: column - 2)
    note.links.append(missing)
    note.missingFiles.append(missing)
    add("gone.png]] ![")
    note.missingFiles.append(
      ConvertedVault.Link(isWiki: false, target: "gone/a.pdf", anchor: nil, line: line, column: column - 1))
    add("x](gone/a.pdf)\n")
  }

  // MARK: Links

  private func link(isWiki: Bool, _ target: String, _ anchor: String?) -> ConvertedVault.Link {
    ConvertedVault.Link(isWiki: isWiki, target: target, anchor: anchor, line: line, column: column)
  }

  private mutating func writeLink() {
    if random.happens(percent: 60) { writeWiki() } else { writeMarkdown() }
  }

  /// - Parameter isPlain: whether it is in front matter, where quotes, commas and backslashes mean something.
  private mutating func writeWiki(bar: String = "|", isPlain: Bool = false) {
    let other = notes[random.below(notes.count)]
    var (target, anchor) = (wikiTarget(of: other), anchor(in: other, isWiki: true))
    if random.happens(percent: 6) { (target, anchor) = ("", self.anchor(in: note, isWiki: true) ?? "Steps") }
    if isPlain, target.isEmpty || target.unicodeScalars.contains(where: { "'\"".unicodeScalars.contains($0) }) {
      (target, anchor) = ("Plan", nil)
    }
    if isPlain { anchor = anchor.flatMap { $0.unicodeScalars.contains("'") ? nil : $0 } }
    if !isPlain, random.happens(percent: 15) { add("!") }
    note.links.append(link(isWiki: true, target, anchor))
    let label = random.happens(percent: 30) ? "\(bar)이름 [x] (y)".filter { !isPlain || !"[]".contains($0) } : ""
    add("[[\(target)\(anchor.map { "#\($0)" } ?? "")\(label)]]")
  }

  private mutating func writeMarkdown(isOneLine: Bool = false) {
    let (target, anchor) = destination()
    let suffix = anchor.map { "#\($0)" } ?? ""
    if random.happens(percent: 15) { add("!") }
    switch random.below(5) {
    case 0 where !target.isEmpty && !target.utf8.contains(UInt8(ascii: "$")):
      note.links.append(link(isWiki: false, target, anchor))
      add("[이름](<\(target)\(suffix)> 'So')")
    case 1 where !isOneLine:
      note.links.append(link(isWiki: false, encoded(target), anchor))
      add("[over\nlines *so*](\(encoded(target))\(suffix))")
    default:
      note.links.append(link(isWiki: false, encoded(target), anchor))
      add("[label](\(encoded(target))\(suffix))")
    }
  }

  private mutating func wikiTarget(of other: ConvertedVault.Note) -> String {
    let stem = other.path.withoutMemoEnding
    let end = stem.split(separator: "/").suffix(2).joined(separator: "/")
    let targets = [
      other.name, other.name, other.name, other.name, stem, stem, end, "/" + stem, other.path, up + stem,
      "./" + other.name,
      other.aliases.first ?? other.name, other.aliases.last ?? other.name, other.name.uppercased(),
      other.name.precomposedStringWithCanonicalMapping, "No such note", "Nowhere/\(other.name)",
    ]
    return random.pick(targets) ?? "a"
  }

  /// A path of Markdown, not encoded, with an anchor.
  private mutating func destination() -> (target: String, anchor: String?) {
    let other = notes[random.below(notes.count)]
    let (anchor, name) = (
      anchor(in: other, isWiki: false), other.path.split(separator: "/").last.map(String.init) ?? ""
    )
    if random.happens(percent: 6) { return ("", self.anchor(in: note, isWiki: false) ?? "steps") }
    let targets = [
      up + other.path, up + other.path, "./" + up + other.path, other.path, "/" + other.path, name,
      up + other.path.withoutMemoEnding,
      other.path.withoutMemoEnding, up + (other.folder.isEmpty ? "" : other.folder + "/"), "./", "gone/Nothing.md",
      other.name,
    ]
    let target = random.pick(targets) ?? "a"
    return (target.isEmpty ? other.path : target, anchor)
  }

  private mutating func anchor(in other: ConvertedVault.Note, isWiki: Bool) -> String? {
    guard random.happens(percent: 40) else { return nil }
    if random.happens(percent: 8) { return isWiki ? "No such heading" : "no-such-heading" }
    if random.happens(percent: 25), let block = random.pick(other.blocks) { return "^" + block }
    guard let place = random.pick(other.headings.indices) else { return nil }
    let text = AnchorOracle.writable(other.headings[place].text)
    let slugs = AnchorOracle.slugs(other.headings)
    if !isWiki { return random.happens(percent: 70) ? slugs[place].isEmpty ? "🚀" : slugs[place] : encoded(text) }
    let above = AnchorOracle.parent(of: place, in: other.headings).map {
      AnchorOracle.writable(other.headings[$0].text)
    }
    return [text, text, text.uppercased(), above.map { "\($0)#\(text)" } ?? text][random.below(4)]
  }

  private var up: String { String(repeating: "../", count: note.path.split(separator: "/").count - 1) }

  /// Every byte that a plain destination or an escape cannot hold as an escape; `$` would begin math.
  private func encoded(_ path: String) -> String {
    path.unicodeScalars.map { scalar in
      let isPlain = scalar.value >= 0x80 || scalar.value > 0x20 && !"%()<>\\#?&*_`[]!$".unicodeScalars.contains(scalar)
      return isPlain ? String(scalar) : "%" + String(scalar.value, radix: 16, uppercase: true)
    }.joined()
  }
}
