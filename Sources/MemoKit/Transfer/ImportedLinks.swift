import MemoCore
import MemoIndex
import MemoStore

/// Has links among memos and files that are imported together lead to them under the names that they get: a name that is not
/// portable becomes another one, a text file a memo, and one that another memo has gets a number. A link that a memo of the vault
/// would take gets a target that it does not have.
struct ImportedLinks {
  /// The memos as they come.
  private let memos: [LinkResolver.Memo]
  /// The paths that they come with, where a text file has its own ending.
  private let origins: [VaultPath]
  /// The same under their new names.
  private let named: [LinkResolver.Memo]
  private let before: LinkResolver
  private let after: LinkResolver
  private let names: [VaultPath: VaultPath]
  /// Whether any memo gets another path, or there are others.
  private let mayStray: Bool
  private let linkedFiles: [VaultPath: [String: VaultPath]]
  private let style: LinkStyle

  /// - Parameters:
  ///   - names: the new paths, by the paths that the memos and files come with; others keep theirs.
  ///   - others: memos of the vault with names that some have or were to get.
  ///   - linkedFiles: the files that a memo links to, by the targets as written.
  ///   - style: that of the vault.
  init(
    _ memos: [LinkedMemo], named names: [VaultPath: VaultPath] = [:], besides others: [LinkResolver.Memo] = [],
    linkedFiles: [VaultPath: [String: VaultPath]] = [:], style: LinkStyle
  ) {
    (self.memos, origins) = (memos.map { $0.named($0.memoPath) }, memos.map(\.path))
    (self.names, self.linkedFiles, self.style) = (names, linkedFiles, style)
    named = memos.map { $0.named(names[$0.path] ?? $0.memoPath) }
    mayStray = zip(self.memos, named).contains { $0.path != $1.path } || !others.isEmpty
    before = LinkResolver(self.memos)
    after = LinkResolver(named + others)
  }

  /// The new paths that an import into any vault gives: those that no other memo wants.
  static func names(_ wanted: [(origin: VaultPath, path: VaultPath)]) -> [VaultPath: VaultPath] {
    let renamed = wanted.filter { origin, path in origin != path && origin.composed != path }
    guard !renamed.isEmpty else { return [:] }
    let counts = Dictionary(wanted.map { (Folding.matchKey($0.path.text), 1) }, uniquingKeysWith: +)
    let known = renamed.filter { counts[Folding.matchKey($0.path.text)] == 1 }
    return Dictionary(known.map { ($0.origin, $0.path) }) { first, _ in first }
  }

  /// The text of a memo with links to the new names.
  ///
  /// - Parameters:
  ///   - origin: the path that it comes with.
  ///   - path: the path that it is to get.
  func rewritten(_ contents: [UInt8], at origin: VaultPath, to path: VaultPath) -> [UInt8] {
    contents.withUnsafeBytes { bytes in
      let links = linkEdits(of: bytes, at: origin, to: path)
      let files = fileEdits(of: bytes, at: origin, to: path).apart(from: links)
      return ByteEdit.apply((links + files).inOrder, to: bytes)
    }
  }

  /// What has to change so that links to memos lead to them under their new names, and to no others.
  private func linkEdits(of bytes: UnsafeRawBufferPointer, at origin: VaultPath, to path: VaultPath) -> [ByteEdit] {
    guard mayStray else { return [] }
    var rewriter = LinkRewriter(
      before: before, after: after, memo: { [named] in named[$0] },
      formerPath: { [memos, named] in memos[$0].path == named[$0].path ? nil : memos[$0].path },
      style: style)
    return rewriter.rewriting(of: bytes, from: origin, to: path).edits
  }

  /// What has to change so that links to files lead to them under their new paths.
  private func fileEdits(of bytes: UnsafeRawBufferPointer, at origin: VaultPath, to path: VaultPath) -> [ByteEdit] {
    guard let files = linkedFiles[origin] else { return [] }
    func edit(_ link: AttachmentLink, in text: UnsafeRawBufferPointer) -> ByteEdit? {
      guard let file = files[link.target], let newPath = names[file] else { return nil }
      func leads(to file: VaultPath, from folder: VaultPath) -> Bool {
        link.paths(from: folder).contains { $0.composed == file.composed }
      }
      // Of a name alone, or the end of a path.
      let length = link.paths(from: .root).first?.components.count ?? 0
      let isSame =
        leads(to: file, from: origin.parent)
        ? leads(to: newPath, from: path.parent) : newPath.end(of: length) == file.composed.end(of: length)
      return isSame ? nil : link.edit(to: newPath, from: path.parent, in: text)
    }
    let front = NamedFiles.frontEdits(in: bytes) { written in
      files[written].flatMap { followed(written, to: $0, from: origin.parent, to: path.parent) }
    }
    let links = AttachmentLink.all(in: bytes).compactMap { edit($0, in: bytes) }
    return front + links + NamedFiles.edits(in: bytes, by: edit).apart(from: links)
  }

  /// The new path of a file in place of one that front matter has, seen from the memo's folder or from the root as that is;
  /// `nil` where it is no path of the file, or stays.
  private func followed(
    _ written: String, to file: VaultPath, from oldFolder: VaultPath, to newFolder: VaultPath
  ) -> String? {
    guard let newPath = names[file], written.utf8.first != UInt8(ascii: "/") else { return nil }
    let target = MemoLink(kind: .wiki, target: written)
    let start = [(oldFolder, newFolder), (.root, .root)].first { old, _ in
      target.paths(from: old).first?.composed == file.composed
    }
    guard let start else { return nil }
    let isDotted = written.utf8.starts(with: "./".utf8)
    let path = RelativePath.bytes(of: newPath.bytes, from: start.1, isDotted: isDotted)
    return path.elementsEqual(written.utf8) ? nil : String(validating: path, as: UTF8.self)
  }

  /// The new memos with links that do not lead to the memo that they led to before, which got another name, or has a name that
  /// leads to another memo of the vault first; sorted.
  ///
  /// - Parameter contents: the text of a memo as it came, by the path that it came with.
  func strayed(
    after report: ImportReport, in vault: Vault, _ contents: (VaultPath) -> [UInt8]?
  ) throws -> [VaultPath] {
    let names = Dictionary(report.renamed.map { ($0.origin, $0.path) }) { first, _ in first }
    let imported = Set(report.imported)
    let index = try vault.refresh()
    var (old, new) = (LinkLookup(before), LinkLookup(LinkGraph(of: index).resolver))
    var strayed: [VaultPath] = []
    // Where each of the new ones is.
    let newPaths = origins.map { origin in
      let paths = names[origin].map { [$0] } ?? [origin, origin.composed]
      return paths.first(where: imported.contains)
    }
    for (origin, path) in zip(origins, newPaths) {
      guard let path, let came = contents(origin) else { continue }
      let meant = came.withUnsafeBytes { bytes in
        InlineLink.targets(in: bytes).map { link in
          old.meaning(of: link, in: bytes, from: origin.parent).flatMap { newPaths[$0.memo] }
        }
      }
      guard meant.contains(where: { $0 != nil }) else { continue }
      // Without the edits of links to files, which may be links to memos by now.
      let now = came.withUnsafeBytes { ByteEdit.apply(linkEdits(of: $0, at: origin, to: path), to: $0) }
      let found = now.withUnsafeBytes { bytes in
        InlineLink.targets(in: bytes).map { link in
          new.meaning(of: link, in: bytes, from: path.parent).map { index.path(at: $0.memo) }
        }
      }
      if zip(meant, found).contains(where: { $0 != nil && $0 != $1 }) { strayed.append(path) }
    }
    return strayed.sorted()
  }
}

/// A memo that is imported, as links know it.
struct LinkedMemo {
  /// The path that it comes with.
  let path: VaultPath
  /// The same with the ending of a memo: links name a note by its name, whatever the ending of its file.
  let memoPath: VaultPath
  /// The title that its text has; `nil` where the name of the file is the title.
  private let title: String?

  init(_ bytes: [UInt8], at path: VaultPath, in vault: Vault) {
    self.path = path
    memoPath = MemoFileRules.hasMemoExtension(path) ? path : path.asMemo
    let source = vault.titleSource(at: memoPath)
    let isTitledByFile = bytes.withUnsafeBytes { MemoLayout($0, titledBy: source).isTitledByFile }
    title = isTitledByFile ? nil : MemoText.title(of: bytes, titledBy: source)
  }

  /// The same under a name.
  func named(_ path: VaultPath) -> LinkResolver.Memo {
    LinkResolver.Memo(path: path, title: title ?? TitleSource(.fileName, at: path).fileTitle)
  }
}

extension VaultPath {
  /// The path with the ending of a memo in place of that of a text file.
  var asMemo: VaultPath {
    WantedPath.memoEnding(of: self).map { VaultPath(bytes: bytes.dropLast($0.old) + $0.new) } ?? self
  }

  /// The last components.
  fileprivate func end(of length: Int) -> [UInt8] {
    Array(components.suffix(length).joined(separator: [UInt8(ascii: "/")]))
  }
}
