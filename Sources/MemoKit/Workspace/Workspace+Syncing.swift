import MemoCore
import MemoStore
public import MemoSync

extension Workspace {
  /// Decides whether git may be run on the vault's repository.
  public var gate: RepositoryGate {
    RepositoryGate(vault, host: machine.host, trusted: trustedRepositories, git: machine.git)
  }

  /// Syncs the vault, and reports on it.
  public func syncer() throws -> Syncer {
    Syncer(
      vault, host: machine.host, git: machine.git, gate: gate, clock: machine.clock,
      deviceName: try machine.userSettings().text("device"))
  }

  /// The usual options.
  ///
  /// - Parameter mayAsk: whether a person at the terminal may be asked for a password.
  public func syncOptions(mayAsk: Bool) -> SyncOptions {
    var options = SyncOptions()
    options.mayAsk = mayAsk
    options.ssh = machine.variable("GIT_SSH_COMMAND")
    options.sshProgram = machine.variable("GIT_SSH")
    return options
  }

  /// Syncs the vault; a failure is remembered for `status`.
  ///
  /// - Parameter describe: what `status` is to report.
  public func sync(_ options: SyncOptions, describe: (any Error) -> SyncTrouble) throws -> SyncReport {
    let syncer = try syncer()
    do {
      return try syncer.sync(options)
    } catch {
      syncer.note(failure: describe(error))
      throw error
    }
  }

  /// The remote that a person names.
  public func remoteAddress(_ name: String) throws -> RemoteAddress { try machine.remoteAddress(name) }
}

extension Machine {
  /// The remote that a person names.
  public func remoteAddress(_ name: String) throws -> RemoteAddress {
    let address = RemoteAddress(name, from: workingDirectory, home: home)
    guard let address else { throw SyncError.badRemote(name) }
    return address
  }
}
