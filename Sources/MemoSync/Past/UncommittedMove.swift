package import MemoCore
import MemoStore

extension PastRepository {
  /// How many memos that are gone are read; of more, only those whose file has the same name.
  private static let mostRead = 1_000
  /// How many bytes of them are read, those of the same name first.
  private static let mostBytes = 64 << 20

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
    let others = gone.count > Self.mostRead ? [] : gone.filter { !$0.path.name.elementsEqual(memo.name) }
    let candidates = namesakes.prefix(Self.mostRead) + others
    let sizes = try git.sizes(of: candidates.map(\.id))
    var room = Self.mostBytes
    let read = candidates.filter { entry in
      // Of a file twice as large, less than half can be in both.
      guard let size = sizes[entry.id], size <= min(room, 2 * text.count + 2) else { return false }
      room -= size
      return true
    }
    let texts = try contents(of: read)
    let lines = Self.lines(of: text)
    let ranked = read.compactMap { entry in
      texts[entry].map { old in
        let isNamesake = entry.path.name.elementsEqual(memo.name)
        return (path: entry.path, likeness: Self.likeness(old, text, lines), isNamesake: isNamesake)
      }
    }
    let best = ranked.filter { $0.likeness >= 0.5 }
      .max { ($0.likeness, $0.isNamesake ? 1 : 0) < ($1.likeness, $1.isNamesake ? 1 : 0) }
    return best.flatMap { memoPath(of: $0.path) }
  }

  /// How often a text has each of its lines.
  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>: Int] {
    text.split(separator: UInt8(ascii: "\n")).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// How much of the longer one of two texts is in lines that both have, from 0 to 1.
  ///
  /// - Parameter lines: those of the new one.
  private static func likeness(_ old: [UInt8], _ new: [UInt8], _ lines: [ArraySlice<UInt8>: Int]) -> Double {
    if old == new { return 1 }
    // So much shorter, it cannot be half of the new one.
    guard new.count <= 2 * old.count + 2 else { return 0 }
    var common = 0
    for (line, count) in self.lines(of: old) { common += min(count, lines[line] ?? 0) * (line.count + 1) }
    return Double(common) / Double(max(old.count, new.count))
  }
}
