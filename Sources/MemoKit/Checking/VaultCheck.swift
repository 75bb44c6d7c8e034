package import MemoCore
public import MemoIndex
public import MemoStore
public import MemoSync

/// Finds problems in the memos of a vault. Reads a file only if its text may have a problem, or to locate one.
public struct VaultCheck: Sendable {
  let vault: Vault
  let index: VaultIndex
  let graph: LinkGraph
  private(set) var lost: LostTargets
  private let clashes: NameClashes
  /// The places of memos of which a link leads nowhere, or not to one memo.
  private let linking: Set<Int>
  private let anchors: LinkedAnchors
  /// The links of the only memo that is checked; `nil` where its text has to be looked through for them.
  private let spans: [LinkSpan]?
  /// At most so many problems are found in one text.
  private let textLimit: Int
  private let isStopped: @Sendable () -> Bool

  private static let memosPerPart = 256

  /// Learns from the index which memos have problems of their links and names.
  public init(_ vault: Vault, _ index: VaultIndex) {
    self.init(vault, in: LinkGraph(of: index), vault.movedMemos)
  }

  /// Checks a vault. Where a link seems to mean a memo because of its file name alone, the repository is asked whether that is
  /// another one; and where its memo is known to have gone, whether it was renamed.
  ///
  /// - Parameter repository: the vault's; throws if it has none that may be asked.
  public static func run(
    _ vault: Vault, _ index: VaultIndex, asking repository: () throws -> PastRepository
  ) -> (check: VaultCheck, problems: [VaultProblem]) {
    let check = VaultCheck(vault, index)
    let problems = check.problems()
    guard let moved = try? check.pastMoves(about: problems, asking: repository) else { return (check, problems) }
    let informed = VaultCheck(vault, in: check.graph, moved)
    return (informed, informed.problems())
  }

  /// The same for one memo of which problems were found; `nil` where the repository need not be asked, or knows nothing. Throws
  /// where it cannot be asked.
  package func informed(
    about problems: [VaultProblem], asking repository: () throws -> PastRepository
  ) throws -> VaultCheck? {
    guard let moved = try pastMoves(about: problems, asking: repository) else { return nil }
    var check = self
    check.lost = LostTargets(in: index, graph.resolver, moved, TrashedNames(of: vault))
    return check
  }

  /// What the vault and its repository remember of memos that were moved; `nil` where the repository adds nothing.
  private func pastMoves(
    about problems: [VaultProblem], asking repository: () throws -> PastRepository
  ) throws -> MovedMemos? {
    var moved = vault.movedMemos
    var past = PastTargets(in: problems, Set(moved.deleted))
    guard !past.isEmpty, try past.ask(repository(), index) else { return nil }
    moved.noteEarlier(past.moves, deleted: past.deleted)
    return moved
  }

  /// The same for an editor, which shows so many problems and may cancel its request.
  ///
  /// - Parameters:
  ///   - graph: of the index.
  ///   - textLimit: at most so many problems are found in one text.
  ///   - isStopped: whether the problems are not wanted any more; some are then missing.
  package init(_ vault: Vault, in graph: LinkGraph, textLimit: Int, isStopped: @escaping @Sendable () -> Bool) {
    self.init(vault, in: graph, vault.movedMemos, textLimit, isStopped)
  }

  /// The same right after another program moved memos, which the vault may not remember yet.
  package init(_ vault: Vault, _ index: VaultIndex, after moves: [MovedMemos.Move]) {
    var moved = vault.movedMemos
    moved.note(moves)
    self.init(vault, in: LinkGraph(of: index), moved)
  }

  private init(
    _ vault: Vault, in graph: LinkGraph, _ moved: MovedMemos, _ textLimit: Int = .max,
    _ isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.vault, self.index, self.graph) = (vault, graph.index, graph)
    (self.textLimit, self.isStopped) = (textLimit, isStopped)
    let lost = LostTargets(in: index, graph.resolver, moved, TrashedNames(of: vault))
    self.lost = lost
    clashes = NameClashes(in: graph)
    let faulty = graph.follow(into: [Int]()) { link, found in
      let mayBeFault =
        link.resolution.isFault
        || link.resolution == .elsewhere
          && (lost.hasMoved(at: link.memo) || lost.isDeleted(link.target, link.kind))
      if mayBeFault, found.last != link.memo { found.append(link.memo) }
    }
    linking = Set(faulty.joined())
    spans = nil
    anchors = LinkedAnchors(in: graph, of: vault, isStopped: isStopped)
  }

  /// Learns which problems one memo has, whatever the others have. It takes no time of the size of the vault, unless a
  /// link leads nowhere: then all folders may be looked through.
  ///
  /// - Parameters:
  ///   - graph: of that index.
  ///   - clashes: those of the memo's names.
  ///   - trash: read at most once, however many memos are checked.
  ///   - known: what was found in memos in which the memo's links name something; only those that are new are read.
  ///   - spans: the links of the memo, where they are known.
  package init(
    _ vault: Vault, of path: VaultPath, in graph: LinkGraph, _ clashes: NameClashes, _ trash: TrashedNames,
    _ known: inout KnownAnchors, spans: [LinkSpan]? = nil
  ) {
    (self.vault, self.index, self.graph, self.clashes) = (vault, graph.index, graph, clashes)
    (textLimit, isStopped, self.spans) = (.max, { false }, spans)
    lost = LostTargets(in: index, graph.resolver, vault.movedMemos, trash)
    linking = Set(index.places(of: [path]).compactMap(\.self))
    anchors = LinkedAnchors(in: graph, of: vault, from: linking, known: known)
    known = anchors.known
  }

  /// The problems of one memo, by place: those that `problems` has of it.
  ///
  /// - Parameters:
  ///   - known: where attachments were looked for; all folders are only looked through for names that are new.
  ///   - twins: the names of folders that were compared.
  ///   - now: the time, in nanoseconds since 1970.
  package func problems(
    of path: VaultPath, _ known: inout KnownAttachments, _ twins: inout KnownTwins, at now: Int64
  ) -> [VaultProblem] {
    let places = index.places(of: [path]).compactMap(\.self)
    let read = problems(places.map { ($0, path) }, in: path.parent)
    let earlier = known.search.flatMap { $0.covers(read) ? $0 : nil }
    let attachments = earlier ?? AttachmentSearch(for: read, in: vault.files)
    known.search = attachments
    let twins = twins.twins(in: path.parent, of: vault.files, vault.rules, at: now).problems
    let name = Self.nameProblem(of: path).map { [$0] } ?? []
    let others = (unreadable() + clashes.problems + twins).filter { $0.path == path } + name
    return (others + read.compactMap(attachments.resolved)).sorted(by: VaultProblem.precedes)
  }

  /// All problems, by path and place.
  public func problems() -> [VaultProblem] {
    var problems = index.flatMapPlaces(partSize: Self.memosPerPart) { self.problems($0) }
    if isStopped() { return problems }
    let attachments = AttachmentSearch(for: problems, in: vault.files)
    if !attachments.isEmpty { problems = problems.compactMap(attachments.resolved) }
    index.release()
    let twins = TwinNames(in: vault.files, vault.rules).problems
    problems += unreadable() + clashes.problems + twins
    problems.sort(by: VaultProblem.precedes)
    return problems
  }

  /// The links to memos that moves have broken, and those in them.
  package func linksBroken(by moves: [MovedMemos.Move]) -> [VaultProblem] {
    let moved = Set(moves.map(\.to))
    return linking.sorted().flatMap { place in
      let path = index.path(at: place)
      return problems([(place, path)], in: path.parent).filter { $0.movedMemo(among: moved) != nil }
    }
  }

  /// What the refresh could not read.
  private func unreadable() -> [VaultProblem] {
    index.problems.map { problem in
      let path = HostPath(problem.path, from: vault.root).path(inVault: vault.root)
      return VaultProblem(
        kind: .unreadable(problem), path: path ?? VaultPath(bytes: problem.path), position: .start)
    }
  }

  // MARK: Files

  /// Checks some memos; reads their files only where needed, folder by folder.
  private func problems(_ places: Range<Int>) -> [VaultProblem] {
    if isStopped() { return [] }
    let memos = places.compactMap { place in index.hasMemo(at: place) ? (place, index.path(at: place)) : nil }
    var problems = memos.compactMap { Self.nameProblem(of: $0.1) }
    var rest = memos.filter { needsReading($0.0) }[...]
    while let first = rest.first, !isStopped() {
      let end = rest.firstIndex { !$0.1.isBeside(first.1) } ?? rest.endIndex
      problems += self.problems(Array(rest[..<end]), in: first.1.parent)
      rest = rest[end...]
    }
    return problems
  }

  /// Whether the file of a memo has to be read, to find problems that only its text shows or to locate others.
  private func needsReading(_ memo: Int) -> Bool {
    if linking.contains(memo) || anchors.areNamed(by: memo) || clashes.hasNamesake(memo) { return true }
    var needsReading = true
    index.read(MemoRecord.needsReading, at: memo) { needsReading = $0 }
    return needsReading
  }

  private static func nameProblem(of path: VaultPath) -> VaultProblem? {
    if !WindowsName.isLegal(path) { return VaultProblem(kind: .windowsName, path: path, position: .start) }
    return path.isUTF8 ? nil : VaultProblem(kind: .foreignName, path: path, position: .start)
  }

  private func problems(_ memos: [(place: Int, path: VaultPath)], in folder: VaultPath) -> [VaultProblem] {
    let markers = ConflictMarkers()
    var problems: [VaultProblem] = []
    var next = 0
    var lookup = LinkLookup(graph.resolver)
    vault.files.read(memos.map(\.path)[...], in: folder, limit: SearchText.readLimit) { bytes in
      let found = self.problems(of: memos[next].place, at: memos[next].path, in: bytes, markers, &lookup)
      problems += found.prefix(textLimit)
    } done: { result in
      if case .success(let reading?) = result, reading.stamp.size > UInt64(FileError.largestInMemory) {
        problems = problems.map { $0.path == memos[next].path ? $0.oversized : $0 }
      }
      problems += self.problems(of: result, at: memos[next].path)
      next += 1
    }
    return problems
  }

  private func problems(of result: Result<FileReading?, FileError>, at path: VaultPath) -> [VaultProblem] {
    switch result {
    case .failure(let error):
      // The refresh may have met it as well.
      return index.problems.contains(error)
        ? [] : [VaultProblem(kind: .unreadable(error), path: path, position: .start)]
    case .success(let reading):
      let size = reading?.stamp.size ?? 0
      return [SearchText.readLimit, MemoMetadata.readLimit].filter { size > UInt64($0) }.prefix(1).map {
        VaultProblem(kind: .tooLarge(size: size, limit: $0), path: path, position: .start)
      }
    }
  }

  // MARK: Texts

  private func problems(
    of memo: Int, at path: VaultPath, in bytes: UnsafeRawBufferPointer, _ markers: ConflictMarkers,
    _ lookup: inout LinkLookup
  ) -> [VaultProblem] {
    var problems: [VaultProblem] = []
    var counter = PositionCounter(bytes)
    for start in markers.conflicts(in: bytes) {
      problems.append(VaultProblem(kind: .conflictMarker, path: path, position: counter.position(of: start)))
    }
    if let guess = EncodingGuess(bytes) {
      var counter = PositionCounter(bytes)
      let position = guess.finding == .brokenUTF8 ? counter.position(of: guess.offset) : .start
      problems.append(VaultProblem(kind: .encoding(guess.finding), path: path, position: position))
    }
    // Links, fields and title of a template are those of the memos that will be made of it.
    if vault.isTemplate(path) { return problems }
    let head = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, MemoMetadata.readLimit)])
    let front = FrontMatter(head)
    if let start = front.problem {
      var counter = PositionCounter(head)
      problems.append(VaultProblem(kind: .frontMatter, path: path, position: counter.position(of: start)))
    }
    var keys = PositionCounter(head)
    for entry in front.repeated {
      let position = keys.position(of: entry.name.lowerBound)
      problems.append(VaultProblem(kind: .repeatedKey(entry.key), path: path, position: position))
    }
    if let kind = clashes.problem(ofTitleAt: memo, path) {
      problems.append(VaultProblem(kind: kind, path: path, position: .ofTitle(in: head, titledBy: vault.titles)))
    }
    if linking.contains(memo) || anchors.areNamed(by: memo) {
      // In a text that is longer, links are looked for in its head alone.
      let known = head.count == bytes.count ? spans : nil
      let links = graph.links(
        known ?? LinkSpan.all(in: head), of: path, in: head, candidateLimit: LostTargets.candidateLimit, &lookup)
      problems += links.flatMap { link in
        [fault(of: link, in: path), anchors.fault(of: link)].compactMap(\.self).map {
          VaultProblem(kind: $0, path: path, position: link.position)
        }
      }
    }
    return problems + attachments(of: path, in: head, &lookup)
  }

  /// The links to files that are not where they say; as people name files, so through symbolic links, too.
  private func attachments(
    of path: VaultPath, in bytes: UnsafeRawBufferPointer, _ lookup: inout LinkLookup
  ) -> [VaultProblem] {
    let links = AttachmentLink.all(in: bytes)
    guard !links.isEmpty else { return [] }
    return links.compactMap { link in
      let paths = link.paths(from: path.parent)
      let isBroken =
        !paths.isEmpty && !paths.contains { vault.host.kind(of: vault.root.appending($0)) != nil }
        && lookup.resolve(Array(link.target.utf8), link.kind, from: path.parent) == .elsewhere
      guard isBroken else { return nil }
      // Excalidraw's drawings are memos, which are named without their ending.
      let meant = lost.ignored(Array(link.target.utf8), link.kind, from: path.parent).map { LostTarget.ignored($0) }
      return VaultProblem(
        kind: .brokenAttachment(link, meant: meant ?? .unknown), path: path, position: link.position)
    }
  }

  /// Whether a link in Markdown's form leads to a file that would be a memo if it were not ignored or hidden.
  private func isOfFile(_ link: MemoLink, in path: VaultPath) -> Bool {
    link.kind == .markdown
      && link.paths(from: path.parent).contains {
        MemoFileRules.hasMemoExtension($0) && vault.files.stamp(of: $0) != nil
      }
  }

  private func fault(of link: FollowedLink, in path: VaultPath) -> VaultProblem.Kind? {
    switch link.resolution {
    case .memo: nil
    case .ambiguous(let memo, _):
      .ambiguousLink(
        target: link.link.target, memo: index.path(at: memo), count: link.candidateCount, candidates: link.candidates)
    case .broken where isOfFile(link.link, in: path): nil
    // A memo that cannot be read, which is a problem of its own.
    case .elsewhere where link.path != nil: nil
    case .broken, .elsewhere:
      lost.find(Array(link.link.target.utf8), link.link.kind, in: path, link.resolution).map {
        .brokenLink(target: link.link.target, meant: $0.target)
      }
    }
  }
}

/// What a check has found of attachments, to be used again as long as no file comes or goes.
package struct KnownAttachments: Sendable {
  fileprivate var search: AttachmentSearch?

  /// Nothing was looked for.
  package init() {}
}

extension LinkResolution {
  /// Whether it leads nowhere, or more memos than one may be meant.
  var isFault: Bool {
    switch self {
    case .broken, .ambiguous: true
    case .memo, .elsewhere: false
    }
  }
}
