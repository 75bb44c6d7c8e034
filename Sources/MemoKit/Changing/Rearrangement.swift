import MemoCore
import MemoIndex
import MemoStore

/// Texts that are put together of parts of memos, and what keeps each link of the vault on the memo and the heading that it
/// named, wherever its text and that of its memo went. Nothing is written here.
struct Rearrangement {
  /// What has to change in a text.
  private struct LinkEdits {
    var edits: [ByteEdit] = []
    /// Links that cannot be written, and the memos to which they are to lead.
    var lost: [(link: InlineLink, memo: Int)] = []
  }

  /// The texts that are made, in the order in which they were given.
  private(set) var contents: [[UInt8]] = []
  /// The other memos whose links change, sorted by path.
  private(set) var rewrites: [MemoRewrite] = []
  /// Links of other memos that will be broken.
  private(set) var lostLinks: [Relocation.LostLink] = []

  private let texts: [RearrangedText]
  private let vault: Vault
  private let index: VaultIndex
  private let sources: [VaultPath: MovedMemo]
  /// The sources by their places in the index.
  private let paths: [Int: VaultPath]
  /// The parts of each source, with the texts that they go to.
  private let targets: [VaultPath: [(range: Range<Int>, text: Int)]]
  /// The edits of the parts, in the order of each source.
  private let edits: [VaultPath: [ByteEdit]]
  /// By memos that are no more, the texts that links to them lead to.
  private let heirs: [VaultPath: Int]
  private let twins: [VaultPath: VaultPath]
  private let repair: LinkRepair
  /// The headings of other memos in which a link changes.
  private var otherHeadings: LinkedHeadings
  private var headings: [VaultPath: [Int?]] = [:]
  /// The parts of the texts as they are written.
  private var pieces: [[[UInt8]]] = []
  private var newAnchors: [Int: MemoAnchors] = [:]

  /// Finds out what has to change.
  ///
  /// - Parameters:
  ///   - memos: those of which parts move, and those that are no more; as they were read, for the parts are places in them.
  ///   - edits: changes in the parts, by source; they keep the number and order of headings, and touch no link.
  ///   - heirs: the memos that are no more, with the path of the text that gets their links.
  ///   - twins: of these, those of which no part is needed, with the source whose text is the same.
  /// - Throws: `RearrangingError` where a link would mean something else.
  init(
    _ texts: [RearrangedText], of memos: [ReadMemo], edits: [VaultPath: [ByteEdit]],
    heirs: [VaultPath: VaultPath] = [:], twins: [VaultPath: VaultPath] = [:], in index: VaultIndex, of vault: Vault
  ) throws {
    (self.vault, self.index, self.edits, self.twins) = (vault, index, edits, twins)
    self.heirs = heirs.compactMapValues { heir in texts.firstIndex { $0.path == heir } }
    var targets: [VaultPath: [(range: Range<Int>, text: Int)]] = [:]
    var replaced: [VaultPath: [Range<Int>]] = [:]
    for (number, text) in texts.enumerated() {
      for part in text.parts {
        if let (path, range) = part.source { targets[path, default: []].append((range, number)) }
        if case .replaced(let path, let range, _) = part { replaced[path, default: []].append(range) }
      }
    }
    for (twin, path) in twins { targets[twin] = targets[path] }
    self.targets = targets
    var (sources, paths) = ([VaultPath: MovedMemo](), [Int: VaultPath]())
    for memo in memos {
      let source = MovedMemo(memo, without: replaced[memo.path] ?? [], in: index)
      sources[memo.path] = source
      if let place = source.place { paths[place] = memo.path }
    }
    (self.sources, self.paths) = (sources, paths)
    var changes: [VaultPath: LinkResolver.Memo?] = [:]
    for path in heirs.keys { changes.updateValue(nil, forKey: path) }
    var added: [LinkResolver.Memo] = []
    for text in texts {
      let bytes = Array(text.parts.map { $0.bytes(of: sources, edits) }.joined())
      let title = MemoText.title(of: bytes, titledBy: vault.titleSource(at: text.path))
      let memo = LinkResolver.Memo(path: text.path, title: title)
      if index.place(of: text.path) == nil { added.append(memo) } else { changes[text.path] = memo }
    }
    let repair = LinkRepair(of: index, changes: changes, adding: added)
    self.repair = repair
    otherHeadings = LinkedHeadings(in: index)
    self.texts = try texts.map { try $0.linked(by: repair, in: index) }
    try findHeadings()
    // A link in a heading changes the heading's text, and so what links to the heading have to name.
    if try write() { _ = try write() }
    try check()
    try rewriteOthers()
  }

  // MARK: Numbers

  /// The text that a place of a source goes to; `nil` for one that is left out.
  private func text(of offset: Int, in path: VaultPath) -> Int? {
    targets[path]?.first { $0.range.contains(offset) }?.text
  }

  private func number(of text: Int) -> Int {
    if let place = index.place(of: texts[text].path) { return place }
    return index.placeCount + texts[..<text].count { index.place(of: $0.path) == nil }
  }

  private func number(at path: VaultPath) -> Int? {
    texts.firstIndex { $0.path == path }.map { number(of: $0) } ?? index.place(of: path)
  }

  private func text(of number: Int) -> Int? { texts.indices.first { self.number(of: $0) == number } }

  // MARK: Headings

  /// Finds where each heading is afterwards. They are read again, so that none is lost in code that was left open.
  private mutating func findHeadings() throws {
    for (path, memo) in sources { headings[path] = Array(repeating: nil, count: memo.headings.count) }
    for number in texts.indices {
      let parts = texts[number].parts.map { ($0, $0.bytes(of: sources, edits)) }
      let bytes = Array(parts.map(\.1).joined())
      let found = bytes.withUnsafeBytes { bytes in
        MarkupTree(ofMemo: bytes).headings.map(\.range.lowerBound)
      }
      var (end, next) = (0, 0)
      for (part, written) in parts {
        end += written.count
        let count = found[next...].prefix { $0 < end }.count
        if let (path, range) = part.source, let own = sources[path]?.headings {
          let places = own.indices.filter { range.contains(own[$0].range.lowerBound) }
          guard places.count == count else {
            throw RearrangingError.misreading(of: path, at: end - written.count, in: parts)
          }
          for (offset, place) in places.enumerated() { headings[path]?[place] = next + offset }
        }
        next += count
      }
      newAnchors[number] = MemoAnchors(of: bytes)
    }
    for (twin, path) in twins { headings[twin] = headings[path] }
  }

  // MARK: Links

  /// What a link to a memo has to name afterwards.
  private func place(of memo: Int, _ anchor: String?, _ kind: MemoLink.Kind) -> RearrangedLink.Place {
    guard let path = paths[memo], let source = sources[path] else { return RearrangedLink.Place(memo: memo) }
    let target = anchor.flatMap { source.target(of: $0, kind) }
    if let target, let text = text(of: target.offset, in: path) {
      return RearrangedLink.Place(memo: number(of: text), heading: target.heading.flatMap { headings[path]?[$0] })
    }
    let isBroken = anchor != nil && target == nil
    return RearrangedLink.Place(memo: heirs[path].map { number(of: $0) } ?? memo, isBroken: isBroken)
  }

  /// The memo that a link of a text leads to before the change, and the rule by which; `nil` for none.
  private func memo(
    of link: InlineLink, in bytes: UnsafeRawBufferPointer, at path: VaultPath, _ lookup: inout LinkLookup
  ) -> LinkRewriter.Meaning? {
    guard !link.target.isEmpty else { return index.place(of: path).map { .init(memo: $0, rule: .relativePath) } }
    return lookup.meaning(of: link, in: bytes, from: path.parent)
  }

  /// What a link of a text names before the change, and the rule by which; `nil` for no memo. A definition goes to the memo to
  /// which the wiki link goes that it repeats.
  private func meaning(
    of link: InlineLink, _ repeated: [Int: InlineLink], in bytes: UnsafeRawBufferPointer, at path: VaultPath,
    _ lookup: inout LinkLookup
  ) -> (place: RearrangedLink.Place, rule: LinkRule)? {
    guard let found = memo(of: link, in: bytes, at: path, &lookup) else { return nil }
    let wiki = link.heading == nil ? repeated[link.target.lowerBound] : nil
    if let wiki, memo(of: wiki, in: bytes, at: path, &lookup)?.memo == found.memo {
      return (
        RearrangedLink.Place(memo: place(of: found.memo, Self.anchor(of: wiki, bytes), wiki.kind).memo), found.rule
      )
    }
    return (place(of: found.memo, Self.anchor(of: link, bytes), link.kind), found.rule)
  }

  /// The edits that keep links of a text on what they name.
  ///
  /// - Parameter newPath: where a link is afterwards, by its place; `nil` for one that is left out.
  private func linkEdits(
    in bytes: UnsafeRawBufferPointer, at path: VaultPath, to newPath: (Int) -> VaultPath?
  ) throws -> LinkEdits {
    var (before, after) = repair.lookups()
    let repeated = ReferenceLabels.repeatedLinks(in: bytes)
    var result = LinkEdits()
    var strayed: [VaultPath: [(link: InlineLink, meant: LinkRewriter.Meaning)]] = [:]
    for link in InlineLink.targets(in: bytes) {
      guard let here = newPath(link.range.lowerBound),
        let (wanted, rule) = meaning(of: link, repeated, in: bytes, at: path, &before)
      else { continue }
      if link.target.isEmpty {
        if wanted.memo != number(at: here) {
          let target = repair.target(of: wanted.memo, link.kind, from: here.parent, &after)
          if let target {
            result.edits.append(ByteEdit(link.target, target))
          } else {
            result.lost.append((link, wanted.memo))
          }
        }
      } else {
        let now = after.meaning(of: link, in: bytes, from: here.parent)
        let isKept = now?.memo == wanted.memo && (rule != .relativePath || now?.rule == .relativePath)
        if !isKept { strayed[here, default: []].append((link, LinkRewriter.Meaning(memo: wanted.memo, rule: rule))) }
      }
      if let edit = try anchorEdit(of: link, in: bytes, at: path, wanted) { result.edits.append(edit) }
    }
    for (here, links) in strayed {
      var rewriter = repair.rewriter()
      let rewriting = rewriter.rewriting(links, in: bytes, from: here.parent)
      result.edits += rewriting.edits
      let lost = Set(rewriting.lost.map(\.range.lowerBound))
      for (link, meant) in links where lost.contains(link.range.lowerBound) {
        // Within its memo a heading needs no name of that.
        let isWithin = link.heading != nil && meant.memo == number(at: here)
        if isWithin { result.edits.append(ByteEdit(link.target, [])) } else { result.lost.append((link, meant.memo)) }
      }
    }
    // With the old target a new anchor would name something that the memo there does not have.
    result.edits.removeAll { edit in result.lost.contains { $0.link.range.contains(edit.range.lowerBound) } }
    result.edits += ReferenceLabels.edits(following: result.edits, in: bytes)
    result.edits = result.edits.inOrder
    return result
  }

  /// - Throws: where the link can only name an earlier heading with the same text.
  private func anchorEdit(
    of link: InlineLink, in bytes: UnsafeRawBufferPointer, at path: VaultPath, _ wanted: RearrangedLink.Place
  ) throws -> ByteEdit? {
    guard let heading = wanted.heading, let range = link.heading, let anchor = Self.anchor(of: link, bytes),
      let text = text(of: wanted.memo), let anchors = newAnchors[text]
    else { return nil }
    guard anchors.heading(anchor, link.kind) != heading else { return nil }
    let new = anchors.anchor(of: heading, like: anchor, link.kind) { link.canHold(anchor: $0, in: bytes) }
    guard let new else { throw RearrangingError.hiddenHeading(Self.written(link, bytes), path) }
    return ByteEdit(range, Array(new.utf8))
  }

  /// What a card of a canvas shows afterwards.
  func newPlace(of card: CanvasCards.Place) -> CanvasCards.Place {
    guard sources[card.path] != nil, let memo = index.place(of: card.path) else { return card }
    let wanted = place(of: memo, card.anchor, .wiki)
    guard let text = text(of: wanted.memo) else { return card }
    var card = CanvasCards.Place(path: texts[text].path, anchor: card.anchor)
    if let heading = wanted.heading, let anchor = card.anchor, let anchors = newAnchors[text],
      anchors.heading(anchor, .wiki) != heading
    {
      card.anchor = anchors.anchor(of: heading, like: anchor, .wiki) ?? anchor
    }
    return card
  }

  // MARK: Texts

  /// Writes the texts; returns whether headings then have other texts than those that the links were written for.
  private mutating func write() throws -> Bool {
    try noteOthers()
    pieces = try texts.indices.map { try rewritten($0) }
    contents = pieces.map { Array($0.joined()) }
    let before = newAnchors
    for number in texts.indices {
      newAnchors[number] = MemoAnchors(of: contents[number])
    }
    return newAnchors.contains { number, after in
      before[number].map { AnchorRewriter(before: $0, after: after).mayChange } ?? false
    }
  }

  private func rewritten(_ text: Int) throws -> [[UInt8]] {
    try texts[text].parts.map { part -> [UInt8] in
      guard case .moved(let path, let range) = part, let source = sources[path] else {
        return part.bytes(of: sources, edits)
      }
      let newPath = texts[text].path
      return try source.linkText.withUnsafeBytes { bytes in
        let rewriting = try linkEdits(in: bytes, at: path) { range.contains($0) ? newPath : nil }
        if let (link, memo) = rewriting.lost.first {
          let other = self.text(of: memo).map { texts[$0].path } ?? index.path(at: memo)
          throw RearrangingError.unwritableLink(Self.written(link, bytes), path, to: other)
        }
        let fileLinks = FileLinks(ofMoving: [(path, source.linkText, newPath)], in: vault)
        let files =
          repair.withoutMemos(fileLinks.edits(of: bytes, from: path, to: newPath), in: bytes, at: path)
          + otherHeadings.rewriting(of: bytes, at: path).edits
        let own = (edits[path] ?? []) + files.apart(from: rewriting.edits)
        let all = own + rewriting.edits.apart(from: own)
        return part.bytes(of: sources, [path: all])
      }
    }
  }

  private static func written(_ link: InlineLink, _ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes[link.range], as: UTF8.self)
  }

  private static func anchor(of link: InlineLink, _ bytes: UnsafeRawBufferPointer) -> String? {
    link.heading.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// Reads the texts again: each link must be there and name what it is to name.
  private func check() throws {
    // A link that has become one, as a definition without its links; those that are lost by it say more.
    var added: RearrangingError?
    for number in texts.indices {
      let wanted = wantedLinks(of: number)
      let found = contents[number].withUnsafeBytes { links(of: number, in: $0) }
      let count = min(wanted.count, found.count)
      // Where there are more or fewer links, that which is too much or missing may have a neighbour that leads alike.
      let isSure = wanted.count == found.count
      let place = (0..<count).first { place in
        !wanted[place].isKept(as: found[place]) || !(isSure || wanted[place].isLike(found[place]))
      }
      if wanted.count < found.count {
        added = added ?? found[place ?? count].appearance
      } else if place != nil || !isSure {
        throw wanted[place ?? count].loss
      }
    }
    if let added { throw added }
  }

  /// The links of a text's parts as they were, with what each has to lead to.
  private func wantedLinks(of text: Int) -> [RearrangedLink] {
    var (before, _) = repair.lookups()
    return texts[text].parts.flatMap { part -> [RearrangedLink] in
      guard case .moved(let path, let range) = part, let source = sources[path] else { return [] }
      return source.linkText.withUnsafeBytes { bytes in
        let repeated = ReferenceLabels.repeatedLinks(in: bytes)
        return LinkSpan.all(in: bytes).map(\.link).filter { range.contains($0.range.lowerBound) }.map { link in
          let place = meaning(of: link, repeated, in: bytes, at: path, &before)?.place
          return RearrangedLink(link, in: bytes, at: path, to: place)
        }
      }
    }
  }

  /// The links of a text now, in the parts that moved.
  private func links(of text: Int, in bytes: UnsafeRawBufferPointer) -> [RearrangedLink] {
    var (_, after) = repair.lookups()
    var (end, moved) = (0, [Range<Int>]())
    for (part, piece) in zip(texts[text].parts, pieces[text]) {
      if case .moved = part { moved.append(end..<end + piece.count) }
      end += piece.count
    }
    let here = texts[text].path
    return LinkSpan.all(in: bytes).map(\.link).filter { link in moved.contains { $0.contains(link.range.lowerBound) } }
      .map { link in
        let memo =
          link.target.isEmpty ? number(of: text) : after.meaning(of: link, in: bytes, from: here.parent)?.memo
        let place = memo.map { memo in
          let heading = Self.anchor(of: link, bytes).flatMap { anchor in
            self.text(of: memo).flatMap { newAnchors[$0]?.heading(anchor, link.kind) }
          }
          return RearrangedLink.Place(memo: memo, heading: heading)
        }
        return RearrangedLink(link, in: bytes, at: here, to: place)
      }
  }

  // MARK: Other memos

  /// The memos in which a link has to change, and those that link to a source.
  private func linkingMemos() -> [VaultPath] {
    let found = LinkGraph(of: index).follow(into: [Int](), readsLongMemos: true) { [paths] link, found in
      if let memo = link.resolution.memo, paths[memo] != nil, found.last != link.memo { found.append(link.memo) }
    }
    let linking = Set(found.joined()).map { index.path(at: $0) }
    let own = Set(texts.map(\.path)).union(sources.keys)
    return Set(linking + repair.memos()).subtracting(own).sorted()
  }

  private mutating func noteOthers() throws {
    for path in linkingMemos() {
      try ReadMemo(path, in: vault).bytes.withUnsafeBytes { text in
        otherHeadings.note(path, text, links: try linkEdits(in: text, at: path) { _ in path }.edits)
      }
    }
  }

  private mutating func rewriteOthers() throws {
    let own = Set(texts.map(\.path)).union(sources.keys)
    for path in otherHeadings.memos.subtracting(own).union(linkingMemos()).sorted() { try rewrite(path) }
  }

  private mutating func rewrite(_ path: VaultPath) throws {
    let memo = try ReadMemo(path, in: vault)
    let rewriting = try memo.bytes.withUnsafeBytes { try linkEdits(in: $0, at: path) { _ in path } }
    if let rewrite = otherHeadings.rewrite(of: memo, with: rewriting.edits) { rewrites.append(rewrite) }
    lostLinks += rewriting.lost.map { lost in
      Relocation.LostLink(path: path, target: memo.bytes.withUnsafeBytes { Self.written(lost.link, $0) })
    }
  }
}
