import MemoCore

/// Searching while the query is typed.
extension BrowserState {
  mutating func search(_ event: TerminalEvent, _ input: LineInput) -> [BrowserEffect] {
    switch event {
    case .key(.escape, _), .key(.control("c"), _), .key(.control("g"), _):
      mode = .browsing
      return endSearch()
    case .key(.enter, _):
      mode = .browsing
      focus = .list
      return []
    case .key(.up, _), .key(.control("p"), _): select(selection - 1)
    case .key(.down, _), .key(.control("n"), _): select(selection + 1)
    default:
      var input = input
      let isChanged = input.update(event)
      mode = .searching(input)
      if isChanged { return search(for: input.text) }
    }
    return []
  }

  /// Looks for a query in the whole vault.
  mutating func search(for query: String) -> [BrowserEffect] {
    self.query = query
    queryProblem = nil
    return [.list(query: query, order: order)]
  }

  /// Shows all memos again; the selected one stays so.
  mutating func endSearch() -> [BrowserEffect] {
    guard !query.isEmpty || !shownQuery.isEmpty else { return [] }
    // Where nothing was found, what was read before is read on.
    if rows.count == 0 { selectedPath = selectedPath ?? lastPath }
    return search(for: "")
  }
}
