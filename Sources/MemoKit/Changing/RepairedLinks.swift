import MemoCore
import MemoIndex
import MemoStore

/// The memos in whose texts links change so that they keep their meaning, where no memo moves.
struct RepairedLinks {
  /// They keep their times; sorted by path.
  private(set) var rewrites: [MemoRewrite] = []
  /// Links that cannot keep their meaning.
  private(set) var lostLinks: [Relocation.LostLink] = []

  /// Reads the memos as they are now; one that is gone by now is left out.
  ///
  /// - Parameter index: the vault before the change.
  init(by repair: LinkRepair, in index: VaultIndex, of vault: Vault) throws {
    let found = repair.memos().filter(vault.hasMemo)
    var headings = LinkedHeadings(in: index)
    try headings.note(found, by: repair, in: vault)
    for path in headings.memos.union(found).sorted() where vault.hasMemo(at: path) {
      try add(ReadMemo(path, in: vault), repair, headings)
    }
  }

  /// What a memo that is to be made would take over: links by a name that it shares with another memo.
  init(making path: VaultPath, _ contents: [UInt8], in index: VaultIndex, of vault: Vault) throws {
    let memo = Self.memo(path, contents, vault)
    guard index.hasMemos(calledAs: memo) else {
      self.init()
      return
    }
    try self.init(by: LinkRepair(of: index, changes: [:], adding: [memo]), in: index, of: vault)
  }

  /// The same for a memo that was just made and gets its name; links in it stay as they are written.
  init(
    naming path: VaultPath, _ newPath: VaultPath, _ contents: [UInt8], in index: VaultIndex, of vault: Vault
  ) throws {
    let memo = Self.memo(newPath, contents, vault)
    guard index.hasMemos(calledAs: memo) else {
      self.init()
      return
    }
    // An index from before it was made does not know it.
    let isKnown = index.place(of: path) != nil
    let repair = LinkRepair(of: index, changes: isKnown ? [path: memo] : [:], adding: isKnown ? [] : [memo])
    try self.init(by: repair, in: index, of: vault)
    rewrites.removeAll { $0.memo.path == path }
  }

  private init() {}

  private static func memo(_ path: VaultPath, _ contents: [UInt8], _ vault: Vault) -> LinkResolver.Memo {
    let metadata = MemoParser.metadata(of: contents, titledBy: vault.titleSource(at: path))
    return LinkResolver.Memo(path: path, title: metadata.title, aliases: metadata.aliases)
  }

  private mutating func add(_ memo: ReadMemo, _ repair: LinkRepair, _ headings: LinkedHeadings) {
    let path = memo.path
    let contents = memo.bytes.withUnsafeBytes { bytes in
      let (links, anchors) = (repair.rewriting(of: bytes, at: path), headings.rewriting(of: bytes, at: path))
      let lost = links.lost.map { String(decoding: bytes[$0.target], as: UTF8.self) } + anchors.lost
      lostLinks += lost.map { Relocation.LostLink(path: path, target: $0) }
      return ByteEdit.apply((links.edits + anchors.edits).inOrder, to: bytes)
    }
    if contents != memo.bytes { rewrites.append(MemoRewrite(memo: memo, contents: contents, keepsTime: true)) }
  }
}
