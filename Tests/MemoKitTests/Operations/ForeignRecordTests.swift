import MemoCore
import MemoStore
import MemoTestSupport
import Testing

/// Records in the history and the trash that this user has not made.
@Suite struct ForeignRecordTests {
  private static let asRoot: Comment = "only root can act for another user"

  /// A vault with one operation whose folder is then as if a crash had left it, or not.
  private static func vault(_ state: String) throws -> (vault: ChangedVault, record: VaultPath) {
    let vault = try ChangedVault(["a.md": "a"])
    try vault.replace(["a.md": "A"])
    let record = VaultPath(".memo/history/1-1-\(state)")
    if state != "done" { try vault.folder.rename(VaultPath(".memo/history/1-1-done"), to: record) }
    return (vault, record)
  }

  @Test func anUnfinishedOperationOfOnesOwnIsTakenBack() throws {
    let (vault, _) = try Self.vault("applying")
    try vault.history.recoverIfNeeded()
    #expect(try vault.texts() == ["a.md": "a"])
  }

  @Test(arguments: ["applying", "undoing"])
  func aRecordThatOthersMayWriteToIsNotTakenBack(state: String) throws {
    let (vault, record) = try Self.vault(state)
    try vault.folder.setMode(0o777, of: record)
    try vault.history.recoverIfNeeded()
    try vault.replace(["a.md": "new"])
    #expect(try vault.texts() == ["a.md": "new"])
    #expect(try vault.operations() == ["1-1-\(state)", "2-1-done"])
  }

  @Test func aRecordThatOthersMayWriteToIsNotUndone() throws {
    let (vault, record) = try Self.vault("done")
    try vault.folder.setMode(0o777, of: record)
    #expect(throws: OperationError.ofAnotherUser(record)) { try vault.history.undo() }
    #expect(throws: OperationError.ofAnotherUser(record)) { try vault.history.forgetLast() }
    #expect(try vault.history.list().isEmpty)
    #expect(try vault.texts() == ["a.md": "A"])
    // Nor does it stop anything.
    try vault.replace(["a.md": "new"])
    #expect(try vault.history.undo().number == 2)
    #expect(try vault.texts() == ["a.md": "A"])
  }

  @Test(.enabled(if: SecondUser.isAvailable, asRoot), arguments: ["applying", "undoing", "redoing", "done"])
  func anotherUsersRecordIsNotActedOn(state: String) throws {
    let (vault, record) = try Self.vault(state)
    try SecondUser.own(vault.folder.path.appending(record))
    try vault.history.recoverIfNeeded()
    #expect(throws: OperationError.self) { try vault.history.undo() }
    #expect(throws: OperationError.self) { try vault.history.redo() }
    #expect(try vault.texts() == ["a.md": "A"])
    #expect(try vault.operations() == ["1-1-\(state)"])
  }

  @Test(.enabled(if: SecondUser.isAvailable, asRoot))
  func aRecordOfAnotherUserInAFolderOfOnesOwnIsNotActedOn() throws {
    let (vault, record) = try Self.vault("done")
    try SecondUser.own(vault.folder.path.appending(record.appending("operation.json")))
    #expect(throws: OperationError.ofAnotherUser(record)) { try vault.history.undo() }
    #expect(try vault.texts() == ["a.md": "A"])
  }

  /// A file of this user's, received from anywhere, under a second name.
  @Test func aRecordWithASecondNameIsNotActedOn() throws {
    let (vault, record) = try Self.vault("done")
    try vault.folder.hardLink(record.appending("operation.json"), to: VaultPath("note.txt"))
    #expect(throws: OperationError.ofAnotherUser(record)) { try vault.history.undo() }
    #expect(try vault.texts()["a.md"] == "A")
  }

  @Test(.enabled(if: SecondUser.isAvailable, asRoot))
  func whatAnotherUserHasDeletedIsNotBroughtBack() throws {
    let vault = try ChangedVault(["a.md": "a"])
    let trash = Trash(of: vault.vault, history: vault.history)
    let item = try #require(try trash.delete([vault.read("a.md")], at: 1).first)
    try SecondUser.own(vault.folder.path.appending(VaultPath(".memo/trash")))
    #expect(throws: OperationError.self) { try trash.restore(item, at: 2) }
    #expect(try vault.texts().isEmpty)
  }

  @Test(arguments: ["config", "x.sh", "sub/.hidden.md", "a.md/x"])
  func aRecordChangesNothingButMemos(path: String) throws {
    let vault = try ChangedVault(["a.md": "a"])
    let change = #"{"kind":"move","path":"a.md","newPath":"\#(path)"}"#
    let record = #"{"format":1,"operation":"x","at":1,"changes":[\#(change)],"folders":[]}"#
    try vault.folder.write(record, to: ".memo/history/1-0-redoing/operation.json")
    try vault.folder.setMode(0o700, of: VaultPath(".memo/history/1-0-redoing"))
    #expect(throws: OperationError.self) { try vault.history.recoverIfNeeded() }
    #expect(try vault.texts() == ["a.md": "a"])
  }

  @Test func aGroupSharesTheHistoryButNotWhatUndoesAnOperation() throws {
    let vault = try ChangedVault(["a.md": "a"])
    try vault.folder.setMode(0o770, of: .root)
    try vault.replace(["a.md": "A"])
    // What of it the umask leaves.
    #expect(vault.folder.status(of: VaultPath(".memo/history")).map { $0.mode & 0o070 } != 0)
    #expect(vault.folder.status(of: VaultPath(".memo/history/1-1-done"))?.mode == 0o700)
    #expect(try vault.history.undo().changed == [VaultPath("a.md")])
  }
}
