import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
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

  @Test func aTextInAnotherEncodingGetsNoUTF8() throws {
    let vault = try ChangedVault([:])
    let korean: [UInt8] = Array("# ".utf8) + [0xBF, 0xCF, 0xBC, 0xBA, 0xC7, 0xFC, 0x20, 0xC7, 0xD1, 0xB1, 0xDB, 0x0A]
    try vault.folder.write(korean, to: path)
    var saving = saving(in: vault)
    #expect(throws: VaultError.otherEncoding(path, .likely(.korean))) {
      try saving.save(korean + Array("안녕\n".utf8), to: path, base: korean, at: 1)
    }
    #expect(try vault.folder.bytes(of: path) == korean)
    let saved = try saving.save(korean + Array("ok\n".utf8), to: path, base: korean, at: 1)
    #expect(saved.contents == korean + Array("ok\n".utf8), "ASCII is the same in both")
  }

  @Test func aFolderInThePlaceOfTheFileIsNamed() throws {
    let vault = try ChangedVault(["a.md": "0"])
    var saving = saving(in: vault)
    try vault.folder.remove(path)
    try vault.folder.makeFolders(path)
    #expect(throws: VaultError.obstructed(path, .folder)) {
      try saving.save([0x31], to: path, base: [0x30], at: 1)
    }
    try vault.folder.rename(path, to: VaultPath("folder"))
    #expect(try saving.save([0x31], to: path, base: [0x30], at: 1).meanwhile == .removed)
    #expect(try vault.folder.bytes(of: path) == [0x31])
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

  @Test func concurrentChangesAreReported() throws {
    let vault = try ChangedVault(["a.md": "one\ntwo\n", "b.md": "b"])
    var saving = saving(in: vault)
    let one = Array("one\ntwo\n".utf8)
    let first = try saving.save(Array("one\ntwo!\n".utf8), to: path, base: one, at: 1)
    #expect(first.meanwhile == .nothing)
    try vault.folder.write("ONE\ntwo!\n", to: "a.md")
    let second = try saving.save(Array("one\ntwo!!\n".utf8), to: path, base: first.contents, at: 2)
    #expect(second.meanwhile == .changed && second.contents == Array("ONE\ntwo!!\n".utf8))
    _ = try vault.vault.refresh()
    try vault.folder.rename(path, to: VaultPath("c.md"))
    let third = try saving.save(Array("ONE\ntwo!!!\n".utf8), to: path, base: second.contents, at: 3)
    #expect(third.meanwhile == .moved && third.path == VaultPath("c.md"))
    try vault.folder.remove(third.path)
    let fourth = try saving.save(Array("ONE\n".utf8), to: third.path, base: third.contents, at: 4)
    #expect(fourth.meanwhile == .removed)
    #expect(try vault.texts() == ["b.md": "b", "c.md": "ONE\n"])
  }

  @Test func aMemoThatOnlyTookTheOldPlaceOfAnotherIsNotTakenForIt() throws {
    let vault = try ChangedVault(["a.md": "one\n", "b.md": "b"])
    _ = try vault.vault.refresh()
    try vault.folder.rename(path, to: VaultPath("c.md"))
    _ = try vault.vault.refresh()
    try vault.folder.write("another text\nof another memo\n", to: "a.md")
    let base = Array("another text\nof another memo\n".utf8)
    try vault.folder.remove(path)
    var saving = saving(in: vault)
    let saved = try saving.save(base + [0x21], to: path, base: base, at: 1)
    #expect(saved.meanwhile == .removed && saved.path == path)
    #expect(try vault.texts()["c.md"] == "one\n")
  }

  // MARK: New memos

  @Test func anEmptiedMemoThatOthersWroteToIsNeitherRemovedNorPutBack() throws {
    let vault = try ChangedVault()
    var saving = saving(in: vault)
    let made = try saving.save(Array("x".utf8), to: nil, base: [], at: 1)
    try vault.folder.write("x\nof others\n", to: "x.md")
    let merged = try saving.save(Array("y".utf8), to: made.path, base: made.contents, at: 2)
    _ = try saving.save([], to: made.path, base: merged.contents, at: 3)
    #expect(try saving.finish(made.path, at: 4) == made.path)
    #expect(try vault.texts() == ["x.md": ""])
    var other = self.saving(in: vault)
    let second = try other.save(Array("z".utf8), to: nil, base: [], at: 5)
    try vault.folder.write(" ", to: "z.md")
    #expect(try other.finish(second.path, at: 6) == second.path, "others have emptied it")
  }

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

  @Test(arguments: ["# Alpha\n", "# Al\n"])
  func aNewMemoTakesOverNoLinks(first: String) throws {
    let texts = ["p/Alpha.md": "# A\n", "p/Al.md": "# B\n", "l.md": "[[Alpha]] [[Al]] [[Later]]\n"]
    let vault = try ChangedVault(texts)
    var saving = saving(in: vault)
    let made = try saving.save(Array(first.utf8), to: nil, base: [], index: vault.refresh(), at: 1)
    let whole = Array("# Alpha\n\n[[Alpha]]\n".utf8)
    let saved = try saving.save(whole, to: made.path, base: made.contents, index: vault.refresh(), at: 2)
    #expect(try vault.texts()["l.md"] == texts["l.md"], "the title is not whole yet")
    #expect(try saving.finish(saved.path, at: 3) == VaultPath("Alpha.md"))
    #expect(try vault.texts()["l.md"] == "[[p/Alpha]] [[Al]] [[Later]]\n")
    #expect(try vault.history.list().count == 1)
    _ = try vault.history.undo()
    #expect(try vault.texts() == texts)
  }

  @Test func aNewMemoThatWasEmptiedTakesOverNoLinks() throws {
    let texts = ["p/Alpha.md": "# A\n", "l.md": "[[Alpha]]\n"]
    let vault = try ChangedVault(texts)
    var saving = saving(in: vault)
    let made = try saving.save(Array("# Alpha".utf8), to: nil, base: [], index: vault.refresh(), at: 1)
    let emptied = try saving.save([], to: made.path, base: made.contents, index: vault.refresh(), at: 2)
    #expect(try saving.finish(emptied.path, at: 3) == nil)
    #expect(try vault.texts() == texts)
    #expect(try vault.history.list().isEmpty)
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
