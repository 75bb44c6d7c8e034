public import MemoCore
import MemoPlatform
public import MemoStore

extension TemporaryFolder {
  /// Opens the folder as a vault.
  ///
  /// - Parameter userCache: where the cache goes if the folder has no `.memo`; nowhere where `nil`.
  public func openVault(userCache: HostPath? = nil) throws -> Vault {
    try Vault(at: path, host: host(userCache: userCache))
  }

  /// The files of this machine.
  public func host(userCache: HostPath? = nil) -> any HostFiles {
    DiskHost(userCache: userCache)
  }

  /// The files of this machine, for tests that do not know the platform.
  public static func host() -> any HostFiles {
    DiskHost(userCache: nil)
  }

  /// Makes the folder a vault that holds its own cache.
  public func makeVault() throws {
    try makeFolders(VaultPath(VaultLocator.marker))
  }
}
