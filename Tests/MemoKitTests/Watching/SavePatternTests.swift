import MemoCore
import MemoIndex
import MemoStore
import MemoTestSupport
import Testing

/// How the ways in which programs save look to someone who follows the vault.
@Suite struct SavePatternTests {
  private let vault: ScriptedVault
  private let memo = VaultPath("a.md")

  init() throws {
    vault = try ScriptedVault()
    try vault.folder.write("# old\n", to: "a.md")
  }

  @Test func truncateThenWriteIsOneChange() throws {
    #expect(
      try vault.changes((0, { try $0.truncate(memo, to: 0) }), (120, { try $0.write("# new\n", to: "a.md") }))
        == ["*a.md"])
  }

  @Test func removeThenCreateIsOneChange() throws {
    #expect(
      try vault.changes(
        (0, { try $0.remove(memo) }), (100, { try $0.write("", to: "a.md") }),
        (150, { try $0.write("# new\n", to: "a.md") })) == ["*a.md"])
  }

  @Test func renameToABackupThenCreateIsOneChange() throws {
    #expect(
      try vault.changes(
        (0, { try $0.rename(memo, to: VaultPath("a.md~")) }), (40, { try $0.write("# new\n", to: "a.md") }),
        (80, { try $0.remove(VaultPath("a.md~")) })) == ["*a.md"])
  }

  @Test func renameOverIsOneChange() throws {
    #expect(
      try vault.changes(
        (0, { try $0.write("# new\n", to: ".a.md.tmp") }),
        (10, { try $0.rename(VaultPath(".a.md.tmp"), to: memo) })) == ["*a.md"])
  }

  @Test func renamedAwayAndBackIsNoChange() throws {
    #expect(
      try vault.changes(
        (0, { try $0.rename(memo, to: VaultPath("a.hidden")) }),
        (200, { try $0.rename(VaultPath("a.hidden"), to: memo) })) == [])
  }

  @Test func aRemovalIsBelievedLaterThanAChange() throws {
    try vault.folder.write("# b\n", to: "b.md")
    #expect(
      try vault.changes((0, { try $0.remove(memo) }), (0, { try $0.write("# other\n", to: "b.md") }))
        == ["*b.md", "-a.md"])
  }

  @Test func anEmptiedMemoIsReportedInTheEnd() throws {
    #expect(try vault.changes((0, { try $0.truncate(memo, to: 0) })) == ["*a.md"])
  }

  @Test func aConstantlyWrittenMemoIsReportedOnceItSettles() throws {
    let steps = (0..<10).map { number in
      ScriptedWatching.Step(time: .milliseconds(number * 100), hint: .everything) { [folder = vault.folder] in
        try folder.append(Array("more\n".utf8), to: VaultPath("a.md"))
      }
    }
    #expect(try vault.follow(ScriptedWatching(steps)).compactMap(\.signs) == ["*a.md"])
  }

  @Test func aRenameIsOneChange() throws {
    #expect(try vault.changes((0, { try $0.rename(memo, to: VaultPath("b.md")) })) == ["a.md>b.md"])
  }

  @Test func aRenameOfAFolderIsOneOfEachMemo() throws {
    for name in ["x", "한글"] { try vault.folder.write("# \(name)\n", to: "old/\(name).md") }
    #expect(
      try vault.changes((0, { try $0.rename(VaultPath("old"), to: VaultPath("new")) }))
        == ["old/x.md>new/x.md old/한글.md>new/한글.md"])
  }

  @Test func aRenameIsReportedAsOneWhenItsHalvesAreSeenApart() throws {
    #expect(
      try vault.changes(
        (0, { try $0.rename(memo, to: VaultPath("a.hidden")) }),
        (250, { try $0.rename(VaultPath("a.hidden"), to: VaultPath("b.md")) })) == ["a.md>b.md"])
  }

  @Test func aNewMemoWithTheTextOfARemovedOneIsNoRename() throws {
    let changes = try vault.changes(
      (0, { try $0.write("# old\n", to: "b.md") }), (0, { try $0.remove(memo) }))
    #expect(changes == ["+b.md", "-a.md"])
  }

  @Test func namesThatDifferInNormalizationAreTwoMemos() throws {
    let (composed, decomposed) = ("\u{AC00}.md", "\u{1100}\u{1161}.md")
    #expect(
      try vault.changes(
        (0, { try $0.write("# 1\n", to: composed) }), (0, { try $0.write("# 2\n", to: decomposed) })
      ).map { Array($0.utf8) } == [Array("+\(decomposed) +\(composed)".utf8)])
  }
}
