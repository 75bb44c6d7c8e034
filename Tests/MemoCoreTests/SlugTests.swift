import MemoCore
import MemoTestSupport
import Testing

@Suite struct SlugTests {
  private static let titles: [(title: String, name: String)] = [
    ("Meeting notes", "Meeting-notes"),
    ("  회의 \t\n 록  ", "회의-록"),
    ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j"),
    ("a: b", "a-b"),
    ("Über: naïve? \"q\" / x", "Über-naïve-q-x"),
    ("a # b [c] ^d | e", "a-b-c-d-e"),
    ("C#", "C"),
    ("con?", "con_"),
    ("a -- b-", "a-b"),
    ("a\u{0}b\u{7F}c\u{85}d\u{202E}e\u{2066}f", "a-b-c-def"),
    ("../../etc/passwd", "etc-passwd"),
    (".gitignore", "gitignore"),
    ("-.-.git", "git"),
    ("\u{200C}.memo", "memo"),
    ("\u{FEFF}Plan\u{200B} for\u{AD}ward\u{2060}", "Plan-forward"),
    ("\u{200F}a \u{200E}-\u{200B}- b", "a-b"),
    ("e\u{200B}\u{301}", "\u{E9}"),
    ("co\u{200B}n", "con_"),
    ("\u{FEFF}", "2024-03-01"),
    ("a\u{200D}b\u{200C} 회\u{200B}의", "ab-회의"),
    // Joined or kept apart: letters of Persian, Hindi and Malayalam, and emoji.
    ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ("\u{915}\u{94D}\u{200D}\u{937}", "\u{915}\u{94D}\u{200D}\u{937}"),
    ("\u{D05}\u{D35}\u{D28}\u{D4D}\u{200D}", "\u{D05}\u{D35}\u{D28}\u{D4D}\u{200D}"),
    ("👩‍👩‍👧 ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍👩‍👧-❤️‍🔥-🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
    ("a\u{E0067}\u{E007F}", "a"),
    // Seen, though its category is that of format characters.
    ("\u{6DD}١", "١"), ("س \u{6DD}١", "س-\u{6DD}١"),
    ("a...", "a"),
    ("...", "2024-03-01"),
    ("- - -", "2024-03-01"),
    ("", "2024-03-01"),
    (" ", "2024-03-01"),
    ("con", "con_"),
    ("Nul.txt", "Nul_.txt"),
    ("LPT9", "LPT9_"),
    ("COM0", "COM0"),
    ("console", "console"),
    ("aux...", "aux_"),
    ("e\u{301}", "\u{E9}"),
    (String(repeating: "가", count: 100), String(repeating: "가", count: 66)),
    (String(repeating: "a", count: 199) + "é", String(repeating: "a", count: 199)),
    (String(repeating: "a", count: 199) + "..", String(repeating: "a", count: 199)),
    (String(repeating: "a", count: 180) + "👨‍👩‍👧‍👦", String(repeating: "a", count: 180)),
  ]

  @Test(arguments: titles)
  func aTitleMakesANameThatIsLegalEverywhere(title: String, name: String) {
    let made = Slug.fileName(forTitle: title, fallback: "2024-03-01")
    #expect(Array(made.utf8) == Array(name.utf8), "\(title.debugDescription) made \(made.debugDescription)")
  }

  @Test(arguments: [
    ("plan.md", "plan"), ("주간 회의.MD ", "주간-회의"), ("a.markdown", "a"), (".md", "md"), ("a.md.md", "a.md"),
    ("read.mdx", "read.mdx"), ("con.md", "con_"), ("a..md", "a"), ("plan", "plan"), ("", "x"),
  ])
  func aTitleThatIsAFileNameIsTheFile(title: String, name: String) {
    #expect(Slug.memoName(forTitle: title, fallback: "x") == name)
  }

  @Test(arguments: [
    ("Weekly  report", "Weekly report"), ("Über: naïve? \"q\" / x", "Über naïve q x"), ("  a\t\n한 ", "a 한"),
    ("a-b -- c", "a-b -- c"), ("- . a", "a"), ("10:30 #x [y]", "10 30 x y"), ("a .", "a"), ("con ", "con_"),
    ("?", "day"),
    ("C#", "C"),
  ])
  func aNameMayHaveSpaces(title: String, name: String) {
    #expect(Slug.fileName(forTitle: title, by: .space, fallback: "day") == name)
  }

  @Test func aNameWithoutInvisibleScalarsHoldsItsTitle() {
    #expect(Slug.holds("\u{FEFF}Plan\u{200B} A", by: .dash) && Slug.holds("\u{FEFF}Plan A", by: .space))
    #expect(!Slug.holds("Plan: A", by: .space))
    let long = String(repeating: "회의", count: 39)
    #expect(!Slug.holds(long, by: .space) && Slug.holds(long, in: long, by: .space))
    #expect(Slug.memoName(forTitle: long, by: .space, upTo: 234, fallback: "x") == long)
  }

  @Test func noTitleMakesADangerousName() {
    var random = SeededRandom(seed: 3)
    let parts = ["/", "\\", ".", "..", "-", " ", "con", "git", "\u{202E}", "\n", "가", "e\u{301}", "👨‍👩‍👧‍👦", "\0", "a"]
    for _ in 0..<2_000 {
      let count = Int.random(in: 0..<90, using: &random)
      let title = (0..<count).map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()
      let rule: NameRule = Bool.random(using: &random) ? .dash : .space
      let name = Slug.fileName(forTitle: title, by: rule, fallback: "day")
      let isSafe =
        !name.isEmpty && name.utf8.count <= Slug.lengthLimit && !name.hasPrefix(".") && !name.hasPrefix("-")
        && !name.hasSuffix(".") && !name.hasSuffix(" ")
        && !name.unicodeScalars.contains { "/\\\n\0\u{202E}".unicodeScalars.contains($0) }
      #expect(isSafe, "\(title.debugDescription) made \(name.debugDescription)")
    }
  }
}
