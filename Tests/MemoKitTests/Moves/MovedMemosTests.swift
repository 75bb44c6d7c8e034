import Dispatch
import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct MovedMemosTests {
  /// What another program, or memo, does to a vault.
  enum Step: CustomTestStringConvertible {
    case write(String, String)
    case move(String, String)
    /// Another file with the same bytes, and the old one gone.
    case copyAway(String, String)
    case remove(String)
    /// As an operation of memo's.
    case edit(String, String)
    case undo
    case look

    var testDescription: String {
      switch self {
      case .write(let path, let text): "write \(path) \(text.debugDescription)"
      case .move(let path, let other): "mv \(path) \(other)"
      case .copyAway(let path, let other): "cp+rm \(path) \(other)"
      case .remove(let path): "rm \(path)"
      case .edit(let path, let text): "memo edit \(path) \(text.debugDescription)"
      case .undo: "memo undo"
      case .look: "look"
      }
    }

    func make(in vault: ChangedVault) throws {
      switch self {
      case .write(let path, let text): try vault.folder.write(text, to: path)
      case .move(let path, let other): try vault.folder.rename(VaultPath(path), to: VaultPath(other))
      case .copyAway(let path, let other):
        try vault.folder.write(try #require(try vault.folder.bytes(of: VaultPath(path))), to: VaultPath(other))
        try vault.folder.remove(VaultPath(path))
      case .remove(let path): try vault.folder.remove(VaultPath(path))
      case .edit(let path, let text): try vault.replace([path: text])
      case .undo: _ = try vault.history.undo()
      case .look: _ = try vault.refresh()
      }
    }
  }

  @Test(
    arguments: [
      ([.move("a.md", "가 나.md")], ["a.md > 가 나.md"]),
      ([.copyAway("a.md", "x/b.md")], ["a.md > x/b.md"]),
      // The same file with another text, and another file with another text.
      ([.move("a.md", "b.md"), .write("b.md", "# New\n")], ["a.md > b.md"]),
      ([.remove("a.md"), .write("b.md", "# New\n")], []),
      // A chain, seen at once and step by step.
      ([.move("a.md", "b.md"), .move("b.md", "c.md")], ["a.md > c.md"]),
      ([.move("a.md", "b.md"), .look, .move("b.md", "c.md")], ["a.md > c.md", "b.md > c.md"]),
      (
        [.move("a.md", "b.md"), .look, .write("b.md", "# X\n"), .look, .move("b.md", "c.md")],
        ["a.md > c.md", "b.md > c.md"]
      ),
      // There and back.
      ([.move("a.md", "b.md"), .look, .move("b.md", "a.md")], ["b.md > a.md"]),
      // A path that is taken again, and a memo that went in the end.
      ([.move("a.md", "b.md"), .look, .write("a.md", "# Other\n")], []),
      ([.move("a.md", "b.md"), .look, .remove("b.md")], []),
      // A vault that was not looked at in between.
      ([.move("a.md", "b.md"), .write("a.md", "# Other\n")], []),
      // Twins: files are told apart, copies are not, unless each keeps its name.
      ([.move("t1.md", "t3.md"), .move("t2.md", "t4.md")], ["t1.md > t3.md", "t2.md > t4.md"]),
      ([.copyAway("t1.md", "t3.md"), .copyAway("t2.md", "t4.md")], []),
      ([.copyAway("t1.md", "x/t1.md"), .copyAway("t2.md", "x/t2.md")], ["t1.md > x/t1.md", "t2.md > x/t2.md"]),
      ([.copyAway("t1.md", "t3.md")], ["t1.md > t3.md"]),
      ([.copyAway("t1.md", "t3.md"), .write("t4.md", "# Twin\n")], []),
      // Written to by memo, and moved before anybody looked.
      ([.edit("a.md", "# A\nmore\n"), .move("a.md", "b.md")], ["a.md > b.md"]),
      ([.edit("a.md", "1"), .edit("a.md", "2"), .move("a.md", "b.md"), .move("b.md", "c.md")], ["a.md > c.md"]),
      ([.edit("a.md", "1"), .look, .undo, .move("a.md", "b.md")], ["a.md > b.md"]),
      ([.edit("empty.md", "1"), .move("empty.md", "b.md")], ["empty.md > b.md"]),
      ([.edit("a.md", ""), .move("a.md", "b.md")], []),
      ([.edit("a.md", "1"), .edit("t1.md", "1"), .move("a.md", "b.md"), .move("t1.md", "c.md")], []),
      (
        [.edit("a.md", "1"), .edit("t1.md", "1"), .move("a.md", "x/a.md"), .move("t1.md", "x/t1.md")],
        ["a.md > x/a.md", "t1.md > x/t1.md"]
      ),
      ([.edit("a.md", "1"), .remove("a.md"), .write("b.md", "# A\n")], ["a.md > b.md"]),
      ([.edit("a.md", "1"), .remove("a.md"), .write("b.md", "2")], []),
      // A memo without a text has nothing but its name.
      ([.copyAway("empty.md", "b.md")], []),
      ([.copyAway("empty.md", "x/empty.md")], ["empty.md > x/empty.md"]),
    ] as [([Step], [String])])
  func whatIsRememberedOfMemosThatMoved(steps: [Step], expected: [String]) throws {
    let vault = try ChangedVault(["a.md": "# A\n", "t1.md": "# Twin\n", "t2.md": "# Twin\n", "empty.md": ""])
    try vault.folder.makeFolders(VaultPath("x"))
    for step in [.look] + steps + [.look, .look] { try step.make(in: vault) }
    let found = vault.vault.movedMemos.moves.map { "\($0.from.text) > \($0.to.text)" }
    #expect(found.sorted() == expected)
  }

  @Test func aFolderWithoutMarkerGetsNone() throws {
    let folder = try TemporaryFolder()
    let cache = try TemporaryFolder()
    try folder.write("# A\n", to: "a.md")
    let vault = try folder.openVault(userCache: cache.path)
    _ = try vault.refresh()
    try folder.rename(VaultPath("a.md"), to: VaultPath("b.md"))
    #expect(try vault.refresh().counts == RefreshCounts(added: 1, changed: 0, removed: 1))
    #expect(try folder.names() == [Array("b.md".utf8)])
  }

  @Test func whatAnOperationNotesWhileARefreshSearchesStays() throws {
    let vault = try ChangedVault()
    let memory = MoveMemory(files: vault.vault.files, writer: vault.vault.writer)
    let (made, seen) = (Self.move("a", "b"), Self.move("c", "d"))
    memory.note(mayHaveMoves: true) { _ in
      memory.note([made])
      var found = SeenMoves()
      (found.removed, found.added, found.moves) = ([seen.from], [seen.to], [seen])
      return found
    }
    #expect(vault.vault.movedMemos.moves == [made, seen])
  }

  @Test func allThatIsNotedAtTheSameTimeIsKnown() throws {
    let vault = try ChangedVault()
    let moves = (0..<20).map { Self.move("a\($0)", "b\($0)") }
    DispatchQueue.concurrentPerform(iterations: moves.count) { number in
      MoveMemory(files: vault.vault.files, writer: vault.vault.writer).note([moves[number]])
    }
    #expect(Set(vault.vault.movedMemos.moves.map(\.from)) == Set(moves.map(\.from)))
  }

  private static func move(_ name: String, _ newName: String) -> MovedMemos.Move {
    MovedMemos.Move(from: VaultPath("\(name).md"), to: VaultPath("\(newName).md"))
  }

  /// Each move alone, by the definition: what is known of a path that is taken again goes, what stood where the move
  /// began is followed, and a path has one move.
  private func noted(_ move: MovedMemos.Move, after known: [MovedMemos.Move]) -> [MovedMemos.Move] {
    let kept = known.filter { $0.from != move.to && $0.from != move.from }
    return kept.map { $0.to == move.from ? MovedMemos.Move(from: $0.from, to: move.to) : $0 } + [move]
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func manyMovesComeToWhatTheyComeToOneByOne(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let paths = "abcdef".map { VaultPath("\($0).md") }
    var (moved, expected) = (MovedMemos(), [MovedMemos.Move]())
    for _ in 0..<6 {
      let made = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        let ends = paths.shuffled(using: &random)
        return MovedMemos.Move(from: ends[0], to: ends[1])
      }
      moved.note(made)
      expected = made.reduce(expected) { noted($1, after: $0) }
      #expect(moved.moves == expected, "\(made)")
    }
  }

  @Test func ofMemosThatWentThoseAreDeletedOfWhoseNameNoneCame() {
    var moved = MovedMemos()
    func see(removed: [String], added: [String] = [], moves: [MovedMemos.Move] = []) -> [String] {
      var found = SeenMoves()
      (found.removed, found.added) = (Set(removed.map { VaultPath($0) }), Set(added.map { VaultPath($0) }))
      found.moves = moves
      moved.note(found)
      return moved.deleted.map(\.text)
    }
    let both = see(removed: ["x/a.md", "b.md", "c.md"], added: ["y/b.md", "d.md"], moves: [Self.move("c", "d")])
    #expect(both == ["x/a.md"])
    #expect(MovedMemos(decoding: moved.encoded) == moved)
    #expect(see(removed: ["d.md"]) == ["x/a.md", "d.md", "c.md"], "under each name that it had")
    #expect(moved.moves.isEmpty)
    #expect(see(removed: [], added: ["z/a.markdown"]) == ["d.md", "c.md"])
    moved.note([Self.move("c", "e")])
    #expect(moved.deleted == [VaultPath("d.md")])
    moved.note([Self.move("f", "g")])
    #expect(see(removed: ["f.md"], added: ["g.md"]) == ["d.md"], "an operation has said where it went")
  }

  @Test func whatIsKnownOfEarlierTimesGivesWay() {
    var moved = MovedMemos()
    moved.note([Self.move("b", "c")])
    moved.noteEarlier([Self.move("a", "b"), Self.move("x", "y")], deleted: [VaultPath("d.md")])
    let ends = moved.moves.map { "\($0.from.text) \($0.to.text)" }
    #expect(ends.sorted() == ["a.md c.md", "b.md c.md", "x.md y.md"])
    #expect(moved.deleted == [VaultPath("d.md")])
  }

  @Test func theFileSaysWhatWasNotedAndNothingBreaksIt() {
    var moved = MovedMemos(decoding: Array("a\0b\0c d\0\u{AC00}\0".utf8))
    #expect(moved.moves.map(\.to.text) == ["b", "\u{AC00}"])
    #expect(MovedMemos(decoding: moved.encoded) == moved)
    for garbage in ["", "a", "\0\0\0", "a\0b\0c"] { moved = MovedMemos(decoding: Array(garbage.utf8)) }
    #expect(moved.moves.count == 1)
  }
}
