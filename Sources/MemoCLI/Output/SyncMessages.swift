import MemoCore
import MemoVault

/// What people are told of syncing that did not go through.
enum SyncMessages {
  /// The failure of a whole command.
  static func failure(_ error: SyncError) -> Failure {
    switch error {
    case .repository(let trouble): failure(trouble)
    case .untrusted(let keys):
      Failure(
        kind: "untrusted", message: keys.isEmpty ? unclearConfig : untrusted(keys.joined(separator: ", ")),
        hints: [keys.isEmpty ? unclearHint : trustHint], candidates: keys, exitCode: .failure)
    case .noRemote: Failure(kind: "no-remote", message: noRemote, hints: [remoteHint], exitCode: .failure)
    case .badRemote(let name):
      Failure(kind: "invalid-value", message: badRemote(name), hints: [remoteForms], exitCode: .usage)
    case .remote(let reason):
      Failure(kind: "remote", message: remote(reason), hints: [savedLocally], exitCode: .remote)
    case .offline(let reason, let unsaved):
      Failure(kind: "remote", message: remote(reason), hints: [notSaved(unsaved)], exitCode: .remote)
    case .remoteLocked(let file):
      Failure(kind: "remote", message: remoteLocked(file), hints: [remoteLockedHint], exitCode: .remote)
    case .newRemote(let reason):
      Failure(kind: "remote", message: remote(reason), hints: [newRemoteHint], exitCode: .remote)
    case .busy: Failure(kind: "remote", message: busy, hints: [savedLocally], exitCode: .remote)
    case .rewritten: Failure(kind: "rewritten", message: rewritten, hints: [rewrittenHint], exitCode: .changed)
    case .massDeletion(let missing, let total):
      Failure(
        kind: "mass-deletion", message: massDeletion(missing, total), hints: [massDeletionHint, missingHint],
        candidates: missing.map(\.text), exitCode: .changed)
    case .markerMissing:
      Failure(kind: "marker", message: markerMissing, hints: [markerHint], exitCode: .changed)
    case .locked: Failure(kind: "locked", message: locked, hints: [Message.lockedHint], exitCode: .locked)
    case .unsettled(let paths):
      Failure(
        kind: "changed", message: unsettled(OperationMessages.list(paths)), hints: [unsettledHint],
        candidates: paths.map(\.text), exitCode: .changed)
    case .git(let error): failure(error)
    case .operation(let error): OperationMessages.failure(error)
    }
  }

  private static func failure(_ trouble: RepositoryTrouble) -> Failure {
    let (message, hint): (Text, Text) =
      switch trouble {
      case .missing: ("the vault is no git repository", "'memo sync --remote URL' makes it one")
      case .insideAnother(let root):
        (
          "the vault lies inside the git repository \(root.text)",
          "'memo init --git' gives the vault a repository of its own"
        )
      case .linked:
        (
          "'.git' leads to another repository, as in a linked work tree or a submodule",
          "sync the main work tree, or 'memo clone' the remote into a folder of its own"
        )
      case .detached: ("no branch is checked out", "'git switch main' goes back to one")
      case .underway(let name):
        ("a \(name) is under way", "finish or abort it with git, then sync")
      case .partial:
        ("the repository holds a part of its files or history only", "'git fetch --unshallow' gets the rest")
      case .unreadable(let what): ("the repository cannot be understood: \(what)", "'git fsck' tells more")
      }
    return Failure(kind: "repository", message: message, hints: [hint], exitCode: .failure)
  }

  private static func failure(_ error: GitError) -> Failure {
    switch error {
    case .notInstalled:
      Failure(kind: "program", message: Message.notInstalled("git"), hints: [gitHint], exitCode: .failure)
    case .tooOld(let version):
      Failure(kind: "program", message: tooOld(version), hints: [gitHint], exitCode: .failure)
    case .program(let error): FailureMessages.failure(for: error)
    case .tookTooLong(let command):
      Failure(kind: "program", message: "'git \(command)' took too long and was ended", exitCode: .failure)
    case .failed(let command, let reason):
      Failure(kind: "program", message: "'git \(command)' failed: \(reason)", exitCode: .failure)
    }
  }

  static func untrusted(_ keys: String) -> Text {
    "the repository's settings could make git run commands or look elsewhere: \(keys)"
  }
  static let trustHint: Text = "if '.git/config' is yours, 'memo trust' says so; until then nothing of it is run"
  static let unclearConfig: Text = "the repository's settings are written in a way that memo does not read"
  static let unclearHint: Text = "'git config --local --list' shows them; write '.git/config' anew, a setting a line"
  static func trusted(_ keys: String) -> Text {
    keys.isEmpty
      ? "the repository's settings run nothing; there is nothing to trust" : "trusted as they are now: \(keys)"
  }
  static let gitHint: Text = "memo syncs through git 2.30 or newer; everything else works without"
  static func tooOld(_ version: String) -> Text { "git \(version) is too old" }
  static let noRemote: Text = "there is nowhere to sync to"
  static let remoteHint: Text = "'memo sync --remote URL' names a git remote, or a folder with a bare repository"
  static func badRemote(_ name: String) -> Text { "'\(name)' is no remote that memo syncs with" }
  static let remoteForms: Text = "a remote is https://…, ssh://…, user@host:path, or a folder"
  static func remote(_ reason: String) -> Text { "the remote cannot be reached or refused: \(reason)" }
  static let savedLocally: Text = "your work is saved here; the next 'memo sync' sends it"
  static func notSaved(_ count: Int) -> Text {
    count == 0
      ? "nothing is to be saved here; what the remote has cannot be told"
      : "a dry run saves nothing: 'memo sync' would commit \(files(count)) here and send them later"
  }
  static func remoteLocked(_ file: String) -> Text { "the remote's repository is locked by '\(file)'" }
  static let remoteLockedHint: Text =
    "your work is saved here; if no other program works there, a killed one has left that file, and it may be removed"
  static let newRemoteHint: Text =
    "nothing was synced; name the remote again when it is there. 'git init --bare FOLDER' makes a folder one"
  static let busy: Text = "the remote changed each time that memo was about to send"
  static let rewritten: Text = "the remote's history was rewritten since the last sync"
  static let rewrittenHint: Text =
    "--adopt-remote takes it over and keeps your own changes; --merge-anyway brings the old history back, too"
  static func massDeletion(_ missing: [VaultPath], _ total: Int) -> Text {
    "\(missing.count) of \(total) files are missing: \(SyncNotes.names(missing))"
  }
  static let missingHint: Text = "'memo restore --missing --at HEAD' brings the memos back"
  static let massDeletionHint: Text = "if they are meant to go, 'memo sync --allow-mass-delete'"
  static let markerMissing: Text = "'.memo/config.json' is missing, so this may not be the vault that was synced"
  static let markerHint: Text = "is a disk not mounted? Else 'git checkout .memo/config.json' brings it back"
  static let locked: Text = "another process syncs this vault"
  static func unsettled(_ paths: String) -> Text { "changed all the time, so they were left alone: \(paths)" }
  static let unsettledHint: Text = "your work is saved; sync again when they are saved"

  // MARK: What was done

  static func cloned(_ root: String, _ files: Int) -> Text { "made a vault in \(root): \(self.files(files))" }
  static func notEmpty(_ path: String) -> Text { "'\(path)' is there and not empty" }
  static func copied(_ path: String) -> Text {
    "'\(path)' is one device's version; the other's has the name, and the two could not be merged"
  }
  static func revived(_ path: String) -> Text {
    "'\(path)' was saved by an editor that did not know what had come from elsewhere; both are in it now"
  }
  static func rescued(_ count: Int) -> Text {
    "\(files(count)) written to while being replaced: the text is in the trash, see 'memo trash'"
  }
  static let indexLocked: Text =
    "another program holds '.git/index.lock', so 'git status' shows more than there is until the next sync"

  static let noConflicts: Text = "no conflicts"
  static let here: Text = "here"
  static let elsewhere: Text = "elsewhere"
  static func resolved(_ path: String, _ count: Int) -> Text {
    count == 0
      ? "there is no conflict in '\(path)'" : "the conflicts in '\(path)' are not listed on this device any more"
  }
  static func restored(_ count: Int) -> Text { "\(files(count)) got their time back" }

  /// What a sync did, in a sentence.
  static func synced(_ report: SyncReport) -> Text {
    if report.isIdle { return "nothing to sync" }
    return "\(counts(report)); \(report.conflicts == 0 ? "no conflicts" : conflicts(report.conflicts))"
  }

  /// What a sync would do.
  static func wouldSync(_ report: SyncReport) -> Text {
    report.isIdle
      ? "nothing to sync"
      : "would send \(counts(report.sentChanges)) and receive \(counts(report.receivedChanges)); \(report.merged.count) changed on both sides"
  }

  private static func counts(_ report: SyncReport) -> Text {
    "sent \(counts(report.sentChanges)), received \(counts(report.receivedChanges)), merged \(report.merged.count)"
  }

  private static func counts(_ counts: ChangeCounts) -> String {
    let parts = [(counts.changed, "changed"), (counts.deleted, "deleted"), (counts.renamed, "renamed")]
    guard counts.deleted + counts.renamed > 0 else { return files(counts.total) }
    return files(counts.total) + " (" + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      + ")"
  }

  static func conflicts(_ count: Int) -> Text {
    "\(count == 1 ? "1 place needs" : "\(count) places need") a look: 'memo conflicts'"
  }

  private static func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
}
