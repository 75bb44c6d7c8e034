public import MemoCore
import MemoIndex
import MemoStore
public import MemoSync

extension Workspace {
  /// Settles conflicts in a memo. The links that led to it by its title follow where it has another title afterwards; both
  /// are undone as one.
  public func settle<Outcome>(in path: VaultPath, by choice: (Syncer) throws -> Outcome) throws -> Outcome {
    var retitling = Retitling(of: path, in: try index(), of: vault)
    let outcome = try choice(syncer())
    let history = try history()
    retitling?.typing = try history.list().first
    _ = try retitling?.carryOut(by: history, at: machine.now)
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
