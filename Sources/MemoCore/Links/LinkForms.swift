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
    address = LinkAddress(bytes.part(link.target), link.kind)
    // Without a folder, what is found at the root was meant as a name.
    self.rule = rule == .path && link.kind == .wiki && !address.hasFolder ? .pathEnd : rule
    hasExtension = MemoExtension(of: address.bytes[...]) != nil
    style = MarkdownDestination.Style(of: link.target, in: bytes)
    self.folder = folder
    self.isTitle = isTitle
  }

  /// Targets as they are written, spelled one by one as they are tried; not all of them need resolve to the memo.
  func targets(of memo: LinkResolver.Memo) -> Targets {
    switch address.kind {
    // What could pair with a bracket or backtick outside of the link is no part of a target.
    case .wiki:
      let fit = names(of: memo).lazy.filter { !$0.contains(where: "[]".utf8.contains) && Self.pairsBackticks($0) }
      return Targets(fit)
    case .markdown: return Targets(paths(of: memo.path).lazy.map { MarkdownDestination.encoded($0, style) })
    }
  }

  typealias Targets = AnySequence<[UInt8]>

  private static func joined(_ targets: Targets...) -> Targets { Targets(targets.joined()) }

  // MARK: Wiki links

  /// The names in the style of the link, in its letters where that does, then those in another style: for a folder or a file
  /// whose name no wiki link can hold.
  private func names(of memo: LinkResolver.Memo) -> Targets {
    let title = Targets(memo.title.isEmpty ? [] : [Array(memo.title.utf8)])
    let paths = endings(of: memo.path.bytes)
    let rooted = paths.map { [Self.slash] + $0 }
    let others = Self.joined(ends(of: memo.path, from: 1), title)
    switch rule {
    case .title, .alias: return asWritten(Self.joined(title, ends(of: memo.path, from: 1), Targets(rooted)))
    case .pathEnd:
      let ends = Self.joined(ends(of: memo.path, from: componentCount), Targets(rooted))
      // What was title and file name in one is prose: `[[Road map]]`, not `[[Road-map]]`.
      return Self.joined(asWritten(isTitle ? Self.joined(title, ends) : ends), others)
    case .path: return Self.joined(asWritten(Targets(address.isRooted ? rooted + paths : paths + rooted)), others)
    case .relativePath:
      return Self.joined(asWritten(Targets(paths.map { relative($0) } + paths + rooted)), others)
    }
  }

  /// The targets in the letters of the link first, where they end with the same names, case and normalization aside.
  private func asWritten(_ targets: Targets) -> Targets {
    let written = MemoExtension.stem(of: address.bytes)
      .split(separator: Self.slash, omittingEmptySubsequences: false).map { ($0, Self.folded($0)) }
    return Self.joined(Targets(targets.lazy.compactMap { Self.asWritten($0, written) }), targets)
  }

  /// - Parameter written: the names of the link, and these without case and normalization.
  /// - Returns: `nil` where the target has none of them, or has their very letters.
  private static func asWritten(
    _ target: [UInt8], _ written: [(name: ArraySlice<UInt8>, folded: [UInt8])]
  ) -> [UInt8]? {
    let ending = target.suffix(MemoExtension(of: target[...])?.length ?? 0)
    var names = target.dropLast(ending.count).split(separator: slash, omittingEmptySubsequences: false)
    for (place, written) in zip(names.indices.reversed(), written.reversed()) {
      guard folded(names[place]) == written.folded else { break }
      names[place] = written.name
    }
    let respelled = Array(names.joined(separator: [slash])) + ending
    return respelled == target ? nil : respelled
  }

  private static func folded(_ name: ArraySlice<UInt8>) -> [UInt8] {
    Folding.matchKey(String(decoding: name, as: UTF8.self))
  }

  private var componentCount: Int { address.bytes.split(separator: Self.slash).count }

  /// The last components of a path, the fewest first.
  private func ends(of path: VaultPath, from count: Int) -> Targets {
    let components = path.components
    let counts = (min(count, components.count)...components.count).lazy
    return Targets(counts.flatMap { endings(of: Array(components.suffix($0).joined(separator: [Self.slash]))) })
  }

  /// A path as the link is written, with its extension or without, then the other way where that is more exact.
  private func endings(of path: [UInt8]) -> [[UInt8]] {
    hasExtension ? [path] : [Array(MemoExtension.stem(of: path)), path]
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

  private func paths(of path: VaultPath) -> Targets {
    if address.isFolder { return Targets(folders(of: path)) }
    let (relative, rooted) = (endings(of: relative(path.bytes)), endings(of: [Self.slash] + path.bytes))
    switch rule {
    case .pathEnd: return Self.joined(ends(of: path, from: componentCount), Targets(relative + rooted))
    case .path: return Targets((address.isRooted ? rooted : endings(of: path.bytes)) + relative + rooted)
    case .relativePath, .title, .alias: return Targets(relative + rooted)
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
