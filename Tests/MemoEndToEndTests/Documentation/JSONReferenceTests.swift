import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// The page on JSON says what commands write.
@Suite(.waitsForPrograms) struct JSONReferenceTests {
  private static let page = URL(filePath: MemoProgram.packageFolder.text)
    .appending(path: "Sources/MemoKit/MemoKit.docc/JSONReference.md")

  /// The commands of the page, one after another in one vault, as each row leaves it.
  @Test func everyCommandWritesTheKeysOfItsRow() throws {
    let rows = try Self.rows()
    #expect(rows.count > 40)
    let sandbox = try Self.sandbox()
    for row in rows where row.command != Self.watching {
      let run = try sandbox.shell(row.command)
      #expect([.exited(0), .exited(1)].contains(run.end), "\(row.command): \(run.errors)")
      let value = try JSONSerialization.jsonObject(with: Data(run.output), options: .fragmentsAllowed)
      if let difference = row.shape.difference(from: value, at: "") {
        Issue.record("\(row.command): \(difference)\n\(run.text.prefix(400))")
      }
    }
  }

  @Test func everyEventOfAWatcherHasTheKeysOfItsRow() throws {
    let row = try #require(try Self.rows().first { $0.command == Self.watching })
    let sandbox = try Self.sandbox()
    let watch = try WatchRun(sandbox, ["--json"])
    try watch.ready()
    try sandbox.write("# New\n", to: "new.md")
    let added = try watch.next()
    try sandbox.folder.rename(VaultPath("vault/new.md"), to: VaultPath("vault/newer.md"))
    let renamed = try watch.next()
    for (event, kind) in [(added, "added"), (renamed, "renamed")] {
      let value = try JSONSerialization.jsonObject(with: Data(event.utf8))
      #expect(row.shape.difference(from: value, at: "") == nil, "\(event)")
      #expect(event.contains(#""kind":"\#(kind)""#), "\(event)")
    }
    #expect(renamed.contains(#""from":"new.md""#), "\(renamed)")
  }

  @Test func theTableOfAMemoHasTheKeysAndTypesOfARecord() throws {
    let types = try Self.recordTypes()
    let records = try Self.sandbox().memo("list", "--json").records()
    #expect(!records.isEmpty)
    for record in records {
      #expect(Set(record.keys) == Set(types.keys))
      for (key, value) in record where types[key] != Self.type(of: value) {
        Issue.record("\(key) is \(Self.type(of: value)), not \(types[key] ?? "on the page")")
      }
    }
  }

  @Test func errorsAndExitCodesAreThoseOfThePage() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let shown = try #require(text.firstMatch(of: /```json\n(.+)\n```/)?.1)
    let run = try Self.sandbox().memo("show", "Pln", "--json")
    #expect(run.errors == shown + "\n" && run.end == .exited(3))
    let scripts = Self.page.deletingLastPathComponent().appending(path: "Scripts.md")
    let codes = { (page: String) in page.matches(of: /\| (\d+) \| (.+) \|/).map { "\($0.1): \($0.2)" } }
    let expected = codes(try String(contentsOf: scripts, encoding: .utf8))
    #expect(codes(text) == expected && expected.count == 10)
  }

  // MARK: The page

  /// Runs until it is ended.
  private static let watching = "memo watch --json"

  private static func rows() throws -> [(command: String, shape: JSONShape)] {
    let record = try recordTypes().keys.sorted()
    return try String(contentsOf: page, encoding: .utf8).matches(of: /\| `(memo [^`]+)` \| `([^`]+)`.* \|/).map { row in
      (String(row.1), try JSONShape(String(row.2), record: record))
    }
  }

  private static func recordTypes() throws -> [String: String] {
    let rows = try String(contentsOf: page, encoding: .utf8).matches(
      of: /\| `(\w+)` \| (string|number|array|object) \|/)
    return Dictionary(uniqueKeysWithValues: rows.map { (String($0.1), String($0.2)) })
  }

  private static func type(of value: Any) -> String {
    switch value {
    case is String: "string"
    case is NSNumber: "number"
    case is [Any]: "array"
    case is [String: Any]: "object"
    default: "null"
    }
  }

  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let settings = "[user]\n\tname = Kim\n\temail = kim@example.org\n[init]\n\tdefaultBranch = main\n"
    try sandbox.folder.write(settings, to: "home/.gitconfig")
    sandbox.variables["GIT_CONFIG_NOSYSTEM"] = "1"
    let plan =
      "---\nstatus: open\n---\n# Plan\n\n#work\n\n## Steps\n\n- [ ] ship it, see [[Other]]\n- and [[nowhere]]\n\n"
    try sandbox.write(plan + "## Costs\n\nnone\n", to: "plan.md")
    try sandbox.write("# Other\n\nThe Plan is here.\n", to: "work/other.md")
    try sandbox.folder.write(#"[{"title": "Old", "body": "x", "last_modified": 1700000000}]"#, to: "notes.json")
    try sandbox.write("# Clash\n\none\n", to: "clash.md")
    let setUp = try sandbox.shell(
      """
      git init -q && git init -q --bare ../hub.git && memo sync -q --remote ../hub.git && memo clone -q ../hub.git ../phone &&
      printf '# Clash\\n\\ntwo\\n' > ../phone/clash.md && memo --vault ../phone sync -q &&
      printf '# Clash\\n\\nthree\\n' > clash.md && memo sync -q
      """)
    try #require(setUp.end == .exited(0), "\(setUp.errors)")
    return sandbox
  }
}

/// The keys of a JSON value, as the page writes them: `[{path, matches: [{line}]}]`.
private indirect enum JSONShape {
  /// Anything: a text, a number, `null`, an array.
  case any
  case array(JSONShape)
  /// Some of the keys may be left out; `nil` where the keys are the vault's.
  case object([String: JSONShape]?, optional: Set<String> = [])

  init(_ text: String, record: [String]) throws {
    var rest = Substring(text)
    self = try Self.read(&rest, record)
    try #require(rest.isEmpty, "\(text): what is \(rest)?")
  }

  private static func read(_ rest: inout Substring, _ record: [String]) throws -> JSONShape {
    switch rest.popFirst() {
    case "[":
      if rest.first == "…" {
        rest = rest.dropFirst(2)
        return .any
      }
      let item = try read(&rest, record)
      try #require(rest.popFirst() == "]")
      return .array(item)
    case "{":
      if rest.first == "…" {
        rest = rest.dropFirst(2)
        return .object(nil)
      }
      return try object(&rest, record)
    case let other: throw Malformed(place: "\(other.map(String.init) ?? "the end"), \(rest)")
    }
  }

  private static func object(_ rest: inout Substring, _ record: [String]) throws -> JSONShape {
    var keys: [String: JSONShape] = [:]
    var optional: Set<String> = []
    while true {
      let key = rest.prefix { $0.isLetter || $0 == "_" }
      rest = rest.dropFirst(key.count)
      if key == "record", !rest.hasPrefix(":") {
        for key in record { keys[key] = .any }
      } else if rest.hasPrefix(": ") {
        rest = rest.dropFirst(2)
        keys[String(key)] = try read(&rest, record)
      } else {
        keys[String(key)] = .any
        if rest.first == "?" { optional.insert(String(key)) }
        rest = rest.drop { $0 == "?" }
      }
      if rest.popFirst() == "}" { return .object(keys, optional: optional) }
      rest = rest.drop { $0 == " " }
      try #require(!rest.isEmpty)
    }
  }

  /// What of a value is not as the shape has it; an array has to hold something.
  func difference(from value: Any, at place: String) -> String? {
    switch self {
    case .any: return nil
    case .array(let item):
      guard let values = value as? [Any] else { return "no array at '\(place)'" }
      guard !values.isEmpty else { return "nothing in the array at '\(place)'" }
      return values.lazy.compactMap { item.difference(from: $0, at: "\(place)[]") }.first
    case .object(let keys, let optional):
      guard let object = value as? [String: Any] else { return "no object at '\(place)'" }
      guard let keys else { return nil }
      let (more, less) = (
        Set(object.keys).subtracting(keys.keys), Set(keys.keys).subtracting(object.keys).subtracting(optional)
      )
      if !more.isEmpty || !less.isEmpty { return "'\(place)' also has \(more.sorted()) and lacks \(less.sorted())" }
      return keys.lazy.compactMap { key, shape in
        object[key].flatMap { shape.difference(from: $0, at: "\(place).\(key)") }
      }
      .first
    }
  }

  private struct Malformed: Error {
    let place: String
  }
}
