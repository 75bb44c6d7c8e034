import MemoCore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoCLI

/// Saved filters are data: they come with a vault, perhaps from someone else, and can only choose and order memos.
@Suite struct SavedViewTests {
  private static func tool(_ views: [String: String]) throws -> TestedTool {
    let tool = try TestedTool()
    let settings = views.map { #""\#($0.key)": "\#($0.value.replacing("\"", with: "\\\""))""# }.joined(separator: ", ")
    try tool.folder.write("{\"views\": {\(settings)}}", to: ".memo/config.json")
    for (name, status) in [("a", "open"), ("b", "done"), ("c", "open")] {
      try tool.folder.write("---\nstatus: \(status)\n---\n# \(name) word #tag\n- [ ] \(name)\n", to: "\(name).md")
    }
    return tool
  }

  @Test func viewsThatAreSetAtTheSameTimeAreAllThere() async throws {
    let tool = try Self.tool([:])
    await withTaskGroup(of: TestedTool.Run.self) { group in
      for number in 0..<20 { group.addTask { tool.run("config", "views.v\(number)", "--tag x\(number)") } }
      for await run in group { #expect(run.code == .done, "\(run.errors)") }
    }
    let views = tool.run("config").lines.filter { $0.hasPrefix("views.") }
    #expect(Set(views) == Set((0..<20).map { "views.v\($0)=--tag x\($0)" }), "\(views)")
  }

  @Test func theCommandLineAddsToAView() throws {
    let tool = try Self.tool(["open": "--where status=open --sort path- -n 1", "all": "--tag 'tag' --sort title"])
    func paths(_ words: String...) -> [Substring] { tool.run(["list", "--paths"] + words).lines }
    #expect(paths("@open") == ["c.md"] && paths("@open", "--limit", "0") == ["c.md", "a.md"])
    #expect(paths("@open", "-n0", "--sort", "path") == ["a.md", "c.md"], "its own order goes")
    #expect(paths("@open", "--path", "a.md") == ["a.md"], "filters are added")
    #expect(paths("@all", "@open", "-n", "0") == ["c.md", "a.md"])
    #expect(tool.run("search", "-l", "@open", "-n0", "word").lines.sorted() == ["a.md", "c.md"])
    #expect(tool.run("search", "-l", "word", "@open").lines.isEmpty, "behind the first word it is text")
    #expect(tool.run("tasks", "@open", "-n0").lines == ["c.md:5:c", "a.md:5:a"])
  }

  @Test(
    arguments: [
      "--format {path}", "--json", "--vault /", "--debug", "--help", "--edit", "sh -c ls", "$(ls)", "`ls`", "@other",
      "--",
      "-- ls", "--tag", "--where 'x", "--sort nothing", "-n -1", "--since nonsense", "--until 2026-13-01",
      "--created-since nonsense", "--created-until nonsense", "--where foo", "--where 'due<nonsense'", "--tag OR",
      "--no-such-option", "--where status=open | sh",
    ])
  func aViewThatDoesMoreIsRefused(words: String) throws {
    let tool = try Self.tool(["evil": words, "other": "--untagged"])
    for command in [["list", "@evil"], ["search", "@evil", "word"], ["tasks", "@evil"]] {
      let run = tool.run(command)
      #expect(run.code == .usage && run.output.isEmpty && run.errors.contains("evil"), "\(command)")
    }
    // A word that looks like an option of 'config' is one; behind '--' it is not.
    let saving = tool.run("config", "views.mine", "--", words)
    #expect(saving.code == .usage && tool.run("list", "@mine").code == .usage, "\(saving.errors)")
  }

  @Test func aViewOfOneOptionIsSavedBehindDashes() throws {
    let tool = try Self.tool([:])
    let run = tool.run("config", "views.orphans", "--orphan")
    #expect(run.code == .usage && run.errors.contains("hint: put -- before words that begin with -"), "\(run.errors)")
    #expect(tool.run("config", "views.orphans", "--", "--orphan").code == .done)
    #expect(tool.run("list", "--paths", "@orphans").lines.count == 3)
  }

  @Test func anUnknownViewIsNamedWithItsNeighbour() throws {
    let tool = try Self.tool(["inbox": "--where status=open"])
    let run = tool.run("list", "@inbx")
    #expect(run.code == .usage && run.errors.contains("'@inbx'") && run.errors.contains("'@inbox'"))
    let search = tool.run("search", "@inbx")
    #expect(search.code == .noMatch && search.errors.contains("'@inbox'"), "searched as text, with a hint")
    #expect(tool.run("search", "@kim").errors.isEmpty)
    #expect(tool.run("list", "inbox").code == .usage && tool.run("list", "@").code == .usage)
  }

  /// Whatever options commands get: none that writes, runs a program or chooses a vault or an output comes into a view.
  @Test func everyOptionButFiltersAndAnOrderIsRefused() throws {
    let allowed = Set((FilterOptions.group.arguments + [SortOptions.sort]).flatMap(\.spellings))
    let others = (CommandList.declarations + CommandList.hidden).flatMap(\.options) + GlobalOptions.all
    let spellings = Set(others.flatMap(\.spellings)).subtracting(allowed)
    #expect(spellings.count > 60 && allowed.isDisjoint(with: ["--json", "--format", "--vault", "--edit", "--yes"]))
    for spelling in spellings.sorted() {
      for words in [spelling, "\(spelling)=x", "\(spelling) x", "--untagged \(spelling)"] {
        #expect(throws: Failure.self, "\(words)") { try SavedView("mine", words) }
      }
    }
  }

  @Test(arguments: [#"["--tag", "x"]"#, #"{"b": "--json"}"#, "5", "null", "true"])
  func aViewThatIsNoTextIsRefused(value: String) throws {
    let tool = try TestedTool()
    try tool.folder.write(
      #"{"views": {"a": \#(value), "x y": "--tag x", "\u001b[2J": "--json"}}"#, to: ".memo/config.json")
    try tool.folder.write("# @a\n", to: "a.md")
    for command in [["list", "@a"], ["tasks", "@a"], ["list", "@x y"], ["list", "@a.b"]] {
      let run = tool.run(command)
      #expect(run.code == .usage && run.output.isEmpty && !run.errors.contains("\u{1B}"), "\(command)")
      #expect(!run.errors.contains("did you mean"), "\(run.errors)")
    }
    let found = tool.run("__complete", "zsh", "list", "@").lines
    #expect(!found.contains { $0.contains("x y") || $0.contains("\u{1B}") }, "\(found)")
  }

  @Test func readingAViewWritesNothing() throws {
    let tool = try Self.tool(["open": "--where status=open"])
    let before = try tool.folder.bytes(of: VaultPath(".memo/config.json"))
    for command in [["list", "@open"], ["search", "@open", "word"], ["tasks", "@open"], ["config"]] {
      #expect(tool.run(command).code == .done)
    }
    #expect(tool.run("undo").code == .noMatch, "no operation was recorded")
    #expect(try tool.folder.bytes(of: VaultPath(".memo/config.json")) == before)
  }

  @Test func aNameIsTheSameInEveryNormalization() throws {
    let tool = try Self.tool(["할일": "--where status=open"])
    let name = "\u{1112}\u{1161}\u{11AF}\u{110B}\u{1175}\u{11AF}"
    #expect(
      tool.run("list", "@\(name)").lines.count == 2 && tool.run("search", "-l", "@\(name)", "word").lines.count == 2)
  }

  @Test func namesOfViewsAreWords() throws {
    let tool = try Self.tool([:])
    for name in ["", "a b", "a.b", "-/", "../x"] {
      #expect(tool.run("config", "views.\(name)", "--tag work").code == .usage, "\(name)")
    }
    for name in ["a", "한글", "a-b_2"] {
      #expect(tool.run("config", "views.\(name)", "--tag tag").code == .done)
      #expect(tool.run("list", "@\(name)").lines.count == 3, "\(name)")
      #expect(tool.run("config", "views.\(name)", "--unset").code == .done)
    }
    #expect(tool.run("config", "views.a", "--user", "--tag x").code == .usage)
  }
}
