import MemoCore
import MemoTestSupport
import Testing

@testable import MemoStore

/// Where what is at a path was before.
@Suite struct FormerPathTests {
  private let a = VaultPath("a.md")
  private let b = VaultPath("b.md")
  private let c = VaultPath("c.md")

  private func move(_ old: VaultPath, to new: VaultPath, in vault: ChangedVault) throws {
    let draft = try vault.history.begin("move", at: 1)
    try draft.move(old, to: new, read: try vault.read(old.text).hash)
    _ = try draft.commit()
  }

  @Test func theMovesOfAMemoAreFollowed() throws {
    let vault = try ChangedVault(["a.md": "a"])
    try move(a, to: b, in: vault)
    try vault.replace(["b.md": "edited"])
    try move(b, to: c, in: vault)
    #expect(try vault.history.lastNumber() == 3)
    #expect(try vault.history.formerPaths(of: [c]) == [c: [b, a]])
    #expect(try vault.history.formerPaths(of: [c], since: 1) == [c: [b]])
    #expect(try vault.history.formerPaths(of: [c], since: 3) == [:])
  }

  @Test func aMemoThatCameAfterAnotherOneWentHasNoneOfItsPaths() throws {
    let vault = try ChangedVault(["a.md": "a"])
    try move(a, to: b, in: vault)
    let removal = try vault.history.begin("delete", at: 1)
    try removal.remove(b, read: try vault.read("b.md").hash)
    _ = try removal.commit()
    try vault.folder.write("another", to: "b.md")
    #expect(try vault.history.formerPaths(of: [b]) == [:], "it was made by another program")
    try move(b, to: c, in: vault)
    #expect(try vault.history.formerPaths(of: [b, c]) == [c: [b]])
    let creation = try vault.history.begin("new", at: 1)
    try creation.create(b, contents: Array("third".utf8))
    _ = try creation.commit()
    #expect(try vault.history.formerPaths(of: [b, c]) == [c: [b]])
  }

  @Test func whatWasUndoneSinceThenCountsAndWhatWasUndoneBeforeDoesNot() throws {
    let vault = try ChangedVault(["a.md": "a"])
    try move(a, to: b, in: vault)
    let number = try vault.history.lastNumber()
    _ = try vault.history.undo()
    let back = [RenameHint(old: b, new: a)]
    #expect(try vault.history.undoneMoves(to: [a], since: number) == back)
    #expect(try vault.history.undoneMoves(to: [a], since: vault.history.lastNumber()) == [])
    #expect(try vault.history.undoneMoves(to: [a]) == back)
  }

  @Test func whatIsInTheWayOfUndoingIsNamed() throws {
    let vault = try ChangedVault(["a.md": "a"])
    try move(a, to: b, in: vault)
    try vault.folder.write("another", to: "a.md")
    #expect(throws: OperationError.changed([a])) { try vault.history.undo() }
    try vault.folder.remove(a)
    try vault.folder.write("edited", to: "b.md")
    #expect(throws: OperationError.changed([b])) { try vault.history.undo() }
  }
}
