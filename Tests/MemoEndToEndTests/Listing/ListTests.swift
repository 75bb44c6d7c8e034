import MemoCore
import Testing

@Suite(.waitsForPrograms) struct ListTests {
  @Test func memosAreListedNewestFirst() throws {
    try Sandbox.withLibrary().check(
      """
      $ memo list
      plan.md	2026-05-09T12:00:00.000000000Z	Release plan
      home/장보기.md	2026-05-08T12:00:00.000000000Z	장보기
      home/recipes/pesto.markdown	2026-05-07T12:00:00.000000000Z	Basil pesto
      work/회의록.md	2026-05-06T12:00:00.000000000Z	주간 회의록
      work/empty.md	2026-05-05T12:00:00.000000000Z	
      ünïcode.md	2026-05-04T12:00:00.000000000Z	no heading here
      $ memo ls -n 1
      plan.md	2026-05-09T12:00:00.000000000Z	Release plan
      $ cd work && memo ls --paths -n 2
      ../plan.md
      ../home/장보기.md
      $ memo list --offset 4 --paths
      work/empty.md
      ünïcode.md
      $ memo list --limit 1 --offset 3 --paths
      work/회의록.md
      $ memo list --offset 100
      $ memo list -n 0 --paths | wc -l
      6
      """)
  }

  @Test func anEmptyVaultIsNoFailure() throws {
    try Sandbox().check(
      """
      $ memo list
      $ memo list --json
      []
      $ memo list --jsonl
      $ memo list --paths -0
      $ memo search anything
      [1]
      $ memo search anything --json
      []
      [1]
      $ memo export --json
      []
      $ memo index -q
      """)
  }

  static let filters: [([String], [String])] = [
    (["--tag", "work"], ["plan.md", "work/회의록.md"]),
    (["--tag", "WORK"], ["plan.md", "work/회의록.md"]),
    (["--tag", "work", "--tag", "project/memo"], ["plan.md"]),
    (["--tag", "work OR cooking"], ["plan.md", "home/recipes/pesto.markdown", "work/회의록.md"]),
    (["--tag", "NOT work", "--tag", "home"], ["home/장보기.md", "home/recipes/pesto.markdown"]),
    (["--tag", "project/*"], ["plan.md"]),
    (["--untagged"], ["work/empty.md", "ünïcode.md"]),
    (["--since", "2026-05-08"], ["plan.md", "home/장보기.md"]),
    (["--until", "2026-05-05"], ["work/empty.md", "ünïcode.md"]),
    (["--since", "2026-05-06", "--until", "2026-05-07"], ["home/recipes/pesto.markdown", "work/회의록.md"]),
    (["--since", "2026-05-08T12:00:00Z", "--until", "2026-05-08T12:00:00Z"], ["home/장보기.md"]),
    (["--since", "2026-05", "--until", "2026", "-n", "1"], ["plan.md"]),
    (["--until", "2026-04"], []),
    (["--path", "work/**"], ["work/회의록.md", "work/empty.md"]),
    (["--path", "work/"], ["work/회의록.md", "work/empty.md"]),
    (["--path", "*.markdown"], ["home/recipes/pesto.markdown"]),
    (["--path", "plan.md", "--path", "ü*"], ["plan.md", "ünïcode.md"]),
    (["--path", "home/**", "--tag", "cooking"], ["home/recipes/pesto.markdown"]),
  ]

  @Test(arguments: filters)
  func filtersNarrowTheList(words: [String], paths: [String]) throws {
    let run = try Sandbox.withLibrary().run(["memo", "list", "--paths"] + words, in: "vault", input: [], with: [:])
    #expect(run.lines == paths, "\(run.command): \(run.errors)")
    #expect(run.end == .exited(0), "\(run.command)")
  }

  static let orders: [([String], [String])] = [
    (["modified"], ["plan.md", "장보기", "pesto", "회의록", "empty", "ünïcode.md"]),
    (["modified+"], ["ünïcode.md", "empty", "회의록", "pesto", "장보기", "plan.md"]),
    (["created+"], ["pesto"]),
    (["title"], ["empty", "pesto", "plan.md", "ünïcode.md", "장보기", "회의록"]),
    (["title-"], ["회의록", "장보기", "ünïcode.md", "plan.md", "pesto", "empty"]),
    (["path"], ["pesto", "장보기", "plan.md", "empty", "회의록", "ünïcode.md"]),
    (["path-"], ["ünïcode.md", "회의록", "empty", "plan.md", "장보기", "pesto"]),
    (["size"], ["empty", "장보기", "ünïcode.md", "plan.md", "회의록", "pesto"]),
    (["words-", "modified"], ["plan.md", "pesto", "회의록", "ünïcode.md", "장보기", "empty"]),
  ]

  @Test(arguments: orders)
  func sortKeysOrderTheList(keys: [String], names: [String]) throws {
    let sorts = keys.flatMap { ["--sort", $0] }
    let run = try Sandbox.withLibrary().run(["memo", "list", "--paths"] + sorts, in: "vault", input: [], with: [:])
    let found = run.lines.map { path in names.first { path.contains($0) } ?? path }
    #expect(Array(found.prefix(names.count)) == names, "\(run.command): \(run.text)\(run.errors)")
  }

  @Test func tiesEndWithThePathInByteOrder() throws {
    let sandbox = try Sandbox()
    for name in ["b.md", "a/z.md", "B.md", "가.md", "a.md"] { try sandbox.write("# same\n", to: name, day: 1) }
    for key in ["modified-", "modified+", "title", "title-", "size", "words-"] {
      let run = try sandbox.memo("list", "--paths", "--sort", key)
      #expect(run.lines == ["B.md", "a.md", "a/z.md", "b.md", "가.md"], "--sort \(key)")
    }
  }

  @Test func aDayIsADayOfTheUsersZone() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      Array("# late\n".utf8), to: VaultPath("late.md"), modified: Sandbox.noon(6) + 11 * 3_600_000_000_000)
    let day = ["list", "--paths", "--since", "2026-05-07", "--until", "2026-05-07"]
    let inUTC = try sandbox.run(["memo"] + day, in: "vault", input: [], with: [:])
    #expect(inUTC.lines == [])
    let inSeoul = try sandbox.run(["memo"] + day, in: "vault", input: [], with: ["TZ": "KST-9"])
    #expect(inSeoul.lines == ["late.md"])
  }

  @Test func datesCountBackFromNow() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# now\n", to: "now.md")
    try sandbox.write("# old\n", to: "old.md", day: -4000)
    for date in ["7d", "24h", "2w", "1m", "1y", "yesterday", "어제", "today", "오늘"] {
      let run = try sandbox.memo("list", "--paths", "--since", date)
      #expect(run.lines == ["now.md"], "--since \(date): \(run.errors)")
    }
    #expect(try sandbox.memo("list", "--paths", "--until", "1y").lines == ["old.md"])
  }
}
