import MemoCore
import MemoStore

extension SyncRun {
  /// Whether files, branch and remote are as they were when a sync last ended: then git need not be asked for anything
  /// but the remote's branch.
  func isIdle(_ refs: RefFiles?, _ fetching: Fetching) -> Bool {
    guard let refs, refs.isLevel, let head = refs.head, let clean = folder.readClean(), clean.head == head, isTidy
    else { return false }
    fingerprint = WorkTreeFingerprint(workTree, seed: conversions.mark, now: clock.now)
    guard let fingerprint, fingerprint.sum == clean.sum, case .success(true)? = fetching.wait(),
      RefFiles(names, in: vault) == refs
    else { return false }
    report.commit = head
    return true
  }

  /// Whether no files lie there that a killed sync has taken out of the vault.
  private var isTidy: Bool { (try? vault.writer.isTaken(WorkTreeUpdate.folder)) == false }
}
