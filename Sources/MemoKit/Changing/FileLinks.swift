import MemoCore
import MemoIndex
import MemoStore

/// What keeps the links of memos that get another folder leading to their files and folders, which stay: paths that
/// start at the memo's folder, and names in wiki links, for which a file of that folder comes before all others.
struct FileLinks {
  private let vault: Vault
  /// The files that wiki links lead to, by the path of the memo and the target as written.
  private let files: [VaultPath: [String: VaultPath]]

  /// Finds the files. All folders are only looked through where a file has to be found by its name.
  ///
  /// - Parameter memos: the memos, each with its text and its path afterwards.
  init(ofMoving memos: [(path: VaultPath, bytes: [UInt8], newPath: VaultPath)], in vault: Vault) {
    self.vault = vault
    var links: [VaultPath: [AttachmentLink]] = [:]
    for (path, bytes, newPath) in memos where path.parent != newPath.parent {
      let own = bytes.withUnsafeBytes { AttachmentLink.all(in: $0) }.filter { $0.kind == .wiki && !$0.isDotted }
      guard !own.isEmpty else { continue }
      links[path, default: []] += own
      links[newPath, default: []] += own
    }
    files = links.isEmpty ? [:] : AttachmentFinder.files(of: links, in: vault.files)
  }

  /// What has to change in the text of one of the memos, in its order.
  func edits(of bytes: UnsafeRawBufferPointer, from path: VaultPath, to newPath: VaultPath) -> [ByteEdit] {
    let spelling = FolderSpelling(in: vault.files)
    // Memos that are ignored or hidden are files like others; links to the rest follow them by other ways.
    let paths = FileTargetRewriter.edits(
      of: bytes, from: path, to: newPath, countsMemos: true,
      file: { named in
        spelling.file(named).flatMap { MemoFileRules.hasMemoExtension($0) && vault.hasMemo(at: $0) ? nil : $0 }
      }, folder: { spelling.existingFolder($0) })
    return (paths + nameEdits(of: bytes, from: path, to: newPath)).inOrder
  }

  /// What has to change in the names of its wiki links.
  ///
  /// - Parameter moved: where a file is afterwards.
  func nameEdits(
    of bytes: UnsafeRawBufferPointer, from path: VaultPath, to newPath: VaultPath,
    moved: (VaultPath) -> VaultPath = { $0 }
  ) -> [ByteEdit] {
    guard path.parent != newPath.parent, let before = files[path] else { return [] }
    let spelling = FolderSpelling(in: vault.files)
    return AttachmentLink.all(in: bytes).compactMap { link -> ByteEdit? in
      guard link.kind == .wiki, let old = before[link.target] else { return nil }
      let file = moved(old)
      let comesAlong = file != old && file.parent == newPath.parent
      if files[newPath]?[link.target] == old || comesAlong, file.name.elementsEqual(old.name) { return nil }
      // Seen from the new folder, another file may have the path.
      let isHidden = newPath.parent != .root && spelling.file(newPath.parent.appending(file.bytes)) != nil
      return link.edit(to: file, from: newPath.parent, isRelative: isHidden, in: bytes)
    }
  }
}
