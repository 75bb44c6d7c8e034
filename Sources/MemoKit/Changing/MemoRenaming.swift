public import MemoCore
public import MemoIndex
public import MemoStore

/// Plans renames and moves of memos.
public struct MemoRenaming: Sendable {
  private let vault: Vault
  private let index: VaultIndex
  private let progress: @Sendable (Int, Int) -> Void

  /// Plans with what an index knows of a vault.
  ///
  /// - Parameter progress: called with the number of memos read for their links and their total.
  public init(
    in vault: Vault, _ index: VaultIndex, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) {
    self.vault = vault
    self.index = index
    self.progress = progress
  }

  /// A memo with another title, and with another file name where its name came from its title, or its title is its name.
  ///
  /// - Parameter isTitleOnly: whether the file keeps its name in any case.
  public func rename(_ memo: ReadMemo, to title: String, isTitleOnly: Bool) throws -> Relocation {
    let line = MemoText.oneLine(title)
    guard !memo.isTitledByFile else {
      guard !isTitleOnly else { throw RenamingError.titledByFile(memo.path) }
      return try renameFile(memo, to: line)
    }
    let title = Self.keepingBlockName(of: memo, in: line)
    let isNamedByTitle = try NameStyle(of: memo.path, titled: memo.title, by: vault.nameRule()) != nil
    let edits =
      title.isEmpty
      ? nil
      : memo.bytes.withUnsafeBytes {
        TitleEdit.edits(of: $0, to: title, isNamedByTitle: isNamedByTitle, titledBy: memo.titleSource)
      }
    guard let edits else { throw RenamingError.badTitle(title) }
    let newPath = isTitleOnly ? memo.path : try path(of: memo, titled: title)
    let titleEdits = memo.title == title ? [] : edits
    try memo.checkEncoding(of: ByteEdit.apply(titleEdits, to: memo.bytes))
    let relocation = try relocation(of: memo, to: newPath, titleEdits: titleEdits)
    guard !relocation.lostLinks.isEmpty, newPath != memo.path else { return relocation }
    // Links that cannot write the new name can write the old one still.
    var kept = try self.relocation(of: memo, to: memo.path, titleEdits: titleEdits)
    kept.keepsNameForLinks = true
    return kept.lostLinks.count < relocation.lostLinks.count ? kept : relocation
  }

  /// A title with the name that links to its line use, where the old one has one.
  private static func keepingBlockName(of memo: ReadMemo, in title: String) -> String {
    memo.bytes.withUnsafeBytes { bytes in
      let layout = MemoLayout(bytes, titledBy: memo.titleSource)
      let tree = MarkupTree(bytes, from: layout.front.range.upperBound)
      let ids = tree.ids.filter { $0.heading != nil }
      let names = tree.anchors.map(\.name.lowerBound) + ids.map(\.name.lowerBound)
      guard let line = layout.titleLine, names.contains(where: line.contains) else { return title }
      return BlockAnchor.keepingName(of: memo.title, in: title)
    }
  }

  /// A memo whose title is its file's name under another name. A first heading that repeats the name follows it where names
  /// are all that counts.
  private func renameFile(_ memo: ReadMemo, to title: String) throws -> Relocation {
    // Who types the whole name means the file.
    let name = String(decoding: MemoFileRules.stem(ofName: Array(title.utf8)), as: UTF8.self)
    guard !name.isEmpty else { throw RenamingError.badTitle(title) }
    // As for a new memo: with its old name it would seem to be renamed.
    let newPath = NameStyle.title.path(titled: name, beside: memo.path, fallback: Slug.untitled).path
    guard vault.titles == .fileName else { return try move([(memo, newPath)]) }
    let newName = vault.titleSource(at: newPath).fileTitle
    let edit = memo.bytes.withUnsafeBytes { TitleEdit.headingEdit(of: $0, from: memo.title, to: newName) }
    return try move([(memo, newPath)], titleEdits: edit.map { [$0] } ?? [])
  }

  /// Whether a memo at another path has a title, case and normalization aside. Files in different folders may well have the
  /// same name, so where names are titles no memo has a twin.
  public func hasTwin(of path: VaultPath, titled title: String) -> Bool {
    twin(of: path, titled: title) != nil
  }

  /// The memo at another path with a title; the newest of several.
  public func twin(of path: VaultPath, titled title: String) -> VaultPath? {
    guard vault.titles != .fileName else { return nil }
    let key = Folding.matchKey(MemoText.oneLine(title))
    guard !key.isEmpty else { return nil }
    return index.memos.first { memo in
      memo.path != path && Folding.matchKey(index.title(of: memo)) == key
    }?.path
  }

  /// The path that a memo would have if its file were named after a title; `nil` where its name fits the title.
  public func fittingPath(of path: VaultPath, titled title: String) throws -> VaultPath? {
    let rule = try vault.nameRule()
    guard NameStyle(of: path, titled: title, by: rule) == nil else { return nil }
    let fitting = try freePath(titled: MemoText.oneLine(title), by: .slug(rule), beside: path)
    return fitting == path ? nil : fitting
  }

  /// A memo in another folder.
  public func move(_ memo: ReadMemo, to folder: VaultPath) throws -> Relocation {
    try move([memo], to: folder)
  }

  /// Memos, of which there is at least one, in another folder.
  public func move(_ memos: [ReadMemo], to folder: VaultPath) throws -> Relocation {
    guard folder == .root || WantedPath.isInside(folder) else { throw RenamingError.badFolder(folder) }
    // Whoever is used to `mv` gives a new name.
    let isThere = try vault.files.folderStamp(of: folder) != nil
    guard isThere || !MemoFileRules.hasMemoExtension(folder) else { throw RenamingError.namesMemo(folder) }
    return try move(memos.map { ($0, folder.appending(Array($0.path.name))) })
  }

  /// A memo with another file name, in its folder or another; its title stays.
  public func move(_ memo: ReadMemo, toFile path: VaultPath) throws -> Relocation {
    try move(toFiles: [(memo, path)])
  }

  /// Memos, of which there is at least one, each with another file name, in its folder or another; their titles stay.
  public func move(toFiles memos: [(memo: ReadMemo, newPath: VaultPath)]) throws -> Relocation {
    try checkNames(of: memos)
    return try move(memos)
  }

  private func checkNames(of memos: [(memo: ReadMemo, newPath: VaultPath)]) throws {
    for (_, path) in memos {
      guard WantedPath.isInside(path) else { throw RenamingError.badFolder(path) }
      guard MemoFileRules.hasMemoExtension(path) else { throw RenamingError.noMemoName(path) }
    }
  }

  private func move(
    _ memos: [(memo: ReadMemo, newPath: VaultPath)], titleEdits: [ByteEdit] = []
  ) throws -> Relocation {
    try checkAreFree([], memos)
    return try Relocation(of: memos, titleEdits: titleEdits, in: index, of: vault, progress: progress)
  }

  /// Checks that folders and memos can have their new paths once all of them have left the ones that they have.
  private func checkAreFree(
    _ folders: [(path: VaultPath, newPath: VaultPath)], _ memos: [(memo: ReadMemo, newPath: VaultPath)]
  ) throws {
    // Those that hold others come first.
    let folders = folders.sorted { ($0.newPath.bytes.count, $0.path) < ($1.newPath.bytes.count, $1.path) }
    let all = folders.map { ($0, $1, true) } + memos.map { ($0.path, $1, false) }
    let moves = Dictionary(all.map { ($0.0, $0.1) }) { first, _ in first }.filter { $0 != $1 }
    var names = NameBook(files: vault.files, after: moves)
    var movedTo: [[UInt8]: VaultPath] = [:]
    for (path, newPath, isFolder) in all {
      guard isFolder || vault.rules.showsMemo(at: newPath) else { throw RenamingError.ignored(newPath) }
      if let file = try names.fileAbove(newPath) { throw RenamingError.fileInTheWay(file) }
      if let other = movedTo.updateValue(path, forKey: Folding.matchKey(newPath.text)), moves[other] != nil {
        throw RenamingError.sameName(other, path, as: newPath)
      }
      guard path != newPath else { continue }
      let isItself = isFolder && vault.files.isOneFolder(newPath, path)
      guard try isItself || isFree(newPath, for: path, &names) else { throw RenamingError.taken(newPath) }
      try names.take(newPath, isFolder: isFolder)
    }
  }

  /// The path that a memo gets with a title: the first free one of the same style, where its name came from its title.
  private func path(of memo: ReadMemo, titled title: String) throws -> VaultPath {
    guard let style = try NameStyle(of: memo.path, titled: memo.title, by: vault.nameRule()) else { return memo.path }
    return try freePath(titled: title, by: style, beside: memo.path)
  }

  private func freePath(titled title: String, by style: NameStyle, beside old: VaultPath) throws -> VaultPath {
    let wanted = style.path(titled: title, beside: old)
    guard vault.rules.showsMemo(at: wanted.path) else { throw RenamingError.ignored(wanted.path) }
    var names = NameBook(files: vault.files)
    var number = 1
    while true {
      let path = wanted.path(number: number)
      if path == old { return path }
      if try isFree(path, for: old, &names) { return path }
      number += 1
    }
  }

  /// Whether a memo or folder can take a path, which may be its own in other letters.
  private func isFree(_ path: VaultPath, for old: VaultPath, _ names: inout NameBook) throws -> Bool {
    let isTwin = Folding.matchKey(path.text) == Folding.matchKey(old.text)
    guard try isTwin ? names.holder(of: path) == nil : names.isFree(path) else { return false }
    if names.isLeft(path) { return true }
    // No listing has the name: the file system takes it for the old one.
    let stamp = isTwin ? vault.files.stamp(of: old) : nil
    if let stamp, vault.files.stamp(of: path)?.inode == stamp.inode { return true }
    return try !vault.writer.isTaken(path)
  }

  private func relocation(
    of memo: ReadMemo, to newPath: VaultPath, titleEdits: [ByteEdit]
  ) throws -> Relocation {
    try Relocation(of: [(memo, newPath)], titleEdits: titleEdits, in: index, of: vault, progress: progress)
  }
}

extension MemoRenaming {
  /// A folder with all that is in it, as `mv` moves it: into `target` if that is a folder, else to that path.
  public func move(folder path: VaultPath, to target: VaultPath) throws -> FolderRelocation {
    try checkCanMove(path)
    guard target == .root || WantedPath.isInside(target) else { throw RenamingError.badFolder(target) }
    return try move(folders: [(path, newPath(of: path, to: target))])
  }

  /// Folders, of which none is in another one, and files and memos that are in none of them, each with its path afterwards:
  /// that of another one that moves as well, too. There is at least one folder or file; whether the names of files are free is
  /// left to what moves them.
  ///
  /// - Parameter byOthers: whether another program moves them in any case, also what memo would not move; the plan is not
  ///   carried out.
  public func move(
    folders: [(path: VaultPath, newPath: VaultPath)], files: [(path: VaultPath, newPath: VaultPath)] = [],
    with memos: [(memo: ReadMemo, newPath: VaultPath)] = [], byOthers: Bool = false
  ) throws -> FolderRelocation {
    for (path, newPath) in folders {
      try checkCanMove(path)
      guard WantedPath.isInside(newPath) else { throw RenamingError.badFolder(newPath) }
      if MemoFileRules.hasMemoExtension(newPath), !MemoFileRules.hasMemoExtension(path) {
        throw RenamingError.namesMemo(newPath)
      }
      if newPath.foldersAbove.contains(where: { vault.files.isOneFolder($0, path) }) {
        throw RenamingError.intoItself(path, newPath)
      }
    }
    try checkNames(of: memos)
    try checkAreFree(folders, memos)
    // A folder that is left out is no less seen elsewhere.
    if let unseen = folders.first(where: { isSearched($0.path) && !isSearched($0.newPath) }) {
      throw RenamingError.ignored(unseen.newPath)
    }
    return try FolderRelocation(
      of: folders, files, with: memos, byOthers: byOthers, in: index, of: vault, progress: progress)
  }

  private func checkCanMove(_ folder: VaultPath) throws {
    guard folder != .root else { throw RenamingError.root }
    guard WantedPath.isInside(folder) else { throw RenamingError.hidden(folder) }
  }

  /// Where a folder is afterwards that `mv` moves.
  ///
  /// - Throws: `RenamingError` if it cannot be moved there.
  private func newPath(of path: VaultPath, to target: VaultPath) throws -> VaultPath {
    var above = target
    while above != .root {
      if vault.files.isOneFolder(above, path) {
        // Only its name in other letters, which the disk takes for the same one.
        if above == target, above != path, above.parent == path.parent { return target }
        throw RenamingError.intoItself(path, target)
      }
      above = above.parent
    }
    let isThere = try target == .root || vault.files.folderStamp(of: target) != nil
    if isThere { return target.appending(path.name) }
    guard !MemoFileRules.hasMemoExtension(target) else {
      throw try vault.writer.isTaken(target) ? RenamingError.taken(target) : .namesMemo(target)
    }
    return target
  }

  /// Whether memos in a folder are seen.
  private func isSearched(_ path: VaultPath) -> Bool {
    var folder = path
    while folder != .root {
      guard vault.rules.isSearched(folder: folder) else { return false }
      folder = folder.parent
    }
    return true
  }
}

/// How a file's name came from its memo's title.
private enum NameStyle {
  /// As memo names memos: `Weekly-report.md`, `Weekly-report-2.md`, with spaces `Weekly report 2.md`, or
  /// `Weekly-report (2).md` by a sync; in capitals or not.
  case slug(NameRule)
  /// As it is: `Weekly report.md`, `Weekly report (2).md`.
  case title

  /// `nil` if the name has nothing to do with the title.
  ///
  /// - Parameter rule: that of the vault, which decides where a title gives the same name by both.
  init?(of path: VaultPath, titled title: String, by rule: NameRule) {
    let stem = Folding.matchKey(String(decoding: MemoFileRules.stem(of: path), as: UTF8.self))
    let slug = Folding.matchKey(Slug.memoName(forTitle: title, by: rule, fallback: ""))
    let literal = Folding.matchKey(Self.literal(title))
    let isLiteral = stem == literal || Self.isNumbered(stem, literal, between: (" (", ")"))
    let names = [
      (rule, slug), (.dash, Folding.matchKey(Slug.memoName(forTitle: title, by: .dash, fallback: ""))),
      (.dash, Folding.matchKey(Slug.earlierMemoName(forTitle: title, fallback: ""))),
      (.space, Folding.matchKey(Slug.memoName(forTitle: title, by: .space, fallback: ""))),
    ]
    if !slug.isEmpty, literal != slug, isLiteral {
      self = .title
    } else if let (rule, _) = names.first(where: { Self.isMade(stem, from: $0.1, by: rule) }) {
      self = .slug(rule)
    } else {
      return nil
    }
  }

  /// - Parameter rule: that of the vault.
  private static func isMade(_ stem: [UInt8], from name: [UInt8], by rule: NameRule) -> Bool {
    !name.isEmpty
      && (stem == name || isNumbered(stem, name, between: ("-", ""))
        || rule == .space && isNumbered(stem, name, between: (" ", ""))
        || isNumbered(stem, name, between: (" (", ")")))
  }

  /// The name that a memo with a title wants, in the folder of another and with its ending.
  ///
  /// - Parameter fallback: the name for a title that leaves none; the other memo's if `nil`.
  func path(titled title: String, beside path: VaultPath, fallback: String? = nil) -> WantedPath {
    let fallback = fallback ?? String(decoding: MemoFileRules.stem(of: path), as: UTF8.self)
    let ending = path.name.dropFirst(MemoFileRules.stem(of: path).count)
    // The whole title, as long as the file system takes it: the text need not have it.
    let limit = PortableName.lengthLimit - ending.count
    let stem =
      switch self {
      case .title:
        Slug.isNameable(title) && title.utf8.count <= limit
          ? title : Slug.memoName(forTitle: title, by: .space, upTo: limit, fallback: fallback)
      case .slug(let rule): Slug.memoName(forTitle: title, by: rule, fallback: fallback)
      }
    let literal = path.parent.appending(Array(stem.utf8) + Array(ending))
    let rule = if case .slug(let rule) = self { rule } else { NameRule.dash }
    return WantedPath(literal, by: rule, fallback: fallback)
      ?? WantedPath(title: title, in: path.parent, by: rule, fallback: fallback)
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

/// Why a memo or folder could not be renamed or moved; nothing was changed.
public enum RenamingError: Error, Equatable, Sendable {
  /// A title that a memo could not be read to have: an empty one, or one with marks that would be read differently.
  case badTitle(String)
  /// The title is the file's name, which was to be kept.
  case titledByFile(VaultPath)
  /// A folder that is hidden or outside of the vault.
  case badFolder(VaultPath)
  /// A file's name that no memo has, for its ending.
  case noMemoName(VaultPath)
  /// A folder that is not there and named like a memo.
  case namesMemo(VaultPath)
  /// The vault's `ignore` globs leave out the path, so the memo would not be seen there.
  case ignored(VaultPath)
  /// Another file has the name, case and normalization aside.
  case taken(VaultPath)
  /// Two memos that are to be moved would have the same path, case and normalization aside.
  case sameName(VaultPath, VaultPath, as: VaultPath)
  /// A file is in the place of a needed folder.
  case fileInTheWay(VaultPath)
  /// The vault's own folder does not move.
  case root
  /// A folder that is hidden does not move.
  case hidden(VaultPath)
  /// A folder that would be in itself.
  case intoItself(VaultPath, VaultPath)
  /// A folder in the moved one, or that itself, is a vault or a repository of its own.
  case holdsOther(VaultPath)
  /// A folder with links, pipes and the like in it.
  case special(VaultPath, [VaultPath])
  /// A folder with files or folders in it that cannot be read.
  case unreadable(VaultPath, [VaultPath])
  /// A memo has no heading that is called so; those that it has.
  case noHeading(String, VaultPath, others: [String])
  /// A heading without a text that a new one could take the place of.
  case emptyHeading
  /// A text that a heading could not be read to have.
  case badHeading(String)
  /// A text by which a link could not name the heading, because an earlier one is called the same.
  case ambiguousHeading(String, link: String, in: VaultPath)
}
