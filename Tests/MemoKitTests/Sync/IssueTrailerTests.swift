import MemoCore
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct IssueTrailerTests {
  private static let id = ObjectId(ofBlob: [])

  /// The bytes that every version of memo has written, by the issue.
  static let lines: [(issue: SyncIssue, line: String)] = [
    (
      .overlap(
        Overlap(
          path: VaultPath("a.md"), line: 3, first: Array("first\n".utf8), second: Array("second\n".utf8),
          devices: ["desk", "phone"])),
      #"Memo-Conflict: 3 "a.md" "first\n" "second\n" "desk" "phone""#
    ),
    (
      .overlap(
        Overlap(
          path: VaultPath("a \"b\"\n.md"), line: 12, first: [], second: [0xFF, 0x0A], devices: ["desk 1a2b3c4d", ""])),
      #"Memo-Conflict: 12 "a \"b\"\n.md" "" "\377\n" "desk 1a2b3c4d" """#
    ),
    (
      .overlap(
        Overlap(
          path: VaultPath("a.md"), line: 2, first: Array("k: 1\n".utf8), second: Array("k: 2\n".utf8),
          devices: ["", "phone"], isOfKey: true)),
      #"Memo-Key-Conflict: 2 "a.md" "k: 1\n" "k: 2\n" "" "phone""#
    ),
    (
      .overlap(
        Overlap(
          path: VaultPath("a.md"), line: 7,
          sealedIn: Overlap.Origin(base: nil, first: id, second: id, index: 2), devices: ["desk", ""])),
      #"Memo-Sealed-Conflict: 7 "a.md" "2" "" "\#(id.text)" "\#(id.text)" "desk" """#
    ),
    (
      .overlap(
        Overlap(
          path: VaultPath("a.md"), line: 7,
          sealedIn: Overlap.Origin(base: id, first: id, second: id, index: 0), devices: ["desk", ""])),
      #"Memo-Sealed-Conflict: 7 "a.md" "0" "\#(id.text)" "\#(id.text)" "\#(id.text)" "desk" """#
    ),
    (.keptEdit(VaultPath("a \"b\"\n.md")), #"Memo-Kept: "a \"b\"\n.md""#),
    (
      .doubled(DoubledMemo(path: VaultPath("a.md"), names: [VaultPath("b.md"), VaultPath("new\nline.md")])),
      #"Memo-Doubled: "a.md" "b.md" "new\nline.md""#
    ),
    (
      .split(
        SplitFile(path: VaultPath("a.json"), copy: VaultPath("a (conflict 1a2b3c4).json"), devices: ["desk 1a", ""])),
      #"Memo-Split: "a.json" "a (conflict 1a2b3c4).json" "desk 1a" """#
    ),
    (
      .displaced(
        DisplacedFile(
          path: VaultPath("A\n.md"), newPath: VaultPath("A\n (2).md"), other: VaultPath("a\n.md"),
          devices: ["", "desk 1a"])),
      #"Memo-Displaced: "A\n.md" "A\n (2).md" "a\n.md" "" "desk 1a""#
    ),
    (
      .strayed(StrayedFile(path: VaultPath("a \"b\"/c.md"), folder: VaultPath("new\nfolder"))),
      #"Memo-Strayed: "a \"b\"/c.md" "new\nfolder""#
    ),
    (
      .merged(MergedMemo(path: VaultPath("a \"b\".md"), newPath: VaultPath("new\nline.md"), isKept: false)),
      #"Memo-Merged: "a \"b\".md" "new\nline.md""#
    ),
    (
      .merged(MergedMemo(path: VaultPath("a.md"), newPath: VaultPath("b.md"), isKept: true)),
      #"Memo-Merged-Kept: "a.md" "b.md""#
    ),
  ]

  @Test(arguments: lines.indices) func anIssueHasTheBytesThatItHasAlwaysHad(index: Int) {
    let (issue, line) = Self.lines[index]
    #expect(String(decoding: IssueTrailer.line(of: issue), as: UTF8.self) == line + "\n")
  }

  @Test(arguments: lines.indices) func anIssueComesBackFromItsTrailer(index: Int) {
    let (issue, line) = Self.lines[index]
    #expect(IssueTrailer.issues(in: Array("memo: merge\n\n\(line)\n".utf8)) == [issue])
  }

  @Test func aMessageHoldsIssuesOfAllKindsInItsOrder() {
    let message = Array("memo: merge\n\n".utf8) + Self.lines.flatMap { IssueTrailer.line(of: $0.issue) }
    #expect(IssueTrailer.issues(in: message) == Self.lines.map(\.issue))
    #expect(message.count { $0 == UInt8(ascii: "\n") } == Self.lines.count + 2, "no text of a memo forges a trailer")
  }

  @Test(arguments: [
    "Memo-Conflict: x \"a\" \"b\" \"c\" \"d\" \"e\"", "Memo-Conflict: 1 \"a\" \"b\"", "Memo-Conflict: 1",
    " Memo-Conflict: 1", "Memo-Conflict: 1 \"a\" \"b\" \"c\" \"d\" \"e", "Memo-Kept: \"a\" \"b\"",
    "Memo-Doubled: \"a\" \"b\"", "Memo-Strayed: \"a\"", "Memo-Merged: \"a\"", "Memo-Merged-Kept: \"a\" \"b",
    "Memo-Conflict: 1 \"../a\" \"b\" \"c\" \"d\" \"e\"", "Memo-Kept: \"/a\"", "Memo-Merged: \"a\" \"\"",
    "Memo-Doubled: \"a\" \"b\" \"..\"", "Memo-Split: \"a\" \"../b\" \"desk\" \"phone\"",
    "Memo-Displaced: \"a\" \"b\" \".git/c\" \"desk\" \"phone\"", "Memo-Strayed: \"a\" \"/b\"",
    "Memo-Unknown: \"a\"", "Memo-Kept", "memo-kept: \"a\"",
  ])
  func aLineThatIsNoneDoesNotCount(line: String) {
    #expect(IssueTrailer.issues(in: Array(line.utf8)).isEmpty)
  }

  @Test func whatNoMergeDecidesHasNoTrailer() {
    #expect(IssueTrailer.line(of: .staleSave(VaultPath("a.md"), isRevived: true)).isEmpty)
  }

  @Test func aLongVersionIsCutBetweenLines() {
    let line = Array(repeating: UInt8(ascii: "x"), count: 700) + [0x0A]
    let overlap = Overlap(
      path: VaultPath("a.md"), line: 1, first: line + line + line, second: Array(repeating: 0x79, count: 5_000),
      devices: ["", ""])
    #expect(overlap.first == line + line)
    let text = line + line + line + Array(repeating: 0x79, count: 5_000)
    #expect(overlap.versions.line(in: text) { text } == 1)
  }
}
