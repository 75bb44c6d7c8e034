import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Names with the number of memos that have each.
struct CountList {
  /// What to sort by.
  enum Key: String, CaseIterable {
    case name
    case count
  }

  static let sort = Option<Key>.choice(
    "sort", help: Text("Sort by name, or by number of memos", ko: "이름순 또는 메모 수가 많은 순으로 정렬"))

  /// The key of a name in JSON.
  let key: String
  let counts: [(name: String, count: Int)]
  /// What a terminal shows where there are none.
  let nothing: Text
  let session: Session

  /// Writes them: JSON, a table on a terminal, a line each elsewhere.
  func write() throws {
    if counts.isEmpty { session.noteNothing(nothing) }
    let counts = session.part(of: sorted)
    if session.isJSON {
      try session.writeJSON(
        counts.lazy.map { count -> Record in
          Record([.init(key: key, value: .text(count.name)), .init(key: "count", value: .number(count.count))])
        })
    } else if session.console.outputIsTerminal {
      try session.page(counts.isEmpty ? [] : [table(counts)])
    } else {
      try session.writeRecords(counts.flatMap { session.line(.text($0.name), .number($0.count)) })
    }
  }

  private var sorted: [(name: String, count: Int)] {
    let collation = session.machine.collation
    let byName = counts.map { (count: $0, key: collation.key(for: NaturalOrder.text($0.name))) }.sorted { left, right in
      left.key == right.key
        ? left.count.name.utf8.lexicographicallyPrecedes(right.count.name.utf8)
        : left.key.lexicographicallyPrecedes(right.key)
    }.map(\.count)
    guard session.arguments[Self.sort] == .count else { return byName }
    return byName.enumerated().sorted { left, right in
      left.element.count == right.element.count
        ? left.offset < right.offset : left.element.count > right.element.count
    }.map(\.element)
  }

  /// For people: counts in a column, then the names.
  private func table(_ counts: ArraySlice<(name: String, count: Int)>) -> [UInt8] {
    let width = counts.map { "\($0.count)".utf8.count }.max() ?? 0
    let lines = counts.map { count in
      let number = "\(count.count)"
      let padding = DisplayWidth.padding(number, to: width)
      let name =
        count.name.isEmpty
        ? session.style.faint(Message.emptyValue[session.language]) : TerminalText.visible(count.name)
      return "\(padding)\(session.style.number(number))  \(name)\n"
    }
    return Array(lines.joined().utf8)
  }
}
