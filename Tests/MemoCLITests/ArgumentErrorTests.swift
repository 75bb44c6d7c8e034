import MemoCLI
import MemoWords
import Testing

struct ArgumentErrorTests {
  private static let seeList = "see 'memo help list'"
  private static let dashes = "put -- before words that begin with - and are not options"

  @Test(arguments: [
    ("list --limt 5", "unknown option --limt", ["did you mean --limit?", seeList]),
    ("list --limi", "unknown option --limi", ["did you mean --limit?", seeList]),
    ("list --limt=5", "unknown option --limt", ["did you mean --limit?", seeList]),
    ("list --xyzzy", "unknown option --xyzzy", [seeList]),
    ("list --no-jso", "unknown option --no-jso", [seeList]),
    ("list --colour never", "unknown option --colour", ["did you mean --color?", seeList]),
    ("list -x", "unknown option -x", [seeList]),
    ("list -qx5", "unknown option -x in -qx5", [seeList]),
    ("list -limit", "unknown option -l in -limit", ["did you mean --limit?", seeList]),
    ("list --", "", []),
    ("list -é", "unknown option -é", [seeList]),
    ("list -ㅜ 3", "unknown option -ㅜ", [seeList]),
    ("new -draft", "unknown option -d in -draft", [dashes, "see 'memo help new'"]),
    ("move -dash.md", "unknown option -d in -dash.md", [dashes, "see 'memo help move'"]),
    ("move --at.md", "unknown option --at.md", [dashes, "see 'memo help move'"]),
    ("list --at.md", "unknown option --at.md", [seeList]),
    ("new --no-edti", "unknown option --no-edti", ["did you mean --no-edit?", "see 'memo help new'"]),
    (
      "--limit 5 list", "unknown option --limit",
      ["only global options may come before the command", "see 'memo help'"]
    ),
    ("list --limit", "--limit needs a value: --limit N", [seeList]),
    ("list -qn", "-n needs a value: -n N", [seeList]),
    ("--vault", "--vault needs a value: --vault DIR", ["see 'memo help'"]),
    ("list --json=3", "--json takes no value", [seeList]),
    ("list -q=3", "-q takes no value", [seeList]),
    ("new --no-edit=1", "--no-edit takes no value", ["see 'memo help new'"]),
    ("list -n -1", "invalid value '-1' for -n: must be 0 or more", [seeList]),
    ("list --limit=-1", "invalid value '-1' for --limit: must be 0 or more", [seeList]),
    ("list -n five", "invalid value 'five' for -n: must be a whole number", [seeList]),
    ("list -n --json", "invalid value '--json' for -n: must be a whole number", [seeList]),
    ("list -n -", "invalid value '-' for -n: must be a whole number", [seeList]),
    ("list --limit=", "invalid value '' for --limit: must be a whole number", [seeList]),
    (
      "list -n 99999999999999999999", "invalid value '99999999999999999999' for -n: is too large",
      [seeList]
    ),
    (
      "list -n -99999999999999999999", "invalid value '-99999999999999999999' for -n: must be 0 or more",
      [seeList]
    ),
    ("watch --sync=0", "invalid value '0' for --sync: must be from 1 to 3600", ["see 'memo help watch'"]),
    ("watch --sync=", "invalid value '' for --sync: must be a whole number", ["see 'memo help watch'"]),
    (
      "list --sort titel", "invalid value 'titel' for --sort: must be modified, created or title",
      ["did you mean title?", seeList]
    ),
    ("list --since soon", "invalid value 'soon' for --since: must be a date", [seeList]),
    ("--lang fr list", "invalid value 'fr' for --lang: must be en or ko", ["see 'memo help'"]),
    ("list --json --paths", "--json and --paths cannot be used together", [seeList]),
    ("list --format x --json", "--format and --json cannot be used together", [seeList]),
    ("list -0 --json", "-0 and --json cannot be used together", [seeList]),
    ("list --json --json -n1", "", []),
    ("list --paths -0", "", []),
    ("list work", "unexpected argument 'work'", ["usage: memo list [OPTIONS]", seeList]),
    (
      "trash list a b", "unexpected argument 'b'",
      ["usage: memo trash [list|restore|empty] [REF]", "see 'memo help trash'"]
    ),
    (
      "trash lsit", "invalid value 'lsit': must be list, restore or empty",
      ["did you mean list?", "see 'memo help trash'"]
    ),
    ("move", "missing REF", ["usage: memo move REF… DIR", "see 'memo help move'"]),
    ("move a", "missing DIR", ["usage: memo move REF… DIR", "see 'memo help move'"]),
    ("help lst", "unknown command 'lst'", ["did you mean list or ls?", "see 'memo help'"]),
    ("--help xyzzy", "unknown command 'xyzzy'", ["see 'memo help'"]),
    ("help list new", "unexpected argument 'new'", ["usage: memo help [OPTIONS] [COMMAND]", "see 'memo help help'"]),
    (
      "--version --nosuch", "unknown option --nosuch",
      ["only global options may come before the command", "see 'memo help'"]
    ),
    ("list --nosuch --neither", "unknown option --nosuch", [seeList]),
    ("list --version", "unknown option --version", ["use 'memo --version'", seeList]),
    ("list -V", "unknown option -V", ["use 'memo --version'", seeList]),
  ])
  func aMistakeSaysWhatIsWrongAndWhatToDo(line: String, message: String, hints: [String]) throws {
    let error = try usageError(line)
    #expect(error?.message[.english] ?? "" == message)
    #expect(error?.hints.map { $0[.english] } ?? [] == hints)
  }

  @Test(arguments: [
    ("help lst", UsageError.Kind.unknownCommand), ("list --limt", .unknownOption), ("list -n", .missingValue),
    ("list --json=1", .unexpectedValue), ("list -n x", .invalidValue), ("list --json --paths", .conflictingOptions),
    ("move a", .missingArgument), ("list a", .unexpectedArgument),
  ])
  func aMistakeHasAKind(line: String, kind: UsageError.Kind) throws {
    #expect(try usageError(line)?.kind == kind)
  }

  @Test(arguments: ["list --json --nosuch --lang ko", "list --nosuch --json --lang=ko", "--lang ko list a --json"])
  func anErrorKnowsTheOptionsAroundTheMistake(line: String) throws {
    let arguments = try #require(try usageError(line)).arguments
    #expect(arguments[ListOptions.json])
    #expect(arguments[GlobalOptions.language] == .korean)
  }

  @Test func textOptionsRejectBytesThatAreNotText() throws {
    let error = #expect(throws: UsageError.self) { try parse(["new", "--body", RawArgument(bytes: [0x61, 0xFF])]) }
    #expect(error?.message[.english] == "invalid value 'a\u{FFFD}' for --body: must be UTF-8 text")
  }

  @Test(arguments: [[0x2D, 0x2D, 0xFF], [0x2D, 0xFF], [0x2D, 0x71, 0xC3]] as [[UInt8]])
  func anOptionThatIsNotTextIsUnknown(bytes: [UInt8]) throws {
    let error = #expect(throws: UsageError.self) { try parse(["list", RawArgument(bytes: bytes)]) }
    #expect(error?.kind == .unknownOption)
    #expect(error?.message[.english].contains("\u{FFFD}") == true)
  }

  @Test func anUnknownCommandSuggestsNamesAndAliases() {
    let error = UsageError.unknownCommand("mvoe", among: Samples.all)
    #expect(error.message[.english] == "unknown command 'mvoe'")
    #expect(error.hints.map { $0[.english] } == ["did you mean move?", "see 'memo help'"])
    let version = UsageError.unknownCommand("version", among: Samples.all)
    #expect(version.hints.map { $0[.english] } == ["use 'memo --version'", "see 'memo help'"])
  }
}
