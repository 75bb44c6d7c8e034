import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoSync

/// What a sync notes for the one that follows should it be killed.
@Suite struct SyncFolderTests {
  private static let heads = [ObjectId(ofBlob: [1]), ObjectId(ofBlob: [2])]

  @Test func headsThatCouldNotBeNotedDoNotPassForNoted() throws {
    let place = try TemporaryFolder()
    // Another program takes the new note away before it gets its name.
    let fault = Fault(at: 1, of: .move, .meddling { _ in try place.remove(VaultPath(".git/memo/drafts/base")) })
    let folder = SyncFolder(vault: try Vault(at: place.path, host: WrappedHost.faulty(place.host(), fault)))
    try folder.start()
    #expect(throws: FileError.self) { try folder.begin(at: [Self.heads[0]]) }
    #expect(fault.hasHappened)
    #expect(folder.unfinished()?.heads == [])
  }

  @Test func headsAreNotedOneAfterTheOther() throws {
    let place = try TemporaryFolder()
    let folder = SyncFolder(vault: try place.openVault())
    try folder.start()
    try folder.begin(at: [Self.heads[0]])
    #expect(folder.unfinished()?.heads == [Self.heads[0]])
    for _ in 0..<2 { try folder.add(Self.heads[1]) }
    #expect(folder.unfinished()?.heads == Self.heads)
    #expect(place.status(of: VaultPath(".git/memo/drafts")) == nil)
    folder.end()
    #expect(folder.unfinished() == nil)
  }
}
