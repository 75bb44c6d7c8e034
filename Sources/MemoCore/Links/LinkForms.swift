/// The ways to write a link to a memo, those of its own style first, then the more exact ones, and the shorter ones last.
/// A wiki link keeps the letters that were written, `[[work/Plan]]` for a file `work/plan.md`, where that does.
struct LinkForms {
  private let address: LinkAddress
  private let rule: LinkRule
  private let hasExtension: Bool
  private let isTitle: Bool
  private let style: MarkdownDestination.Style
  private let folder: VaultPath

  private static let slash = UInt8(ascii: "/")

  /// Learns the style of a link that was found by a rule.
  ///
  /// - Parameters:
  ///   - folder: the folder in which its memo is after the change.
  ///   - isTitle: whether its target was the memo's title, too.
  init(
    _ link: InlineLink, _ rule: LinkRule, in bytes: UnsafeRawBufferPointer, from folder: VaultPath, isTitle: Bool
  ) {
    address = LinkAddress(UnsafeRawBufferPointer(rebasing: bytes[link.target]), link.kind)
    // Without a folder, what is found at the root was meant as a name.
    self.rule = rule == .path && link.kind == .wiki && !address.hasFolder ? .pathEnd : rule
    hasExtension = MemoExtension(of: address.bytes[...]) != nil
    style = MarkdownDestination.Style(of: link.target, in: bytes)
    self.folder = folder
    self.isTitle = isTitle
  }

  /// Targets as they are written; not all of them need resolve to the memo.
  func targets(of memo: LinkResolver.Memo) -> [[UInt8]] {
    switch address.kind {
    // What could pair with a bracket or backtick outside of the link is no part of a target.
    case .wiki:
      asWritten(names(of: memo)).filter { !$0.contains(where: "[]".utf8.contains) && Self.pairsBackticks($0) }
    case .markdown: paths(of: memo.path).map { MarkdownDestination.encoded($0, style) }
    }
  }

  // MARK: Wiki links

  private func names(of memo: LinkResolver.Memo) -> [[UInt8]] {
    let title = memo.title.isEmpty ? [] : [Array(memo.title.utf8)]
    let paths = endings(of: memo.path.bytes)
    let rooted = paths.map { [Self.slash] + $0 }
    // For a folder or a file whose name no wiki link can hold.
    let others = ends(of: memo.path, from: 1) + title
    switch rule {
    case .title, .alias: return title + ends(of: memo.path, from: 1) + rooted
    case .pathEnd:
      // What was title and file name in one is prose: `[[Road map]]`, not `[[Road-map]]`.
      return (isTitle ? title : []) + ends(of: memo.path, from: componentCount) + rooted + others
    case .path: return (address.isRooted ? rooted + paths : paths + rooted) + others
    case .relativePath: return paths.map { relative($0) } + paths + rooted + others
    }
  }

  /// The targets in the letters of the link first, where they end with the same names, case and normalization aside.
  private func asWritten(_ targets: [[UInt8]]) -> [[UInt8]] {
    let written = address.bytes.dropLast(MemoExtension(of: address.bytes[...])?.length ?? 0)
      .split(separator: Self.slash, omittingEmptySubsequences: false)
    return targets.compactMap { asWritten($0, written) } + targets
  }

  /// - Parameter written: the names of the link.
  /// - Returns: `nil` where the target has none of them, or has their very letters.
  private func asWritten(_ target: [UInt8], _ written: [ArraySlice<UInt8>]) -> [UInt8]? {
    let ending = target.suffix(MemoExtension(of: target[...])?.length ?? 0)
    var names = target.dropLast(ending.count).split(separator: Self.slash, omittingEmptySubsequences: false)
    for (place, name) in zip(names.indices.reversed(), written.reversed()) {
      guard Self.folded(names[place]) == Self.folded(name) else { break }
      names[place] = name
    }
    let respelled = Array(names.joined(separator: [Self.slash])) + ending
    return respelled == target ? nil : respelled
  }

  private static func folded(_ name: ArraySlice<UInt8>) -> [UInt8] {
    Folding.matchKey(String(decoding: name, as: UTF8.self))
  }

  private var componentCount: Int { address.bytes.split(separator: Self.slash).count }

  /// The last components of a path, the fewest first.
  private func ends(of path: VaultPath, from count: Int) -> [[UInt8]] {
    let components = path.components
    return (min(count, components.count)...components.count).flatMap { count in
      endings(of: Array(components.suffix(count).joined(separator: [Self.slash])))
    }
  }

  /// A path as the link is written, with its extension or without, then the other way where that is more exact.
  private func endings(of path: [UInt8]) -> [[UInt8]] {
    hasExtension ? [path] : [path.dropLast(MemoExtension(of: path[...])?.length ?? 0), path]
  }

  /// Whether each run of backticks in a name begins or ends a code span of the name, so that none pairs with one behind it.
  private static func pairsBackticks(_ name: [UInt8]) -> Bool {
    let backtick = UInt8(ascii: "`")
    guard name.contains(backtick) else { return true }
    guard !name.contains(UInt8(ascii: "\\")) else { return false }
    var runs = name.split(whereSeparator: { $0 != backtick }).map(\.count)[...]
    while let first = runs.popFirst() {
      guard let end = runs.firstIndex(of: first) else { return false }
      runs = runs[(end + 1)...]
    }
    return true
  }

  // MARK: Markdown links

  private func paths(of path: VaultPath) -> [[UInt8]] {
    if address.isFolder { return folders(of: path) }
    let (relative, rooted) = (endings(of: relative(path.bytes)), endings(of: [Self.slash] + path.bytes))
    switch rule {
    case .pathEnd: return ends(of: path, from: componentCount) + relative + rooted
    case .path: return (address.isRooted ? rooted : endings(of: path.bytes)) + relative + rooted
    case .relativePath, .title, .alias: return relative + rooted
    }
  }

  /// `dir/`, where the memo is still its folder's own, else its path.
  private func folders(of path: VaultPath) -> [[UInt8]] {
    let relative = relative(path.bytes)
    let start = rule == .path ? (address.isRooted ? [Self.slash] : []) + path.bytes : relative
    let parent = start.dropLast(path.name.count)
    return (parent.isEmpty ? [Array("./".utf8)] : [Array(parent)]) + [start, relative, [Self.slash] + path.bytes]
  }

  /// A path as it is written from the folder, with `./` where it was written so or says that it is a path.
  private func relative(_ path: [UInt8]) -> [UInt8] {
    let isDotted = address.bytes.starts(with: [UInt8(ascii: "."), Self.slash])
    return RelativePath.bytes(of: path, from: folder, isDotted: isDotted || address.kind == .wiki)
  }
}
