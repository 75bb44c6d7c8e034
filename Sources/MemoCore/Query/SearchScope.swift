/// A part of a memo in which a part of a query has to hold.
enum SearchScope: Sendable {
  /// A line.
  case line
  /// A heading and what is under it, up to the next one of any level.
  case section
  /// The line of a task, of one state or of any.
  case task(MarkupTask.State?)

  /// The parts of a text, in its order: their bytes.
  func parts(of text: UnsafeRawBufferPointer, titledBy rule: TitleRule) -> [Range<Int>] {
    switch self {
    case .line: return Self.lines(of: text, titledBy: rule).map(\.range)
    case .section: return Self.sections(of: text, titledBy: rule)
    case .task(let state):
      let tasks = MarkupTree(text).tasks.filter { state == nil || $0.state == state }
      return tasks.map { task in
        let mark = task.mark.lowerBound
        return text.lineStart(of: mark)..<LineScanner.line(of: text, at: mark).upperBound
      }
    }
  }

  private static func lines(of text: UnsafeRawBufferPointer, titledBy rule: TitleRule) -> [MemoLines.Line] {
    var lines = MemoLines(text, TitleLine(text, rule))
    var found: [MemoLines.Line] = []
    while let line = lines.nextLine() { found.append(line) }
    return found
  }

  private static func sections(of text: UnsafeRawBufferPointer, titledBy rule: TitleRule) -> [Range<Int>] {
    let starts = lines(of: text, titledBy: rule).filter { $0.place != .body }.map(\.range.lowerBound)
    let all = (starts.first == 0 ? [] : [0]) + starts
    return zip(all, all.dropFirst() + [text.count]).map { $0..<$1 }
  }
}

/// Looks for a part of a query in parts of a memo.
///
/// Parts of the text as it is in the file: the folded text has no lines of tasks, and regular expressions look at files,
/// too.
struct ScopedSearch {
  let budget: RegexBudget
  /// Whether words may be forgiven.
  let isForgiving: Bool
  /// What a condition says that is about the whole memo.
  let ofMemo: (SearchQuery.Condition) -> Bool
  private var text = LazyText()

  init(_ budget: RegexBudget, isForgiving: Bool, ofMemo: @escaping (SearchQuery.Condition) -> Bool) {
    (self.budget, self.isForgiving, self.ofMemo) = (budget, isForgiving, ofMemo)
  }

  /// The parts of a text in which a node holds.
  mutating func parts(
    of scope: SearchScope, with node: SearchQuery.Node?, in bytes: UnsafeRawBufferPointer, titledBy rule: TitleRule
  ) -> [Range<Int>] {
    let parts = scope.parts(of: bytes, titledBy: rule)
    guard let node else { return parts }
    return parts.filter { part in
      text.reset()
      return holds(node, in: bytes.part(part), titledBy: rule)
    }
  }

  private mutating func holds(
    _ node: SearchQuery.Node, in part: UnsafeRawBufferPointer, titledBy rule: TitleRule
  ) -> Bool {
    switch node {
    case .all(let nodes, let order):
      for index in order where !holds(nodes[index], in: part, titledBy: rule) { return false }
      return true
    case .any(let nodes):
      for node in nodes where holds(node, in: part, titledBy: rule) { return true }
      return false
    case .not(let node): return !holds(node, in: part, titledBy: rule)
    case .within(let scope, let node):
      var inner = ScopedSearch(budget, isForgiving: isForgiving, ofMemo: ofMemo)
      return !inner.parts(of: scope, with: node, in: part, titledBy: rule).isEmpty
    case .condition(.text(let matcher)):
      return text.holds(matcher, in: part, isForgiving: isForgiving, budget)
    case .condition(let condition): return ofMemo(condition)
    }
  }
}
