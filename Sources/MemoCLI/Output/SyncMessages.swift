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
    case .newRemote(let reason):
      Failure(kind: "remote", message: remote(reason), hints: [newRemoteHint], exitCode: .remote)
    case .busy: Failure(kind: "remote", message: busy, hints: [savedLocally], exitCode: .remote)
    case .rewritten: Failure(kind: "rewritten", message: rewritten, hints: [rewrittenHint], exitCode: .changed)
    case .massDeletion(let missing, let total):
      Failure(
        kind: "mass-deletion", message: massDeletion(missing, total), hints: [massDeletionHint], exitCode: .changed)
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
      case .linked: ("'.git' is a link to another repository", "sync works in the main work tree of a repository")
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
  static let newRemoteHint: Text =
    "nothing was synced; name the remote again when it is there. 'git init --bare FOLDER' makes a folder one"
  static let busy: Text = "the remote changed each time that memo was about to send"
  static let rewritten: Text = "the remote's history was rewritten since the last sync"
  static let rewrittenHint: Text =
    "--adopt-remote takes it over and keeps your own changes; --merge-anyway brings the old history back, too"
  static func massDeletion(_ missing: Int, _ total: Int) -> Text { "\(missing) of \(total) files are missing" }
  static let massDeletionHint: Text = "if they are meant to go, 'memo sync --allow-mass-delete'"
  static let markerMissing: Text = "'.memo/config.json' is missing, so this may not be the vault that was synced"
  static let markerHint: Text = "is a disk not mounted? Else 'git checkout .memo/config.json' brings it back"
  static let locked: Text = "another process syncs this vault"
  static func unsettled(_ paths: String) -> Text { "changed all the time, so they were left alone: \(paths)" }
  static let unsettledHint: Text = "your work is saved; sync again when they are saved"

  // MARK: What was done

  static func cloned(_ root: String, _ files: Int) -> Text { "made a vault in \(root): \(self.files(files))" }
  static func notEmpty(_ path: String) -> Text { "'\(path)' is there and not empty" }
  static func skipped(_ path: String) -> Text { "'\(path)' does not travel: too large, no plain file, or not readable" }
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
    count == 0 ? "there is no conflict in '\(path)'" : "the conflicts in '\(path)' are not listed here any more"
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
      : "would send \(files(report.sent)) and receive \(files(report.received)); \(report.merged) changed on both sides"
  }

  private static func counts(_ report: SyncReport) -> Text {
    "sent \(files(report.sent)), received \(files(report.received)), merged \(report.merged)"
  }

  private static func conflicts(_ count: Int) -> Text {
    "\(count == 1 ? "1 place needs" : "\(count) places need") a look: 'memo conflicts'"
  }

  private static func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }

  /// How a vault and its remote stand to each other, a sentence a line.
  static func lines(of status: SyncStatus, date: (Int64) -> String, now: Int64) -> [Text] {
    var lines: [Text] = ["\(status.ahead) to send, \(status.behind) to receive, as of the last contact"]
    lines.append(status.lastSync.map { "last synced \(date($0))" } ?? "never synced")
    if let error = status.lastError {
      let age = status.lastErrorAt.map { max(0, now - $0) / 60_000_000_000 } ?? 0
      lines.append("last trouble, \(Int(age)) min ago: \(error)")
    }
    return lines + status.skipped.map(skipped)
  }
}
