import MemoCore
import MemoTestSupport
import Testing

@testable import MemoWords

/// Arguments that ask for less than a command needs, and errors that no one expected.
@Suite struct RefusedArgumentTests {
  @Test func unsetWithoutAKeyIsAUsageError() throws {
    let tool = try TestedTool()
    for words in [["config", "--unset"], ["config", "--unset", "--json"], ["config", "--unset", "--user"]] {
      let run = tool.run(words)
      #expect(run.code == .usage && run.output.isEmpty && run.errors.contains("missing KEY"), "\(words)")
    }
    #expect(tool.run("--lang", "ko", "config", "--unset").errors.hasPrefix("memo: 키를 지정하십시오\n"))
  }

  @Test func emptyingTheTrashTakesNoMemo() throws {
    let tool = try TestedTool()
    try tool.folder.write("# A\n", to: "a.md")
    try tool.folder.write("# B\n", to: "b.md")
    #expect(tool.run("delete", "--yes", "a.md", "b.md").code == .done)
    for words in [["trash", "empty", "a.md", "--yes"], ["trash", "empty", "", "--yes"], ["trash", "list", "a.md"]] {
      let run = tool.run(words)
      #expect(run.code == .usage && run.output.isEmpty, "\(words): \(run)")
      #expect(run.errors.hasPrefix("memo: unexpected argument '\(words[2])'\n"), "\(words): \(run)")
    }
    #expect(tool.run("trash").lines.count == 2, "both memos are still there")
  }

  @Test func aListOfTagsTakesNoTag() throws {
    let tool = try TestedTool()
    try tool.folder.write("# A\n\n#work #home\n", to: "a.md")
    let run = tool.run("tags", "list", "work")
    #expect(run.code == .usage && run.output.isEmpty, "\(run)")
    #expect(run.errors.hasPrefix("memo: unexpected argument 'work'\n"), "\(run)")
    #expect(tool.run("tags", "list").lines.count == 2)
  }

  @Test(arguments: [["-n5x"], ["-C1001"], ["-n=5x"]])
  func aNumberThatAnOptionCannotTakeIsNoWord(words: [String]) throws {
    let tool = try TestedTool()
    try tool.folder.write("# memo\n", to: "a.md")
    let run = tool.run(["search", "-l"] + words + ["memo"])
    #expect(run.code == .usage && run.output.isEmpty, "\(words): \(run)")
    for word in ["-nope", "-draft", "-5", "-x5"] {
      #expect(tool.run("search", "-l", "memo", word).output == "a.md\n", "\(word) excludes a word")
    }
  }

  @Test func anEmptyFolderIsAUsageError() throws {
    let tool = try TestedTool()
    try tool.folder.write("# A\n", to: "work/a.md")
    for words in [["move", "work/a.md", ""], ["new", "B", "--dir", ""], ["new", "B", "--dir="]] {
      let run = tool.run(words)
      #expect(run.code == .usage && run.errors.hasPrefix("memo: DIR is empty\n"), "\(words): \(run)")
    }
    #expect(tool.run("list", "--paths").output == "work/a.md\n")
  }

  @Test func aChangedSettingIsAJSONValueToo() throws {
    let tool = try TestedTool()
    let runs = [
      ["titles", "heading"], ["views.a", "--tag x"], ["titles", "--unset"], ["views.a", "--unset"],
    ].map { tool.run(["config", "--json"] + $0) }
    #expect(runs.allSatisfy { $0.code == .done && $0.errors.isEmpty }, "\(runs)")
    let outputs = runs.map { $0.output.filter { !$0.isWhitespace } }
    #expect(
      outputs == [#"{"titles":"heading"}"#, #"{"views.a":"--tagx"}"#, #"{"titles":null}"#, #"{"views.a":null}"#])
    for key in ["titles", "views.a"] {
      let (run, json) = (tool.run("config", key, "--unset"), tool.run("config", key, "--unset", "--json"))
      #expect(run.code == .noMatch && run.errors == "'\(key)' is not set\n", "\(run)")
      #expect(json.code == .noMatch && json.output.isEmpty && json.errors.contains("\"not-set\""), "\(json)")
    }
  }

  @Test(arguments: ["l: [x]", "l:\n- x", "l: x", "k: x"])
  func anEmptyItemIsAUsageError(field: String) throws {
    let tool = try TestedTool()
    let text = Array("---\n\(field)\n---\n# T\n".utf8)
    try tool.folder.write(text, to: VaultPath("t.md"))
    let run = tool.run("set", "t.md", "l+=")
    #expect(run.code == .usage && run.errors.hasPrefix("memo: 'l+=' has no item to add\n"), "\(run)")
    #expect(try tool.folder.bytes(of: VaultPath("t.md")) == text)
    #expect(tool.run("set", "t.md", "l-=").code == .done, "there is none to remove")
  }

  @Test(arguments: ["s=1", "s+=1", "S-=v"])
  func aFieldThatIsBothChangedAndRemovedIsAUsageError(change: String) throws {
    let tool = try TestedTool()
    let text = Array("---\ns: v\n---\n# T\n".utf8)
    try tool.folder.write(text, to: VaultPath("t.md"))
    let run = tool.run("set", "t.md", change, "--unset", "s")
    #expect(run.code == .usage && run.errors.contains("'s' cannot be both changed and removed"), "\(run)")
    #expect(try tool.folder.bytes(of: VaultPath("t.md")) == text)
    #expect(tool.run("set", "t.md", "r=1", "--unset", "s").code == .done)
  }

  @Test(arguments: [
    ("=x", "for example: status, due, author.name"), ("a..b=x", "for example: status, due, author.name"),
    ("s.below=x", "change it in the editor: memo edit t.md"),
  ])
  func aKeyThatCannotBeSetIsAnsweredWithWhatToDo(change: String, hint: String) throws {
    let tool = try TestedTool()
    let text = Array("---\ns: v\n---\n# T\n".utf8)
    try tool.folder.write(text, to: VaultPath("t.md"))
    let run = tool.run("set", "t.md", change)
    #expect(run.code != .done && run.errors.hasSuffix("\nhint: \(hint)\n"), "\(run.errors)")
    #expect(try tool.folder.bytes(of: VaultPath("t.md")) == text)
  }

  @Test(arguments: ["a OR", "OR a", "OR", "a OR OR b"])
  func anOrThatJoinsNothingIsAUsageError(query: String) throws {
    let tool = try TestedTool()
    try tool.folder.write("# a or b\n", to: "a.md")
    let run = tool.run("search", query)
    #expect(run.code == .usage && run.output.isEmpty)
    #expect(
      run.errors
        == "memo: 'OR' needs a search term on both sides\nhint: to search for the word itself, quote it: '\"OR\"'\n")
    #expect(tool.run("--lang", "ko", "search", query).errors.hasPrefix("memo: 'OR'의 양쪽에는 검색어가 있어야 합니다\n"))
    #expect(tool.run("search", "\"OR\"").output == "a.md:1:5:# a or b\n")
  }

  @Test(arguments: [
    ("tasks milk", ["memo search task-open:WORD", "memo tasks --path PATH"]), ("list milk", ["memo search milk"]),
    ("list trips", ["memo list @trips"]), ("list --has x", ["memo list --where has:KEY"]),
    ("tag add x y", ["memo tags add TAG REF", "memo tags remove TAG REF", "memo tags rename TAG NEW"]),
  ])
  func wordsThatHaveNoMeaningHereAreAnsweredWithWhatDoes(words: String, uses: [String]) throws {
    let tool = try TestedTool()
    #expect(tool.run("config", "views.trips", "--tag travel").code == .done)
    let run = tool.run(words.split(separator: " ").map(String.init))
    #expect(run.code == .usage, "\(run.errors)")
    let hints = run.errors.split(separator: "\n").filter { $0.contains("hint: use") }
    #expect(hints.map(String.init) == uses.map { "hint: use '\($0)'" }, "\(run.errors)")
  }

  @Test func aPreviewOfAJSONExportPrintsNoMemo() throws {
    let tool = try TestedTool()
    try tool.folder.write("# One\nsecret text\n", to: "one.md")
    let run = tool.run("export", "--json", "--dry-run")
    #expect(run.code == .done)
    #expect(run.output == "{\"exported\":[\"one.md\"],\"skipped\":[],\"otherFiles\":0,\"failed\":[]}\n")
    let same = tool.run("export", "\(tool.folder.path.text)-copy", "--json", "--dry-run")
    #expect(run.output == same.output, "as a preview of an export to a folder")
  }

  private struct Surprise: Error {
    let contents = "secret text"
  }

  @Test func anUnknownErrorIsASentenceWithoutItsValues() {
    let failure = FailureMessages.failure(for: Surprise())
    #expect(failure.kind == "internal" && failure.exitCode == .failure)
    #expect(failure.message[.english] == "unexpected error (Surprise); this is a bug in memo")
    #expect(failure.message[.korean] == "예기치 않은 오류(Surprise)입니다. memo의 버그입니다")
  }
}
