import MemoCore
import MemoVault

/// Links of the memo that is shown or written.
extension BrowserLibrary {
  /// Which links of a memo lead nowhere. A memo without links costs no look at the names of all others.
  func examine(_ path: VaultPath) -> [BrowserEvent] {
    let index = index
    let rows = IndexRows(index)
    let record = rows.row(of: path).flatMap { index.record(of: rows[$0]) }
    guard record?.metadata.links.isEmpty == false else { return [.examined(path, broken: [])] }
    // A memo that cannot be read shows that by itself.
    let links = (try? LinkGraph(of: index).links(of: path)) ?? []
    return [.examined(path, broken: Set(links.filter { $0.resolution == .broken }.map(\.link)))]
  }

  /// The memos that a link may mean: those with what is typed in their titles, else the newest.
  func completions(of typed: String) -> [BrowserEvent] {
    let index = index
    let words = typed.split(whereSeparator: \.isWhitespace).filter { !$0.contains("\"") }
    guard !words.isEmpty else { return [.completions(typed, choices(Array(index.memos.prefix(Self.limit)), index))] }
    let query = words.map { "title:\($0)" }.joined(separator: " ")
    // What cannot be asked has no answer.
    guard let parsed = try? SearchQuery(parsing: query, openLastSyllable: true) else { return [] }
    let found = MemoSearch(parsed, now: kit.stopwatch).run(MemoFilter(), in: index).found
    return [.completions(typed, choices(found.prefix(Self.limit).map(\.memo), index))]
  }

  private static let limit = LinkCompletion.limit

  private func choices(_ memos: [IndexedMemo], _ index: VaultIndex) -> [LinkCompletion.Choice] {
    memos.map { LinkCompletion.Choice(title: index.title(of: $0), path: $0.path) }
  }
}
