public import MemoCore
public import MemoIndex
public import MemoStore

/// The memos in whose texts links change so that they keep their meaning, where no memo moves, and the canvases with cards
/// that show headings with such links.
public struct RepairedLinks: Sendable {
  /// They keep their times; the memos first, sorted by path.
  public private(set) var rewrites: [MemoRewrite] = []
  /// Links that cannot keep their meaning.
  public private(set) var lostLinks: [Relocation.LostLink] = []
  /// The links that change because of memos that are made, by the memos that hold them.
  private var links: [VaultPath: [Relocation.LostLink]] = [:]
  /// The memos that hold these, by the memos that are made.
  private var holders: [VaultPath: Set<VaultPath>] = [:]

  /// None.
  init() {}

  /// Reads the memos as they are now; one that is gone by now is left out.
  ///
  /// - Parameter index: the vault before the change.
  init(by repair: LinkRepair, in index: VaultIndex, of vault: Vault) throws {
    try add(repair.memos().filter(vault.hasMemo), by: repair, in: index, of: vault) { _ in true }
  }

  /// What memos that were made would take over: links by a name that they share with another memo. Those in memos that
  /// cannot be read or changed are lost.
  ///
  /// - Parameter index: the vault before they were made.
  public init(made paths: [VaultPath], in index: VaultIndex, of vault: Vault) throws {
    let memos = paths.filter(vault.hasMemo).map { LinkResolver.Memo(readFrom: $0, at: $0, in: vault) }
    try self.init(making: memos, in: index, of: vault)
  }

  /// The same of memos that are to be made.
  init(making memos: [LinkResolver.Memo], in index: VaultIndex, of vault: Vault) throws {
    // One that another process has indexed by now leads nowhere else.
    let new = memos.filter { index.place(of: $0.path) == nil }
    guard index.hasMemos(calledAs: new) else { return }
    let repair = LinkRepair(of: index, changes: [:], adding: new)
    var open: [VaultPath] = []
    for path in repair.memos() where vault.hasMemo(at: path) {
      let strayed = repair.strayedLinks(in: path)
      let links = strayed.map { Relocation.LostLink(path: path, target: $0.target) }
      for made in strayed.compactMap(\.after) { holders[made, default: []].insert(path) }
      if Self.canChange(path, by: repair, in: vault) {
        open.append(path)
        self.links[path] = links
      } else {
        lostLinks += links
      }
    }
    try add(open, by: repair, in: index, of: vault) { Self.canChange($0, by: repair, in: vault) }
  }

  /// Links by a name that a memo shares with one which the undo of an operation brings back from the trash. They lead to that
  /// one afterwards, and not to the memo that they were meant for, as undo changes nothing but what the operation did.
  ///
  /// - Parameter index: the vault before the undo, asked for only where the operation has deleted memos; `nil` where it cannot
  ///   be read.
  public static func links(
    takenOverByUndoing operation: PastOperation, in index: () -> VaultIndex?, of vault: Vault
  ) -> [Relocation.LostLink] {
    let deleted = operation.moves.filter { !$0.key.isHidden && $0.value.isHidden }
    guard !deleted.isEmpty, let index = index() else { return [] }
    let memos = deleted.filter { index.place(of: $0.key) == nil }
      .map { LinkResolver.Memo(readFrom: $0.value, at: $0.key, in: vault) }
    return links(takenOverBy: memos, undoing: operation, in: index)
  }

  /// The links that memos which an undo brings back would take over, in memos that it leaves alone. Where neither the memo
  /// that holds a link nor the one to which it leads is newer than the operation, the link led to the memo that comes back
  /// before the operation, too.
  ///
  /// - Parameter index: the vault before the undo.
  static func links(
    takenOverBy memos: [LinkResolver.Memo], undoing operation: PastOperation, in index: VaultIndex
  ) -> [Relocation.LostLink] {
    guard index.hasMemos(calledAs: memos) else { return [] }
    let (repair, changed) = (LinkRepair(of: index, changes: [:], adding: memos), Set(operation.changed))
    func isNewer(_ path: VaultPath) -> Bool {
      guard !changed.contains(path), let place = index.place(of: path) else { return false }
      return index.memo(at: place).map { $0.modified > operation.at } ?? false
    }
    return repair.memos().filter { !changed.contains($0) }.flatMap { path in
      repair.strayedLinks(in: path).filter { isNewer(path) || $0.before.map(isNewer) ?? false }
        .map { Relocation.LostLink(path: path, target: $0.target) }
    }
  }

  /// The files that change because of one of the memos that are made. What follows the change of a heading is the same for
  /// all of them that have a part in any.
  public func changed(by made: VaultPath) -> [VaultPath] {
    guard let own = holders[made] else { return [] }
    return rewrites.map(\.memo.path).filter { own.contains($0) || links[$0] == nil }
  }

  /// Writes the links that memos would take over, as one with the operation that made these; returns the memos that were
  /// changed. A memo that cannot be changed keeps its links, which are lost, and the others change all the same.
  public mutating func carryOut(by history: OperationHistory, at time: Int64, with made: PastOperation) -> [VaultPath] {
    guard !rewrites.isEmpty else { return [] }
    var (operation, changed) = (made, [VaultPath]())
    // All at once, else one by one.
    for part in [rewrites] + rewrites.map({ [$0] }) where changed.count < rewrites.count {
      do {
        guard let newer = try history.replace(part, as: made.name, at: time) else { continue }
        changed += part.map(\.memo.path)
        // Where they cannot be one, they are undone one after the other.
        if let joined = try? history.join(newer, to: operation, mayAddFiles: true) { operation = joined }
      } catch OperationError.locked {
        break
      } catch {
        continue
      }
    }
    for path in rewrites.map(\.memo.path) where !changed.contains(path) { lostLinks += links[path] ?? [] }
    return changed
  }

  private static func canChange(_ path: VaultPath, by repair: LinkRepair, in vault: Vault) -> Bool {
    guard let memo = try? ReadMemo(path, in: vault) else { return false }
    let contents = memo.bytes.withUnsafeBytes { ByteEdit.apply(repair.rewriting(of: $0, at: path).edits, to: $0) }
    do {
      try OneEncoding.check(memo.bytes, of: path, becoming: contents)
      return true
    } catch {
      return false
    }
  }

  private mutating func add(
    _ found: [VaultPath], by repair: LinkRepair, in index: VaultIndex, of vault: Vault,
    where isIncluded: (VaultPath) -> Bool
  ) throws {
    var headings = LinkedHeadings(in: index)
    try headings.note(found, by: repair, in: vault)
    for path in headings.memos.union(found).sorted() where vault.hasMemo(at: path) && isIncluded(path) {
      try add(ReadMemo(path, in: vault), repair, headings)
    }
    if headings.areChanging { rewrites += headings.cards(in: vault) }
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

extension LinkResolver.Memo {
  /// A memo as links know it, by the start of a file, as the index reads it. One that cannot be read is known by its path.
  init(readFrom file: VaultPath, at path: VaultPath, in vault: Vault) {
    var head: [UInt8] = []
    _ = try? vault.files.read(file, limit: MemoMetadata.readLimit) { head = Array($0) }
    self.init(head, at: path, in: vault)
  }

  /// A memo as links know it, by its text.
  init(_ contents: [UInt8], at path: VaultPath, in vault: Vault) {
    let metadata = MemoParser.metadata(of: contents, titledBy: vault.titleSource(at: path))
    self.init(path: path, title: metadata.title, aliases: metadata.aliases)
  }
}
