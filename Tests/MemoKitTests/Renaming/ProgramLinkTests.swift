import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// Links that memo writes in vaults of Obsidian, zk and Foam lead to their memos in these programs, too, which know memos by
/// the names of their files.
@Suite struct ProgramLinkTests {
  private static let zk = [
    ".zk/config.toml": "[note]\nlink-format = \"markdown\"\n[format.markdown]\nhashtags = true\n"
  ]

  private static func vault(_ texts: [String: String], of program: [String: String]) throws -> ChangedVault {
    try ChangedVault(texts.merging(program) { text, _ in text }, titles: .firstLine)
  }

  private static func linked(_ path: String, in vault: ChangedVault) throws -> [String: String] {
    let mentions = try Mentions(
      of: VaultPath(path), in: vault.refresh(), of: vault.vault, processorTime: { .zero })
    let rewrites = mentions.rewrites(linking: mentions.all)
    return Dictionary(
      uniqueKeysWithValues: rewrites.map { ($0.memo.path.text, String(decoding: $0.contents, as: UTF8.self)) })
  }

  @Test(
    arguments: [
      ([:], "[[Open questions]]"), (zk, "[[Open-questions|Open questions]]"),
      (
        [".zk/config.toml": "[ format.markdown ]\nlink-format = 'markdown' # links\n"],
        "[Open questions](Open-questions)"
      ),
      (
        [".zk/config.toml": "[format.markdown]\r\nlink-drop-extension = false # md\r\nlink-format = \"markdown\"\r\n"],
        "[Open questions](Open-questions.md)"
      ),
      (
        [".zk/config.toml": "[format.markdown]\n#link-format = \"markdown\"\nlink-format = \"[[{{filename}}]]\"\n"],
        "[[Open-questions|Open questions]]"
      ),
      ([".foam/templates/new-note.md": ""], "[[Open-questions|Open questions]]"),
      ([".vscode/foam.json": "{}"], "[[Open-questions|Open questions]]"),
      (
        [".vscode/settings.json": "{\n  // notes\n  \"foam.openDailyNote.directory\": \"d\",\n}"],
        "[[Open-questions|Open questions]]"
      ),
      (
        [".vscode/extensions.json": "{\"recommendations\": [\"foam.foam-vscode\"]}"],
        "[[Open-questions|Open questions]]"
      ),
      ([".vscode/settings.json": "{\"editor.wordWrap\": \"on\"}"], "[[Open questions]]"),
      (
        [".vscode/settings.json": "{\n  \"foam.completion.linkFormat\" : \"link\"\n}"],
        "[Open questions](Open-questions.md)"
      ),
      (
        [".vscode/settings.json": "{\n  // \"foam.completion.linkFormat\": \"link\"\n}"],
        "[[Open-questions|Open questions]]"
      ),
      (
        [".vscode/settings.json": "{\"foam.completion.linkFormat\": \"wikilink\"}"],
        "[[Open-questions|Open questions]]"
      ),
      ([".obsidian/app.json": "{\"newLinkFormat\": \"relative\"}"], "[[Open-questions|Open questions]]"),
      ([".obsidian/app.json": "{\"useMarkdownLinks\": true}"], "[Open questions](Open-questions.md)"),
      ([".obsidian/app.json": "{\"useMarkdownLinks\": "], "[[Open-questions|Open questions]]"),
    ] as [([String: String], String)])
  func anExtractedSectionIsLinkedByItsFile(program: [String: String], link: String) throws {
    let vault = try Self.vault(["f.md": "# F\n\n## Open questions\n\ntext\n"], of: program)
    let extraction = try SectionExtraction(
      of: "Open questions", in: vault.read("f.md"), titled: nil, fallbackName: "x", in: vault.refresh(), of: vault.vault
    )
    _ = try extraction.carryOut("extract", by: vault.history, at: 1)
    #expect(try vault.texts() == ["f.md": "# F\n\n\(link)\n", "Open-questions.md": "# Open questions\n\ntext\n"])
    #expect(try vault.refresh().links(of: VaultPath("f.md"))?.map(\.path) == [VaultPath("Open-questions.md")])
  }

  @Test func aLinkWithinTheMemoNamesItsFileFromTheNewOne() throws {
    let texts = ["work-log.md": "# Work log\n\n## Rest\n\n## Part\n\nsee [[#Rest]]\n"]
    let vault = try Self.vault(texts, of: Self.zk)
    let extraction = try SectionExtraction(
      of: "Part", in: vault.read("work-log.md"), titled: nil, fallbackName: "x", in: vault.refresh(), of: vault.vault)
    _ = try extraction.carryOut("extract", by: vault.history, at: 1)
    #expect(try vault.texts()["Part.md"] == "# Part\n\nsee [[work-log#Rest]]\n")
  }

  @Test func aMentionIsTheLabel() throws {
    let texts = [
      "plan.md": "---\naliases: [Roadmap]\n---\n# The big plan\n",
      "w.md": "# W\n\nthe big plan, the plan, a Roadmap.\n\n| the big plan | x |\n| --- | --- |\n",
    ]
    let linked = try Self.linked("plan.md", in: Self.vault(texts, of: Self.zk))
    #expect(
      linked == [
        "w.md": """
        # W

        [[plan|the big plan]], the [[plan]], a [[plan|Roadmap]].

        | [[plan\\|the big plan]] | x |
        | --- | --- |

        """
      ])
    #expect(
      try Self.linked("plan.md", in: Self.vault(texts, of: [:]))["w.md"]?.hasPrefix(
        "# W\n\n[[the big plan]], the [[plan]], a [[Roadmap]].\n") == true)
  }

  /// The nearest of two memos is another one elsewhere, and other programs may take that.
  @Test(arguments: [([:], "[[plan]]"), (zk, "[[b/plan|plan]]")] as [([String: String], String)])
  func aNameThatTwoFilesHaveIsNoTarget(program: [String: String], link: String) throws {
    let texts = ["a/plan.md": "# Plan\n", "b/plan.md": "# Goals\n", "b/x.md": "# X\n\nthe plan is\n"]
    let vault = try Self.vault(texts, of: program)
    #expect(try Self.linked("b/plan.md", in: vault) == ["b/x.md": "# X\n\nthe \(link) is\n"])
  }

  @Test(arguments: [
    ("shortest", "Plan%20of%20May.md", "a/Plan%20of%20May.md"),
    ("relative", "../a/Plan%20of%20May.md", "../a/Plan%20of%20May.md"),
    ("absolute", "a/Plan%20of%20May.md", "a/Plan%20of%20May.md"),
  ])
  func obsidiansFormOfPathsIsKept(format: String, path: String, besideTwin: String) throws {
    let program = [".obsidian/app.json": "{\"useMarkdownLinks\": true, \"newLinkFormat\": \"\(format)\"}"]
    let texts = ["a/Plan of May.md": "# May [1]\n", "b/c.md": "# C\n\nthe plan of May is\n"]
    #expect(
      try Self.linked("a/Plan of May.md", in: Self.vault(texts, of: program)) == [
        "b/c.md": "# C\n\nthe [plan of May](\(path)) is\n"
      ])
    let twin = texts.merging(["z/Plan of May.md": "# Z\n"]) { text, _ in text }
    #expect(
      try Self.linked("a/Plan of May.md", in: Self.vault(twin, of: program)) == [
        "b/c.md": "# C\n\nthe [plan of May](\(besideTwin)) is\n"
      ])
  }

  @Test(
    arguments: [
      ([:], "[[Road map]] [[Road map#Goals|x]]"), (zk, "[[Road-map]] [[Road-map#Goals|x]]"),
    ] as [([String: String], String)])
  func aLinkByAFilesNameKeepsToThat(program: [String: String], links: String) throws {
    let vault = try Self.vault(["plan.md": "# Plan\n", "a.md": "[[plan]] [[Plan#Goals|x]]\n"], of: program)
    let renaming = MemoRenaming(in: vault.vault, try vault.refresh())
    let relocation = try renaming.rename(vault.read("plan.md"), to: "Road map", isTitleOnly: false)
    _ = try relocation.carryOut("rename", by: vault.history, at: 1)
    #expect(try vault.texts() == ["Road-map.md": "# Road map\n", "a.md": "\(links)\n"])
  }
}
