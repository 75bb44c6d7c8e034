import Foundation
import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@Suite struct TrashTests {
  private let vault: ChangedVault
  private var trash: Trash { Trash(of: vault.vault, history: vault.history) }

  init() throws {
    vault = try ChangedVault(["a.md": "# First\n", "sub/b.md": "# 둘째\n"])
  }

  private func delete(_ paths: String..., at time: Int64 = 5) throws -> [TrashItem] {
    try trash.delete(paths.map { try vault.read($0) }, at: time)
  }

  @Test func deletedMemosAreListedNewestFirst() throws {
    let first = try delete("a.md", at: 1)
    let second = try delete("sub/b.md", at: 2)
    #expect(try trash.items() == second + first)
    #expect(try trash.items().map(\.title) == ["둘째", "First"])
    #expect(try trash.items().map(\.path.text) == ["sub/b.md", "a.md"])
    #expect(try vault.files() == [:])
  }

  /// Of users who share a vault, one may keep their files from the eyes of the others.
  @Test func aRecordThatOnlyAnotherUserMayReadHidesNoOther() throws {
    let (mine, theirs) = (try delete("a.md"), try delete("sub/b.md"))
    let files = WatchedFiles(vault.vault.files)
    files.refuse(Set(theirs.map(\.recordPath)))
    let host = WrappedHost(base: TemporaryFolder.host(), files: { _ in files }, writer: { $0 })
    let shared = Trash(of: try Vault(at: vault.folder.path, host: host), history: vault.history)
    #expect(try shared.items() == mine)
    #expect(try trash.items().count == 2)
  }

  @Test func aRestoredMemoHasItsBytesAndItsTime() throws {
    let before = try vault.contents()
    let items = try delete("a.md", "sub/b.md")
    for item in items { #expect(try trash.restore(item, at: 6).path == item.path) }
    #expect(try vault.contents() == before)
    #expect(try trash.items() == [])
    #expect(try vault.folder.names(in: VaultPath(".memo/trash")) == [])
  }

  @Test func nothingIsOverwrittenByARestoredMemo() throws {
    let item = try #require(try delete("a.md").first)
    try vault.folder.write("other", to: "a.md")
    #expect(try trash.restore(item, at: 6).path.text == "a-2.md")
    #expect(try vault.texts() == ["a.md": "other", "a-2.md": "# First\n", "sub/b.md": "# 둘째\n"])
  }

  @Test func aMemoWhoseFolderIsAFileNowComesBackBesideIt() throws {
    let item = try #require(try delete("sub/b.md").first)
    try vault.folder.remove(VaultPath("sub"))
    try vault.folder.write("a file", to: "sub")
    #expect(try trash.restore(item, at: 6).path.text == "b.md")
    let second = try #require(try delete("b.md").first)
    try vault.folder.write("other", to: "b.md")
    #expect(try trash.restore(second, at: 7).path.text == "b-2.md")
    #expect(try vault.history.undo().name == "trash restore")
  }

  @Test func deletingAndRestoringCanBeUndone() throws {
    let before = try vault.contents()
    let item = try #require(try delete("sub/b.md").first)
    _ = try trash.restore(item, at: 6)
    #expect(try vault.history.undo().name == "trash restore")
    #expect(try trash.items() == [item])
    #expect(try vault.history.undo().name == "delete")
    #expect(try vault.contents() == before)
    #expect(try trash.items() == [])
    _ = try vault.history.redo()
    #expect(try trash.items() == [item])
  }

  @Test func whatWasRemovedForGoodDoesNotComeBack() throws {
    let items = try delete("a.md")
    #expect(try trash.empty(of: items) == items)
    #expect(try trash.items() == [] && trash.empty(of: []) == [])
    #expect(throws: OperationError.notInTrash([VaultPath("a.md")])) { try vault.history.undo() }
    #expect(try vault.texts() == ["sub/b.md": "# 둘째\n"])
  }

  /// As on an overlay, where a folder that came with the layer below cannot be renamed.
  @Test func aTrashThatCannotBeRenamedIsEmptiedWhereItIs() throws {
    let items = try delete("a.md", "sub/b.md")
    let host = WrappedHost.faulty(TemporaryFolder.host(), Fault(at: 1, of: .moveFolder, .refusal, code: 18))
    let other = Trash(of: try Vault(at: vault.folder.path, host: host), history: vault.history)
    let emptied = try other.empty(of: items)
    #expect(emptied?.count == items.count)
    #expect(try trash.items() == [])
  }

  @Test func aMemoThatWasDeletedSincePeopleWereAskedIsNotRemovedForGood() throws {
    let asked = try delete("a.md")
    let later = try delete("sub/b.md")
    #expect(try trash.empty(of: asked) == nil)
    #expect(try trash.items().count == 2, "both are still there")
    #expect(try trash.empty(of: asked + later)?.count == 2)
    #expect(try trash.items() == [])
  }

  @Test func aMemoThatChangedSinceItWasReadIsNotDeleted() throws {
    let read = try vault.read("a.md")
    try vault.folder.write("saved", to: "a.md")
    #expect(throws: OperationError.changed([VaultPath("a.md")])) { try trash.delete([read], at: 1) }
    #expect(try vault.texts()["a.md"] == "saved" && trash.items() == [])
  }

  @Test(arguments: [
    "../a.md", "/a.md", ".git/hooks/pre-commit", ".git/a.md", ".memo/config.json", "a/../../b.md", "a.sh",
    "a\\u0000.md", "",
    "x/.hidden.md", ".GIT /a.md",
  ])
  func aRecordThatCameAlongNamesNoPlaceButOneForMemos(path: String) throws {
    let json = #"{"path":"\#(path)","title":"t","deletedAt":5}"#.replacingOccurrences(of: #"\\"#, with: #"\"#)
    try vault.folder.write(json, to: ".memo/trash/x.json")
    try vault.folder.write("# x\n", to: ".memo/trash/x.md")
    #expect(try trash.items() == [])
  }

  @Test func aNameThatIsNoTextIsKept() throws {
    let path = VaultPath(bytes: [0xFF, 0x2E, 0x6D, 0x64])
    try vault.folder.write([1, 2], to: path)
    let item = try #require(try trash.delete([ReadMemo(path, in: vault.vault)], at: 1).first)
    #expect(try trash.items() == [item] && item.path == path)
    #expect(try trash.restore(item, at: 2).path == path)
  }

  /// What was undone can be redone until something else is done; then no other place has the text of a new memo.
  @Test(arguments: ["# New\nwritten for an hour\n", "no title"])
  func aNewMemoThatWasUndoneIsInTheTrashOnceItCannotBeRedone(text: String) throws {
    let vault = try ChangedVault(["a.md": "a"])
    let draft = try vault.history.begin("new", at: 1)
    try draft.create(VaultPath("sub/New.md"), contents: Array(text.utf8))
    try draft.create(VaultPath("empty.md"), contents: [])
    _ = try draft.commit()
    _ = try vault.history.undo()
    let trash = Trash(of: vault.vault, history: vault.history)
    #expect(try trash.items().isEmpty, "redo still brings it back")
    _ = try vault.history.redo()
    #expect(try vault.texts()["sub/New.md"] == text)
    _ = try vault.history.undo()
    let other = try vault.history.begin("write", at: 2)
    try other.replace(VaultPath("a.md"), contents: [1], read: try vault.read("a.md").hash)
    _ = try other.commit()
    let items = try trash.items()
    #expect(items.map(\.path) == [VaultPath("sub/New.md")])
    #expect(try trash.restore(try #require(items.first), at: 3).path == VaultPath("sub/New.md"))
    #expect(try vault.texts()["sub/New.md"] == text)
  }

  /// A newer memo has made it, the disk fails, or too many files are open.
  @Test func aNewMemoThatWasUndoneStaysWhereItsRecordCannotBeRead() throws {
    let vault = try ChangedVault(["a.md": "0"])
    let draft = try vault.history.begin("new", at: 1)
    try draft.create(VaultPath("New.md"), contents: Array("written for an hour".utf8))
    _ = try draft.commit()
    _ = try vault.history.undo()
    let undone = try #require(try vault.operations().first)
    let record = ".memo/history/\(undone)/operation.json"
    let readable = try #require(try vault.folder.bytes(of: VaultPath(record)))
    try vault.folder.write(#"{"format":2}"#, to: record)
    for number in 1...55 { try vault.replace(["a.md": "\(number)"]) }
    // It stops neither other operations nor the removal of the oldest.
    #expect(try vault.operations().count { $0 != undone } == 50)
    let text = try vault.folder.bytes(of: VaultPath(".memo/history/\(undone)/0"))
    #expect(text == Array("written for an hour".utf8))
    let trash = Trash(of: vault.vault, history: vault.history)
    #expect(try trash.items().isEmpty)
    // As soon as it can be read, it goes the way of all others.
    try vault.folder.write(readable, to: VaultPath(record))
    try vault.replace(["a.md": "end"])
    #expect(try trash.items().map(\.path) == [VaultPath("New.md")])
    #expect(try !vault.operations().contains(undone))
  }
}
