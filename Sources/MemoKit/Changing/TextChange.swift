import MemoCore
import MemoIndex
import MemoStore

/// A change of the texts of some memos that leaves every link of the vault on the memo and the heading that it resolved
/// to, although titles and headings change. Texts are read one after the other, so many memos take little memory.
struct TextChange {
  /// Links that will be broken, because they cannot be written with the new title.
  private(set) var lostLinks: [Relocation.LostLink] = []
  /// Links that can no longer name their heading, because an earlier one will be called the same.
  private(set) var lostAnchors: [Relocation.LostLink] = []

  private let vault: Vault
  private let paths: Set<VaultPath>
  private let edits: (UnsafeRawBufferPointer) throws -> [ByteEdit]
  private let repair: LinkRepair?
  private let headings: LinkedHeadings

  /// Finds out which titles and headings change.
  ///
  /// - Parameters:
  ///   - paths: the memos whose texts change.
  ///   - progress: called with the number of memos read and their total.
  ///   - edits: the change of a text; it keeps the number and order of headings.
  init(
    of paths: [VaultPath], in index: VaultIndex, of vault: Vault, progress: (Int, Int) -> Void = { _, _ in },
    by edits: @escaping (UnsafeRawBufferPointer) throws -> [ByteEdit]
  ) throws {
    (self.vault, self.paths, self.edits) = (vault, Set(paths), edits)
    var titles: [VaultPath: LinkResolver.Memo?] = [:]
    var headings = LinkedHeadings(in: index)
    for (done, path) in paths.enumerated() {
      progress(done, paths.count)
      let memo = try ReadMemo(path, in: vault)
      try memo.bytes.withUnsafeBytes { before in
        let own = try edits(before)
        let contents = ByteEdit.apply(own, to: before)
        try memo.checkEncoding(of: contents)
        let title = MemoText.title(of: contents, titledBy: vault.titleSource(at: path))
        if !title.utf8.elementsEqual(memo.title.utf8) { titles[path] = LinkResolver.Memo(path: path, title: title) }
        headings.note(path, before, edits: own, links: [])
      }
    }
    repair = titles.isEmpty ? nil : LinkRepair(of: index, changes: titles)
    if let repair {
      for path in repair.memos() {
        let isOwn = self.paths.contains(path)
        try ReadMemo(path, in: vault).bytes.withUnsafeBytes { text in
          headings.note(
            path, text, edits: isOwn ? try edits(text) : [], links: repair.rewriting(of: text, at: path).edits)
        }
      }
    }
    self.headings = headings
  }

  /// The memos whose texts may change, for themselves or for their links, in order of their paths.
  var memos: [VaultPath] {
    paths.union(repair?.memos() ?? []).union(headings.memos).sorted()
  }

  /// The canvases with cards on headings that change.
  var cards: [MemoRewrite] { headings.areChanging ? headings.cards(in: vault) : [] }

  /// The change of one of these memos; `nil` where its text stays.
  ///
  /// - Parameter keepsTime: whether it keeps its modification time although its own text changes.
  mutating func rewrite(of path: VaultPath, keepsTime: Bool) throws -> MemoRewrite? {
    let memo = try ReadMemo(path, in: vault)
    let isOwn = paths.contains(path)
    let contents = try memo.bytes.withUnsafeBytes { bytes in
      let own = isOwn ? try edits(bytes) : []
      let rewriting = repair?.rewriting(of: bytes, at: path)
      lostLinks += (rewriting?.lost ?? []).map { link in
        Relocation.LostLink(path: path, target: String(decoding: bytes[link.target], as: UTF8.self))
      }
      let anchors = headings.rewriting(of: bytes, at: path)
      lostAnchors += anchors.lost.map { Relocation.LostLink(path: path, target: $0) }
      let links = (rewriting?.edits ?? []) + anchors.edits
      return ByteEdit.apply((own + links.apart(from: own)).inOrder, to: bytes)
    }
    guard contents != memo.bytes else { return nil }
    return MemoRewrite(memo: memo, contents: contents, keepsTime: keepsTime || !isOwn)
  }
}
