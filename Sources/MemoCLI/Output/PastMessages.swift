import MemoCore
import MemoVault

/// What people are told of the past of memos.
enum PastMessages {
  /// The failure of a whole command.
  static func failure(_ error: PastError) -> Failure {
    switch error {
    case .repository(.repository(.missing)):
      Failure(kind: "repository", message: noRepository, hints: [noRepositoryHint], exitCode: .failure)
    case .repository(.repository(.linked)):
      Failure(kind: "repository", message: linked, hints: [linkedHint], exitCode: .failure)
    case .repository(.git(.notInstalled)):
      Failure(kind: "program", message: Message.notInstalled("git"), hints: [gitHint], exitCode: .failure)
    case .repository(let error): SyncMessages.failure(error)
    case .untrustedAbove(let root, let keys):
      Failure(
        kind: "untrusted",
        message: keys.isEmpty ? SyncMessages.unclearConfig : SyncMessages.untrusted(keys.joined(separator: ", ")),
        hints: [keys.isEmpty ? SyncMessages.unclearHint : trustAbove(root.text)], candidates: keys, exitCode: .failure)
    case .unknownRevision(let name):
      Failure(kind: "invalid-value", message: unknownRevision(name), hints: [revisionHint], exitCode: .usage)
    case .notThere(let path, let revision):
      Failure(
        kind: "no-such-version", message: notThere(path.text, revision), hints: [historyHint], exitCode: .noSuchMemo)
    case .noPlace(let path):
      Failure(kind: "invalid-value", message: noPlace(path.text), exitCode: .usage)
    case .vault(let error): FailureMessages.failure(for: error)
    }
  }

  static let noRepository: Text = "the vault is no git repository, so memos have no past here"
  static let noRepositoryHint: Text = "'memo init --git' makes it one; versions are what is committed from then on"
  static let linked: Text = "'.git' is a link to another repository"
  static let linkedHint: Text = "memo looks back in the main work tree of a repository"
  static let gitHint: Text = "the past of memos is read through git 2.30 or newer; everything else works without"
  static func trustAbove(_ root: String) -> Text {
    "if '\(root)/.git/config' is yours, 'memo trust --vault \(root)' says so; until then nothing of it is run"
  }
  static func unknownRevision(_ name: String) -> Text { "'\(name)' is no commit, branch, tag or time" }
  static let revisionHint: Text =
    "for example: a hash of 'memo history', HEAD~2, main, 2026-10-01, yesterday, 7d; 'git log' lists all commits"
  static func notThere(_ path: String, _ revision: String) -> Text { "'\(path)' was not there at '\(revision)'" }
  static let historyHint: Text = "'memo history' lists the versions that there are"
  static func noPlace(_ path: String) -> Text { "no memo can stand at '\(path)': it would be hidden or ignored" }
  static func noVersions(_ path: String) -> Text { "no commit holds '\(path)' yet" }
  static func unchanged(_ path: String, _ revision: String) -> Text { "'\(path)' is as it was at '\(revision)'" }
  static func restored(_ path: String, _ rev: String) -> Text {
    "'\(path)' is as it was in \(rev); 'memo undo' takes it back"
  }
  static let deleted: Text = "deleted"
  static func formerly(_ path: String) -> Text { "formerly \(path)" }
}
