import MemoCore
import Testing

@Suite(.waitsForPrograms) struct LinkCommandTests {
  /// Memos that link to each other by title, file name, path and alias, and to nowhere.
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# Release plan\n\nsee [[장보기#오늘|the list]] and [[회의록]]\n", to: "plan.md", day: 9)
    try sandbox.write("# 장보기\n\n[the plan](../plan.md), 계획: [[release PLAN]]\n[[없는 메모]]\n", to: "home/장보기.md", day: 8)
    try sandbox.write("---\naliases: [minutes]\n---\n# 주간 회의록\n[[twin]] ![[photo.png]]\n", to: "work/회의록.md", day: 7)
    try sandbox.write("# One\n`[[plan]]`\n", to: "work/twin.md", day: 6)
    try sandbox.write("# Two\n[[minutes]] #a\n", to: "home/twin.md", day: 5)
    return sandbox
  }

  @Test func linksAndBacklinksAreListed() throws {
    try Self.sandbox().check(
      """
      $ memo links plan
      home/장보기.md	3:5	장보기
      work/회의록.md	3:29	회의록
      $ memo links home/장보기.md
      plan.md	3:1	../plan.md
      plan.md	3:29	release PLAN
      	4:1	없는 메모
      $ memo links 주간
      work/twin.md	5:1	twin
      	5:11	photo.png
      $ memo links work/twin
      $ memo backlinks plan
      home/장보기.md:3:1:[the plan](../plan.md), 계획: [[release PLAN]]
      $ memo backlinks minutes
      plan.md:3:29:see [[장보기#오늘|the list]] and [[회의록]]
      home/twin.md:2:1:[[minutes]] #a
      $ memo backlinks work/twin
      work/회의록.md:5:1:[[twin]] ![[photo.png]]
      $ memo links nothing
      memo: no memo is named 'nothing'
      hint: to look for it in the text of memos: memo search nothing
      [3]
      $ memo backlinks
      memo: missing REF
      usage: memo backlinks [OPTIONS] [REF]
      hint: it can be left out only on a terminal
      hint: see 'memo help backlinks'
      [2]
      """)
  }

  @Test func linksInEveryFormAreListed() throws {
    let sandbox = try Self.sandbox()
    let text = "# F\n[[#F]] [a](../plan) [b](./) [c](./#h) [d][x] [x] [e](none) [f](#f)\n\n[x]: <../home/장보기.md>\n"
    try sandbox.write(text, to: "lib/forms.md", day: 4)
    try sandbox.write("# Library\n", to: "lib/index.md", day: 3)
    try sandbox.check(
      """
      $ memo links forms
      lib/forms.md	2:1	#F
      plan.md	2:8	../plan
      lib/index.md	2:21	./
      lib/index.md	2:29	./
      home/장보기.md	2:39	../home/장보기.md
      home/장보기.md	2:46	../home/장보기.md
      	2:50	none
      lib/forms.md	2:60	#f
      $ memo check | grep forms
      lib/forms.md:2:29: broken-anchor: 'lib/index.md' has no heading 'h'
      $ memo backlinks 장보기
      plan.md:3:5:see [[장보기#오늘|the list]] and [[회의록]]
      lib/forms.md:2:39:[[#F]] [a](../plan) [b](./) [c](./#h) [d][x] [x] [e](none) [f](#f)
      """)
  }

  @Test func listsAndSearchesAreFilteredByLinks() throws {
    try Self.sandbox().check(
      """
      $ memo list --paths --links-to plan
      home/장보기.md
      $ memo list --paths --linked-from plan
      home/장보기.md
      work/회의록.md
      $ memo list --paths --orphan
      home/twin.md
      $ memo list --paths --orphan --tag a
      home/twin.md
      $ memo list --paths --links-to minutes --linked-from plan
      $ memo search -l --links-to 주간 plan
      plan.md
      $ memo search -l --orphan two
      home/twin.md
      $ memo list --links-to twin
      memo: 'twin' matches 2 memos
        work/twin.md
        home/twin.md
      hint: use a path, such as work/twin.md, or more of the title
      [4]
      """)
  }

  @Test func theGraphIsWrittenForGraphviz() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("# A \"quoted\\N\" title\n[[no\\where|x]]\n", to: "q\"\\.md", day: 4)
    try sandbox.check(
      """
      $ memo graph
      plan.md	home/장보기.md	장보기
      plan.md	work/회의록.md	회의록
      home/장보기.md	plan.md	../plan.md
      home/장보기.md	plan.md	release PLAN
      home/장보기.md		없는 메모
      work/회의록.md	work/twin.md	twin
      home/twin.md	work/회의록.md	minutes
      "q\\"\\\\.md"		no\\where
      $ memo graph --dot
      digraph memo {
        "plan.md" [label="Release plan"];
        "home/장보기.md" [label="장보기"];
        "work/회의록.md" [label="주간 회의록"];
        "work/twin.md" [label="One"];
        "home/twin.md" [label="Two"];
        "q\\"\\\\.md" [label="A \\"quoted\\\\N\\" title"];
        "plan.md" -> "home/장보기.md" [label="the list"];
        "plan.md" -> "work/회의록.md";
        "home/장보기.md" -> "plan.md" [label="the plan"];
        "home/장보기.md" -> "plan.md";
        "/없는 메모" [label="없는 메모", style=dashed];
        "home/장보기.md" -> "/없는 메모" [style=dashed];
        "work/회의록.md" -> "work/twin.md";
        "home/twin.md" -> "work/회의록.md";
        "/no\\\\where" [label="no\\\\where", style=dashed];
        "q\\"\\\\.md" -> "/no\\\\where" [style=dashed];
      }
      """)
  }

  // MARK: JSON

  @Test func linksAreRecords() throws {
    let sandbox = try Self.sandbox()
    let links = try sandbox.memo("links", "plan", "--json").records()
    #expect(links.count == 2)
    #expect(links[0]["target"] as? String == "장보기" && links[0]["heading"] as? String == "오늘")
    #expect(links[0]["label"] as? String == "the list" && links[0]["kind"] as? String == "wiki")
    #expect(links[0]["line"] as? Int == 3 && links[0]["column"] as? Int == 5)
    #expect(links[0]["path"] as? String == "home/장보기.md" && links[0]["status"] as? String == "memo")
    #expect(links[1].keys.contains("heading") && links[1]["heading"] as? String == nil)
    let near = try sandbox.memo("links", "주간", "--json").records()
    #expect(near[0]["status"] as? String == "memo" && near[0]["path"] as? String == "work/twin.md")
    #expect(near[0]["candidates"] as? [String] == ["work/twin.md"])
    #expect(near[1]["status"] as? String == "elsewhere")
    try sandbox.write("[[twin]]\n", to: "far.md", day: 1)
    try sandbox.write("[[twin]]\n", to: "z/far.md", day: 1)
    let ambiguous = try sandbox.memo("links", "z/far", "--json").records()
    #expect(ambiguous[0]["status"] as? String == "ambiguous" && ambiguous[0]["path"] as? String == "home/twin.md")
    #expect(ambiguous[0]["candidates"] as? [String] == ["home/twin.md", "work/twin.md"])
  }

  @Test func backlinksAreMemosWithMatches() throws {
    let records = try Self.sandbox().memo("backlinks", "plan", "--json").records()
    #expect(records.map { $0["path"] as? String } == ["home/장보기.md"])
    #expect(records[0]["number"] as? Int == 2 && records[0]["title"] as? String == "장보기")
    let matches = try #require(records[0]["matches"] as? [[String: Any]])
    #expect(matches.map { $0["column"] as? Int } == [1, 29])
    #expect(matches.map { $0["length"] as? Int } == [22, 16])
    #expect(matches[1]["text"] as? String == "[the plan](../plan.md), 계획: [[release PLAN]]")
  }

  @Test func theGraphIsAnObject() throws {
    let graph = try Self.sandbox().memo("graph", "--json").record()
    let nodes = try #require(graph["nodes"] as? [[String: Any]])
    let edges = try #require(graph["edges"] as? [[String: Any]])
    #expect(nodes.map { $0["path"] as? String }.count == 5 && nodes[4]["tags"] as? [String] == ["a"])
    #expect(edges.map { $0["to"] as? String }.filter { $0 == nil }.count == 1)
    #expect(edges[0]["from"] as? String == "plan.md" && edges[0]["label"] as? String == "the list")
    #expect(edges[2]["kind"] as? String == "markdown" && edges[2]["target"] as? String == "../plan.md")
    try Sandbox().check(
      """
      $ memo graph --json
      {"nodes":[],"edges":[]}
      $ memo graph --dot
      digraph memo {
      }
      $ memo tags --json
      []
      $ memo check --json
      []
      """)
  }

  @Test(.enabled(if: MemoProgram.isInstalled("dot")))
  func graphvizReadsTheGraph() throws {
    let run = try Self.sandbox().shell("memo graph --dot | dot -Tplain")
    #expect(run.end == .exited(0) && run.lines.filter { $0.hasPrefix("edge") }.count == 7, "\(run.errors)")
  }
}
