/// Keeps links leading to the same memos while memos are renamed and moved.
///
/// A link is touched only where it would resolve to another memo, or where it spells the path of a memo as it was and only
/// the spelling changes: to other programs, `Plan.md` and `plan.md` are two files. Where that is asked for, a link by the name
/// of a file is touched also where several memos answer to it from then on, or already did and the one with the shortest path
/// is another one: other programs may choose that. It then gets the shortest target of its own style that resolves to its memo
/// alone: a title stays a title, a file name a file name, a path a path, and a Markdown path stays relative. Where that style
/// has none, the next more exact style is taken, and at last a shorter name or the title. In a wiki link, names that stay the
/// same keep their letters: `[[Plan]]` becomes `[[work/Plan]]` also where the file is `work/plan.md`. Heading, label, brackets
/// and everything between the links stay as they are.
public struct LinkRewriter {
  /// What the links of a memo need so that they keep their meaning.
  public struct Rewriting: Equatable, Sendable {
    /// The changes, in the order of the text.
    public var edits: [ByteEdit] = []
    /// Links that no target can save, because a name holds what their style cannot write.
    public var lost: [InlineLink] = []
  }

  /// The memo that a link means, by its number, and the rule by which it says so.
  public struct Meaning: Hashable, Sendable {
    /// The memo's number.
    public let memo: Int
    /// The rule, which decides how the link is written.
    public let rule: LinkRule

    /// Puts together a meaning.
    public init(memo: Int, rule: LinkRule) {
      self.memo = memo
      self.rule = rule
    }
  }

  private var before: LinkLookup
  private var after: LinkLookup
  private let memo: (Int) -> LinkResolver.Memo
  private let isGone: (Int) -> Bool
  private let formerPath: (Int) -> VaultPath?
  private let heir: (Int) -> Int
  private let keepsCertain: Bool
  private let style: LinkStyle

  /// Makes a rewriter for one change of a vault.
  ///
  /// - Parameters:
  ///   - before: the names before the change.
  ///   - after: the names after it; each memo keeps its number.
  ///   - memo: the memo with a number after the change; before it for one that is gone.
  ///   - isGone: whether a memo is gone, so that links to it have to resolve to no other.
  ///   - formerPath: the path before the change of a memo that gets another one; `nil` for those that keep theirs.
  ///   - heir: the memo to which links to a memo lead after the change; mostly that memo.
  ///   - keepsCertain: whether a wiki link by a file name gets a target that one memo has where the change might have
  ///     it lead to another memo in other programs.
  ///   - style: that of the vault.
  public init(
    before: LinkResolver, after: LinkResolver, memo: @escaping (Int) -> LinkResolver.Memo,
    isGone: @escaping (Int) -> Bool = { _ in false }, formerPath: @escaping (Int) -> VaultPath? = { _ in nil },
    heir: @escaping (Int) -> Int = { $0 }, keepsCertain: Bool = false, style: LinkStyle = .memo
  ) {
    self.before = LinkLookup(before)
    self.after = LinkLookup(after)
    (self.memo, self.isGone, self.formerPath, self.heir) = (memo, isGone, formerPath, heir)
    (self.keepsCertain, self.style) = (keepsCertain, style)
  }

  /// What has to change in a memo.
  ///
  /// - Parameters:
  ///   - oldPath: where it was before the change.
  ///   - newPath: where it is after it.
  public mutating func rewriting(
    of bytes: UnsafeRawBufferPointer, from oldPath: VaultPath, to newPath: VaultPath
  ) -> Rewriting {
    let (oldFolder, newFolder) = (oldPath.parent, newPath.parent)
    var strayed: [(link: InlineLink, meant: Meaning)] = []
    for link in InlineLink.targets(in: bytes) {
      let target = bytes.part(link.target)
      if let meant = self.strayed(target, link.kind, from: oldFolder, to: newFolder) { strayed.append((link, meant)) }
    }
    var rewriting = rewriting(strayed, in: bytes, from: newFolder)
    rewriting.edits += ReferenceLabels.edits(following: rewriting.edits, in: bytes)
    rewriting.edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    return rewriting
  }

  /// What has to change in a text so that links of it lead to the memos that they mean.
  ///
  /// - Parameters:
  ///   - links: in the order of the text; for one by reference, its definition.
  ///   - folder: the folder of the memo that holds them.
  public mutating func rewriting(
    _ links: [(link: InlineLink, meant: Meaning)], in bytes: UnsafeRawBufferPointer, from folder: VaultPath
  ) -> Rewriting {
    let all = rewriting(links, in: bytes, from: folder) { _ in true }
    let misread = Self.misread(all.edits, in: bytes)
    guard !misread.isEmpty else { return all }
    let some = rewriting(links, in: bytes, from: folder) { !misread.contains($0.target.lowerBound) }
    guard !Self.misread(some.edits, in: bytes).isEmpty else { return some }
    return rewriting(links, in: bytes, from: folder) { _ in false }
  }

  /// The places of the targets that are not read as such once they are written, because a backtick in front of a link pairs
  /// with one in it.
  private static func misread(_ edits: [ByteEdit], in bytes: UnsafeRawBufferPointer) -> Set<Int> {
    guard edits.contains(where: { $0.bytes.contains(UInt8(ascii: "`")) }) else { return [] }
    let read = ByteEdit.apply(edits, to: bytes).withUnsafeBytes { Set(InlineLink.targets(in: $0).map(\.target)) }
    var (misread, growth) = (Set<Int>(), 0)
    for edit in edits {
      let start = edit.range.lowerBound + growth
      if !read.contains(start..<start + edit.bytes.count) { misread.insert(edit.range.lowerBound) }
      growth += edit.bytes.count - edit.range.count
    }
    return misread
  }

  /// - Parameter mayHoldBackticks: whether a link may get a target with code spans.
  private mutating func rewriting(
    _ links: [(link: InlineLink, meant: Meaning)], in bytes: UnsafeRawBufferPointer, from folder: VaultPath,
    mayHoldBackticks: (InlineLink) -> Bool
  ) -> Rewriting {
    var rewriting = Rewriting()
    for (link, meant) in links {
      let now = memo(meant.memo)
      let target = bytes.part(link.target)
      let isTitle = style.namesTitles && !now.title.isEmpty && before.isTitle(target, of: meant.memo)
      var forms = LinkForms(link, meant.rule, in: bytes, from: folder, isTitle: isTitle).targets(of: now)
      if link.kind == .wiki, !mayHoldBackticks(link) {
        forms = LinkForms.Targets(forms.lazy.filter { !$0.contains(UInt8(ascii: "`")) })
      }
      let wanted = isGone(meant.memo) ? nil : meant.memo
      if let form = form(of: link, among: forms, in: bytes, from: folder, leadingTo: wanted) {
        rewriting.edits.append(ByteEdit(link.target, form))
      } else if let quoted = link.doubleQuoted(in: bytes),
        let form = form(of: quoted, among: forms, in: bytes, from: folder, leadingTo: wanted)
      {
        rewriting.edits += quoted.quotes.map { ByteEdit($0, [UInt8(ascii: "\"")]) } + [ByteEdit(link.target, form)]
      } else {
        rewriting.lost.append(link)
      }
    }
    // A link around a picture has its target behind that of the picture.
    rewriting.edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    return rewriting
  }

  /// The target of a link that no other memo answers to; else one that resolves to the memo by the order of paths.
  private mutating func form(
    of link: InlineLink, among forms: LinkForms.Targets, in bytes: UnsafeRawBufferPointer, from folder: VaultPath,
    leadingTo memo: Int?
  ) -> [UInt8]? {
    forms.first { isSafe($0, link, in: bytes, from: folder) { $0.isCertain && $0.memo == memo } }
      ?? forms.first { isSafe($0, link, in: bytes, from: folder) { $0.memo == memo } }
  }

  /// Whether a link has to change.
  ///
  /// - Parameters:
  ///   - oldFolder: the folder of its memo before the change.
  ///   - newFolder: the folder after it.
  public mutating func changes(
    _ target: UnsafeRawBufferPointer, _ kind: MemoLink.Kind, from oldFolder: VaultPath, to newFolder: VaultPath
  ) -> Bool {
    strayed(target, kind, from: oldFolder, to: newFolder) != nil
  }

  /// The memo that a link would not lead to any more, and the rule that found it; `nil` where it still does.
  ///
  /// A path from the folder has to stay one: other programs know no other rule for it.
  private mutating func strayed(
    _ target: UnsafeRawBufferPointer, _ kind: MemoLink.Kind, from oldFolder: VaultPath, to newFolder: VaultPath
  ) -> Meaning? {
    let old = before.resolve(target, kind, from: oldFolder)
    guard let found = old.meaning else { return nil }
    let meant = Meaning(memo: heir(found.memo), rule: found.rule)
    let new = after.resolve(target, kind, from: newFolder)
    let now = new.meaning
    if isGone(meant.memo) { return now == nil ? nil : meant }
    let isKept = now?.memo == meant.memo && (meant.rule != .relativePath || now?.rule == .relativePath)
    if keepsCertain, kind == .wiki, meant.rule == .pathEnd, !new.isCertain {
      let isNew =
        old.isCertain
        || before.shortestCandidate(of: target, kind, from: oldFolder)
          != after.shortestCandidate(of: target, kind, from: newFolder)
      if isNew { return meant }
    }
    return isKept && !isRespelled(target, kind, meant, from: oldFolder, to: newFolder) ? nil : meant
  }

  /// Whether a path of Markdown that leads to a memo before and after spells it as it was, and not as it is.
  private func isRespelled(
    _ target: UnsafeRawBufferPointer, _ kind: MemoLink.Kind, _ meant: Meaning, from oldFolder: VaultPath,
    to newFolder: VaultPath
  ) -> Bool {
    guard kind == .markdown, let former = formerPath(meant.memo) else { return false }
    let (address, path) = (LinkAddress(target, kind), memo(meant.memo).path)
    guard Folding.matchKey(former.text) == Folding.matchKey(path.text) else { return false }
    let isRelative = meant.rule == .relativePath
    return address.spells(former, from: isRelative ? oldFolder : .root)
      && !address.spells(path, from: isRelative ? newFolder : .root)
  }

  /// Whether a link with another target is read as that link and resolves as it should.
  private mutating func isSafe(
    _ target: [UInt8], _ link: InlineLink, in bytes: UnsafeRawBufferPointer, from folder: VaultPath,
    _ isRight: (LinkResolution) -> Bool
  ) -> Bool {
    guard isRight(after.resolve(target, link.kind, from: folder)) else { return false }
    let label = link.labelOverLines(in: bytes)
    return link.reading(after: ByteEdit(link.target, target), in: bytes) { read, text in
      guard Array(text[read.target]) == target else { return false }
      let (new, old) = (MemoLink(read, in: text), MemoLink(link, in: bytes))
      return new.heading == old.heading && (label != nil || new.label == old.label)
    }
  }
}

extension InlineLink {
  /// Where its quotes are, if it is all of a text in quotes.
  fileprivate var quotes: [Range<Int>] {
    [range.lowerBound - 1..<range.lowerBound, range.upperBound..<range.upperBound + 1]
  }

  /// The same link of front matter in double quotes, which can hold an apostrophe; `nil` unless it is all of a text in single
  /// quotes.
  fileprivate func doubleQuoted(in bytes: UnsafeRawBufferPointer) -> InlineLink? {
    func isQuote(_ index: Int) -> Bool { bytes.indices.contains(index) && bytes[index] == UInt8(ascii: "'") }
    // Two of them are an apostrophe.
    guard frontQuotes == .single, quotes.allSatisfy({ isQuote($0.lowerBound) }), !isQuote(range.lowerBound - 2),
      !isQuote(range.upperBound + 1)
    else { return nil }
    var quoted = self
    quoted.frontQuotes = .double
    return quoted
  }

  /// Whether it is still read as the same link with this anchor in place of its own.
  public func canHold(anchor: String, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard let heading else { return false }
    return reading(after: ByteEdit(heading, Array(anchor.utf8)), in: bytes) { read, text in
      guard let found = read.heading, text[found].elementsEqual(anchor.utf8) else { return false }
      return text[read.target].elementsEqual(bytes[target])
    }
  }

  /// Whether it is read as a link after an edit of a part of it, and as the right one.
  fileprivate func reading(
    after edit: ByteEdit, in bytes: UnsafeRawBufferPointer, _ isRight: (InlineLink, UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    let shortened = labelOverLines(in: bytes).map { ByteEdit($0, [UInt8(ascii: "a")]) }
    let edits = [shortened, edit].compactMap(\.self).sorted { $0.range.lowerBound < $1.range.lowerBound }
      .map { ByteEdit($0.range.moved(by: -range.lowerBound), $0.bytes) }
    return ByteEdit.apply(edits, to: bytes.part(range)).withUnsafeBytes { text in
      let read =
        if let frontQuotes {
          FrontLinks.link(text, in: frontQuotes)
        } else {
          InlineLink.targets(in: text).first { $0.range == 0..<text.count }
        }
      return read.map { isRight($0, text) } ?? false
    }
  }

  /// A label over several lines may hold the marks of a quote around it, which mean nothing here.
  fileprivate func labelOverLines(in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    label.flatMap { label in label.contains { bytes.isLineEnd(at: $0) } ? label : nil }
  }
}

extension MemoLink {
  /// The paths that its target names as it is written, from a memo's folder and from the root; none outside of the vault.
  public func paths(from folder: VaultPath) -> [VaultPath] {
    let address = Array(target.utf8).withUnsafeBytes { LinkAddress($0, kind) }
    return [folder, .root].compactMap { address.path(from: $0) }.map { VaultPath(bytes: $0) }
  }

  /// Whether `[[target]]` is read as a link with just this target, whatever is around it.
  public static func canWrite(_ target: String) -> Bool {
    // These could pair with a bracket or backtick outside of the link.
    guard !target.isEmpty, !target.utf8.contains(where: "[]`".utf8.contains) else { return false }
    return Array("[[\(target)]]".utf8).withUnsafeBytes { text in
      let links = LinkSpan.all(in: text).map(\.link)
      guard links.count == 1, links[0].range == 0..<text.count else { return false }
      let link = MemoLink(links[0], in: text)
      return link.target.utf8.elementsEqual(target.utf8) && link.heading == nil && link.label == nil
    }
  }
}

/// Paths as they are written from a folder: `../b/c.md`.
package enum RelativePath {
  private static let slash = UInt8(ascii: "/")
  private static let up = Array("../".utf8)
  private static let here = Array("./".utf8)

  /// A path of the vault from a folder.
  ///
  /// - Parameter isDotted: whether one that leads upwards nowhere starts with `./`.
  package static func bytes(of path: [UInt8], from folder: VaultPath, isDotted: Bool) -> [UInt8] {
    let own = folder.components
    let components = path.split(separator: slash)
    let common = zip(own, components.dropLast()).prefix { $0.elementsEqual($1) }.count
    let steps = Array(repeatElement(up, count: own.count - common).joined())
    return (steps.isEmpty && isDotted ? here : steps) + components[common...].joined(separator: [slash])
  }

  /// Likewise the path of a folder, which may be that one or around it: `../`.
  static func bytes(ofFolder named: VaultPath, from folder: VaultPath, isDotted: Bool) -> [UInt8] {
    let (own, components) = (folder.components, named.components)
    guard own.starts(with: components, by: { $0.elementsEqual($1) }) else {
      return bytes(of: named.bytes, from: folder, isDotted: isDotted)
    }
    return own.count == components.count
      ? here : Array(repeatElement(up, count: own.count - components.count).joined())
  }
}
