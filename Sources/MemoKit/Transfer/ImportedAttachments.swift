import MemoCore
import MemoIndex
import MemoStore

/// The pictures and other files that imported memos link to. They go to the folders that they were in, seen from the memos, so
/// that links lead to them. They are no part of the operation that makes the memos: undoing it leaves them.
struct ImportedAttachments {
  /// The files of the imported folder that are no text, sorted.
  private let others: [VaultPath]
  private let files: any VaultFiles
  private let nameRule: NameRule
  /// Where memos and files are afterwards that cards of canvases show.
  var newPath: (VaultPath) -> VaultPath = { $0 }
  /// The files that each memo links to, text files too, by the targets as written; by the paths in the imported folder.
  let linked: [VaultPath: [String: VaultPath]]

  /// - Parameters:
  ///   - nameRule: how folders are named whose names are not portable.
  ///   - contents: the text of a memo.
  init(
    of walk: TextFileWalk, in files: any VaultFiles, by nameRule: NameRule, _ contents: (VaultPath) -> [UInt8]?
  ) {
    (others, self.files, self.nameRule) = (walk.others.sorted(), files, nameRule)
    var links: [VaultPath: [AttachmentLink]] = [:]
    if !others.isEmpty || walk.found.contains(where: { !MemoFileRules.hasMemoExtension($0) }) {
      for path in walk.found {
        let found = contents(path)?.withUnsafeBytes { AttachmentLink.all(in: $0) + NamedFiles.links(in: $0) } ?? []
        if !found.isEmpty { links[path] = found }
      }
    }
    linked = AttachmentFinder.files(of: links, in: files)
  }

  /// The new paths of linked files in folders whose names are not portable: those that no other file wants.
  func names(fallbackName: String) -> [VaultPath: VaultPath] {
    let memos = memosByFile()
    let wanted = others.filter { memos[$0] != nil }.map { ($0, self.wanted($0, fallbackName: fallbackName)) }
    let counts = Dictionary(wanted.map { (Folding.matchKey($1.text), 1) }, uniquingKeysWith: +)
    let names = wanted.filter { path, newPath in
      path.composed != newPath && counts[Folding.matchKey(newPath.text)] == 1
    }
    return Dictionary(names) { first, _ in first }
  }

  /// Whether no file of the vault has the path of one but the same.
  func isFree(_ newPath: VaultPath, for path: VaultPath, in vault: Vault) -> Bool {
    guard let there = FolderSpelling(in: vault.files).file(newPath) else { return true }
    return (try? vault.files.hash(of: there)) == (try? files.hash(of: path))
  }

  /// Copies the files with their times; nothing is overwritten, and what is there already with the same bytes is left out.
  ///
  /// - Parameters:
  ///   - isDryRun: finds out what would be copied, but copies nothing.
  ///   - isStopped: whether to copy no further file.
  ///   - progress: called with the number of files copied, before the next one is.
  func copy(
    to vault: Vault, fallbackName: String, isDryRun: Bool, isStopped: () -> Bool = { false },
    _ report: inout ImportReport, progress: (Int) -> Void = { _ in }
  ) throws {
    let memos = memosByFile()
    let names = Dictionary(report.renamed.map { ($0.origin, $0.path) }) { first, _ in first }
    report.others = others.filter { memos[$0] == nil }
    for path in others {
      guard let memos = memos[path] else { continue }
      progress(report.attachments.count)
      do {
        let target = try target(of: path, in: vault, fallbackName: fallbackName)
        if isStopped() {
          report.remaining += try vault.writer.isTaken(target) ? 0 : 1
        } else if try bring(path, to: target, in: vault, isDryRun: isDryRun) {
          report.attachments.append(target)
        } else if try !isCopied(path, to: target, in: vault) {
          let (place, memos) = (vault.root.appending(target), memos.map { names[$0] ?? $0.composed }.sorted())
          // Links to a folder whose name is not portable do not lead there.
          let isLinked = wanted(path, fallbackName: fallbackName) == path.composed
          throw isLinked ? TransferError.differsFromLinked(place, memos: memos) : .differs(place)
        }
      } catch {
        let reason = try TransferError(collecting: error, making: vault.files, by: vault.writer)
        report.failed.append(ImportReport.Failure(index: nil, name: path.text, reason: reason))
      }
    }
    if !isDryRun { try vault.writer.synchronize(copies: report.attachments) }
  }

  /// The path that a file gets, or has already: its folders are named as those of memos, its name stays as links write it.
  private func target(of path: VaultPath, in vault: Vault, fallbackName: String) throws -> VaultPath {
    let spelling = FolderSpelling(in: vault.files)
    let wanted = wanted(path, fallbackName: fallbackName)
    let target = try spelling.folder(wanted.parent).appending(wanted.name)
    return spelling.file(target) ?? target
  }

  private func wanted(_ path: VaultPath, fallbackName: String) -> VaultPath {
    let folder = WantedPath.folder(path.parent.composed, by: nameRule, fallback: fallbackName)
    return folder.appending(VaultPath(bytes: Array(path.name)).composed.name)
  }

  /// Where the files would be copied to that the vault does not have.
  func planned(in vault: Vault, fallbackName: String) throws -> [VaultPath] {
    var report = ImportReport()
    try copy(to: vault, fallbackName: fallbackName, isDryRun: true, &report)
    return report.attachments
  }

  /// The memos that link to each file, by the paths in the imported folder.
  private func memosByFile() -> [VaultPath: [VaultPath]] {
    var memos: [VaultPath: [VaultPath]] = [:]
    for (memo, found) in linked {
      for file in Set(found.values) { memos[file, default: []].append(memo) }
    }
    return memos
  }

  /// Makes the copy; false where the vault has a file of the name already, or the file is gone.
  private func bring(_ path: VaultPath, to target: VaultPath, in vault: Vault, isDryRun: Bool) throws -> Bool {
    if try vault.writer.isTaken(target) { return false }
    if isDryRun { return true }
    guard let text = try canvas(path) else {
      return try FileCopy(path, from: files).make(at: target, by: vault.writer) == true
    }
    let (modified, permissions) = (files.stamp(of: path)?.modified, try files.ownership(of: path)?.permissions)
    return try vault.writer.create(target, modified: modified, permissions: permissions, isDurable: false) {
      sink throws(FileError) in
      try text.pour(into: sink)
    }
  }

  /// Whether the vault has a file already, with the bytes that it comes with or gets.
  private func isCopied(_ path: VaultPath, to target: VaultPath, in vault: Vault) throws -> Bool {
    let there = try vault.files.hash(of: target)
    if try there == files.hash(of: path) { return true }
    guard let text = try canvas(path) else { return false }
    return there == XXHash64.hash(text)
  }

  /// The text of a canvas with cards that show what has another path afterwards; `nil` for what is copied as it is.
  private func canvas(_ path: VaultPath) throws -> [UInt8]? {
    guard CanvasCards.areIn(path), let bytes = try WholeFile.read(path, in: files)?.bytes else { return nil }
    let edits = CanvasCards.edits(of: bytes, newPath: newPath)
    return edits.isEmpty ? nil : ByteEdit.apply(edits, to: bytes)
  }
}
