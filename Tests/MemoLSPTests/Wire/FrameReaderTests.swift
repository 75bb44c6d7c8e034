import MemoTestSupport
import Testing

@testable import MemoLSP

@Suite struct FrameReaderTests {
  private func frames(_ text: String, bodyLimit: Int = 100, pieces size: Int = .max) -> [FrameReader.Frame] {
    var reader = FrameReader(bodyLimit: bodyLimit)
    var found: [FrameReader.Frame] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      reader.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      while let frame = reader.next() { found.append(frame) }
    }
    return found
  }

  private func body(_ text: String) -> FrameReader.Frame { .body(Array(text.utf8)) }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func messagesAreCutInPiecesOfAnySize(size: Int) {
    let text = "Content-Length: 2\r\n\r\n{}content-length:4\r\nContent-Type: x\r\n\r\n[한]"
    #expect(frames(text + "ab", pieces: size) == [body("{}"), body("[한")])
    #expect(frames("Content-Length: 5\r\n\r\n[한]", pieces: size) == [body("[한]")])
  }

  @Test func aHeaderWithoutALengthIsMalformedAndTheNextOneIsRead() {
    #expect(frames("Foo: 1\r\n\r\nContent-Length: 2\r\n\r\n{}") == [.malformed, body("{}")])
    #expect(frames("Content-Length: -2\r\n\r\nContent-Length: 2\r\n\r\n{}") == [.malformed, body("{}")])
    #expect(
      frames("Content-Length: 99999999999999999999\r\n\r\nContent-Length: 2\r\n\r\n{}") == [.malformed, body("{}")])
  }

  @Test(arguments: [1, 5, 1000])
  func aBodyThatIsTooLargeIsSkipped(size: Int) {
    let text = "Content-Length: 101\r\n\r\n" + String(repeating: "x", count: 101) + "Content-Length: 2\r\n\r\n{}"
    #expect(frames(text, pieces: size) == [.tooLarge(101), body("{}")])
  }

  @Test(arguments: [100, 10_000])
  func bytesThatAreNoHeaderAreDroppedUpToTheNextOne(size: Int) {
    let noise = String(repeating: "x", count: 20_000)
    #expect(frames(noise + "Content-Length: 2\r\n\r\n{}", pieces: size) == [.malformed, body("{}")])
  }

  /// A message with a wrong length costs at most the next one, whose header may be taken for the end of its body.
  @Test(
    arguments: [
      ("Content-Length: 1\r\n\r\n{}", [.body([UInt8(ascii: "{")]), .malformed], read: 3),
      ("Content-Length: 5\r\n\r\n{}", [.body(Array("{}Con".utf8)), .malformed], read: 2),
      ("Content-Length: 50\r\n\r\n{}", [.malformed], read: 3), ("Content-Length: 100\r\n\r\n", [.malformed], read: 3),
      ("Content-Length: 101\r\n\r\n{}", [.tooLarge(101)], read: 3), ("stray", [.malformed], read: 3),
      ("\r\n", [], read: 3),
    ] as [(String, [FrameReader.Frame], read: Int)])
  func afterAWrongLengthTheNextHeaderIsFound(text: String, wanted: [FrameReader.Frame], read: Int) {
    let next = "Content-Length: 9\r\n\r\n{\"id\": 1}"
    for size in [1, 2, 3, 7, 1000] {
      let found = frames(text + next + "X: y\r\n" + next + next, pieces: size)
      #expect(found == wanted + Array(repeating: body("{\"id\": 1}"), count: read), "\(size)")
    }
  }

  /// Line breaks within the texts of JSON are escaped, so that none has a header in it.
  @Test(arguments: [1, 1000])
  func aHeaderInAMessageIsText(size: Int) {
    let text = #"{"text": "Content-Length: 5\r\n\r\n","# + "\r\n\r\n\"n\":\r\n5}"
    let frame = "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
    #expect(frames(frame + frame, pieces: size) == [body(text), body(text)])
  }

  @Test func whatIsWrittenIsRead() {
    #expect(
      frames(String(decoding: FrameReader.frame(Array("{\"a\":\"é\"}".utf8)), as: UTF8.self)) == [body("{\"a\":\"é\"}")]
    )
  }

  @Test func anyBytesAreReadToTheEndAndLeaveTheReaderWorking() {
    var random = SeededRandom(seed: 7)
    let parts = [
      "Content-Length: ", "5", "\r\n", "\r\n\r\n", "{}", "content-length:", "9999", "\n", "한", "x", "-", ":",
    ]
    for _ in 0..<200 {
      var reader = FrameReader(bodyLimit: 64)
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        reader.append(Array((parts.randomElement(using: &random) ?? "").utf8))
        while reader.next() != nil {}
      }
      // However it was left, it goes on within a body, a header and some noise.
      reader.append(Array(repeating: UInt8(ascii: "z"), count: 10_000))
      while reader.next() != nil {}
      reader.append(FrameReader.frame(Array("[1]".utf8)))
      var found: [FrameReader.Frame] = []
      while let frame = reader.next() { found.append(frame) }
      #expect(found.last == body("[1]"))
    }
  }
}
