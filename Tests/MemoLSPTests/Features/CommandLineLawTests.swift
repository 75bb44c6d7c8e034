import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoLSP

/// On the same bytes, what the server answers is what the command line answers.
@Suite struct CommandLineLawTests {
  /// A vault of random memos, and an editor that has some of them open with other random texts.
  private func editor(_ random: inout SeededRandom) throws -> (TestedEditor, [String: String]) {
    var texts = Dictionary(uniqueKeysWithValues: Self.paths.map { ($0, Self.text(&random)) })
    let editor = try TestedEditor(texts)
    for path in Self.paths where Bool.random(using: &random) {
      try editor.open(path)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        texts[path] = Self.text(&random)
        editor.change(path, to: texts[path] ?? "")
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        editor.close(path)
        texts[path] = try editor.disk(path)
      }
    }
    return (editor, texts)
  }

  private static let paths = ["a.md", "b.md", "c d.md", "work/a.md", "work/회의.md", "x/y/b.md"]
  private static let titles = ["A", "회의록", "B", "Same", "하나 둘", "x#y"]

  private static func text(_ random: inout SeededRandom) -> String {
    let links = [
      "[[a]]", "[[Same]]", "[[회의록#둘]]", "[x](../a.md)", "[[none]]", "[x](c%20d.md#one)", "[[work/a|L]]", "#t/u", "#태그",
      "![[p.png]]", "[[#둘]]", "![](no.png)", "[[b#^id]]", "text 😀", "\n", "\n## 둘\n", "\n## One\n", " ^id\n",
      "[r][x]\n\n[x]: a.md\n",
    ]
    let front =
      Bool.random(using: &random) ? "---\naliases: [\(titles.randomElement(using: &random) ?? "")]\ntags: t\n---\n" : ""
    let title = titles.randomElement(using: &random) ?? ""
    return front + "# \(title)\n\n"
      + (0..<Int.random(in: 0...8, using: &random)).map { _ in links.randomElement(using: &random) ?? "" }
      .joined(separator: " ")
  }

  @Test func theIndexIsThatOfAVaultWithTheOpenTexts() throws {
    var random = SeededRandom(seed: 21)
    for _ in 0..<25 {
      let (editor, texts) = try editor(&random)
      let disk = try TemporaryFolder()
      try disk.makeVault()
      for (path, text) in texts { try disk.write(text, to: path) }
      let vault = try disk.openVault()
      let index = try vault.readAll()
      let view = try #require(editor.server.workspace.vaults.first).view
      #expect(Set(view.index.memos.map(\.path)) == Set(index.memos.map(\.path)))
      #expect(TagCounts(isNested: true).counts(in: view.index) == TagCounts(isNested: true).counts(in: index))
      for path in Self.paths.map({ VaultPath($0) }) {
        let found = view.links(of: path, in: try #require(view.lines(of: path)).bytes).map(\.link)
        #expect(found.map(Self.meaning) == (try index.links(of: path)?.map(Self.meaning)))
        #expect(try view.index.links(of: path)?.map(Self.meaning) == found.map(Self.meaning))
        let linking = Set(Backlinks(to: path, in: index).memos.map(\.path))
        #expect(Set(LinkSearch(view).links(to: path) { _ in true }.map(\.path)) == linking)
        #expect(view.record(of: path)?.metadata == index.memos(at: [path])[path].flatMap(index.record)?.metadata)
      }
    }
  }

  /// What a link leads to; the numbers of memos differ from index to index.
  private static func meaning(_ link: FollowedLink) -> [String] {
    let resolution =
      switch link.resolution {
      case .memo(_, let rule): "memo \(rule)"
      case .ambiguous(_, let rule): "ambiguous \(rule)"
      case .broken: "broken"
      case .elsewhere: "elsewhere"
      }
    return ["\(link.link)", "\(link.position)", resolution, link.path?.text ?? "-", "\(link.candidates)"]
  }

  @Test func theProblemsOfAMemoAreThoseOfACheckOfTheVault() throws {
    var random = SeededRandom(seed: 22)
    for _ in 0..<25 {
      let (editor, _) = try editor(&random)
      let view = try #require(editor.server.workspace.vaults.first).view
      let all = VaultCheck(view.vault, view.index).problems()
      for path in Self.paths.map({ VaultPath($0) }) {
        #expect(view.problems(of: path) == all.filter { $0.path == path })
      }
    }
  }
}
