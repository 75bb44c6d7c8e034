public import MemoCore
import MemoStore

/// What has to change in the texts of a vault so that every link resolves to the same memo after some memos got other
/// paths or titles, or are gone. Nothing is written here.
public struct LinkRepair: Sendable {
  private let index: VaultIndex
  private let before: LinkResolver
  private let after: LinkResolver
  /// The changed memos by their places; `nil` for one that is gone. New ones have the places behind those of the index.
  private let changes: [Int: LinkResolver.Memo?]
  /// The memos to which links to new ones lead before the changes, by the places of these.
  private let heirs: [Int: Int]
  private let keepsCertain: Bool
  private let style: LinkStyle

  /// Prepares for changes of memos, named by their paths before them; they keep their aliases.
  ///
  /// - Parameters:
  ///   - changes: what each memo is afterwards; `nil` for one that is gone.
  ///   - added: memos that there were not.
  ///   - heirs: for each of these, the memo that has its text before the changes; for `reversedRewriter` alone.
  ///   - keepsCertain: whether wiki links by file names change as well that would become ambiguous, or lead to another
  ///     memo in other programs.
  public init(
    of index: VaultIndex, changes: [VaultPath: LinkResolver.Memo?], adding added: [LinkResolver.Memo] = [],
    heirs: [VaultPath] = [], keepsCertain: Bool = false
  ) {
    (self.keepsCertain, style) = (keepsCertain, LinkStyle(in: index.files))
    let heirPlaces = heirs.enumerated().compactMap { number, path in
      index.place(of: path).map { (index.placeCount + number, $0) }
    }
    self.heirs = Dictionary(uniqueKeysWithValues: heirPlaces)
    var places: [Int: LinkResolver.Memo?] = [:]
    for (path, memo) in changes {
      guard let place = index.place(of: path) else { continue }
      var memo = memo
      memo?.aliases = index.linkedMemo(at: place).aliases
      places.updateValue(memo, forKey: place)
    }
    for (number, memo) in added.enumerated() { places[index.placeCount + number] = memo }
    let changed = places
    self.index = index
    self.changes = changed
    before = LinkGraph(of: index).resolver
    var entries = index.mapPlaces { Self.entries(of: $0, in: index, changed) }
    if !added.isEmpty { entries.append(Self.entries(of: added, from: index.placeCount)) }
    let memo: @Sendable (Int) -> LinkResolver.Memo = { (changed[$0] ?? nil) ?? index.linkedMemo(at: $0) }
    after = LinkResolver(
      entries, path: { (changed[$0] ?? nil)?.path ?? index.path(at: $0) }, memo: memo, hasFile: before.hasFile)
  }

  /// The memos in which a link has to change, by their paths before the changes; no file is read but those of long memos.
  public func memos() -> [VaultPath] {
    let found = index.mapPlaces { places in
      var rewriter = rewriter()
      return places.filter { place in
        var isAffected = false
        if case .some(nil) = changes[place] { return false }
        index.readAllLinks(at: place) { links in
          guard !links.isEmpty else { return }
          let old = index.path(at: place)
          let folder = (changes[place] ?? nil)?.path.parent ?? old.parent
          isAffected = links.contains { rewriter.changes($0.target, $0.kind, from: old.parent, to: folder) }
        }
        return isAffected
      }
    }
    return found.joined().map { index.path(at: $0) }.sorted()
  }

  /// A link that has to change, and the memos to which it leads before the changes and would lead after them.
  package struct StrayedLink: Sendable {
    package let target: String
    package let before: VaultPath?
    package let after: VaultPath?
  }

  /// The links in a memo that have to change; its text is not read.
  package func strayedLinks(in path: VaultPath) -> [StrayedLink] {
    guard let place = index.place(of: path) else { return [] }
    var (rewriter, lookups, strayed) = (rewriter(), lookups(), [StrayedLink]())
    index.readAllLinks(at: place) { links in
      for link in links where rewriter.changes(link.target, link.kind, from: path.parent, to: path.parent) {
        let before = lookups.before.resolve(link.target, link.kind, from: path.parent).memo
        let after = lookups.after.resolve(link.target, link.kind, from: path.parent).memo
        strayed.append(
          StrayedLink(
            target: String(decoding: link.target, as: UTF8.self), before: before.map { named($0).path },
            after: after.map { named($0).path }))
      }
    }
    return strayed
  }

  /// What has to change in the text of a memo, named by its path before the changes.
  public func rewriting(of text: UnsafeRawBufferPointer, at path: VaultPath) -> LinkRewriter.Rewriting {
    var rewriter = rewriter()
    let change = index.place(of: path).flatMap { changes[$0] ?? nil }
    return rewriter.rewriting(of: text, from: path, to: change?.path ?? path)
  }

  /// The edits of targets in a memo, by its path before the changes, that are not those of links to memos.
  package func withoutMemos(_ edits: [ByteEdit], in text: UnsafeRawBufferPointer, at path: VaultPath) -> [ByteEdit] {
    var lookup = LinkLookup(before)
    return edits.filter { edit in
      let target = UnsafeRawBufferPointer(rebasing: text[edit.range])
      return lookup.resolve(target, .markdown, from: path.parent).memo == nil
    }
  }

  /// Follows links before the changes and after them.
  package func lookups() -> (before: LinkLookup, after: LinkLookup) { (LinkLookup(before), LinkLookup(after)) }

  /// A new link from a folder to a memo, by its place, after the changes; `nil` where none can be written.
  package func link(to memo: Int, from folder: VaultPath) -> [UInt8]? {
    var lookup = LinkLookup(after)
    let title = named(memo).title
    for kind in style.kinds {
      guard let target = target(of: memo, kind, from: folder, &lookup) else { continue }
      let name = title.isEmpty ? String(decoding: MemoFileRules.stem(of: named(memo).path), as: UTF8.self) : title
      return LinkStyle.link(kind, to: target, showing: kind == .wiki && style.namesTitles ? "" : name)
    }
    return nil
  }

  private func named(_ memo: Int) -> LinkResolver.Memo { (changes[memo] ?? nil) ?? index.linkedMemo(at: memo) }

  /// The shortest target by which a link from a folder leads to a memo, by its place, after the changes and to no other;
  /// `nil` where none can be written.
  package func target(
    of memo: Int, _ kind: MemoLink.Kind, from folder: VaultPath, _ lookup: inout LinkLookup
  ) -> [UInt8]? {
    style.target(of: named(memo), memo, kind, from: folder, &lookup)
  }

  /// Keeps links on the memos that they mean.
  package func rewriter() -> LinkRewriter {
    LinkRewriter(
      before: before, after: after, memo: named,
      isGone: { if case .some(nil) = changes[$0] { true } else { false } },
      formerPath: { place in
        guard place < index.placeCount, let changed = changes[place] ?? nil else { return nil }
        let path = index.path(at: place)
        return path == changed.path ? nil : path
      }, keepsCertain: keepsCertain, style: style)
  }

  private static func entries(of added: [LinkResolver.Memo], from start: Int) -> [NameEntry] {
    var (keys, entries) = (NameKeys(), [NameEntry]())
    for (number, memo) in added.enumerated() {
      let aliases = memo.aliases.map { keys.hash(of: $0) }
      let title = memo.title.isEmpty ? nil : keys.hash(of: memo.title)
      keys.addEntries(ofMemo: start + number, at: memo.path, title: title, aliases: aliases, to: &entries)
    }
    return entries
  }

  /// Has links that were written for the names after the changes lead to the same memos by those before them, which are the
  /// names that the memos have now.
  package func reversedRewriter() -> LinkRewriter {
    LinkRewriter(
      before: after, after: before, memo: { index.linkedMemo(at: $0) },
      formerPath: { place in
        guard let former = changes[place] ?? nil else { return nil }
        return former.path == index.path(at: place) ? nil : former.path
      }, heir: { heirs[$0] ?? $0 }, style: style)
  }

  /// The names of memos after the changes.
  private static func entries(
    of places: Range<Int>, in index: VaultIndex, _ changes: [Int: LinkResolver.Memo?]
  ) -> [NameEntry] {
    var keys = NameKeys()
    var entries: [NameEntry] = []
    for place in places {
      if case .some(nil) = changes[place] { continue }
      index.read(MemoRecord.names, at: place) { names in
        keys.addEntries(of: names, at: place, in: index, changed: changes[place] ?? nil, to: &entries)
      }
    }
    return entries
  }
}

extension VaultIndex {
  /// The memos with a path of Markdown that is wanted, as it is written in a memo of a folder; no file is read but those of
  /// long memos.
  package func memos(
    withPath isWanted: @Sendable (_ target: UnsafeRawBufferPointer, _ folder: VaultPath) -> Bool
  ) -> [VaultPath] {
    let found = mapPlaces { places in
      places.filter { place in
        var isFound = false
        readAllLinks(at: place) { links in
          guard !links.isEmpty else { return }
          let folder = path(at: place).parent
          isFound = links.contains { $0.kind == .markdown && isWanted($0.target, folder) }
        }
        return isFound
      }
    }
    return found.joined().map { path(at: $0) }
  }

  /// Whether a memo has links; no file is read but that of a long memo.
  package func hasLinks(in path: VaultPath) -> Bool {
    guard let place = place(of: path) else { return false }
    var isFound = false
    readAllLinks(at: place) { isFound = !$0.isEmpty }
    return isFound
  }

  /// The memo at a place as links know it.
  package func linkedMemo(at place: Int) -> LinkResolver.Memo {
    var memo = LinkResolver.Memo(path: path(at: place), title: "")
    read(MemoRecord.names, at: place) { names in
      memo.title = String(decoding: names.title, as: UTF8.self)
      memo.aliases = names.aliases.map { String(decoding: $0, as: UTF8.self) }
    }
    return memo
  }
}
