import MemoCore
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

struct ImportJSONTests {
  private let own: OwnVault

  init() throws {
    own = try OwnVault()
  }

  @Test func aRecordBecomesAMemo() throws {
    let json = #"[{"title": "장보기", "body": "우유\n계란", "last_modified": 1700000000}]"#
    let report = try own.importJSON(json)
    #expect(report.imported == [VaultPath("장보기.md")])
    let expected = OwnVault.Kept(bytes: Array("# 장보기\n\n우유\n계란".utf8), modified: 1_700_000_000_000_000_000)
    #expect(try own.files() == [VaultPath("장보기.md"): expected])
  }

  @Test func linksFollowMemosThatGetAnotherName() throws {
    try own.write("# Mine\n", to: "c.md")
    let json = #"""
      [{"title": "A", "head": "# A\n", "body": "[[a:b]] [z](sub/q%3Fz.md) [[c]]\n", "path": "a.md"},
      {"title": "B", "head": "# B\n", "body": "[[c]]\n", "path": "b.md"},
      {"title": "ab", "head": "# ab\n", "body": "", "path": "a:b.md"},
      {"title": "C", "head": "# C\n", "body": "", "path": "c.md"},
      {"title": "qz", "head": "# qz\n", "body": "[up](../a:b.md)\n", "path": "sub/q?z.md"}]
      """#
    let report = try own.importJSON(json)
    #expect(report.renamed.map(\.path.text) == ["a-b.md", "c-2.md", "sub/q-z.md"])
    #expect(try own.text("a.md") == "# A\n[[a-b]] [z](sub/q-z.md) [[c-2]]\n")
    #expect(try own.text("b.md") == "# B\n[[c-2]]\n")
    #expect(try own.text("sub/q-z.md") == "# qz\n[up](../a-b.md)\n")
    #expect(report.strayed.isEmpty)
    let again = try own.importJSON(json)
    #expect(again.imported.isEmpty && again.skipped.count == 5, "\(again.imported)")
  }

  @Test func linksFollowAMemoWhoseNameARecordWithoutAPathTakes() throws {
    let json = #"""
      [{"title": "b", "body": "x"}, {"title": "A", "head": "# A\n", "body": "[[b]] [m](b.md)\n", "path": "a.md"},
      {"title": "B", "head": "# B\n", "body": "", "path": "b.md"}]
      """#
    #expect(try own.importJSON(json).imported.map(\.text) == ["b.md", "a.md", "b-2.md"])
    #expect(try own.text("a.md") == "# A\n[[b-2]] [m](b-2.md)\n")
    let again = try own.importJSON(json)
    #expect(again.imported.isEmpty && again.skipped.count == 3, "\(again.imported)")
  }

  @Test func aTitleThatAFileNameCannotHoldIsInTheText() throws {
    let own = try OwnVault(settings: #"{"titles": "file-name"}"#)
    let long = String(repeating: "긴 제목 ", count: 40) + "끝"
    let titles = ["My note - a plan", "Q3: profit/loss?", long]
    let records = titles.map { #"{"title": "\#($0)", "body": "text"}"# }
    _ = try own.importJSON("[\(records.joined(separator: ","))]")
    let texts = try own.files().mapValues { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(texts[VaultPath("My note - a plan.md")] == "text")
    #expect(texts[VaultPath("Q3 profit loss.md")] == "# Q3: profit/loss?\n\ntext")
    #expect(texts.values.contains("# \(long)\n\ntext"))
  }

  static let times: [(String, Int64)] = [
    ("1700000000.123456789", 1_700_000_000_123_456_789), ("1700000000.1", 1_700_000_000_100_000_000),
    ("1.7e9", 1_700_000_000_000_000_000), ("0", 0), ("-1.5", -1_500_000_000), ("1.0000000019", 1_000_000_001),
    (#""1700000000.123456789""#, 1_700_000_000_123_456_789), (#""-1.5""#, -1_500_000_000),
    (#""2023-11-14T22:13:20.123456789Z""#, 1_700_000_000_123_456_789),
    (#""2023-11-15T07:13:20+09:00""#, 1_700_000_000_000_000_000),
    ("1700000000123", 1_700_000_000_123_000_000), (#""1700000000123.5""#, 1_700_000_000_123_500_000),
  ]

  @Test(arguments: times)
  func aTimeIsKeptToTheNanosecond(time: String, nanoseconds: Int64) throws {
    _ = try own.importJSON(#"[{"title": "a", "body": "", "last_modified": \#(time)}]"#)
    #expect(try own.files()[VaultPath("a.md")]?.modified == nanoseconds)
  }

  @Test func aTimeThatTheFileSystemCannotHoldIsReported() throws {
    let report = try own.importJSON(
      """
      [{"title": "old", "body": "", "last_modified": -5000000000}, {"title": "new", "body": "", "last_modified": -5}]
      """)
    #expect(report.imported.map(\.text) == ["old.md", "new.md"])
    // ext4 and XFS hold times since 1901 alone; APFS and tmpfs hold that of 1811, too.
    let isHeld = try own.files()[VaultPath("old.md")]?.modified == -5_000_000_000_000_000_000
    #expect(report.changedTimes.map(\.text) == (isHeld ? [] : ["old.md"]))
  }

  @Test(arguments: ["", #", "last_modified": null"#])
  func withoutATimeItIsNow(time: String) throws {
    _ = try own.importJSON(#"[{"title": "a", "body": ""\#(time)}]"#)
    let modified = try #require(try own.files()[VaultPath("a.md")]).modified
    #expect(modified > 1_700_000_000_000_000_000)
  }

  static let refusals: [(String, TransferError)] = [
    (#"{"body": "x"}"#, .missing(key: "title")), (#"{"title": "x"}"#, .missing(key: "body")),
    (#"{"title": 1, "body": "x"}"#, .mistyped(key: "title", found: .number)),
    (#"{"title": "x", "body": null}"#, .mistyped(key: "body", found: .null)),
    (#"{"title": "x", "body": ["a"]}"#, .mistyped(key: "body", found: .array)),
    (#"{"title": "x", "body": {"a": 1}}"#, .mistyped(key: "body", found: .object)),
    (#"{"title": "", "body": " \n"}"#, .empty), (#"{"title": null, "body": ""}"#, .empty),
    (#"{"title": true, "body": "x"}"#, .mistyped(key: "title", found: .boolean)),
    (#"{"title": "\ud800", "body": "x"}"#, .unreadable(key: "title")),
    (#"{"title": "x", "body": "", "last_modified": "yesterday"}"#, .mistyped(key: "last_modified", found: .text)),
    (#"{"title": "x", "body": "", "last_modified": "12 days"}"#, .mistyped(key: "last_modified", found: .text)),
    (#"{"title": "x", "body": "", "last_modified": "."}"#, .mistyped(key: "last_modified", found: .text)),
    (#"{"title": "x", "body": "", "last_modified": 1e300}"#, .badTime),
    (#"{"title": "x", "body": "", "last_modified": 9300000000}"#, .badTime),
    (#"{"title": "x", "body": "a\u0000b"}"#, .foreignText(.binary)),
    (#"{"title": "x\u0000", "body": "a"}"#, .foreignText(.binary)),
    (#"{"title": "x", "body": "", "base64": "*"}"#, .unreadable(key: "base64")),
    ("3", .notAnObject(found: .number)), ("null", .notAnObject(found: .null)), ("[]", .notAnObject(found: .array)),
    (#""text""#, .notAnObject(found: .text)), ("false", .notAnObject(found: .boolean)),
  ]

  @Test(arguments: refusals)
  func aBadRecordIsNamedAndTheOthersGoIn(record: String, reason: TransferError) throws {
    let good = #"{"title": "good", "body": ""}"#
    let report = try own.importJSON("[\(good), \(record), \(good)]")
    #expect(report.imported.map(\.text) == ["good.md", "good-2.md"])
    #expect(report.failed.map(\.index) == [1])
    #expect(report.failed.map(\.reason) == [reason])
    #expect(try own.paths() == ["good-2.md", "good.md"])
  }

  /// Imports three memos where the second one cannot be written; what there is of it stays in its file.
  private func importThree(failingWith code: Int32) throws -> ImportReport {
    let fault = Fault(at: 2, of: .stage, .lateRefusal, code: code)
    let vault = try Vault(at: own.vault.root, host: WrappedHost.faulty(own.host, fault))
    let memoImport = MemoImport(into: vault, by: { OperationHistory(of: vault) }, at: 0, fallbackName: "untitled")
    let records = ["a", "b", "c"].map { #"{"title": "\#($0)", "body": "text of \#($0)"}"# }
    return try memoImport.importJSON(Array("[\(records.joined(separator: ","))]".utf8))
  }

  @Test func aMemoThatCannotBeWrittenDoesNotStopTheOthers() throws {
    let report = try importThree(failingWith: 27)
    #expect(report.failed.map(\.name) == ["b"])
    #expect(report.failed.map(\.reason) == [.file(FileError(.write, path: [], reason: .tooLarge))])
    #expect(report.imported.map(\.text) == ["a.md", "c.md"])
    #expect(try own.text("c.md") == "# c\n\ntext of c")
    _ = try OperationHistory(of: own.vault).undo()
    #expect(try own.paths() == [])
  }

  @Test func aFullDiskEndsTheImportAndLeavesNothing() throws {
    #expect(throws: FileError(.write, path: [], reason: .noSpace)) { try importThree(failingWith: 28) }
    #expect(try own.paths() == [])
    #expect(try own.vault.files.entries(of: VaultPath(".memo/history")) ?? [] == [])
  }

  @Test func aRefusedRecordIsNamedByWhatItHas() throws {
    let report = try own.importJSON(#"[{"title": "Named"}, {"path": "a/b.md", "text": "x"}, {"body": 3}]"#)
    #expect(report.failed.map(\.name) == ["Named", "a/b.md", ""])
  }

  @Test func anObjectALineIsRead() throws {
    let lines = [#"{"title": "a", "body": "1"}"#, "", #"{"title": "b"}"#, #"{"title": "c", "body": "2"}"#]
    let report = try own.importJSON(lines.joined(separator: "\r\n"))
    #expect(report.imported.map(\.text) == ["a.md", "c.md"])
    #expect(report.failed.map(\.index) == [1] && report.failed.map(\.name) == ["b"])
    #expect(try own.importJSON(#"{"title": "d", "body": ""}"#).imported.map(\.text) == ["d.md"])
  }

  @Test func ofLinesThatAreCutNothingIsTaken() throws {
    let error = #expect(throws: TransferError.self) {
      try own.importJSON("{\"title\": \"a\", \"body\": \"1\"}\n{\"title\": \"b\", \"bo")
    }
    #expect(error == .notJSON(JSONFault(.truncated, line: 2, column: 19)))
    #expect(try own.files() == [:])
  }

  @Test(arguments: [("{}", JSONKind.object), (" \"x\"", .text), ("-1", .number), ("null", .null), ("true", .boolean)])
  func whatIsNoArrayIsNamed(json: String, found: JSONKind) {
    #expect(throws: TransferError.notAnArray(found: found)) { try own.importJSON(json) }
  }

  @Test(arguments: [
    ("", JSONFault(.truncated, line: 1, column: 1)), ("[", JSONFault(.truncated, line: 1, column: 2)),
    (#"[{"title": "a", "body": ""}"#, JSONFault(.truncated, line: 1, column: 28)),
    ("x", JSONFault(.unexpectedCharacter, line: 1, column: 1)),
    ("[] x", JSONFault(.unexpectedCharacter, line: 1, column: 4)),
    (#"["]"#, JSONFault(.truncated, line: 1, column: 4)),
    ("[\n한, 01]", JSONFault(.unexpectedCharacter, line: 2, column: 1)),
    ("[\n\"한\" 1]", JSONFault(.unexpectedCharacter, line: 2, column: 5)),
    (#"["\q" x]"#, JSONFault(.badString, line: 1, column: 4)),
    (String(repeating: "[", count: 9999), JSONFault(.tooDeep, line: 1, column: 514)),
  ])
  func invalidJSONIsRefusedWithThePlaceOfItsFault(json: String, fault: JSONFault) throws {
    #expect(throws: TransferError.notJSON(fault)) { try own.importJSON(json) }
    #expect(try own.files() == [:])
  }

  @Test func anEmptyArrayAndAByteOrderMarkAreFine() throws {
    #expect(try own.importJSON("[]") == own.importJSON("\u{FEFF} [ ]"))
  }

  static let texts: [(title: String, body: String, text: String, path: String)] = [
    ("제목", "# 제목\\n본문", "# 제목\n본문", "제목.md"), ("제목", "제목\\n본문", "제목\n본문", "제목.md"),
    ("제목", "\\n\\n제목", "\n\n제목", "제목.md"), ("T", "Total\\n", "# T\n\nTotal\n", "T.md"),
    ("a\\nb", "x", "# a b\n\nx", "a-b.md"), ("", "first\\nx", "first\nx", "first.md"),
    ("", "...", "...", "2026-03-10.md"),
    ("T", "", "# T\n", "T.md"), ("T", "---\\nx\\n---\\ny", "# T\n\n---\nx\n---\ny", "T.md"),
    ("T", "---\\ntitle: T\\n---\\ny", "---\ntitle: T\n---\ny", "T.md"),
  ]

  @Test(arguments: texts)
  func theTitleIsWrittenOnce(title: String, body: String, text: String, path: String) throws {
    let report = try own.importJSON(#"[{"title": "\#(title)", "body": "\#(body)"}]"#)
    #expect(report.imported.map(\.text) == [path])
    #expect(try own.text(path) == text)
  }

  @Test func aNullTitleIsEmpty() throws {
    #expect(try own.importJSON(#"[{"title": null, "body": "x"}]"#).imported.map(\.text) == ["x.md"])
  }

  @Test func anEditedTitleOfAnExportLosesNoText() throws {
    _ = try own.importJSON(#"[{"title": "new", "body": "x", "head": "---\ntags: [a]\n---\n# old\n"}]"#)
    #expect(try own.text("new.md") == "# new\n\n---\ntags: [a]\n---\n# old\nx")
  }

  @Test func anEditedBodyOfAnExportIsTheNewBody() throws {
    _ = try own.importJSON(#"[{"title": "T", "body": "new", "base64": "IyBUCgr/"}]"#)
    #expect(try own.text("T.md") == "# T\n\nnew")
  }

  @Test func keysOfOtherProgramsDoNoHarm() throws {
    let json = #"[{"title": "T", "body": "x", "path": 3, "head": {}, "base64": [], "pathBase64": 1, "id": 7}]"#
    #expect(try own.importJSON(json).imported.map(\.text) == ["T.md"])
  }

  @Test func aSecondImportBringsNothing() throws {
    let records = (0..<20).map { #"{"title": "T", "body": "\#($0)"}"# }
    let json = "[\(records.joined(separator: ","))]"
    try own.write("mine", to: "T.md")
    let first = try own.importJSON(json)
    #expect(first.imported.count == 20)
    let second = try own.importJSON(json)
    #expect(second.imported == [])
    #expect(second.skipped == first.imported)
    #expect(try own.text("T.md") == "mine")
    let backwards = try own.importJSON("[\(records.reversed().joined(separator: ","))]")
    #expect(backwards.imported == [])
    #expect(backwards.skipped == first.imported.reversed())
  }

  @Test func aFileThatOnlyStartsLikeTheMemoIsAnother() throws {
    try own.write("# T\nmore", to: "T.md")
    #expect(try own.importJSON(#"[{"title": "T", "body": ""}]"#).imported.map(\.text) == ["T-2.md"])
  }

  @Test func equalRecordsOfOneImportAreSeveralMemos() throws {
    let json = #"[{"title": "T", "body": ""}, {"title": "T", "body": ""}]"#
    #expect(try own.importJSON(json).imported.map(\.text) == ["T.md", "T-2.md"])
  }

  @Test func aTakenPathIsNeverOverwritten() throws {
    try own.write("mine", to: "my note.md")
    let json =
      #"[{"title": "T", "body": "x", "path": "my note.md"}, {"title": "mine", "body": "", "path": "my note.md"}]"#
    #expect(try own.importJSON(json).imported.map(\.text) == ["my note-2.md", "my note-3.md"])
    #expect(try own.text("my note.md") == "mine")
  }

  @Test func aDryRunReportsTheSameAndWritesNothing() throws {
    try own.write("mine", to: "T.md")
    try own.write("# U\n", to: "U.md")
    let json = """
      [{"title": "T", "body": ""}, {"title": "t", "body": ""}, {"title": "U", "body": ""}, {"title": 1},
      {"title": "V", "body": "", "path": "V.md/a.md"}, {"title": "V", "body": ""}, {"title": "W", "body": "", "path": "T.md/w.md"},
      {"title": "V", "body": "", "path": "a/V.md"}, {"title": "V", "body": "", "path": "a/V.md"}]
      """
    let before = try own.files()
    let planned = try own.importJSON(json, isDryRun: true)
    #expect(try own.files() == before)
    #expect(try own.importJSON(json) == planned)
    #expect(planned.skipped.map(\.text) == ["U.md"])
    #expect(planned.imported.map(\.text) == ["T-2.md", "t-3.md", "V.md/a.md", "V-2.md", "a/V.md", "a/V-2.md"])
    #expect(
      planned.failed.map(\.reason) == [.mistyped(key: "title", found: .number), .fileInTheWay(VaultPath("T.md"))])
  }

  @Test func anIgnoredPathIsReported() throws {
    let own = try OwnVault(settings: #"{"ignore": ["drafts"]}"#)
    let report = try own.importJSON(#"[{"title": "x", "body": "", "path": "drafts/x.md"}]"#)
    #expect(report.failed.map(\.reason) == [.ignored(VaultPath("drafts/x.md"))])
  }

  /// Trying each name from the first would take 50 million looks, which are minutes; going on from the last, a second.
  @Test(.ends(within: .seconds(300)))
  func tenThousandEqualTitlesTakeLinearTime() throws {
    let records = (0..<10_000).map { #"{"title": "회의록", "body": "\#($0)"}"# }
    let report = try own.importJSON("[\(records.joined(separator: ","))]", isDryRun: true)
    #expect(report.imported.last?.text == "회의록-10000.md")
  }
}
