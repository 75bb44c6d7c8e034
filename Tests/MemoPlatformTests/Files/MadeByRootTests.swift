import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoPlatform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What root makes in the vault of another user.
@Suite(.enabled(if: SecondUser.isAvailable, "only root can act for another user")) struct MadeByRootTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeVault()
    try SecondUser.own(folder.path)
  }

  private func owner(_ path: String) -> UInt32? {
    var status = stat()
    return lstat(folder.systemPath(VaultPath(path)), &status) == 0 ? status.st_uid : nil
  }

  @Test func foldersAndTheLockOfMemoAreTheOwners() throws {
    let vault = try folder.openVault()
    withExtendedLifetime(try vault.writer.lock(VaultPath(".memo/lock"), waiting: .zero)) {}
    try vault.writer.makeFolder(VaultPath(".memo/history"))
    try vault.writer.stage(VaultPath(".memo/trash/x.md"), contents: [], like: nil, modified: nil)
    for path in [".memo/lock", ".memo/history", ".memo/trash"] { #expect(owner(path) == SecondUser.id, "\(path)") }
    #expect(vault.access.openCache() == nil && owner(".memo/cache") == nil, "the owner's cache is left to the owner")
  }

  /// Who makes an operation undoes it.
  @Test func theFolderOfAnOperationStaysRoots() throws {
    let vault = try folder.openVault()
    try vault.writer.makeFolder(VaultPath(".memo/history/1-0-draft"))
    #expect(owner(".memo/history") == SecondUser.id && owner(".memo/history/1-0-draft") == 0)
  }

  @Test func nothingThatWasThereIsGivenAway() throws {
    try folder.write("root's", to: "secret")
    try folder.hardLink(VaultPath("secret"), to: VaultPath(".memo/lock"))
    try folder.write("root's", to: ".memo/other.lock")
    try folder.write("root's", to: ".memo/trash/x")
    let vault = try folder.openVault()
    for name in ["lock", "other.lock"] {
      withExtendedLifetime(try vault.writer.lock(VaultPath(".memo/\(name)"), waiting: .zero)) {}
    }
    try vault.writer.makeFolder(VaultPath(".memo/trash"))
    for path in ["secret", ".memo/other.lock", ".memo/trash"] { #expect(owner(path) == 0, "\(path)") }
  }
}
