import MemoCore
import MemoTestSupport
import MemoVault
import Testing

@Suite struct MemoSavingTests {
  private let path = VaultPath("a.md")

  private func saving(in vault: ChangedVault) -> MemoSaving {
    MemoSaving(in: vault.vault, by: vault.history, fallbackName: "2026-05-01") { base, disk, typed in
      LineMerge(base: base, first: disk, second: typed).bytes
    }
  }

  @Test func manySavesAreOneOperation() throws {
    let vault = try ChangedVault(["a.md": "0", "b.md": "b"])
    let before = try vault.files()
    var saving = saving(in: vault)
    for number in 1...9 {
      let saved = try saving.save(Array("\(number)".utf8), to: path, base: Array("\(number - 1)".utf8), at: 7)
      #expect(saved.path == path && saved.contents == Array("\(number)".utf8))
    }
    #expect(try saving.finish(path, at: 8) == path)
    #expect(try vault.history.list().map(\.name) == ["edit"])
    _ = try vault.history.undo()
    #expect(try vault.files() == before, "bytes and time")
    _ = try vault.history.redo()
    #expect(try vault.texts()["a.md"] == "9")
  }

  @Test func anotherSessionIsAnotherOperation() throws {
    let vault = try ChangedVault(["a.md": "0"])
    var saving = saving(in: vault)
    _ = try saving.save([0x31], to: path, base: [0x30], at: 1)
    _ = try saving.finish(path, at: 2)
    _ = try saving.save([0x32], to: path, base: [0x31], at: 3)
    #expect(try vault.history.list().count == 2)
  }

  @Test func whatComesBetweenKeepsOperationsApart() throws {
    let vault = try ChangedVault(["a.md": "0", "b.md": "b"])
    var saving = saving(in: vault)
    _ = try saving.save(Array("1".utf8), to: path, base: Array("0".utf8), at: 1)
    try vault.replace(["b.md": "changed"])
    _ = try saving.save(Array("2".utf8), to: path, base: Array("1".utf8), at: 2)
    #expect(try vault.history.list().map(\.name) == ["edit", "write", "edit"])
    for _ in 0..<3 { _ = try vault.history.undo() }
    #expect(try vault.texts() == ["a.md": "0", "b.md": "b"])
  }

  @Test func whatOthersWroteIsMergedAndStaysAfterUndo() throws {
    let vault = try ChangedVault(["a.md": "one\ntwo\n"])
    var saving = saving(in: vault)
    _ = try saving.save(Array("one!\ntwo\n".utf8), to: path, base: Array("one\ntwo\n".utf8), at: 1)
    try vault.folder.write("one!\ntwo\nthree\n", to: "a.md")
    let saved = try saving.save(Array("one!!\ntwo\n".utf8), to: path, base: Array("one!\ntwo\n".utf8), at: 2)
    #expect(String(decoding: saved.contents, as: UTF8.self) == "one!!\ntwo\nthree\n")
    _ = try vault.history.undo()
    #expect(try vault.texts()["a.md"] == "one!\ntwo\nthree\n")
  }

  @Test func aSaveThatChangesNothingIsNoOperation() throws {
    let vault = try ChangedVault(["a.md": "0"])
    var saving = saving(in: vault)
    _ = try saving.save([0x30], to: path, base: [0x30], at: 1)
    #expect(try vault.history.list().isEmpty)
  }

  @Test func aFileThatIsGoneIsMadeAgain() throws {
    let vault = try ChangedVault(["a.md": "0"])
    var saving = saving(in: vault)
    try vault.folder.remove(path)
    _ = try saving.save([0x31], to: path, base: [0x30], at: 1)
    #expect(try vault.texts() == ["a.md": "1"])
  }

  // MARK: New memos

  @Test func aNewMemoGetsTheNameOfItsLastTitle() throws {
    let vault = try ChangedVault(["whole-title.md": "taken"])
    var saving = saving(in: vault)
    let first = try saving.save(Array("wh".utf8), to: nil, base: [], at: 1)
    #expect(first.path == VaultPath("wh.md"))
    _ = try saving.save(Array("whole title\nx".utf8), to: first.path, base: first.contents, at: 2)
    #expect(try saving.finish(first.path, at: 3) == VaultPath("whole-title-2.md"))
    #expect(try vault.texts() == ["whole-title.md": "taken", "whole-title-2.md": "whole title\nx"])
    #expect(try vault.history.list().count == 1)
    _ = try vault.history.undo()
    #expect(try vault.texts() == ["whole-title.md": "taken"])
    _ = try vault.history.redo()
    #expect(try vault.texts()["whole-title-2.md"] == "whole title\nx")
  }

  @Test func aNewMemoThatWasEmptiedGoes() throws {
    let vault = try ChangedVault()
    var saving = saving(in: vault)
    let made = try saving.save(Array("x".utf8), to: nil, base: [], at: 1)
    _ = try saving.save(Array(" \n".utf8), to: made.path, base: made.contents, at: 2)
    #expect(try saving.finish(made.path, at: 3) == nil)
    #expect(try vault.texts() == [:])
    #expect(try vault.history.list().isEmpty)
  }

  @Test func aMemoThatWasThereKeepsItsNameAndMayBeEmpty() throws {
    let vault = try ChangedVault(["a.md": "old title"])
    var saving = saving(in: vault)
    _ = try saving.save([], to: path, base: Array("old title".utf8), at: 1)
    #expect(try saving.finish(path, at: 2) == path)
    #expect(try vault.texts() == ["a.md": ""])
  }

  @Test func aCrashBetweenTwoSavesLosesNothing() throws {
    let vault = try ChangedVault(["a.md": "0"])
    var saving = saving(in: vault)
    _ = try saving.save([0x31], to: path, base: [0x30], at: 1)
    // The process is gone; another one finds what it left.
    #expect(try vault.texts()["a.md"] == "1")
    _ = try OperationHistory(of: vault.vault, wait: .seconds(10)).undo()
    #expect(try vault.texts()["a.md"] == "0")
  }
}
