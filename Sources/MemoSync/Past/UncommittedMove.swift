package import MemoCore
import MemoStore

extension PastRepository {
  /// How many memos that are gone are read; of more, only those whose file has the same name.
  private static let mostRead = 1_000

  /// The path at which the last commit has a memo that another program has moved since, as git would find it by likeness;
  /// `nil` where it finds none.
  ///
  /// - Parameters:
  ///   - text: what the memo holds.
  ///   - isThere: whether there is a memo at a path now.
  package func formerPath(
    of memo: VaultPath, holding text: [UInt8], isThere: (VaultPath) -> Bool
  ) throws -> VaultPath? {
    guard !text.isEmpty, try commit(named: Revision.head.text) != nil else { return nil }
    let words = ["diff-index", "--raw", "-z", "--no-renames", "--no-abbrev", "--diff-filter=D", "HEAD", "--"]
    let gone = try GitRepository.changes(in: git.output(words)).compactMap(\.old).filter { entry in
      entry.mode.isFile && MemoFileRules.hasMemoExtension(entry.path)
        && memoPath(of: entry.path).map { !isThere($0) } ?? false
    }
    let namesakes = gone.filter { $0.path.name.elementsEqual(memo.name) }
    let read = gone.count > Self.mostRead ? Array(namesakes.prefix(Self.mostRead)) : gone
    let texts = try contents(of: read)
    let ranked = read.compactMap { entry in
      texts[entry].map { (path: entry.path, likeness: Self.likeness($0, text), isNamesake: namesakes.contains(entry)) }
    }
    let best = ranked.filter { $0.likeness >= 0.5 }
      .max { ($0.likeness, $0.isNamesake ? 1 : 0) < ($1.likeness, $1.isNamesake ? 1 : 0) }
    return best.flatMap { memoPath(of: $0.path) }
  }

  /// How much of the longer one of two texts is in lines that both have, from 0 to 1.
  private static func likeness(_ old: [UInt8], _ new: [UInt8]) -> Double {
    if old == new { return 1 }
    let lineFeed = UInt8(ascii: "\n")
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for line in old.split(separator: lineFeed) { counts[line, default: 0] += 1 }
    var common = 0
    for line in new.split(separator: lineFeed) {
      guard let count = counts[line], count > 0 else { continue }
      counts[line] = count - 1
      common += line.count + 1
    }
    return Double(common) / Double(max(old.count, new.count))
  }
}
