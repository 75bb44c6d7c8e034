public import MemoCore
import MemoPlatform
public import MemoVault

extension TemporaryFolder {
  /// Opens the folder as a vault.
  ///
  /// - Parameter userCache: where the cache goes if the folder has no `.memo`; nowhere where `nil`.
  public func openVault(userCache: HostPath? = nil) throws -> Vault {
    try Vault(at: path, host: DiskHost(userCache: userCache))
  }

  /// Makes the folder a vault that holds its own cache.
  public func makeVault() throws {
    try makeFolders(VaultPath(VaultLocator.marker))
  }
}
