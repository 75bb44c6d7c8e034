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
    let memos = try paths.map { LinkResolver.Memo(try vault.contents(of: $0), at: $0, in: vault) }
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
      let links = repair.targets(in: path).map { Relocation.LostLink(path: path, target: $0) }
      if Self.canChange(path, by: repair, in: vault) {
        open.append(path)
        self.links[path] = links
      } else {
        lostLinks += links
      }
    }
    try add(open, by: repair, in: index, of: vault) { Self.canChange($0, by: repair, in: vault) }
  }

  /// The links that memos which are to be made would take over.
  ///
  /// - Parameter index: the vault before they are made.
  static func links(takenOverBy memos: [LinkResolver.Memo], in index: VaultIndex) -> [Relocation.LostLink] {
    guard index.hasMemos(calledAs: memos) else { return [] }
    let repair = LinkRepair(of: index, changes: [:], adding: memos)
    return repair.memos().flatMap { path in
      repair.targets(in: path).map { Relocation.LostLink(path: path, target: $0) }
    }
  }

  /// Writes the links that memos would take over, as one with the operation that made these; returns the memos that were
  /// changed. A memo that cannot be changed keeps its links, which are lost, and the others change all the same.
  public mutating func carryOut(by history: OperationHistory, at time: Int64, with made: PastOperation) -> [VaultPath] {
    guard !rewrites.isEmpty else { return [] }
    var (operation, changed) = (made, [VaultPath]())
    // All at once, else one by one.
    for part in [rewrites] + rewrites.map({ [$0] }) where changed.count < rewrites.count {
      do {
        guard let newer = try Self.write(part, by: history, at: time, as: made.name) else { continue }
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

  private static func write(
    _ rewrites: [MemoRewrite], by history: OperationHistory, at time: Int64, as name: String
  ) throws -> PastOperation? {
    let draft = try history.begin(name, at: time)
    try draft.replace(rewrites)
    return try draft.commit()
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
  /// A memo as links know it, by its text.
  init(_ contents: [UInt8], at path: VaultPath, in vault: Vault) {
    let metadata = MemoParser.metadata(of: contents, titledBy: vault.titleSource(at: path))
    self.init(path: path, title: metadata.title, aliases: metadata.aliases)
  }
}
