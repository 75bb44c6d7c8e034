import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct LinkGraphTests {
  private let folder: TemporaryFolder
  private let index: VaultIndex

  init() throws {
    folder = try TemporaryFolder()
    let memos = [
      ("plan.md", "# Release plan\nsee [[장보기]], [[plan]] and ![[photo.png]]\n"),
      ("home/장보기.md", "# 장보기\n[the plan](../plan.md) and [[release PLAN|it]]\r\n[[nowhere]]\n"),
      ("work/list.md", "---\naliases: [할 일]\n---\n# List\n[[twin]] [a](https://b.c/d.md)\n"),
      ("work/twin.md", "# One\n[[할 일#now]]\n"), ("twin.md", "# Two\n`[[plan]]`\n"), ("x/twin.md", "# Three\n"),
    ]
    for (number, memo) in memos.enumerated() {
      try folder.write(memo.1, to: memo.0, modified: Int64(100 - number) * 1_000_000_000)
    }
    index = try folder.openVault().readAll()
  }

  @Test func aMemosLinksHavePlacesAndDestinations() throws {
    let links = try #require(try index.links(of: VaultPath("home/장보기.md")))
    #expect(links.map { "\($0.position.line):\($0.position.column)" } == ["2:1", "2:28", "3:1"])
    #expect(links.map(\.path) == [VaultPath("plan.md"), VaultPath("plan.md"), nil])
    #expect(links.map(\.link.label) == ["the plan", "it", nil])
    #expect(links[2].resolution == .broken)
    let others = try #require(try index.links(of: VaultPath("plan.md")))
    #expect(others.map(\.resolution.memo).last == .some(nil) && others.last?.resolution == .elsewhere)
    #expect(try index.links(of: VaultPath("none.md")) == nil)
  }

  @Test func anAmbiguousLinkResolvesAndNamesItsCandidates() throws {
    // At the root a name is a path, which decides.
    let links = try #require(try index.links(of: VaultPath("work/list.md")))
    #expect(links.map(\.path) == [VaultPath("twin.md")])
    try folder.remove(VaultPath("twin.md"))
    try folder.write("[[twin]]\n", to: "y/far.md", modified: 1)
    let now = try folder.openVault().readAll()
    let near = try #require(try now.links(of: VaultPath("work/list.md")))
    #expect(near[0].path == VaultPath("work/twin.md") && near[0].candidateCount == 0, "its own folder's")
    let far = try #require(try now.links(of: VaultPath("y/far.md")))
    #expect(far[0].path == VaultPath("work/twin.md") && far[0].candidateCount == 2)
    #expect(far[0].candidates == [VaultPath("work/twin.md"), VaultPath("x/twin.md")])
  }

  @Test func backlinksAreTheMemosThatLinkHere() throws {
    let backlinks = Backlinks(to: VaultPath("plan.md"), in: index)
    #expect(backlinks.memos.map(\.path.text) == ["home/장보기.md"])
    let matches = try backlinks.matches(in: try #require(backlinks.memos.first))
    #expect(matches.map { "\($0.line):\($0.column)+\($0.length)" } == ["2:1+22", "2:28+19"])
    #expect(matches[0].text == "[the plan](../plan.md) and [[release PLAN|it]]")
    #expect(Backlinks(to: VaultPath("work/list.md"), in: index).memos.map(\.path.text) == ["work/twin.md"])
    #expect(Backlinks(to: VaultPath("none.md"), in: index).memos.isEmpty)
  }

  @Test func orphansAreThoseThatNoOtherLinksTo() {
    let graph = LinkGraph(of: index)
    #expect(Self.paths(graph.orphans(), index) == ["work/twin.md", "x/twin.md"])
    #expect(Self.paths(graph.memosLinked(from: VaultPath("plan.md")), index) == ["home/장보기.md"])
    #expect(Self.paths(graph.memosLinked(from: VaultPath("none.md")), index) == [])
  }

  @Test func edgesLeadToMemosOrNowhere() {
    let edges = LinkGraph(of: index).edges().map { "\($0.from.text) > \($0.to?.text ?? "?") \($0.link.target)" }
    #expect(
      edges == [
        "plan.md > home/장보기.md 장보기", "plan.md > plan.md plan", "home/장보기.md > plan.md ../plan.md",
        "home/장보기.md > plan.md release PLAN", "home/장보기.md > ? nowhere", "work/list.md > twin.md twin",
        "work/twin.md > work/list.md 할 일",
      ])
  }

  // MARK: Laws

  @Test func backlinksAreWhatTheWholeGraphSays() throws {
    for seed in 0..<12 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let folder = try TemporaryFolder()
      try folder.makeVault()
      for place in 0..<40 { try RandomLinkedMemo.write(place, in: folder, &random) }
      _ = try folder.openVault().refresh()
      // Memos that changed since the snapshot stand beside it.
      for _ in 0..<4 { try RandomLinkedMemo.write(random.below(44), in: folder, &random) }
      let index = try folder.openVault().refresh()
      #expect(index.state.snapshot != nil && !index.fresh.isEmpty)
      let graph = LinkGraph(of: index)
      let edges = graph.edges().filter { $0.to != $0.from }
      var linked: Set<VaultPath> = []
      var lookup = LinkLookup(graph.resolver)
      for memo in index.memos {
        let expected = Set(edges.filter { $0.to == memo.path }.map(\.from))
        #expect(
          Set(Backlinks(to: memo.path, in: index).memos.map(\.path)) == expected, "seed \(seed) \(memo.path.text)")
        let links = try folder.bytes(of: memo.path)?.withUnsafeBytes { graph.links(of: memo.path, in: $0, &lookup) }
        #expect(try index.links(of: memo.path) == links, "seed \(seed) \(memo.path.text)")
        let targets = Set(edges.filter { $0.from == memo.path }.compactMap(\.to))
        #expect(Set(graph.memosLinked(from: memo.path).memos(of: index).map(\.path)) == targets)
        if !expected.isEmpty { linked.insert(memo.path) }
        for distance in [1, 2, 3, .max] {
          let (back, there) = (edges.map { ($0.to, Optional($0.from)) }, edges.map { (Optional($0.from), $0.to) })
          for (direction, steps) in [(LinkDirection.linksTo, back), (.linkedFrom, there)] {
            let near = Set(graph.memosNear(memo.path, direction, distance: distance).memos(of: index).map(\.path))
            let place = "seed \(seed) \(memo.path.text): \(direction) \(distance)"
            #expect(near == Self.near(memo.path, distance, steps), "\(place)")
          }
        }
      }
      let linking = Set(edges.filter { $0.to != nil }.map(\.from))
      #expect(Set(graph.deadEnds().memos(of: index).map(\.path)) == Set(index.memos.map(\.path)).subtracting(linking))
      #expect(Set(graph.orphans().memos(of: index).map(\.path)) == Set(index.memos.map(\.path)).subtracting(linked))
      #expect(linked.count > 5)
    }
  }

  /// What a memo leads to over so many steps, step by step.
  private static func near(
    _ path: VaultPath, _ distance: Int, _ steps: [(VaultPath?, VaultPath?)]
  ) -> Set<VaultPath> {
    var (found, count) = (Set([path]), 0)
    while count < distance {
      let next = found.union(steps.filter { step in step.0.map(found.contains) ?? false }.compactMap(\.1))
      if next == found { break }
      (found, count) = (next, count + 1)
    }
    return found.subtracting([path])
  }

  private static func paths(_ set: MemoSet, _ index: VaultIndex) -> [String] {
    set.memos(of: index).map(\.path.text)
  }
}
