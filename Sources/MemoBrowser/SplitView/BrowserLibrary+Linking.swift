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
    let links = (try? index.links(of: path)) ?? []
    let broken = links.filter { $0.resolution == .broken && file(of: $0.link, in: path) == nil }
    return [.examined(path, broken: Set(broken.map(\.link)))]
  }

  /// The links of a memo, each with the title of the memo that it leads to; one of them where `only` says so.
  func links(of path: VaultPath, only: MemoLink? = nil) -> [Chooser.Choice] {
    let index = index
    // A memo that cannot be read shows that by itself.
    let all = (try? index.links(of: path)) ?? []
    let one = all.first { $0.link == only }
    return (one.map { [$0] } ?? all).flatMap { link in
      link.paths.isEmpty ? [choice(without: link, in: path)] : link.paths.map { choice(link, to: $0, index) }
    }
  }

  private func choice(_ followed: FollowedLink, to path: VaultPath, _ index: VaultIndex) -> Chooser.Choice {
    let (rows, link) = (IndexRows(index), followed.link)
    let title = rows.row(of: path).map { index.title(of: rows[$0]) } ?? ""
    let heading = link.heading.map { " # \($0)" } ?? ""
    // Of several memos that it may mean the path tells which.
    let note = followed.paths.count > 1 ? path.text : link.label ?? ""
    return Chooser.Choice(
      name: (title.isEmpty ? link.target : title) + heading, note: note, action: .memo(path, heading: link.heading))
  }

  /// What is done with a link that leads to no single memo.
  private func choice(without link: FollowedLink, in path: VaultPath) -> Chooser.Choice {
    let (written, name) = (link.link, link.link.label ?? link.link.target)
    if let file = file(of: written, in: path) { return .init(name: name, note: "", action: .elsewhere(file.text)) }
    switch link.resolution {
    case .broken: return .init(name: name, note: "?", action: .nowhere(written))
    case .elsewhere, .memo, .ambiguous: return .init(name: name, note: "", action: .elsewhere(written.target))
    }
  }

  /// The file that a link of a memo names and that is no memo; `nil` for none.
  private func file(of link: MemoLink, in path: VaultPath) -> VaultPath? {
    link.paths(from: path.parent).first { vault.files.stamp(of: $0) != nil }
  }

  /// The memos that a link may mean: those with what is typed in their titles, else the newest.
  func completions(of typed: String) -> [BrowserEvent] {
    let index = index
    let words = typed.split(whereSeparator: \.isWhitespace).filter { !$0.contains("\"") }
    guard !words.isEmpty else { return [.completions(typed, choices(Array(index.memos.prefix(Self.limit)), index))] }
    let query = words.map { "title:\($0)" }.joined(separator: " ")
    // What cannot be asked has no answer.
    guard let parsed = try? SearchQuery(parsing: query, openLastSyllable: true) else { return [] }
    let found = MemoSearch(parsed, processorTime: kit.processorTime).run(MemoFilter(), in: index).found
    return [.completions(typed, choices(found.prefix(Self.limit).map(\.memo), index))]
  }

  private static let limit = LinkCompletion.limit

  private func choices(_ memos: [IndexedMemo], _ index: VaultIndex) -> [LinkCompletion.Choice] {
    memos.map { LinkCompletion.Choice(title: index.title(of: $0), path: $0.path) }
  }
}
