public import MemoCore
import MemoIndex
import MemoStore

/// The likely meaning of a broken link.
public enum LostTarget: Equatable, Sendable {
  /// Unknown.
  case unknown
  /// A memo that was moved there.
  case moved(VaultPath)
  /// The one memo whose file has the name that the link ends with.
  case namesake(VaultPath)
  /// Any of so many memos, so none is taken for it; those, where they are few.
  case several(count: Int, candidates: [VaultPath])

  /// The memo, where it is one.
  public var path: VaultPath? {
    switch self {
    case .moved(let path), .namesake(let path): path
    case .unknown, .several: nil
    }
  }
}

/// Finds the memos that broken links meant, from what is remembered of memos that were moved, else from file names.
struct LostTargets: Sendable {
  /// What a link is taken to mean, and how it would be written.
  struct Finding {
    let target: LostTarget
    /// `nil` if no one memo is meant.
    let meaning: LinkRewriter.Meaning?
  }

  private let index: VaultIndex
  private let now: LinkResolver
  /// The names that moved memos had; numbered as `places`.
  private let before: LinkResolver
  /// The current places of moved memos in the index.
  private let places: [Int]
  /// The folders that a memo stood in before.
  private let formerFolders: [VaultPath: [VaultPath]]
  private let movedPlaces: Set<Int>

  /// A link that may mean more memos names none.
  static let candidateLimit = 5

  /// - Parameter resolver: the names of all memos of the index.
  init(in index: VaultIndex, _ resolver: LinkResolver, _ moved: MovedMemos) {
    (self.index, now) = (index, resolver)
    // A path that is taken again is not lost, and one that leads nowhere helps no one.
    let ends = zip(index.places(of: moved.moves.map(\.from)), index.places(of: moved.moves.map(\.to)))
    let moves = zip(moved.moves, ends).compactMap { move, places in
      places.0 == nil ? places.1.map { (from: move.from, to: move.to, place: $0) } : nil
    }
    before = LinkResolver(moves.map { ($0.from, "", []) })
    places = moves.map(\.place)
    movedPlaces = Set(places)
    formerFolders = Dictionary(grouping: moves, by: \.to).mapValues { $0.map(\.from.parent) }
  }

  /// Whether the memo at a place was moved, so that links in it may lead out of the vault now.
  func hasMoved(at place: Int) -> Bool { movedPlaces.contains(place) }

  /// What a link means that leads nowhere; `nil` for one that leads elsewhere as it always has.
  func find(
    _ target: [UInt8], _ kind: MemoLink.Kind, in path: VaultPath, _ resolution: LinkResolution
  ) -> Finding? {
    var found = remembered(target, kind, from: path.parent, in: before).map(atPresent)
    for folder in formerFolders[path] ?? [] {
      found += remembered(target, kind, from: folder, in: now)
      found += remembered(target, kind, from: folder, in: before).map(atPresent)
    }
    if !found.isEmpty { return finding(found) { .moved($0) } }
    guard resolution == .broken else { return nil }
    var lookup = LinkLookup(now)
    let rule: LinkRule = kind == .markdown ? .relativePath : .path
    let namesakes = lookup.namesakes(of: target, kind).map { LinkRewriter.Meaning(memo: $0, rule: rule) }
    return finding(namesakes) { .namesake($0) }
  }

  /// The memos that a link would lead to by some names.
  private func remembered(
    _ target: [UInt8], _ kind: MemoLink.Kind, from folder: VaultPath, in names: LinkResolver
  ) -> [LinkRewriter.Meaning] {
    var lookup = LinkLookup(names)
    switch lookup.resolve(target, kind, from: folder) {
    case .memo(let memo, let rule): return [LinkRewriter.Meaning(memo: memo, rule: rule)]
    case .ambiguous(let rule):
      return lookup.candidates(of: target, kind, from: folder).map { LinkRewriter.Meaning(memo: $0, rule: rule) }
    case .broken, .elsewhere: return []
    }
  }

  /// A meaning by an old name, with the place of the memo.
  private func atPresent(_ meaning: LinkRewriter.Meaning) -> LinkRewriter.Meaning {
    LinkRewriter.Meaning(memo: places[meaning.memo], rule: meaning.rule)
  }

  private func finding(_ found: [LinkRewriter.Meaning], _ one: (VaultPath) -> LostTarget) -> Finding {
    guard let first = found.first else { return Finding(target: .unknown, meaning: nil) }
    let memos = Set(found.map(\.memo))
    guard memos.count > 1 else { return Finding(target: one(index.path(at: first.memo)), meaning: first) }
    let named = memos.count > Self.candidateLimit ? [] : memos.map { index.path(at: $0) }.sorted()
    return Finding(target: .several(count: memos.count, candidates: named), meaning: nil)
  }
}

/// Looks through the whole vault for files that links do not name by their exact paths: by the name alone, by
/// the end of a path, in other case or normalization.
struct AttachmentSearch {
  /// The folded paths of files, by their folded names.
  private var paths: [[UInt8]: [[UInt8]]] = [:]

  private static let foldersPerPart = 8
  private static let slash = UInt8(ascii: "/")

  /// Lists the vault, where any of the problems is a link to a file.
  init(for problems: [VaultProblem], in files: any VaultFiles) {
    let names = Set(problems.flatMap(Self.wanted).map(Self.name))
    var level = names.isEmpty ? [] : [VaultPath.root]
    while !level.isEmpty {
      let parts = level.concurrentMap(partSize: Self.foldersPerPart) { part in
        part.map { Self.list($0, names, in: files) }
      }
      for path in parts.joined().flatMap(\.files) { paths[Self.name(path), default: []].append(path) }
      level = parts.joined().flatMap(\.folders)
    }
  }

  /// Whether a problem is none, because the file is there.
  func finds(_ problem: VaultProblem) -> Bool {
    guard case .brokenAttachment(let link) = problem.kind else { return false }
    return Self.wanted(problem).contains { path in
      paths[Self.name(path), default: []].contains { found in
        found == path || !link.isDotted && found.suffix(path.count + 1).elementsEqual([Self.slash] + path)
      }
    }
  }

  // MARK: Names

  /// The folded paths that a link may name; none for another problem.
  private static func wanted(_ problem: VaultProblem) -> [[UInt8]] {
    guard case .brokenAttachment(let link) = problem.kind else { return [] }
    return link.paths(from: problem.path.parent).map { Folding.matchKey($0.text) }
  }

  private static func name(_ path: [UInt8]) -> [UInt8] {
    path.lastIndex(of: slash).map { Array(path[($0 + 1)...]) } ?? path
  }

  /// The folded paths of a folder's files that have one of the names, and its folders.
  private static func list(
    _ folder: VaultPath, _ names: Set<[UInt8]>, in files: any VaultFiles
  ) -> (files: [[UInt8]], folders: [VaultPath]) {
    // What cannot be listed is named by the refresh already.
    let entries = (try? files.entries(of: folder)) ?? []
    let paths = entries.filter { $0.kind == .file }.map { Folding.matchKey(folder.appending($0.name).text) }
    return (
      paths.filter { names.contains(name($0)) },
      entries.filter { $0.kind == .folder }.map { folder.appending($0.name) }.filter { !MemoFileRules.isTooDeep($0) }
    )
  }
}
