import MemoCore
import MemoIndex
import MemoKit
import MemoTestSupport
import Testing

@testable import MemoCLI
@testable import MemoWords

@Suite struct FormatTemplateTests {
  static let templates: [(String, String)] = [
    ("", ""), ("plain", "plain"), ("{title}", "A {memo}"), ("{title}{path}", "A {memo}a.md"), ("{number}", "1"),
    ("{size}/{wordCount}", "94/4"), ("{tags}", "x, y/z"), ("{aliases}", "other, 다른 것"), ("{links}", "b"),
    ("{preview}", "see b"), ("{modified}", "2026-05-20T12:00:00.000000000Z"),
    ("{created}", "2026-01-02T00:00:00.000000000Z"),
    ("\\t\\n\\r\\0\\\\\\{\\}", "\t\n\r\0\\{}"), ("\\x \\", "\\x \\"), ("\\{", "{"), ("}", "}"), ("\\{title", "{title"),
    ("a\\{title}", "a{title}"), ("{title}\\{", "A {memo}{"), ("\\\u{301}{title}", "\\\u{301}A {memo}"),
    ("한글 {title} 👩‍🍳\r\n", "한글 A {memo} 👩‍🍳\r\n"),
  ]

  @Test(arguments: templates)
  func fieldsAndEscapesAreFilledIn(template: String, text: String) throws {
    let row = try Self.row()
    #expect(try FormatTemplate(template).bytes(for: row, areExact: false) == Array(text.utf8), "\(template)")
  }

  @Test func noFieldMakesLinesOrColumnsOfItsOwn() throws {
    let text = "---\nstatus: \"open\\nwork/forged.md\\topen\"\nnote: |\n  one\n  two\n---\n# A\n"
    let row = try Self.row(of: text)
    for field in ["field:status", "field:note", "fields"] {
      let template = try FormatTemplate("{path}\\t{\(field)}")
      let line = String(decoding: template.bytes(for: row, areExact: false), as: UTF8.self)
      print(field, line.debugDescription)
      #expect(line.hasPrefix("a.md\t") && !line.contains("\n") && !line.dropFirst(5).contains("\t"))
    }
    let exact = try FormatTemplate("{field:status}").bytes(for: row, areExact: true)
    #expect(exact == Array("open\nwork/forged.md\topen".utf8))
  }

  @Test(arguments: ["{", "{title", "{title}{", "{title}\t{path"])
  func aBraceThatNeverClosesIsNoText(template: String) throws {
    let failure = try #require(throws: Failure.self) { try FormatTemplate(template) }
    #expect(failure.exitCode == .usage && failure.kind == "invalid-value")
    #expect(
      failure.message[.english].contains("no '}'") && failure.hints.map { $0[.english] } == ["for a brace, write \\{"])
  }

  @Test func everyKeyOfTheRecordIsAField() throws {
    let row = try Self.row()
    var writer = JSONWriter()
    writer.record(row.fields)
    let json = String(decoding: writer.bytes, as: UTF8.self)
    for field in FormatTemplate.Field.allCases {
      #expect(json.contains("\"\(field.rawValue)\":"), "\(field)")
      #expect(try FormatTemplate("{\(field.rawValue)}").bytes(for: row, areExact: false) != [], "\(field)")
    }
  }

  @Test(arguments: ["{}", "{nope}", "{Title}", "{ title }", "{titel}"])
  func anUnknownFieldIsNamedWithTheKnownOnes(template: String) throws {
    let failure = try #require(throws: Failure.self) { try FormatTemplate(template) }
    #expect(failure.exitCode == .usage && failure.kind == "invalid-value")
    #expect(failure.hints.contains { $0[.english].contains("wordCount") })
  }

  private static let text =
    "---\ncreated: 2026-01-02\naliases: [other, 다른 것]\ntags: [x, y/z]\n---\n# A {memo}\n\nsee [[b]]\n"

  private static func row(of text: String = text) throws -> MemoRow {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.md", modified: 1_779_278_400_000_000_000)
    let index = try folder.openVault().readAll()
    let memo = try #require(index.memos.first { _ in true })
    let record = try #require(index.record(of: memo))
    return MemoRow(memo, record: record, root: folder.path, clock: FixedClock(now: 0))
  }
}
