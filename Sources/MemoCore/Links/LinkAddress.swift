/// The target of a link without the escapes of its kind.
struct LinkAddress: Equatable {
  /// The target as bytes of a path or name.
  let bytes: [UInt8]
  /// How the link is written.
  let kind: MemoLink.Kind

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// Files that memos embed or link to, by the endings that Obsidian and browsers know.
  private static let attachmentEndings = Set(
    """
    3gp 7z aac avif base bib bmp canvas css csv doc docx epub excalidraw flac gif gpx gz heic htm html hwp hwpx ico ics \
    jpeg jpg js json key log m4a mkv mov mp3 mp4 numbers odp ods odt ogg ogv opus org pages pdf png ppt pptx psd py rar \
    rtf sh svg swift tar tex tif tiff toml ts tsv txt wav webm webp xls xlsx xml yaml yml zip
    """.parts(at: " "))
  /// Schemes that no `//` follows.
  private static let bareSchemes: Set = ["mailto", "tel", "sms", "data", "geo", "urn", "magnet", "xmpp", "sip"]

  init(_ target: UnsafeRawBufferPointer, _ kind: MemoLink.Kind) {
    self.kind = kind
    bytes = kind == .markdown ? MarkdownDestination.decoded(target) : Array(target)
  }

  /// Whether it holds a folder.
  var hasFolder: Bool { bytes.contains(Self.slash) }

  /// Whether it starts at the vault's root: `/a`.
  var isRooted: Bool { bytes.first == Self.slash }

  /// Whether it says itself that it starts at the memo's folder: `./a`, `../a`.
  var isDotted: Bool {
    bytes.starts(with: [Self.dot, Self.slash]) || bytes.starts(with: [Self.dot, Self.dot, Self.slash])
  }

  /// Whether it is tried from the folder of the memo that holds it, as every renderer of Markdown does.
  var isTriedFromFolder: Bool { !isRooted && (kind == .markdown || isDotted) }

  /// The path that it names from a folder; `nil` for one outside of the vault and for one that ends as a folder's.
  func path(from folder: VaultPath) -> [UInt8]? {
    let components = bytes.split(separator: Self.slash)
    guard bytes.last != Self.slash, let last = components.last, !Self.isStep(last) else { return nil }
    var path = folder.bytes
    for component in components where !component.elementsEqual([Self.dot]) {
      if Self.isStep(component) {
        guard !path.isEmpty else { return nil }
        path.removeLast(path.count - (path.lastIndex(of: Self.slash) ?? 0))
      } else {
        if !path.isEmpty { path.append(Self.slash) }
        path.append(contentsOf: component)
      }
    }
    return path
  }

  /// Whether a component is `.` or `..`.
  private static func isStep(_ component: ArraySlice<UInt8>) -> Bool {
    component.elementsEqual([dot]) || component.elementsEqual([dot, dot])
  }

  /// Whether it leads out of the vault's memos, where no memo goes by its name.
  func leadsElsewhere(from folder: VaultPath) -> Bool {
    if isRooted || hasScheme || isAttachment { return true }
    return isDotted && path(from: folder) == nil
  }

  /// `https://…`, `mailto:…` or a drive of Windows. `Plan: spring` is a name.
  var hasScheme: Bool {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, ScalarClass(UInt32(bytes[0])) == .letter,
      bytes[..<colon].allSatisfy({ $0 < 0x80 && ($0 | 0x20 >= UInt8(ascii: "a") || "+-.0123456789".utf8.contains($0)) })
    else { return false }
    let rest = bytes[(colon + 1)...]
    if colon == 1 { return rest.first == Self.slash || rest.first == UInt8(ascii: "\\") }
    return rest.starts(with: [Self.slash, Self.slash])
      || Self.bareSchemes.contains(String(decoding: bytes[..<colon], as: UTF8.self).lowercased())
  }

  /// Whether it ends as the name of a file does that memos embed or link to.
  var isAttachment: Bool {
    guard let end = bytes.lastIndex(of: Self.dot), end > 0 else { return false }
    return Self.attachmentEndings.contains(String(decoding: bytes[(end + 1)...], as: UTF8.self).lowercased())
  }
}

/// The ways to write a link to a memo, those of its own style first, then the more exact ones.
struct LinkForms {
  private let kind: MemoLink.Kind
  private let rule: LinkRule
  private let hasExtension: Bool
  private let isRooted: Bool
  private let isDotted: Bool
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
    let address = LinkAddress(UnsafeRawBufferPointer(rebasing: bytes[link.target]), link.kind)
    kind = link.kind
    // Without a folder, what is found at the root was meant as a name.
    self.rule = rule == .path && link.kind == .wiki && !address.hasFolder ? .fileName : rule
    hasExtension = MemoExtension(of: address.bytes[...]) != nil
    isRooted = address.isRooted
    isDotted = address.bytes.starts(with: [UInt8(ascii: "."), Self.slash])
    style = MarkdownDestination.Style(of: link.target, in: bytes)
    self.folder = folder
    self.isTitle = isTitle
  }

  /// Targets as they are written; none of them need lead to the memo alone.
  func targets(of memo: LinkRewriter.Memo) -> [[UInt8]] {
    switch kind {
    // What could pair with a bracket or backtick outside of the link is no part of a target.
    case .wiki: names(of: memo).filter { !$0.contains(where: "[]`".utf8.contains) }
    case .markdown: paths(of: memo.path).map { MarkdownDestination.encoded($0, style) }
    }
  }

  // MARK: Wiki links

  private func names(of memo: LinkRewriter.Memo) -> [[UInt8]] {
    let path = memo.path.bytes
    let stem = path.dropLast(MemoExtension(of: path[...])?.length ?? 0)
    let name = memo.path.name.dropLast(path.count - stem.count)
    let title = Array(memo.title.utf8)
    let whole = hasExtension ? [path] : [Array(stem), path]
    switch rule {
    case .title: return [title, Array(name)] + whole
    case .alias: return [title, Array(name)] + whole
    case .fileName:
      let names = hasExtension ? [Array(memo.path.name)] : [Array(name), Array(memo.path.name)]
      // What was title and file name in one is prose: `[[Road map]]`, not `[[Road-map]]`.
      return (isTitle ? [title] : []) + names + whole
    case .path: return isRooted ? whole.map { [Self.slash] + $0 } + whole : whole
    case .relativePath: return whole.map { relative($0) } + whole
    }
  }

  // MARK: Markdown links

  /// Markdown links need their extension: without one they lead to no memo.
  private func paths(of path: VaultPath) -> [[UInt8]] {
    let relative = relative(path.bytes)
    switch rule {
    case .fileName: return [Array(path.name), relative]
    case .path: return [isRooted ? [Self.slash] + path.bytes : path.bytes, relative]
    case .relativePath, .title, .alias: return [relative]
    }
  }

  /// A path as it is written from the folder, with `./` where it was written so or says that it is a path.
  private func relative(_ path: [UInt8]) -> [UInt8] {
    RelativePath.bytes(of: path, from: folder, isDotted: isDotted || kind == .wiki)
  }
}
