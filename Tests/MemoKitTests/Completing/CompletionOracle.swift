import MemoCore

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// What completions and tags must be, from the decoded records of all memos.
struct CompletionOracle {
  let rows: [IndexAnswer.Row]

  /// The names that begin so, of each memo the first of its title and its file's name without and with ending, or its path.
  func names(_ typed: String) -> Set<[UInt8]> {
    let isPath = typed.utf8.contains(UInt8(ascii: "/"))
    let key = Folding.matchKey(typed)
    let names = rows.compactMap { row -> [UInt8]? in
      let others = isPath ? [row.path.bytes] : [Array(MemoFileRules.stem(of: row.path)), Array(row.path.name)]
      return ([Array(row.title.utf8)] + others).first {
        !$0.isEmpty && Folding.matchKey(String(decoding: $0, as: UTF8.self)).starts(with: key)
      }
    }
    return Set(names.filter(Self.isTypable))
  }

  private static func isTypable(_ name: [UInt8]) -> Bool {
    guard let text = String(validating: name, as: UTF8.self) else { return false }
    return name.first != UInt8(ascii: "-") && TerminalText.visible(text).utf8.elementsEqual(name)
  }

  /// The tags with their numbers, in the spelling of most memos.
  var tags: [TagCount] {
    let spellings = rows.flatMap { $0.record?.metadata.tags ?? [] }.map { Array($0.utf8) }
    let byKey = Dictionary(grouping: spellings) { Folding.matchKey(String(decoding: $0, as: UTF8.self)) }
    return byKey.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { _, same in
      let counts = Dictionary(grouping: same) { $0 }.mapValues(\.count)
      let most = counts.values.max() ?? 0
      let best = counts.filter { $0.value == most }.keys.min { $0.lexicographicallyPrecedes($1) } ?? []
      return TagCount(tag: String(decoding: best, as: UTF8.self), count: same.count)
    }
  }
}
