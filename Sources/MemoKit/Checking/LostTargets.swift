public import MemoCore
import MemoIndex
package import MemoStore
import Synchronization

/// The likely meaning of a broken link; of one to a picture or another file, it is that file.
public enum LostTarget: Equatable, Sendable {
  /// Unknown.
  case unknown
  /// Unknown, but some memos could not be read, and one of them may have that name as its title or alias.
  case unread
  /// A memo that was moved there.
  case moved(VaultPath)
  /// A memo that is in the trash.
  case trashed(VaultPath)
  /// A memo that the setting `ignore` leaves out.
  case ignored(VaultPath)
  /// The one memo whose file has the name that the link ends with.
  case namesake(VaultPath)
  /// Any of so many memos, so none is taken for it; those, where they are few.
  case several(count: Int, candidates: [VaultPath])

  /// The memo, where it is one.
  public var path: VaultPath? {
    switch self {
    case .moved(let path), .namesake(let path): path
    case .unknown, .unread, .trashed, .ignored, .several: nil
    }
  }
}

/// Finds the memos that broken links meant, from what is remembered of memos that were moved, else from file names. A memo that
/// was deleted is not replaced by another one of its name that was there beside it.
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
  /// The names that deleted memos had.
  private let deletedNames: LinkResolver
  private let trash: TrashedNames

  /// A link that may mean more memos names none.
  static let candidateLimit = 5

  /// - Parameter resolver: the names of all memos of the index.
  init(in index: VaultIndex, _ resolver: LinkResolver, _ moved: MovedMemos, _ trash: TrashedNames) {
    (self.index, now, self.trash) = (index, resolver, trash)
    // A path that is taken again is not lost, and one that leads nowhere helps no one.
    let ends = zip(index.places(of: moved.moves.map(\.from)), index.places(of: moved.moves.map(\.to)))
    let moves = zip(moved.moves, ends).compactMap { move, places in
      places.0 == nil ? places.1.map { (from: move.from, to: move.to, place: $0) } : nil
    }
    before = LinkResolver(
      moves.map { LinkResolver.Memo(path: $0.from, title: "") }, hasFile: resolver.hasFile)
    places = moves.map(\.place)
    movedPlaces = Set(places)
    formerFolders = Dictionary(grouping: moves, by: \.to).mapValues { $0.map(\.from.parent) }
    // Also of those that were in the trash before it was emptied.
    let trashed = zip(moved.moves, ends).filter { $1.0 == nil && $1.1 == nil }.map(\.0.from)
    let gone = trashed + zip(moved.deleted, index.places(of: moved.deleted)).filter { $1 == nil }.map(\.0)
    deletedNames = LinkResolver(gone.map { LinkResolver.Memo(path: $0, title: "") })
  }

  /// Whether the memo at a place was moved, so that links in it may lead out of the vault now.
  func hasMoved(at place: Int) -> Bool { movedPlaces.contains(place) }

  /// Whether a link from the root that leads elsewhere, as those of web sites do, is that of a memo in the trash.
  func isDeleted(_ target: some Collection<UInt8>, _ kind: MemoLink.Kind) -> Bool {
    // Most links that lead elsewhere are web addresses.
    guard target.first == UInt8(ascii: "/") else { return false }
    return deleted(Array(target), kind, from: .root) != nil
  }

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
    guard resolution == .broken || isDeleted(target, kind) else { return nil }
    // It may come back: another memo of its name is not what was meant.
    if let deleted = deleted(target, kind, from: path.parent) {
      return Finding(target: .trashed(deleted), meaning: nil)
    }
    let folders = [path.parent] + (formerFolders[path] ?? [])
    if folders.contains(where: { !remembered(target, kind, from: $0, in: deletedNames).isEmpty }) { return finding([]) }
    if let ignored = ignored(target, kind, from: path.parent) {
      return Finding(target: .ignored(ignored), meaning: nil)
    }
    var lookup = LinkLookup(now)
    let rule: LinkRule = kind == .markdown ? .relativePath : .path
    let namesakes = lookup.namesakes(of: target, kind, limit: Self.candidateLimit)
    if namesakes.count > Self.candidateLimit {
      return Finding(target: .several(count: namesakes.count, candidates: []), meaning: nil)
    }
    return finding(namesakes.memos.map { LinkRewriter.Meaning(memo: $0, rule: rule) })
  }

  /// The memos that a link would lead to by some names.
  private func remembered(
    _ target: [UInt8], _ kind: MemoLink.Kind, from folder: VaultPath, in names: LinkResolver
  ) -> [LinkRewriter.Meaning] {
    var lookup = LinkLookup(names)
    switch lookup.resolve(target, kind, from: folder) {
    case .memo(let memo, let rule): return [LinkRewriter.Meaning(memo: memo, rule: rule)]
    case .ambiguous(_, let rule):
      let rivals = lookup.candidates(of: target, kind, from: folder, limit: .max).memos
      return rivals.map { LinkRewriter.Meaning(memo: $0, rule: rule) }
    case .broken, .elsewhere: return []
    }
  }

  /// The path of the memo in the trash that a link would lead to; of several, the first.
  private func deleted(_ target: [UInt8], _ kind: MemoLink.Kind, from folder: VaultPath) -> VaultPath? {
    first(target, kind, from: folder, of: trash.names)
  }

  /// The path of the memo that a link would lead to if it were not ignored; of several, the first.
  func ignored(_ target: [UInt8], _ kind: MemoLink.Kind, from folder: VaultPath) -> VaultPath? {
    first(target, kind, from: folder, of: trash.ignoredNames)
  }

  private func first(
    _ target: [UInt8], _ kind: MemoLink.Kind, from folder: VaultPath, of names: TrashedNames.Names
  ) -> VaultPath? {
    let (resolver, paths) = names
    var lookup = LinkLookup(resolver)
    let memo: Int? =
      switch lookup.resolve(target, kind, from: folder) {
      case .memo(let memo, _): memo
      case .ambiguous: lookup.firstCandidate(of: target, kind, from: folder)
      case .broken, .elsewhere: nil
      }
    return memo.map { paths[$0] }
  }

  /// A meaning by an old name, with the place of the memo.
  private func atPresent(_ meaning: LinkRewriter.Meaning) -> LinkRewriter.Meaning {
    LinkRewriter.Meaning(memo: places[meaning.memo], rule: meaning.rule)
  }

  private func finding(
    _ found: [LinkRewriter.Meaning], _ one: (VaultPath) -> LostTarget = { .namesake($0) }
  ) -> Finding {
    guard let first = found.first else {
      return Finding(target: index.problems.isEmpty ? .unknown : .unread, meaning: nil)
    }
    let memos = Set(found.map(\.memo))
    guard memos.count > 1 else { return Finding(target: one(index.path(at: first.memo)), meaning: first) }
    let named = memos.count > Self.candidateLimit ? [] : memos.map { index.path(at: $0) }.sorted()
    return Finding(target: .several(count: memos.count, candidates: named), meaning: nil)
  }
}

/// The names of the memos in a vault's trash, and of those that it ignores, read when a broken link first asks for them.
package final class TrashedNames: Sendable {
  /// Names by the places of paths.
  typealias Names = (resolver: LinkResolver, paths: [VaultPath])

  private let vault: Vault
  private let trashed = Mutex<Names?>(nil)
  private let ignored = Mutex<Names?>(nil)

  /// Those of a vault.
  package init(of vault: Vault) {
    self.vault = vault
  }

  /// The paths that the memos in the trash had, and their names.
  var names: Names {
    Self.known(trashed) {
      // Of a trash that cannot be read nothing is known.
      let items = (try? Trash(of: vault, history: OperationHistory(of: vault)).items()) ?? []
      return items.map { LinkResolver.Memo(path: $0.path, title: $0.title) }
    }
  }

  /// The paths of the memos that the vault ignores, and the names of their files; all folders are looked through.
  var ignoredNames: Names {
    Self.known(ignored) {
      guard !vault.rules.ignored.isEmpty else { return [] }
      let files = AttachmentFinder.files(endingWith: Array(".md".utf8), Array(".markdown".utf8), in: vault.files)
      return files.filter { !vault.rules.showsMemo(at: $0) }.map { LinkResolver.Memo(path: $0, title: "") }
    }
  }

  private static func known(_ names: borrowing Mutex<Names?>, _ memos: () -> [LinkResolver.Memo]) -> Names {
    names.withLock { known in
      if let known { return known }
      let memos = memos()
      let names = (LinkResolver(memos), memos.map(\.path))
      known = names
      return names
    }
  }
}
