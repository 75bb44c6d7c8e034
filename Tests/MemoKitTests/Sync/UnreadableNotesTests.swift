import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoSync

/// What memo keeps in `.git/memo` and cannot read: it is not as if there were nothing.
@Suite struct UnreadableNotesTests {
  private static let waiting = ".git/memo/waiting"

  /// The second device takes `Note.md` and `note.md` for one, and waits with the second.
  private static func waitingDevices() throws -> SyncedDevices {
    let devices = try SyncedDevices()
    devices.ignoringCase = [1]
    try devices.write("# Upper\n", to: "Note.md", on: 0)
    try devices.spread(from: 0)
    try devices.write("# Lower\n", to: "note.md", on: 0)
    try devices.spread(from: 0)
    return devices
  }

  @Test(arguments: ["waiting", "left", "device"])
  func withoutItASyncEndsBeforeItChangesAnything(name: String) throws {
    let devices = try SyncedDevices()
    let (path, head) = (VaultPath(".git/memo/\(name)"), try devices.head(1))
    let id = try #require(try devices.text(".git/memo/device", on: 1))
    try devices.write("# New\n", to: "new.md", on: 1)
    devices.unreadable = path
    #expect(throws: FileError(.read, path: path.bytes, code: 13)) { try devices.sync(1) }
    #expect(try devices.head(1) == head)
    devices.unreadable = nil
    try devices.sync(1)
    #expect(try devices.head(1) != head)
    #expect(try devices.text(".git/memo/device", on: 1) == id)
  }

  @Test func aFileThatWaitsIsNotDeletedWhereItsListIsDamaged() throws {
    let devices = try Self.waitingDevices()
    let list = try #require(try devices.text(Self.waiting, on: 1))
    try devices.write(String(list.dropLast()), to: Self.waiting, on: 1)
    #expect(throws: SyncError.repository(.unreadable(Self.waiting))) { try devices.sync(1) }
    try devices.write(list, to: Self.waiting, on: 1)
    try devices.sync(1)
    try devices.sync(0)
    #expect(try devices.text("note.md", on: 0) == "# Lower\n")
  }

  @Test func aFileWaitsForAReasonOfALaterVersion() throws {
    let devices = try Self.waitingDevices()
    let list = try #require(try devices.text(Self.waiting, on: 1))
    let later = list.replacing(#""reason":""#, with: #""reason":"later "#)
    #expect(later != list)
    try devices.write(later, to: Self.waiting, on: 1)
    try devices.write("# Own\n", to: "own.md", on: 1)
    try devices.sync(1)
    try devices.sync(0)
    #expect(try devices.text("note.md", on: 0) == "# Lower\n")
    #expect(try devices.text("own.md", on: 0) == "# Own\n")
  }
}
