import MemoCore
import MemoIndex
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoLSP

/// Answers to commands that only read: no vault makes them large, and none is made that the editor does not want.
@Suite struct BoundedAnswerTests {
  private func run(
    _ editor: TestedEditor, _ command: String, _ argument: JSONValue,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> JSONValue {
    try editor.request(
      "workspace/executeCommand", ["command": .text(command), "arguments": [argument]], isCancelled: isCancelled)
  }

  private func paths(_ found: JSONValue) -> [String] { found.items.compactMap { $0["path"]?.text } }

  /// Memos that all link to one, name it, and have a tag of their own.
  private static func files(_ count: Int) -> [String: String] {
    let memos = (0..<count).map { ("m\($0).md", "# Memo \($0)\n\n[[hub]] and Hub #t\($0)\n") }
    return Dictionary(uniqueKeysWithValues: memos + [("hub.md", "# Hub\n")])
  }

  @Test func atMostAThousandMemosAreAnsweredAndTheRestBehindAnOffset() throws {
    let editor = try TestedEditor(Self.files(1_003))
    for limit in [nil, 0, 1_000, 5_000] as [Int?] {
      let more: JSONValue = JSONValue(members: ["limit": limit.map { .integer($0) }, "sort": "title"])
      #expect(try run(editor, "memo.list", more).items.count == 1_000, "\(String(describing: limit))")
    }
    #expect(try run(editor, "memo.list", ["limit": 7]).items.count == 7)
    let first = paths(try run(editor, "memo.list", ["sort": "path"]))
    let rest = paths(try run(editor, "memo.list", ["sort": "path", "offset": 1_000]))
    #expect(rest.count == 4 && Set(first + rest).count == 1_004)
    let found = paths(try run(editor, "memo.search", ["query": "memo"]))
    let more = paths(try run(editor, "memo.search", ["query": "memo", "offset": 1_000]))
    #expect(found.count == 1_000 && more.count == 3 && Set(found + more).count == 1_003)
    #expect(try run(editor, "memo.search", ["query": "memo", "limit": 3]).items.count == 3)
    for (command, key) in [("memo.backlinks", "path"), ("memo.mentions", "path"), ("memo.tags", "tag")] {
      let argument = Self.arguments[command] ?? [:]
      func names(_ more: [String: JSONValue]) throws -> [String] {
        try run(editor, command, .object(argument.merging(more) { $1 })).items.compactMap { $0[key]?.text }
      }
      let (first, rest) = (try names(["limit": 5_000]), try names(["offset": 1_000]))
      print(command, first.count, "and", rest.count)
      #expect(first.count == 1_000 && rest.count == 3 && Set(first + rest).count == 1_003, "\(command)")
      #expect(try names(["limit": 2, "offset": 999]) == [first[999], rest[0]], "\(command)")
    }
  }

  /// What each command that answers a list needs.
  private static let arguments: [String: [String: JSONValue]] = [
    "memo.list": [:], "memo.search": ["query": "memo"], "memo.backlinks": ["memo": "hub"],
    "memo.mentions": ["memo": "hub"], "memo.tags": [:],
  ]

  @Test(arguments: arguments.keys.sorted())
  func aPageNamesTheNextOne(command: String) throws {
    let editor = try TestedEditor(Self.files(6))
    let argument = Self.arguments[command] ?? [:]
    let all = try run(editor, command, .object(argument)).items
    #expect(all.count >= 6, "\(command)")
    // The last page is full, is not, or is the only one.
    for limit in [1, all.count - 1, all.count, all.count + 1, 0] {
      var (pages, offset) = ([[JSONValue]](), Optional(0))
      while let start = offset, pages.count <= all.count {
        let asked: [String: JSONValue] = ["limit": .integer(limit), "offset": .integer(start), "paged": true]
        let page = try run(editor, command, .object(argument.merging(asked) { $1 }))
        #expect(page.members.keys.sorted() == ["items", "nextOffset"], "\(command)")
        pages.append(page["items"]?.items ?? [])
        offset = page["nextOffset"]?.integer
        #expect(offset == nil || offset == start + limit, "\(command) \(limit)")
      }
      print(command, limit, "pages:", pages.map(\.count))
      #expect(Array(pages.joined()) == all, "\(command) \(limit)")
      #expect(pages.count == (limit == 0 ? 1 : (all.count + limit - 1) / limit), "\(command) \(limit)")
    }
    let past = try run(editor, command, .object(argument.merging(["offset": 100, "paged": true]) { $1 }))
    #expect(past == ["items": [], "nextOffset": nil], "\(command)")
    // Who does not ask for pages gets the list itself.
    #expect(try run(editor, command, .object(argument.merging(["paged": false]) { $1 })).items == all, "\(command)")
  }

  @Test func aPageHasAtMostAThousandResults() throws {
    let editor = try TestedEditor(Self.files(1_000))
    for limit in [0, 1_000, 1_001, Int.max] {
      let page = try run(editor, "memo.list", ["limit": .integer(limit), "paged": true])
      #expect(page["items"]?.items.count == 1_000 && page["nextOffset"] == 1_000, "\(limit)")
    }
    let last = try run(editor, "memo.list", ["offset": 1, "paged": true])
    #expect(last["items"]?.items.count == 1_000 && last["nextOffset"] == nil)
  }

  @Test(arguments: ["memo.backlinks", "memo.mentions", "memo.tags"])
  func noPageIsBeforeTheFirst(command: String) throws {
    let editor = try TestedEditor(Self.files(1))
    for key in ["limit", "offset"] {
      let argument: [String: JSONValue] = (Self.arguments[command] ?? [:]).merging([key: -1]) { $1 }
      #expect(
        throws: TestedEditor.Refused(code: -32602, message: "invalid value '-1' for --\(key): must be 0 or more"),
        "\(command)"
      ) { try run(editor, command, .object(argument)) }
    }
  }

  @Test func ofALargeMemoTheStartIsAnswered() throws {
    let lines = (0..<50).map { "[[hub]] word \($0) " + String(repeating: "and so on ", count: 500) }
    let links = (0..<4_000).map { "[[target \($0)]]" }.joined(separator: " ")
    let text =
      "# " + String(repeating: "é", count: 60_000) + "\n\n#tag\n\n\(lines.joined(separator: "\n"))\n\n\(links)\n"
    let editor = try TestedEditor(["a.md": text, "hub.md": "# Hub\n", "small.md": "# Small\n\n[[hub]] word\n"])
    let listed = try #require(try run(editor, "memo.list", ["path": "a.md"]).items.first)
    #expect(listed["title"]?.text?.unicodeScalars.count == 1_000)
    #expect(listed["tags"] == ["tag"])
    let named = listed["links"]?.items ?? []
    #expect(named.first == "hub" && named.count < 2_000)
    #expect(listed.encoded.count < 30_000)
    let small = try #require(try run(editor, "memo.list", ["path": "small.md"]).items.first)
    #expect(small["title"] == "Small" && small["links"] == ["hub"])
    for (command, argument) in [
      ("memo.search", ["query": "word", "path": "a.md"]), ("memo.backlinks", ["memo": "hub"]),
    ] as [(String, JSONValue)] {
      let found = try #require(try run(editor, command, argument).items.first { $0["path"] == "a.md" })
      let matches = found["matches"]?.items ?? []
      #expect(matches.count == 20, "\(command)")
      #expect(matches.allSatisfy { ($0["text"]?.text ?? "").utf8.count == 1_000 }, "\(command)")
    }
  }

  @Test(arguments: arguments.keys.sorted())
  func aCancelledCommandPrintsNothing(command: String) throws {
    let watched = WatchedCommands()
    let editor = try TestedEditor(Self.files(3), commands: watched.before)
    let argument = JSONValue.object(Self.arguments[command] ?? [:])
    let cancelled = TestedEditor.Refused(code: -32800, message: "cancelled")
    #expect(throws: cancelled) { try run(editor, command, argument, isCancelled: { true }) }
    #expect(watched.printed.count == 1 && watched.printed[0].isEmpty)
    // It ends that request alone.
    #expect(try run(editor, command, argument).items.count > 1)
    #expect(watched.printed.last?.isEmpty == false)
  }
}

/// The commands of a server, with what they print.
private final class WatchedCommands: CommandLines {
  private let others = Mutex<(any CommandLines)?>(nil)
  private let outputs = Mutex<[[UInt8]]>([])

  var printed: [[UInt8]] { outputs.withLock { $0 } }

  /// Begins the commands of a server.
  func before(_ others: any CommandLines) -> any CommandLines {
    self.others.withLock { $0 = others }
    return self
  }

  func run(
    _ words: [String], in root: HostPath, on served: (vault: Vault, index: VaultIndex)?,
    isStopped: @escaping @Sendable () -> Bool
  ) -> CommandOutput {
    let output =
      others.withLock { $0 }?.run(words, in: root, on: served, isStopped: isStopped)
      ?? CommandOutput(status: 1, output: [], errors: [])
    outputs.withLock { $0.append(output.output) }
    return output
  }
}
