import MemoCore
import Testing

@testable import MemoCLI

@Suite struct RecordTests {
  private static let name = VaultPath(bytes: [UInt8(ascii: "a"), 9, 0xE9])

  private static func json(_ record: Record) -> String {
    var writer = JSONWriter()
    writer.record(record)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static var values: [(Record, String)] {
    [
      (["a": .flag(true), "b": .number(-3), "c": .decimal(0.5)], #"{"a":true,"b":-3,"c":0.5}"#),
      (["a": .text("x\n"), "b": .texts(["y", "z"]), "c": .texts([])], #"{"a":"x\n","b":["y","z"],"c":[]}"#),
      (["at": .date(0)], #"{"at":"1970-01-01T00:00:00.000000000Z"}"#),
      (
        ["a": .number(nil), "b": .text(nil), "c": .date(nil), "d": .pathText(nil), "e": .record(nil)],
        #"{"a":null,"b":null,"c":null,"d":null,"e":null}"#
      ),
      (["path": .path(VaultPath("é.md"))], #"{"path":"é.md"}"#),
      (["from": .path(name), "line": .number(1)], "{\"from\":\"a\\t\u{FFFD}\",\"fromBase64\":\"YQnp\",\"line\":1}"),
      (
        ["path": .pathText(name), "all": .pathTexts([name])],
        "{\"path\":\"a\\t\u{FFFD}\",\"all\":[\"a\\t\u{FFFD}\"]}"
      ),
      (["text": .contents([0x68, 0xE9, 0x22])], "{\"text\":\"h\u{FFFD}\\\"\"}"),
      (["a": .record(["b": .record([:])])] + ["c": .flag(false)], #"{"a":{"b":{}},"c":false}"#),
      (
        ["a": .records([1, 2]) { ["n": .number($0)] }, "b": .records([Int]()) { _ in [:] }],
        #"{"a":[{"n":1},{"n":2}],"b":[]}"#
      ),
    ]
  }

  @Test func fieldsAreWrittenInTheirOrder() {
    for (record, json) in Self.values { #expect(Self.json(record) == json) }
  }

  static let lines: [(Record.Form, String)] = [
    (.exact, "a\t\u{FFFD}|t\tx|p\u{1B}|7|a, b"), (.body, "\"a\\t\u{FFFD}\"|t\tx|p␛|7|a, b"),
    (.line, "\"a\\t\u{FFFD}\"|t x|p␛|7|a, b"), (.shown, "\"a\\t\u{FFFD}\"|t\tx|p\u{1B}|7|a, b"),
  ]

  @Test(arguments: lines)
  func aFormSaysWhatIsMadeHarmless(form: Record.Form, line: String) {
    let values: [Record.Value] = [
      .path(Self.name), .text("t\tx"), .text("p\u{1B}"), .number(7), .texts(["a", "b"]), .text(nil),
    ]
    let parts = values.map { String(decoding: $0.bytes(as: form), as: UTF8.self) }
    #expect(parts.dropLast().joined(separator: "|") == line && parts.last == "")
  }

  @Test func aLongAnswerIsHandedOverInPieces() throws {
    var pieces: [[UInt8]] = []
    var writer = RecordWriter(.array) { pieces.append($0) }
    try writer.write(["matches": .records(0..<50_000) { ["line": .number($0)] }])
    try writer.write(["text": .contents(Array(repeating: 0x78, count: 1 << 20))])
    try writer.end()
    #expect(pieces.count > 10 && pieces.allSatisfy { $0.count < 1 << 18 }, "\(pieces.map(\.count))")
    let text = String(decoding: Array(pieces.joined()), as: UTF8.self)
    #expect(text.hasPrefix(#"[{"matches":[{"line":0},{"line":1},"#) && text.hasSuffix("x\"}]\n"))
  }

  static let forms: [(RecordWriter.Form, Int, String)] = [
    (.object, 1, "{}\n"), (.array, 0, "[]\n"), (.array, 2, "[{},{}]\n"),
    (.lines(end: UInt8(ascii: "\n")), 2, "{}\n{}\n"), (.lines(end: 0), 1, "{}\0"),
    (.lines(end: 0), 0, ""),
  ]

  @Test(arguments: forms)
  func aFormSaysWhatIsAroundRecords(form: RecordWriter.Form, count: Int, text: String) throws {
    var bytes: [UInt8] = []
    var writer = RecordWriter(form) { bytes += $0 }
    for _ in 0..<count { try writer.write([:]) }
    try writer.end()
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test func aLineInColourShowsControls() {
    let cells = [Cell(.path(Self.name), Style.faint), Cell(.text("x\ty"), Style.title), Cell(.text("z"))]
    let colored = TabbedLines(style: Style(isColored: true)).line(cells)
    #expect(
      String(decoding: colored, as: UTF8.self) == "\u{1B}[2m\"a\\t\u{FFFD}\"\u{1B}[0m\t\u{1B}[1mx␉y\u{1B}[0m\tz\n")
    #expect(TabbedLines().line(cells) == Array("\"a\\t".utf8) + [0xE9] + Array("\"\tx y\tz\n".utf8))
    #expect(TabbedLines(isExact: true).line(cells) == Self.name.bytes + Array("\tx\ty\tz\0".utf8))
  }
}
