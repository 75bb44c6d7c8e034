import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// After any renames, moves and deletes, a link that led to a memo leads to it still, or is told to be broken.
@Suite struct LinkLawTests {
  @Test func linksKeepTheirTargetsOrAreReportedAsBroken() throws {
    var counts = LinkTrial.Counts()
    for seed in 0..<25 as Range<UInt64> {
      var trial = try LinkTrial(seed: seed)
      for _ in 0..<10 { try trial.step(&counts) }
      try trial.undoAll()
    }
    print("after \(counts.steps) operations: \(counts)")
    #expect(counts.kept > 2_500 && counts.toDeleted > 40 && counts.steps > 150)
    // Names that a link cannot write are rare.
    #expect(counts.lost * 50 < counts.kept)
  }
}

/// A random vault in memory that is changed as commands do, one operation after the other.
private struct LinkTrial {
  struct Counts {
    var steps = 0
    /// Links that led to a memo before an operation and do after it.
    var kept = 0
    /// Those that no target could save, which the operation told.
    var lost = 0
    /// Those to a memo that was deleted.
    var toDeleted = 0
  }

  private let seed: UInt64
  private let vault: Vault
  private let history: OperationHistory
  private let start: [VaultPath: [UInt8]]
  private var random: SeededRandom
  /// Where the memos stand, by their numbers; `nil` for one that is deleted.
  private var paths: [VaultPath?]

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededRandom(seed: seed &+ 5_000)
    vault = try Vault(at: HostPath("/memory"), host: MemoryVault.host())
    _ = try VaultSetup.prepare(vault)
    history = OperationHistory(of: vault)
    let memos = RandomLinkVault(seed: seed &+ 5_000, count: 10).memos
    for memo in memos { _ = try vault.writer.create(memo.path, contents: memo.text, modified: 1) }
    paths = memos.map(\.path)
    start = Dictionary(uniqueKeysWithValues: memos.map { ($0.path, $0.text) })
  }

  /// Makes one operation and compares all links; one that cannot be made changes nothing.
  mutating func step(_ counts: inout Counts) throws {
    let before = try memos()
    guard let number = random.pick(paths.indices.filter { paths[$0] != nil }), let path = paths[number] else { return }
    let memo = try ReadMemo(path, in: vault)
    var lost: [Relocation.LostLink] = []
    do {
      if random.happens(percent: 15) {
        _ = try Trash(of: vault, history: history).delete([memo], at: 1)
        paths[number] = nil
      } else {
        let relocation = try relocate(memo)
        guard try relocation.carryOut("change", by: history, at: 1) != nil else { return }
        paths[number] = relocation.newPath
        lost = relocation.lostLinks
      }
    } catch is RenamingError {
      return #expect(try memos() == before)
    }
    counts.steps += 1
    try compare(before, try memos(), lost, &counts)
  }

  /// Takes back everything that was done.
  func undoAll() throws {
    for _ in try history.list() { _ = try history.undo() }
    let now = try vault.readAll().memos.map { ($0.path, try vault.contents(of: $0.path)) }
    #expect(Dictionary(uniqueKeysWithValues: now) == start, "seed \(seed)")
  }

  private mutating func relocate(_ memo: ReadMemo) throws -> Relocation {
    let renaming = MemoRenaming(in: vault, try vault.refresh())
    guard random.happens(percent: 60) else {
      return try renaming.move(memo, to: VaultPath(random.pick(RandomLinkVault.folders) ?? ""))
    }
    let title = random.pick(RandomLinkVault.titles) ?? ""
    return try renaming.rename(memo, to: title, isTitleOnly: random.happens(percent: 20))
  }

  // MARK: Links

  private struct Memo: Equatable {
    let number: Int
    let path: VaultPath
    let metadata: MemoMetadata
  }

  private func memos() throws -> [Memo] {
    try paths.enumerated().compactMap { number, path in
      try path.map { Memo(number: number, path: $0, metadata: MemoParser.metadata(of: try vault.contents(of: $0))) }
    }
  }

  /// Where each memo's links lead, as the numbers of memos; `nil` for none and for several.
  private static func targets(in memos: [Memo]) -> [Int: [Int?]] {
    let oracle = LinkOracle(
      memos: memos.map {
        LinkOracle.Memo(path: $0.path.text, title: $0.metadata.title, aliases: $0.metadata.aliases)
      })
    let found = memos.map { memo in
      let targets = memo.metadata.links.map { link -> Int? in
        guard case .memo(let place) = oracle.answer(link.target, link.kind, in: memo.path.parent.text) else {
          return nil
        }
        return memos[place].number
      }
      return (memo.number, targets)
    }
    return Dictionary(uniqueKeysWithValues: found)
  }

  private func compare(
    _ before: [Memo], _ after: [Memo], _ lost: [Relocation.LostLink], _ counts: inout Counts
  ) throws {
    let (old, new) = (Self.targets(in: before), Self.targets(in: after))
    let faults = try faults()
    for memo in after {
      let (oldTargets, newTargets) = (old[memo.number] ?? [], new[memo.number] ?? [])
      #expect(oldTargets.count == newTargets.count, "seed \(seed)")
      for ((link, target), now) in zip(zip(memo.metadata.links, oldTargets), newTargets) {
        let place = Comment(rawValue: "seed \(seed), \(memo.path.text): \(link.target)")
        guard let target else { continue }
        if paths[target] == nil {
          counts.toDeleted += 1
          // Another memo may have the name; a path from the root may be that of a file elsewhere.
          let isTold = faults.contains(Fault(path: memo.path, target: link.target))
          #expect(now != nil || isTold || link.target.hasPrefix("/"), place)
        } else if now == target {
          counts.kept += 1
        } else {
          counts.lost += 1
          #expect(lost.contains { $0.path == memo.path && $0.target == link.target }, place)
        }
      }
    }
  }

  private struct Fault: Hashable {
    let path: VaultPath
    let target: String
  }

  /// The links that `check` reports.
  private func faults() throws -> Set<Fault> {
    let found = VaultCheck(vault, try vault.refresh()).problems().compactMap { problem -> Fault? in
      switch problem.kind {
      case .brokenLink(let target, _), .ambiguousLink(let target, _, _): Fault(path: problem.path, target: target)
      default: nil
      }
    }
    return Set(found)
  }
}
