import MemoCore
import MemoVault

/// `memo clone`
enum CloneCommand: Command {
  private static let url = Positional(
    "URL", help: Text("A git remote: a URL, user@host:path or a folder", ko: "git 원격 저장소: URL, user@host:path 또는 폴더"))
  private static let folder = Positional(
    "DIR", .optional,
    help: Text("The new folder; named after the remote unless given", ko: "새 폴더. 주지 않으면 원격 저장소의 이름을 씁니다"),
    completion: .folders)

  static let declaration = CommandDeclaration(
    "clone", group: .sync,
    summary: Text("Make a vault of a git remote on this device", ko: "git 원격 저장소를 이 기기의 볼트로 가져옵니다"),
    description: [
      Text(
        "The memos get the times at which they were modified, wherever that was.", ko: "메모는 어디서 고쳤든 고친 때의 시각을 그대로 갖습니다."
      )
    ],
    positionals: [url, folder], options: [CommonOptions.json],
    examples: [
      CommandExample(
        "memo clone git@example.org:me/memos.git", Text("a vault in the folder 'memos'", ko: "'memos' 폴더에 볼트 만들기"))
    ],
    seeAlso: ["sync", "init"])

  static func run(_ session: Session) throws -> ExitCode {
    guard let named = session.arguments[url] else { return .usage }
    let address = try session.remoteAddress(named.text)
    let name = session.arguments[folder]?.bytes ?? Array(address.folderName.utf8)
    let path = HostPath(name, from: session.surroundings.workingDirectory)
    let host = session.surroundings.host
    try checkIsFree(path, name.isEmpty, host)
    let isNew = host.kind(of: path) == nil
    try GitRepository.checkVersion(of: session.surroundings.git)
    try host.makeFolder(path)
    guard let root = host.realPath(of: path) else { throw VaultError.notAFolder(path) }
    let vault = try Vault(at: root, host: host)
    // Its own repository, also where the folder lies inside another.
    try GitRepository(making: root, git: session.surroundings.git).make()
    var options = session.syncOptions()
    options.remote = address.text
    let report: SyncReport
    do {
      report = try session.sync(vault, options, TransferProgress(session))
    } catch SyncError.newRemote(let reason), SyncError.remote(let reason) {
      // Nothing came, so nothing is to be left in the way of another try.
      if isNew { try host.vault(at: root.parent).writer.removeFolderWithFiles(VaultPath(bytes: Array(root.name))) }
      throw Failure(kind: "remote", message: SyncMessages.remote(reason), exitCode: .remote)
    }
    if !session.isJSON { session.note(SyncMessages.cloned(root.text, report.received)) }
    return try SyncWriter(session).write(report, isDryRun: false, folder: root)
  }

  /// Nothing that is there is mixed with what comes.
  private static func checkIsFree(_ path: HostPath, _ isUnnamed: Bool, _ host: any HostFiles) throws {
    let isTaken =
      switch host.kind(of: path) {
      case .file: true
      case .folder: !(try host.vault(at: path).files.entries(of: .root) ?? []).isEmpty || hasMarker(path, host)
      case nil: isUnnamed
      }
    guard isTaken else { return }
    throw Failure(kind: "taken", message: SyncMessages.notEmpty(path.text), exitCode: .failure)
  }

  private static func hasMarker(_ path: HostPath, _ host: any HostFiles) -> Bool {
    [".git", VaultLocator.marker].contains { host.kind(of: path.appending($0)) != nil }
  }
}
