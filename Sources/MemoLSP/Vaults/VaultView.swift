import MemoCore
import MemoIndex
import MemoKit
import MemoStore

/// A vault as of one moment: its files with the open documents laid over them.
///
/// What is dear is made when it is first asked for, and taken over from the view before where that still holds.
final class VaultView {
  /// The vault; reads the open documents in the place of their files.
  let vault: Vault
  /// Its memos, the open documents as they are.
  let index: VaultIndex
  /// Whether the index is up to date with the files, and not what a cache remembers of them.
  let isComplete: Bool
  /// The open documents by their paths in the vault.
  let open: [VaultPath: OpenDocument]

  /// How grave problems are by the vault's settings, by their codes.
  let severities: [String: String]

  /// Counts how often the files were found changed.
  private let diskState: Int
  private let encoding: PositionEncoding
  private let showsCR: Bool
  private let now: () -> Int64
  /// The URI of a file that need not exist.
  let address: (VaultPath) -> String
  private var knownGraph: LinkGraph?
  /// Of the memos that were checked.
  private var knownClashes: [VaultPath: NameClashes] = [:]
  private var knownTable: NameTable?
  /// A table of other names, most of which are these.
  private var formerTable: NameTable?
  private var knownAttachments = KnownAttachments()
  /// What the links of open documents name in memos, by the documents.
  private var knownAnchors: [VaultPath: KnownAnchors] = [:]
  /// What the repository was asked about last, and a check that knows its answer; `nil` where that adds nothing.
  private var knownPast: (path: VaultPath, problems: [VaultProblem], time: Duration, check: VaultCheck?)?
  private var knownTwins = KnownTwins()
  private var linkedFiles = LinkedFiles()
  private var trash: TrashedNames
  /// The links of open documents.
  private var knownLinks: [VaultPath: (bytes: [UInt8], links: [(span: LinkSpan, link: FollowedLink)])] = [:]
  private var knownLinking: [VaultPath: [LinkingMemo]] = [:]
  /// The open documents when `knownLinking` was found, which may have other links now.
  private var formerlyOpen: Set<VaultPath> = []

  init(
    _ vault: Vault, _ index: VaultIndex, isComplete: Bool, open: [VaultPath: OpenDocument],
    severities: [String: String], diskState: Int, _ encoding: PositionEncoding, showsCR: Bool,
    now: @escaping () -> Int64,
    after earlier: VaultView?, address: @escaping (VaultPath) -> String
  ) {
    (self.vault, self.index, self.isComplete, self.open, self.diskState) = (vault, index, isComplete, open, diskState)
    (self.encoding, self.showsCR, self.now) = (encoding, showsCR, now)
    (self.address, self.severities) = (address, severities)
    trash = TrashedNames(of: vault)
    if let earlier, earlier.diskState == diskState {
      (knownAttachments, trash, linkedFiles) = (earlier.knownAttachments, earlier.trash, earlier.linkedFiles)
      // A document that was never saved has a name, too.
      if open.keys == earlier.open.keys { knownTwins = earlier.knownTwins }
      let changed = Set(open.keys).union(earlier.open.keys).filter { open[$0]?.bytes != earlier.open[$0]?.bytes }
      if changed.isEmpty { knownPast = earlier.knownPast }
      knownAnchors = earlier.knownAnchors.filter { open[$0.key] != nil }
      for path in knownAnchors.keys { knownAnchors[path]?.forget(changed) }
    }
    formerTable = earlier.flatMap { $0.index.isIntact ? $0.knownTable ?? $0.formerTable : nil }
    guard let earlier, earlier.index.isIntact, index.hasNames(of: earlier.index) else { return }
    knownTable = earlier.knownTable
    knownGraph = earlier.knownGraph.map { LinkGraph(of: index, namedAs: $0, hasFiles: earlier.diskState == diskState) }
    knownClashes = earlier.knownClashes
    guard earlier.diskState == diskState else { return }
    knownLinking = earlier.knownLinking
    formerlyOpen = earlier.formerlyOpen.union(earlier.open.keys)
  }

  /// Which memos links lead to.
  var graph: LinkGraph {
    if let knownGraph { return knownGraph }
    let graph = LinkGraph(of: index)
    knownGraph = graph
    return graph
  }

  /// The memos that answer to what is typed, as `NameTable` finds them; the newest ones for nothing.
  func memos(called typed: String, limit: Int) -> [IndexedMemo] {
    guard typed.contains(where: { !$0.isWhitespace }) else { return Array(index.memos.lazy.prefix(limit)) }
    let table = knownTable ?? NameTable(of: index, after: formerTable)
    (knownTable, formerTable) = (table, nil)
    return table.memos(called: typed, in: index, limit: limit)
  }

  /// A memo with links to another one.
  struct LinkingMemo {
    let path: VaultPath
    let links: [MemoLink]
  }

  /// The memos that link to one, with these links.
  ///
  /// All memos are gone through once; after that, only those whose texts may have changed.
  func linking(to path: VaultPath) -> [LinkingMemo] {
    var found: [LinkingMemo]
    if let known = knownLinking[path] {
      let changed = formerlyOpen.union(open.keys).subtracting([path])
      found = known.filter { !changed.contains($0.path) } + changed.sorted().compactMap { linking($0, to: path) }
    } else {
      found = Backlinks(to: path, in: index).memos.compactMap { linking($0.path, to: path) }
    }
    knownLinking[path] = found
    return found
  }

  /// A memo with its links to another one; `nil` if it has none.
  private func linking(_ memo: VaultPath, to path: VaultPath) -> LinkingMemo? {
    guard let target = index.place(of: path), let record = record(of: memo) else { return nil }
    var lookup = LinkLookup(graph.resolver)
    let links = record.metadata.links.filter { link in
      !link.target.isEmpty && lookup.resolve(Array(link.target.utf8), link.kind, from: memo.parent).memo == target
    }
    return links.isEmpty ? nil : LinkingMemo(path: memo, links: links)
  }

  /// Whether a link of that name leads, or may lead, to a memo.
  func isName(_ name: String) -> Bool {
    var lookup = LinkLookup(graph.resolver)
    return lookup.resolve(Array(name.utf8), .wiki, from: .root) != .broken
  }

  /// The problems that `memo check` has of a memo.
  ///
  /// - Parameter document: the memo with its text, of which the links need not be looked for again.
  func problems(of path: VaultPath, in document: PlacedDocument? = nil) -> [VaultProblem] {
    problems(of: path, by: check(of: path, in: document))
  }

  /// The problems of a memo that a check of it finds.
  func problems(of path: VaultPath, by check: VaultCheck) -> [VaultProblem] {
    check.problems(of: path, &knownAttachments, &knownTwins, at: now())
  }

  /// A check of one memo.
  func check(of path: VaultPath, in document: PlacedDocument?) -> VaultCheck {
    let clashes = knownClashes[path] ?? NameClashes(of: path, in: graph)
    knownClashes[path] = clashes
    var anchors = knownAnchors[path] ?? KnownAnchors()
    // A file may have another text by now than its document, as may the one of another URI.
    let marks = document.flatMap { open[path]?.bytes == $0.bytes ? $0.marks : nil }
    let check = VaultCheck(vault, of: path, in: graph, clashes, trash, &anchors, spans: marks?.links)
    if open[path] != nil { knownAnchors[path] = anchors }
    return check
  }

  /// For so long an answer of the repository is remembered: from the list of actions to the one that is chosen. A commit, or other
  /// settings of git, are not seen until then.
  private static let pastLifetime: Duration = .seconds(5)

  /// A check of a memo that knows what the repository knows about problems of it, as the same ones of the same texts got it
  /// a moment ago; `nil` where that adds nothing.
  ///
  /// - Parameters:
  ///   - time: that of the stopwatch.
  ///   - ask: asks the repository; throws where there is no answer.
  func informed(
    about problems: [VaultProblem], of path: VaultPath, at time: Duration, asking ask: () throws -> VaultCheck?
  ) -> VaultCheck? {
    if let knownPast, knownPast.path == path, knownPast.problems == problems,
      time - knownPast.time < Self.pastLifetime
    {
      return knownPast.check
    }
    knownPast = nil
    // Without an answer the next action asks again.
    guard case .success(let check) = Result(catching: ask) else { return nil }
    knownPast = (path, problems, time, check)
    return check
  }

  /// The files that links of a memo lead to, in their order; `nil` for those that lead to none.
  func files(of links: [MemoLink], in memo: VaultPath) -> [VaultPath?] {
    linkedFiles.files(of: links, in: memo, of: vault.files)
  }

  /// The URI of a file, as the client writes it where it has it open.
  func uri(of path: VaultPath) -> String { open[path]?.uri ?? address(path) }

  /// The text of a file with its lines; `nil` if it is gone or cannot be read.
  func lines(of path: VaultPath) -> LineTable? {
    if let document = open[path] { return document.lines }
    return (try? vault.contents(of: path)).map { LineTable($0, encoding, isFile: true, showsCR: showsCR) }
  }

  /// The texts of files with their lines, read on all cores.
  func lines(of paths: [VaultPath]) -> [LineTable?] {
    paths.concurrentMap(partSize: Self.readAtOnce) { [vault, open, encoding, showsCR] part in
      part.map { path in
        open[path]?.lines
          ?? (try? vault.contents(of: path)).map { LineTable($0, encoding, isFile: true, showsCR: showsCR) }
      }
    }.flatMap(\.self)
  }

  private static let readAtOnce = 32

  /// A place in a file, as messages hold it.
  func location(_ path: VaultPath, _ range: Range<Int>, in lines: LineTable) -> JSONValue {
    ["uri": .text(uri(of: path)), "range": lines.positions(of: range).json]
  }

  /// The links of a document of the vault, each with what it leads to.
  func links(of document: PlacedDocument, at path: VaultPath) -> [(span: LinkSpan, link: FollowedLink)] {
    links(of: path, in: document.bytes, spans: document.marks.links)
  }

  /// The links of a text, each with what it leads to.
  ///
  /// - Parameter spans: where they are; `nil` where that is not known.
  func links(
    of path: VaultPath, in bytes: [UInt8], spans: [LinkSpan]? = nil
  ) -> [(span: LinkSpan, link: FollowedLink)] {
    // The same array, so that nothing is compared; an editor asks for several things after each key.
    if let known = knownLinks[path], known.bytes == bytes { return known.links }
    let links = bytes.withUnsafeBytes { bytes in
      var lookup = LinkLookup(graph.resolver)
      let spans = spans ?? LinkSpan.all(in: bytes)
      return Array(zip(spans, graph.links(spans, of: path, in: bytes, &lookup)))
    }
    if open[path] != nil { knownLinks[path] = (bytes, links) }
    return links
  }

  /// A memo's title; its file's name where it has none.
  func title(of path: VaultPath) -> String {
    let title = memo(at: path).map(index.title) ?? ""
    return title.isEmpty ? String(decoding: MemoFileRules.stem(of: path), as: UTF8.self) : title
  }

  /// What a memo says; `nil` if there is none.
  func record(of path: VaultPath) -> MemoRecord? { memo(at: path).flatMap(index.record) }

  /// The memo at a path, without its row.
  func memo(at path: VaultPath) -> IndexedMemo? { index.place(of: path).flatMap { index.memo(at: $0) } }
}
