import MemoCore
import Testing

@Suite struct StaleBufferTests {
  enum Verdict: Sendable {
    case keep
    case doubtful
    case weave(String)
  }

  static let files: [(String, String, String, Verdict)] = [
    // What it was before the merge, what the merge made of it, what is there now.
    ("a\nb\n", "a\nb\n", "a\nc\n", .keep),
    ("a\nb\nc\n", "a\nb\nc\nX\n", "a\nb\nc\nX\n", .keep),
    ("a\nb\nc\n", "a\nb\nc\nX\n", "a2\nb\nc\nX\n", .keep),
    ("a\nb\nc\n", "a\nb\nc\nX\n", "a2\nb\nc\n", .weave("a2\nb\nc\nX\n")),
    ("a\nb\nc\nd\n", "A\nb\nc\nD\n", "a\nb2\nc\nd\n", .weave("A\nb2\nc\nD\n")),
    ("a\nb\nc\n", "a\nb\nc\nX\n", "a\nb\nc2\n", .doubtful),
    ("a\nb\nc\nd\ne\n", "A\nb\nc\nd\nE\n", "a\nb\nc2\nd\ne\n", .weave("A\nb\nc2\nd\nE\n")),
    ("a\nb\nc\n", "a\nb\nc\nX\n", "a\nb\nc\n", .doubtful),
    ("a\nb\nc\n", "X\na\nb\nc\nY\n", "X\na\nb2\nc\n", .doubtful),
    ("a\nb\n", "a\nb\nX\n", "a\nb\nY\n", .doubtful),
    ("a\n", "a\n- [ ] box\n", "a\n- [x] box\n", .keep),
    ("a\nb\n- [ ] box\n", "a\nb\n- [x] box\n", "a\nb\n- [ ] box\n", .doubtful),
    ("a\nb\nc\n", "a\nb\n", "a2\nb\nc\n", .weave("a2\nb\n")),
  ]

  @Test(arguments: files)
  func aFileSavedFromBeforeAMergeIsTold(old: String, merged: String, file: String, verdict: Verdict) {
    let found = StaleBuffer(old: Array(old.utf8), merged: Array(merged.utf8), file: Array(file.utf8))
    switch (found, verdict) {
    case (.keep, .keep), (.doubtful, .doubtful): break
    case (.weave(let merge), .weave(let text)): #expect(String(decoding: merge.bytes, as: UTF8.self) == text)
    default: Issue.record("\(found)")
    }
  }
}
