import MemoCore
import MemoPlatform
import MemoStore
import MemoTestSupport
import Testing

/// Operations are undone and redone in their order, and only where nothing else has changed since.
@Suite struct UndoneOperationTests {
  private let paths = ["a.md", "b.md"].map { VaultPath($0) }

  @Test func undoRefusesWhatChangedSince() throws {
    let vault = try ChangedVault(["a.md": "a", "b.md": "b"])
    try vault.replace(["a.md": "A", "b.md": "B"])
    try vault.folder.write("edited", to: "b.md")
    #expect(throws: OperationError.changed([paths[1]])) { try vault.history.undo() }
    #expect(try vault.texts() == ["a.md": "A", "b.md": "edited"])
    try vault.folder.write("B", to: "b.md")
    #expect(try vault.history.undo().changed == paths)
    #expect(try vault.texts() == ["a.md": "a", "b.md": "b"])
    #expect(throws: OperationError.nothingToUndo) { try vault.history.undo() }
    try vault.folder.write("edited", to: "a.md")
    #expect(throws: OperationError.changed([paths[0]])) { try vault.history.redo() }
  }

  @Test func stepsBackAndForwardGoThroughTheOperationsInOrder() throws {
    let vault = try ChangedVault(["a.md": "0"])
    for number in 1...3 { try vault.replace(["a.md": "\(number)"]) }
    func text() throws -> String? { try vault.texts()["a.md"] }
    #expect(try (0..<3).map { _ in (try vault.history.undo(), try text()).1 } == ["2", "1", "0"])
    #expect(try (0..<2).map { _ in (try vault.history.redo(), try text()).1 } == ["1", "2"])
    #expect(try vault.history.list().map(\.isUndone) == [true, false, false])
    try vault.replace(["a.md": "other"])
    #expect(throws: OperationError.nothingToRedo) { try vault.history.redo() }
    #expect(try vault.history.undo(isDryRun: true).changed == [paths[0]])
    #expect(try text() == "other")
  }

  @Test func permissionsAndTimesComeBack() throws {
    let vault = try ChangedVault(["a.md": "a"])
    try vault.folder.setMode(0o600, of: paths[0])
    let before = try vault.contents()
    try vault.replace(["a.md": "A"])
    #expect(try vault.contents()[paths[0]]??.modified != before[paths[0]]??.modified)
    _ = try vault.history.undo()
    #expect(try vault.contents() == before)
  }

  /// Also one that is under its new name still.
  @Test func aMemoThatWasMadePrivateSinceStaysSo() throws {
    let vault = try ChangedVault(["a.md": "a", "b.md": "b"])
    let draft = try vault.history.begin("rename", at: 1)
    try draft.replace(paths[0], contents: Array("A".utf8), read: XXHash64.hash(Array("a".utf8)))
    try draft.move(paths[0], to: VaultPath("c.md"), read: XXHash64.hash(Array("A".utf8)))
    _ = try draft.commit()
    try vault.replace(["b.md": "B"])
    func permissions(_ path: String) throws -> UInt16? {
      try vault.vault.files.ownership(of: VaultPath(path))?.permissions
    }
    for path in ["b.md", "c.md"] { try vault.folder.setMode(0o600, of: VaultPath(path)) }
    for _ in 0..<2 { _ = try vault.history.undo() }
    #expect(try vault.texts() == ["a.md": "a", "b.md": "b"])
    #expect(try [permissions("a.md"), permissions("b.md")] == [0o600, 0o600])
    try vault.folder.setMode(0o644, of: paths[0])
    for _ in 0..<2 { _ = try vault.history.redo() }
    #expect(try vault.texts() == ["c.md": "A", "b.md": "B"])
    #expect(try [permissions("c.md"), permissions("b.md")] == [0o600, 0o600])
  }

  @Test func theLastFiftyAreKept() throws {
    let vault = try ChangedVault(["a.md": "0"])
    for number in 1...55 { try vault.replace(["a.md": "\(number)"]) }
    #expect(try vault.history.list().count == 50)
    for _ in 0..<50 { _ = try vault.history.undo() }
    #expect(try vault.texts() == ["a.md": "5"])
  }

  @Test func whatAnEditorDidIsUndone() throws {
    let vault = try ChangedVault(["a.md": "a", "b.md": "b"])
    let before = try vault.contents()
    let edited = try EditedMemos(paths, in: vault.vault)
    #expect(try edited.finish("edit", in: vault.history, at: 1) == nil)
    try vault.folder.write("A", to: "a.md")
    try vault.folder.remove(paths[1])
    let after = try vault.contents()
    #expect(try edited.finish("edit", in: vault.history, at: 1)?.changed == paths)
    _ = try vault.history.undo()
    #expect(try vault.contents() == before)
    _ = try vault.history.redo()
    #expect(try vault.contents() == after)
  }

  @Test func whatAnEditorDidToAMemoThatWasNamedTwiceIsUndone() throws {
    let vault = try ChangedVault(["a.md": "a", "b.md": "b"])
    try vault.replace(["b.md": "B"])
    let edited = try EditedMemos([paths[0], paths[0]], in: vault.vault)
    try vault.folder.write("A", to: "a.md")
    #expect(try edited.finish("edit", in: vault.history, at: 1)?.changed == [paths[0]])
    _ = try vault.history.undo()
    #expect(try vault.texts() == ["a.md": "a", "b.md": "B"])
    _ = try vault.history.undo()
    #expect(try vault.texts() == ["a.md": "a", "b.md": "b"])
  }
}
