import MemoCore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// What tools take, and why they refuse the rest.
@Suite struct AgentArgumentTests {
  private static let nine = "# Nine\n\n## Sec\n\none\n\n## Sec\n\ntwo\n"

  /// The message and hints of a refusal.
  private func refusal(_ tool: String, _ arguments: JSONValue, of agent: TestedAgent) throws -> [String] {
    let result = try agent.send("tools/call", ["name": .text(tool), "arguments": arguments])
    let value = try #require(result["structuredContent"])
    #expect(result["isError"] == true, "\(tool) \(arguments)")
    return [value["error"]?.text ?? "", value["message"]?.text ?? ""] + (value["hints"]?.items.compactMap(\.text) ?? [])
  }

  @Test func aRangeThatAMemoDoesNotHaveIsRefused() throws {
    let agent = try TestedAgent(["a.md": Self.nine, "one.md": "# One\n", "empty.md": ""])
    let cases: [(JSONValue, String)] = [
      (["path": "a.md", "from": 999], "'read': 'from' is 999, but 'a.md' has 9 lines"),
      (["path": "one.md", "from": 2], "'read': 'from' is 2, but 'one.md' has 1 line"),
      (["path": "a.md", "from": 3, "to": 2], "'read': 'to' is before 'from'"),
      (["path": "a.md", "from": 0], "'read': 'from' must be a whole number, at least 1"),
      (["path": "a.md", "to": 0], "'read': 'to' must be a whole number, at least 1"),
      (["path": "a.md", "section": "Sec", "to": 4], "'read': 'section' cannot be used with 'from' or 'to'"),
      (["path": "a.md", "from": 5, "offset": 5], "'read': 'offset' is past the end of line 5, which has 3 bytes"),
    ]
    for (arguments, message) in cases {
      #expect(try refusal("read", arguments, of: agent) == ["invalid-value", message], "\(arguments)")
    }
    let end = try agent.call("read", ["path": "a.md", "from": 9, "to": 99])
    #expect(end["text"] == "two\n" && end["to"] == 9)
    let empty = try agent.call("read", ["path": "empty.md"])
    #expect(empty["text"] == "" && empty["lines"] == 0)
  }

  @Test func anotherSectionOfTheSameNameIsNamed() throws {
    let agent = try TestedAgent(["a.md": Self.nine])
    let first = try agent.call("read", ["path": "a.md", "section": "Sec"])
    #expect(first["text"] == "## Sec\n\none\n\n")
    let others = try #require(first["otherSections"]?.items)
    #expect(others == [["line": 7, "section": "sec-1"]])
    let second = try agent.call("read", ["path": "a.md", "section": try #require(others[0]["section"])])
    #expect(second["text"] == "## Sec\n\ntwo\n" && second["from"] == 7 && second["otherSections"] == nil)
    #expect(try agent.call("read", ["path": "a.md", "section": "Nine"])["otherSections"] == nil)
  }

  @Test func aRefusalSaysWhatIsWanted() throws {
    let agent = try TestedAgent(["a.md": Self.nine])
    let long = JSONValue.text(String(repeating: "x", count: AgentArguments.textLimit + 1))
    let cases: [(String, JSONValue, [String])] = [
      ("list", ["limit": "5"], ["'list': 'limit' must be a whole number, at least 1"]),
      ("list", ["limit": 0], ["'list': 'limit' must be a whole number, at least 1"]),
      ("list", ["offset": -1], ["'list': 'offset' must be a whole number, at least 0"]),
      ("list", ["tag": 5], ["'list': 'tag' must be a string"]),
      ("list", "x", ["the arguments of 'list' must be an object"]),
      ("create", ["title": " "], ["'create': 'title' is empty"]),
      (
        "create", ["title": "x", "text": long],
        ["'create': 'text' is larger than 1 MB", "write the first part, then 'append' the rest"]
      ),
      ("create", ["title": long], ["'create': 'title' is larger than 1 MB"]),
      (
        "create", ["title": "x", "folder": ".."],
        [
          "'create': 'folder' must be the path of a folder in the vault, such as 'work/plans'",
          "a path starts at the vault's root; '..', hidden folders and control characters are not allowed",
        ]
      ),
    ]
    for (tool, arguments, texts) in cases {
      #expect(try refusal(tool, arguments, of: agent) == ["invalid-value"] + texts)
    }
    #expect(try refusal("read", ["path": .null], of: agent) == ["missing-argument", "'read' needs 'path'"])
    let limit = agent.tools.list.items.first { $0["name"] == "list" }?["inputSchema", "properties", "limit"]
    #expect(limit?["minimum"] == 1 && limit?["type"] == "integer")
  }

  @Test(arguments: [
    ("sub", "sub/T.md"), ("sub/", "sub/T.md"), ("./sub", "sub/T.md"), ("a//b/./", "a/b/T.md"), (".", "T.md"),
    ("./", "T.md"), ("", "T.md"),
  ])
  func aFolderMayBeWrittenAsOnACommandLine(folder: String, path: String) throws {
    let agent = try TestedAgent()
    #expect(try agent.call("create", ["title": "T", "folder": .text(folder)])["path"]?.text == path)
  }

  @Test(arguments: ["/", "/sub", "./../x", "sub/..", ".hidden", "./.git", "a\u{0}b", "a\u{1B}b"])
  func aFolderThatIsNotInTheVaultIsRefused(folder: String) throws {
    let agent = try TestedAgent()
    #expect(try agent.refusal("create", ["title": "T", "folder": .text(folder)]) == "invalid-value")
  }

  @Test func aHintAtAQueryNamesNoCommand() throws {
    let agent = try TestedAgent(["a.md": Self.nine])
    #expect(
      try refusal("search", ["query": ""], of: agent) == ["query", "the query is empty", "'list' gives all memos"])
    let cases = [
      ("/(/", ["to look for this text as it is, put it in double quotes"]), ("[rating:>4]", []),
      ("block:(a b)", ["use line:(…) or section:(…)"]),
    ]
    for (query, hints) in cases {
      let texts = try refusal("search", ["query": .text(query)], of: agent)
      #expect(texts[0] == "query" && Array(texts[2...]) == hints, "\(texts)")
    }
  }
}
