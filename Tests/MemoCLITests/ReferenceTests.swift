import Foundation
import MemoCore
import MemoKit
import MemoTestSupport
import Testing

@testable import MemoCLI
@testable import MemoWords

@Suite struct ReferenceTests {
  private static let article = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/MemoKit/MemoKit.docc/CommandReference.md")

  @Test func theCommandReferenceIsWhatTheCommandsDeclare() throws {
    try compare(ReferenceRenderer(language: .english).page(of: CommandList.declarations), "CommandReference.md")
  }

  @Test func theSettingsReferenceIsWhatTheSettingsDeclare() throws {
    try compare(SettingsReference().page, "SettingsReference.md")
  }

  private func compare(_ page: String, _ name: String) throws {
    let article = Self.article.deletingLastPathComponent().appending(path: name)
    if ProcessInfo.processInfo.environment["MEMO_UPDATE_REFERENCE"] == "1" {
      try page.write(to: article, atomically: true, encoding: .utf8)
    }
    #expect(
      try String(contentsOf: article, encoding: .utf8) == page,
      "MEMO_UPDATE_REFERENCE=1 swift test --filter ReferenceTests writes the page anew")
  }

  /// What the page shows can be typed, and no word but those listed is taken.
  @Test(arguments: SettingKey.allCases.map(\.rawValue))
  func everyExampleOfASettingIsTaken(name: String) throws {
    var tool = try TestedTool()
    tool.variables["XDG_CONFIG_HOME"] = tool.folder.path.appending("settings").text
    let setting = try #require(SettingKey(rawValue: name))
    guard let example = setting.example else {
      #expect(tool.run("config", name, "x").code == .usage)
      return
    }
    let value = String(decoding: ShellLine.unquoted(Array(example.utf8)), as: UTF8.self)
    let set = tool.run("config", name, value)
    #expect(set.code == .done, "\(set.errors)")
    for choice in setting.choices ?? [] { #expect(tool.run("config", name, choice).code == .done, "\(choice)") }
    guard setting.choices != nil else { return }
    let refused = tool.run("config", name, "nothing")
    #expect(refused.code == .usage && refused.errors.contains("'memo help config'"), "\(refused.errors)")
  }

  @Test func theArticleOnEditorsHasTheSettingsThatHelpPrints() throws {
    let article = Self.article.deletingLastPathComponent().appending(path: "LanguageServer.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let help = HelpRenderer(width: 80, language: .english).help(for: LanguageServerCommand.declaration)
    let korean = HelpRenderer(width: 80, language: .korean).help(for: LanguageServerCommand.declaration)
    #expect(EditorSettings.all.count == 9)
    for snippet in EditorSettings.all {
      func block(_ indentation: String) -> String {
        "\n" + snippet.lines.map { ($0.isEmpty ? "" : indentation + $0) + "\n" }.joined()
      }
      #expect(text.contains(block("    ")), "\(snippet.title)")
      for page in [help, korean] { #expect(page.contains(block("    "))) }
      #expect(snippet.lines.allSatisfy { $0.utf8.count <= 56 }, "\(snippet.title): wider than a terminal")
    }
  }

  @Test func allCodesOfProblemsAreInTheHelpAndTheArticleOnLinks() throws {
    let codes = VaultProblem.codes
    let help = CheckCommand.declaration.description[0]
    #expect(help[.english].contains(codes.dropLast().joined(separator: ", ") + " and \(codes.last ?? "")."))
    #expect(help[.korean].contains(codes.joined(separator: ", ") + "입니다."))
    let article = Self.article.deletingLastPathComponent().appending(path: "Links.md")
    let page = try String(contentsOf: article, encoding: .utf8).split(separator: "## What check reports").last ?? ""
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let listed = rows.flatMap { $0.split(separator: " | ")[0].matches(of: /`([a-z-]+)`/).map { String($0.1) } }
    print(listed)
    #expect(listed.sorted() == codes.sorted())
  }

  @Test func nothingIsReadAsMarkdownThatIsNotMeant() {
    let command = CommandDeclaration(
      "x", aliases: ["y"], group: .start, summary: Text("Do <b> and *c*", ko: ""),
      description: [Text("A [[link]] and \\d and #tag_", ko: "")],
      positionals: [Positional("A|B", help: Text("a `", ko: ""))],
      examples: [CommandExample("memo x '*'", Text("all * of it", ko: ""))])
    let page = ReferenceRenderer(language: .english).page(of: [command])
    #expect(
      page.contains(
        """
        ### memo x

        Do \\<b\\> and \\*c\\*.

        ```
        memo x A|B
        memo y A|B
        ```

        A \\[\\[link\\]\\] and \\\\d and \\#tag\\_

        **Arguments**

        - `A|B`: a \\`

        **Examples**

        ```
        # all * of it
        memo x '*'
        ```

        """), "\(page)")
  }
}
