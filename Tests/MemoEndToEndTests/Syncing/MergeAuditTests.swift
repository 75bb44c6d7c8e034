import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Merges that other programs made, in a history written by `git fast-import`. MEMO_LONG_TESTS=N makes N times as many.
@Suite(.waitsForPrograms) struct MergeAuditTests {
  private static let scale = ProcessInfo.processInfo.environment["MEMO_LONG_TESTS"].flatMap(Int.init) ?? 1

  /// What a merge does with the changes of both sides.
  private enum Way: CaseIterable {
    case clean, cleanRename, cleanDeletion, bothKept
    case ours, theirs, oneLine, overlap, deletion
  }

  /// A memo, two changes of it, and the merge that was made of them.
  private struct Case {
    let name: String
    var newName: String
    let base: [String]
    var sides: [[String]?]
    var merge: [String]?
    /// What the merge drops, by the way it was made.
    var dropped: Set<String> = []

    init(_ number: Int, _ way: Way, _ random: inout SeededRandom) {
      name = "메모 \(number).md"
      newName = name
      let base = (0..<12).map { "line \($0) of \(number)" }
      self.base = base
      // Both sides leave the middle alone, so that git merges them cleanly.
      let (top, middle, end) = (Array(base[..<4]), Array(base[4..<8]), Array(base[8...]))
      let newTop = Self.edited(top, "one \(number)", &random)
      let newEnd = Self.edited(end, "other \(number)", &random)
      let whole = newTop + middle + newEnd
      (sides, merge) = ([newTop + middle + end, top + middle + newEnd], whole)
      let added = sides.map { Set($0 ?? []).subtracting(base) }
      switch way {
      case .clean: break
      case .cleanRename: newName = "renamed \(number).md"
      case .cleanDeletion: (sides, merge) = ([nil, base], nil)
      case .bothKept, .overlap:
        sides = [middle + ["mine of \(name)"], middle + ["yours of \(name)"]].map { top + $0 + end }
        let kept = way == .overlap ? ["mine of \(name)"] : ["yours of \(name)", "mine of \(name)"]
        merge = top + middle + kept + end
        if way == .overlap { dropped = ["yours of \(name)"] }
      case .ours: (merge, dropped) = (sides[0], added[1])
      case .theirs: (merge, dropped) = (sides[1], added[0])
      case .oneLine:
        let lost = added[random.below(2)].sorted()[0]
        (merge, dropped) = (whole.filter { $0 != lost }, [lost])
      case .deletion: (sides[0], merge, dropped) = (nil, nil, added[1])
      }
    }

    /// Some lines fewer, and at least one more.
    private static func edited(_ lines: [String], _ mark: String, _ random: inout SeededRandom) -> [String] {
      var lines = lines.filter { _ in !random.happens(percent: 20) }
      for number in 0...random.below(3) { lines.insert("\(mark): \(number)", at: random.below(lines.count + 1)) }
      return lines
    }
  }

  private static func cases(_ count: Int, seed: UInt64, _ ways: [Way]) -> [Case] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { number in Case(number, ways[number % ways.count], &random) }
  }

  /// A history in which each merge is made of the one before it.
  private static func stream(of cases: [Case]) -> String {
    var (text, mark) = ("", 0)
    func commit(_ branch: String, from parents: [String], _ files: [(name: String, lines: [String]?)]) -> String {
      mark += 1
      text += "commit refs/heads/\(branch)\nmark :\(mark)\nauthor A <a@example.org> \(1_700_000_000 + mark) +0000\n"
      text += "committer A <a@example.org> \(1_700_000_000 + mark) +0000\ndata 5\nwork\n"
      for (number, parent) in parents.enumerated() { text += "\(number == 0 ? "from" : "merge") \(parent)\n" }
      for (name, lines) in files {
        guard let lines else {
          text += "D \"\(name)\"\n"
          continue
        }
        let body = lines.map { $0 + "\n" }.joined()
        text += "M 100644 inline \"\(name)\"\ndata \(body.utf8.count)\n\(body)\n"
      }
      return ":\(mark)"
    }
    var head = commit("main", from: [], cases.map { ($0.name, $0.base) })
    for (number, memo) in cases.enumerated() {
      var files = [(memo.name, memo.sides[0])]
      if memo.newName != memo.name { files = [(memo.name, nil), (memo.newName, memo.sides[0])] }
      let one = commit("a\(number)", from: [head], files)
      let other = commit("b\(number)", from: [head], [(memo.name, memo.sides[1])])
      var made = [(memo.name, memo.merge)]
      if memo.newName != memo.name { made = [(memo.name, nil), (memo.newName, memo.merge)] }
      head = commit("main", from: [one, other], made)
    }
    return text
  }

  private static func vault(of cases: [Case]) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.folder.write(stream(of: cases), to: "stream")
    let run = try sandbox.shell(
      "git init -q -b main && git fast-import --quiet < ../stream && git reset -q --hard && git for-each-ref"
        + " --format='delete %(refname)' refs/heads/a* refs/heads/b* | git update-ref --stdin")
    try #require(run.end == .exited(0), "\(run.errors)")
    return sandbox
  }

  private struct Found: Decodable {
    let path: String
    let lines: [String]
  }

  private static func found(in sandbox: Sandbox, _ range: String = "") throws -> [String: Set<String>] {
    let run = try sandbox.shell("memo conflicts --lost --json \(range)")
    try #require(run.end == .exited(0), "\(run.errors)")
    let found = try JSONDecoder().decode([Found].self, from: Data(run.output))
    return Dictionary(found.map { ($0.path, Set($0.lines)) }) { $0.union($1) }
  }

  @Test func allThatMergesDropIsFoundAndNothingElse() throws {
    let cases = Self.cases(45 * Self.scale, seed: 7, Way.allCases)
    let sandbox = try Self.vault(of: cases)
    let expected = cases.filter { !$0.dropped.isEmpty }.map { ($0.newName, $0.dropped) }
    let found = try Self.found(in: sandbox)
    for memo in cases where found[memo.newName] ?? [] != memo.dropped {
      Issue.record("\(memo): \(found[memo.newName] ?? [])")
    }
    #expect(found.count == expected.count)
    // Once more, from what the first look has left.
    #expect(try Self.found(in: sandbox) == found)
    let last = cases.count - 9
    #expect(
      try Self.found(in: sandbox, "HEAD~9..").keys.sorted()
        == expected.map(\.0).filter { name in
          cases[last...].contains { $0.newName == name }
        }.sorted())
  }

  @Test func chosenLinesComeBackAndUndoTakesThemAway() throws {
    let sandbox = try Self.vault(of: Self.cases(9, seed: 3, Way.allCases))
    let lost = try Self.found(in: sandbox)
    let name = "메모 4.md"
    let before = try sandbox.folder.bytes(of: VaultPath("vault/\(name)"))
    let run = try sandbox.shell(
      "memo conflicts --lost --restore '\(name)' && memo conflicts --lost --restore '메모 8.md'")
    #expect(run.end == .exited(0) && run.errors.contains("restored"), "\(run.errors)")
    let text = String(decoding: try sandbox.folder.bytes(of: VaultPath("vault/\(name)")) ?? [], as: UTF8.self)
    for line in lost[name] ?? [] { #expect(text.contains(line + "\n"), "\(line): \(text)") }
    let revived = try sandbox.folder.bytes(of: VaultPath("vault/메모 8.md"))
    #expect(String(decoding: revived ?? [], as: UTF8.self).contains("other 8: 0"))
    var rest = lost
    (rest[name], rest["메모 8.md"]) = (nil, nil)
    #expect(try Self.found(in: sandbox) == rest)
    let undo = try sandbox.shell("memo undo && memo undo && memo conflicts --lost --resolve '메모 5.md'")
    #expect(undo.end == .exited(0), "\(undo.errors)")
    #expect(try sandbox.folder.bytes(of: VaultPath("vault/\(name)")) == before)
    #expect(try Self.found(in: sandbox) == lost.filter { $0.key != "메모 5.md" })
  }

  /// Two histories with nothing in common, and how they are merged.
  private static func vault(joining line: String) throws -> Sandbox {
    let sandbox = try Sandbox()
    let run = try sandbox.shell(
      """
      git init -q -b main && git config user.name A && git config user.email a@example.org \
      && printf '# A\nmine\n' > a.md && printf 'only mine\n' > b.md && git add a.md b.md && git commit -qm mine \
      && git checkout -q --orphan other && git rm -qrf . && printf '# A\nyours\n' > a.md \
      && printf 'only yours\n' > c.md && git add a.md c.md && git commit -qm yours && git checkout -q main \
      && \(line)
      """)
    try #require(run.end == .exited(0), "\(run.errors)")
    return sandbox
  }

  private static let conflicting = "git merge -q --allow-unrelated-histories other > /dev/null;"
  private static let joinings: [(line: String, lost: [String: Set<String>])] = [
    ("git merge -q -s ours --allow-unrelated-histories -m m other", ["a.md": ["yours"], "c.md": ["only yours"]]),
    ("{ \(conflicting) git checkout -q --theirs a.md && git add a.md && git commit -qm m; }", ["a.md": ["mine"]]),
    ("{ \(conflicting) printf '# A\nyours\nmine\n' > a.md && git add a.md && git commit -qm m; }", [:]),
    // As `git subtree add` does it.
    (
      "git merge -q -s ours --no-commit --allow-unrelated-histories other > /dev/null"
        + " && git read-tree --prefix=sub/ -u other && git commit -qm m", [:]
    ),
  ]

  @Test(arguments: joinings)
  func mergesOfUnrelatedHistoriesAreCompared(line: String, lost: [String: Set<String>]) throws {
    let sandbox = try Self.vault(joining: line)
    #expect(try Self.found(in: sandbox) == lost)
    // As a memo that did not look at them has left it.
    let head = try sandbox.shell("git rev-parse HEAD").text.prefix(40)
    try sandbox.write(#"{"head":"\#(head)","isWhole":true,"merges":[]}"#, to: ".git/memo/audited")
    #expect(try Self.found(in: sandbox) == lost)
  }

  /// Nor is one by its name, `*.excalidraw.md`: it holds JSON.
  @Test(arguments: [("kind: plan", true), ("excalidraw-plugin: parsed", false)])
  func aDrawingByItsKeyIsNotCompared(key: String, isCompared: Bool) throws {
    let sandbox = try Sandbox()
    func write(_ lines: String) -> String { "printf '%s\\n' --- '\(key)' --- \(lines) > d.md && git add d.md" }
    let run = try sandbox.shell(
      """
      git init -q -b main && git config user.name A && git config user.email a@example.org \
      && \(write("a b")) && git commit -qm base && git checkout -q -b side && \(write("a b side")) \
      && git commit -qm side && git checkout -q main && \(write("top a b")) && git commit -qm top \
      && git merge -q -s ours -m merge side
      """)
    try #require(run.end == .exited(0), "\(run.errors)")
    #expect(try Self.found(in: sandbox) == (isCompared ? ["d.md": ["side"]] : [:]))
  }

  @Test func aMergeOfMoreThanTwoBranchesIsNamed() throws {
    let sandbox = try Self.vault(of: Self.cases(1, seed: 1, [.clean]))
    let line = """
      for n in 1 2 3; do git checkout -q -b side$n HEAD && echo $n > s$n.md && git add s$n.md && git commit -qm $n \
      && git checkout -q main || exit 1; done; git config user.name A; git merge -q -m three side1 side2 side3
      """
    try #require(try sandbox.shell(line).end == .exited(0))
    let run = try sandbox.shell("memo conflicts --lost")
    let id = try sandbox.shell("git rev-parse HEAD").text.prefix(8)
    #expect(run.end == .exited(0) && run.text.isEmpty)
    #expect(run.errors.contains("not checked: 1 merge of more than two branches (\(id))"), "\(run.errors)")
    #expect(try sandbox.shell("memo conflicts --lost --lang ko").errors.contains("(\(id))"))
  }

  @Test func whatIsNoRangeIsRefused() throws {
    let sandbox = try Self.vault(of: Self.cases(2, seed: 1, [.clean]))
    for range in ["nowhere..", "--all", "HEAD..nowhere"] {
      let run = try sandbox.shell("memo conflicts --lost -- '\(range)'")
      #expect(run.end == .exited(2), "\(range): \(run.errors)")
    }
    let run = try sandbox.shell("memo conflicts HEAD~1..")
    #expect(run.end == .exited(2) && run.errors.contains("missing --lost"), "\(run.errors)")
  }

  /// One line, however many there are.
  @Test func theFirstSyncOfARepositoryAndACloneSayHowManyLinesAreMissing() throws {
    let cases = Self.cases(45, seed: 7, Way.allCases)
    let sandbox = try Self.vault(of: cases)
    let count = cases.reduce(0) { $0 + $1.dropped.count }
    let expected = "\(count) lines were dropped by merges of other programs: memo conflicts --lost\n"
    try #require(try sandbox.shell("git init -q --bare ../hub.git").end == .exited(0))
    let first = try sandbox.shell("memo sync --remote ../hub.git")
    #expect(first.end == .exited(0) && first.errors.contains(expected), "\(first.errors)")
    #expect(first.errors.components(separatedBy: "dropped").count == 2, "\(first.errors)")
    #expect(!(try sandbox.shell("memo sync").errors.contains("dropped")))
    let clone = try sandbox.shell("memo clone ../hub.git ../other")
    #expect(clone.end == .exited(0) && clone.errors.contains(expected), "\(clone.errors)")
  }

  @Test func aSyncSaysOfMergesThatItReceives() throws {
    let devices = try Devices.inStep(2)
    try devices.write("a\nb\n", to: "plan.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    let line = """
      git checkout -q -b side && printf 'a\\nb\\nside\\n' > plan.md && git commit -q -am side \
      && git checkout -q main && printf 'top\\na\\nb\\n' > plan.md && git commit -q -am top \
      && git merge -q -s ours -m merge side && git push -q origin main
      """
    let run = try devices.sandbox.shell(line, in: "d0")
    try #require(run.end == .exited(0), "\(run.errors)")
    let sync = try devices.sync(1)
    #expect(
      sync.end == .exited(0) && sync.errors.contains("1 line was dropped by merges of other programs"), "\(sync.errors)"
    )
    let lost = try devices.sandbox.shell("memo conflicts --lost", in: "d1")
    #expect(lost.text.contains("plan.md\n") && lost.text.contains("  side\n"), "\(lost.text)")
    #expect(!(try devices.sync(1).errors.contains("dropped")))
  }
}
