extension FileTarget {
  /// The paths of a memo that may be those of files, in the order of the text.
  ///
  /// - Parameter countsMemos: whether those in Markdown's form may have a memo's extension.
  static func all(in bytes: UnsafeRawBufferPointer, countsMemos: Bool = false) -> [FileTarget] {
    guard mayHoldTargets(bytes) else { return [] }
    let start = FrontMatter(bytes).range.upperBound
    var collector = FileTargetCollector(bytes: bytes, countsMemos: countsMemos)
    MarkupTree.read(bytes, from: start, visitor: &collector)
    return collector.targets.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private static let bracket = ByteFinder([UInt8(ascii: "]")])

  /// Whether `](` or `]:` is in a text, or a wiki link with a dot: where none is, it need not be read as Markdown.
  private static func mayHoldTargets(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let bracket = bracket
    var index = 0
    while let place = bracket.firstIndex(in: bytes, from: index), place + 1 < bytes.count {
      switch bytes[place + 1] {
      case UInt8(ascii: "("), UInt8(ascii: ":"): return true
      case UInt8(ascii: "]") where mayHoldDot(bytes, before: place): return true
      default: index = place + 1
      }
    }
    return false
  }

  /// Whether a dot, or a bracket that leaves open where the link starts, is between `[[` and a place.
  private static func mayHoldDot(_ bytes: UnsafeRawBufferPointer, before end: Int) -> Bool {
    var index = end
    while index > 0 {
      index -= 1
      switch bytes[index] {
      case UInt8(ascii: "."), UInt8(ascii: "]"): return true
      case UInt8(ascii: "["): return index == 0 || bytes[index - 1] != UInt8(ascii: "[")
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return false
      default: continue
      }
    }
    return false
  }
}

/// Keeps the targets that may be those of files.
private struct FileTargetCollector: InlineVisitor {
  let bytes: UnsafeRawBufferPointer
  let countsMemos: Bool
  var targets: [FileTarget] = []

  mutating func visit(_ leaf: MarkupLeaf, _ inlines: [Inline]) {
    targets += inlines.compactMap { FileTarget($0, countsMemos: countsMemos, in: bytes) }
  }

  mutating func visit(_ definition: LinkDefinition) {
    if let target = FileTarget(definition, countsMemos: countsMemos, in: bytes) { targets.append(target) }
  }
}

/// Keeps paths in a memo leading to the same files and folders while the memo moves to another folder, or they do.
public struct FileTargetRewriter {
  private let file: (VaultPath) -> VaultPath?
  private let folder: (VaultPath) -> VaultPath?
  private let fileByEnd: (VaultPath) -> VaultPath?
  private let newPath: (VaultPath) -> VaultPath

  /// Makes a rewriter for files that move.
  ///
  /// - Parameters:
  ///   - file: the file that a path of the vault names, as the disk spells it.
  ///   - folder: likewise the folder, for links of Markdown.
  ///   - fileByEnd: the one moved file whose path ends with a path, or that alone has a name, for wiki links.
  ///   - newPath: where a file or folder is afterwards.
  public init(
    file: @escaping (VaultPath) -> VaultPath?, folder: @escaping (VaultPath) -> VaultPath?,
    fileByEnd: @escaping (VaultPath) -> VaultPath?, newPath: @escaping (VaultPath) -> VaultPath
  ) {
    (self.file, self.folder, self.fileByEnd, self.newPath) = (file, folder, fileByEnd, newPath)
  }

  /// What a path names.
  private struct Found {
    let path: VaultPath
    let isFolder: Bool
    let start: Start
  }

  /// Where a path starts that names a file or folder.
  private enum Start {
    case folder
    case root
    /// Anywhere: the path is the end of the file's.
    case anywhere
  }

  /// What has to change in a memo that moves alone, in the order of the text: targets that are files seen from the old
  /// folder.
  ///
  /// - Parameters:
  ///   - oldPath: where the memo is.
  ///   - newPath: where it is afterwards.
  ///   - countsMemos: whether files with a memo's extension count, as those that memo does not show.
  ///   - file: the file that a path of the vault names, as the disk spells it.
  ///   - folder: likewise the folder, for links of Markdown.
  public static func edits(
    of bytes: UnsafeRawBufferPointer, from oldPath: VaultPath, to newPath: VaultPath, countsMemos: Bool = false,
    file: @escaping (VaultPath) -> VaultPath?, folder: @escaping (VaultPath) -> VaultPath? = { _ in nil }
  ) -> [ByteEdit] {
    guard oldPath.parent != newPath.parent else { return [] }
    let rewriter = FileTargetRewriter(
      file: { $0 == oldPath && !countsMemos ? $0 : file($0) }, folder: folder, fileByEnd: { _ in nil },
      newPath: { $0 == oldPath ? newPath : $0 })
    return rewriter.edits(of: bytes, from: oldPath.parent, to: newPath.parent, countsMemos: countsMemos)
  }

  /// What has to change in the text of a memo, in its order.
  ///
  /// - Parameters:
  ///   - oldFolder: the memo's folder.
  ///   - newFolder: its folder afterwards.
  ///   - countsMemos: whether files with a memo's extension count.
  public func edits(
    of bytes: UnsafeRawBufferPointer, from oldFolder: VaultPath, to newFolder: VaultPath, countsMemos: Bool = false
  ) -> [ByteEdit] {
    FileTarget.all(in: bytes, countsMemos: countsMemos).compactMap { target in
      let address = LinkAddress(bytes.part(target.range), target.kind)
      guard !address.hasScheme, !address.bytes.contains(0) else { return nil }
      guard let found = found(address, from: oldFolder) else {
        return target.editOutside(from: oldFolder, to: newFolder, in: bytes)
      }
      let wanted = newPath(found.path)
      func edit(from folder: VaultPath?) -> ByteEdit? {
        found.isFolder
          ? target.edit(toFolder: wanted, from: folder, in: bytes) : target.edit(to: wanted, from: folder, in: bytes)
      }
      let isMoved = wanted != found.path
      switch found.start {
      // As text, in which the normalization that was typed does not matter.
      case .folder where path(of: address, from: newFolder)?.text == wanted.text: return nil
      case .folder: return edit(from: newFolder)
      // Seen from the new folder, another file may come first.
      case .root where !isMoved && !namesAnother(address, from: newFolder, than: wanted): return nil
      case .root where !isMoved: return edit(from: newFolder)
      case .anywhere where wanted.ends(with: address.bytes): return nil
      case .root, .anywhere: return edit(from: nil)
      }
    }
  }

  /// The folders that a path of Markdown may name, whether there are any or not; none where it leads out of the vault.
  ///
  /// - Parameters:
  ///   - target: as written.
  ///   - folder: that of the memo which holds it.
  public static func folders(named target: UnsafeRawBufferPointer, from folder: VaultPath) -> [VaultPath] {
    let address = LinkAddress(target, .markdown)
    guard !address.hasScheme else { return [] }
    let starts = (address.isTriedFromFolder ? [folder] : []) + (address.isDotted ? [] : [.root])
    return starts.compactMap { address.folder(from: $0) }
  }

  /// The path that is written, whether there is anything or not.
  private func path(of address: LinkAddress, from folder: VaultPath) -> VaultPath? {
    address.path(from: folder).map(VaultPath.init(bytes:)) ?? address.folder(from: folder)
  }

  /// Whether a path of Markdown names a file from a folder, one that stays where it is, other than the right one.
  private func namesAnother(_ address: LinkAddress, from folder: VaultPath, than wanted: VaultPath) -> Bool {
    guard address.isTriedFromFolder, let (found, _) = named(address, from: folder) else { return false }
    return found != wanted && newPath(found) == found
  }

  private func found(_ address: LinkAddress, from folder: VaultPath) -> Found? {
    if address.isTriedFromFolder, let (path, isFolder) = named(address, from: folder) {
      return Found(path: path, isFolder: isFolder, start: .folder)
    }
    guard !address.isDotted else { return nil }
    if let (path, isFolder) = named(address, from: .root) { return Found(path: path, isFolder: isFolder, start: .root) }
    guard address.kind == .wiki, !address.isRooted, let end = address.path(from: .root) else { return nil }
    return fileByEnd(VaultPath(bytes: end)).map { Found(path: $0, isFolder: false, start: .anywhere) }
  }

  /// The file that a path names from a folder, else the folder.
  private func named(_ address: LinkAddress, from start: VaultPath) -> (path: VaultPath, isFolder: Bool)? {
    if let file = address.path(from: start).flatMap({ file(VaultPath(bytes: $0)) }) { return (file, false) }
    return address.folder(from: start).flatMap(folder).map { ($0, true) }
  }
}

extension VaultPath {
  /// Whether the last components are those of another path, case and normalization aside.
  fileprivate func ends(with end: [UInt8]) -> Bool {
    let key = Folding.matchKey("/" + String(decoding: end, as: UTF8.self))
    return Folding.matchKey("/" + text).suffix(key.count).elementsEqual(key)
  }
}

extension FileTarget {
  /// What writes a path of the vault in its place, in its style; `nil` where that is written already or cannot be.
  ///
  /// - Parameters:
  ///   - folder: where a relative path starts; `nil` for one from the root.
  ///   - escapesLetters: whether letters beyond ASCII are percent escapes in any case.
  fileprivate func edit(
    to file: VaultPath, from folder: VaultPath?, escapesLetters: Bool = false, in bytes: UnsafeRawBufferPointer
  ) -> ByteEdit? {
    let written = bytes.part(range)
    let address = LinkAddress(written, kind)
    let isDotted = kind == .wiki || address.bytes.starts(with: Array("./".utf8))
    let path =
      folder.map { RelativePath.bytes(of: file.bytes, from: $0, isDotted: isDotted) }
      ?? (address.isRooted ? [UInt8(ascii: "/")] : []) + file.bytes
    if kind == .wiki, path.contains(where: "[]|#^`".utf8.contains) { return nil }
    return edit(to: path, escapesLetters: escapesLetters, in: bytes)
  }

  /// What writes the path of a folder in its place, with a slash at its end where there is one.
  fileprivate func edit(
    toFolder named: VaultPath, from folder: VaultPath?, in bytes: UnsafeRawBufferPointer
  ) -> ByteEdit? {
    let address = LinkAddress(bytes.part(range), kind)
    let isDotted = address.bytes.starts(with: Array("./".utf8))
    var path =
      folder.map { RelativePath.bytes(ofFolder: named, from: $0, isDotted: isDotted) }
      ?? (address.isRooted ? [UInt8(ascii: "/")] : []) + named.bytes
    while path.last == UInt8(ascii: "/") { path.removeLast() }
    if address.bytes.last == UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
    return path.isEmpty ? nil : edit(to: path, in: bytes)
  }

  /// What writes the steps upwards of a path out of the vault as they are from another folder; `nil` for other paths.
  fileprivate func editOutside(
    from oldFolder: VaultPath, to newFolder: VaultPath, in bytes: UnsafeRawBufferPointer
  ) -> ByteEdit? {
    let (up, old, new) = (Array("../".utf8), oldFolder.components.count, newFolder.components.count)
    var end = range.lowerBound
    while bytes[end..<range.upperBound].starts(with: up) { end += up.count }
    let steps = (end - range.lowerBound) / up.count
    guard kind == .markdown, steps > old, new != old else { return nil }
    let ups = Array(repeatElement(up, count: steps - old + new).joined())
    return ByteEdit(range, ups + bytes[end..<range.upperBound])
  }

  private func edit(
    to path: [UInt8], escapesLetters: Bool = false, in bytes: UnsafeRawBufferPointer
  ) -> ByteEdit? {
    let style = MarkdownDestination.Style(of: range, in: bytes)
    let new = kind == .wiki ? path : MarkdownDestination.encoded(path, escapesLetters ? style.escapingLetters : style)
    return bytes[range].elementsEqual(new) ? nil : ByteEdit(range, new)
  }
}

/// A link of a memo to a file that is no memo: to a picture, a document.
public struct AttachmentLink: Equatable, Sendable {
  /// As written, without what follows `#` or `?`.
  public let target: String
  /// How it is written.
  public let kind: MemoLink.Kind
  /// Where it starts.
  public let position: TextPosition
  /// Whether it says itself that it starts at the memo's folder: `./a.png`.
  public let isDotted: Bool

  /// The path or name without escapes.
  private let address: LinkAddress
  private let place: FileTarget

  /// All links of a text to attachments, in its order; see `FileTarget.attachment(in:)`.
  public static func all(in bytes: UnsafeRawBufferPointer) -> [AttachmentLink] {
    var counter = PositionCounter(bytes)
    return FileTarget.all(in: bytes).sorted { $0.start < $1.start }.compactMap { target in
      target.attachment(in: bytes).map { address in
        AttachmentLink(
          target: bytes.text(target.range), kind: target.kind, position: counter.position(of: target.start),
          isDotted: address.isDotted, address: address, place: target)
      }
    }
  }

  /// The paths that it may name in a memo of a folder; none where it leads out of the vault.
  public func paths(from folder: VaultPath) -> [VaultPath] {
    let starts = isDotted || folder == .root ? [folder] : [folder, .root]
    return starts.compactMap { address.path(from: $0).map(VaultPath.init(bytes:)) }
  }

  /// What makes it lead to a file, in its own style: a path in Markdown is relative, in a wiki link it starts at the root
  /// unless it is written from the folder. `nil` where a wiki link cannot write it.
  ///
  /// - Parameters:
  ///   - folder: that of the memo whose text it is.
  ///   - isRelative: whether a wiki link, too, starts at the folder.
  ///   - escapesLetters: whether a path of Markdown has percent escapes for letters beyond ASCII in any case.
  public func edit(
    to file: VaultPath, from folder: VaultPath, isRelative: Bool = false, escapesLetters: Bool = false,
    in bytes: UnsafeRawBufferPointer
  ) -> ByteEdit? {
    let start = kind == .markdown || isDotted || isRelative ? folder : nil
    return place.edit(to: file, from: start, escapesLetters: escapesLetters, in: bytes)
  }
}
