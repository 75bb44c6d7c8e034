import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Where the cache stands, and what it is not used for.
@Suite struct CachePlaceTests {
  @Test func aMarkedVaultHoldsItsCache() throws {
    let (folder, userCache) = (try filled(), try TemporaryFolder())
    try folder.makeVault()
    _ = try folder.openVault(userCache: userCache.path).refresh()
    #expect(folder.status(of: VaultPath(".memo/cache/snapshot")) != nil)
    #expect(try userCache.names().isEmpty)
  }

  @Test func aPlainFolderIsCachedForTheUserAndStaysAsItIs() throws {
    let (folder, caches) = (try filled(), try TemporaryFolder())
    let userCache = caches.path.appending("made/on/demand")
    let first = try folder.openVault(userCache: userCache).refresh()
    #expect(first.counts.added == 2)
    let second = try folder.openVault(userCache: userCache).refresh()
    #expect(second.counts.added == 0)
    #expect(IndexAnswer(second) == IndexAnswer(first))
    #expect(try folder.names() == ["a.md", "folder"].map { Array($0.utf8) })
  }

  @Test func twoPlainFoldersHaveTwoCaches() throws {
    let (one, other, userCache) = (try filled(), try filled(), try TemporaryFolder())
    try other.write("only here", to: "other.md")
    for _ in 0..<2 {
      #expect(try one.openVault(userCache: userCache.path).refresh().count == 2)
      #expect(try other.openVault(userCache: userCache.path).refresh().count == 3)
    }
    #expect(try userCache.names().count == 2)
  }

  @Test func whereNothingCanBeWrittenNothingIsCached() throws {
    let folder = try filled()
    for userCache in [nil, HostPath("/dev/null/cache"), HostPath("/proc/memo")] {
      for _ in 0..<2 {
        let index = try folder.openVault(userCache: userCache).refresh()
        #expect(IndexAnswer(index).paths.sorted() == ["a.md", "folder/b.md"])
      }
    }
    #expect(try folder.names() == ["a.md", "folder"].map { Array($0.utf8) })
  }

  @Test func otherIgnoreGlobsNeedAnotherCache() throws {
    let folder = try filled()
    let settings: [(ignore: String, paths: [String])] = [
      ("[]", ["a.md", "folder/b.md"]), (#"["folder"]"#, ["a.md"]), (#"["b.*"]"#, ["a.md"]), (#""*""#, []),
      ("[]", ["a.md", "folder/b.md"]), (#"["/b.md"]"#, ["a.md", "folder/b.md"]), (#"["/a.md"]"#, ["folder/b.md"]),
    ]
    for (ignore, paths) in settings {
      try folder.write(#"{"ignore": \#(ignore)}"#, to: ".memo/config.json")
      #expect(IndexAnswer(try folder.openVault().refresh()).paths.sorted() == paths, "\(ignore)")
    }
  }

  @Test func aCopiedVaultDoesNotTakeTheOriginalsCache() throws {
    let (folder, copy) = (try filled(), try TemporaryFolder())
    try folder.makeVault()
    _ = try folder.openVault().refresh()
    for name in ["snapshot", "journal"] {
      let file = VaultPath(".memo/cache/\(name)")
      let bytes: [UInt8] = try #require(try folder.bytes(of: file))
      try copy.write(bytes, to: file)
    }
    #expect(try copy.openVault().refresh().count == 0)
  }

  @Test func aMovedVaultKeepsItsCache() throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "vault/a.md")
    try folder.makeFolders(VaultPath("vault/.memo"))
    _ = try Vault(at: folder.path.appending("vault"), host: folder.host()).refresh()
    try folder.rename(VaultPath("vault"), to: VaultPath("moved"))
    let index = try Vault(at: folder.path.appending("moved"), host: folder.host()).refresh()
    #expect(index.counts.added == 0)
    #expect(index.count == 1)
  }

  @Test func aRebuildReadsEverythingAndAnswersTheSame() throws {
    let vault = try WatchedVault()
    try vault.folder.write("# a", to: "a.md")
    try vault.folder.write("# b", to: "folder/b.md")
    try vault.settle()
    let rebuilt = try vault.refresh(isRebuild: true)
    #expect(vault.files.takeReads().count == 2)
    #expect(IndexAnswer(rebuilt) == IndexAnswer(try vault.readAll()))
    _ = vault.files.takeReads()
    _ = try vault.refresh()
    #expect(vault.files.takeReads().isEmpty)
  }

  private func filled() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("# a", to: "a.md")
    try folder.write("# b", to: "folder/b.md")
    return folder
  }
}
