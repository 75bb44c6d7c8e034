import MemoCore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoCLI

@Suite struct CompletionTests {
  private static func tool() throws -> TestedTool {
    let tool = try TestedTool()
    try tool.folder.makeFolders(VaultPath(".memo/templates"))
    try tool.folder.write("# {{title}}\n", to: ".memo/templates/meeting.md")
    for (place, title) in ["Release plan", "Relax: a guide", "주간 회의록", "It's \"quoted\"", "-dashed"].enumerated() {
      try tool.folder.write(
        "# \(title)\n#work/plan\(place) #Home\n", to: "work/memo\(place).md", modified: tool.now - Int64(place))
    }
    try tool.folder.write("# hostile \u{1B}[31m\n", to: "hostile.md")
    try tool.folder.write("no title\n", to: "deep/er/노트.md")
    _ = tool.run("index")
    return tool
  }

  /// What may become of the last word, without what it stands for.
  private static func words(_ tool: TestedTool, _ words: [String]) -> [String] {
    tool.run(["__complete", "zsh", "--"] + words).lines.map { String($0.prefix { $0 != "\t" }) }
  }

  static let declared: [([String], [String])] = [
    (["li"], ["list", "links"]), (["LI"], ["list", "links"]), (["help", "li"], ["list", "links"]),
    (["help", "ex"], ["extract", "export", "exit-codes"]), (["help", "ag"], ["agents"]), (["man", "ag"], []),
    (["man", "sea"], ["search"]), (["list", "--unt"], ["--until", "--untagged"]),
    (["list", "--orphan", "--or"], []), (["list", "--tag", "a", "--ta"], ["--tag"]),
    (["list", "--col"], ["--color"]), (["--col"], ["--color"]), (["new", "--no-e"], ["--no-edit"]),
    (["--color", ""], ["auto", "always", "never"]), (["list", "--color", "a"], ["auto", "always"]),
    (["list", "--color=a"], ["--color=auto", "--color=always"]), (["list", "--sort", "t"], ["title"]),
    (["completions", ""], ["bash", "zsh", "fish"]), (["tags", "re"], ["rename", "remove"]), (["nonsense", "li"], []),
    (["list", "-n", ""], []), (["search", "--", "--col"], []), (["__comp"], []), (["list", "-vn", "1"], []),
    (["config", "da"], ["daily.folder", "daily.format", "daily.template"]),
    (["config", "language", ""], ["en", "ko"]),
    (["config", "device", ""], []),
    (["config", "--user", "language", "k"], ["ko"]),
  ]

  @Test(arguments: declared)
  func whatIsDeclaredIsCompleted(words: [String], wanted: [String]) throws {
    #expect(Self.words(try TestedTool(), words) == ["words"] + wanted)
  }

  static let files: [([String], String)] = [
    (["--vault", ""], "folders"), (["list", "--vault=x"], "folders"), (["import", "a"], "files"),
    (["export", ""], "folders"), (["clone", "/sr"], "folders"), (["clone", "x", ""], "folders"),
    (["config", "vault", ""], "folders"),
  ]

  @Test(arguments: files)
  func filesAreLeftToTheShell(words: [String], wanted: String) throws {
    #expect(Self.words(try TestedTool(), words) == [wanted])
  }

  static let cached: [([String], [String])] = [
    (["show", "rel"], ["Relax: a guide", "Release plan"]), (["show", "주간"], ["주간 회의록"]),
    (["show", "\u{110C}\u{116E}\u{1100}\u{1161}\u{11AB}"], ["주간 회의록"]), (["show", "It's"], ["It's \"quoted\""]),
    (["show", "nope"], []), (["show", "work/memo2"], ["work/memo2.md"]), (["show", "memo1"], ["memo1"]),
    (["show", "memo1."], ["memo1.md"]), (["show", "memo1.mdx"], []), (["show", "wo"], ["work/"]),
    (["move", "DE"], ["deep/"]), (["show", "deep/"], ["deep/er/노트.md"]),
    (["list", "--links-to=wo"], ["--links-to=work/"]),
    (["config", "daily.folder", "de"], ["deep", "deep/er"]),
    (["show", "hos"], []), (["show", "-- ", "-d"], []), (["show", "--", "-d"], ["-dashed"]),
    (["show", "--", "-"], ["-dashed"]),
    (["list", "--links-to", "-d"], ["-dashed"]), (["list", "--links-to=-d"], ["--links-to=-dashed"]),
    (["list", "--links-to", "Relea"], ["Release plan"]),
    (["rename", "Relea"], ["Release plan"]), (["rename", "Release plan", "Re"], []),
    (["list", "--tag", "ho"], ["Home"]), (["list", "--tag=WORK/plan1"], ["--tag=work/plan1"]),
    (["tags", "rename", "home"], ["Home"]), (["new", "--tag", "work/plan0"], ["work/plan0"]),
    (["new", "--template", ""], ["meeting"]), (["move", "x", "d"], ["deep", "deep/er"]),
    (["list", "--path", "wo"], ["work"]), (["new", "--dir", ""], ["deep", "deep/er", "work"]),
  ]

  @Test(arguments: cached)
  func whatIsCachedIsCompleted(words: [String], wanted: [String]) throws {
    let found = Self.words(try Self.tool(), words)
    #expect(found.first == "words" && Set(found.dropFirst()) == Set(wanted), "\(found)")
  }

  static let near: [([String], [String])] = [
    (["show", "../de"], ["../deep/er/노트.md"]), (["show", "./memo1"], ["./memo1.md"]),
    (["show", ".//./MEMO1"], [".//./memo1.md"]), (["show", "../WORK/memo1"], ["../work/memo1.md"]),
    (["show", "sub/"], ["sub/inner.md", "sub/same.md"]), (["show", "work/sub/i"], ["work/sub/inner.md"]),
    (["show", "su"], ["sub/"]), (["show", "wor"], ["work/"]), (["show", "dee"], ["deep/"]),
    (["show", "work/same"], ["work/same.md"]), (["show", "../../"], []), (["show", "./x"], []),
    (["list", "--links-to=../de"], ["--links-to=../deep/er/노트.md"]), (["show", "./-d"], []),
    (["move", "x", "../d"], ["../deep", "../deep/er"]),
    (["move", "x", ".."], ["../", "../deep", "../deep/er", "../work", "../work/sub", "../work/work"]),
    (["move", "x", ""], ["deep", "deep/er", "sub", "work", "work/sub", "work/work"]),
    (["new", "--dir", "s"], ["sub"]), (["new", "--dir=./s"], ["--dir=./sub"]), (["list", "--path", "s"], []),
    (["list", "--path", "./s"], ["./sub"]), (["list", "--exclude", "wor"], ["work", "work/sub", "work/work"]),
    (["config", "daily.folder", "s"], []), (["config", "daily.folder", "../"], []),
  ]

  @Test(arguments: near)
  func pathsAreCompletedFromTheWorkingDirectory(words: [String], wanted: [String]) throws {
    var tool = try Self.tool()
    for path in ["work/sub/inner.md", "work/sub/same.md", "work/work/same.md", "work/same.md"] {
      try tool.folder.write("# Other\n", to: path)
    }
    _ = tool.run("index")
    tool.workingFolder = VaultPath("work")
    let found = Self.words(tool, words)
    #expect(found.first == "words" && found.dropFirst().sorted() == wanted.sorted(), "\(found)")
  }

  @Test func inTheRootPathsMayBeginWithADot() throws {
    let tool = try Self.tool()
    #expect(Self.words(tool, ["show", "./work/memo3"]) == ["words", "./work/memo3.md"])
    #expect(Self.words(tool, ["move", "x", "./w"]) == ["words", "./work"])
    #expect(Self.words(tool, ["show", "../"]) == ["words"], "the folder above is not of the vault")
  }

  @Test func whatBeginsWithADashIsCompletedWhereItIsNoOption() throws {
    var tool = try Self.tool()
    try tool.folder.write("# Other\n", to: "work/-new/--zero.md")
    _ = tool.run("index")
    for (words, wanted) in [
      (["show", "--", "--z"], ["--zero"]), (["show", "--", "Rele"], ["Release plan"]), (["show", "--z"], []),
      (["show", "work/-n"], ["work/-new/--zero.md"]), (["show", "--zero", "--", "--ze"], ["--zero"]),
    ] as [([String], [String])] { #expect(Self.words(tool, words) == ["words"] + wanted, "\(words)") }
    tool.workingFolder = VaultPath("work")
    for (words, wanted) in [
      (["show", "--", "-new/"], ["-new/--zero.md"]), (["show", "./-"], ["./-new/--zero.md"]),
      (["move", "x", ""], ["deep", "deep/er", "work", "work/-new"]), (["move", "x", "./-"], ["./-new"]),
      (["move", "x", "--", "-"], ["-new"]), (["new", "--dir", "-"], ["-new"]),
    ] as [([String], [String])] { #expect(Self.words(tool, words) == ["words"] + wanted, "\(words)") }
    let line = tool.run("__complete", "bash", "--", "memo show -- -d").lines
    #expect(line.first == "words" && line.last?.hasPrefix("-dashed") == true, "\(line)")
  }

  @Test func aTitleMayBeginAsAPathDoes() throws {
    var tool = try Self.tool()
    try tool.folder.write("# ../etc, a guide\n", to: "etc.md")
    _ = tool.run("index")
    tool.workingFolder = VaultPath("work")
    #expect(Self.words(tool, ["show", "../etc,"]) == ["words", "../etc, a guide"])
  }

  @Test func fieldsAndViewsAreCompleted() throws {
    let tool = try Self.tool()
    try tool.folder.write("---\nstatus: open\ndue: 2026-12-01\n---\n# f\n", to: "f.md")
    _ = tool.run("index")
    #expect(tool.run("config", "views.inbox", "--where status=open").code == .done)
    for (words, wanted) in [
      (["list", "@"], ["@inbox"]), (["search", "@i"], ["@inbox"]), (["tasks", "@"], ["@inbox"]),
      (["tasks", "d"], ["done"]), (["list", "@x"], []), (["config", "views.i"], ["views.inbox"]),
      (["config", "view"], ["views.", "views.inbox"]), (["fields", "s"], ["status"]),
      (["list", "--where", "du"], ["due="]), (["set", "f", "st"], ["status="]),
      (["set", "f", "--unset", "d"], ["due"]),
      (["list", "--sort", "field:d"], ["field:due"]),
      (["list", "--sort", "na"], ["natural"]),
    ] as [([String], [String])] {
      #expect(Self.words(tool, words) == ["words"] + wanted, "\(words)")
    }
  }

  @Test func aTagWithBlanksIsOfferedAsAFilterTakesIt() throws {
    let tool = try TestedTool()
    try tool.folder.write("---\ntags: [연말 정산, 연말, -dashed, 'a \"b\"']\n---\n# a\n", to: "a.md")
    _ = tool.run("index")
    for (words, wanted) in [
      (["list", "--tag", "연말"], ["연말", "\"연말 정산\""]), (["list", "--tag", "\"연"], ["\"연말 정산\""]),
      (["list", "--tag=연말 "], ["--tag=\"연말 정산\""]), (["list", "--tag", "-"], ["\"-dashed\""]),
      (["list", "--tag", "a"], []), (["tags", "rename", "연말 "], ["연말 정산"]),
    ] as [([String], [String])] {
      #expect(Self.words(tool, words) == ["words"] + wanted, "\(words)")
    }
    #expect(tool.run("list", "--paths", "--tag", "\"연말 정산\"").output == "a.md\n")
  }

  @Test func aTagIsOfferedWhereATagIsRenamedAndAMemoWhereItIsTagged() throws {
    let tool = try Self.tool()
    #expect(Self.words(tool, ["tags", "rename", "work/plan1", "ho"]) == ["words", "Home"])
    #expect(Self.words(tool, ["tags", "add", "x", "Relea"]) == ["words", "Release plan"])
  }

  @Test func memosInTheTrashAreOffered() throws {
    let tool = try Self.tool()
    #expect(Self.words(tool, ["trash", "restore", ""]) == ["words"])
    for path in ["work/memo0.md", "work/memo1.md"] { #expect(tool.run("delete", path, "--yes").code == .done) }
    #expect(Set(Self.words(tool, ["trash", "restore", ""])) == ["words", "work/memo0.md", "work/memo1.md"])
    #expect(Self.words(tool, ["trash", "restore", "rele"]) == ["words", "Release plan"])
    try tool.folder.write("# Other\n", to: "work/memo0.md")
    #expect(tool.run("delete", "work/memo0.md", "--yes").code == .done)
    let found = Self.words(tool, ["trash", "restore", ""]).dropFirst()
    #expect(found.count == 3 && !found.contains("work/memo0.md"), "\(found): two had that path")
    for id in found.filter({ $0 != "work/memo1.md" }) {
      #expect(tool.run("trash", "restore", id).code == .done, "\(id)")
    }
  }

  @Test func theTemplateOfDaysIsOneOfTheTemplates() throws {
    #expect(Self.words(try Self.tool(), ["config", "daily.template", ""]) == ["words", "meeting"])
  }

  @Test func memosOfOneTitleAreOfferedByTheirPaths() throws {
    let tool = try Self.tool()
    try tool.folder.write("# Twin\n", to: "work/one.md")
    try tool.folder.write("# Twin\n", to: "deep/two.md")
    _ = tool.run("index")
    let found = Self.words(tool, ["show", "Tw"]).dropFirst()
    #expect(Set(found) == ["work/one.md", "deep/two.md"], "\(found)")
    for path in found { #expect(tool.run("show", path).output == "# Twin\n") }
  }

  @Test func theVaultOfTheLineIsAsked() throws {
    let (here, other) = (try TestedTool(), try Self.tool())
    let place = other.folder.path.text
    #expect(Self.words(here, ["show", "rele"]) == ["words"])
    #expect(Self.words(here, ["--vault", place, "show", "rele"]) == ["words", "Release plan"])
    #expect(Self.words(here, ["show", "--vault=\(place)", "rele"]) == ["words", "Release plan"])
    #expect(Self.words(here, ["show", "--vault", "/no/such", "rele"]) == ["words"])
  }

  @Test func bashHandsOverItsLine() throws {
    let tool = try Self.tool()
    func words(_ line: String) -> [String] {
      tool.run("__complete", "bash", "--", line).lines.dropFirst().map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(
      words(#"memo show Release\ p"#) == [#"Release\ plan"#] && words(#"memo show "release p"#) == ["Release plan"])
    #expect(words("memo show wo") == ["work/"])
    #expect(words("memo list --color=n") == ["never"], "bash completes what follows the =")
    #expect(words(#"memo show Relax:\ a"#) == [#"\ a\ guide"#] && words(#"memo show "Relax: a"#) == ["Relax: a guide"])
  }

  @Test func namesAreOfferedAsTheyAreTyped() throws {
    let tool = try TestedTool()
    // In NFD.
    let (title, tag) = ("\u{110C}\u{1169}\u{1100}\u{1161}\u{11A8} e\u{301}", "\u{1112}\u{116C}")
    try tool.folder.write("# \(title)\n#\(tag)\n", to: "a.md")
    try tool.folder.write("# Straße 1\n", to: "b.md")
    _ = tool.run("index")
    func words(_ shell: String, _ words: String...) -> [[UInt8]] {
      let lines = tool.run(["__complete", shell, "--"] + words).lines.dropFirst()
      return lines.map { Array($0.prefix { $0 != "\t" }.utf8) }
    }
    for shell in ["zsh", "fish"] {
      #expect(words(shell, "show", "조") == [Array("조각 \u{E9}".utf8)], "in NFC, as \(shell) shows and compares it")
      #expect(words(shell, "list", "--tag", "회") == [Array("회".utf8)])
    }
    #expect(words("zsh", "show", "strass") == [Array("Straße 1".utf8)])
    #expect(words("fish", "show", "strass") == [Array("strasse 1".utf8)], "fish leaves out what begins differently")
    #expect(tool.run("show", "strasse 1").output == "# Straße 1\n")
  }

  @Test func twoNamesThatDifferInNormalizationAloneAreBothOffered() throws {
    let tool = try TestedTool()
    let names = ["\u{E9}.md", "e\u{301}.md"]
    for name in names { try tool.folder.write("text\n", to: name) }
    _ = tool.run("index")
    let found = tool.run("__complete", "zsh", "--", "show", "./").lines.dropFirst().map { Array($0.utf8) }
    #expect(Set(found) == Set(names.map { Array("./\($0)".utf8) }))
  }

  @Test func filesAreCompletedBehindARedirectionInBash() throws {
    let tool = try Self.tool()
    func answer(_ line: String) -> [Substring] {
      tool.run("__complete", "bash", "--", line).lines.map { $0.prefix { $0 != "\t" } }
    }
    for line in ["memo show Release > rel", "memo show >", "memo new --body - < rel", "memo show a 2>rel"] {
      #expect(answer(line) == ["files"], "\(line)")
    }
    #expect(answer("memo show > out Rele") == ["words", #"Release\ plan"#])
    #expect(answer("memo list --color >out nev") == ["words", "never"])
  }

  @Test func whatIsCutBeginsAsAllDo() throws {
    let tool = try TestedTool()
    for number in 100..<350 { try tool.folder.write("# memo \(number)\n", to: "\(number).md", modified: Int64(number)) }
    _ = tool.run("index")
    let found = Self.words(tool, ["show", "memo"]).dropFirst()
    #expect((100...102).contains(found.count))
    #expect(found.contains("memo 100") && found.contains("memo 349") && found.contains("memo 300"))
  }

  @Test func changesSinceTheCacheWasWrittenAreCompletedWithTheJournal() throws {
    let tool = try Self.tool()
    try tool.folder.write("# Zebra\n", to: "z.md")
    #expect(Self.words(tool, ["show", "zeb"]) == ["words"], "nothing has looked yet")
    _ = tool.run("list")
    #expect(Self.words(tool, ["show", "zeb"]) == ["words", "Zebra"])
  }

  @Test func completingWritesNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("# a\n", to: "a.md")
    let tool = try TestedTool()
    #expect(Self.words(tool, ["--vault", folder.path.text, "show", "a"]) == ["words"])
    #expect(try folder.names(in: .root) == [Array("a.md".utf8)])
  }

  @Test func noHelpNamesTheHiddenCommand() throws {
    let tool = try TestedTool()
    #expect(!tool.run("help").output.contains("__complete") && !tool.run("man").output.contains("__complete"))
  }
}
