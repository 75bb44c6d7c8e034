import MemoCore
import MemoTestSupport
import MemoWords
import Testing

/// `memo mentions --link` on a terminal asks about each mention.
@Suite struct MentionsCommandTests {
  @Test func aLineWithManyMentionsIsNotWrittenWholeForEach() throws {
    let tool = try TestedTool()
    try tool.folder.write("# Plan\n", to: "plan.md", modified: 2)
    try tool.folder.write("# B\n\n" + String(repeating: "the plan ", count: 2_000) + "\n", to: "b.md", modified: 1)
    let run = tool.run("mentions", "plan.md")
    print(run.lines.count, "lines,", run.output.count, "bytes")
    #expect(run.lines.count == 2_000 && run.output.count < 3_000_000)
    #expect(run.lines[1_999].hasPrefix("b.md:3:17996:the plan the plan "))
  }

  @Test(arguments: ["a\\\\b", "C:\\\\", "\\\\\\\\", "say \\\"hi\\\""])
  func aTitleWithBackslashesIsLookedFor(title: String) throws {
    let tool = try TestedTool()
    try tool.folder.write("# \(title)\n", to: "plan.md", modified: 2)
    try tool.folder.write("# B\n\nx \(title) y\n", to: "b.md", modified: 1)
    let run = tool.run("mentions", "plan.md")
    print(title, run.code, run.lines, run.errors)
    #expect(run.code == .done, "\(run.errors)")
  }

  @Test func noMentionsAreAnEmptyListInEachForm() throws {
    let tool = try TestedTool()
    try tool.folder.write("# Plan\n", to: "plan.md")
    for (words, output) in [(["mentions", "plan.md"], ""), (["mentions", "plan.md", "--json"], "[]\n")] {
      let run = tool.run(words)
      #expect(run.code == .done && run.output == output && run.errors.isEmpty, "\(words): \(run)")
    }
  }

  @Test func aNameThatIsNotLookedForIsReportedAsThatAndASyllableIsFound() throws {
    let tool = try TestedTool()
    try tool.folder.write("# x\n", to: "x.md", modified: 2)
    try tool.folder.write("# 책\n", to: "책.md", modified: 1)
    try tool.folder.write("# B\n\nx 책을 읽음\n", to: "b.md", modified: 1)
    let run = tool.run("mentions", "x.md", terminalColumns: 80)
    #expect(run.errors.contains("names of one letter or of marks alone are not looked for"), "\(run.errors)")
    #expect(tool.run("mentions", "책.md").lines == ["b.md:3:3:x 책을 읽음"])
  }

  @Test(
    arguments: [
      ("y n y n", "[[Plan]] one, plan two\n\n[[Plan]] three\n", "plan four\n"),
      ("n a", "Plan one, [[plan]] two\n\n[[Plan]] three\n", "[[plan]] four\n"),
      ("y q", "[[Plan]] one, plan two\n\nPlan three\n", "plan four\n"),
      ("예 아니요 ㅁ", "[[Plan]] one, plan two\n\n[[Plan]] three\n", "[[plan]] four\n"),
      // What is no answer is a no.
      ("x about Y", "Plan one, plan two\n\n[[Plan]] three\n", "plan four\n"),
      ("", "Plan one, plan two\n\nPlan three\n", "plan four\n"),
    ])
  func eachMentionIsAskedAbout(answers: String, first: String, second: String) throws {
    var tool = try TestedTool()
    try tool.folder.write("# Plan\n", to: "plan.md", modified: 3)
    try tool.folder.write("# A\n\nPlan one, plan two\n\nPlan three\n", to: "a.md", modified: 2)
    try tool.folder.write("# B\n\nplan four\n", to: "b.md", modified: 1)
    tool.variables["NO_COLOR"] = "1"
    tool.answers = answers.split(separator: " ").map { String($0) }
    let run = tool.run("mentions", "plan.md", "--link", terminalColumns: 80)
    #expect(run.code == .done, "\(run.errors)")
    #expect(try tool.folder.bytes(of: VaultPath("a.md")) == Array("# A\n\n\(first)".utf8), "\(run.errors)")
    #expect(try tool.folder.bytes(of: VaultPath("b.md")) == Array("# B\n\n\(second)".utf8), "\(run.errors)")
    #expect(run.errors.contains("a.md:3:1: Plan one, plan two"), "\(run.errors)")
    #expect(run.errors.contains("link it? [y/n/a/q] "), "\(run.errors)")
  }

  @Test func twoMentionsOnALineAreAskedAboutByTheirColumns() throws {
    var tool = try TestedTool()
    try tool.folder.write("# Plan\n", to: "plan.md", modified: 2)
    try tool.folder.write("# A\n\nPlan one, plan two\n", to: "a.md", modified: 1)
    tool.variables["NO_COLOR"] = "1"
    tool.answers = ["n", "y"]
    let run = tool.run("mentions", "plan.md", "--link", terminalColumns: 80)
    #expect(run.errors.contains("a.md:3:1: Plan one, plan two\n"), "\(run.errors)")
    #expect(run.errors.contains("a.md:3:11: Plan one, plan two\n"), "\(run.errors)")
    #expect(try tool.folder.bytes(of: VaultPath("a.md")) == Array("# A\n\nPlan one, [[plan]] two\n".utf8))
  }
}
