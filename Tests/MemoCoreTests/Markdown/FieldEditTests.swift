import MemoCore
import Testing

@Suite struct FieldEditTests {
  private static let changes: [(before: String, change: FieldChange, after: String)] = [
    // Scalars in every style, with comments.
    ("a: 1\n", .set("a", "2"), "a: 2\n"), ("a: 1 # c\n", .set("a", "2"), "a: 2 # c\n"),
    ("a: 'x' # c\n", .set("a", "it's"), "a: 'it''s' # c\n"), ("a: \"x\"\n", .set("a", "y"), "a: \"y\"\n"),
    ("a:\n", .set("a", "x"), "a: x\n"), ("a: # c\nb: 1\n", .set("a", "x"), "a: x # c\nb: 1\n"),
    ("a: ~\n", .set("a", "x"), "a: x\n"), ("a: |\n  one\n  two\nb: 1\n", .set("a", "x"), "a: x\nb: 1\n"),
    ("a: >-\n  one\n\n  two\n\nb: 1\n", .set("a", "x"), "a: x\n\nb: 1\n"),
    ("a: |+\n  one\n\nb: 1\n", .set("a", "x"), "a: x\n\nb: 1\n"),
    ("a: |-  # c\n  one\nb: 1\n", .set("a", "x"), "a: x  # c\nb: 1\n"),
    ("a: > # c\n  one\n", .set("a", ""), "a: # c\n"), ("l:\n- | # c\n  a\n- b\n", .set("l", "x"), "l:\n- x # c\n"),
    ("a: |\n  one\n # c\nb: 1\n", .set("a", "x"), "a: x\n # c\nb: 1\n"),
    ("a: |\n  one\n # c\nb: 1\n", .unset("a"), " # c\nb: 1\n"),
    ("a: one\n  two\nb: 1\n", .set("a", "x"), "a: x\nb: 1\n"), ("A: 1\n", .set("a", "2"), "A: 2\n"),
    ("\"a b\": 1\n", .set("a b", "2"), "\"a b\": 2\n"), ("a: 1\n", .set("a", ""), "a:\n"),
    ("a: 1 # c\n", .set("a", ""), "a: # c\n"), ("a: 1\n", .set("a", "1"), "a: 1\n"),
    // What YAML would read as something else is quoted.
    ("a: 1\n", .set("a", "x: y"), "a: \"x: y\"\n"), ("a: 1\n", .set("a", "null"), "a: \"null\"\n"),
    ("a: 1\n", .set("a", "#x"), "a: \"#x\"\n"), ("a: 1\n", .set("a", "[x]"), "a: \"[x]\"\n"),
    ("a: 1\n", .set("a", "0123"), "a: \"0123\"\n"), ("a: 1\n", .set("a", "No"), "a: \"No\"\n"),
    ("a: 1\n", .set("a", "12:30"), "a: \"12:30\"\n"), ("a: 1\n", .set("a", "1_000"), "a: \"1_000\"\n"),
    ("a: 1\n", .set("a", "0"), "a: 0\n"), ("a: 1\n", .set("a", "0.5"), "a: 0.5\n"),
    ("a: 1\n", .set("a", "true"), "a: true\n"), ("a: 1\n", .set("a", "2026-01-02"), "a: 2026-01-02\n"),
    ("a: 1\n", .set("a", "note"), "a: note\n"), ("l: [a]\n", .add("l", "off"), "l: [a, \"off\"]\n"),
    ("a: 1\n", .set("a", " x"), "a: \" x\"\n"), ("a: 1\n", .set("a", "x\ny"), "a: \"x\\ny\"\n"),
    ("a: 1\n", .set("a", "="), "a: \"=\"\n"), ("a: 1\n", .set("a", "<<"), "a: \"<<\"\n"),
    ("a: 1\n", .set("<<", "x"), "a: 1\n\"<<\": x\n"), ("a: 1\n", .set("a", "=="), "a: ==\n"),
    ("a: 1\n", .add("l", ":a"), "a: 1\nl: [\":a\"]\n"), ("a: 1\n", .set("a", ":a"), "a: :a\n"),
    ("a: 1\n", .set("a", "0x1F"), "a: \"0x1F\"\n"), ("a: 1\n", .set("a", "-0b1"), "a: \"-0b1\"\n"),
    ("a: 1\n", .set("a", "0o17"), "a: \"0o17\"\n"), ("a: 1\n", .set("a", "-.Inf"), "a: \"-.Inf\"\n"),
    ("a: 1\n", .set("a", ".NaN"), "a: \".NaN\"\n"), ("a: 1\n", .set("a", "1:30.5"), "a: \"1:30.5\"\n"),
    ("a: 1\n", .set("a", "0.0.1"), "a: 0.0.1\n"), ("a: 1\n", .set("a", "0xyz"), "a: 0xyz\n"),
    ("a: 1\n", .set("a", "x\u{85}y"), "a: \"x\\x85y\"\n"), ("a: 'z'\n", .set("a", "\u{1}x"), "a: \"\\x01x\"\n"),
    ("a: \"z\"\n", .set("a", "x\u{2028}\u{FFFE}"), "a: \"x\\u2028\\ufffe\"\n"),
    // Values on the line below their key.
    ("a:\n  one\nb: 1\n", .set("a", "x"), "a:\n  x\nb: 1\n"),
    ("a: # c\n  one\n  two # d\nb: 1\n", .set("a", "x: y"), "a: # c\n  \"x: y\" # d\nb: 1\n"),
    ("a:\n  # c\n  one\n  two\nb: 1\n", .set("a", ""), "a:\n  # c\nb: 1\n"),
    ("a: # c\n  'one' # d\n", .set("a", ""), "a: # c\n   # d\n"), ("a:\n  one\n  two\nb: 1\n", .unset("a"), "b: 1\n"),
    ("a:\n  one\nb: 1\n", .set("c", "x"), "a:\n  one\nb: 1\nc: x\n"),
    ("tags:\n  work home\nb: 1\n", .add("tags", "x"), "tags:\n  [work, home, x]\nb: 1\n"),
    ("who:\n  Kim\nb: 1\n", .remove("who", "Kim"), "who:\nb: 1\n"),
    ("l:\n  [a, b] # c\n", .add("l", "d"), "l:\n  [a, b, d] # c\n"),
    ("l:\n  [a] # c\n", .set("l", "x"), "l:\n  [x] # c\n"),
    ("m:\n  a:\n    one\nb: 1\n", .set("m.c", "x"), "m:\n  a:\n    one\n  c: x\nb: 1\n"),
    ("m:\n  {a: 1}\nb: 1\n", .set("m.a", "2"), "m:\n  {a: 2}\nb: 1\n"),
    // New keys.
    ("a: 1\n# c\n", .set("b", "x"), "a: 1\n# c\nb: x\n"), ("", .set("b", "x"), "b: x\n"),
    ("a: 1\n", .set("m.k", "x"), "a: 1\nm:\n  k: x\n"),
    ("m:\n  a: 1\nb: 2\n", .set("m.k", "x"), "m:\n  a: 1\n  k: x\nb: 2\n"),
    ("m: {a: 1}\n", .set("m.k", "x, y"), "m: {a: 1, k: \"x, y\"}\n"),
    ("m: {a: 1}\n", .set("m.k.d", "x, y"), "m: {a: 1, k: {d: \"x, y\"}}\n"),
    ("m: {a: 1} # c\n", .add("m.k.d.e", "x"), "m: {a: 1, k: {d: {e: [x]}}} # c\n"),
    ("a: 1\n", .add("l", "x"), "a: 1\nl: [x]\n"),
    // Maps without keys.
    ("m: {}\nb: 1\n", .set("m", "x"), "m: x\nb: 1\n"), ("m: {} # c\n", .add("m", "x"), "m: [x] # c\n"),
    ("m: {\n}\nb: 1\n", .unset("m"), "b: 1\n"), ("m: { }\n", .set("m.k.d", "x"), "m: {k: {d: x}}\n"),
    ("m: {a: 1}\nb: 1\n", .unset("m.a"), "m: {}\nb: 1\n"), ("m: {a: {}}\n", .set("m.a", "x"), "m: {a: x}\n"),
    ("m:\n  {}\nb: 1\n", .set("m", "x"), "m:\n  x\nb: 1\n"), ("m: {}\n", .set("b", "x"), "m: {}\nb: x\n"),
    // Lists.
    ("l: [a, b]\n", .add("l", "c"), "l: [a, b, c]\n"), ("l: []\n", .add("l", "c, d"), "l: [\"c, d\"]\n"),
    ("l: [a, b] # c\n", .remove("l", "a"), "l: [b] # c\n"), ("l: [a, b]\n", .remove("l", "b"), "l: [a]\n"),
    ("l: [a]\n", .remove("l", "a"), "l: []\n"),
    ("l: [\n  a, # one\n  b\n]\n", .add("l", "c"), "l: [\n  a, # one\n  b, c\n]\n"),
    ("l:\n  - a # one\n  # two\n  - b\nx: 1\n", .add("l", "c"), "l:\n  - a # one\n  # two\n  - b\n  - c\nx: 1\n"),
    ("l:\n- a\n- b\n", .remove("l", "a"), "l:\n- b\n"), ("l:\n  - a\n", .remove("l", "a"), "l: []\n"),
    ("l:\n  - a\n  - b\n", .set("l", "c"), "l:\n  - c\n"), ("l: [a, b]\n", .set("l", "c"), "l: [c]\n"),
    ("l: [a]\n", .add("l", "a"), "l: [a]\n"), ("l: [a]\n", .remove("l", "x"), "l: [a]\n"),
    ("tags: work home\n", .add("tags", "x"), "tags: [work, home, x]\n"),
    ("tags: [Work]\n", .add("tags", "#work"), "tags: [Work]\n"),
    ("who: Kim\n", .add("who", "Lee"), "who: [Kim, Lee]\n"), ("who: Kim\n", .remove("who", "Kim"), "who:\n"),
    // Keys that go.
    ("a: 1\nb: 2\n", .unset("a"), "b: 2\n"), ("l:\n  - a\n  - b\nx: 1\n", .unset("l"), "x: 1\n"),
    ("m:\n  a: 1\n  b: 2\n", .unset("m.a"), "m:\n  b: 2\n"), ("m:\n  n:\n    a: 1\nb: 2\n", .unset("m.n.a"), "b: 2\n"),
    ("m: {a: 1, b: 2}\n", .unset("m.a"), "m: {b: 2}\n"), ("m: {a: 1, b: 2}\n", .unset("m.b"), "m: {a: 1}\n"),
    ("a: 1\n", .unset("b"), "a: 1\n"), ("m: {a: 1, b: 2}\n", .set("m.b", "3"), "m: {a: 1, b: 3}\n"),
    // What is not understood elsewhere stays.
    ("x: &y z\na: 1\n", .set("a", "2"), "x: &y z\na: 2\n"),
    ("x: &y z\na: 1\n", .set("b", "2"), "x: &y z\na: 1\nb: 2\n"),
    ("<<: *x\n", .set("b", "2"), "<<: *x\nb: 2\n"), ("? x y\n: z\n", .set("b", "2"), "? x y\n: z\nb: 2\n"),
    ("x: {{date}}\ny: &z\n  - 1\n", .set("b", "2"), "x: {{date}}\ny: &z\n  - 1\nb: 2\n"),
  ]

  @Test(arguments: changes)
  func onlyTheLinesOfTheKeyChange(before: String, change: FieldChange, after: String) throws {
    for (mark, end) in [("", "\n"), ("\u{FEFF}", "\r\n"), ("", "\r")] {
      func memo(_ front: String) -> [UInt8] {
        Array("\(mark)---\n\(front)---\n# t\n\ntext".replacing("\n", with: end).utf8)
      }
      // The escape in a value is no line break.
      let found = try FieldEdit.apply([change], to: memo(before))
      #expect(String(decoding: found, as: UTF8.self) == String(decoding: memo(after), as: UTF8.self))
    }
  }

  @Test(
    arguments: [
      ("# t\n", "---\na: x\n---\n# t\n"), ("", "---\na: x\n---\n"), ("t\r\nu", "---\r\na: x\r\n---\r\nt\r\nu"),
      ("\u{FEFF}t", "\u{FEFF}---\na: x\n---\nt"), ("---\nno end", "---\na: x\n---\n---\nno end"),
    ])
  func aMemoWithoutFrontMatterGetsOne(before: String, after: String) throws {
    let found = try FieldEdit.apply([.set("a", "x")], to: Array(before.utf8))
    #expect(String(decoding: found, as: UTF8.self) == after)
    #expect(try FieldEdit.apply([.unset("a")], to: Array(before.utf8)) == Array(before.utf8))
  }

  @Test(
    arguments: [
      ("a: &x y\n", .set("a", "1"), .notUnderstood(key: "a", line: 2)),
      ("b: 1\na: [x, [y]]\n", .add("a", "z"), .notUnderstood(key: "a", line: 3)),
      ("a: {x: 1\n", .unset("a"), .notUnderstood(key: "a", line: 2)),
      ("a: x\n  y: z\n", .set("a", "1"), .notUnderstood(key: "a", line: 3)),
      ("a:\n  &x y\n", .set("a", "1"), .notUnderstood(key: "a", line: 3)),
      ("a:\n  x\n- y\n", .set("a", "1"), .notUnderstood(key: "a", line: 4)),
      ("a:\n  - x\n  - y: z\n", .set("a", "1"), .notUnderstood(key: "a", line: 4)),
      ("a: 1\na: 2\n", .set("a", "3"), .repeated(key: "a")), ("a: 1\nA: 2\n", .set("a", "3"), .repeated(key: "a")),
      ("cafe\u{301}: 1\nCAF\u{C9}: 2\n", .unset("caf\u{E9}"), .repeated(key: "caf\u{E9}")),
      ("m:\n  a: 1\n  A: 2\n", .add("m.a", "3"), .repeated(key: "m.a")),
      ("m:\n  a: 1\n", .set("m", "x"), .holdsKeys(key: "m", keys: ["m.a"])),
      ("m: {a: 1}\n", .unset("m"), .holdsKeys(key: "m", keys: ["m.a"])),
      ("b: 1\nm:\n  a: [[x]]\n", .unset("m"), .notUnderstood(key: "m", line: 3)),
      // What is no map in lines, or goes on where a key would be added.
      ("{a: 1}\n", .set("b", "1"), .notUnderstood(key: "b", line: 2)),
      ("- a\n- b\n", .set("b", "1"), .notUnderstood(key: "b", line: 2)),
      ("a: 1\n- b\n", .set("b", "1"), .notUnderstood(key: "b", line: 3)),
      ("  a: 1\n", .add("b", "1"), .notUnderstood(key: "b", line: 2)),
      ("a: 1\nsome text\n", .set("b", "1"), .notUnderstood(key: "b", line: 3)),
      ("a: \"open\n", .set("b", "1"), .notUnderstood(key: "b", line: 2)),
      ("a: [1, 2\nc: 3\n", .set("b", "1"), .notUnderstood(key: "b", line: 2)),
      ("m: x\n", .set("m.a", "1"), .holdsValue(key: "m")), ("a: 1\n", .set("", "x"), .unusableKey("")),
      ("a: 1\n", .set("b\nc", "x"), .unusableKey("b\nc")), ("a: 1\n", .set("b..c", "x"), .unusableKey("b..c")),
    ] as [(String, FieldChange, FieldProblem)])
  func whatIsNotUnderstoodIsRefused(front: String, change: FieldChange, problem: FieldProblem) {
    #expect(throws: problem) { try FieldEdit.apply([change], to: Array("---\n\(front)---\n".utf8)) }
  }

  @Test(arguments: ["", "\u{FEFF}"])
  func aMemoWithFrontMatterInTOMLGetsNoOther(mark: String) throws {
    let memo = Array("\(mark)+++\ntitle = \"T\"\n+++\n# t\n".utf8)
    for change in [FieldChange.set("a", "x"), .add("a", "x")] {
      #expect(throws: FieldProblem.isTOML(key: "a")) { try FieldEdit.apply([change], to: memo) }
    }
    #expect(try FieldEdit.apply([.unset("a"), .remove("a", "x")], to: memo) == memo)
    // One line of plus signs alone is text.
    let text = try FieldEdit.apply([.set("a", "x")], to: Array("+++\nt\n".utf8))
    #expect(String(decoding: text, as: UTF8.self) == "---\na: x\n---\n+++\nt\n")
  }

  @Test(
    arguments: [
      ("a: 1\n", .set("l", "[x, y]"), "a: 1\nl: [x, y]\n"), ("l: [x]\n", .set("l", "[y, z]"), "l: [y, z]\n"),
      ("l: [x]\n", .set("l", "[]"), "l: []\n"), ("l: [x]\n", .add("l", "[y, z]"), "l: [x, y, z]\n"),
      ("l: [x, y, z]\n", .remove("l", "[x, z]"), "l: [y]\n"),
      ("tags: [a]\n", .add("tags", "b,a, c"), "tags: [a, b, c]\n"),
      ("a: 1\n", .add("tags", "b,c"), "a: 1\ntags: [b, c]\n"),
      ("tags:\n  - a\n  - b\n", .remove("tags", "a,c"), "tags:\n  - b\n"),
      ("l: [x]\n", .add("l", "y,z"), "l: [x, \"y,z\"]\n"), ("a: 1\n", .unset("a"), ""),
    ] as [(String, FieldChange, String)])
  func listsAreTakenApart(front: String, change: FieldChange, after: String) throws {
    let memo = Array("---\n\(front)---\n# t\n".utf8)
    let changes = memo.withUnsafeBytes { FieldChange.itemByItem([change], in: $0) }
    let found = String(decoding: try FieldEdit.apply(changes, to: memo), as: UTF8.self)
    #expect(found == (after.isEmpty ? "# t\n" : "---\n\(after)---\n# t\n"))
  }

  @Test func oneEditSaysWhatChanged() {
    for (before, after) in [("abc", "abXc"), ("aaa", "aa"), ("a", "a"), ("", "x"), ("x", ""), ("aba", "ababa")] {
      let memo = Array(before.utf8)
      let found = memo.withUnsafeBytes { ByteEdit.apply([ByteEdit(from: memo, to: Array(after.utf8))], to: $0) }
      #expect(String(decoding: found, as: UTF8.self) == after)
    }
  }
}
