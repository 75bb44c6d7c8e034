import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct LinkRepairTests {
  @Test func theMemosToChangeAreNamedWithoutReadingThem() throws {
    let folder = try TemporaryFolder()
    let texts = [
      ("plan.md", "# Plan\n[[Old]]\n"), ("a.md", "# Old\n[p](plan.md)\n"), ("b.md", "# B\n[[plan]] [[Plan]]\n"),
      ("c.md", "# C\n[[nowhere]] [[work/plan]]\n"), ("x/other.md", "# Other\n[[B]]\n"),
    ]
    for (path, text) in texts { try folder.write(text, to: path) }
    let index = try folder.openVault().readAll()
    let move = LinkResolver.Memo(path: VaultPath("work/plan.md"), title: "Plan")
    let repair = LinkRepair(of: index, changes: [VaultPath("plan.md"): move])
    // A name that still leads there stays as it is, and what was broken is no one's.
    #expect(repair.memos() == [VaultPath("a.md")])
    let text = Array(texts[1].1.utf8)
    let result = text.withUnsafeBytes { bytes in
      String(
        decoding: ByteEdit.apply(repair.rewriting(of: bytes, at: VaultPath("a.md")).edits, to: bytes), as: UTF8.self)
    }
    #expect(result == "# Old\n[p](work/plan.md)\n")
    // A name that another memo takes changes what the links of others mean.
    let rename = LinkResolver.Memo(path: VaultPath("old.md"), title: "Old")
    #expect(LinkRepair(of: index, changes: [VaultPath("x/other.md"): rename]).memos() == [VaultPath("plan.md")])
    #expect(LinkRepair(of: index, changes: [VaultPath("none.md"): rename]).memos() == [])
  }

  @Test func everyLinkOfAVaultOnDiskKeepsItsMemo() throws {
    for seed in 0..<10 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let folder = try TemporaryFolder()
      try folder.makeVault()
      for place in 0..<36 { try RandomLinkedMemo.write(place, in: folder, &random) }
      for round in 0..<3 {
        let index = try folder.openVault().refresh()
        let edges = LinkGraph(of: index).edges().filter { $0.to != nil }
        let picked = random.pick(Array(index.memos))
        let old = try #require(picked)
        let path = VaultPath(
          "\(random.pick(["", "x/", "new/"]) ?? "")\(random.pick(["a", "plan", "new \(round)"]) ?? "")-\(round).md")
        let repair = LinkRepair(
          of: index, changes: [old.path: LinkResolver.Memo(path: path, title: index.title(of: old))])
        try Self.apply(repair, moving: old.path, to: path, in: folder)
        let moved = { (place: VaultPath?) in place == old.path ? path : place }
        let now = LinkGraph(of: try folder.openVault().refresh()).edges()
        for edge in edges {
          let links = now.filter { $0.from == moved(edge.from) }
          #expect(links.contains { $0.to == moved(edge.to) }, "seed \(seed): \(edge.from.text) \(edge.link)")
        }
      }
    }
  }

  private static func apply(
    _ repair: LinkRepair, moving old: VaultPath, to new: VaultPath, in folder: TemporaryFolder
  ) throws {
    for path in repair.memos() {
      let text = try #require(try folder.bytes(of: path))
      let rewriting = text.withUnsafeBytes { repair.rewriting(of: $0, at: path) }
      #expect(!rewriting.edits.isEmpty && rewriting.lost.isEmpty)
      try folder.write(text.withUnsafeBytes { ByteEdit.apply(rewriting.edits, to: $0) }, to: path)
    }
    let text = try #require(try folder.bytes(of: old))
    try folder.remove(old)
    try folder.write(text, to: new)
  }
}
