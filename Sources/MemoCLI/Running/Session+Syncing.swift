import MemoCore
import MemoVault

extension Session {
  /// What decides whether git may be run on a vault's repository.
  func gate(of vault: Vault) -> RepositoryGate {
    RepositoryGate(
      vault, host: surroundings.host,
      trusted: TrustedRepositories(in: surroundings.userStatePath, host: surroundings.host))
  }
}

extension Surroundings {
  /// Where memo keeps what it remembers of the user.
  var userStatePath: HostPath {
    let folder =
      variable("XDG_STATE_HOME").map { HostPath($0) } ?? (home ?? .fileSystemRoot).appending(".local/state")
    return folder.appending("memo")
  }
}
