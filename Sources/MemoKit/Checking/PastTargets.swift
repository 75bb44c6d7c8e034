import MemoCore
import MemoIndex
import MemoStore
import MemoSync

/// What the vault's repository knows of the memos that broken links name, where only the name of its file speaks for another memo,
/// or where memo itself only saw that they went.
struct PastTargets {
  /// Where the memos went.
  private(set) var moves: [MovedMemos.Move] = []
  /// Memos that were there together with the one that a link would be taken to mean.
  private(set) var deleted: [VaultPath] = []

  /// The paths that links may name, each with the memos that they would be taken to mean.
  private let guesses: [VaultPath: [VaultPath]]

  /// Looks for such links among the problems of a vault.
  ///
  /// - Parameter gone: the memos that memo saw go.
  init(in problems: [VaultProblem], _ gone: Set<VaultPath>) {
    var guesses: [VaultPath: [VaultPath]] = [:]
    for problem in problems {
      guard case .brokenLink(let target, let meant) = problem.kind else { continue }
      let named = [MemoLink.Kind.markdown, .wiki].flatMap {
        MemoLink(kind: $0, target: target).paths(from: problem.path.parent)
      }
      let files = Set(named.flatMap(Self.files))
      switch meant {
      case .namesake(let memo):
        for path in files where guesses[path]?.contains(memo) != true { guesses[path, default: []].append(memo) }
      case .unknown, .unread:
        for path in files where gone.contains(path) && guesses[path] == nil { guesses[path] = [] }
      case .moved, .trashed, .ignored, .several: break
      }
    }
    self.guesses = guesses
  }

  /// The paths of the memos that a path may be, which may lack the ending.
  private static func files(_ path: VaultPath) -> [VaultPath] {
    if MemoFileRules.hasMemoExtension(path) { return [path] }
    return [".md", ".markdown"].map { VaultPath(bytes: path.bytes + Array($0.utf8)) }
  }

  /// Whether there is no such link.
  var isEmpty: Bool { guesses.isEmpty }

  /// Asks the repository; returns whether it knows any of the memos.
  ///
  /// - Parameter index: the memos that are there.
  mutating func ask(_ repository: PastRepository, _ index: VaultIndex) throws -> Bool {
    let files = try FormerFiles(guesses, in: repository)
    for (old, new) in files.moved.sorted(by: { $0.key < $1.key }) {
      if index.place(of: new) == nil { deleted.append(old) } else { moves.append(MovedMemos.Move(from: old, to: new)) }
    }
    deleted += files.deleted.sorted()
    return !moves.isEmpty || !deleted.isEmpty
  }
}
