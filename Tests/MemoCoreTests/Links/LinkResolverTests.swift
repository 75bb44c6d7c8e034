import MemoCore
import Testing

@Suite struct LinkResolverTests {
  private static let memos: [(path: String, title: String, aliases: [String])] = [
    ("plan.md", "Release plan", []),
    ("work/plan.md", "Work plan", ["The plan"]),
    ("work/회의록.md", "주간 회의록", ["meeting", "Meeting"]),
    ("work/notes.markdown", "Notes", []),
    ("home/notes.md", "Twin", []),
    ("home/cafe\u{301}.md", "Menu", []),
    ("home/twin.md", "Twin", ["Only"]),
    ("A.md", "Big", []), ("a.md", "Small", []),
    ("both.md", "Both", []), ("both.markdown", "Both, too", []),
    ("v1.2.md", "plan", []), ("x/y/a b(1).md", "A/B test: 100%", []),
    ("x/readme.md.md", "Odd", []), ("x/untitled.md", "", [""]), ("x/only.md", "Node.js", []),
    ("x/photo.png.md", "", []),
  ]

  private static func resolve(_ target: String, _ kind: MemoLink.Kind, from folder: String) -> String {
    let resolver = LinkResolver(memos.map { (VaultPath($0.path), $0.title, $0.aliases) })
    var lookup = LinkLookup(resolver)
    let bytes = Array(target.utf8)
    switch lookup.resolve(bytes, kind, from: VaultPath(folder)) {
    case .memo(let memo, let rule): return "\(rule) \(memos[memo].path)"
    case .broken: return "broken"
    case .elsewhere: return "elsewhere"
    case .ambiguous(let rule):
      let candidates = lookup.candidates(of: bytes, kind, from: VaultPath(folder))
      return "\(rule) " + candidates.map { memos[$0].path }.joined(separator: " or ")
    }
  }

  @Test(
    arguments: [
      // Paths from the root, with and without extension.
      ("plan", "path plan.md"), ("plan.md", "path plan.md"), ("PLAN.MD", "path plan.md"),
      ("work/plan", "path work/plan.md"), ("/work/plan", "path work/plan.md"), ("work//plan", "path work/plan.md"),
      ("home/../plan", "path plan.md"), ("work/notes.md", "broken"),
      ("work/notes.markdown", "path work/notes.markdown"),
      ("both", "path both.md"), ("both.markdown", "path both.markdown"), ("v1.2", "path v1.2.md"),
      ("home/caf\u{E9}", "path home/cafe\u{301}.md"), ("HOME/CAFE\u{301}", "path home/cafe\u{301}.md"),
      // Twins: the one that is written so, else either.
      ("A", "path A.md"), ("a", "path a.md"), ("a.md", "path a.md"), ("A.MD", "path A.md"),
      // From the memo's folder where the target says so.
      ("./plan", "relativePath work/plan.md"), ("../plan", "relativePath plan.md"),
      ("./회의록", "relativePath work/회의록.md"),
      ("../../plan", "elsewhere"), ("./none", "broken"), ("..", "broken"), (".", "broken"), ("./", "elsewhere"),
      ("home/..", "broken"), ("work/plan/.", "broken"), ("plan/", "broken"), ("work/x/../plan", "path work/plan.md"),
      ("plan:spring", "broken"), ("tel:+82-2", "elsewhere"),
      // File names in any folder.
      ("회의록", "fileName work/회의록.md"), ("회의록.md", "fileName work/회의록.md"),
      ("notes", "fileName work/notes.markdown or home/notes.md"), ("notes.md", "fileName home/notes.md"),
      ("twin", "fileName home/twin.md"), ("readme.md", "fileName x/readme.md.md"), ("y/a b(1)", "broken"),
      ("photo.png", "fileName x/photo.png.md"),
      // Titles, then aliases.
      ("release PLAN", "title plan.md"), ("주간 회의록", "title work/회의록.md"), ("A/B test: 100%", "title x/y/a b(1).md"),
      ("Node.js", "title x/only.md"), ("the plan", "alias work/plan.md"), ("MEETING", "alias work/회의록.md"),
      // Nowhere, and elsewhere.
      ("nothing", "broken"), ("x/nothing", "broken"), ("Note: nothing", "broken"), ("Deno.js2", "broken"),
      ("photo.jpg", "elsewhere"), ("x/paper.PDF", "elsewhere"), ("https://a.b/c", "elsewhere"),
      ("mailto:a@b.c", "elsewhere"),
      ("/etc/nothing", "elsewhere"), ("C:\\nothing", "elsewhere"), ("C:/nothing", "elsewhere"),
    ] as [(String, String)])
  func aWikiTargetIsPathThenFileNameThenTitleThenAlias(target: String, found: String) {
    #expect(Self.resolve(target, .wiki, from: "work") == found, "\(target)")
  }

  @Test(
    arguments: [
      ("plan.md", "work", "relativePath work/plan.md"), ("plan.md", "", "relativePath plan.md"),
      ("plan.md", "home", "path plan.md"), ("../plan.md", "work", "relativePath plan.md"),
      ("work/plan.md", "home", "path work/plan.md"), ("%ED%9A%8C의록.md", "work", "relativePath work/회의록.md"),
      ("a%20b%281%29.md", "x/y", "relativePath x/y/a b(1).md"),
      ("a%20b\\(1\\).md", "x/y", "relativePath x/y/a b(1).md"),
      ("a b(1).md", "", "fileName x/y/a b(1).md"), ("../../../out.md", "work", "elsewhere"),
      ("%2e%2e/plan.md", "work", "relativePath plan.md"), ("/plan.md", "work", "path plan.md"),
      ("/none.md", "work", "elsewhere"), ("none.md", "work", "broken"), ("100%.md", "", "broken"),
    ] as [(String, String, String)])
  func aMarkdownTargetIsTriedFromItsFolderFirst(target: String, folder: String, found: String) {
    #expect(Self.resolve(target, .markdown, from: folder) == found, "\(target) in \(folder)")
  }

  @Test func theFirstRuleThatAnyMemoAnswersToDecides() {
    // A title that several memos have is ambiguous even where one has it as an alias alone.
    #expect(Self.resolve("Twin", .wiki, from: "") == "fileName home/twin.md")
    let twins: [(VaultPath, String, [String])] = [
      (VaultPath("1.md"), "Same", []), (VaultPath("2.md"), "same", []), (VaultPath("3.md"), "", ["Same"]),
    ]
    var lookup = LinkLookup(LinkResolver(twins))
    #expect(lookup.resolve(Array("SAME".utf8), .wiki, from: .root) == .ambiguous(by: .title))
    #expect(lookup.candidates(of: Array("SAME".utf8), .wiki, from: .root) == [0, 1])
  }

  @Test func anEmptyVaultHasNoMemos() {
    var lookup = LinkLookup(LinkResolver([]))
    for target in ["", "a", "/", "..", "#", ".md"] {
      #expect(lookup.resolve(Array(target.utf8), .wiki, from: .root).memo == nil, "\(target)")
    }
  }
}
