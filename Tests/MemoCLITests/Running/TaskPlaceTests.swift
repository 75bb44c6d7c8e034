import MemoCore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoCLI

/// The places of tasks, as lists and searches print them, lead back to the tasks, or to none.
@Suite struct TaskPlaceTests {
  private static let text = "# t\n\n- [ ] buy: milk\n  1. [x] read [x] it\n- plain\n"

  private static func tool(_ name: String = "a.md") throws -> TestedTool {
    let tool = try TestedTool()
    try tool.folder.write(text, to: name)
    return tool
  }

  private static func text(_ tool: TestedTool, _ name: String = "a.md") throws -> String {
    String(decoding: try tool.folder.bytes(of: VaultPath(name)) ?? [], as: UTF8.self)
  }

  @Test(
    arguments: [
      "a.md:3", "a:3", "./a.md:3", "a.md:3:buy: milk", "a.md:3:[ ] buy: milk", "a.md:3:- [ ] buy: milk",
      "a.md:3:7:- [ ] buy: milk", "a.md:3:  buy: milk  ", "a.md:3:[x] buy: milk",
    ])
  func aPlaceNamesItsTask(place: String) throws {
    let tool = try Self.tool()
    #expect(tool.run("tasks", "done", place).code == .done)
    #expect(try Self.text(tool) == Self.text.replacing("- [ ]", with: "- [x]"))
    #expect(tool.run("tasks", "done", place).code == .done, "a second time nothing changes")
    #expect(tool.run("undo").code == .done && tool.run("undo").code == .noMatch)
    #expect(try Self.text(tool) == Self.text)
  }

  @Test(
    arguments: [
      ("a.md:5", ExitCode.changed), ("a.md:1", .changed), ("a.md:99", .changed), ("a.md:3:milk", .changed),
      ("a.md:3:buy: milk and more", .changed), ("a.md:3:", .changed), ("a.md:4:buy: milk", .changed),
      ("b.md:3", .noSuchMemo), ("a.md", .usage), ("a.md:0", .usage), ("a.md:x", .usage), (":3", .usage),
      ("3", .noSuchMemo),
      ("a.md:3x", .usage), ("99999999999999999999", .usage),
    ])
  func anotherPlaceIsRefused(place: String, code: ExitCode) throws {
    let tool = try Self.tool()
    let run = tool.run("tasks", "done", "a.md:3", place)
    #expect(run.code == code && run.output.isEmpty, "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count { $0.hasPrefix("memo: ") } == 1)
    #expect(try Self.text(tool) == Self.text, "all or none")
  }

  @Test(arguments: ["a:3:b.md", "odd\"name.md", "new\nline.md", "한:7.md"])
  func aListIsReadBackWhateverItsPaths(name: String) throws {
    let tool = try Self.tool(name)
    let lines = tool.run("tasks", "--all").lines.map(String.init)
    #expect(lines.count == 2)
    #expect(tool.run(["tasks", "done"] + lines).code == .done)
    #expect(try Self.text(tool, name) == Self.text.replacing("[ ]", with: "[x]"))
    #expect(tool.run(["tasks", "undone"] + lines).code == .done)
    let undone = Self.text.replacing("1. [x]", with: "1. [ ]")
    #expect(try Self.text(tool, name) == undone)
  }

  @Test func aNumberIsTakenOnATerminalAndStaysWhenTasksAreTicked() throws {
    let tool = try Self.tool()
    try tool.folder.write("- [/] half\n- [-] never\n", to: "b.md")
    #expect(tool.run("tasks", "done", "1", terminalColumns: 80).code == .done)
    #expect(tool.run("tasks", "done", "3", terminalColumns: 80).code == .done)
    #expect(try Self.text(tool, "b.md") == "- [x] half\n- [-] never\n")
    #expect(tool.run("tasks", "done", "9", terminalColumns: 80).code == .noSuchMemo)
    #expect(tool.run("tasks", "undone", "4", terminalColumns: 80).code == .done)
    #expect(try Self.text(tool, "b.md") == "- [x] half\n- [ ] never\n")
  }

  /// Every filter and state alone and with every other: both have to hold.
  @Test func filtersOfTasksCombine() throws {
    let tool = try TestedTool()
    for (name, status, tag, day) in [("a", "open", "x", 1), ("b", "done", "x", 20), ("c", "open", "y", 20)] {
      let text =
        "---\nstatus: \(status)\ntags: [\(tag)]\n---\n# \(name)\n\n- [ ] \(name)1\n- [x] \(name)2\n- [-] \(name)3\n"
      try tool.folder.write(
        text, to: "\(name == "c" ? "sub/" : "")\(name).md", modified: Int64(day) * 86_400_000_000_000)
    }
    func found(_ words: [String]) -> Set<Substring> {
      let run = tool.run(["tasks"] + words)
      #expect(run.code == .done, "\(words)")
      return Set(run.lines.map { $0.split(separator: ":").last ?? "" })
    }
    let filters = [
      ["--open"], ["--done"], ["--all"], ["--where", "status=open"], ["--where", "has:tags"], ["--tag", "x"],
      ["--path", "sub/**"], ["--since", "1970-01-15"], ["--until", "1970-01-15"], ["--sort", "field:status"],
    ]
    for (place, one) in filters.enumerated() {
      for other in filters[place...].dropFirst() where !filters[..<3].contains(one) || !filters[..<3].contains(other) {
        // Without a state, only open tasks are listed.
        let states = [one, other].filter(filters[..<3].contains)
        let wanted = [one, other].map { found($0 + (filters[..<3].contains($0) ? [] : states.first ?? [])) }
        #expect(found(one + other) == wanted[0].intersection(wanted[1]), "\(one) \(other)")
      }
    }
    let json = tool.run("tasks", "--done", "--tag", "x", "--where", "status=done", "--json").output
    #expect(json.contains(#""state":"done","mark":"x","text":"b2""#) && !json.contains("a2"))
  }

  @Test func aTaskThatMovedSinceItWasListedIsRefused() throws {
    let tool = try Self.tool()
    let lines = tool.run("tasks").lines.map(String.init)
    try tool.folder.write("- [ ] new\n" + Self.text, to: "a.md")
    let run = tool.run(["tasks", "done"] + lines)
    #expect(run.code == .changed && run.errors.contains("'a.md' has no task on line 3"))
    let json = tool.run(["tasks", "done", "--json"] + lines)
    #expect(json.code == .changed && json.errors.contains(#""kind":"changed""#))
    #expect(try Self.text(tool) == "- [ ] new\n" + Self.text)
    try tool.folder.write("- [ ] new\n\n- [ ] other\n", to: "a.md")
    let other = tool.run(["tasks", "done"] + lines)
    #expect(other.code == .changed && other.errors.contains("line 3 of 'a.md' is now a different task: 'other'"))
  }

  @Test func anEtagGuardsTheMemo() throws {
    let tool = try Self.tool()
    #expect(tool.run("tasks", "done", "a.md:3", "--if-match", "0000000000000000").code == .changed)
    #expect(try Self.text(tool) == Self.text)
    #expect(tool.run("tasks", "done", "a.md:3", "--dry-run").output.contains("+- [x] buy: milk"))
    #expect(try Self.text(tool) == Self.text)
  }
}
