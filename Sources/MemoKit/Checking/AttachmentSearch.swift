import MemoCore
import MemoStore

/// Looks through the whole vault for files that links name otherwise than by their exact paths: by the name alone, by
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
