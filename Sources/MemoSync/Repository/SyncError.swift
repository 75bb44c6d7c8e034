public import MemoCore
import MemoStore

/// Why a vault was not synced, in whole or in part. Whatever it is, no text is lost.
public enum SyncError: Error, Equatable, Sendable {
  /// The vault is no git repository, or its repository is not one memo can work with.
  case repository(RepositoryTrouble)
  /// The repository's settings hold keys that could make git run commands; empty where the file is not plain.
  case untrusted([String])
  /// Settings by which git reads others from elsewhere, which memo does not do.
  case settingsElsewhere([String])
  /// The settings name a remote on this machine that the user has not named.
  case unnamedRemote(String)
  /// The remote is a folder inside of the vault.
  case remoteInVault(String)
  /// Several places are named where there can be one remote.
  case severalRemotes([String])
  /// No remote is named.
  case noRemote
  /// No remote is called `origin`, and others are there.
  case otherRemotes([String])
  /// A remote's name that git must not be given.
  case badRemote(String)
  /// The remote cannot be reached or refused; local work is saved.
  case remote(reason: RemoteReason)
  /// The remote could not be asked what a sync would bring; nothing was done, and so many files are not committed.
  case offline(reason: RemoteReason, unsaved: Int)
  /// The remote's repository is locked, for longer than a push takes: by which file, and since when, in nanoseconds since
  /// 1970, where it is on this machine.
  case remoteLocked(String, since: Int64?)
  /// The remote that was to be set up cannot be reached or refused; nothing was done.
  case newRemote(reason: RemoteReason)
  /// Others were faster each time; local work is saved.
  case busy
  /// The branch that is checked out is not the one that other devices sync, and the remote has none of that name.
  case newBranch(SideBranch)
  /// The remote does not have the branch any more, and another one is its first: both are named.
  case renamedBranch(SideBranch)
  /// The branch was synced, the remote never had one of that name, and the settings do not say with which of the remote's
  /// branches it was: it and the remote's first are named.
  case unlinkedBranch(SideBranch)
  /// The remote's history was rewritten since the last sync.
  case rewritten
  /// The remote is in an earlier state than at the last sync.
  case wentBack
  /// More memos are missing than anybody deletes by hand.
  case massDeletion(missing: [VaultPath], total: Int)
  /// The file that marks the vault is missing, though it was there at the last sync.
  case markerMissing
  /// Another process syncs this vault.
  case locked
  /// Other programs committed to the branch each time that memo was about to; the files are as they were.
  case overtaken
  /// The vault's folder was moved to another place while it was synced.
  case vaultMoved
  /// Another process is changing memos of this vault.
  case vaultInUse
  /// The user's settings have commits signed, and git could not.
  case unsigned(reason: String)
  /// Files that change so fast that they could not be replaced safely.
  case unsettled([VaultPath])
}

/// What keeps memo from working with a repository.
public enum RepositoryTrouble: Error, Equatable, Sendable {
  /// There is none.
  case missing
  /// What is there was not made to its end, or has lost parts without which it is none.
  case unfinished
  /// The vault lies inside the repository of another folder.
  case insideAnother(HostPath)
  /// `.git` leads to a repository elsewhere.
  case linked(RepositoryLink)
  /// Another user owns the vault or a part of the repository.
  case ownedByAnother(HostPath, user: UInt32, root: HostPath)
  /// Other users may write to the vault's folder or to a part of the repository; whether `chmod` cannot change that.
  case writableByOthers(HostPath, root: HostPath, isFixed: Bool = false)
  /// No branch is checked out; one that is synced is named. The copy of the files is `nil` where none was made.
  case detached(synced: String, FileBackup?)
  /// The same in a repository that jj works in, too: it never has one checked out.
  case jujutsu(synced: String)
  /// Someone is in the middle of a merge, a rebase or the like. The copy of the files is `nil` where none was made.
  case underway(String, FileBackup?)
  /// It holds a part of the history only.
  case shallow
  /// It fetches objects when git misses them.
  case partialClone
  /// Files of the branch are not in the vault on purpose.
  case sparse
  /// It is kept in a form that memo does not read: object names or refs other than git's usual ones.
  case otherForm(String)
  /// The branch has a name that is not UTF-8; it is shown as far as it is.
  case branchName(String)
  /// `HEAD` is a link to the branch, as git once wrote it.
  case linkedHead
  /// A pipe or a device has the name of one of its files.
  case special(VaultPath)
  /// What memo keeps there cannot be understood.
  case unreadable(String)
}

/// What was kept of the files of a vault that cannot be synced, before a person goes on with git.
public struct FileBackup: Equatable, Sendable {
  /// The ref that names the commit of it; `nil` where a branch holds all that is here.
  public var ref: String?
  /// Whether no branch was checked out.
  public var isDetached = false
  /// Memos that lose text when the operation is aborted, and may simply have it back.
  public var typed: [VaultPath] = []
  /// Whether others may: files that are no memos, memos with conflict markers, and what is staged.
  public var hasMore = false
  /// The ref that holds what was staged and is in no file any more, nor in the commit; not remembered with a trouble.
  public var staged: String?
  /// Files that are not in it.
  public var missing: [VaultPath] = []

  /// A backup under a ref.
  public init(ref: String? = nil) {
    self.ref = ref
  }
}

/// What a vault is whose `.git` leads elsewhere.
public enum RepositoryLink: String, Sendable {
  /// A linked work tree of a repository.
  case workTree
  /// A part of another repository's work tree.
  case submodule
  /// The work tree of a repository that is kept in another folder.
  case other

  private static let sizeLimit = 1 << 20

  /// What a folder is whose `.git` is no folder of its own.
  init(of folder: Vault) {
    // gitdir: /main/.git/worktrees/NAME
    let bytes = (try? WholeFile.read(VaultPath(".git"), in: folder.files, limit: Self.sizeLimit))?.bytes ?? []
    let parts = bytes.split(separator: UInt8(ascii: "/"))
    let isBelowModules = parts.dropLast().contains { $0.elementsEqual("modules".utf8) }
    if parts.count > 1, parts[parts.count - 2].elementsEqual("worktrees".utf8) {
      self = .workTree
    } else {
      self = isBelowModules ? .submodule : .other
    }
  }
}
