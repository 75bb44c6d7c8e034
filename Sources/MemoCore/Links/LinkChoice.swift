/// The memo that a link resolves to where several answer to its target.
struct LinkChoice {
  /// Its number.
  let memo: Int
  /// How many memos, this one included, differ from it only in the length and the order of their paths: more than one
  /// where the link is ambiguous.
  let rivals: Int
  /// All that it was chosen from, where there are several.
  var choices: LinkChoices?

  func resolution(by rule: LinkRule) -> LinkResolution {
    rivals > 1 ? .ambiguous(memo, by: rule) : .memo(memo, by: rule)
  }
}

/// Chooses among memos that answer to the same name equally well: those in the linking memo's own folder come first, then
/// those below it, then those with the fewest components, then the first in byte order.
///
/// They are sorted by the number of their components, then by their paths. So those below a folder that have as many
/// components are found by bisection, and following all links of a vault takes no time of the square of its size.
struct LinkChoices {
  private struct Candidate {
    let memo: Int
    let path: VaultPath
    let depth: Int
  }

  private let candidates: [Candidate]
  /// The numbers of components that there are, the lowest first.
  private let depths: [Int]
  /// The one with the shortest path, of several the first in byte order: Obsidian takes it from any folder.
  let shortest: Int?

  /// - Parameter memos: at least one.
  init(_ memos: [Namesakes.Member]) {
    candidates = memos.map { Candidate(memo: $0.memo, path: $0.path, depth: Self.depth($0.path)) }
      .sorted { ($0.depth, $0.path) < ($1.depth, $1.path) }
    depths = Set(candidates.map(\.depth)).sorted()
    shortest = memos.min { ($0.path.bytes.count, $0.path) < ($1.path.bytes.count, $1.path) }?.memo
  }

  /// Their numbers.
  var memos: [Int] { candidates.map(\.memo) }

  /// How many there are.
  var count: Int { candidates.count }

  /// The memo that the name means in a memo of a folder.
  func choice(from folder: VaultPath) -> LinkChoice {
    let nearest = nearest(to: folder)
    let count = nearest.reduce(0) { $0 + $1.count }
    return LinkChoice(memo: candidates[nearest[0].lowerBound].memo, rivals: count, choices: self)
  }

  /// The memos among which only the length and the order of their paths decide, in byte order of their paths.
  func rivals(from folder: VaultPath) -> [Int] {
    nearest(to: folder).flatMap { candidates[$0] }.sorted { $0.path < $1.path }.map(\.memo)
  }

  /// The first of these; faster than all of them.
  func firstRival(from folder: VaultPath) -> Int? {
    nearest(to: folder).map { candidates[$0.lowerBound] }.min { $0.path < $1.path }?.memo
  }

  /// The places of the memos that are in a folder, else of all below it, else of all: a range for each number of
  /// components, the lowest first.
  private func nearest(to folder: VaultPath) -> [Range<Int>] {
    let own = Self.depth(folder) + 1
    let inFolder = places(below: folder, depth: own)
    guard inFolder.isEmpty else { return [inFolder] }
    let below = depths.filter { $0 > own }.map { places(below: folder, depth: $0) }.filter { !$0.isEmpty }
    return below.isEmpty ? depths.map { places(below: .root, depth: $0) } : below
  }

  /// The places of the memos below a folder that have so many components.
  private func places(below folder: VaultPath, depth: Int) -> Range<Int> {
    guard folder != .root else { return place(of: .root, depth: depth)..<place(of: .root, depth: depth + 1) }
    let start = VaultPath(bytes: folder.bytes + [UInt8(ascii: "/")])
    let end = VaultPath(bytes: folder.bytes + [UInt8(ascii: "/") + 1])
    return place(of: start, depth: depth)..<place(of: end, depth: depth)
  }

  private func place(of path: VaultPath, depth: Int) -> Int {
    candidates.partitioningIndex { ($0.depth, $0.path) >= (depth, path) }
  }

  private static func depth(_ path: VaultPath) -> Int {
    path == .root ? 0 : path.bytes.reduce(1) { $0 + ($1 == UInt8(ascii: "/") ? 1 : 0) }
  }
}

extension LinkStep.Ending {
  /// Whether a file with an extension may be meant.
  @inline(__always)
  func fits(_ found: MemoExtension?) -> Bool {
    switch self {
    case .any, .preferred: true
    case .written(let ending): found == ending
    }
  }
}
