import MemoCore
import MemoStore

/// What was saved since the last sync.
final class SavedTexts {
  /// What the files have.
  let edits: [WorkTreeSnapshot.Edit]
  /// How commits made with git have changed files, the oldest first.
  let committed: [TreeChange]
  private let sync: SyncContext
  private let editOfPath: [VaultPath: WorkTreeSnapshot.Edit]
  private let firstChangeOfPath: [VaultPath: TreeChange]
  private let memos: [VaultPath]
  /// All lines of all those memos, so that none is looked for in each of them; made where it is needed first.
  private var lines: [Line]?

  /// A line of a memo, by its hash.
  private struct Line: Comparable {
    let hash: UInt64
    let memo: Int

    static func < (one: Line, other: Line) -> Bool { (one.hash, one.memo) < (other.hash, other.memo) }
  }

  init(edits: [WorkTreeSnapshot.Edit], committed: [TreeChange], in sync: SyncContext) {
    (self.edits, self.committed, self.sync) = (edits, committed, sync)
    editOfPath = Dictionary(edits.map { ($0.path, $0) }) { first, _ in first }
    firstChangeOfPath = committed.byPath
    memos = Set(editOfPath.keys).union(firstChangeOfPath.keys).filter(MemoFileRules.hasMemoExtension).sorted()
  }

  /// Whether another memo than the one at `path` has all of some lines now, and had none of them before.
  func haveGained(_ missing: Set<ArraySlice<UInt8>>, besides path: VaultPath) throws -> Bool {
    let holders = try missing.map(memos(with:)).min { $0.count < $1.count } ?? []
    for other in holders where other != path {
      guard let text = try text(of: other), missing.isSubset(of: StaleBuffer.contents(text)) else { continue }
      let entry = firstChangeOfPath[other].map(\.old) ?? sync.table.files[other]?.entry
      let before = try sync.conversions.texts(of: [entry].compactMap(\.self)).first?.value
      if missing.isDisjoint(with: StaleBuffer.contents(before ?? [])) { return true }
    }
    return false
  }

  /// The memos that have a line, and hardly any other.
  private func memos(with line: ArraySlice<UInt8>) throws -> [VaultPath] {
    let (lines, hash) = (try allLines(), Self.hash(line))
    let start = lines.partitioningIndex { $0.hash >= hash }
    return lines[start...].prefix { $0.hash == hash }.map { memos[$0.memo] }
  }

  private func allLines() throws -> [Line] {
    if let lines { return lines }
    let found = try memos.enumerated().flatMap { number, path in
      Set(StaleBuffer.contents(try text(of: path) ?? [])).map { Line(hash: Self.hash($0), memo: number) }
    }.sorted()
    lines = found
    return found
  }

  private static func hash(_ line: ArraySlice<UInt8>) -> UInt64 { line.withUnsafeBytes { XXHash64.hash($0) } }

  private func text(of path: VaultPath) throws -> [UInt8]? {
    try editOfPath[path]?.bytes ?? WholeFile.read(path, in: sync.vault.files)?.bytes
  }
}
