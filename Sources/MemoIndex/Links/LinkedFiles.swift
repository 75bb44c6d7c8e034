package import MemoCore
package import MemoStore

/// The files beside the memos that links lead to. What was looked for in all folders is kept, for as long as no file comes or
/// goes.
package struct LinkedFiles {
  private struct Name: Hashable {
    let folder: VaultPath
    let target: String
  }

  private var known: [Name: VaultPath?] = [:]

  /// Knows none yet.
  package init() {}

  /// The files that links of a memo lead to, in their order: by their paths, else by their names; `nil` for none.
  package mutating func files(of links: [MemoLink], in memo: VaultPath, of files: any VaultFiles) -> [VaultPath?] {
    let spelling = FolderSpelling(in: files)
    let found = links.map { $0.paths(from: memo.parent).lazy.compactMap(spelling.file).first }
    let named = links.indices.filter { found[$0] == nil }.compactMap { Self.attachment(links[$0]) }
    look(for: named, in: memo, of: files)
    return zip(links, found).map { link, file in
      file ?? known[Name(folder: memo.parent, target: link.target)].flatMap(\.self)
    }
  }

  /// Forgets files that are gone, and that others were not found.
  package mutating func forgetMissing(in files: any VaultFiles) {
    known = known.filter { _, file in file.map { files.stamp(of: $0) != nil } ?? false }
  }

  private mutating func look(for links: [AttachmentLink], in memo: VaultPath, of files: any VaultFiles) {
    let new = links.filter { known[Name(folder: memo.parent, target: $0.target)] == nil }
    guard !new.isEmpty else { return }
    let found = AttachmentFinder.files(of: [memo: new], in: files)[memo] ?? [:]
    for link in new { known[Name(folder: memo.parent, target: link.target)] = .some(found[link.target]) }
  }

  /// A link as one to a file whose name says that it is no memo.
  private static func attachment(_ link: MemoLink) -> AttachmentLink? {
    let text = link.kind == .wiki ? "[[\(link.target)]]" : "[x](<\(link.target)>)"
    return Array(text.utf8).withUnsafeBytes { AttachmentLink.all(in: $0).first }
  }
}
