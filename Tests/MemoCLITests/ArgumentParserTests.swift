import MemoCLI
import MemoWords
import Testing

struct ArgumentParserTests {
  @Test(arguments: [
    ("", "none"),
    ("--vault v -q", "none"),
    ("list", "run list"),
    ("ls", "run list"),
    ("-q list", "run list"),
    ("-- list", "run list"),
    ("--help", "help -"),
    ("-h", "help -"),
    ("-qh", "help -"),
    ("help", "help -"),
    ("help list", "help list"),
    ("help ls", "help list"),
    ("help help", "help help"),
    ("help --help", "help help"),
    ("list --help", "help list"),
    ("list -h", "help list"),
    ("--help list", "help list"),
    ("list --nosuch --help", "help list"),
    ("list --help --json --paths", "help list"),
    ("move --help", "help move"),
    ("--version", "version"),
    ("--version list", "version"),
    ("--version --help", "help -"),
    ("list --folder --help", "run list"),
    ("new -- --help", "run new"),
    ("new --body --help", "run new"),
    ("graphviz --json -x", "external graphviz --json -x"),
    ("-q graphviz --help", "external graphviz --help"),
    ("LIST", "external LIST"),
  ])
  func aCommandLineSaysWhatToDo(line: String, action: String) throws {
    #expect(try parse(line).actionName == action)
  }

  @Test(arguments: [
    "list --limit 5", "list --limit=5", "list -n 5", "list -n5", "list -n=5", "list -0n5", "list -qn 5", "ls -n9 -n5",
    "list --limit=9 -n 5", "list --limit=+5",
  ])
  func aValueIsWrittenInManyWays(line: String) throws {
    #expect(try parse(line).arguments[ListOptions.limit] == 5)
  }

  @Test func everyOccurrenceOfAnOptionIsThereInOrder() throws {
    let arguments = try parse("list --tag a --sort title --tag=b --sort=created --tag c").arguments
    #expect(arguments.all(ListOptions.tag) == ["a", "b", "c"])
    #expect(arguments.all(ListOptions.sort) == [.title, .created])
    #expect(arguments[ListOptions.tag] == "c")
  }

  @Test func whatIsNotGivenIsNotThere() throws {
    let arguments = try parse("list").arguments
    #expect(arguments[ListOptions.limit] == nil)
    #expect(arguments[ListOptions.json] == false)
    #expect(arguments[NewOptions.edit] == nil)
    #expect(arguments.all(ListOptions.tag).isEmpty)
    #expect(arguments[NewOptions.title] == nil)
    #expect(!arguments.isGiven(GlobalOptions.vault))
  }

  @Test(arguments: [
    ("new", nil), ("new --edit", true), ("new -e", true), ("new --no-edit", false), ("new --edit --no-edit", false),
    ("new --no-edit -e", true),
  ])
  func aToggleIsOnOffOrNotSaid(line: String, state: Bool?) throws {
    #expect(try parse(line).arguments[NewOptions.edit] == state)
  }

  @Test(arguments: [
    ("watch", nil), ("watch --sync", 300), ("watch --sync=60", 60), ("watch -s", 300), ("watch -s60", 60),
    ("watch --sync --json", 300), ("watch -qs60", 60),
  ])
  func anOptionalValueIsOnlyTakenWhenAttached(line: String, seconds: Int?) throws {
    #expect(try parse(line).arguments[WatchOptions.sync] == seconds)
  }

  @Test func anOptionalValueNeverTakesTheNextWord() throws {
    let error = try #require(try usageError("watch --sync 60"))
    #expect(error.kind == .unexpectedArgument)
  }

  @Test(arguments: ["--vault v --lang ko list -n 5", "list --vault v -n 5 --lang=ko", "--lang ko list -n 5 --vault=v"])
  func globalOptionsStandBeforeOrAfterTheCommand(line: String) throws {
    let arguments = try parse(line).arguments
    #expect(arguments[GlobalOptions.vault] == "v")
    #expect(arguments[GlobalOptions.language] == .korean)
    #expect(arguments[ListOptions.limit] == 5)
    #expect(arguments.positionals.isEmpty)
  }

  @Test(arguments: ["-q --vault v", "-q --vault v help", "--help --vault v -q", "-q --vault v graphviz -v"])
  func globalOptionsAreThereWithoutACommand(line: String) throws {
    let arguments = try parse(line).arguments
    #expect(arguments[GlobalOptions.quiet])
    #expect(arguments[GlobalOptions.vault] == "v")
    #expect(!arguments[GlobalOptions.verbose])
  }

  @Test(arguments: [
    ("new a -q b", ["a", "b"]), ("new -- -q b", ["-q", "b"]), ("new - -q", ["-"]), ("new a -- -- b", ["a", "--", "b"]),
    ("new -q -- a --edit", ["a", "--edit"]), ("-- new -q", ["-q"]),
  ])
  func otherWordsArePositionals(line: String, words: [RawArgument]) throws {
    #expect(try parse(line).arguments.positionals == words)
  }

  @Test func anEmptyWordIsAWord() throws {
    let arguments = try parse(["new", "", "--body", "", "--body="]).arguments
    #expect(arguments.positionals == [""])
    #expect(arguments.all(NewOptions.body) == ["", ""])
  }

  @Test func aValueMayHoldEqualsSignsAndDashes() throws {
    let arguments = try parse("new --body=a=b --body=--edit --body --edit -b-e -b==").arguments
    #expect(arguments.all(NewOptions.body) == ["a=b", "--edit", "--edit", "-e", "="])
    #expect(arguments[NewOptions.edit] == nil)
  }

  @Test func aWordEndsInTheLastPositionalThatNeedsOne() throws {
    let arguments = try parse("move a b c d").arguments
    #expect(arguments.all(MoveOptions.memos) == ["a", "b", "c"])
    #expect(arguments[MoveOptions.folder] == "d")
    let two = try parse("move a d").arguments
    #expect(two.all(MoveOptions.memos) == ["a"])
    #expect(two[MoveOptions.folder] == "d")
  }

  @Test func aRequiredPositionalIsServedBeforeOptionalOnes() throws {
    let first = Positional("FIRST", .optional, help: "")
    let second = Positional("SECOND", .optional, help: "")
    let last = Positional("LAST", help: "")
    let command = CommandDeclaration("deal", group: .read, summary: "Deal", positionals: [first, second, last])
    let expected: [[RawArgument]: [RawArgument?]] = [
      ["a"]: [nil, nil, "a"], ["a", "b"]: ["a", nil, "b"], ["a", "b", "c"]: ["a", "b", "c"],
    ]
    for (words, dealt) in expected {
      let arguments = try CommandLineParser.parse(["deal"] + words, commands: [command]).arguments
      #expect([first, second, last].map { arguments[$0] } == dealt)
    }
  }

  @Test func optionalPositionalsFillFromTheLeft() throws {
    let none = try parse("trash").arguments
    #expect(none[TrashOptions.action] == nil)
    let both = try parse("trash restore x").arguments
    #expect(both[TrashOptions.action] == "restore")
    #expect(both[TrashOptions.memo] == "x")
  }

  @Test func bytesThatAreNotTextSurvive() throws {
    let name = RawArgument(bytes: [0x66, 0xFF, 0x2E, 0x6D, 0x64])
    let arguments = try parse(["--vault", name, "new", name, RawArgument(bytes: [0xFF])]).arguments
    #expect(arguments[GlobalOptions.vault] == name)
    #expect(arguments.positionals == [name, RawArgument(bytes: [0xFF])])
    #expect(name.exactText == nil)
    #expect(name.text == "f\u{FFFD}.md")
    let attached = try parse([RawArgument(bytes: Array("--vault=".utf8) + name.bytes), "list"]).arguments
    #expect(attached[GlobalOptions.vault] == name)
  }

  @Test func twoNormalizationsAreTwoWords() {
    #expect(RawArgument("caf\u{E9}") != RawArgument("cafe\u{301}"))
  }
}
