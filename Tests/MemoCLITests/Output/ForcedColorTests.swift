import MemoTestSupport
import MemoWords
import Testing

/// `--color always` in a pipe, which may end at a terminal.
@Suite struct ForcedColorTests {
  @Test(arguments: [
    "list", "list --format {title}{preview}{fields}", "fields", "fields state", "outline h.md", "tasks", "tasks --all",
    "links h.md", "backlinks t.md", "graph", "mentions t.md", "check", "search here", "search here -C1",
    "search here --explain", "search here -c", "search here -l", "show h.md", "stats", "tags", "config",
    "undo --list", "trash",
  ])
  func whatIsInColorHoldsNoControlsOfAMemo(line: String) throws {
    let tool = try TestedTool()
    let hostile = "\u{1B}]0;hi\u{7}\u{202E}"
    try tool.folder.write(
      """
      ---
      state: "x\(hostile)"
      "k\(hostile)": 1
      ---
      # H \(hostile) here
      ## S \(hostile) here

      - [ ] Tee \(hostile) here [[t|\(hostile)]] [[no\(hostile)]]

      """, to: "h.md")
    try tool.folder.write("# Tee\n", to: "t.md")
    try tool.folder.write("# Gone \(hostile)\n", to: "gone \(hostile).md")
    #expect(tool.run("delete", "--yes", "gone \(hostile).md").code == .done)
    let run = tool.run(["--color", "always"] + line.split(separator: " ").map(String.init))
    #expect(run.code == .done || run.code == .noMatch, "\(run.errors)")
    for control in ["\u{1B}]", "\u{7}", "\u{202E}"] {
      #expect(!run.output.contains(control) && !run.errors.contains(control), "\(run.output.debugDescription)")
    }
  }
}
