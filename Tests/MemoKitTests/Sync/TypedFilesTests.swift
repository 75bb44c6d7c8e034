import MemoCore
import Testing

@testable import MemoSync

/// What a backup's message says of the files that a person has typed into.
struct TypedFilesTests {
  @Test func aMessageIsReadAsItWasWritten() throws {
    let id = ObjectId(ofBlob: Array("text".utf8))
    let typed = TypedFiles([
      TypedFiles.File(path: VaultPath("새 메모/b \"c\"\n.md"), base: id),
      TypedFiles.File(path: VaultPath("a.md"), base: nil),
    ])
    let message = Array("memo: 2 files\n\n".utf8) + typed.trailers + Array("Other: x\n".utf8)
    #expect(TypedFiles(message: message) == typed && typed.files.count == 2)
    #expect(TypedFiles(message: TypedFiles([]).trailers)?.files == [])
  }

  @Test(arguments: ["", "memo: 1 file\n", "Memo-Typed: \"a.md\"\n"])
  func anotherMessageIsNone(_ message: String) {
    #expect(TypedFiles(message: Array(message.utf8)) == nil)
  }

  @Test(arguments: ["Memo-Typed: a.md", "Memo-Typed: \"a.md", "Memo-Typed:", "Memo-Typed: \"a.md\" \"xyz\""])
  func aLineThatIsNotUnderstoodNamesNoText(_ line: String) {
    let typed = TypedFiles(message: Array("Memo-Backup: 1\n\(line)\n".utf8))
    #expect(typed?.files.allSatisfy { $0.base == nil && $0.path == VaultPath("a.md") } == true)
  }
}
