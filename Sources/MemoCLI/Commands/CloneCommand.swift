import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoWords

/// `memo clone`
enum CloneCommand: Command {
  private static let url = Positional(
    "URL", help: Text("A git remote: a URL, user@host:path or a folder", ko: "git 원격 저장소: URL, user@host:path 또는 폴더"),
    completion: .folders)
  private static let folder = Positional(
    "DIR", .optional,
    help: Text("The new folder; by default named after the remote", ko: "새 폴더. 기본값은 원격 저장소의 이름"),
    completion: .folders)

  static let declaration = CommandDeclaration(
    "clone", group: .sync,
    summary: Text("Clone a git remote as a vault", ko: "git 원격 저장소를 보관함으로 복제"),
    description: [
      Text(
        "Memos keep the times at which they were modified on other devices.", ko: "메모는 다른 기기에서 수정한 시각을 그대로 유지합니다."
      )
    ],
    positionals: [url, folder], options: [CommonOptions.json],
    examples: [
      CommandExample(
        "memo clone git@example.org:me/memos.git", Text("a vault in the folder 'memos'", ko: "'memos' 폴더에 보관함 만들기"))
    ],
    seeAlso: ["sync", "init"])

  static func run(_ session: Session) throws -> ExitCode {
    guard let named = session.arguments[url] else { return .usage }
    if session.arguments[folder] == "" { throw UsageError.empty(folder, of: declaration) }
    let address = try session.machine.remoteAddress(named.text)
    let name = session.arguments[folder]?.bytes ?? Array(address.folderName.utf8)
    let path = try session.machine.path(name)
    let host = session.machine.host
    let isNew = host.kind(of: path) == nil
    let isResumed = try checkIsFree(path, name.isEmpty, address.text, typed: named.text, host)
    try GitRepository.checkVersion(of: session.machine.git)
    try host.makeFolder(path)
    guard let root = host.realPath(of: path) else { throw VaultError.notAFolder(path) }
    let workspace = session.workspace(of: try Vault(at: root, host: host))
    let clone = UnfinishedClone(try host.vault(at: root))
    if isResumed {
      session.note(SyncMessages.cloneResumed(root.text))
      try clone.removeLocks(in: workspace.vault, of: session.machine.git)
    } else {
      try clone.begin(address.text)
    }
    // Its own repository, even if the folder is inside another.
    try GitRepository(making: root, git: session.machine.git).make()
    var options = session.syncOptions(in: workspace)
    options.remote = address.text
    let report: SyncReport
    do {
      report = try session.sync(workspace, options, TransferProgress(session))
    } catch SyncError.newRemote(let reason), SyncError.remote(let reason) {
      // Nothing came, so nothing is to be left in the way of another try. What a killed one has left may hold edits.
      if isNew { try host.vault(at: root.parent).writer.removeFolderWithFiles(VaultPath(bytes: Array(root.name))) }
      throw Failure(
        kind: "remote", message: SyncMessages.remote(reason), hints: SyncMessages.hints(for: reason), exitCode: .remote)
    }
    try clone.end()
    if !session.isJSON { session.note(SyncMessages.cloned(root.text, report.received)) }
    return try SyncWriter(session).write(report, isDryRun: false, folder: root)
  }

  /// Nothing that is there is mixed with what comes, but what a killed clone of the same remote has left; returns whether
  /// that is there.
  private static func checkIsFree(
    _ path: HostPath, _ isUnnamed: Bool, _ url: String, typed: String, _ host: any HostFiles
  ) throws -> Bool {
    let isTaken: Bool
    let typed = RemoteAddress.shown(typed)
    var hints = [SyncMessages.otherFolderHint(typed)]
    switch host.kind(of: path) {
    case .file: isTaken = true
    case .folder:
      let access = try host.vault(at: host.realPath(of: path) ?? path)
      let other = UnfinishedClone(access).url
      if let other, other.utf8.elementsEqual(url.utf8) { return true }
      if let other {
        hints = [SyncMessages.otherClone(RemoteAddress.shown(other))]
      } else if host.kind(of: path.appending(VaultLocator.marker)) == .folder {
        hints.insert(SyncMessages.syncHint(path, typed), at: 0)
      }
      isTaken =
        try other != nil || !(access.files.entries(of: .root) ?? []).isEmpty || isVaultOrRepository(path, host)
    case nil: isTaken = isUnnamed
    }
    guard isTaken else { return false }
    throw Failure(kind: "taken", message: SyncMessages.notEmpty(path.text), hints: hints, exitCode: .failure)
  }

  /// A clone that was killed at its very beginning has left a `.git` with nothing of git's in it.
  private static func isVaultOrRepository(_ path: HostPath, _ host: any HostFiles) -> Bool {
    let git = path.appending(".git")
    let isBegun =
      host.kind(of: git) == .folder
      && !["HEAD", "config", "objects", "refs"].contains { host.kind(of: git.appending($0)) != nil }
    return host.kind(of: git) != nil && !isBegun || host.kind(of: path.appending(VaultLocator.marker)) != nil
  }
}
