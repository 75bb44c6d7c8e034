import Foundation
import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct TransferTests {
  @Test func jsonComesIn() throws {
    let sandbox = try Sandbox()
    try sandbox.folder.write(
      """
      [
        {"title": "First", "body": "one\\ntwo", "last_modified": 1577934245},
        {"title": "둘", "body": "", "last_modified": 1577934246.5},
        {"title": 3, "body": "no title"},
        {"body": "no title either", "last_modified": "soon"},
        {"title": "First", "body": "another", "last_modified": 0}
      ]
      """, to: "memos.json")
    try sandbox.check(
      """
      $ memo import --dry-run ../memos.json 2>/dev/null
      First.md
      둘.md
      First-2.md
      [1]
      $ memo list
      $ memo import ../memos.json 2>&1 >/dev/null | grep -c 'record [34]'
      2
      $ cat First.md
      # First

      one
      two
      $ memo list
      둘.md	2020-01-02T03:04:06.500000000Z	둘
      First.md	2020-01-02T03:04:05.000000000Z	First
      First-2.md	1970-01-01T00:00:00.000000000Z	First
      $ memo import ../memos.json 2>/dev/null
      [1]
      $ memo list --paths | wc -l
      3
      $ echo '{}' | memo import -
      memo: the file contains an object, not an array of memos
      hint: it has to be an array of {"title", "body", "last_modified"}, which jq can make of other JSON
      [7]
      $ memo import ../nothing.json
      memo: cannot read '/sandbox/nothing.json': No such file or directory
      [7]
      """)
  }

  @Test func theReportOfAnImportIsPrinted() throws {
    let sandbox = try Sandbox()
    let text = #"[{"title": "a", "body": "x", "last_modified": 1}, {"title": "b"}, 7]"#
    let run = try sandbox.memo("import", "-", "--json", input: text)
    #expect(run.end == .exited(1), "\(run.errors)")
    let report = try run.record()
    #expect(report["imported"] as? [String] == ["a.md"])
    let failed = try #require(report["failed"] as? [[String: Any]])
    #expect(failed.map { $0["index"] as? Int } == [1, 2])
    #expect(failed.allSatisfy { ($0["reason"] as? String)?.isEmpty == false })
  }

  @Test func whatIsExportedComesBackAsItWas() throws {
    let sandbox = try Sandbox.withLibrary()
    try sandbox.write(
      [0xEF, 0xBB, 0xBF] + Array("# bom\r\n\r\nx".utf8) + [0xFF], to: VaultPath("odd.md"), modified: 1_234_567_891)
    let records = try sandbox.memo("list", "--json").records()
    #expect(try sandbox.shell("memo export --json > ../memos.json && memo export ../copy -q").end == .exited(0))
    for (name, source) in [("fromJSON", "../memos.json"), ("fromFolder", "../copy")] {
      try sandbox.folder.makeFolders(VaultPath("\(name)/.memo"))
      let run = try sandbox.memo("import", source, in: name)
      #expect(run.end == .exited(0), "\(run.errors)")
      let again = try sandbox.memo("list", "--json", in: name).records()
      for key in ["path", "etag", "modified"] {
        #expect(again.map { $0[key] as? String } == records.map { $0[key] as? String }, "\(name): \(key)")
      }
      for record in records {
        let path = try #require(record["path"] as? String)
        #expect(
          try sandbox.folder.bytes(of: VaultPath("\(name)/\(path)")) == sandbox.bytes(of: path), "\(name): \(path)")
      }
    }
  }

  @Test func anExportIsAnArrayOfTitleBodyAndTime() throws {
    let records = try Sandbox.withLibrary().memo("export", "--json").records()
    #expect(records.count == 6)
    let plan = try #require(records.first { $0["title"] as? String == "Release plan" })
    #expect(Set(plan.keys).isSuperset(of: ["title", "body", "last_modified"]))
    #expect((plan["body"] as? String)?.contains("Ship it") == true)
    #expect(plan["last_modified"] as? Double == Double(Sandbox.noon(9)) / 1e9)
  }

  @Test func withJSONAllOutputIsJSON() throws {
    let sandbox = try Sandbox.withLibrary()
    #expect(try sandbox.memo("config", "editor", "--json").failure()["kind"] as? String == "not-set")
    let check = try sandbox.memo("index", "--verify", "--json")
    #expect(check.end == .exited(0) && check.errors.isEmpty, "\(check.errors)")
    #expect(try check.record()["wrong"] as? [String] == [])
    let copy = try sandbox.memo("export", "--json", "../copy")
    #expect(copy.end == .exited(0) && copy.errors.isEmpty, "\(copy.errors)")
    try sandbox.folder.write("mine\n", to: "copy/plan.md")
    let again = try sandbox.memo("export", "--json", "../copy")
    #expect(again.end == .exited(1) && again.errors.isEmpty, "\(again.errors)")
    #expect(try again.record()["failed"] as? [String] == ["plan.md"])
  }

  @Test func anExportToAFolderOverwritesNothing() throws {
    let sandbox = try Sandbox.withLibrary()
    try sandbox.folder.write("mine\n", to: "copy/plan.md")
    let run = try sandbox.memo("export", "../copy")
    #expect(run.end == .exited(1) && run.errors.contains("plan.md"), "\(run.errors)")
    #expect(try sandbox.folder.bytes(of: VaultPath("copy/plan.md")) == Array("mine\n".utf8))
    #expect(try sandbox.folder.bytes(of: VaultPath("copy/home/장보기.md")) == sandbox.bytes(of: "home/장보기.md"))
    #expect(try sandbox.memo("export").end == .exited(2))
    #expect(try sandbox.memo("export", "--dry-run", "../third").end == .exited(0))
    #expect(sandbox.folder.status(of: VaultPath("third")) == nil)
  }
}
