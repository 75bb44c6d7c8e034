import MemoCore
import MemoIndex
import MemoKit
import MemoStore

/// Memos, their other names and their headings by what is typed, as the picker finds memos.
enum WorkspaceSymbols {
  static let features = [Feature("workspace/symbol", symbols)]

  /// At most so many are found in all vaults, and so many memos are read for their headings.
  private static let limit = 100

  /// The kinds of symbols, as the protocol numbers them.
  private enum Kind: Int {
    case file = 1
    case string = 15
    case key = 20
  }

  private static func symbols(_ request: FeatureRequest) throws -> JSONValue {
    let query = request.params["query"]?.text ?? ""
    // A vault within another one is part of both: each place is listed once, as the inner vault has it.
    let vaults = request.workspace.vaults.sorted { $0.root.bytes.count > $1.root.bytes.count }
    let share = limit / max(1, vaults.count)
    var all: [JSONValue] = []
    var listed: Set<[UInt8]> = []
    for vault in vaults {
      let found = try symbols(called: query, in: vault.view, share, request).map { (symbol: $0, place: place(of: $0)) }
      all += found.filter { !listed.contains($0.place) }.map(\.symbol)
      listed.formUnion(found.map(\.place))
    }
    return .array(all)
  }

  private static func place(of symbol: JSONValue) -> [UInt8] { symbol["location"]?.encoded ?? [] }

  private static func symbols(
    called query: String, in view: VaultView, _ limit: Int, _ request: FeatureRequest
  ) throws -> [JSONValue] {
    let name = TypedName(query)
    var found: [JSONValue] = []
    for memo in view.memos(called: query, limit: limit) {
      guard found.count < limit else { return found }
      try request.checkCancelled()
      found += named(memo, name, in: view).prefix(limit - found.count)
    }
    guard !query.utf8.isEmpty else { return found }
    for path in memosWithHeadings(query, in: view, request) {
      guard found.count < limit else { break }
      try request.checkCancelled()
      found += headings(of: path, name, in: view).prefix(limit - found.count)
    }
    return found
  }

  /// A memo by its title, or by those of its other names that answer where the title does not.
  private static func named(_ memo: IndexedMemo, _ name: TypedName, in view: VaultView) -> [JSONValue] {
    guard let lines = view.lines(of: memo.path) else { return [] }
    let title = view.title(of: memo.path)
    let aliases = view.index.record(of: memo)?.metadata.aliases ?? []
    let answering = name.rank(title) == nil ? aliases.filter { name.rank($0) != nil } : []
    let place = AnchorPlace(of: nil, .wiki, in: lines, titledBy: view.vault.titleSource(at: memo.path))
    let names = answering.isEmpty ? [(title, Kind.file)] : answering.map { ($0, Kind.key) }
    return names.map { name, kind in symbol(name, kind, of: memo.path, at: place.selection, lines, in: view) }
  }

  /// The memos whose texts have what is typed, those that have it in a heading first.
  private static func memosWithHeadings(
    _ query: String, in view: VaultView, _ request: FeatureRequest
  ) -> ArraySlice<VaultPath> {
    guard let parsed = try? SearchQuery(parsing: query, openLastSyllable: true) else { return [] }
    let search = MemoSearch(parsed, processorTime: request.machine.processorTime, isStopped: request.isCancelled)
    return search.run(MemoFilter(), in: view.index).found.prefix(limit).map(\.memo.path)[...]
  }

  private static func headings(of path: VaultPath, _ name: TypedName, in view: VaultView) -> [JSONValue] {
    guard let lines = view.lines(of: path) else { return [] }
    let marks = DocumentMarks(lines.bytes, titledBy: view.vault.titleSource(at: path))
    let title = marks.layout.titleText ?? 0..<0
    return marks.headings.filter { !$0.content.overlaps(title) && name.rank($0.text) != nil }.map {
      symbol($0.text, .string, of: path, at: $0.content, lines, in: view)
    }
  }

  private static func symbol(
    _ name: String, _ kind: Kind, of path: VaultPath, at range: Range<Int>, _ lines: LineTable, in view: VaultView
  ) -> JSONValue {
    [
      "name": .text(MarkdownText.name(name)), "kind": .integer(kind.rawValue),
      "location": view.location(path, range, in: lines),
      "containerName": .text(MarkdownText.name(kind == .file ? path.text : view.title(of: path))),
    ]
  }
}
