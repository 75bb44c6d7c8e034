import MemoCore

@testable import MemoLSP

/// Makes messages that a client could have sent, of choices that bytes stand for: what is JSON gets further than what was
/// JSON until a byte changed.
struct MessageMaker {
  private var choices: ArraySlice<UInt8>

  /// Starts with the first choice.
  init(_ choices: ArraySlice<UInt8>) {
    self.choices = choices
  }

  // MARK: Messages

  /// A message to a language server; of a request, with this id.
  mutating func editorMessage(_ id: Int) -> JSONValue {
    let method = pick(Self.methods)
    var message: [String: JSONValue] = ["jsonrpc": "2.0", "method": .text(method), "params": params(of: method)]
    if Self.requests.contains(method) { message["id"] = .integer(id) }
    if method == "response" {
      message = [
        "jsonrpc": "2.0", "id": number(), (chance(2) ? "result" : "error"): pick([.null, [:], [["memo": [:]]]]),
      ]
    }
    return .object(message)
  }

  /// A line for an agent server.
  mutating func agentMessage(_ id: Int) -> JSONValue {
    let tool = pick(Self.tools)
    var arguments: [String: JSONValue] = [:]
    for parameter in tool.parameters where !chance(6) {
      arguments[parameter.name] = chance(12) ? anything(2) : parameter.kind == .number ? number() : .text(text())
    }
    if chance(20) { arguments[text()] = anything(2) }
    let call: JSONValue = ["name": .text(tool.name), "arguments": .object(arguments)]
    return ["jsonrpc": "2.0", "id": .integer(id), "method": "tools/call", "params": call]
  }

  private static let requests = FeatureList.all.map(\.method)
  private static let methods =
    requests
    + [
      "textDocument/didOpen", "textDocument/didOpen", "textDocument/didChange", "textDocument/didChange",
      "textDocument/didChange", "textDocument/didClose", "textDocument/didSave", "workspace/didChangeWatchedFiles",
      "workspace/didRenameFiles", "workspace/didDeleteFiles", "workspace/didChangeWorkspaceFolders",
      "workspace/didChangeConfiguration", "initialized", "$/cancelRequest", "$/progress", "response",
    ]
  private static let tools = AgentTools.reading + AgentTools.writing

  /// All that some method takes: the others ignore it.
  private mutating func params(of method: String) -> JSONValue {
    let (uri, version) = (uri(), number())
    let document: JSONValue = [
      "uri": uri, "version": version, "languageId": "markdown", "text": .text(text() + text()),
    ]
    let changes = list(3) { maker in
      JSONValue(members: ["range": maker.chance(4) ? nil : maker.range(), "text": .text(maker.text())])
    }
    let files = list(2) { ["oldUri": $0.uri(), "newUri": $0.uri(), "uri": $0.uri()] }
    let folder: JSONValue = ["uri": self.uri(), "name": "v"]
    var members: [String: JSONValue] = [
      "textDocument": document, "position": position(), "range": range(), "positions": list(3) { $0.position() },
      "contentChanges": changes, "newName": .text(text()), "ch": .text(text()), "query": .text(text()),
      "context": [
        "diagnostics": list(2) { ["range": $0.range(), "code": .text($0.text()), "message": .text($0.text())] },
        "includeDeclaration": .bool(chance(2)), "triggerKind": number(),
      ],
      "options": ["tabSize": number(), "insertSpaces": .bool(chance(2))],
      "files": files, "event": ["added": chance(3) ? [folder] : [], "removed": chance(3) ? [folder] : []],
      "settings": ["diagnostics": ["severity": ["broken-link": .text(text())]]],
      "previousResultIds": [["uri": uri, "value": .text(text())]], "previousResultId": .text(text()),
      "data": ["uri": self.uri(), "path": .text(text()), "anchor": .text(text())], "id": number(),
    ]
    if chance(8) { members["partialResultToken"] = anything(2) }
    if method == "workspace/executeCommand" { addCommand(&members) }
    // Something is missing, or something else than what it should be.
    if chance(8), let key = members.keys.sorted().dropFirst(below(members.count)).first {
      members[key] = chance(2) ? nil : anything(3)
    }
    return .object(members)
  }

  private mutating func addCommand(_ members: inout [String: JSONValue]) {
    let command = pick(EditorCommand.all)
    var arguments: [String: JSONValue] = [:]
    for argument in command.arguments where argument.isRequired || chance(4) {
      arguments[argument.key] = chance(8) ? anything(2) : argument.kind == .memo ? uri() : .text(text())
    }
    members["command"] = .text(chance(6) ? ActionCommand.name : command.name)
    members["arguments"] = [.object(arguments)]
  }

  // MARK: Values

  private static let numbers: [JSONValue] = [
    0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 20, 40, -1, .integer(1 << 31), .integer(1 << 32), .integer(.max), .integer(.min),
    .number(1e300), .number(-0.5), .number(2.0), "1", .null,
  ]
  private static let uris: [JSONValue] = [
    "file:///vault/a.md", "file:///vault/a.md", "file:///vault/b.md", "file:///vault/b.md", "file:///vault/sub/c.md",
    "file:///vault/%EA%B0%80.md", "file:///vault/가.md", "file:///vault/none.md", "file:///vault/none/none.md",
    "file:///vault", "file:///vault/", "file:///vault/sub", "file:///vault/../outside.md", "file:///outside.md",
    "file://host/vault/a.md", "file:///c%3A/vault/a.md", "file:///vault/a%00b.md", "file:///vault/%zz.md",
    "file:///vault/%FF.md", "file:///vault/a.md#x", "file:///vault/p.png", "untitled:Untitled-1", "http://a/b", "",
    "a.md",
    3, .null,
  ]
  private static let texts = [
    "a", "b", "", " ", "\n", "\r\n", "[[", "]]", "[[a", "[[a#", "[[#", "#^", "](", "#", "#t", "#t/u", "@", "@today",
    "@어제",
    "[[b|x]]", "[[nowhere]]", "[x](b.md)", "[x][r]", "[r]: b.md\n", "![[p.png]]", "# H\n", "## H\n", "- [ ] t\n",
    "1. x\n",
    "3. y\n", "|a|b|\n|-|-|\n|c|d|\n", "---\ntags: [t]\naliases: [z]\n", "---\n", "```\n", "\t- x\n", "> q\n", "^id",
    "가", "ㄱ",
    "각", "e\u{301}", "👨‍👩‍👧‍👦", "\u{FEFF}", "\u{0}", "\u{202E}", "sub/c", "../x", "/etc/passwd", "a.md", "b.md", "sub",
    "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", "$x$", "<!-- x -->", "https://x.y", "OR", "\"", "-x", "tag:t", "title:a",
    "7d", "%",
    "{{title}}", "long long long long long long long long long long long long long long long long long long long",
  ]

  private mutating func uri() -> JSONValue { pick(Self.uris) }
  private mutating func number() -> JSONValue { pick(Self.numbers) }

  private mutating func text() -> String {
    (0...below(3)).map { _ in pick(Self.texts) }.joined()
  }

  private mutating func position() -> JSONValue { ["line": number(), "character": number()] }
  private mutating func range() -> JSONValue { ["start": position(), "end": position()] }

  private mutating func list(_ count: Int, _ make: (inout MessageMaker) -> JSONValue) -> JSONValue {
    .array((0..<below(count + 1)).map { _ in make(&self) })
  }

  /// Any value, nested so deep.
  private mutating func anything(_ depth: Int) -> JSONValue {
    switch below(depth > 0 ? 7 : 4) {
    case 0: .null
    case 1: .bool(chance(2))
    case 2: number()
    case 3: .text(text())
    case 4: list(3) { $0.anything(depth - 1) }
    case 5: (0..<below(256)).reduce(JSONValue.null) { value, _ in [value] }
    default: [text(): anything(depth - 1), "uri": uri(), "range": range()]
    }
  }

  // MARK: Choices

  private mutating func below(_ count: Int) -> Int { Int(choices.popFirst() ?? 0) % max(1, count) }
  private mutating func chance(_ count: Int) -> Bool { below(count) == count - 1 }
  private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
