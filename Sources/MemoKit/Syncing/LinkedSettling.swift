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
}
