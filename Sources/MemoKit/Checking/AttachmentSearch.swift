import MemoCore
import MemoStore

/// Looks through the whole vault for files that links do not name by their exact paths: by the name alone, by
/// the end of a path, in other case or normalization.
struct AttachmentSearch {
  private struct File {
    let path: VaultPath
    /// The path, folded.
    let key: [UInt8]
  }

  /// The folded names that were looked for.
  private let names: Set<[UInt8]>
  /// Files by their folded names.
  private var files: [[UInt8]: [File]] = [:]

  private static let foldersPerPart = 8
  private static let slash = UInt8(ascii: "/")

  /// Lists the vault, where any of the problems is a link to a file.
  init(for problems: [VaultProblem], in vaultFiles: any VaultFiles) {
    let names = Self.names(in: problems)
    self.names = names
    var level = names.isEmpty ? [] : [VaultPath.root]
    while !level.isEmpty {
      let parts = level.concurrentMap(partSize: Self.foldersPerPart) { part in
        part.map { Self.list($0, names, in: vaultFiles) }
      }
      for file in parts.joined().flatMap(\.files) { files[Self.name(file.key), default: []].append(file) }
      level = parts.joined().flatMap(\.folders)
    }
  }

  /// Whether there was nothing to look for.
  var isEmpty: Bool { names.isEmpty }

  /// Whether it has looked for all files that some problems may mean.
  func covers(_ problems: [VaultProblem]) -> Bool { Self.names(in: problems).isSubset(of: names) }

  private static func names(in problems: [VaultProblem]) -> Set<[UInt8]> {
    Set(problems.flatMap(Self.wanted).map(Self.name))
  }

  /// A problem with the file that it means; `nil` if it is none, because the file is there.
  func resolved(_ problem: VaultProblem) -> VaultProblem? {
    guard case .brokenAttachment(let link, _) = problem.kind else { return problem }
    guard named(by: problem, isDotted: link.isDotted).isEmpty else { return nil }
    return VaultProblem(
      kind: .brokenAttachment(link, meant: meant(by: Self.wanted(problem))), path: problem.path,
      position: problem.position)
  }

  /// The files that links of memos lead to, for each memo by the targets as written; all folders are only looked through
  /// where a path from a memo's folder is none of a file.
  static func files(
    of links: [VaultPath: [AttachmentLink]], in files: any VaultFiles
  ) -> [VaultPath: [String: VaultPath]] {
    var (found, others) = ([VaultPath: [String: VaultPath]](), [VaultProblem]())
    let spelling = FolderSpelling(in: files)
    for (memo, links) in links {
      for link in links where found[memo]?[link.target] == nil {
        if let path = link.paths(from: memo.parent).lazy.compactMap(spelling.file).first {
          found[memo, default: [:]][link.target] = path
        } else {
          let kind = VaultProblem.Kind.brokenAttachment(link, meant: .unknown)
          others.append(VaultProblem(kind: kind, path: memo, position: link.position))
        }
      }
    }
    let search = AttachmentSearch(for: others, in: files)
    for problem in others {
      guard case .brokenAttachment(let link, _) = problem.kind else { continue }
      found[problem.path, default: [:]][link.target] = search.named(by: problem, isDotted: link.isDotted).first
    }
    return found
  }

  /// The files whose paths end as a link says, those in few folders first.
  private func named(by problem: VaultProblem, isDotted: Bool) -> [VaultPath] {
    let paths = Self.wanted(problem).flatMap { path in
      files[Self.name(path), default: []].filter { file in
        file.key == path || !isDotted && file.key.suffix(path.count + 1).elementsEqual([Self.slash] + path)
      }.map(\.path)
    }
    return Set(paths).sorted { ($0.components.count, $0) < ($1.components.count, $1) }
  }

  /// The file of the name whose path ends as that of the link does, for the most components.
  private func meant(by wanted: [[UInt8]]) -> LostTarget {
    let found = wanted.flatMap { path in
      files[Self.name(path), default: []].map { (file: $0, count: Self.commonEnd($0.key, path)) }
    }
    guard let most = found.map(\.count).max() else { return .unknown }
    let best = Set(found.filter { $0.count == most }.map(\.file.path)).sorted()
    guard best.count > 1 else { return .namesake(best[0]) }
    return .several(count: best.count, candidates: best.count > LostTargets.candidateLimit ? [] : best)
  }

  private static func commonEnd(_ first: [UInt8], _ second: [UInt8]) -> Int {
    zip(first.split(separator: slash).reversed(), second.split(separator: slash).reversed())
      .prefix { $0.elementsEqual($1) }.count
  }

  // MARK: Names

  /// The folded paths that a link may name; none for another problem.
  private static func wanted(_ problem: VaultProblem) -> [[UInt8]] {
    guard case .brokenAttachment(let link, _) = problem.kind else { return [] }
    return link.paths(from: problem.path.parent).map { Folding.matchKey($0.text) }
  }

  private static func name(_ path: [UInt8]) -> [UInt8] {
    path.lastIndex(of: slash).map { Array(path[($0 + 1)...]) } ?? path
  }

  /// The files of a folder that have one of the folded names, and its folders.
  private static func list(
    _ folder: VaultPath, _ names: Set<[UInt8]>, in files: any VaultFiles
  ) -> (files: [File], folders: [VaultPath]) {
    // What cannot be listed is named by the refresh already.
    let entries = (try? files.entries(of: folder)) ?? []
    let found = entries.filter { $0.kind == .file }.map { entry in
      let path = folder.appending(entry.name)
      return File(path: path, key: Folding.matchKey(path.text))
    }
    return (
      found.filter { names.contains(name($0.key)) },
      entries.filter { $0.kind == .folder }.map { folder.appending($0.name) }.filter { !MemoFileRules.isTooDeep($0) }
    )
  }
}
