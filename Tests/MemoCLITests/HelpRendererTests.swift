import MemoCLI
import MemoWords
import Testing

struct HelpRendererTests {
  private static let globals = """
    GLOBAL OPTIONS
          --vault DIR                Use the vault in DIR
      -q, --quiet                    Print only data and errors
      -v, --verbose                  Report what is being done
          --color auto|always|never  When to colour the output
          --no-pager                 Do not use a pager
          --no-input                 Never ask; fail if an answer is needed
          --lang en|ko               The language of messages and dates
          --root-relative            Print paths from the vault's root, not from the
                                     working directory
          --debug                    Trace steps and their times on standard error
      -h, --help                     Show help for the command

    """

  @Test func theHelpOfACommandWithOptions() {
    let expected = """
      List memos, newest first

      USAGE
        memo list [OPTIONS]
        (also: ls)

      On a terminal a table that fits its width; elsewhere one memo a line: path, time
      of the last change and title, with tabs between them.

      An empty list is no error.

      OPTIONS
        -n, --limit N          Show at most N memos; 0 shows all
            --sort KEY         Sort by modified, created or title (repeatable)

      FILTERS
            --tag EXPR         Only memos with these tags (repeatable)
            --since DATE       Only memos changed on DATE or later: 2024-05-01, 7d or
                               yesterday
            --orphan           Only memos that no other memo links to
            --folder DIR       Only memos in DIR

      OUTPUT
            --json             One JSON array
            --paths            Paths alone
        -0, --null             NUL after each record instead of a line break
            --format TEMPLATE  Each memo in this shape: '{title} {path}'

      EXAMPLES
        memo list --tag work -n 5
            The five memos tagged work that changed last
        memo list --paths -0
            All paths, safe to hand to xargs -0

      SEE ALSO
        memo help search, memo help show


      """
    #expect(HelpRenderer(width: 80, language: .english).help(for: Samples.list) == expected + Self.globals)
  }

  @Test func theHelpOfACommandWithPositionals() {
    let expected = """
      Make a memo

      USAGE
        memo new [OPTIONS] [TITLE…]

      ARGUMENTS
        [TITLE…]  The memo's title

      OPTIONS
        -e, --edit, --no-edit  Open the memo in the editor, or do not
        -b, --body TEXT        The memo's text


      """
    #expect(HelpRenderer(width: 80, language: .english).help(for: Samples.new) == expected + Self.globals)
  }

  @Test func anOptionalValueIsShownInBrackets() {
    let help = HelpRenderer(width: 80, language: .english).help(for: Samples.watch)
    #expect(help.contains("\n  -s, --sync[=SECONDS]  Sync as well, every SECONDS\n"), "\(help)")
  }

  @Test(arguments: [36, 48, 60, 72, 80, 100])
  func noLineIsWiderThanTheTerminal(width: Int) {
    let renderer = HelpRenderer(width: width, language: .english)
    let pages = Samples.all.map(renderer.help(for:)) + [renderer.overview(of: HelpSamples.commands)]
    for line in pages.joined().split(separator: "\n") {
      #expect(line.count <= width, "\(line)")
    }
  }

  @Test func linesStayReadableOnAWideTerminal() {
    let renderer = HelpRenderer(width: 400, language: .english)
    #expect(renderer.help(for: Samples.list) == HelpRenderer(width: 100, language: .english).help(for: Samples.list))
  }

  @Test func aLabelThatIsTooWideHasItsOwnLine() {
    let wide = Option.text("a-very-long-name-of-an-option", value: "SOMETHING", help: "Text below it")
    let command = CommandDeclaration("wide", group: .read, summary: "Wide", options: [wide, ListOptions.json])
    let expected = """
      OPTIONS
            --a-very-long-name-of-an-option SOMETHING
                    Text below it
            --json  One JSON array

      """
    let help = HelpRenderer(width: 80, language: .english).help(for: command)
    #expect(help.contains(expected), "\(help)")
  }

  @Test func textStaysInItsColumnWhereEveryLabelIsTooWide() {
    let wide = Option.text("a-very-long-name-of-an-option", value: "SOMETHING", help: "Text below it")
    let command = CommandDeclaration("wide", group: .read, summary: "Wide", options: [wide])
    let expected = "SOMETHING\n" + String(repeating: " ", count: 34) + "Text below it\n"
    let help = HelpRenderer(width: 80, language: .english).help(for: command)
    #expect(help.contains(expected), "\(help)")
  }

  @Test func wideLettersTakeTwoColumns() {
    let word = Positional("제목", .optional, help: "메모 제목 메모 제목 메모 제목")
    let other = Positional("DIR", .optional, help: "폴더")
    let command = CommandDeclaration("new", group: .write, summary: "새 메모", positionals: [word, other])
    let expected = """
      ARGUMENTS
        [제목]  메모 제목 메모 제목
                메모 제목
        [DIR]   폴더

      """
    let help = HelpRenderer(width: 30, language: .english).help(for: command)
    #expect(help.contains(expected), "\(help)")
  }

  @Test func headingsAreBoldWhenAsked() {
    let plain = HelpRenderer(width: 80, language: .english).help(for: Samples.list)
    let bold = HelpRenderer(width: 80, language: .english, style: .bold).help(for: Samples.list)
    #expect(bold.contains("\n\u{1B}[1mUSAGE\u{1B}[0m\n  memo list"))
    let stripped = bold.split(separator: "\u{1B}[1m").joined().split(separator: "\u{1B}[0m").joined()
    #expect(stripped == plain)
    #expect(!plain.contains("\u{1B}"))
  }

  @Test func theOverviewShowsCommonCommandsAndNamesTheOthers() {
    let expected = """
      List, search and write plain-text Markdown memos in a folder

      USAGE
        memo COMMAND [OPTIONS] [ARGUMENTS]
        memo help COMMAND|--all
        memo help exit-codes|agents

      FIND AND READ
        list   List memos, newest first

      WRITE
        new    Make a memo

      ORGANIZE
        also:  move, trash

      SYNC AND HISTORY
        also:  watch

      VAULT AND HELP
        help   Show help for memo or one of its commands

      GLOBAL OPTIONS
        [--vault DIR] [-q|--quiet] [-v|--verbose] [--color auto|always|never]
        [--no-pager] [--no-input] [--lang en|ko] [--root-relative] [--debug]
        [-h|--help] [--version]

      """
    #expect(HelpRenderer(width: 80, language: .english).overview(of: Samples.all) == expected)
  }

  @Test func theOverviewOfManyCommandsFitsAScreen() {
    let overview = HelpRenderer(width: 80, language: .english).overview(of: HelpSamples.commands)
    let lines = overview.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    #expect(lines <= 44, "\(overview)")
    for command in HelpSamples.commands {
      #expect(overview.contains(command.name), "\(command.name)")
    }
  }
}

/// As many commands as memo may come to have.
private enum HelpSamples {
  private static let names: [(group: CommandGroup, common: String, others: String)] = [
    (.start, "init new", "clone import"),
    (.read, "list search show browse", "tags links backlinks graph stats"),
    (.write, "edit append", "today prepend write share"),
    (.organize, "rename move delete", "trash undo redo export"),
    (.sync, "sync history", "watch conflicts trust diff restore"),
    (.vault, "check help", "index config completions man one two three four five six"),
  ]

  static let commands = names.flatMap { group, common, others in
    common.split(separator: " ").map { sample(String($0), group, isCommon: true) }
      + others.split(separator: " ").map { sample(String($0), group, isCommon: false) }
  }

  private static func sample(_ name: String, _ group: CommandGroup, isCommon: Bool) -> CommandDeclaration {
    CommandDeclaration(name, group: group, isCommon: isCommon, summary: "Do what \(name) is known to do")
  }
}
