import MemoCore
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct MergeConflictTests {
  @Test func aConflictComesBackFromItsTrailer() throws {
    let conflict = MergeConflict(
      path: VaultPath("a \"b\"\n.md"), line: 12, first: Array("one\ntwo\n".utf8), second: [0xFF, 0x0A],
      devices: ["desk", ""])
    #expect(MergeConflict.all(in: Array("memo: merge\n\n".utf8) + conflict.trailer) == [conflict])
    #expect(conflict.trailer.count { $0 == UInt8(ascii: "\n") } == 1, "no text of a memo forges a trailer")
    var ofKey = conflict
    ofKey.isOfKey = true
    #expect(MergeConflict.all(in: conflict.trailer + ofKey.trailer) == [conflict, ofKey])
  }

  @Test(arguments: [
    "Memo-Conflict: x \"a\" \"b\" \"c\" \"d\" \"e\"", "Memo-Conflict: 1 \"a\" \"b\"", "Memo-Conflict: 1",
    " Memo-Conflict: 1",
    "Memo-Conflict: 1 \"a\" \"b\" \"c\" \"d\" \"e",
  ])
  func aLineThatIsNoneDoesNotCount(line: String) {
    #expect(MergeConflict.all(in: Array(line.utf8)).isEmpty)
  }

  @Test(arguments: [
    MergeNote.kept(VaultPath("a \"b\"\n.md")),
    .doubled(VaultPath("a.md"), [VaultPath("b.md"), VaultPath("new\nline.md")]),
    .split(VaultPath("a.json"), copy: VaultPath("a \"(conflict)\".json"), devices: ["desk 1a", ""]),
    .displaced(
      VaultPath("A\n.md"), newPath: VaultPath("A\n (2).md"), other: VaultPath("a\n.md"), devices: ["", "desk 1a"]),
  ])
  func aNoteComesBackFromItsTrailer(note: MergeNote) {
    #expect(MergeNote.all(in: Array("memo: merge\n\n".utf8) + note.trailer) == [note])
    #expect(note.trailer.count { $0 == UInt8(ascii: "\n") } == 1)
  }

  @Test func aLongVersionIsCutBetweenLines() {
    let line = Array(repeating: UInt8(ascii: "x"), count: 700) + [0x0A]
    let conflict = MergeConflict(
      path: VaultPath("a.md"), line: 1, first: line + line + line, second: Array(repeating: 0x79, count: 5_000),
      devices: ["", ""])
    #expect(conflict.first == line + line)
    let text = line + line + line + Array(repeating: 0x79, count: 5_000)
    #expect(conflict.versions.line(in: text) { text } == 1)
  }
}
