import MemoCore

/// Looks for what is wrong with the memos of a vault. Reads every file, once.
public struct VaultCheck: Sendable {
  private let vault: Vault
  private let index: VaultIndex
  private let graph: LinkGraph
  private let clashes: NameClashes
  /// The memos of which a link leads nowhere, or not to one memo.
  private let linking: MemoSet

  private static let memosPerPart = 256
  /// More are not told of an ambiguous link: a name of thousands of memos would make each link to it long.
  private static let candidateLimit = 3

  /// Learns from the index which memos have problems of their links and names.
  public init(_ vault: Vault, _ index: VaultIndex) {
    self.vault = vault
    self.index = index
    graph = LinkGraph(of: index)
    clashes = NameClashes(graph.memos, in: index)
    let faulty = graph.follow(into: [Int]()) { link, found in
      if link.resolution.isFault, found.last != link.memo { found.append(link.memo) }
    }
    linking = MemoSet(faulty.joined(), of: graph.memos.count)
  }

  /// All problems, by path and place.
  public func problems() -> [VaultProblem] {
    let read = memosByFolder().concurrentMap(partSize: 1) { parts in parts.flatMap(problems) }
    return (unreadable() + clashes.problems + read.flatMap(\.self)).sorted(by: VaultProblem.precedes)
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

  /// The memos of one folder, as many as are read at once.
  private struct Part {
    let folder: VaultPath
    var memos: [Int] = []
  }

  private func memosByFolder() -> [Part] {
    let folders = Dictionary(grouping: graph.memos.indices) { graph.memos[$0].path.parent }
    return folders.flatMap { folder, memos in
      stride(from: 0, to: memos.count, by: Self.memosPerPart).map { start in
        Part(folder: folder, memos: Array(memos[start..<min(start + Self.memosPerPart, memos.count)]))
      }
    }
  }

  private func problems(_ part: Part) -> [VaultProblem] {
    let paths = part.memos.map { graph.memos[$0].path }
    let markers = ConflictMarkers()
    var problems: [VaultProblem] = []
    var place = 0
    vault.files.read(paths[...], in: part.folder, limit: MemoSearch.readLimit) { bytes in
      problems += self.problems(of: part.memos[place], at: paths[place], in: bytes, markers)
    } done: { result in
      problems += self.problems(of: result, at: paths[place])
      place += 1
    }
    return problems
      + paths.filter { !WindowsName.isLegal($0) }.map {
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
      return [MemoSearch.readLimit, MemoMetadata.readLimit].filter { size > UInt64($0) }.prefix(1).map {
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
      problems += graph.links(of: path, in: head, candidateLimit: Self.candidateLimit).compactMap { link in
        link.fault.map { VaultProblem(kind: $0, path: path, position: link.position) }
      }
    }
    return problems
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

extension FollowedLink {
  fileprivate var fault: VaultProblem.Kind? {
    switch resolution {
    case .broken: .brokenLink(target: link.target)
    case .ambiguous: .ambiguousLink(target: link.target, candidates: paths)
    case .memo, .elsewhere: nil
    }
  }
}
