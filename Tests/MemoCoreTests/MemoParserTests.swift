import MemoCore
import MemoTestSupport
import Testing

@Suite struct MemoParserTests {
  @Test func allOfAMemoIsRead() {
    let text = """
      ---
      created: 2024-03-01
      aliases: [Minutes, 회의]
      tags: work
      ---
      # 회의록 #meeting

      See [[Plan]] and [notes](notes.md).
      - [/] ask *Kim*
      """
    let expected = MemoMetadata(
      title: "회의록 #meeting", preview: Array("See Plan and notes. ask Kim".utf8),
      created: .local(1_709_251_200_000_000_000), wordCount: 8,
      tags: ["work", "meeting"], aliases: ["Minutes", "회의"],
      links: [MemoLink(kind: .wiki, target: "Plan"), MemoLink(kind: .markdown, target: "notes.md", label: "notes")],
      fields: [
        MemoField(key: "created", value: .scalar("2024-03-01")),
        MemoField(key: "aliases", value: .list(["Minutes", "회의"])), MemoField(key: "tags", value: .scalar("work")),
      ], tasks: [MemoTask(line: 9, mark: "/", text: "ask *Kim*")])
    #expect(MemoParser.metadata(of: Array(text.utf8)) == expected)
  }

  @Test func anUnreadableCreatedLeavesTheDate() {
    let text = "---\ncreated: soon\ndate: 1970-01-01\n---\n"
    #expect(MemoParser.metadata(of: Array(text.utf8)).created == .local(0))
  }

  @Test(arguments: ["", "a", "ab"])
  func onlyTheFirstMegabyteIsReadInWholeScalars(padding: String) {
    let text = padding + String(repeating: "가", count: MemoMetadata.readLimit / 3 + 10) + " #late"
    let metadata = MemoParser.metadata(of: Array(text.utf8))
    #expect(metadata.title.utf8.count == padding.utf8.count + (MemoMetadata.readLimit - padding.utf8.count) / 3 * 3)
    #expect(!metadata.title.unicodeScalars.contains("\u{FFFD}"))
    #expect(metadata.tags == [])
    let head = Array(text.utf8.prefix(MemoMetadata.readLimit))
    #expect(MemoParser.metadata(of: head) == metadata, "cut by the parser or by the reader")
  }

  @Test func randomBytesNeverCrash() {
    var random = SeededRandom(seed: 1)
    let marks = Array("#[]()`~*_|\\-:>\"' \n\r\t/!<.a1".utf8) + [0xEA, 0xB0, 0x80, 0xFF, 0xC3, 0xF0, 0x9F]
    for round in 0..<10_000 {
      let count = Int.random(in: 0..<80, using: &random)
      var bytes = (0..<count).map { _ in marks[Int.random(in: 0..<marks.count, using: &random)] }
      if round % 3 == 0 { bytes = bytes.map { _ in UInt8.random(in: 0...255, using: &random) } }
      if round % 4 == 0 { bytes = Array("---\na: ".utf8) + bytes + Array("\n---\n".utf8) }
      let metadata = MemoParser.metadata(of: bytes)
      #expect(metadata.preview.unicodeScalars.count <= MemoMetadata.previewLimit, "\(bytes)")
      #expect(metadata.wordCount <= count + 1, "\(bytes)")
    }
  }
}
