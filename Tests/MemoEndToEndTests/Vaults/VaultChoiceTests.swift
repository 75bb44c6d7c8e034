import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct VaultChoiceTests {
  /// Four vaults, each with a memo named after the way to it.
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    for name in ["option", "variable", "configured"] { try sandbox.folder.write("# \(name)\n", to: "\(name)/a.md") }
    try sandbox.write("# nearest\n", to: "a.md")
    try sandbox.folder.makeFolders(VaultPath("vault/deep/down"))
    let settings = "{\"vault\": \"\(sandbox.folder.path.appending("configured").text)\"}"
    try sandbox.folder.write(settings, to: "home/.config/memo/config.json")
    return sandbox
  }

  @Test func theOptionComesFirst() throws {
    let sandbox = try Self.sandbox()
    let variable = ["MEMO_VAULT": "../../../variable"]
    for words in [["--vault", "../../../option", "list"], ["list", "--vault=../../../option"]] {
      let run = try sandbox.run(
        ["memo"] + words + ["--format", "{title}"], in: "vault/deep/down", input: [], with: variable)
      #expect(run.text == "option\n", "\(run.errors)")
    }
  }

  @Test func thenTheVariableThenTheNearestThenTheSettings() throws {
    let sandbox = try Self.sandbox()
    let list = ["list", "--format", "{title}"]
    func titles(in place: String, _ variables: [String: String] = [:]) throws -> String {
      try sandbox.run(["memo"] + list, in: place, input: [], with: variables).text
    }
    #expect(try titles(in: "vault/deep/down", ["MEMO_VAULT": "../../../variable"]) == "variable\n")
    #expect(try titles(in: "vault/deep/down") == "nearest\n")
    #expect(try titles(in: "vault/deep/down", ["MEMO_VAULT": ""]) == "nearest\n")
    #expect(try titles(in: "home") == "configured\n")
    #expect(try titles(in: "variable") == "configured\n")
  }

  #if os(Linux)
    /// Repaired as text is, they would be those of other folders.
    @Test func foldersThatVariablesNameAreNamedByteForByte() throws {
      let sandbox = try Sandbox()
      try sandbox.write("# here\n", to: "a.md")
      let run = try sandbox.shell(
        """
        odd=$(printf '%s/../v\\377' "$PWD") && shown=$(printf '%s/../v\\357\\277\\275' "$PWD")
        mkdir "$odd" "$shown" && echo '# right' > "$odd/a.md" && echo '# wrong' > "$shown/a.md"
        MEMO_VAULT=$odd memo list --format '{title}'
        HOME=$odd memo config device mine && cat "$odd/.config/memo/config.json" && ls -A "$shown"
        ODD=$odd MEMO_EDITOR='printenv ODD > ../odd; :' memo edit a.md && echo "$odd" | cmp - ../odd && echo same
        """)
      #expect(run.lines == ["right", "{", "  \"device\" : \"mine\"", "}", "a.md", "same"], "\(run.errors)")
    }
  #endif

  @Test func settingsStandWhereXDGSays() throws {
    let sandbox = try Self.sandbox()
    try sandbox.folder.write("{\"vault\": \"~/mine\"}", to: "xdg/memo/config.json")
    try sandbox.folder.write("# home's\n", to: "home/mine/a.md")
    let xdg = ["XDG_CONFIG_HOME": sandbox.folder.path.appending("xdg").text]
    #expect(try sandbox.memo("list", "--format", "{title}", in: "home", with: xdg).text == "home's\n")
  }

  @Test func withoutAVaultInitIsNamed() throws {
    let sandbox = try Sandbox(hasMarker: false)
    let run = try sandbox.memo("list")
    #expect(run.end == .exited(7))
    #expect(run.errors.contains("memo init"), "\(run.errors)")
    #expect(try sandbox.memo("list", "--json").failure()["kind"] as? String == "no-vault")
    for words in [["--vault", "nowhere"], ["--vault", "../programs/memo"], ["--vault", ""]] {
      let run = try sandbox.run(["memo", "list"] + words, in: "home", input: [], with: [:])
      #expect(run.end == .exited(words[1].isEmpty ? 2 : 7), "\(words): \(run.errors)")
    }
  }

  /// As an unset variable in a script leaves it.
  @Test func anEmptyNameOfAFolderIsAUsageError() throws {
    let sandbox = try Sandbox()
    let commands = [
      ["init", ""], ["init", "--vault", ""], ["export", ""], ["import", ""], ["clone", "../hub.git", ""],
      ["list", "--vault="],
    ]
    for words in commands {
      let run = try sandbox.run(["memo"] + words, in: "home", input: [], with: [:])
      #expect(run.end == .exited(2), "\(words): \(run.errors)")
    }
    #expect(try sandbox.folder.names(in: VaultPath("home")).isEmpty)
  }

  @Test(arguments: ["", "relative", "./x"])
  func aHomeThatIsNoAbsolutePathIsNone(home: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("# a\n", to: "a.md")
    sandbox.variables["HOME"] = home
    #expect(try sandbox.memo("list", "--paths").text == "a.md\n")
    for words in [["config", "editor", "vi"], ["trust"]] {
      let run = try sandbox.run(["memo"] + words, in: "vault", input: [], with: [:])
      #expect(run.end == .exited(7), "\(words): \(run.end)")
      #expect(run.errors.contains("neither HOME nor XDG_"), "\(run.errors)")
    }
    sandbox.variables["XDG_CONFIG_HOME"] = "relative"
    #expect(try sandbox.memo("config", "editor", "vi").end == .exited(7))
    #expect(try sandbox.folder.names(in: VaultPath("vault")).count == 2, "the memo and .memo")
  }

  @Test func commandsThatReadMakeNoMarker() throws {
    let sandbox = try Sandbox(hasMarker: false)
    try sandbox.write("# a\n", to: "a.md")
    sandbox.variables["MEMO_VAULT"] = sandbox.vault.text
    let reads = [
      ["list"], ["list", "--json"], ["search", "a"], ["show", "a"], ["show", "a", "--json"], ["export", "--json"],
      ["export", "../copy"], ["index"], ["index", "--rebuild"], ["index", "--verify"], ["config"],
      ["config", "ignore"],
      ["import", "--dry-run", "../programs"], ["help"], ["--version"],
    ]
    for words in reads {
      _ = try sandbox.run(["memo"] + words, in: "vault", input: [], with: [:])
      #expect(try sandbox.folder.names(in: VaultPath("vault")) == [Array("a.md".utf8)], "\(words)")
    }
    let cache = try sandbox.folder.names(in: VaultPath("home/.cache/memo"))
    #expect(!cache.isEmpty, "the cache stands in the user's folder instead")
    #expect(try sandbox.memo("new", "b").text == "b.md\n")
    #expect(try sandbox.folder.names(in: VaultPath("vault")).count == 3)
    let marker = try sandbox.folder.names(in: VaultPath("vault/.memo"))
    #expect(marker.contains(Array(".gitignore".utf8)) && marker.contains(Array("config.json".utf8)))
  }

  @Test func initMakesAVault() throws {
    let sandbox = try Sandbox(hasMarker: false)
    try sandbox.check(
      """
      $ memo init
      created a vault in /sandbox/vault
      $ memo init
      /sandbox/vault is already a vault
      $ memo init -q ../other/deep --git
      $ git -C ../other/deep symbolic-ref HEAD
      refs/heads/main
      $ git -C ../other/deep status --short --untracked-files=all
      ?? .memo/.gitignore
      ?? .memo/config.json
      $ cd ../other && memo init --vault=third && ls -A third
      created a vault in /sandbox/other/third
      .memo
      $ memo init ../programs/memo
      memo: cannot create the folder '/sandbox/programs/memo': File exists
      [7]
      """)
    let id = try sandbox.memo("config", "id")
    #expect(id.lines.first?.count == 32, "\(id.text)")
  }
}
