public import MemoCore
public import MemoIndex
public import MemoStore

/// Plans renames and moves of memos.
public struct MemoRenaming: Sendable {
  private let vault: Vault
  private let index: VaultIndex

  /// Plans with what an index knows of a vault.
  public init(in vault: Vault, _ index: VaultIndex) {
    self.vault = vault
    self.index = index
  }

  /// A memo with another title, and with another file name where its name came from its title.
  ///
  /// - Parameter isTitleOnly: whether the file keeps its name in any case.
  public func rename(_ memo: ReadMemo, to title: String, isTitleOnly: Bool) throws -> Relocation {
    let title = MemoText.oneLine(title)
    let isNamedByTitle = NameStyle(of: memo.path, titled: memo.title) != nil
    let edits =
      title.isEmpty
      ? nil : memo.bytes.withUnsafeBytes { TitleEdit.edits(of: $0, to: title, isNamedByTitle: isNamedByTitle) }
    guard let edits else { throw RenamingError.badTitle(title) }
    let newPath = isTitleOnly ? memo.path : try path(of: memo, titled: title)
    let titleEdits = memo.title == title ? [] : edits
    let relocation = try relocation(of: memo, to: newPath, titleEdits: titleEdits)
    guard !relocation.lostLinks.isEmpty, newPath != memo.path else { return relocation }
    // Links that cannot write the new name can write the old one still.
    var kept = try self.relocation(of: memo, to: memo.path, titleEdits: titleEdits)
    kept.keepsNameForLinks = true
    return kept.lostLinks.count < relocation.lostLinks.count ? kept : relocation
  }

  /// Whether a memo at another path has a title, case and normalization aside.
  public func hasTwin(of path: VaultPath, titled title: String) -> Bool {
    let key = Folding.matchKey(MemoText.oneLine(title))
    guard !key.isEmpty else { return false }
    return index.memos.contains { memo in
      memo.path != path && Folding.matchKey(index.title(of: memo)) == key
    }
  }

  /// A memo in another folder.
  public func move(_ memo: ReadMemo, to folder: VaultPath) throws -> Relocation {
    guard folder == .root || WantedPath.isInside(folder) else { throw RenamingError.badFolder(folder) }
    // Whoever is used to `mv` gives a new name.
    let isThere = try vault.files.folderStamp(of: folder) != nil
    guard isThere || !MemoFileRules.hasMemoExtension(folder) else { throw RenamingError.namesMemo(folder) }
    return try move(memo, toPath: folder.appending(Array(memo.path.name)))
  }

  /// A memo with another file name, in its folder or another; its title stays.
  public func move(_ memo: ReadMemo, toFile path: VaultPath) throws -> Relocation {
    guard WantedPath.isInside(path), MemoFileRules.hasMemoExtension(path) else { throw RenamingError.badFolder(path) }
    return try move(memo, toPath: path)
  }

  private func move(_ memo: ReadMemo, toPath newPath: VaultPath) throws -> Relocation {
    guard vault.rules.showsMemo(at: newPath) else { throw RenamingError.ignored(newPath) }
    var names = NameBook(files: vault.files)
    if let file = try names.fileAbove(newPath) {
      throw RenamingError.fileInTheWay(file)
    }
    if newPath != memo.path, try !isFree(newPath, for: memo, &names) { throw RenamingError.taken(newPath) }
    return try relocation(of: memo, to: newPath, titleEdits: [])
  }

  /// The path that a memo gets with a title: the first free one of the same style, where its name came from its title.
  private func path(of memo: ReadMemo, titled title: String) throws -> VaultPath {
    guard let style = NameStyle(of: memo.path, titled: memo.title) else { return memo.path }
    let wanted = style.path(titled: title, beside: memo.path)
    guard vault.rules.showsMemo(at: wanted.path) else { throw RenamingError.ignored(wanted.path) }
    var names = NameBook(files: vault.files)
    var number = 1
    while true {
      let path = wanted.path(number: number)
      if path == memo.path { return path }
      if try isFree(path, for: memo, &names) { return path }
      number += 1
    }
  }

  /// Whether a memo can take a path, which may be its own in other letters.
  private func isFree(
    _ path: VaultPath, for memo: ReadMemo, _ names: inout NameBook
  ) throws -> Bool {
    let isTwin = Folding.matchKey(path.text) == Folding.matchKey(memo.path.text)
    guard try isTwin ? names.holder(of: path) == nil : names.isFree(path) else { return false }
    return try !vault.writer.isTaken(path)
  }

  private func relocation(
    of memo: ReadMemo, to newPath: VaultPath, titleEdits: [ByteEdit]
  ) throws -> Relocation {
    try Relocation(of: memo, to: newPath, titleEdits: titleEdits, in: index, of: vault)
  }
}

/// How a file's name came from its memo's title.
private enum NameStyle {
  /// As memo names new memos: `weekly-report.md`, `weekly-report-2.md`, or `weekly-report (2).md` by a sync.
  case slug
  /// As it is: `Weekly report.md`, `Weekly report (2).md`.
  case title

  /// `nil` if the name has nothing to do with the title.
  init?(of path: VaultPath, titled title: String) {
    let stem = Folding.matchKey(String(decoding: MemoFileRules.stem(of: path), as: UTF8.self))
    let slug = Folding.matchKey(Slug.memoName(forTitle: title, fallback: ""))
    guard !slug.isEmpty else { return nil }
    let literal = Folding.matchKey(Self.literal(title))
    if literal != slug, stem == literal || Self.isNumbered(stem, literal, between: (" (", ")")) {
      self = .title
    } else if stem == slug || Self.isNumbered(stem, slug, between: ("-", ""))
      || Self.isNumbered(stem, slug, between: (" (", ")"))
    {
      self = .slug
    } else {
      return nil
    }
  }

  /// The name that a memo with a title wants, in the folder of another and with its ending.
  func path(titled title: String, beside path: VaultPath) -> WantedPath {
    let fallback = String(decoding: MemoFileRules.stem(of: path), as: UTF8.self)
    let ending = path.name.dropFirst(MemoFileRules.stem(of: path).count)
    let stem = self == .title ? Self.literal(title) : Slug.memoName(forTitle: title, fallback: fallback)
    let literal = path.parent.appending(Array(stem.utf8) + Array(ending))
    return WantedPath(literal, fallback: fallback) ?? WantedPath(title: title, in: path.parent, fallback: fallback)
  }

  private static func literal(_ title: String) -> String {
    title.replacing("/", by: "-")
  }

  /// Whether a name is another one with a number behind it.
  private static func isNumbered(_ stem: [UInt8], _ name: [UInt8], between marks: (String, String)) -> Bool {
    let (start, end) = (name + marks.0.utf8, Array(marks.1.utf8))
    guard stem.count > start.count + end.count, stem.starts(with: start), stem.suffix(end.count) == end[...] else {
      return false
    }
    return stem[start.count..<stem.count - end.count].allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
  }
}

/// A memo whose text changes.
public struct MemoRewrite: Sendable {
  /// The memo as it is.
  public let memo: ReadMemo
  /// Its bytes afterwards.
  public let contents: [UInt8]
  /// Whether only links change, so that it keeps its modification time.
  public let keepsTime: Bool
}

extension OperationDraft {
  /// Gives a memo its new text.
  func replace(_ rewrite: MemoRewrite) throws {
    try replace(
      rewrite.memo.path, contents: rewrite.contents, read: rewrite.memo.hash,
      modified: rewrite.keepsTime ? rewrite.memo.modified : nil)
  }
}

/// Why a memo could not be renamed or moved; nothing was changed.
public enum RenamingError: Error, Equatable, Sendable {
  /// A title that a memo could not be read to have: an empty one, or one with marks that would be read differently.
  case badTitle(String)
  /// A folder that is hidden or outside of the vault.
  case badFolder(VaultPath)
  /// A folder that is not there and named like a memo.
  case namesMemo(VaultPath)
  /// The vault's `ignore` globs leave out the path, so the memo would not be seen there.
  case ignored(VaultPath)
  /// Another file has the name, case and normalization aside.
  case taken(VaultPath)
  /// A file is in the place of a needed folder.
  case fileInTheWay(VaultPath)
}
