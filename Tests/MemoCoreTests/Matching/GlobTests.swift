import MemoCore
import MemoTestSupport
import Testing

@Suite struct GlobTests {
  @Test(arguments: [
    // A name at any depth.
    ("a.md", "a.md", true), ("a.md", "folder/a.md", true), ("a.md", "a.md/b.md", false), ("a.md", "ba.md", false),
    ("A.md", "a.md", false), ("*", "folder/a.md", true), ("*.md", "folder/a.md", true), ("*.md", "a.markdown", false),
    ("*.md", ".md", true), ("a*", "a", true), ("a*b*c", "aXbYbZc", true), ("a*b*c", "aXbYbZ", false),
    ("**", "folder/a.md", true), ("?.md", "a.md", true), ("?.md", ".md", false), ("?.md", "ab.md", false),
    // From the root.
    ("/a.md", "a.md", true), ("/a.md", "folder/a.md", false), ("folder/a.md", "folder/a.md", true),
    ("folder/a.md", "x/folder/a.md", false), ("folder/*", "folder/a.md", true), ("folder/*", "folder/x/a.md", false),
    ("folder/*/a.md", "folder/x/a.md", true), ("folder/*/a.md", "folder/x/y/a.md", false),
    ("folder?a.md", "folder/a.md", false), ("/folder[!x]a.md", "folder/a.md", false),
    // Across folders.
    ("**/a.md", "a.md", true), ("**/a.md", "x/y/a.md", true), ("**/a.md", "x/ya.md", false),
    ("folder/**", "folder/a.md", true), ("folder/**", "folder/x/y/a.md", true), ("folder/**", "folder", false),
    ("folder/**/a.md", "folder/a.md", true), ("folder/**/a.md", "folder/x/y/a.md", true),
    ("folder/**/a.md", "foldera.md", false), ("folder/**/a.md", "folder/xa.md", false),
    ("/**/x/**/a.md", "x/a.md", true), ("/a**/b.md", "a1/2/b.md", true), ("/a**/b.md", "ab.md", false),
    ("/**a*/b.md", "xa/xay/b.md", true), ("/**a*/b.md", "xa/xy/b.md", false), ("**/**/**/a.md", "a.md", true),
    // Sets.
    ("[ab].md", "a.md", true), ("[ab].md", "c.md", false), ("[!ab].md", "c.md", true), ("[^ab].md", "a.md", false),
    ("[a-c].md", "b.md", true), ("[c-a].md", "b.md", true), ("[a-].md", "-.md", true), ("[-a].md", "-.md", true),
    ("[]a].md", "].md", true), ("[!]a].md", "].md", false), ("[!]a].md", "b.md", true), ("[a.md", "[a.md", true),
    ("[].md", "[].md", true), ("[", "[", true), ("[!", "[!", true),
    // Escapes.
    (#"\*.md"#, "*.md", true), (#"\*.md"#, "a.md", false), (#"\?"#, "?", true), (#"\[a]"#, "[a]", true),
    (#"\\"#, #"\"#, true), (#"a\"#, #"a\"#, true), (#"\a"#, "a", true),
    // Scalars, not bytes.
    ("?.md", "한.md", true), ("??.md", "한.md", false), ("?.md", "👍.md", true), ("*?.md", "한.md", true),
    ("*??.md", "한.md", false), ("[가-힣].md", "한.md", true), ("[가-나].md", "한.md", false), ("[!가].md", "각.md", true),
    ("[!가]?.md", "가나.md", false), ("회의*", "회의록.md", true),
    // Normalization does not matter.
    ("\u{E9}.md", "e\u{301}.md", true), ("e\u{301}.md", "\u{E9}.md", true),
    ("한.md", "\u{1112}\u{1161}\u{11AB}.md", true),
    ("?.md", "\u{1112}\u{1161}\u{11AB}.md", true), ("e*.md", "e\u{301}.md", false),
    // Nothing.
    ("", "a.md", false), ("/", "a.md", false), ("//", "a.md", false),
  ])
  func aPatternMatchesAsInGitignore(pattern: String, path: String, isMatch: Bool) {
    #expect(Glob(pattern).matches(VaultPath(path), isFolder: false) == isMatch, "\(pattern) \(path)")
  }

  @Test func aSlashAtTheEndMatchesFoldersOnly() {
    #expect(Glob("build/").matches(VaultPath("x/build"), isFolder: true))
    #expect(!Glob("build/").matches(VaultPath("x/build"), isFolder: false))
    #expect(Glob("x/build/").matches(VaultPath("x/build"), isFolder: true))
    #expect(!Glob("y/build/").matches(VaultPath("x/y/build"), isFolder: true))
  }

  @Test(arguments: [
    ("folder", "folder/x/a.md", true), ("folder/", "folder/x/a.md", true), ("folder/", "folder", false),
    ("x", "folder/x/a.md", true), ("/x", "folder/x/a.md", false), ("folder/x", "folder/x/a.md", true),
    ("a.md", "folder/a.md", true), ("b", "folder/a.md", false), ("folder/*", "folder/x/a.md", true),
  ])
  func aFileIsCoveredByAFolderAboveIt(pattern: String, path: String, isCovered: Bool) {
    #expect(Glob(pattern).covers(VaultPath(path)) == isCovered, "\(pattern) \(path)")
  }

  @Test func bytesThatAreNoTextAreMatched() {
    let path = VaultPath(bytes: [0xFF, 0xC3] + Array(".md".utf8))
    #expect(Glob("*.md").matches(path, isFolder: false))
    #expect(Glob("??.md").matches(path, isFolder: false))
    #expect(!Glob("?.md").matches(path, isFolder: false))
    #expect(Glob("[!a]?.md").matches(path, isFolder: false))
    #expect(!Glob("\u{FFFD}*").matches(path, isFolder: false))
  }

  @Test func randomPatternsMatchAsDefined() {
    var random = SeededRandom(seed: 5)
    let elements = ["a", "b", "/", "*", "**", "**/", "/**/", "?", "[ab]", "[!a]", "한"]
    var matches = 0
    for _ in 0..<20_000 {
      let pattern = "/" + (0..<random.below(7)).map { _ in random.pick(elements) ?? "" }.joined()
      let path = (0..<random.below(8)).map { _ in random.pick(["a", "b", "/", "한"]) ?? "" }.joined()
      let expected = isMatch(Array(pattern.dropFirst().unicodeScalars)[...], Array(path.unicodeScalars)[...])
      // What a slash at the end means is shown elsewhere.
      guard !pattern.hasSuffix("/"), !pattern.hasPrefix("//") else { continue }
      matches += expected ? 1 : 0
      #expect(Glob(pattern).matches(VaultPath(path), isFolder: false) == expected, "\(pattern) on \(path)")
    }
    #expect(matches > 1000)
  }

  @Test func hostilePatternsTakeNoLongTime() {
    let path = VaultPath(String(repeating: "aaaaaaaaa/", count: 400) + "a")
    for element in ["a*", "**a", "*a**", "**/a*", "?*"] {
      let pattern = "/" + String(repeating: element, count: 60) + "b"
      #expect(!Glob(pattern).matches(path, isFolder: false), "\(pattern)")
    }
  }

  @Test func aLiteralMatchesItselfAlone() {
    let names = ["a[b]*", #"x\y"#, "xy", "?", "a", "[]", "[a]", "*", "**", "plain.md"]
    for name in names {
      let glob = Glob("/" + String(decoding: Glob.literal(name.utf8), as: UTF8.self))
      #expect(names.filter { glob.matches(VaultPath($0), isFolder: false) } == [name], "\(glob.pattern)")
    }
  }

  /// The definition, every choice tried.
  private func isMatch(
    _ pattern: ArraySlice<Unicode.Scalar>, _ path: ArraySlice<Unicode.Scalar>, isStart: Bool = true
  ) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" {
      let afterStars = pattern.drop { $0 == "*" }
      let ends = path.startIndex...path.endIndex
      if rest.first != "*" {
        return ends.contains { !path[..<$0].contains("/") && isMatch(rest, path[$0...], isStart: false) }
      }
      if isStart, afterStars.first == "/" {
        let starts = [path.startIndex] + path.indices.filter { path[$0] == "/" }.map { $0 + 1 }
        return starts.contains { isMatch(afterStars.dropFirst(), path[$0...]) }
      }
      return ends.contains { isMatch(afterStars, path[$0...], isStart: false) }
    }
    guard let scalar = path.first else { return false }
    if first == "?" { return scalar != "/" && isMatch(rest, path.dropFirst(), isStart: false) }
    if first == "[" {
      let isNegated = rest.first == "!"
      let members = rest.prefix { $0 != "]" }
      guard scalar != "/", members.contains(scalar) != isNegated else { return false }
      return isMatch(rest.dropFirst(members.count + 1), path.dropFirst(), isStart: false)
    }
    return scalar == first && isMatch(rest, path.dropFirst(), isStart: first == "/")
  }
}
