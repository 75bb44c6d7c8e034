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
    /// The path, folded.
    let key: [UInt8]
  }

  /// The folded names that were looked for.
  private let names: Set<[UInt8]>
  /// Files by their folded names.
  private var files: [[UInt8]: [File]] = [:]

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
    var level = folders
    while !level.isEmpty {
      let parts = level.concurrentMap(partSize: Self.foldersPerPart) { part in
        part.map { Self.list($0, in: vaultFiles, isWanted) }
      }
      for file in parts.joined().flatMap(\.files) { files[Self.name(file.key), default: []].append(file) }
      level = parts.joined().flatMap(\.folders)
    }
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
      found[memo, default: [:]][link.target] = finder.named(by: (link, memo.parent)).first
    }
    return found
  }

  /// The files whose paths end as a link says, those in few folders first.
  package func named(by link: Link) -> [VaultPath] {
    let paths = Self.wanted(link).flatMap { path in
      files[Self.name(path), default: []].filter { file in
        file.key == path || !link.link.isDotted && file.key.suffix(path.count + 1).elementsEqual([Self.slash] + path)
      }.map(\.path)
    }
    return Set(paths).sorted { ($0.components.count, $0) < ($1.components.count, $1) }
  }

  /// The files of the name whose paths end as that of the link does, for the most components.
  package func meant(by link: Link) -> [VaultPath] {
    let found = Self.wanted(link).flatMap { path in
      files[Self.name(path), default: []].map { (file: $0, count: Self.commonEnd($0.key, path)) }
    }
    let most = found.map(\.count).max()
    return Set(found.filter { $0.count == most }.map(\.file.path)).sorted()
  }

  /// Whether there is a file at a path, or one whose path ends so.
  fileprivate func hasFile(_ path: [UInt8], isWhole: Bool) -> Bool {
    let key = Folding.matchKey(VaultPath(bytes: path).text)
    return files[Self.name(key), default: []].contains { file in
      file.key == key || !isWhole && file.key.suffix(key.count + 1).elementsEqual([Self.slash] + key)
    }
  }

  private static func commonEnd(_ first: [UInt8], _ second: [UInt8]) -> Int {
    zip(first.split(separator: slash).reversed(), second.split(separator: slash).reversed())
      .prefix { $0.elementsEqual($1) }.count
  }

  // MARK: Names

  private static func names(in links: [Link]) -> Set<[UInt8]> { Set(links.flatMap(Self.wanted).map(Self.name)) }

  /// The folded paths that a link may name.
  private static func wanted(_ link: Link) -> [[UInt8]] {
    link.link.paths(from: link.folder).map { Folding.matchKey($0.text) }
  }

  private static func name(_ path: [UInt8]) -> [UInt8] {
    path.lastIndex(of: slash).map { Array(path[($0 + 1)...]) } ?? path
  }

  /// The files of a folder that are wanted, and its folders.
  private static func list(
    _ folder: VaultPath, in files: any VaultFiles, _ isWanted: (File) -> Bool
  ) -> (files: [File], folders: [VaultPath]) {
    // What cannot be listed is named by the refresh already.
    let entries = (try? files.entries(of: folder)) ?? []
    let found = entries.filter { $0.kind == .file }.map { entry in
      let path = folder.appending(entry.name)
      return File(path: path, key: Folding.matchKey(path.text))
    }
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
