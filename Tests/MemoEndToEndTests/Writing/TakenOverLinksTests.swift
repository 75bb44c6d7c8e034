import MemoCore
import MemoTestSupport
import Testing

/// Links by a name that a memo shares which comes into the vault: they stay on the memo that they lead to.
@Suite(.waitsForPrograms) struct TakenOverLinksTests {
  private static let links = "[[Plan]] ![[plan|p]] [[Later]]\n"
  private static let kept = "[[work/Plan]] ![[work/plan|p]] [[Later]]\n"

  private static func linked() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# Work\n", to: "work/Plan.md")
    try sandbox.write(links, to: "a.md", day: 1)
    return sandbox
  }

  // MARK: Imported

  @Test func anImportedMemoTakesOverNone() throws {
    let sandbox = try Self.linked()
    try sandbox.folder.write("# Other\n", to: "in/Plan.md")
    try sandbox.folder.write("# Later\n", to: "in/Later.md")
    let planned = try sandbox.memo("import", "--dry-run", "../in")
    #expect(planned.errors == "would import 2 memos\nwould update links in 1 other memo\n")
    #expect(
      try sandbox.memo("--lang", "ko", "import", "--dry-run", "../in").errors
        .contains("다른 메모 1개의 링크를 고칠 예정입니다\n"))
    #expect(try sandbox.memo("import", "--dry-run", "--json", "../in").text.contains(#""relinked":["a.md"]"#))
    #expect(try sandbox.text(of: "a.md") == Self.links)
    let run = try sandbox.memo("import", "../in")
    #expect(run.errors == "imported 2 memos\nupdated links in 1 other memo\n", "\(run.errors)")
    #expect(try sandbox.text(of: "a.md") == Self.kept)
    #expect(try sandbox.memo("undo").errors == "undid 'import': 'Later.md', 'Plan.md', 'a.md'\n")
    #expect(try sandbox.text(of: "a.md") == Self.links && sandbox.bytes(of: "Plan.md") == nil)
    #expect(try sandbox.memo("redo").end == .exited(0))
    #expect(try sandbox.text(of: "a.md") == Self.kept && sandbox.bytes(of: "Plan.md") != nil)
  }

  @Test func aMemoImportedFromJSONTakesOverNone() throws {
    let sandbox = try Self.linked()
    let json = #"[{"title":"Plan","body":"x","last_modified":0}]"#
    let run = try sandbox.memo("import", "-", "--json", input: json)
    #expect(run.text.contains(#""relinked":["a.md"]"#) && run.errors.isEmpty, "\(run.text)\(run.errors)")
    #expect(try sandbox.text(of: "a.md") == Self.kept)
  }

  @Test func aMemoIsImportedThoughALinkCannotBeRewritten() throws {
    let sandbox = try Self.linked()
    try sandbox.folder.write("# Other\n", to: "in/Plan.md")
    try sandbox.write("[[Plan]]\n", to: "big.md", day: 1)
    try sandbox.folder.truncate(VaultPath("vault/big.md"), to: 70 << 20)
    let run = try sandbox.memo("import", "../in")
    #expect(run.end == .exited(0) && run.text == "Plan.md\n", "\(run.errors)")
    #expect(run.errors.contains("the link to 'Plan' in 'big.md' now resolves to another memo"), "\(run.errors)")
    #expect(try sandbox.text(of: "a.md") == Self.kept)
  }

  // MARK: Restored

  /// A vault in which the memo was deleted that links lead to.
  private func afterDeletion() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# Other\n", to: "Plan.md")
    try sandbox.write(Self.links, to: "a.md", day: 1)
    #expect(try sandbox.memo("delete", "--yes", "Plan.md").end == .exited(0))
    return sandbox
  }

  @Test func aMemoFromTheTrashTakesOverNone() throws {
    let sandbox = try afterDeletion()
    try sandbox.write("# Work\n", to: "work/Plan.md")
    let planned = try sandbox.memo("trash", "restore", "Plan.md", "--dry-run")
    #expect(planned.text == "Plan.md\n" && planned.errors == "would update links in 1 other memo\n")
    let run = try sandbox.memo("trash", "restore", "Plan.md")
    #expect(run.text == "Plan.md\n" && run.errors == "updated links in 1 other memo\n", "\(run.errors)")
    #expect(try sandbox.text(of: "a.md") == Self.kept)
    #expect(try sandbox.memo("undo").end == .exited(0))
    #expect(try sandbox.text(of: "a.md") == Self.links && sandbox.bytes(of: "Plan.md") == nil)
  }

  @Test func aMemoFromTheTrashGetsTheLinksThatWereBrokenWithoutIt() throws {
    let sandbox = try afterDeletion()
    let run = try sandbox.memo("trash", "restore", "Plan.md")
    #expect(run.text == "Plan.md\n" && run.errors.isEmpty, "\(run.errors)")
    #expect(try sandbox.text(of: "a.md") == Self.links)
  }

  @Test func aLinkThatLeadsToAMemoWhoseDeletionIsUndoneIsReported() throws {
    let sandbox = try afterDeletion()
    try sandbox.write("# Work\n", to: "work/Plan.md")
    let warning = "memo: the link to 'Plan' in 'a.md' now resolves to another memo: undo rewrites no links\n"
    let planned = "memo: the link to 'Plan' in 'a.md' would resolve to another memo: undo rewrites no links\n"
    #expect(try sandbox.memo("undo", "--dry-run").errors.contains(planned))
    #expect(try sandbox.memo("undo").errors.contains(warning))
    #expect(try sandbox.text(of: "a.md") == Self.links && sandbox.bytes(of: "Plan.md") != nil)
    #expect(try sandbox.memo("redo").end == .exited(0))
  }

  @Test func anUndoThatBringsLinksBackWhereTheyWereWarnsOfNone() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Plan\n", to: "Plan.md")
    try sandbox.write("# Plan\n", to: "w/Plan.md")
    try sandbox.write("[[Plan]] [[Plan|x]]\n", to: "n.md")
    for (source, target) in [("w/Plan.md", "Plan.md"), ("Plan.md", "w/Plan.md")] {
      #expect(try sandbox.memo("merge", source, target).end == .exited(0))
      for run in [try sandbox.memo("undo", "--dry-run"), try sandbox.memo("undo")] {
        #expect(run.end == .exited(0) && !run.errors.contains("another memo"), "\(run.errors)")
      }
      #expect(try sandbox.text(of: "n.md") == "[[Plan]] [[Plan|x]]\n")
    }
  }

  @Test func linksThatAreTakenOverAreCounted() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# Other\n", to: "Plan.md")
    #expect(try sandbox.memo("delete", "--yes", "Plan.md").end == .exited(0))
    try sandbox.write("# Work\n", to: "work/Plan.md")
    try sandbox.write("[[Plan]] [[Plan|x]]\n", to: "a.md")
    let targets = (1...25).map { "[[Plan]] " + String(repeating: " ", count: $0) }
    for (number, target) in targets.enumerated() { try sandbox.write(target, to: "n\(number).md") }
    let run = try sandbox.memo("undo")
    #expect(
      run.errors.contains("memo: the 2 links to 'Plan' in 'a.md' now resolve to another memo: undo rewrites no links\n")
    )
    #expect(run.errors.contains("memo: the same applies to 6 more links\n"), "\(run.errors)")
  }

  @Test func aMemoFromGitTakesOverNone() throws {
    let sandbox = try Sandbox.withPast()
    try sandbox.write("# Work\n", to: "work/gone.md")
    try sandbox.write("[[gone]]\n", to: "a.md")
    let planned = try sandbox.memo("restore", "./gone.md", "--at", "HEAD~2", "--dry-run")
    #expect(planned.lines.contains("-[[gone]]") && planned.lines.contains("+[[work/gone]]"), "\(planned.text)")
    let json = try sandbox.memo("restore", "./gone.md", "--at", "HEAD~2", "--dry-run", "--json").text
    #expect(json.contains(#""changed":["a.md","gone.md"]"#), "\(json)")
    let run = try sandbox.memo("restore", "./gone.md", "--at", "HEAD~2")
    #expect(run.errors.contains("updated links in 1 other memo"), "\(run.errors)")
    #expect(try sandbox.text(of: "a.md") == "[[work/gone]]\n")
    #expect(try sandbox.memo("undo").end == .exited(0))
    #expect(try sandbox.text(of: "a.md") == "[[gone]]\n" && sandbox.bytes(of: "gone.md") == nil)
  }
}
