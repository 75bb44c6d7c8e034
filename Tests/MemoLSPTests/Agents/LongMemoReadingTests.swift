import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// What agents read of memos that are longer than an answer.
@Suite struct LongMemoReadingTests {
  @Test func aLongMemoIsReadPieceByPiece() throws {
    let line = String(repeating: "x", count: 99) + "\n"
    let agent = try TestedAgent([
      "long.md": String(repeating: line, count: 9_000), "wide.md": String(repeating: "y", count: 900_000),
    ])
    var (text, from, rounds) = ("", 1, 0)
    while rounds < 99 {
      let piece = try agent.call("read", ["path": "long.md", "from": .integer(from)])
      text += piece["text"]?.text ?? ""
      rounds += 1
      guard piece["isCut"] == true, let last = piece["to"]?.integer else { break }
      from = last + 1
    }
    #expect(text == String(repeating: line, count: 9_000) && rounds == 5)
    let wide = try agent.call("read", ["path": "wide.md"])
    #expect(wide["text"]?.text?.utf8.count == AgentTools.textLimit && wide["isCut"] == true)
  }

  @Test func aLongLineIsReadPieceByPiece() throws {
    let text = "# L\n" + String(repeating: "가", count: 300_000) + "\nend\n" + String(repeating: "é", count: 150_000)
    let agent = try TestedAgent(["a.md": text])
    var (read, from, offset, rounds) = ("", 1, 0, 0)
    while rounds < 99 {
      let piece = try agent.call("read", ["path": "a.md", "from": .integer(from), "offset": .integer(offset)])
      read += piece["text"]?.text ?? ""
      rounds += 1
      #expect(piece["isUTF8"] == nil && piece["text"]?.text?.utf8.count ?? 0 <= AgentTools.textLimit)
      guard piece["isCut"] == true, let last = piece["to"]?.integer else { break }
      (from, offset) = piece["nextOffset"]?.integer.map { (last, $0) } ?? (last + 1, 0)
    }
    #expect(Array(read.utf8) == Array(text.utf8) && rounds == 8, "\(rounds)")
    // A place inside a character is its start.
    let inside = try agent.call("read", ["path": "a.md", "from": 2, "to": 2, "offset": 899_998])
    #expect(inside["text"] == "가\n" && inside["isCut"] == nil)
  }

  @Test func aLongSectionIsReadUpToItsEnd() throws {
    let section = "## Long\n" + String(repeating: String(repeating: "x", count: 99) + "\n", count: 3_000)
    let agent = try TestedAgent(["a.md": "# A\n" + section + "## Next\n"])
    let first = try agent.call("read", ["path": "a.md", "section": "Long"])
    let last = try #require(first["to"]?.integer)
    let end = try #require(first["sectionEnd"])
    let rest = try agent.call("read", ["path": "a.md", "from": .integer(last + 1), "to": end])
    #expect((first["text"]?.text ?? "") + (rest["text"]?.text ?? "") == section && end == 3_002)
    #expect(rest["isCut"] == nil && rest["sectionEnd"] == nil)
    #expect(try agent.call("read", ["path": "a.md", "section": "Next"])["sectionEnd"] == nil)
  }

  @Test func anOffsetPastTheEndOfItsLineIsRefused() throws {
    let agent = try TestedAgent(["a.md": "# A\n\nend\n"])
    let atEnd = try agent.call("read", ["path": "a.md", "from": 3, "offset": 3])
    #expect(atEnd["text"] == "\n" && atEnd["to"] == 3)
    for offset in [4, 1_000_000_000, .max] {
      let arguments: JSONValue = ["path": "a.md", "from": 3, "offset": .integer(offset)]
      #expect(try agent.refusal("read", arguments) == "invalid-value", "\(offset)")
    }
    #expect(try agent.refusal("read", ["path": "a.md", "offset": -1]) == "invalid-value")
  }

  @Test func aPieceMayEndBetweenCRAndLF() throws {
    let text = String(repeating: "x", count: AgentTools.textLimit - 1) + "\r\nend\r\n"
    let agent = try TestedAgent(["a.md": text])
    let first = try agent.call("read", ["path": "a.md"])
    let offset = try #require(first["nextOffset"])
    let second = try agent.call("read", ["path": "a.md", "from": 1, "offset": offset])
    #expect(Array((first["text"]?.text ?? "").utf8) + Array((second["text"]?.text ?? "").utf8) == Array(text.utf8))
  }
}
