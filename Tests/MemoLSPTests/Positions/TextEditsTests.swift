import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct TextEditsTests {
  @Test func onlyWhatChangesIsReplaced() {
    let edits = TextEdits.between(
      Array("one\ntwo [[a]] three\nfour\n".utf8), Array("one\ntwo [[b]] three\nfour\n".utf8))
    #expect(edits == [ByteEdit(10..<11, Array("b".utf8))])
  }

  @Test func editsOfRandomTextsGiveTheSameBytesInEachEncoding() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<300 {
      let old = RandomText.make(&random, count: 30)
      let new = Bool.random(using: &random) ? RandomText.make(&random, count: 30) : old + "한😀\r\n" + old
      for encoding in PositionEncoding.allCases {
        let lines = LineTable(Array(old.utf8), encoding, isFile: false)
        let edits = TextEdits.between(lines.bytes, Array(new.utf8)).map { TextEdits.json($0, in: lines) }
        let made = try edits.map { edit in
          ByteEdit(
            lines.offsets(of: try #require(Range<DocumentPosition>(edit["range"]))),
            Array((edit["newText"]?.text ?? "").utf8))
        }
        let result = lines.bytes.withUnsafeBytes { ByteEdit.apply(made, to: $0) }
        #expect(result == Array(new.utf8))
      }
    }
  }

  @Test func incrementalChangesGiveTheTextOfTheClient() throws {
    var random = SeededRandom(seed: 9)
    for encoding in PositionEncoding.allCases {
      var document = OpenDocument(uri: "file:///a.md", version: 1, text: "", encoding)
      var text: [UInt8] = []
      for version in 2..<400 {
        let lines = LineTable(text, encoding, isFile: false)
        let ends = [0, 1].map { _ in
          DocumentPosition(
            line: Int.random(in: 0...lines.count, using: &random), character: Int.random(in: 0...12, using: &random))
        }.sorted()
        let new = RandomText.make(&random, count: 6)
        let offsets = lines.offsets(of: ends[0]..<ends[1])
        text.replaceSubrange(offsets, with: new.utf8)
        try document.change([["range": (ends[0]..<ends[1]).json, "text": .text(new)]], version: version)
        #expect(document.bytes == text)
        if text.count > 400 {
          text.removeAll()
          try document.change([["text": ""]], version: version)
        }
      }
    }
  }
}
