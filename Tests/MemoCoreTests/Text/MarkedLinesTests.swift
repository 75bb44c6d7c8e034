import MemoCore
import Testing

/// A text without the marks of its conflicts.
struct MarkedLinesTests {
  @Test(arguments: [
    ("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\nd\n", "a\nb\nc\nd\n"),
    ("<<<<<<< HEAD\nb\n||||||| base\no\n=======\nc\n>>>>>>> x", "b\no\nc\n"), ("a\n=======\nb\n", "a\n=======\nb\n"),
    ("<<<<<<< HEAD\nb\n", "<<<<<<< HEAD\nb\n"), ("", ""), ("Title\n=======\n", "Title\n=======\n"),
    ("<<<<<<< a\r\n1\r\n=======\r\n2\r\n>>>>>>> b\r\n\r\nend", "1\r\n2\r\n\r\nend"),
    ("<<<<<<< a\n1\n=======\n>>>>>>> b\n<<<<<<< a\n=======\n2\n>>>>>>> b\n", "1\n2\n"),
  ])
  func theLinesOfAllSidesStay(text: String, expected: String) {
    #expect(String(decoding: ConflictMarkers.withoutMarks(Array(text.utf8)), as: UTF8.self) == expected)
  }
}
