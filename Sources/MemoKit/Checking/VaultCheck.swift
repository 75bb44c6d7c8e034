public import MemoCore
public import MemoIndex
public import MemoStore

/// Finds problems in the memos of a vault. Reads every file once.
public struct VaultCheck: Sendable {
  let vault: Vault
  let index: VaultIndex
  let graph: LinkGraph
  let lost: LostTargets
  private let clashes: NameClashes
  /// The places of memos of which a link leads nowhere, or not to one memo.
  private let linking: Set<Int>

  private static let memosPerPart = 256

  /// Learns from the index which memos have problems of their links and names.
  public init(_ vault: Vault, _ index: VaultIndex) {
    self.vault = vault
    self.index = index
    graph = LinkGraph(of: index)
    let lost = LostTargets(in: index, graph.resolver, vault.movedMemos)
    self.lost = lost
    clashes = NameClashes(in: index)
    let faulty = graph.follow(into: [Int]()) { link, found in
      let mayBeFault = link.resolution.isFault || link.resolution == .elsewhere && lost.hasMoved(at: link.memo)
      if mayBeFault, found.last != link.memo { found.append(link.memo) }
    }
    linking = Set(faulty.joined())
  }

  /// All problems, by path and place.
  public func problems() -> [VaultProblem] {
    let read = index.mapPlaces(partSize: Self.memosPerPart) { problems($0) }.flatMap(\.self)
    let attachments = AttachmentSearch(for: read, in: vault.files)
    let left = read.filter { !attachments.finds($0) }
    let twins = TwinNames(in: vault.files, vault.rules).problems
    return (unreadable() + clashes.problems + twins + left).sorted(by: VaultProblem.precedes)
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

  /// Reads the files of some memos, folder by folder.
  private func problems(_ places: Range<Int>) -> [VaultProblem] {
    let memos = places.compactMap { place in index.hasMemo(at: place) ? (place, index.path(at: place)) : nil }
    var problems: [VaultProblem] = []
    var rest = memos[...]
    while let first = rest.first {
      let end = rest.firstIndex { !$0.1.isBeside(first.1) } ?? rest.endIndex
      problems += self.problems(Array(rest[..<end]), in: first.1.parent)
      rest = rest[end...]
    }
    return problems
  }

  private func problems(_ memos: [(place: Int, path: VaultPath)], in folder: VaultPath) -> [VaultProblem] {
    let markers = ConflictMarkers()
    var problems: [VaultProblem] = []
    var next = 0
    vault.files.read(memos.map(\.path)[...], in: folder, limit: SearchText.readLimit) { bytes in
      problems += self.problems(of: memos[next].place, at: memos[next].path, in: bytes, markers)
    } done: { result in
      problems += self.problems(of: result, at: memos[next].path)
      next += 1
    }
    return problems
      + memos.map(\.path).filter { !WindowsName.isLegal($0) }.map {
        VaultProblem(kind: .windowsName, path: $0, position: .start)
      }
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
    of memo: Int, at path: VaultPath, in bytes: UnsafeRawBufferPointer, _ markers: ConflictMarkers
  ) -> [VaultProblem] {
    var problems: [VaultProblem] = []
    var counter = PositionCounter(bytes)
    for start in markers.conflicts(in: bytes) {
      problems.append(VaultProblem(kind: .conflictMarker, path: path, position: counter.position(of: start)))
    }
    let head = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, MemoMetadata.readLimit)])
    if let kind = clashes.titles[memo] {
      problems.append(VaultProblem(kind: kind, path: path, position: .ofTitle(in: head)))
    }
    if linking.contains(memo) {
      problems += graph.links(of: path, in: head, candidateLimit: LostTargets.candidateLimit).compactMap { link in
        fault(of: link, in: path).map { VaultProblem(kind: $0, path: path, position: link.position) }
      }
    }
    return problems + attachments(of: path, in: head)
  }

  /// The links to files that are not where they say; as people name files, so through symbolic links, too.
  private func attachments(of path: VaultPath, in bytes: UnsafeRawBufferPointer) -> [VaultProblem] {
    let links = AttachmentLink.all(in: bytes)
    guard !links.isEmpty else { return [] }
    var lookup = LinkLookup(graph.resolver)
    return links.compactMap { link in
      let paths = link.paths(from: path.parent)
      let isBroken =
        !paths.isEmpty && !paths.contains { vault.host.kind(of: vault.root.appending($0)) != nil }
        && lookup.resolve(Array(link.target.utf8), link.kind, from: path.parent) == .elsewhere
      return isBroken ? VaultProblem(kind: .brokenAttachment(link), path: path, position: link.position) : nil
    }
  }

  private func fault(of link: FollowedLink, in path: VaultPath) -> VaultProblem.Kind? {
    switch link.resolution {
    case .memo: nil
    case .ambiguous:
      .ambiguousLink(target: link.link.target, count: link.memoCount, candidates: link.paths)
    case .broken, .elsewhere:
      lost.find(Array(link.link.target.utf8), link.link.kind, in: path, link.resolution).map {
        .brokenLink(target: link.link.target, meant: $0.target)
      }
    }
  }
}

extension LinkResolution {
  fileprivate var isFault: Bool {
    switch self {
    case .broken, .ambiguous: true
    case .memo, .elsewhere: false
    }
  }
}

/// A problem of a memo that a person should look at.
public struct VaultProblem: Equatable, Sendable {
  /// What it is.
  public enum Kind: Equatable, Sendable {
    /// A link whose target, as written, no memo answers to, and what it may have meant.
    case brokenLink(target: String, meant: LostTarget)
    /// A link that may mean any of so many memos; those, where they are few.
    case ambiguousLink(target: String, count: Int, candidates: [VaultPath])
    /// A link or picture whose file is not there.
    case brokenAttachment(AttachmentLink)
    /// So many memos have the same title; one of the others.
    case duplicateTitle(count: Int, other: VaultPath)
    /// Another memo, file or folder whose path differs in normalization alone.
    case normalizationTwin(VaultPath)
    /// Another memo, file or folder whose path differs in case alone.
    case caseTwin(VaultPath)
    /// A name that Windows does not take.
    case windowsName
    /// Lines that a merge left for a person to choose from.
    case conflictMarker
    /// A file or folder that cannot be read.
    case unreadable(FileError)
    /// A file past whose limit, in bytes, title, tags and links are not seen, or nothing is found.
    case tooLarge(size: UInt64, limit: Int)
  }

  /// What it is.
  public let kind: Kind
  /// The memo; for what cannot be read, maybe a folder.
  public let path: VaultPath
  /// Where in the memo; its start where the problem is with the whole.
  public let position: TextPosition

  /// The word that scripts know it by.
  public var code: String {
    switch kind {
    case .brokenLink: "broken-link"
    case .ambiguousLink: "ambiguous-link"
    case .brokenAttachment: "broken-attachment"
    case .duplicateTitle: "duplicate-title"
    case .normalizationTwin: "normalization-twin"
    case .caseTwin: "case-twin"
    case .windowsName: "windows-name"
    case .conflictMarker: "conflict-marker"
    case .unreadable: "unreadable"
    case .tooLarge: "too-large"
    }
  }

  /// The memos that a link may mean, where they are few.
  public var candidates: [VaultPath] {
    switch kind {
    case .brokenLink(_, .several(_, let paths)), .ambiguousLink(_, _, let paths): paths
    case .brokenLink(_, let meant): [meant.path].compactMap(\.self)
    default: []
    }
  }

  /// Whether it is a link whose meaning is known.
  public var isRepairable: Bool {
    if case .brokenLink(_, let meant) = kind { meant.path != nil } else { false }
  }

  /// The order of a report: by path, place and code.
  static func precedes(_ left: VaultProblem, _ right: VaultProblem) -> Bool {
    if left.path != right.path { return left.path < right.path }
    let (first, second) = (left.position, right.position)
    return (first.line, first.column, left.code) < (second.line, second.column, right.code)
  }
}
