import MemoCore
import Testing

/// The links that memo writes by itself, in vaults with and without another program.
@Suite struct LinkStyleTests {
  private static let memo = LinkResolver.Memo(path: VaultPath("work/Road map.md"), title: "The road")

  private static func targets(_ style: LinkStyle, _ kind: MemoLink.Kind, from folder: String = "home") -> [String] {
    style.targets(of: memo, kind, from: VaultPath(folder)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func aTitleIsTheLastTargetWhereItNamesNoMemo() {
    let files = ["Road map", "work/Road map", "Road map.md", "work/Road map.md", "/work/Road map.md"]
    #expect(Self.targets(.memo, .wiki) == ["The road"] + files)
    #expect(Self.targets(LinkStyle(namesTitles: false), .wiki) == files + ["The road"])
  }

  @Test(
    arguments: [
      (nil, false, "../work/Road%20map.md"), (.relative, false, "../work/Road%20map.md"),
      (.relative, true, "../work/Road%20map"), (.absolute, false, "work/Road%20map.md"),
      (.shortest, false, "Road%20map.md"), (.shortest, true, "Road%20map"),
    ] as [(LinkStyle.Paths?, Bool, String)])
  func pathsAreWrittenAsTheProgramDoes(paths: LinkStyle.Paths?, dropsEnding: Bool, first: String) {
    let style = LinkStyle(namesTitles: false, markdownPaths: paths, dropsEnding: dropsEnding)
    let targets = Self.targets(style, .markdown)
    #expect(targets.first == first)
    #expect(targets.suffix(2) == ["../work/Road%20map.md", "/work/Road%20map.md"], "what leads there in any case")
  }

  @Test(
    arguments: [
      (.wiki, "plan", "The plan", "[[plan|The plan]]"), (.wiki, "plan", "plan", "[[plan]]"),
      (.wiki, "plan", "", "[[plan]]"),
      (.wiki, "plan", "a [b]", "[[plan]]"), (.wiki, "plan", "a | b", "[[plan]]"), (.wiki, "plan", "`a", "[[plan]]"),
      (.wiki, "계획", "큰 계획", "[[계획|큰 계획]]"), (.markdown, "plan.md", "a [b] *c*", "[a \\[b\\] \\*c\\*](plan.md)"),
      (.markdown, "plan.md", "a | b", "[a \\| b](plan.md)"),
    ] as [(MemoLink.Kind, String, String, String)])
  func aLabelIsWrittenWhereALinkCanHoldIt(kind: MemoLink.Kind, target: String, label: String, link: String) {
    #expect(String(decoding: LinkStyle.link(kind, to: Array(target.utf8), showing: label), as: UTF8.self) == link)
  }
}
