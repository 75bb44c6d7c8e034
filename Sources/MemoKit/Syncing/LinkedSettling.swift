public import MemoCore
import MemoIndex
import MemoStore
public import MemoSync

extension Workspace {
  /// Settles conflicts in a memo. The links that led to it by its title follow where it has another title afterwards; both
  /// are undone as one.
  ///
  /// - Parameter lost: called with the links that do not lead to what they named in it any more, if there are any.
  public func settle<Outcome>(
    in path: VaultPath, reporting lost: (([Relocation.LostLink]) -> Void)? = nil,
    by choice: (Syncer) throws -> Outcome
  ) throws -> Outcome {
    let index = try index()
    let memo = lost == nil ? nil : SettledMemo(path, in: index, of: vault)
    var retitling = Retitling(of: path, in: index, of: vault)
    let outcome = try choice(syncer())
    let history = try history()
    retitling?.typing = try history.list().first
    _ = try retitling?.carryOut(by: history, at: machine.now)
    // What cannot be looked at again is settled all the same.
    if let links = try? memo?.lostLinks(in: { try self.index() }), !links.isEmpty { lost?(links) }
    return outcome
  }

  /// Gives memos back the lines that merges have dropped, and with these the memos that merges have deleted.
  ///
  /// - Parameter name: the command's name.
  /// - Returns: by memo, the lines that give way.
  public func restore(_ lost: [LostLines], as name: String) throws -> [VaultPath: [[UInt8]]] {
    let made = Set(lost.map(\.path)).filter { !vault.hasMemo(at: $0) }.sorted()
    let index = made.isEmpty ? nil : indexBefore()
    let replaced = try syncer().restore(lost, as: name, at: machine.now)
    if let restored = try history().list().first { keepLinks(of: index, making: made, restored) }
    return replaced
  }
}
