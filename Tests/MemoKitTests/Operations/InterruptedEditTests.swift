import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// Changes that a crash has interrupted, and memos that another program edits before the next command.
@Suite struct InterruptedEditTests {
  private static let texts = ["old.md": "# Old\n[[x]]\n", "x.md": "# X\n[[old]]\n", "y.md": "# Y\n[Old](old.md)\n"]
  private static let names = ["old.md", "New.md", "x.md", "y.md"]

  private static func rename(in vault: ChangedVault, by history: OperationHistory) throws {
    let renaming = MemoRenaming(in: vault.vault, try vault.vault.refresh())
    _ = try renaming.rename(try vault.read("old.md"), to: "New", isTitleOnly: false)
      .carryOut("rename", by: history, at: 1)
  }

  private static func brokenLinks(in vault: ChangedVault) throws -> [VaultPath] {
    VaultCheck(vault.vault, try vault.vault.refresh()).problems().filter { $0.code == "broken-link" }.map(\.path)
  }

  /// What is left of a change that died at a call after it had begun, and of which one memo was edited then; `nil` once it
  /// ends before that call.
  private static func leftover(
    of change: (ChangedVault, OperationHistory) throws -> Void, after prepare: (ChangedVault) throws -> Void = { _ in },
    at call: Int, edited: String
  ) throws -> ChangedVault? {
    let vault = try ChangedVault(texts)
    try prepare(vault)
    let fault = Fault(at: call, .death)
    _ = Result { try change(vault, vault.history(failing: fault)) }
    if try vault.texts()[edited] != nil { try vault.folder.append(Array("edited\n".utf8), to: VaultPath(edited)) }
    return fault.hasHappened ? vault : nil
  }

  @Test(arguments: names)
  func linksKeepTheirMeaningWhereverARenameBrokeOffAndAMemoWasEdited(edited: String) throws {
    var ends: Set<Bool> = []
    for call in 1... {
      guard let vault = try Self.leftover(of: Self.rename, at: call, edited: edited) else { break }
      guard let ended = try vault.history.recoverIfNeeded() else { continue }
      ends.insert(ended.isCompleted)
      let texts = try vault.texts()
      #expect(ended.isCompleted == (texts["New.md"] != nil), "call \(call)")
      #expect(texts.count == 3 && texts.values.count { $0.hasSuffix("edited\n") } <= 1, "call \(call): \(texts)")
      #expect(ended.edited.allSatisfy { texts[$0.text]?.hasSuffix("edited\n") == true }, "\(ended)")
      #expect(try Self.brokenLinks(in: vault) == [], "call \(call): \(texts)")
    }
    // The move comes last.
    #expect(ends == [true, false])
  }

  @Test(arguments: names)
  func linksKeepTheirMeaningWhereverAnUndoBrokeOffAndAMemoWasEdited(edited: String) throws {
    var ends: Set<Bool> = []
    for call in 1... {
      let vault = try Self.leftover(
        of: { _ = try $1.undo() }, after: { try Self.rename(in: $0, by: $0.history) }, at: call, edited: edited)
      guard let vault else { break }
      guard let ended = try vault.history.recoverIfNeeded() else { continue }
      ends.insert(ended.isCompleted)
      let texts = try vault.texts()
      #expect(ended.act == .undoing && ended.operation.isUndone == ended.isCompleted)
      #expect(texts.count == 3 && texts.values.count { $0.hasSuffix("edited\n") } <= 1, "call \(call): \(texts)")
      #expect(try Self.brokenLinks(in: vault) == [], "call \(call): \(texts)")
    }
    #expect(ends.contains(false))
  }

  @Test func whatAKilledChangeWasWritingInTheTrashGoes() throws {
    let vault = try ChangedVault(Self.texts)
    _ = Result { try Self.rename(in: vault, by: vault.history(failing: Fault(at: 2, of: .exchange, .death))) }
    let (left, kept) = (VaultPath(".memo/trash/.memo-tmp.1x"), VaultPath(".memo/trash/mine.txt"))
    for path in [left, kept] { try vault.folder.write("text", to: path.text) }
    _ = try vault.history.recoverIfNeeded()
    #expect(vault.folder.status(of: left) == nil && vault.folder.status(of: kept) != nil)
  }

  @Test func whatIsLookedAtIsWhatWillBeDone() throws {
    let vault = try ChangedVault(Self.texts)
    _ = Result { try Self.rename(in: vault, by: vault.history(failing: Fault(at: 2, of: .exchange, .death))) }
    #expect(try vault.history.interrupted()?.isCompleted == false)
    try vault.folder.append(Array("edited\n".utf8), to: VaultPath("old.md"))
    let found = try #require(try vault.history.interrupted())
    #expect(found.isCompleted && found.edited == [VaultPath("old.md")] && found.act == .making)
    let ended = try #require(try vault.history.recoverIfNeeded())
    #expect(ended.isCompleted && ended.edited == [VaultPath("New.md")])
    #expect(try vault.history.interrupted() == nil)
    #expect(throws: OperationError.changed([VaultPath("New.md")])) { try vault.history.undo() }
  }

  /// Neither end suits both edits.
  @Test func whereTheRestIsEditedTooTheRenameIsRolledBackAndItsLinksCanBeRepaired() throws {
    let vault = try ChangedVault(Self.texts)
    _ = try vault.refresh()
    _ = Result { try Self.rename(in: vault, by: vault.history(failing: Fault(at: 3, of: .exchange, .death))) }
    for path in ["x.md", "y.md"] { try vault.folder.append(Array("edited\n".utf8), to: VaultPath(path)) }
    let ended = try #require(try vault.history.recoverIfNeeded())
    #expect(!ended.isCompleted && ended.edited == [VaultPath("x.md")])
    #expect(try vault.texts()["old.md"] == Self.texts["old.md"])
    #expect(try Self.brokenLinks(in: vault) == [VaultPath("x.md")])
    let check = VaultCheck(vault.vault, try vault.vault.refresh())
    _ = try check.fix(check.problems()).carryOut(by: vault.history, at: 2)
    #expect(try Self.brokenLinks(in: vault) == [])
    #expect(try vault.texts()["x.md"] == "# X\n[[old]]\nedited\n")
  }

  @Test func anEditedMemoIsNotDeletedLater() throws {
    let vault = try ChangedVault(["a.md": "a", "b.md": "b", "c.md": "c"])
    let draft = try vault.history(failing: Fault(at: 2, of: .exchange, .death)).begin("merge", at: 1)
    for path in ["a.md", "c.md"] {
      try draft.replace(VaultPath(path), contents: Array("new".utf8), read: vault.read(path).hash)
    }
    try draft.remove(VaultPath("b.md"), read: vault.read("b.md").hash)
    #expect(throws: FileError.self) { try draft.commit() }
    for path in ["a.md", "b.md"] { try vault.folder.append(Array(" edited".utf8), to: VaultPath(path)) }
    #expect(try vault.history.recoverIfNeeded()?.isCompleted == false)
    #expect(try vault.texts() == ["a.md": "new edited", "b.md": "b edited", "c.md": "c"])
  }

  @Test func anOperationThatWasWholeIsOnlyNoted() throws {
    var count = 0
    for call in 1... {
      let vault = try ChangedVault(["a.md": "a"])
      let fault = Fault(at: call, .death)
      _ = Result { try vault.replace(["a.md": "new"], fault: fault) }
      guard fault.hasHappened else { break }
      guard try vault.texts() == ["a.md": "new"], try vault.operations() == ["1-1-applying"] else { continue }
      count += 1
      try vault.folder.write("new, edited", to: "a.md")
      #expect(try vault.history.recoverIfNeeded()?.isCompleted == true)
      #expect(try vault.texts() == ["a.md": "new, edited"])
      #expect(try Trash(of: vault.vault, history: vault.history).items() == [])
      #expect(try vault.folder.bytes(of: VaultPath(".memo/history/1-1-done/0")) == Array("a".utf8))
    }
    #expect(count > 0)
  }
}
