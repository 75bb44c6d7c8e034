/// The memo that a link resolves to where several answer to its target.
struct LinkChoice: Equatable {
  /// Its number.
  let memo: Int
  /// How many memos, this one included, differ from it only in the length and the order of their paths: more than one
  /// where the link is ambiguous.
  let rivals: Int
  /// By which name they were found, where there are several.
  var name: LinkChoices.Name?

  func resolution(by rule: LinkRule) -> LinkResolution {
    rivals > 1 ? .ambiguous(memo, by: rule) : .memo(memo, by: rule)
  }
}

/// Chooses among memos that answer to the same name: those that are named exactly so come first, then those in the
/// linking memo's own folder, then those below it, then those with the fewest components, then the first in byte order.
///
/// A name that thousands of memos share is sorted once, and each folder's choice is kept, so that following all links of
/// a vault takes no time of the square of its size.
struct LinkChoices {
  /// A name under which memos were looked for.
  struct Name: Hashable {
    let key: UInt64
    let role: NameRole
    let ending: LinkStep.Ending
    /// As it is written.
    let text: ArraySlice<UInt8>
  }

  /// The memos that share a name, spelled as well as any, by their paths in byte order.
  private struct Group {
    let memos: [(number: Int, path: VaultPath)]
    /// The number of the one with the fewest components.
    private(set) var first: Int

    init(_ memos: [(number: Int, path: VaultPath)]) {
      self.memos = memos.sorted { $0.path < $1.path }
      first = 0
      first = first(of: Array(self.memos.indices))
    }

    /// The memo, of some by their places, with the fewest components; of several, the first.
    func first(of places: [Int]) -> Int {
      let best = places.min { left, right in
        let (first, second) = (depth(memos[left].path), depth(memos[right].path))
        return first == second ? left < right : first < second
      }
      return memos[best ?? 0].number
    }

    /// The memos below a folder.
    func range(below folder: VaultPath) -> Range<Int> {
      guard folder != .root else { return memos.indices }
      let start = folder.bytes + [UInt8(ascii: "/")]
      let end = folder.bytes + [UInt8(ascii: "/") + 1]
      return index(of: start)..<index(of: end)
    }

    private func index(of bytes: [UInt8]) -> Int {
      let path = VaultPath(bytes: bytes)
      return memos.partitioningIndex { $0.path >= path }
    }
  }

  private struct Place: Hashable {
    let name: Name
    let folder: VaultPath
  }

  private let resolver: LinkResolver
  private var groups: [Name: Group] = [:]
  private var kept: [Place: LinkChoice] = [:]

  init(_ resolver: LinkResolver) {
    self.resolver = resolver
  }

  /// The memo that a name means in a memo of a folder; there are several for it.
  mutating func choice(_ name: Name, from folder: VaultPath) -> LinkChoice {
    let group = group(name)
    let below = group.range(below: folder)
    guard !below.isEmpty else { return LinkChoice(memo: group.first, rivals: group.memos.count, name: name) }
    let place = Place(name: name, folder: folder)
    if let choice = kept[place] { return choice }
    let nearest = Self.nearest(in: group, below, folder)
    let choice = LinkChoice(memo: group.first(of: nearest), rivals: nearest.count, name: name)
    kept[place] = choice
    return choice
  }

  /// The memos among which only the length and the order of their paths decided, in byte order of their paths.
  mutating func rivals(of choice: LinkChoice, from folder: VaultPath) -> [Int] {
    guard let name = choice.name else { return [choice.memo] }
    let group = group(name)
    let below = group.range(below: folder)
    return (below.isEmpty ? Array(group.memos.indices) : Self.nearest(in: group, below, folder)).map {
      group.memos[$0].number
    }
  }

  /// The places of the memos that are in a folder, else of all below it.
  private static func nearest(in group: Group, _ below: Range<Int>, _ folder: VaultPath) -> [Int] {
    let depth = depth(folder) + 1
    let own = below.filter { Self.depth(group.memos[$0].path) == depth }
    return own.isEmpty ? Array(below) : own
  }

  private static func depth(_ path: VaultPath) -> Int {
    path == .root ? 0 : path.bytes.reduce(1) { $0 + ($1 == UInt8(ascii: "/") ? 1 : 0) }
  }

  // MARK: Spelling

  private mutating func group(_ name: Name) -> Group {
    if let group = groups[name] { return group }
    let holders = resolver.names.holders(of: name.key, name.ending).memos
    let spelled = holders.map { (number: $0, spelling: spelling(of: $0, name)) }
    let best = spelled.map(\.spelling).min()
    let memos = spelled.filter { $0.spelling == best }.map { (number: $0.number, path: resolver.path($0.number)) }
    let group = Group(memos)
    groups[name] = group
    return group
  }

  /// How far a memo's name differs from the one that is written: not at all, in normalization, in case.
  private enum Spelling: Int, Comparable {
    case exact
    case normalization
    case other

    static func < (left: Spelling, right: Spelling) -> Bool { left.rawValue < right.rawValue }
  }

  private func spelling(of memo: Int, _ name: Name) -> Spelling {
    names(of: memo, name).map { Self.spelling($0, name.text) }.min() ?? .other
  }

  /// What a memo is called in the role of a name.
  private func names(of memo: Int, _ name: Name) -> [ArraySlice<UInt8>] {
    switch name.role {
    case .path, .pathEnd:
      let path = resolver.path(memo).bytes
      let stem = path.dropLast(MemoExtension(of: path[...])?.length ?? 0)
      guard name.role == .pathEnd else { return [stem] }
      let slashes = name.text.count { $0 == UInt8(ascii: "/") }
      let starts = stem.indices.filter { stem[$0] == UInt8(ascii: "/") }
      return [starts.dropLast(slashes).last.map { stem[($0 + 1)...] } ?? stem]
    case .title: return [Array(resolver.memo(memo).title.utf8)[...]]
    case .alias: return resolver.memo(memo).aliases.map { Array($0.utf8)[...] }
    }
  }

  private static func spelling(_ name: ArraySlice<UInt8>, _ written: ArraySlice<UInt8>) -> Spelling {
    if name.elementsEqual(written) { return .exact }
    return normalized(name) == normalized(written) ? .normalization : .other
  }

  private static func normalized(_ name: ArraySlice<UInt8>) -> [UInt8] {
    var folded = FoldedText()
    name.withUnsafeBytes { folded.fold($0, by: .normalization) }
    return folded.bytes
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
