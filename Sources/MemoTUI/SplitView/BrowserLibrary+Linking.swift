import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoSync
import MemoWords
import Synchronization

/// Links and conflicts.
extension BrowserLibrary {
  /// The broken links and the pictures of a memo. For a memo without links the names of all others are not read.
  func examine(_ path: VaultPath) -> [BrowserEvent] {
    let index = index
    let rows = IndexRows(index)
    let record = rows.row(of: path).flatMap { index.record(of: rows[$0]) }
    guard record?.metadata.links.isEmpty == false else {
      return [.examined(path, broken: []), pictures(in: path)]
    }
    // A memo that cannot be read is reported when it is shown.
    let links = (try? index.links(of: path)) ?? []
    let broken = links.filter { $0.resolution == .broken && fileAtPath(of: $0.link, in: path) == nil }
    return [.examined(path, broken: Set(broken.map(\.link))), pictures(in: path)]
  }

  /// Memos above this size are searched for neither pictures nor headings.
  private static let searchLimit: UInt64 = 4 << 20

  /// The bytes of a memo; none of one that is long or cannot be read.
  private func searchedText(of path: VaultPath) -> [UInt8] {
    let isShort = vault.files.stamp(of: path).map { $0.size <= Self.searchLimit } ?? false
    return isShort ? (try? ReadMemo(path, in: vault).bytes) ?? [] : []
  }

  private func pictures(in path: VaultPath) -> BrowserEvent {
    let files = vault.files
    let notes = pictured.withLock { pictured in
      // All folders are not looked through again for each save of a memo that links to pictures by their names.
      if pictured.memo == path { pictured.files.forgetMissing(in: files) } else { pictured = (path, LinkedFiles()) }
      return PictureNotes(files: files).notes(of: searchedText(of: path), in: path, &pictured.files)
    }
    let tools = notes.isEmpty ? [] : pictureReader?.tools ?? []
    return .pictured(path, notes, tools)
  }

  /// Prepares a picture for the terminal.
  func prepare(_ request: PictureRequest) -> BrowserEvent {
    .prepared(request, pictureReader?.data(for: request))
  }

  private var pictureReader: PictureReader? { kit.programs.map { PictureReader(vault: vault, programs: $0) } }

  /// The links of a memo with the titles of their memos; only one of the links if `only` is given.
  func links(of path: VaultPath, only: MemoLink? = nil) -> BrowserEvent {
    let index = index
    // A memo that cannot be read is reported when it is shown.
    let all = (try? index.links(of: path)) ?? []
    let one = all.first { $0.link == only }
    let shown = one.map { [$0] } ?? all
    let files = files(of: shown.filter { $0.path == nil }.map(\.link), in: path)
    let choices = shown.flatMap { link -> [Chooser.Choice] in
      guard let memo = link.path else { return [choice(without: link, files[link.link])] }
      // In a list, the others that an ambiguous link may mean are offered, too.
      let others = one == nil ? link.candidates.filter { $0 != memo } : []
      return ([memo] + others).map { choice(link, to: $0, index) }
    }
    return .choices(choices, orElse: BrowserMessages.noLinks[kit.language])
  }

  /// The memo of a name, as links name it; where several have the name, these.
  func memo(named name: String) -> BrowserEvent {
    let index = index
    let path = index.paths(linkedBy: [name]).first ?? nil
    let paths =
      path.map { [$0] } ?? index.memos(called: name, with: []).filter { isName(name, of: $0, index) }.map(\.path)
    let choices = paths.map { Chooser.Choice(name: name, note: $0.text, action: .memo($0, heading: nil)) }
    return .choices(choices, orElse: ViMessages.noMemo(name)[kit.language])
  }

  private func isName(_ name: String, of memo: IndexedMemo, _ index: VaultIndex) -> Bool {
    let stem = MemoFileRules.stem(of: memo.path)
    return index.title(of: memo).utf8.elementsEqual(name.utf8) || stem.elementsEqual(name.utf8)
  }

  /// The memos that link to a memo, newest first.
  func backlinks(of path: VaultPath) -> BrowserEvent {
    let index = index
    let choices = Backlinks(to: path, in: index).memos.map { memo in
      let title = index.title(of: memo)
      return Chooser.Choice(
        name: title.isEmpty ? memo.path.text : title, note: kit.dates(memo.modified),
        action: .memo(memo.path, heading: nil))
    }
    return .choices(choices, orElse: BrowserMessages.noBacklinks[kit.language])
  }

  /// The conflicts that syncs have left; with `isAsked` to choose from them.
  func conflicts(isAsked: Bool) -> [BrowserEvent] {
    do {
      let found = try kit.conflicts(nil)
      return [.conflicts(found)]
        + (isAsked ? [.choices(choices(of: found), orElse: SyncMessages.noConflicts[kit.language])] : [])
    } catch {
      // A failed sync is in the status line anyway.
      return isAsked ? [.failed(text(of: error))] : []
    }
  }

  /// The conflicts that are left in a memo.
  func conflictsLeft(in path: VaultPath) -> [BrowserEvent] {
    // A failed sync is in the status line anyway.
    guard let found = try? kit.conflicts(path) else { return [] }
    return [.conflictsLeft(path, found.filter { $0.path == path })]
  }

  private func choices(of conflicts: [SyncConflict]) -> [Chooser.Choice] {
    let index = index
    let rows = IndexRows(index)
    return conflicts.flatMap { conflict in
      let row = rows.row(of: conflict.path)
      let title = row.map { index.title(of: rows[$0]) } ?? ""
      let name = title.isEmpty ? conflict.path.text : title
      let text = (conflict.ours.isEmpty ? conflict.theirs : conflict.ours).prefix { $0 != UInt8(ascii: "\n") }
      let place = Chooser.Choice(
        name: name, note: "\(conflict.line): \(String(decoding: text, as: UTF8.self))",
        action: row == nil ? .message(BrowserMessages.fileAdvice(conflict)[kit.language]) : .conflict(conflict))
      let versions = conflict.kind == .stale ? ConflictVersion.allCases : []
      return [place]
        + versions.map { version in
          Chooser.Choice(
            name: name, note: BrowserMessages.version(version)[kit.language], action: .version(conflict, version))
        }
    }
  }

  private func choice(_ followed: FollowedLink, to path: VaultPath, _ index: VaultIndex) -> Chooser.Choice {
    let (rows, link) = (IndexRows(index), followed.link)
    let title = rows.row(of: path).map { index.title(of: rows[$0]) } ?? ""
    let heading = link.heading.map { " # \($0)" } ?? ""
    // Where other memos have the same name, the path distinguishes them.
    let note = followed.candidateCount > 1 ? path.text : link.label ?? ""
    return Chooser.Choice(
      name: (title.isEmpty ? link.target : title) + heading, note: note, action: .memo(path, heading: link.heading))
  }

  /// The choice for a link that resolves to no memo but may lead to a file.
  private func choice(without link: FollowedLink, _ file: VaultPath?) -> Chooser.Choice {
    let (written, name) = (link.link, link.link.label ?? link.link.target)
    if let file { return .init(name: name, note: "", action: .file(file)) }
    switch link.resolution {
    case .broken: return .init(name: name, note: "?", action: .broken(written))
    case .elsewhere, .memo, .ambiguous: return .init(name: name, note: "", action: .notAMemo(written.target))
    }
  }

  /// The files, not memos, that links of a memo lead to: by their paths, else by their names.
  private func files(of links: [MemoLink], in path: VaultPath) -> [MemoLink: VaultPath] {
    var linked = LinkedFiles()
    let files = zip(links, linked.files(of: links, in: path, of: vault.files))
    return Dictionary(files.compactMap { link, file in file.map { (link, $0) } }) { first, _ in first }
  }

  /// The file, not a memo, that a link names by its path; `nil` if there is none.
  private func fileAtPath(of link: MemoLink, in path: VaultPath) -> VaultPath? {
    link.paths(from: path.parent).lazy.compactMap(FolderSpelling(in: vault.files).file).first
  }

  /// The file that a link with a label names.
  func attachment(_ target: String, in path: VaultPath) -> BrowserEvent {
    let link = MemoLink(kind: .markdown, target: target)
    let choices = files(of: [link], in: path).map { Chooser.Choice(name: target, note: "", action: .file($1)) }
    return .choices(choices, orElse: ListMessages.notOpened(target)[kit.language])
  }

  /// What a text that is typed may become.
  ///
  /// - Parameter memo: the one that it is typed in.
  func completions(of query: TypedQuery, in memo: VaultPath?) -> [BrowserEvent] {
    switch query.kind {
    case .link: return [.completions(query, links(query.text, from: memo?.parent ?? .root))]
    case .heading(let memo):
      let path = index.paths(linkedBy: [memo]).first ?? nil
      return [.completions(query, path.map { headings(query.text, in: searchedText(of: $0)) } ?? [])]
    case .ownHeading(let text): return [.completions(query, headings(query.text, in: text))]
    case .tag:
      let tags = TagNames(of: index).best(for: query.text).prefix(Self.limit)
      let choices = tags.map { LinkCompletion.Choice("#\($0.tag)", note: "\($0.count)", target: $0.tag) }
      return [.completions(query, choices)]
    case .date:
      let days = DayNames(clock: kit.clock, language: kit.language).days(for: query.text).prefix(Self.limit)
      return [.completions(query, days.map { LinkCompletion.Choice($0.name, note: $0.date, target: $0.date) })]
    }
  }

  /// The headings of a text that answer to what is typed, as links name them.
  private func headings(_ typed: String, in text: [UInt8]) -> [LinkCompletion.Choice] {
    let anchors = text.withUnsafeBytes { MemoAnchors(of: $0) }
    let found = TypedName(typed).best(Array(0..<anchors.count)) { anchors.text(of: $0) }
    let named = found.lazy.compactMap { heading -> LinkCompletion.Choice? in
      guard let anchor = anchors.anchor(of: heading, like: "", .wiki) else { return nil }
      // What is named by its section, too, has the same text as another one.
      let title = anchor.utf8.contains(UInt8(ascii: "#")) ? anchor : anchors.text(of: heading)
      return LinkCompletion.Choice(title, note: "", target: anchor)
    }
    return Array(named.prefix(Self.limit))
  }

  /// Memos for a link: those with the typed words in their titles, then those with other names; without words
  /// the newest.
  private func links(_ typed: String, from folder: VaultPath) -> [LinkCompletion.Choice] {
    let index = index
    let words = typed.split(whereSeparator: \.isWhitespace).filter { !$0.containsBytes("\"") }
    guard !words.isEmpty else { return choices(index.memos, "", index, from: folder) }
    let query = words.map { "title:\($0)" }.joined(separator: " ")
    // An invalid query has no completions.
    guard let parsed = try? SearchQuery(parsing: query, openLastSyllable: true) else { return [] }
    let found = MemoSearch(parsed, processorTime: kit.processorTime).run(MemoFilter(), in: index).found.map(\.memo)
    let titled = words.count > 1 ? wholeMatchesFirst(found, typed, index) : found
    return choices(index.memos(called: typed, with: titled), typed, index, from: folder)
  }

  /// Titles that contain the typed text as a whole come before those that contain its words separately.
  private func wholeMatchesFirst(_ memos: [IndexedMemo], _ typed: String, _ index: VaultIndex) -> [IndexedMemo] {
    guard let pattern = WordPattern(word: typed, openLastSyllable: true) else { return memos }
    var (whole, apart): ([IndexedMemo], [IndexedMemo]) = ([], [])
    for memo in memos {
      if pattern.occurs(in: index.title(of: memo)) { whole.append(memo) } else { apart.append(memo) }
    }
    return whole + apart
  }

  private static let limit = LinkCompletion.limit

  /// The memos as links of a folder name them: by their titles, else by their paths; under an alias where that is what was
  /// typed, as the language server has it.
  private func choices(
    _ memos: some Sequence<IndexedMemo>, _ typed: String, _ index: VaultIndex, from folder: VaultPath
  ) -> [LinkCompletion.Choice] {
    let style = vault.linkStyle
    let named = memos.lazy.compactMap { memo in
      LinkCompletion.Choice(title: index.title(of: memo), path: memo.path, style).map { (memo: memo, choice: $0) }
    }
    let name = TypedName(typed)
    let found = Array(named.prefix(Self.limit)).map { memo, choice in
      let ways = [choice, choice.byPath(), choice.byPath(withEnding: true)]
      return (ways: ways, alias: alias(of: memo, typedAs: name, index))
    }
    let asked = found.flatMap { $0.ways.map(\.target) + [$0.alias].compactMap(\.self) }
    var paths = index.paths(linkedBy: asked)[...]
    let choices = found.map { ways, alias in
      let led = Array(paths.prefix(ways.count))
      paths = paths.dropFirst(ways.count)
      // An exact path leads to its memo wherever it can be written.
      let choice = zip(ways, led).first { $0.path == $1 }?.0 ?? ways[1]
      guard let alias else { return choice }
      let isName = paths.popFirst() == .some(choice.path) && index.titles != .fileName && style.namesTitles
      return choice.called(alias, isTarget: isName)
    }
    guard style.markdownPaths != nil else { return choices }
    return zip(choices, found).map { markdown($0, titled: $1.ways[0].title, style, index, from: folder) }
  }

  /// The choice as a Markdown link of a folder, where a path leads to the memo.
  private func markdown(
    _ choice: LinkCompletion.Choice, titled title: String, _ style: LinkStyle, _ index: VaultIndex,
    from folder: VaultPath
  ) -> LinkCompletion.Choice {
    let memo = LinkResolver.Memo(path: choice.path, title: title)
    let targets = style.targets(of: memo, .markdown, from: folder).map { String(decoding: $0, as: UTF8.self) }
    let led = index.paths(linkedBy: targets, .markdown, from: folder)
    let ledElsewhere = style.mayDiffer(.markdown) ? index.paths(linkedBy: targets, .markdown) : led
    let places = targets.indices.filter { led[$0] == choice.path }
    guard let place = places.first(where: { ledElsewhere[$0] == choice.path }) ?? places.first else { return choice }
    return choice.linked(by: targets[place], titled: title)
  }

  /// The alias of a memo that is typed, where its title is not; `nil` for one that no link can hold.
  private func alias(of memo: IndexedMemo, typedAs name: TypedName, _ index: VaultIndex) -> String? {
    guard name.rank(index.title(of: memo)) == nil else { return nil }
    let aliases = index.record(of: memo)?.metadata.aliases ?? []
    return aliases.first { name.rank($0) != nil && MemoLink.canWrite($0) }
  }
}
