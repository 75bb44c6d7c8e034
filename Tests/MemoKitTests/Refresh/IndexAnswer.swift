import MemoCore

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Everything that an index answers, decoded to the last record, so that two indexes can be compared.
struct IndexAnswer: Equatable {
  struct Row: Equatable {
    var number: Int
    var path: VaultPath
    var modified: Int64
    var title: String
    var size: UInt64
    var record: MemoRecord?
  }

  var rows: [Row]
  var count: Int
  var problems: Set<String>

  init(_ index: VaultIndex) {
    rows = index.memos.map { memo in
      Row(
        number: memo.number, path: memo.path, modified: memo.modified, title: index.title(of: memo),
        size: index.size(of: memo), record: index.record(of: memo))
    }
    count = index.count
    problems = Set(index.problems.map { "\($0.operation) \(VaultPath(bytes: $0.path).text): \($0.reason)" })
  }

  var paths: [String] { rows.map(\.path.text) }

  /// Where two answers part, for a test's message.
  func difference(from other: IndexAnswer) -> String {
    let here = rows.filter { !other.rows.contains($0) }.map { "\($0)" }
    let there = other.rows.filter { !rows.contains($0) }.map { "\($0)" }
    return """
      \(rows.count) (\(count)) and \(other.rows.count) (\(other.count)) memos
      only here: \(here.joined(separator: "\n"))
      only there: \(there.joined(separator: "\n"))
      problems: \(problems) and \(other.problems)
      """
  }
}
