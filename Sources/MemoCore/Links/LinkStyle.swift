/// How memo writes a link to a memo by itself, so that the other program of a vault follows it, too.
public struct LinkStyle: Hashable, Sendable {
  /// The paths of Markdown links.
  public enum Paths: Hashable, Sendable {
    /// The name of the file where that leads to the memo alone, else its path from the root.
    case shortest
    /// From the folder of the memo that holds the link.
    case relative
    /// From the root.
    case absolute
  }

  /// Whether a title names a memo. If not, links name its file and have the title as their label.
  public let namesTitles: Bool
  /// The paths of new links, which are Markdown links; `nil` where they are wiki links.
  public let markdownPaths: Paths?
  /// Whether paths of Markdown links are written without the ending of a memo.
  public let dropsEnding: Bool
  /// Whether the anchors of Markdown links are the texts of headings, not the names that GitHub gives these.
  public let namesHeadingTexts: Bool

  /// Puts together a style.
  public init(
    namesTitles: Bool, markdownPaths: Paths? = nil, dropsEnding: Bool = false, namesHeadingTexts: Bool = false
  ) {
    (self.namesTitles, self.markdownPaths, self.dropsEnding) = (namesTitles, markdownPaths, dropsEnding)
    self.namesHeadingTexts = namesHeadingTexts
  }

  /// That of a vault which no other program uses.
  public static let memo = LinkStyle(namesTitles: true)

  /// The kinds of links: that of new ones, then the other, for a name that the first kind cannot hold.
  public var kinds: [MemoLink.Kind] { markdownPaths == nil ? [.wiki, .markdown] : [.markdown, .wiki] }

  /// An anchor that a new one of a kind is to be like; see `MemoAnchors.anchor`.
  ///
  /// - Parameter slug: the name that GitHub gives the heading.
  public func anchor(like slug: String, _ kind: MemoLink.Kind) -> String {
    switch kind {
    case .wiki: ""
    case .markdown: namesHeadingTexts ? MemoAnchors.words : slug
    }
  }

  // MARK: Targets

  /// The targets that a new link to a memo can be written with, the best first; not all of them need lead to it.
  ///
  /// - Parameter folder: that of the memo which holds the link.
  public func targets(
    of memo: LinkResolver.Memo, _ kind: MemoLink.Kind, from folder: VaultPath
  ) -> [[UInt8]] {
    spellings(of: memo, kind, from: folder).filter { Self.canHold($0, kind) }
  }

  private func spellings(of memo: LinkResolver.Memo, _ kind: MemoLink.Kind, from folder: VaultPath) -> [[UInt8]] {
    switch kind {
    case .wiki: names(of: memo)
    case .markdown: paths(of: memo.path, from: folder).map { MarkdownDestination.encoded($0) }
    }
  }

  private static func canHold(_ target: [UInt8], _ kind: MemoLink.Kind) -> Bool {
    kind == .markdown || String(validating: target, as: UTF8.self).map { MemoLink.canWrite($0) } ?? false
  }

  /// The target by which a new link leads to a memo, and to no other; `nil` where none can be written.
  ///
  /// - Parameters:
  ///   - number: that of the memo.
  ///   - isFit: whether a target that leads there by a rule may be taken.
  public func target(
    of memo: LinkResolver.Memo, _ number: Int, _ kind: MemoLink.Kind, from folder: VaultPath,
    _ lookup: inout LinkLookup, where isFit: (LinkRule) -> Bool = { _ in true }
  ) -> [UInt8]? {
    func leads(_ target: [UInt8], from folder: VaultPath) -> Bool {
      guard case .memo(number, let rule) = lookup.resolve(target, kind, from: folder) else { return false }
      return isFit(rule) && Self.canHold(target, kind)
    }
    let targets = spellings(of: memo, kind, from: folder)
    return targets.first { leads($0, from: folder) && (!mayDiffer(kind) || leads($0, from: .root)) }
      ?? targets.first { leads($0, from: folder) }
  }

  /// Whether other programs may take a name for that of another memo than the nearest one, as a link in the root does.
  public func mayDiffer(_ kind: MemoLink.Kind) -> Bool {
    switch kind {
    case .wiki: !namesTitles
    case .markdown: markdownPaths == .shortest || markdownPaths == .absolute
    }
  }

  private func names(of memo: LinkResolver.Memo) -> [[UInt8]] {
    let title = [Array(memo.title.utf8)]
    let ends = Self.ends(of: memo.path)
    let files = ends.map { Array(MemoExtension.stem(of: $0)) } + ends + [Self.rooted(memo.path)]
    return namesTitles ? title + files : files + title
  }

  private func paths(of path: VaultPath, from folder: VaultPath) -> [[UInt8]] {
    let relative = RelativePath.bytes(of: path.bytes, from: folder, isDotted: false)
    let first =
      switch markdownPaths {
      case .shortest: [Array(path.name), path.bytes]
      case .absolute: [path.bytes]
      case .relative, nil: [relative]
      }
    return (dropsEnding ? first.map { Array(MemoExtension.stem(of: $0)) } : []) + first + [relative, Self.rooted(path)]
  }

  /// The last components of a path, the fewest first.
  private static func ends(of path: VaultPath) -> [[UInt8]] {
    let components = path.components
    return (1...max(components.count, 1)).map {
      Array(components.suffix($0).joined(separator: [UInt8(ascii: "/")]))
    }
  }

  private static func rooted(_ path: VaultPath) -> [UInt8] { [UInt8(ascii: "/")] + path.bytes }

  // MARK: Links

  /// A link with a target and a label.
  ///
  /// - Parameters:
  ///   - label: what it shows; a wiki link has none where its target says the same or no link can hold it.
  ///   - bar: what is between target and label of a wiki link.
  public static func link(
    _ kind: MemoLink.Kind, to target: [UInt8], showing label: String, bar: String = "|"
  ) -> [UInt8] {
    switch kind {
    case .wiki:
      let isNeeded = !label.utf8.elementsEqual(target) && canLabel(label)
      return Array("[[".utf8) + target + Array(((isNeeded ? bar + label : "") + "]]").utf8)
    case .markdown:
      return Array("[\(MarkdownLabel.escaped(label))](".utf8) + target + Array(")".utf8)
    }
  }

  /// Whether a wiki link can show a text.
  public static func canLabel(_ text: String) -> Bool {
    guard !text.isEmpty, !text.utf8.contains(where: { $0 < 0x20 || "[]|`\\".utf8.contains($0) }) else { return false }
    return Array("[[a|\(text)]]".utf8).withUnsafeBytes { bytes in
      LinkSpan.all(in: bytes).map(\.link.range) == [0..<bytes.count]
    }
  }
}
