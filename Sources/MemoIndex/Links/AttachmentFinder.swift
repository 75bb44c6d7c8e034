package import MemoCore
package import MemoStore
import Synchronization

/// Looks through the whole vault for files that links do not name by their exact paths: by the name alone, by the end of a
/// path, in other case or normalization.
package struct AttachmentFinder {
  /// A link to a file, with the folder of the memo that holds it.
  package typealias Link = (link: AttachmentLink, folder: VaultPath)

  private struct File {
    let path: VaultPath
    /// The path, folded, behind a slash.
    let key: [UInt8]

    init(_ path: VaultPath) {
      self.path = path
      key = AttachmentFinder.key(of: path)
    }
  }

  /// The folded names that were looked for.
  private let names: Set<[UInt8]>
  /// Files by their folded names, in the order of their keys read backwards: those whose paths end alike are in a row, the
  /// shortest paths first.
  private let files: [[UInt8]: [File]]

  private static let foldersPerPart = 8
  private static let slash = UInt8(ascii: "/")

  /// Lists the vault, where there is any link.
  package init(for links: [Link], in vaultFiles: any VaultFiles) {
    let names = Self.names(in: links)
    self.init(names, in: vaultFiles, startingAt: names.isEmpty ? [] : [.root]) { names.contains(Self.name($0.key)) }
  }

  /// Lists the whole vault for files that are no memos.
  fileprivate init(allIn vaultFiles: any VaultFiles) {
    self.init([], in: vaultFiles, startingAt: [.root]) { !MemoFileRules.hasMemoExtension($0.path) }
  }

  private init(
    _ names: Set<[UInt8]>, in vaultFiles: any VaultFiles, startingAt folders: [VaultPath],
    _ isWanted: @Sendable (File) -> Bool
  ) {
    self.names = names
    var files: [[UInt8]: [File]] = [:]
    var level = folders
    while !level.isEmpty {
      let parts = level.concurrentMap(partSize: Self.foldersPerPart) { part in
        part.map { Self.list($0, in: vaultFiles, isWanted) }
      }
      for file in parts.joined().flatMap(\.files) { files[Self.name(file.key), default: []].append(file) }
      level = parts.joined().flatMap(\.folders)
    }
    self.files = files.mapValues { $0.count > 1 ? $0.sorted { Self.endPrecedes($0.key, $1.key) } : $0 }
  }

  /// The files of a vault whose names end in one of these ways, case aside, in the order of their paths.
  package static func files(endingWith endings: [UInt8]..., in vaultFiles: any VaultFiles) -> [VaultPath] {
    let found = AttachmentFinder([], in: vaultFiles, startingAt: [.root]) { file in
      endings.contains { file.key.suffix($0.count).elementsEqual($0) }
    }
    return found.files.values.joined().map(\.path).sorted()
  }

  /// Whether there was nothing to look for.
  package var isEmpty: Bool { names.isEmpty }

  /// Whether it has looked for all files that some links may mean.
  package func covers(_ links: [Link]) -> Bool { Self.names(in: links).isSubset(of: names) }

  /// The files that links of memos lead to, for each memo by the targets as written; all folders are only looked through
  /// where a path from a memo's folder is none of a file.
  package static func files(
    of links: [VaultPath: [AttachmentLink]], in files: any VaultFiles
  ) -> [VaultPath: [String: VaultPath]] {
    var (found, others) = ([VaultPath: [String: VaultPath]](), [(memo: VaultPath, link: AttachmentLink)]())
    let spelling = FolderSpelling(in: files)
    for (memo, links) in links {
      for link in links where found[memo]?[link.target] == nil {
        if let path = link.paths(from: memo.parent).lazy.compactMap(spelling.file).first {
          found[memo, default: [:]][link.target] = path
        } else {
          others.append((memo, link))
        }
      }
    }
    let finder = AttachmentFinder(for: others.map { ($0.link, $0.memo.parent) }, in: files)
    for (memo, link) in others {
      found[memo, default: [:]][link.target] = finder.named(by: (link, memo.parent))
    }
    return found
  }

  /// The file whose path ends as a link says; of several, the one in the fewest folders.
  package func named(by link: Link) -> VaultPath? {
    let paths = Self.keys(link).flatMap { files($0, isWhole: link.link.isDotted).map(\.path) }
    return paths.min { ($0.components.count, $0) < ($1.components.count, $1) }
  }

  /// Whether a file is where a link says: a name, and a path in double brackets, may be the end of its path. Programs that show
  /// Markdown look for a path nowhere else.
  package func hasFile(namedBy link: Link) -> Bool {
    let isPath = link.link.kind == .markdown && link.link.target.utf8.contains(Self.slash)
    return Self.keys(link).contains { !files($0, isWhole: link.link.isDotted || isPath).isEmpty }
  }

  /// The files of the name whose paths end as that of the link does, for the most components: how many they are, and in order
  /// where they are no more than a limit.
  package func meant(by link: Link, limit: Int) -> (count: Int, paths: [VaultPath]) {
    let ends = Set(Self.keys(link).compactMap(longestEnd)).map { (end: $0, count: $0.count { $0 == Self.slash }) }
    let most = ends.map(\.count).max()
    let found = ends.filter { $0.count == most }.map { files($0.end, isWhole: false) }
    let count = found.reduce(0) { $0 + $1.count }
    return (count, count > limit ? [] : found.joined().map(\.path).sorted())
  }

  /// Whether there is a file at a path, or one whose path ends so.
  fileprivate func hasFile(_ path: [UInt8], isWhole: Bool) -> Bool {
    !files(Self.key(of: VaultPath(bytes: path)), isWhole: isWhole).isEmpty
  }

  /// The longest end of a key with which keys of files end.
  private func longestEnd(of key: [UInt8]) -> [UInt8]? {
    let starts = key.indices.lazy.filter { key[$0] == Self.slash }
    return starts.map { Array(key[$0...]) }.first { !files($0, isWhole: false).isEmpty }
  }

  /// The files whose keys end with another one, or are it.
  private func files(_ end: [UInt8], isWhole: Bool) -> ArraySlice<File> {
    let namesakes = files[Self.name(end), default: []]
    let first = namesakes.partitioningIndex { !Self.endPrecedes($0.key, end) }
    let rest = namesakes[first...]
    let found = rest[..<rest.partitioningIndex { !$0.key.suffix(end.count).elementsEqual(end) }]
    return isWhole ? found.prefix { $0.key == end } : found
  }

  private static func endPrecedes(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.reversed().lexicographicallyPrecedes(second.reversed())
  }

  // MARK: Names

  private static func names(in links: [Link]) -> Set<[UInt8]> { Set(links.flatMap(Self.keys).map(Self.name)) }

  /// The keys of the paths that a link may name.
  private static func keys(_ link: Link) -> [[UInt8]] {
    link.link.paths(from: link.folder).map(key)
  }

  private static func key(of path: VaultPath) -> [UInt8] { [slash] + Folding.matchKey(path.text) }

  private static func name(_ path: [UInt8]) -> [UInt8] {
    path.lastIndex(of: slash).map { Array(path[($0 + 1)...]) } ?? path
  }

  /// The files of a folder that are wanted, and its folders.
  private static func list(
    _ folder: VaultPath, in files: any VaultFiles, _ isWanted: (File) -> Bool
  ) -> (files: [File], folders: [VaultPath]) {
    // What cannot be listed is named by the refresh already.
    let entries = (try? files.entries(of: folder)) ?? []
    let found = entries.filter { $0.kind == .file }.map { File(folder.appending($0.name)) }
    return (
      found.filter(isWanted),
      entries.filter { $0.kind == .folder }.map { folder.appending($0.name) }.filter { !MemoFileRules.isTooDeep($0) }
    )
  }
}

extension VaultIndex {
  /// Finds files that are no memos; the vault is looked through when it is first asked.
  func fileLookup() -> LinkResolver.FileLookup {
    let files = OtherFiles(of: files)
    return { files.hasFile($0, isWhole: $1) }
  }
}

/// The files of a vault that are no memos, as they are when they are first asked for: an index does not know them.
private final class OtherFiles: Sendable {
  private let files: any VaultFiles
  private let known = Mutex<AttachmentFinder?>(nil)

  init(of files: any VaultFiles) {
    self.files = files
  }

  func hasFile(_ path: [UInt8], isWhole: Bool) -> Bool {
    let found = known.withLock { known in
      let found = known ?? AttachmentFinder(allIn: files)
      known = found
      return found
    }
    return found.hasFile(path, isWhole: isWhole)
  }
}
