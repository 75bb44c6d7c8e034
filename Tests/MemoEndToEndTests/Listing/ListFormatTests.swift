import Foundation
import MemoCore
import Testing

/// The keys of every memo's JSON record.
let recordKeys: Set<String> = [
  "number", "path", "absPath", "title", "preview", "modified", "created", "size", "wordCount", "tags", "aliases",
  "links", "etag", "fields",
]

@Suite(.waitsForPrograms) struct ListFormatTests {
  @Test func aRecordHoldsAllThatIsKnownOfAMemo() throws {
    let sandbox = try Sandbox.withLibrary()
    let records = try sandbox.memo("list", "--json").records()
    #expect(records.count == 6)
    for record in records { #expect(Set(record.keys) == recordKeys) }
    let pesto = try #require(records.dropFirst(2).first)
    #expect(pesto["number"] as? Int == 3)
    #expect(pesto["path"] as? String == "home/recipes/pesto.markdown")
    #expect(pesto["absPath"] as? String == sandbox.vault.text + "/home/recipes/pesto.markdown")
    #expect(pesto["title"] as? String == "Basil pesto")
    #expect(pesto["preview"] as? String == "Pesto see the plan and the list")
    #expect(pesto["modified"] as? String == "2026-05-07T12:00:00.000000000Z")
    #expect(pesto["created"] as? String == "2026-01-02T03:04:05.000000000Z")
    #expect(pesto["size"] as? Int == (try sandbox.bytes(of: "home/recipes/pesto.markdown")?.count))
    #expect(pesto["wordCount"] as? Int == 8)
    #expect(pesto["tags"] as? [String] == ["cooking", "home"])
    #expect(pesto["aliases"] as? [String] == ["green sauce", "페스토"])
    #expect(pesto["links"] as? [String] == ["Release plan", "../장보기.md"])
    let etag = try #require(pesto["etag"] as? String)
    #expect(etag.count >= 16 && etag.allSatisfy { "0123456789abcdef".contains($0) }, "\(etag)")
  }

  @Test func numbersStayThoseOfTheWholeList() throws {
    let run = try Sandbox.withLibrary().memo("list", "--sort", "path", "--tag", "work", "--format", "{number} {path}")
    #expect(run.lines == ["1 plan.md", "4 work/회의록.md"])
  }

  @Test func jsonLinesHoldARecordEach() throws {
    let sandbox = try Sandbox.withLibrary()
    let lines = try sandbox.memo("list", "--jsonl").lines
    let records = try sandbox.memo("list", "--json").records()
    #expect(lines.count == 6)
    for (line, record) in zip(lines, records) {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary
      #expect(object == record as NSDictionary)
    }
  }

  static let templates: [(String, String)] = [
    ("{title}\\t{path}", "Release plan\tplan.md"),
    ("{number}. {title} ({wordCount}, {size})", "1. Release plan (8, 59)"),
    ("{tags}|{aliases}|{links}", "work, project/memo||"),
    ("{modified} \\{x\\} \\\\n", "2026-05-09T12:00:00.000000000Z {x} \\n"),
    ("{preview}", "Ship it on Friday. #work #project/memo"),
    ("제목: {title} 👍", "제목: Release plan 👍"),
    ("plain", "plain"),
  ]

  @Test(arguments: templates)
  func aTemplateIsFilledIn(template: String, line: String) throws {
    let run = try Sandbox.withLibrary().memo("list", "-n1", "--format", template)
    #expect(run.text == line + "\n", "\(run.errors)")
  }

  @Test func everyRecordEndsWithNULWhereAsked() throws {
    let sandbox = try Sandbox.withLibrary()
    #expect(try sandbox.memo("list", "--paths", "-0", "-n2").text == "plan.md\0home/장보기.md\0")
    #expect(try sandbox.memo("list", "--format", "{title}", "-0", "-n2").text == "Release plan\0장보기\0")
    #expect(try sandbox.memo("list", "-0", "-n1").text == "plan.md\t2026-05-09T12:00:00.000000000Z\tRelease plan\0")
    #expect(try sandbox.memo("list", "--jsonl", "-0", "-n1").text.hasSuffix("}\0"))
    #expect(try sandbox.memo("search", "-l", "-0", "Friday").text == "plan.md\0")
  }

  @Test func namesThatWouldBreakALineAreQuoted() throws {
    let sandbox = try Sandbox()
    let names: [([UInt8], String)] = [
      (Array("new\nline.md".utf8), #""new\nline.md""#), (Array("tab\there.md".utf8), #""tab\there.md""#),
      (Array("quo\"te.md".utf8), #""quo\"te.md""#), (Array("back\\slash.md".utf8), #""back\\slash.md""#),
      (Array("bell\u{7}.md".utf8), #""bell\007.md""#), (Array("한글 space.md".utf8), "한글 space.md"),
    ]
    for (day, name) in names.enumerated() {
      try sandbox.write([], to: VaultPath(bytes: name.0), modified: Sandbox.noon(20 - day))
    }
    #expect(try sandbox.memo("list", "--paths").lines == names.map(\.1))
    #expect(try sandbox.memo("list").lines.map { String($0.prefix { $0 != "\t" }) } == names.map(\.1))
    let exact = names.map { $0.0 + [0] }.flatMap(\.self)
    #expect(try sandbox.memo("list", "--paths", "-0").output == exact)
    let records = try sandbox.memo("list", "--json").records()
    #expect(records.map { $0["path"] as? String } == names.map { String(decoding: $0.0, as: UTF8.self) })
  }

  @Test func aNameThatIsNotUTF8IsExactInBase64() throws {
    let sandbox = try Sandbox()
    let name = Array("caf".utf8) + [0xE9, 0xFF] + Array(".md".utf8)
    try sandbox.write(Array("# Latin\n".utf8), to: VaultPath(bytes: name))
    let record = try #require(try sandbox.memo("list", "--json").records().first)
    #expect(Set(record.keys) == recordKeys.union(["pathBase64"]))
    #expect(record["path"] as? String == "caf\u{FFFD}\u{FFFD}.md")
    #expect(Data(base64Encoded: record["pathBase64"] as? String ?? "") == Data(name))
    #expect(try sandbox.memo("list", "--paths").output == name + [10])
    #expect(try sandbox.memo("list", "--format", "{path}").output == name + [10])
    #expect(try sandbox.run([Array("memo".utf8), Array("show".utf8), name]).text == "# Latin\n")
    #expect(try sandbox.memo("show", "Latin").text == "# Latin\n")
  }

  @Test func titlesStayOnTheirLine() throws {
    let sandbox = try Sandbox()
    try sandbox.write("---\ntitle: \"a\\tb\\nc\\rd\"\n---\nbody\n", to: "a.md", day: 1)
    #expect(try sandbox.memo("list").text == "a.md\t2026-05-01T12:00:00.000000000Z\ta b c d\n")
    #expect(try sandbox.memo("list", "--json").records().first?["title"] as? String == "a\tb\nc\rd")
  }

  @Test func aPreviewIsShort() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# long\n" + String(repeating: "낱말 ", count: 500), to: "long.md")
    let preview = try #require(try sandbox.memo("list", "--json").records().first?["preview"] as? String)
    #expect((150...200).contains(preview.count), "\(preview.count)")
  }
}
