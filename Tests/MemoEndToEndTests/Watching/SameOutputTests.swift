#if os(Linux)
  import Foundation
  import MemoCore
  import MemoTestSupport
  import Testing

  /// Every command that reads writes the same with a watcher as without.
  @Suite(.waitsForPrograms) struct SameOutputTests {
    private static let commands: [[String]] = [
      ["list"], ["list", "-n", "5"], ["list", "--json"], ["list", "--jsonl"], ["list", "--paths", "-0"],
      ["list", "--sort", "title"], ["list", "--sort", "words-", "--format", "{title} {wordCount}"],
      ["list", "--orphan"],
      ["list", "--tag", "project/*"], ["list", "--untagged", "--offset", "2"], ["list", "--links-to", "Walden"],
      ["list", "--path", "요리/**"], ["list", "--since", "2020-01-01", "--until", "2030-01-01"],
      ["search", "김치"], ["search", "ㅎㅇㄹ"], ["search", "the", "--json"], ["search", "--count", "memo"],
      ["search", "nowhereword"],
      ["search", "/결.:/", "-C", "1"], ["search", "tag:home", "-l"], ["show", "Walden"], ["show", "Walden", "--json"],
      ["show", "roadmap", "quotes"], ["show", "1"], ["show", "nothing at all"], ["tags"], ["tags", "--json"],
      ["links", "roadmap"], ["links", "roadmap", "--json"], ["backlinks", "Walden"], ["backlinks", "Walden", "--json"],
      ["graph"], ["graph", "--json"], ["graph", "--dot"], ["check"], ["check", "--json"], ["export", "--json"],
      ["trash", "list"], ["undo", "--list"], ["index", "--verify"], ["rename", "roadmap", "New name", "--dry-run"],
    ]

    @Test func everyReadingCommandIsTheSameWithAWatcher() throws {
      let vault = BackgroundVault(try Sandbox())
      let sandbox = vault.sandbox
      for (number, memo) in SampleVaultMemos.all.enumerated() {
        let source = MemoProgram.packageFolder.appending(VaultPath("SampleVault/\(memo.path)"))
        let bytes = try Data(contentsOf: URL(filePath: source.text))
        try sandbox.write(Array(bytes), to: VaultPath(memo.path), modified: Sandbox.noon(1) + Int64(number))
      }
      let without = try Self.commands.map { try run($0, in: sandbox) }
      try vault.start()
      try vault.waitForAnswer()
      for (command, expected) in zip(Self.commands, without) {
        let found = try run(command, in: sandbox)
        #expect(found.output == expected.output, "\(command)")
        #expect(found.end == expected.end, "\(command)")
        if command != ["index", "--verify"] { #expect(found.errors == expected.errors, "\(command)") }
      }
    }

    private func run(_ words: [String], in sandbox: Sandbox) throws -> MemoRun {
      try sandbox.run(["memo"] + words, in: "vault", input: [], with: [:])
    }
  }
#endif
