import MemoCLI
import Testing

struct ArgumentDeclarationTests {
  @Test func theSamplesKeepTheRules() {
    let related = ["search", "show"].map { CommandDeclaration($0, group: .read, summary: "A related command") }
    #expect(declarationProblems(in: Samples.all + related) == [])
  }

  @Test func everyBreachIsFound() {
    let bad = CommandDeclaration(
      "bad", aliases: ["help"], group: .read, summary: "Breaks every rule",
      positionals: [NewOptions.title, Positional("TITLE", .atLeastOne, help: "Again")],
      options: [Flag("quiet", help: "Taken"), Flag("Shout", short: "é", help: "No name")],
      exclusions: [[ListOptions.json]],
      examples: [
        CommandExample("memo bad --nosuch", "Fails"), CommandExample("ls", "Other"),
        CommandExample("memo worse", "None"),
        CommandExample("memo bad 'a -x' | wc -l", "Fine"),
      ], seeAlso: ["worse"])
    let expected = [
      "two commands are named help", "bad: two options are written --quiet", "bad: --Shout is no name for an option",
      "bad: -é is no name for an option", "bad: two positionals are named TITLE",
      "bad: two positionals take any number of words", "bad: excludes --json, which it does not have",
      "bad: sees also worse, which is none", "bad: an example fails: memo bad --nosuch: unknown option --nosuch",
      "bad: an example does not run memo: ls", "bad: an example runs an unknown command: memo worse",
    ]
    #expect(Set(declarationProblems(in: [bad, .help])) == Set(expected))
  }

  @Test func spellingsAreDerived() {
    #expect(ListOptions.limit.spellings == ["-n", "--limit"])
    #expect(NewOptions.edit.spellings == ["-e", "--edit", "--no-edit"])
    #expect(WatchOptions.sync.valueSuffix == "[=SECONDS]")
    #expect(GlobalOptions.color.completion == .choices(["auto", "always", "never"]))
  }

  @Test(arguments: Positional.Arity.allCases)
  func aUsageLineShowsHowManyWords(arity: Positional.Arity) {
    let shown: [Positional.Arity: String] = [.one: "X", .optional: "[X]", .many: "[X…]", .atLeastOne: "X…"]
    #expect(Positional("X", arity, help: "").usage == shown[arity])
  }
}
