import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// After any renames, moves of memos and folders, and deletes, a link that led to a memo leads to it still, or is reported
/// as broken.
@Suite struct LinkLawTests {
  @Test func linksKeepTheirTargetsOrAreReportedAsBroken() throws {
    var counts = LinkTrial.Counts()
    for seed in 0..<30 as Range<UInt64> {
      var trial = try LinkTrial(seed: seed)
      for _ in 0..<10 { try trial.step(&counts) }
      try trial.undoAll()
    }
    print("after \(counts.steps) operations: \(counts)")
    #expect(counts.kept > 2_500 && counts.toDeleted > 40 && counts.steps > 150 && counts.folders > 25)
    #expect(counts.several > 15)
    // Names that a link cannot write are rare.
    #expect(counts.lost * 50 < counts.kept)
  }
}

/// A random vault in memory that is changed as commands do, one operation after the other.
private struct LinkTrial {
  struct Counts {
    var steps = 0
    /// Those that moved a folder.
    var folders = 0
    /// Those that moved several memos.
    var several = 0
    /// Links that led to a memo before an operation and do after it.
    var kept = 0
    /// Those that no target could save, which the operation reported.
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
        let deletion = try Deletion(of: [memo], in: try vault.refresh(), of: vault)
        _ = try deletion.carryOut(by: history, of: vault, at: 1)
        lost = deletion.lostLinks
        paths[number] = nil
      } else if random.happens(percent: 30), path.parent != .root {
        guard let found = try moveFolder(above: path) else { return }
        lost = found
        counts.folders += 1
      } else {
        let relocation = try relocate(memo)
        guard try relocation.carryOut("change", by: history, at: 1) != nil else { return }
        paths = paths.map { $0.map(relocation.newPath) }
        if relocation.moves.count > 1 { counts.several += 1 }
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

  /// Moves a folder in which a memo is; returns the links that are lost, `nil` if nothing changes.
  private mutating func moveFolder(above path: VaultPath) throws -> [Relocation.LostLink]? {
    let components = path.parent.components
    let depth = 1 + random.below(components.count)
    let folder = VaultPath(bytes: Array(components.prefix(depth).joined(separator: [UInt8(ascii: "/")])))
    let targets = RandomLinkVault.folders + ["새", "x/새/둘", "\(folder.text) 2", "w/x/plan"]
    let renaming = MemoRenaming(in: vault, try vault.refresh())
    let relocation = try renaming.move(folder: folder, to: VaultPath(random.pick(targets) ?? ""))
    guard try relocation.carryOut("change", by: history, of: vault, at: 1) != nil else { return nil }
    paths = paths.map { $0.map(relocation.newPath) }
    return relocation.lostLinks
  }

  private mutating func relocate(_ memo: ReadMemo) throws -> Relocation {
    let renaming = MemoRenaming(in: vault, try vault.refresh())
    guard random.happens(percent: 60) else {
      let others = paths.compactMap(\.self).filter { $0 != memo.path && random.happens(percent: 20) }
      let memos = try [memo] + others.map { try ReadMemo($0, in: vault) }
      return try renaming.move(memos, to: VaultPath(random.pick(RandomLinkVault.folders) ?? ""))
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

  /// Where each memo's links lead, as the numbers of memos; `nil` for none.
  private static func targets(in memos: [Memo]) -> [Int: [Int?]] {
    let oracle = LinkOracle(
      memos: memos.map {
        LinkOracle.Memo(path: $0.path.text, title: $0.metadata.title, aliases: $0.metadata.aliases)
      })
    let found = memos.map { memo in
      let targets = memo.metadata.links.map { link in
        oracle.answer(link.target, link.kind, in: memo.path.parent.text).place.map { memos[$0].number }
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
          // A path from the root may be that of a file elsewhere, and one without extension that of any file.
          let isReported = faults.contains(Fault(path: memo.path, target: link.target))
          let isBare = link.kind == .markdown && !link.target.contains(".md") && !link.target.contains(".markdown")
          let isLost = lost.contains { $0.path == memo.path && $0.target == link.target }
          #expect(isLost || now == nil && (isReported || isBare || link.target.hasPrefix("/")), place)
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
      case .brokenLink(let target, _), .ambiguousLink(let target, _, _, _): Fault(path: problem.path, target: target)
      default: nil
      }
    }
    return Set(found)
  }
}
