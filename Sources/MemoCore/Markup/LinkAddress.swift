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
    bytes = kind == .markdown ? MarkdownDestination.decoded(target, hasReferences: true) : Array(target)
  }

  private init(bytes: [UInt8], kind: MemoLink.Kind) {
    (self.bytes, self.kind) = (bytes, kind)
  }

  /// Whether it holds a folder.
  var hasFolder: Bool { bytes.contains(Self.slash) }

  /// Whether it names a folder, as Markdown links it: `dir/`.
  var isFolder: Bool {
    kind == .markdown && bytes.last == Self.slash && !bytes.starts(with: [Self.slash, Self.slash])
  }

  /// Whether it is a path in Markdown without a memo's extension, which is a link only where a memo answers to it.
  var isBarePath: Bool { kind == .markdown && MemoExtension(of: bytes[...]) == nil }

  /// What the end of a memo's path has to be; `nil` for a target that is not made of names alone.
  var pathEnd: ArraySlice<UInt8>? {
    let names = bytes.split(separator: Self.slash, omittingEmptySubsequences: false)
    return names.contains { $0.isEmpty || Self.isStep($0) } ? nil : bytes[...]
  }

  /// The names of a folder's own memo, without extension.
  static let folderMemos = [Array("index".utf8), Array("README".utf8)]

  /// The path that a name in the folder has which is named from another.
  func path(of name: [UInt8], from folder: VaultPath) -> [UInt8]? {
    LinkAddress(bytes: bytes + name, kind: kind).path(from: folder)
  }

  /// Whether it starts at the vault's root: `/a`.
  var isRooted: Bool { bytes.first == Self.slash }

  /// Whether it says itself that it starts at the memo's folder: `./a`, `../a`.
  var isDotted: Bool {
    bytes.starts(with: [Self.dot, Self.slash]) || bytes.starts(with: [Self.dot, Self.dot, Self.slash])
  }

  /// Whether it is tried from the folder of the memo that holds it, as every renderer of Markdown does.
  var isTriedFromFolder: Bool { !isRooted && (kind == .markdown || isDotted) }

  /// The path that it names from a folder; `nil` for one outside of the vault and for one that ends as a folder's.
  func path(from folder: VaultPath) -> [UInt8]? { namesFolder ? nil : anyPath(from: folder) }

  /// The folder that it names from another, judging by how it is written; `nil` for one outside of the vault.
  func folder(from folder: VaultPath) -> VaultPath? {
    kind == .markdown && !bytes.isEmpty ? anyPath(from: folder).map(VaultPath.init(bytes:)) : nil
  }

  /// Whether it ends as only that of a folder does.
  var namesFolder: Bool {
    bytes.last == Self.slash || bytes.split(separator: Self.slash).last.map(Self.isStep) ?? true
  }

  /// Whether it is written just as the path of a memo, or as that of a folder whose own memo it is.
  func spells(_ path: VaultPath, from folder: VaultPath) -> Bool {
    let named = isFolder ? Self.folderMemos.map { self.path(of: $0, from: folder) } : [self.path(from: folder)]
    let stem = MemoExtension.stem(of: path.bytes)
    return named.compactMap(\.self).contains { $0 == path.bytes || $0.elementsEqual(stem) }
  }

  private func anyPath(from folder: VaultPath) -> [UInt8]? {
    var path = folder.bytes
    for component in bytes.split(separator: Self.slash) where !component.elementsEqual([Self.dot]) {
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

  /// Whether it leads out of the vault's memos, where no memo goes by its name. A path from the root may be one of a web site,
  /// but not in a wiki link, which names memos only.
  func leadsElsewhere(from folder: VaultPath) -> Bool {
    if isRooted, kind == .markdown || bytes.starts(with: [Self.slash, Self.slash]) { return true }
    if hasScheme || isAttachment || isBarePath { return true }
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
