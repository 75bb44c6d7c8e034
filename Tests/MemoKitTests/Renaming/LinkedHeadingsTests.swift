import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// A heading that holds a link changes with the link, and links to the heading follow.
@Suite struct LinkedHeadingsTests {
  private static let texts = [
    "plan.md": "# Plan\n", "w/other.md": "# Other\n",
    "n.md": "# N\n\n## See [[Plan]] now\n\n[x](#see-plan-now)\n\nUnder [[plan]]\n-----\n\n### [p](plan.md)\n",
    "s.md": "# S\n\n[[N#See Plan now]] [x](n.md#see-plan-now) [[n#See Plan now|it]] [[N#Under plan]] [[#S]]\n",
  ]

  /// The places of the headings that links name, by memo.
  private func named(in vault: ChangedVault) throws -> [String: [Int?]] {
    let index = try vault.vault.refresh()
    let texts = try vault.texts()
    var lookup = LinkLookup(LinkGraph(of: index).resolver)
    var named: [String: [Int?]] = [:]
    for (path, text) in texts where path.hasSuffix(".md") {
      named[path] = Array(text.utf8).withUnsafeBytes { bytes in
        InlineLink.targets(in: bytes).filter { $0.heading != nil }.map { link in
          let target = Array(bytes[link.target])
          let memo = lookup.resolve(target, link.kind, from: VaultPath(path).parent).memo.map {
            index.path(at: $0).text
          }
          let anchor = String(decoding: bytes[link.heading ?? 0..<0], as: UTF8.self)
          return texts[target.isEmpty ? path : memo ?? ""].flatMap { text in
            Array(text.utf8).withUnsafeBytes { MemoAnchors(of: $0).heading(anchor, link.kind) }
          }
        }
      }
    }
    return named
  }

  private func expectKept(_ vault: ChangedVault, by change: (MemoRenaming) throws -> Void) throws {
    let before = try named(in: vault)
    #expect(before["s.md"] == [1, 1, 1, 2, 0] && before["n.md"] == [1])
    try change(MemoRenaming(in: vault.vault, try vault.vault.refresh()))
    let after = try named(in: vault)
    let texts = try vault.texts()
    #expect(after["s.md"] == before["s.md"] && after["n.md"] == before["n.md"], "\(texts)")
    #expect(texts["n.md"] != Self.texts["n.md"])
  }

  @Test func aRenameOfTheMemoThatIsNamedThere() throws {
    let vault = try ChangedVault(Self.texts)
    try expectKept(vault) { renaming in
      _ = try renaming.rename(vault.read("plan.md"), to: "Omega", isTitleOnly: false).carryOut(
        "rename", by: vault.history, at: 1)
    }
    #expect(try vault.texts()["s.md"]?.contains("[[N#See Omega now]] [x](n.md#see-omega-now)") == true)
  }

  @Test(arguments: [false, true])
  func aMoveOfTheMemoOrItsFolder(isOfFolder: Bool) throws {
    let vault = try ChangedVault([
      "w/plan.md": "# Plan\n", "n.md": "# N\n\n## See [[w/plan]]\n",
      "s.md": "# S\n\n[[N#See w/plan]] [x](n.md#see-wplan)\n",
    ])
    #expect(try named(in: vault)["s.md"] == [1, 1])
    let renaming = MemoRenaming(in: vault.vault, try vault.vault.refresh())
    if isOfFolder {
      let relocation = try renaming.move(folder: VaultPath("w"), to: VaultPath("a b"))
      _ = try relocation.carryOut("move", by: vault.history, of: vault.vault, at: 1)
    } else {
      _ = try renaming.move(vault.read("w/plan.md"), to: VaultPath("v")).carryOut("move", by: vault.history, at: 1)
    }
    #expect(try vault.texts()["n.md"]?.contains(isOfFolder ? "[[a b/plan]]" : "[[v/plan]]") == true)
    #expect(try named(in: vault)["s.md"] == [1, 1])
  }

  @Test func aMergeOfTheMemoIntoAnother() throws {
    let vault = try ChangedVault(Self.texts)
    try expectKept(vault) { _ in
      let merge = try MemoMerge(
        [vault.read("plan.md")], into: vault.read("w/other.md"), in: vault.vault.refresh(), of: vault.vault)
      try merge.carryOut("merge", by: vault.history, of: vault.vault, at: 1)
    }
  }

  /// The links to the heading are in the memos that are joined.
  @Test func aMergeOfMemosThatLinkToIt() throws {
    let vault = try ChangedVault([
      "plan.md": "# Plan\n\n[[T#See Plan]] [q](t.md#see-plan)\n", "o.md": "# O\n\n[[t#See Plan]]\n",
      "t.md": "# T\n\n## See [[Plan]]\n",
    ])
    let merge = try MemoMerge(
      [vault.read("plan.md")], into: vault.read("o.md"), in: vault.vault.refresh(), of: vault.vault)
    try merge.carryOut("merge", by: vault.history, of: vault.vault, at: 1)
    #expect(try vault.texts()["t.md"] == "# T\n\n## See [[o]]\n")
    #expect(try named(in: vault)["o.md"] == [1, 1, 1])
  }

  @Test func anotherTitleOfTheMemo() throws {
    var texts = Self.texts
    texts["p.md"] = "---\ntitle: Plan\n---\n"
    texts["plan.md"] = nil
    texts["n.md"] = texts["n.md"]?.replacing("plan]]", with: "Plan]]").replacing("(plan.md)", with: "(p.md)")
    let vault = try ChangedVault(texts)
    try expectKept(vault) { _ in
      let memo = try vault.read("p.md")
      let change = try FieldChanging([.set("title", "Omega")], of: [memo], in: vault.vault) {
        try vault.vault.refresh()
      }
      _ = try change.carryOut(by: vault.history, at: 1)
    }
  }
}
