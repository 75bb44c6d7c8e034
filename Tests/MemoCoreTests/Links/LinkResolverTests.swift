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
    ("x/odd.md.md", "Odd", []), ("x/untitled.md", "", [""]), ("x/only.md", "Node.js", []),
    ("x/photo.png.md", "", []), ("lib/index.md", "Library", []), ("lib/README.md", "Read me", []),
    ("lib/deep/README.md", "Deep", []), ("x/İzmir.md", "Ilık İş", []),
  ]

  private static func resolve(_ target: String, _ kind: MemoLink.Kind, from folder: String) -> String {
    let resolver = LinkResolver(
      memos.map { LinkResolver.Memo(path: VaultPath($0.path), title: $0.title, aliases: $0.aliases) })
    var lookup = LinkLookup(resolver)
    let bytes = Array(target.utf8)
    switch lookup.resolve(bytes, kind, from: VaultPath(folder)) {
    case .memo(let memo, let rule): return "\(rule) \(memos[memo].path)"
    case .broken: return "broken"
    case .elsewhere: return "elsewhere"
    case .ambiguous(let memo, let rule):
      let others = lookup.candidates(of: bytes, kind, from: VaultPath(folder), limit: 9).memos.filter { $0 != memo }
      return "\(rule) \(memos[memo].path), not " + others.map { memos[$0].path }.joined(separator: " or ")
    }
  }

  @Test(
    arguments: [
      // Paths from the root, with and without extension.
      ("plan", "path plan.md"), ("plan.md", "path plan.md"), ("PLAN.MD", "path plan.md"),
      ("work/plan", "path work/plan.md"), ("/work/plan", "path work/plan.md"), ("work//plan", "path work/plan.md"),
      ("home/../plan", "path plan.md"), ("work/notes.md", "broken"), ("y/a b(1)", "pathEnd x/y/a b(1).md"),
      ("work/notes.markdown", "path work/notes.markdown"),
      ("both", "path both.md"), ("both.markdown", "path both.markdown"), ("v1.2", "path v1.2.md"),
      ("home/caf\u{E9}", "path home/cafe\u{301}.md"), ("HOME/CAFE\u{301}", "path home/cafe\u{301}.md"),
      // Twins: the one that is written so, else either.
      ("A", "path A.md"), ("a", "path a.md"), ("a.md", "path a.md"), ("A.MD", "path A.md"),
      // From the memo's folder where the target says so.
      ("./plan", "relativePath work/plan.md"), ("../plan", "relativePath plan.md"),
      ("./회의록", "relativePath work/회의록.md"),
      ("../../plan", "elsewhere"), ("./home/twin", "path home/twin.md"), ("./none", "broken"), ("..", "broken"),
      (".", "broken"), ("./", "elsewhere"),
      ("home/..", "broken"), ("work/plan/.", "broken"), ("plan/", "broken"), ("work/x/../plan", "path work/plan.md"),
      ("plan:spring", "broken"), ("tel:+82-2", "elsewhere"),
      // File names in any folder.
      ("회의록", "pathEnd work/회의록.md"), ("회의록.md", "pathEnd work/회의록.md"),
      ("notes", "pathEnd work/notes.markdown"), ("notes.md", "pathEnd home/notes.md"),
      ("twin", "pathEnd home/twin.md"), ("odd.md", "pathEnd x/odd.md.md"),
      ("photo.png", "pathEnd x/photo.png.md"),
      // Titles, then aliases.
      ("release PLAN", "title plan.md"), ("주간 회의록", "title work/회의록.md"), ("A/B test: 100%", "title x/y/a b(1).md"),
      ("izmir", "pathEnd x/İzmir.md"), ("IZMIR", "pathEnd x/İzmir.md"), ("ILIK İŞ", "title x/İzmir.md"),
      ("Node.js", "title x/only.md"), ("the plan", "alias work/plan.md"), ("MEETING", "alias work/회의록.md"),
      // Nowhere, and elsewhere.
      ("nothing", "broken"), ("x/nothing", "broken"), ("Note: nothing", "broken"), ("Deno.js2", "broken"),
      ("photo.jpg", "elsewhere"), ("x/paper.PDF", "elsewhere"), ("https://a.b/c", "elsewhere"),
      ("mailto:a@b.c", "elsewhere"),
      ("/etc/nothing", "broken"), ("C:\\nothing", "elsewhere"), ("C:/nothing", "elsewhere"),
    ] as [(String, String)])
  func aWikiTargetIsPathThenEndOfPathThenTitleThenAlias(target: String, found: String) {
    #expect(Self.resolve(target, .wiki, from: "work") == found, "\(target)")
  }

  @Test(
    arguments: [
      ("plan.md", "work", "relativePath work/plan.md"), ("plan.md", "", "relativePath plan.md"),
      ("plan.md", "home", "path plan.md"), ("../plan.md", "work", "relativePath plan.md"),
      ("work/plan.md", "home", "path work/plan.md"), ("%ED%9A%8C의록.md", "work", "relativePath work/회의록.md"),
      ("a%20b%281%29.md", "x/y", "relativePath x/y/a b(1).md"),
      ("a%20b\\(1\\).md", "x/y", "relativePath x/y/a b(1).md"),
      ("a b(1).md", "", "pathEnd x/y/a b(1).md"), ("../../../out.md", "work", "elsewhere"),
      ("%2e%2e/plan.md", "work", "relativePath plan.md"), ("/plan.md", "work", "path plan.md"),
      ("/none.md", "work", "elsewhere"), ("none.md", "work", "broken"), ("100%.md", "", "broken"),
      // Without extension, only where a memo has that path.
      ("plan", "work", "relativePath work/plan.md"), ("../plan", "work", "relativePath plan.md"),
      ("twin", "work", "pathEnd home/twin.md"), ("none", "work", "elsewhere"), ("Menu", "home", "elsewhere"),
      ("../x/y/a%20b%281%29", "work", "relativePath x/y/a b(1).md"),
      // The memo of a folder.
      ("../lib/", "work", "relativePath lib/index.md"), ("./", "lib/deep", "relativePath lib/deep/README.md"),
      ("lib/deep/", "work", "path lib/deep/README.md"), ("/lib/", "work", "path lib/index.md"),
      ("../work/", "home", "elsewhere"),
    ] as [(String, String, String)])
  func aMarkdownTargetIsTriedFromItsFolderFirst(target: String, folder: String, found: String) {
    #expect(Self.resolve(target, .markdown, from: folder) == found, "\(target) in \(folder)")
  }

  @Test func theFirstRuleThatAnyMemoAnswersToDecides() {
    // A title that several memos have is ambiguous even where one has it as an alias alone.
    #expect(Self.resolve("Twin", .wiki, from: "") == "pathEnd home/twin.md")
    let twins = [("1.md", "Same", []), ("2.md", "same", []), ("3.md", "", ["Same"])].map {
      LinkResolver.Memo(path: VaultPath($0.0), title: $0.1, aliases: $0.2)
    }
    var lookup = LinkLookup(LinkResolver(twins))
    #expect(lookup.resolve(Array("SAME".utf8), .wiki, from: .root) == .ambiguous(0, by: .title))
    #expect(lookup.candidates(of: Array("SAME".utf8), .wiki, from: .root, limit: 2) == (2, [0, 1]))
    #expect(lookup.candidates(of: Array("SAME".utf8), .wiki, from: .root, limit: 1) == (2, []))
    #expect(lookup.resolve(Array("same".utf8), .wiki, from: .root) == .memo(1, by: .title), "the exact case first")
  }

  @Test(
    arguments: [
      // In the own folder, below it, with the fewest components, in byte order.
      ("Note", "a", "a/Note.md"), ("Note", "b", "b/c/Note.md"), ("Note", "b/c", "b/c/Note.md"),
      ("Note", "e", "a/Note.md?"), ("note", "e", "a/Note.md?"), ("Note", "", "a/Note.md?"),
      ("c/Note", "", "b/c/Note.md?"), ("c/Note", "d", "d/c/Note.md"), ("c/Note", "d/c/e", "b/c/Note.md?"),
      ("c/Note", "d/c", "d/c/Note.md"), ("C/NOTE", "d", "d/c/Note.md"), ("Note.md", "b", "b/c/Note.md"),
      ("Title", "f", "f/1.md"), ("Title", "g", "g/h/2.md"), ("Title", "", "a/Note.md?"),
    ])
  func amongSeveralTheNearestIsMeant(target: String, folder: String, found: String) {
    let paths = ["d/c/Note.md", "b/c/Note.md", "a/Note.md", "f/1.md", "g/h/2.md"]
    let resolver = LinkResolver(paths.map { LinkResolver.Memo(path: VaultPath($0), title: "Title") })
    var lookup = LinkLookup(resolver)
    let resolution = lookup.resolve(Array(target.utf8), .wiki, from: VaultPath(folder))
    let mark = if case .ambiguous = resolution { "?" } else { "" }
    #expect(resolution.memo.map { paths[$0] + mark } == found)
  }

  /// As Obsidian has it. A file is asked for only where a wiki link would lead to a memo.
  @Test(
    arguments: [
      ("paper.pdf", .wiki, "elsewhere"), ("PAPER.pdf", .wiki, "elsewhere"), ("att/paper.pdf", .wiki, "elsewhere"),
      ("/att/paper.pdf", .wiki, "elsewhere"), ("./att/paper.pdf", .wiki, "elsewhere"),
      ("paper.pdf.md", .wiki, "att/paper.pdf.md"), ("/paper.pdf", .wiki, "elsewhere"),
      ("scan.png", .wiki, "elsewhere"), ("Node.js", .wiki, "node.md"), ("talk.pdf", .wiki, "talk.pdf.md"),
      ("v1.2", .wiki, "v1.2.md"), ("example.com", .wiki, "site.md"), ("photo.png", .wiki, "sub/photo.png.md"),
      ("sub/photo.png", .wiki, "sub/photo.png.md"), ("paper.pdf", .markdown, "att/paper.pdf.md"),
    ] as [(String, MemoLink.Kind, String)])
  func aFileComesBeforeAMemoThatIsCalledLikeIt(target: String, kind: MemoLink.Kind, found: String) {
    let memos = [
      ("att/paper.pdf.md", "P"), ("drawing.md", "scan.png"), ("node.md", "Node.js"), ("talk.pdf.md", "talk.pdf"),
      ("v1.2.md", ""), ("site.md", "example.com"), ("sub/photo.png.md", ""), ("x/scan.png.md", ""),
    ]
    let files = ["att/paper.pdf", "pictures/scan.png", "v1.2", "example.com"]
    let resolver = LinkResolver(memos.map { LinkResolver.Memo(path: VaultPath($0.0), title: $0.1) }) { path, isWhole in
      let path = String(decoding: path, as: UTF8.self).lowercased()
      return files.contains { $0 == path || !isWhole && $0.split(separator: "/").last.map(String.init) == path }
    }
    var lookup = LinkLookup(resolver)
    let resolution = lookup.resolve(Array(target.utf8), kind, from: .root)
    #expect(resolution.memo.map { memos[$0].0 } ?? "\(resolution)" == found, "\(target)")
    #expect(lookup.candidates(of: Array(target.utf8), kind, from: .root, limit: 9).count == 0)
  }

  @Test func anEmptyVaultHasNoMemos() {
    var lookup = LinkLookup(LinkResolver([]))
    for target in ["", "a", "/", "..", "#", ".md"] {
      #expect(lookup.resolve(Array(target.utf8), .wiki, from: .root).memo == nil, "\(target)")
    }
  }
}
