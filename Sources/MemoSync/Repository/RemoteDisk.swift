import MemoCore
import MemoStore

/// The disk of a remote that is a folder of this machine. It may be a stick that is pulled out as soon as a sync has said
/// that everything was sent: git waits for the files that it writes there, but not for their names.
struct RemoteDisk {
  private let remote: VaultAccess
  /// The repository's folder in there.
  private let top: VaultPath
  private let branch: VaultPath
  private var before: [VaultPath: FileStamp] = [:]

  /// Looks at a remote before a branch is sent there; `nil` where it is not on this machine.
  init?(_ reach: RemoteReach, _ names: BranchNames, host: any HostFiles) {
    guard let folder = reach.folder, let remote = try? host.vault(at: folder) else { return nil }
    self.remote = remote
    // One with a work tree keeps the repository in it.
    top = (try? remote.writer.isTaken(VaultPath(".git"))) == true ? VaultPath(".git") : .root
    branch = top.appending(names.remoteHead)
    before = folders
  }

  /// Waits for the folders that have got names since. Where that fails, nothing more can be done from here.
  ///
  /// - Parameter isFirst: whether the repository may have been made a moment ago, for which git does not wait, either.
  func wait(isFirst: Bool) {
    if isFirst {
      try? remote.writer.synchronizeAll()
    } else {
      try? remote.writer.synchronize(folders: folders.filter { before[$0.key] != $0.value }.keys.sorted())
    }
  }

  /// The folders in which a push makes names.
  private var folders: [VaultPath: FileStamp] {
    let objects = top.appending("objects")
    let fans = ((try? remote.files.entries(of: objects)) ?? []).filter { $0.kind == .folder }
    return ([top, objects] + branch.foldersAbove + fans.map { objects.appending($0.name) }).reduce(into: [:]) {
      $0[$1] = (try? remote.files.folderStamp(of: $1)) ?? nil
    }
  }
}
