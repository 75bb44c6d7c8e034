import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct ReferenceTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let memos = [
      ("work/plan.md", "# Release plan\n"), ("plan.md", "# Root plan\n"), ("notes/회의록.md", "# 주간 회의록\n"),
      ("notes/장보기.md", "---\naliases: [groceries, Einkauf]\n---\n# 장 볼 것\n"), ("2026.md", "# Year\n"),
      ("3.md", "# Three\n"), ("notes/cafe.markdown", "# Caf\u{E9}\n"), ("a/b/c/deep.md", "# 깊은 곳\n"),
    ]
    for (place, memo) in memos.enumerated() { try sandbox.write(memo.1, to: memo.0, day: 20 - place) }
    try sandbox.folder.link(VaultPath("vault/linked.md"), to: "plan.md")
    try sandbox.write("# secret\n", to: ".memo/secret.md")
    try sandbox.folder.write("# outside\n", to: "outside.md")
    return sandbox
  }

  /// What a REF names, asked for in `work/`, in the order in which the rules hold.
  static let references: [(String, String)] = [
    // A path from the working directory, then from the vault's root, with or without extension.
    ("plan.md", "work/plan.md"), ("plan", "work/plan.md"), ("./plan", "work/plan.md"), ("../plan.md", "plan.md"),
    ("../work/../plan", "plan.md"), ("notes/cafe", "notes/cafe.markdown"), ("a/b/c/deep", "a/b/c/deep.md"),
    ("work/plan", "work/plan.md"), ("2026", "2026.md"), ("3", "3.md"),
    // A row of the list.
    ("1", "work/plan.md"), ("2", "plan.md"), ("%3", "notes/회의록.md"), ("%1", "work/plan.md"), ("8", "a/b/c/deep.md"),
    // A title, file name or alias in full.
    ("Release plan", "work/plan.md"), ("release PLAN", "work/plan.md"), ("Cafe\u{301}", "notes/cafe.markdown"),
    ("회의록", "notes/회의록.md"), ("회의록.md", "notes/회의록.md"), ("groceries", "notes/장보기.md"),
    ("EINKAUF", "notes/장보기.md"), ("Year", "2026.md"), ("deep", "a/b/c/deep.md"),
    // The start of one, then a part of one.
    ("Rel", "work/plan.md"), ("groc", "notes/장보기.md"), ("주간", "notes/회의록.md"), ("ear", "2026.md"),
    ("의록", "notes/회의록.md"), ("cerie", "notes/장보기.md"),
    // Initial consonants of a title.
    ("ㅎㅇㄹ", "notes/회의록.md"), ("ㄱㅇ", "a/b/c/deep.md"),
  ]

  @Test(arguments: references)
  func aReferenceNamesAMemo(reference: String, path: String) throws {
    let sandbox = try Self.sandbox()
    let run = try sandbox.memo("show", reference, in: "vault/work")
    #expect(run.output == (try sandbox.bytes(of: path)), "\(reference): \(run.text)\(run.errors)")
    let absolute = try sandbox.memo(
      "show", sandbox.vault.appending(VaultPath(path)).text, in: "home",
      with: [
        "MEMO_VAULT": sandbox.vault.text
      ])
    #expect(absolute.output == run.output, "\(absolute.errors)")
  }

  static let unknown = [
    "zzz", "00", "9", "%9", "99999999999999999999", "", "../../outside.md", "../.memo/secret.md", ".memo/secret.md",
    "linked.md", "../linked", "work", "..", "/", "plan.md/x",
  ]

  @Test(arguments: unknown)
  func aReferenceMayNameNothing(reference: String) throws {
    let run = try Self.sandbox().memo("show", "--json", reference, in: "vault/work")
    #expect(run.end == .exited(3), "\(reference): \(run.text)\(run.errors)")
    #expect(try run.failure()["kind"] as? String == "no-such-memo")
  }

  @Test func severalCandidatesAreListed() throws {
    let sandbox = try Self.sandbox()
    let run = try sandbox.memo("show", "r")
    #expect(run.end == .exited(4) && run.output.isEmpty, "\(run.errors)")
    #expect(run.errors.contains("  work/plan.md\n  plan.md\n"), "\(run.errors)")
    let failure = try sandbox.memo("show", "r", "--json").failure()
    #expect(failure["kind"] as? String == "ambiguous")
    #expect(failure["candidates"] as? [String] == ["work/plan.md", "plan.md"])
    #expect(Set(failure.keys) == ["kind", "message", "hints", "candidates"])
  }

  @Test func theNearestTitlesAreHints() throws {
    let run = try Self.sandbox().memo("show", "Relaese plan")
    #expect(run.end == .exited(3))
    #expect(run.errors.contains("did you mean 'Release plan'?"), "\(run.errors)")
    let failure = try Self.sandbox().memo("show", "--json", "Relaese plan").failure()
    #expect((failure["candidates"] as? [String])?.first == "Release plan")
  }

  @Test func severalMemosComeInTheOrderNamed() throws {
    let sandbox = try Self.sandbox()
    #expect(try sandbox.memo("show", "%2", "%1").text == "# Root plan\n# Release plan\n")
    #expect(try sandbox.memo("cat", "--json", "%2", "%1").records().map { $0["number"] as? Int } == [2, 1])
    #expect(try sandbox.memo("show", "%2", "nothing-like-it").end == .exited(3))
  }

  static let exact = ["work/plan", "../plan.md", "Release plan", "회의록", "groceries", "2026", "3"]

  @Test(arguments: exact)
  func aChangeOffATerminalTakesWholeNames(reference: String) throws {
    let sandbox = try Self.sandbox()
    let run = try sandbox.memo("edit", reference, in: "vault/work", with: ["MEMO_EDITOR": "cat"])
    #expect(run.end == .exited(0), "\(reference): \(run.errors)")
    #expect(run.errors.hasPrefix("#") || run.errors.hasPrefix("---"), "\(reference): \(run.errors)")
    #expect(run.text.isEmpty, "\(reference): \(run.text)")
  }

  static let guesses = ["1", "%1", "Rel", "ear", "ㅎㅇㄹ"]

  @Test(arguments: guesses)
  func aChangeOffATerminalTakesNoGuess(reference: String) throws {
    let run = try Self.sandbox().memo("edit", "--json", reference, with: ["MEMO_EDITOR": "cat"])
    #expect(run.end == .exited(3), "\(reference): \(run.errors)")
    #expect(run.output.isEmpty, "\(reference)")
    #expect(try run.failure()["kind"] as? String == "inexact-reference")
  }

  @Test func aChangeIsNotMadeToOneOfTwoMemosOfAPath() throws {
    let sandbox = try Self.sandbox()
    let before = try sandbox.bytes(of: "plan.md")
    let run = try sandbox.memo("delete", "--yes", "--json", "plan", in: "vault/work")
    #expect(run.end == .exited(4), "\(run.errors)")
    #expect(try run.failure()["candidates"] as? [String] == ["work/plan.md", "plan.md"])
    #expect(try sandbox.memo("show", "plan", in: "vault/work").text == "# Release plan\n", "reading keeps its order")
    let printed = try sandbox.memo("list", "--paths", in: "vault/work").lines
    #expect(printed.contains("plan.md") && printed.contains("../plan.md"), "\(printed)")
    #expect(try sandbox.memo("delete", "--yes", "plan.md", in: "vault/work").end == .exited(0), "as it is printed")
    #expect(try sandbox.bytes(of: "plan.md") == before)
    #expect(try sandbox.bytes(of: "work/plan.md") == nil)
  }

  @Test func withoutAReferenceAProgramGetsTheUsage() throws {
    for command in ["show", "edit"] {
      let sandbox = try Self.sandbox()
      let run = try sandbox.memo(command)
      #expect(run.end == .exited(2), "\(run.errors)")
      #expect(run.errors.hasPrefix("memo: missing REF\nusage: memo \(command)"), "\(run.errors)")
      // What is wrong with the words comes before the question where the vault is.
      #expect(try sandbox.memo(command, in: "home").end == .exited(2), "\(command)")
    }
  }
}
