/// Keeps the labels of definitions equal to the wiki links that they repeat.
///
/// Foam writes such definitions at the end of a memo for programs that know no wiki links: `[plan]: plan.md "The plan"` for
/// `[[plan]]`. They read the inner brackets as a link by reference, whose label has to change with the wiki link.
public enum ReferenceLabels {
  /// What has to change in labels when wiki links do.
  ///
  /// A label stays that a link by reference uses, and one whose new text names another definition or cannot be written.
  ///
  /// - Parameter edits: changes of the targets or headings of links.
  /// - Returns: changes of labels alone, in the order of the text.
  public static func edits(following edits: [ByteEdit], in bytes: UnsafeRawBufferPointer) -> [ByteEdit] {
    guard !edits.isEmpty, mayHoldDefinitions(bytes) else { return [] }
    var collector = ReferenceCollector(bytes, edits)
    MarkupTree.read(bytes, from: FrontMatter(bytes).range.upperBound, visitor: &collector)
    return collector.edits
  }

  /// The wiki links that definitions repeat, by where the destinations of these start; none for a definition that a link by
  /// reference uses.
  package static func repeatedLinks(in bytes: UnsafeRawBufferPointer) -> [Int: InlineLink] {
    guard mayHoldDefinitions(bytes) else { return [:] }
    var collector = ReferenceCollector(bytes, [])
    MarkupTree.read(bytes, from: FrontMatter(bytes).range.upperBound, visitor: &collector)
    return collector.repeatedLinks
  }

  private static func mayHoldDefinitions(_ bytes: UnsafeRawBufferPointer) -> Bool {
    ByteFinder(Array("]:".utf8)).firstIndex(in: bytes, from: 0) != nil
  }
}

/// Keeps the wiki links that change, and the definitions.
private struct ReferenceCollector: InlineVisitor {
  private let bytes: UnsafeRawBufferPointer
  /// Changes by where they start.
  private let changes: [Int: ByteEdit]
  /// The changes of wiki links by the texts between their brackets, as places in these.
  private var changed: [[UInt8]: [ByteEdit]] = [:]
  /// All wiki links by these texts.
  private var wikiLinks: [[UInt8]: InlineLink] = [:]
  private var definitions: [LinkDefinition] = []
  /// Where the destinations of definitions start that links by reference lead to.
  private var used: Set<Int> = []

  private static let brackets = 2

  init(_ bytes: UnsafeRawBufferPointer, _ edits: [ByteEdit]) {
    self.bytes = bytes
    changes = Dictionary(edits.map { ($0.range.lowerBound, $0) }) { first, _ in first }
  }

  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) {
    for inline in inlines {
      if inline.isReference { used.insert(inline.destination.lowerBound) }
      guard inline.kind == .wikiLink, let link = InlineLink(inline, in: bytes) else { continue }
      let inner = link.range.lowerBound + Self.brackets..<link.range.upperBound - Self.brackets
      wikiLinks[Array(bytes[inner])] = link
      let edits = [link.target.lowerBound, link.heading?.lowerBound].compactMap { $0.flatMap { changes[$0] } }
      guard !edits.isEmpty else { continue }
      changed[Array(bytes[inner])] = edits.map { ByteEdit($0.range.moved(by: -inner.lowerBound), $0.bytes) }
    }
  }

  mutating func visit(_ definition: LinkDefinition) { definitions.append(definition) }

  var repeatedLinks: [Int: InlineLink] {
    let found = definitions.filter { !used.contains($0.destination.lowerBound) }.compactMap { definition in
      wikiLinks[Array(bytes[definition.label])].map { (definition.destination.lowerBound, $0) }
    }
    return Dictionary(found) { first, _ in first }
  }

  var edits: [ByteEdit] {
    let keys = Set(definitions.compactMap { $0.key(in: bytes) })
    return definitions.flatMap { definition -> [ByteEdit] in
      guard !used.contains(definition.destination.lowerBound), let edits = changed[Array(bytes[definition.label])]
      else { return [] }
      let label = ByteEdit.apply(edits, to: bytes.part(definition.label))
      guard canBeLabel(label), let key = LinkDefinitions.key(label), !keys.contains(key) else { return [] }
      return edits.map { ByteEdit($0.range.moved(by: definition.label.lowerBound), $0.bytes) }
    }
  }

  /// Whether a definition is read with this label, and as one of a link: `[^1]` is that of a footnote.
  private func canBeLabel(_ label: [UInt8]) -> Bool {
    label.first != UInt8(ascii: "^") && !label.contains(where: "[]\\\n\r".utf8.contains)
  }
}
