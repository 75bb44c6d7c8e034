import MemoCore
import MemoStore
import MemoSync
import MemoWords

extension Session {
  /// What decides whether git may be run on a vault's repository.
  func gate(of vault: Vault) -> RepositoryGate {
    RepositoryGate(
      vault, host: environment.host,
      trusted: TrustedRepositories(in: environment.userStatePath, host: environment.host), git: environment.git)
  }

  /// What syncs a vault.
  func syncer(of vault: Vault) throws(VaultError) -> Syncer {
    Syncer(
      vault, host: environment.host, git: environment.git, gate: gate(of: vault), clock: environment.clock,
      deviceName: try userSettings().text(SettingKey.device.rawValue))
  }

  /// The usual options: a person at the terminal may be asked for a password.
  func syncOptions() -> SyncOptions {
    var options = SyncOptions()
    options.mayAsk = isInteractive
    options.ssh = environment.variable("GIT_SSH_COMMAND")
    options.sshProgram = environment.variable("GIT_SSH")
    return options
  }

  /// Syncs a vault; what goes wrong is remembered.
  func sync(_ vault: Vault, _ options: SyncOptions, _ progress: TransferProgress) throws -> SyncReport {
    var options = options
    if progress.isVisible { options.transferProgress = { progress.show($0) } }
    options.fileProgress = { progress.show($0, $1) }
    let syncer = try syncer(of: vault)
    defer { progress.clear() }
    do {
      return try syncer.sync(options)
    } catch {
      syncer.note(failure: error)
      throw error
    }
  }

  /// The remote that a person names.
  func remoteAddress(_ name: String) throws -> RemoteAddress {
    let address = RemoteAddress(name, from: environment.workingDirectory, home: environment.home)
    guard let address else { throw SyncError.badRemote(name) }
    return address
  }
}
