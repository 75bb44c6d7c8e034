import Foundation
import MemoTestSupport
import Testing

@testable import MemoCLI

@Suite struct JSONWriterTests {
  static let escapes: [(String, String)] = [
    ("", #""""#), ("plain 한글 👩‍🍳", #""plain 한글 👩‍🍳""#), ("\"\\", #""\"\\""#), ("\n\r\t", #""\n\r\t""#),
    ("\r\n", #""\r\n""#), ("\u{0}\u{1B}\u{7F}", #""\u0000\u001b\u007f""#),
    ("\u{80}\u{9B}\u{A0}", "\"\\u0080\\u009b\u{A0}\""),
    ("a\u{202E}b\u{2066}c", #""a\u202eb\u2066c""#), ("\u{61C}\u{200E}\u{200F}", #""\u061c\u200e\u200f""#),
    ("\u{2028}\u{2029}\u{FEFF}", #""\u2028\u2029\ufeff""#),
    ("\u{200D}—…\u{FFFD}\u{639}", "\"\u{200D}—…\u{FFFD}\u{639}\""),
    ("/", #""/""#), ("e\u{301}", "\"e\u{301}\""),
  ]

  @Test(arguments: escapes)
  func textIsEscaped(text: String, json: String) {
    var writer = JSONWriter()
    writer.string(text)
    #expect(Array(String(decoding: writer.bytes, as: UTF8.self).utf8) == Array(json.utf8))
  }

  @Test(arguments: 0..<20)
  func anotherReaderReadsTheSameText(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let texts = (0..<50).map { _ in Self.text(&random) }
    var writer = JSONWriter()
    writer.strings(texts)
    let read = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String]
    #expect(read?.map { Array($0.utf8) } == texts.map { Array($0.utf8) }, "seed \(seed)")
    let hidden = String(decoding: writer.bytes, as: UTF8.self).unicodeScalars.filter {
      $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.properties.isBidiControl
    }
    #expect(hidden.isEmpty, "seed \(seed)")
  }

  @Test(arguments: escapes, 0..<40)
  func textIsEscapedWhereverItStands(escape: (text: String, json: String), place: Int) {
    let (start, end) = (String(repeating: "x", count: place), String(repeating: "가", count: 40 - place))
    var writer = JSONWriter()
    writer.string(start + escape.text + end)
    // By bytes: a quote and a mark after it are one character.
    let json = escape.json.utf8.dropFirst().dropLast()
    #expect(writer.bytes == Array("\"\(start)".utf8) + json + "\(end)\"".utf8)
  }

  @Test(arguments: ["\0", "한", "🙂\"", "x"], 0..<4)
  func aLongStringIsTheSameInParts(unit: String, shift: Int) {
    // Parts of 128 KB end both in the text and in the bytes that are none.
    let text = String(repeating: "x", count: shift) + String(repeating: unit, count: 200_000 / unit.utf8.count)
    let bytes = Array(text.utf8) + Array(repeating: 0xBF, count: 100_000) + [0xF0]
    var (whole, writer) = (JSONWriter(), JSONWriter())
    whole.strings(["a", String(decoding: bytes, as: UTF8.self), "b"])
    var parts: [[UInt8]] = []
    writer.beginArray()
    writer.string("a")
    writer.contents(bytes) { parts.append($0.takeBytes()) }
    writer.string("b")
    writer.endArray()
    parts.append(writer.takeBytes())
    // Not element by element, which takes seconds.
    #expect(parts.reduce(into: [UInt8]()) { $0 += $1 } == whole.bytes)
    #expect(parts.count > 1 && parts.allSatisfy { $0.count <= 1 << 20 }, "\(parts.map(\.count))")
  }

  @Test func commasStandBetweenValuesOnly() {
    var writer = JSONWriter()
    writer.beginArray()
    writer.beginObject()
    writer.key("a")
    writer.number(-1)
    writer.key("b")
    writer.strings([])
    writer.key("c")
    writer.beginObject()
    writer.endObject()
    writer.key("d")
    writer.null()
    writer.endObject()
    writer.decimal(0.5)
    writer.quoted { $0 += [0x78] }
    writer.endArray()
    writer.newline()
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text == #"[{"a":-1,"b":[],"c":{},"d":null},0.5,"x"]"# + "\n")
  }

  @Test func whatIsTakenOutIsContinued() {
    var writer = JSONWriter()
    writer.beginArray()
    writer.number(1)
    let first = writer.takeBytes()
    writer.number(2)
    writer.endArray()
    #expect(first + writer.bytes == Array("[1,2]".utf8))
  }

  /// Text of the scalars that escapes are about, and some of their neighbours.
  private static func text(_ random: inout SeededRandom) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x20, 0x20...0x7E, 0x7F...0xA1, 0x610...0x620, 0x1FFE...0x2070, 0xFEF0...0xFF10, 0xAC00...0xD7A3,
      0x1F600...0x1F64F,
    ]
    let scalars = (0..<random.below(30)).compactMap { _ in
      random.pick(ranges).flatMap { Unicode.Scalar($0.lowerBound + UInt32(random.below($0.count))) }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
