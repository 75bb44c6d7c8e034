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

  @Test func anAmbiguousLinkNamesItsCandidates() throws {
    // At the root a name is a path, which decides; from there on each of the others may be meant.
    let links = try #require(try index.links(of: VaultPath("work/list.md")))
    #expect(links.map(\.path) == [VaultPath("twin.md")])
    try folder.remove(VaultPath("twin.md"))
    let now = try #require(try folder.openVault().readAll().links(of: VaultPath("work/list.md")))
    #expect(now[0].resolution == .ambiguous(by: .fileName) && now[0].path == nil)
    #expect(Set(now[0].paths) == [VaultPath("work/twin.md"), VaultPath("x/twin.md")])
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
      for memo in index.memos {
        let expected = Set(edges.filter { $0.to == memo.path }.map(\.from))
        #expect(
          Set(Backlinks(to: memo.path, in: index).memos.map(\.path)) == expected, "seed \(seed) \(memo.path.text)")
        let links = try folder.bytes(of: memo.path)?.withUnsafeBytes { graph.links(of: memo.path, in: $0) }
        #expect(try index.links(of: memo.path) == links, "seed \(seed) \(memo.path.text)")
        let targets = Set(edges.filter { $0.from == memo.path }.compactMap(\.to))
        #expect(Set(graph.memosLinked(from: memo.path).memos(of: index).map(\.path)) == targets)
        if !expected.isEmpty { linked.insert(memo.path) }
      }
      #expect(Set(graph.orphans().memos(of: index).map(\.path)) == Set(index.memos.map(\.path)).subtracting(linked))
      #expect(linked.count > 5)
    }
  }

  private static func paths(_ set: MemoSet, _ index: VaultIndex) -> [String] {
    set.memos(of: index).map(\.path.text)
  }
}
