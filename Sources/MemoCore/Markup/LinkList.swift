/// The links of a text. A definition counts as a link where nothing refers to it.
struct LinkList {
  private var uses: [InlineLink]
  private var definitions: [InlineLink] = []
  /// Where the destinations of definitions start that something refers to.
  private var used: Set<Int> = []

  /// Starts with the links of a front matter.
  init(_ links: [InlineLink]) {
    uses = links
  }

  mutating func add(_ inline: Inline, in bytes: UnsafeRawBufferPointer) {
    guard let link = InlineLink(inline, in: bytes) else { return }
    uses.append(link)
    if link.isReference { used.insert(link.target.lowerBound) }
  }

  mutating func add(_ definition: LinkDefinition, in bytes: UnsafeRawBufferPointer) {
    if let link = InlineLink(definition, in: bytes) { definitions.append(link) }
  }

  /// All links in the order of the text.
  var all: [InlineLink] {
    merged(uses, definitions.filter { !used.contains($0.target.lowerBound) })
  }

  /// The links with targets of their own, in the order of the text.
  var targets: [InlineLink] {
    merged(uses.filter { !$0.isReference }, definitions)
  }

  private func merged(_ links: [InlineLink], _ more: [InlineLink]) -> [InlineLink] {
    more.isEmpty ? links : (links + more).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
