public import MemoCore
public import MemoIndex
public import MemoStore

/// The changes for memos whose texts are joined: the first gets the texts of the others, which go to the trash, and every
/// link to one of them, and every card of a canvas, leads to the first. Of a memo that is the same as the first, word for word
/// and link for link, no text is added. Nothing is written before `carryOut`.
public struct MemoMerge: Sendable {
  /// The memo that gets the texts.
  public let path: VaultPath
  /// The memos that go to the trash.
  public let merged: [ReadMemo]
  /// The memos whose texts change, that with the texts first, and canvases.
  public let rewrites: [MemoRewrite]
  /// Links that will be broken.
  public let lostLinks: [Relocation.LostLink]
  /// Keys of the merged memos' front matter that are left out, by memo.
  public let leftOut: [(path: VaultPath, keys: [String])]

  /// Finds out what has to change.
  ///
  /// - Throws: `RearrangingError`, and `VaultError.otherEncoding` where the texts are not of one encoding.
  public init(_ others: [ReadMemo], into memo: ReadMemo, in index: VaultIndex, of vault: Vault) throws {
    guard !others.contains(where: { $0.path == memo.path }) else { throw RearrangingError.same(memo.path) }
    (path, merged) = (memo.path, others)
    let added = others.filter { !Self.isSame($0, as: memo, in: index, of: vault) }
    try Self.checkBlocks([memo] + added)
    let lineBreak = Self.lineBreak(of: [memo] + added)
    var (notes, labels) = (FootnoteLabels(of: memo), LinkLabels(of: memo))
    var edits: [VaultPath: [ByteEdit]] = [:]
    let blocks = GeneratedBlocks(of: [memo] + added)
    var parts: [RearrangedText.Part] = [.moved(memo.path, 0..<blocks.textEnd(of: memo))]
    var last = Array(memo.bytes[..<blocks.textEnd(of: memo)])
    for other in added {
      let whole = Self.text(of: other)
      let text = whole.clamped(to: 0..<blocks.textEnd(of: other))
      let breaks = Self.breakEdits(of: other.bytes[whole], lineBreak)
      edits[other.path] = (notes.add(other) + labels.add(other) + breaks).inOrder
      var lines = [Self.heading(of: other), Self.tagLine(of: other, for: memo)].flatMap { line in
        line.isEmpty ? [] : line + lineBreak + lineBreak
      }
      // Where no text follows, neither does a blank line; a memo without anything to add changes nothing.
      if text.isEmpty { lines = Array(lines.dropLast(lineBreak.count)) }
      let new = text.isEmpty && lines.isEmpty ? [] : Self.gap(behind: last, lineBreak) + lines
      parts.append(.new(new))
      parts.append(.moved(other.path, text))
      last = text.isEmpty ? last + new : Array(other.bytes[text])
    }
    if !blocks.parts.isEmpty { parts += [.new(Self.gap(behind: last, lineBreak))] + blocks.parts }
    let heirs = Dictionary(uniqueKeysWithValues: others.map { ($0.path, memo.path) })
    let twins = heirs.filter { twin, _ in !added.contains { $0.path == twin } }
    let change = try Rearrangement(
      [RearrangedText(path: memo.path, parts: parts)], of: [memo] + others, edits: edits, heirs: heirs,
      twins: twins, in: index, of: vault)
    for source in [memo] + added { try source.checkEncoding(of: change.contents[0]) }
    try LinkLabels.check(that: change.contents[0], has: [memo] + added, at: memo.path)
    let cards = Canvases.rewrites(in: vault, newPlace: change.newPlace)
    rewrites = [MemoRewrite(memo: memo, contents: change.contents[0], keepsTime: false)] + change.rewrites + cards
    lostLinks = change.lostLinks
    leftOut = added.compactMap { other in
      // Where the file's name is the title, that is what the text says.
      let kept = other.isTitledByFile ? Self.kept.subtracting(["title"]) : Self.kept
      let keys = other.bytes.withUnsafeBytes { FrontMatter($0).entries.map(\.key) }.filter { !kept.contains($0) }
      return keys.isEmpty ? nil : (other.path, keys)
    }
  }

  /// Makes the changes as one operation.
  ///
  /// - Parameter time: the current time in nanoseconds since 1970.
  public func carryOut(_ name: String, by history: OperationHistory, of vault: Vault, at time: Int64) throws {
    _ = try Trash(of: vault, history: history).delete(merged, at: time, as: name) { draft in
      try draft.replace(rewrites)
    }
  }

  /// Whether two memos say the same, word for word and link for link: from another folder, the same bytes may lead to other
  /// memos and files, and other bytes to the same.
  private static func isSame(_ other: ReadMemo, as memo: ReadMemo, in index: VaultIndex, of vault: Vault) -> Bool {
    if other.path.isBeside(memo.path) { return other.bytes == memo.bytes }
    let moved = other.bytes.withUnsafeBytes { bytes in
      let files = FileLinks(ofMoving: [(other.path, other.bytes, memo.path)], in: vault)
      return ByteEdit.apply(files.edits(of: bytes, from: other.path, to: memo.path).inOrder, to: bytes)
    }
    var lookup = LinkLookup(LinkGraph(of: index).resolver)
    return moved.withUnsafeBytes { moved in
      memo.bytes.withUnsafeBytes { bytes in
        let (own, others) = (targets(in: bytes), targets(in: moved))
        guard own.count == others.count else { return false }
        var (end, otherEnd) = (0, 0)
        for (link, twin) in zip(own, others) {
          guard end <= link.target.lowerBound, otherEnd <= twin.target.lowerBound,
            bytes[end..<link.target.lowerBound].elementsEqual(moved[otherEnd..<twin.target.lowerBound])
          else { return false }
          (end, otherEnd) = (link.target.upperBound, twin.target.upperBound)
          let target = UnsafeRawBufferPointer(rebasing: bytes[link.target])
          let otherTarget = UnsafeRawBufferPointer(rebasing: moved[twin.target])
          let isAlike = target.elementsEqual(otherTarget)
          if isAlike, target.isEmpty { continue }
          let place = lookup.resolve(target, link.kind, from: memo.path.parent).memo
          let otherPlace = lookup.resolve(otherTarget, twin.kind, from: other.path.parent).memo
          guard otherPlace == place, isAlike || place != nil else { return false }
        }
        return bytes[end...].elementsEqual(moved[otherEnd...])
      }
    }
  }

  private static func targets(in bytes: UnsafeRawBufferPointer) -> [InlineLink] {
    InlineLink.targets(in: bytes).sorted { $0.target.lowerBound < $1.target.lowerBound }
  }

  /// Keys that the text says by itself.
  private static let kept = Set(["title"] + FrontMatter.tagKeys)

  /// A memo's text without front matter, the blank lines at its start and those at its end but one.
  private static func text(of memo: ReadMemo) -> Range<Int> {
    memo.bytes.withUnsafeBytes { bytes in
      var start = FrontMatter(bytes).range.upperBound
      while start < bytes.count {
        let next = bytes.nextLineStart(from: start)
        guard bytes[start..<next].allSatisfy({ $0 <= 0x20 }) else { break }
        start = next
      }
      return start..<bytes.count
    }
  }

  /// Refuses a name that blocks of two memos have: links to one of them would lead to the other.
  private static func checkBlocks(_ memos: [ReadMemo]) throws {
    var known: [[UInt8]: VaultPath] = [:]
    for memo in memos {
      let names = memo.bytes.withUnsafeBytes { bytes in
        MarkupTree(ofMemo: bytes).anchors.map { anchor in
          String(decoding: bytes[anchor.name], as: UTF8.self)
        }
      }
      for name in names {
        if let other = known[Folding.matchKey(name)] { throw RearrangingError.sameBlock(name, other, memo.path) }
      }
      for name in names { known[Folding.matchKey(name)] = memo.path }
    }
  }

  /// The line break of the first text that has one.
  private static func lineBreak(of memos: [ReadMemo]) -> [UInt8] {
    memos.lazy.compactMap { memo in
      memo.bytes.contains { $0 == lineFeed || $0 == carriageReturn } ? LineInsertion.lineBreak(of: memo.bytes) : nil
    }.first ?? [lineFeed]
  }

  /// The changes that give a text the line breaks of that it comes into; a lone CR stays.
  private static func breakEdits(of text: ArraySlice<UInt8>, _ lineBreak: [UInt8]) -> [ByteEdit] {
    guard lineBreak.last == lineFeed else { return [] }
    return text.indices.filter { text[$0] == lineFeed }.compactMap { end in
      let start = end > text.startIndex && text[end - 1] == carriageReturn ? end - 1 : end
      return text[start...end].elementsEqual(lineBreak) ? nil : ByteEdit(start..<end + 1, lineBreak)
    }
  }

  private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  /// A blank line between two texts.
  private static func gap(behind text: [UInt8], _ lineBreak: [UInt8]) -> [UInt8] {
    guard !text.isEmpty else { return [] }
    let isEnded = text.last == lineFeed || text.last == carriageReturn
    guard isEnded else { return lineBreak + lineBreak }
    let isBlank = text.dropLast(LineInsertion.lineBreak(of: text).count).last.map {
      $0 == lineFeed || $0 == carriageReturn
    }
    return isBlank ?? true ? [] : lineBreak
  }

  /// The title where the text does not have it.
  private static func heading(of memo: ReadMemo) -> [UInt8] {
    let hasTitle = memo.bytes.withUnsafeBytes { MemoLayout($0, titledBy: memo.titleSource).titleLine != nil }
    guard !hasTitle, !memo.title.isEmpty else { return [] }
    let first = memo.bytes.withUnsafeBytes { MarkupTree(ofMemo: $0).headings.first }
    if let first, Folding.matchKey(first.text) == Folding.matchKey(memo.title) { return [] }
    return Array("# \(MemoText.oneLine(memo.title))".utf8)
  }

  /// Tags that the front matter of a memo has and another memo lacks, where they can be written in a text.
  private static func tagLine(of memo: ReadMemo, for other: ReadMemo) -> [UInt8] {
    func tags(_ bytes: some Sequence<UInt8>) -> [String] { MemoParser.metadata(of: Array(bytes)).tags }
    let front = memo.bytes.withUnsafeBytes { FrontMatter($0).range }
    let known = Set((tags(other.bytes) + tags(memo.bytes[front.upperBound...])).map { Folding.matchKey($0) })
    let missing = tags(memo.bytes[front]).filter { tag in
      !known.contains(Folding.matchKey(tag)) && TagEdit(tag) != nil
    }
    return Array(missing.map { "#\($0)" }.joined(separator: " ").utf8)
  }
}

/// The definitions that Foam generated at the end of texts that are joined: one block at the end, which alone Foam knows as its
/// own.
private struct GeneratedBlocks {
  private var blocks: [VaultPath: (start: Int, lines: Range<Int>)] = [:]
  /// The block at the end; none where only the last text has one, which stays where it is.
  private(set) var parts: [RearrangedText.Part] = []

  init(of memos: [ReadMemo]) {
    for memo in memos {
      blocks[memo.path] = memo.bytes.withUnsafeBytes { bytes in
        ProgramFooter.generatedDefinitions(in: bytes, from: FrontMatter(bytes).range.upperBound)
      }
    }
    guard let first = memos.dropLast().first(where: { blocks[$0.path] != nil }), let own = blocks[first.path] else {
      blocks = [:]
      return
    }
    let definitions = memos.compactMap { memo in blocks[memo.path].map { (memo.path, $0.lines) } }
    parts = [.moved(first.path, own.start..<own.lines.lowerBound)]
    parts += definitions.filter { !$0.1.isEmpty }.map { .moved($0, $1) }
    parts.append(.moved(first.path, own.lines.upperBound..<first.bytes.count))
  }

  /// Where the text of a memo ends of which the block is no part.
  func textEnd(of memo: ReadMemo) -> Int { blocks[memo.path]?.start ?? memo.bytes.count }
}

/// The labels of footnotes in texts that are joined: each note keeps its own.
private struct FootnoteLabels {
  private var taken: Set<[UInt8]>

  init(of memo: ReadMemo) {
    taken = memo.bytes.withUnsafeBytes { bytes in
      let notes = Footnotes(bytes, from: FrontMatter(bytes).range.upperBound)
      return Set(notes.definitions.map { notes.key($0.label) })
    }
  }

  /// The changes that give the footnotes of another memo labels that are free: `[^1-2]` for `[^1]`.
  mutating func add(_ memo: ReadMemo) -> [ByteEdit] {
    memo.bytes.withUnsafeBytes { bytes in
      let notes = Footnotes(bytes, from: FrontMatter(bytes).range.upperBound)
      let own = Set(notes.definitions.map { notes.key($0.label) })
      var renamed: [[UInt8]: Int] = [:]
      for definition in notes.definitions where taken.contains(notes.key(definition.label)) {
        let key = notes.key(definition.label)
        var number = 2
        while [taken, own].contains(where: { $0.contains(key + Array("-\(number)".utf8)) }) { number += 1 }
        renamed[key] = number
      }
      taken.formUnion(own)
      taken.formUnion(renamed.map { key, number in key + Array("-\(number)".utf8) })
      let labels = notes.references.map(\.label) + notes.definitions.map(\.label)
      return labels.compactMap { label in
        renamed[notes.key(label)].map { ByteEdit(label.upperBound..<label.upperBound, Array("-\($0)".utf8)) }
      }.inOrder
    }
  }
}

/// The labels of links by reference in texts that are joined: each link leads where it did.
private struct LinkLabels {
  /// What labels lead to, as it is written.
  private var taken: [[UInt8]: [UInt8]]

  init(of memo: ReadMemo) {
    taken = memo.bytes.withUnsafeBytes { bytes in Self.definitions(in: Self.tree(of: bytes)).mapValues(\.text) }
  }

  /// The changes that give the definitions of another memo labels that are free, `[a-2]` for `[a]`, where another
  /// text defines them as something else.
  mutating func add(_ memo: ReadMemo) -> [ByteEdit] {
    memo.bytes.withUnsafeBytes { bytes in
      let tree = Self.tree(of: bytes)
      let own = Self.definitions(in: tree)
      var renamed: [Int: [UInt8]] = [:]
      var edits: [ByteEdit] = []
      let inOrder = own.sorted { $0.value.definition.range.lowerBound < $1.value.definition.range.lowerBound }
      for (key, found) in inOrder {
        // What leads to a file or a heading leads elsewhere from another memo.
        let isAddress = bytes[found.definition.destination].contains(UInt8(ascii: ":"))
        guard let other = taken[key], other != found.text || !isAddress else {
          taken[key] = found.text
          continue
        }
        var number = 2
        func numbered() -> [UInt8] { Array("-\(number)".utf8) }
        while taken[key + numbered()] != nil || own[key + numbered()] != nil { number += 1 }
        taken[key + numbered()] = found.text
        let label = found.definition.label
        renamed[found.definition.destination.lowerBound] = bytes[label] + numbered()
        edits.append(ByteEdit(label.upperBound..<label.upperBound, numbered()))
      }
      guard !renamed.isEmpty else { return [] }
      for inline in tree.leaves.flatMap({ tree.inlines(of: $0) }) where inline.isReference {
        guard let label = renamed[inline.destination.lowerBound] else { continue }
        let (end, isShort) = (inline.range.upperBound, inline.content.upperBound + 1 == inline.range.upperBound)
        edits.append(
          isShort
            ? ByteEdit(end..<end, [UInt8(ascii: "[")] + label + [UInt8(ascii: "]")])
            : ByteEdit(inline.content.upperBound + 2..<end - 1, label))
      }
      return edits
    }
  }

  /// Refuses a text in brackets that is a link now: the definition of its label is in another of the memos that were joined.
  static func check(that joined: [UInt8], has memos: [ReadMemo], at path: VaultPath) throws {
    let before = memos.flatMap { $0.bytes.withUnsafeBytes { references(in: $0) } }
    let after = joined.withUnsafeBytes { references(in: $0) }
    guard after.count > before.count else { return }
    let place = before.indices.first { before[$0] != after[$0] } ?? before.count
    throw RearrangingError.labelledText(after[place], path)
  }

  /// The links by reference of a text, as they are written.
  private static func references(in bytes: UnsafeRawBufferPointer) -> [String] {
    let tree = tree(of: bytes)
    return tree.leaves.flatMap { tree.inlines(of: $0) }.filter(\.isReference).map {
      String(decoding: bytes[$0.range], as: UTF8.self)
    }
  }

  private static func tree(of bytes: UnsafeRawBufferPointer) -> MarkupTree {
    MarkupTree(ofMemo: bytes)
  }

  /// The first definition of each label, and what follows the label in it.
  private static func definitions(
    in tree: MarkupTree
  ) -> [[UInt8]: (definition: LinkDefinition, text: [UInt8])] {
    tree.blocks.reduce(into: [:]) { found, block in
      guard case .definition(let definition) = block.kind, let key = definition.key(in: tree.bytes), found[key] == nil
      else { return }
      found[key] = (definition, Array(tree.bytes[definition.label.upperBound..<definition.range.upperBound]))
    }
  }
}
