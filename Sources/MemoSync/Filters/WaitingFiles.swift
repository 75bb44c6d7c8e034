import MemoCore
import MemoStore

/// Files that are not on this disk as the branch has them, because a filter could not make them, because they, or the files
/// here, are too large, because they could not be written or removed, or because they are settings that cannot be used. Nothing
/// of such a file is committed on top of the branch: what is written to it in between is an edit of the version that it was when it
/// began to wait (`Leftovers`). Kept in `.git/memo/waiting`, and in `.git/memo/waited` those that wait no longer, until git does
/// not pass over them any more.
struct WaitingFiles {
  /// A file that waits.
  struct File: Equatable, Sendable {
    /// The version that the file here is, if it is one.
    var base: TreeEntry?
    /// A commit that has this entry; `nil` where that is not known.
    var commit: ObjectId?
    /// Why it waits.
    var reason: SkippedFile.Reason
  }

  private(set) var files: [VaultPath: File] = [:]
  /// Files that wait no longer, and that git may still pass over because they did.
  private(set) var former: Set<VaultPath>
  private var list: KeptList<Entry>
  private var formerList: KeptList<StoredPath>

  private static let path = SyncFolder.path.appending("waiting")
  private static let formerPath = SyncFolder.path.appending("waited")

  private struct Entry: Codable, Equatable {
    let path: StoredPath
    let mode: UInt32?
    let id: String?
    var commit: String?
    /// One of a later version counts as that of an earlier one, which kept none.
    var reason: String?
  }

  /// Their paths.
  var paths: Set<VaultPath> { Set(files.keys) }

  /// Reads what is kept of a vault. Where that is not known, nothing can be synced: what is not on this disk would seem to be
  /// deleted.
  init(in folder: SyncFolder) throws {
    list = try KeptList(at: Self.path, in: folder)
    // Without it, git passes over more files: their edits stay here, and nothing is deleted.
    formerList = KeptList(forgettableAt: Self.formerPath, in: folder)
    former = Set(formerList.entries.map(\.path))
    for entry in list.entries {
      let path = entry.path.path
      let id = entry.id.flatMap { ObjectId(hexadecimal: $0.utf8) }
      let mode = entry.mode.flatMap(FileMode.init(rawValue:))
      files[path] = File(
        base: id.map { TreeEntry(path: path, mode: mode ?? .file, id: $0) },
        commit: entry.commit.flatMap { ObjectId(hexadecimal: $0.utf8) },
        reason: entry.reason.flatMap(SkippedFile.Reason.init(rawValue:)) ?? .filterFailed)
    }
  }

  /// Notes that a file waits; the version that it was when it began to wait stays its base.
  ///
  /// - Parameter commit: one that has the entry.
  mutating func add(_ path: VaultPath, from base: TreeEntry?, of commit: ObjectId?, because reason: SkippedFile.Reason)
  {
    files[path, default: File(base: base, commit: commit, reason: reason)].reason = reason
  }

  /// Has a file that waits stand for another entry, of a later commit.
  mutating func rebase(_ path: VaultPath, on base: TreeEntry, of commit: ObjectId) {
    files[path]?.base = base
    files[path]?.commit = commit
  }

  /// Finds the files that cannot be there with these: their name is that of a folder which one of these needs, or the other way
  /// round. Git would leave the other one out of the commit.
  var clashes: (VaultPath) -> Bool {
    let folders = Set(files.keys.flatMap(\.foldersAbove))
    return { [files] path in
      !files.isEmpty && (folders.contains(path) || path.foldersAbove.contains { files[$0] != nil })
    }
  }

  /// Notes that a file waits no longer.
  mutating func remove(_ path: VaultPath) {
    if files.removeValue(forKey: path) != nil { former.insert(path) }
  }

  /// Forgets the files that wait no longer, once git passes over none of them.
  mutating func forgetFormer(in folder: SyncFolder) throws {
    former = []
    try formerList.write([], to: folder)
  }

  /// A change of the branch, as it is for the file here.
  func change(_ change: TreeChange) -> TreeChange {
    files[change.path].map { TreeChange(path: change.path, old: $0.base, new: change.new) } ?? change
  }

  /// Keeps what has changed, before the branch moves on.
  mutating func write(to folder: SyncFolder) throws {
    // First: a file that is in neither list would be passed over for ever, and its deletion never be sent.
    try formerList.write(former.sorted().map(StoredPath.init), to: folder)
    let entries = files.sorted { $0.key < $1.key }.map {
      Entry(
        path: StoredPath($0.key), mode: $0.value.base?.mode.rawValue, id: $0.value.base?.id.text,
        commit: $0.value.commit?.text, reason: $0.value.reason.rawValue)
    }
    try list.write(entries, to: folder)
  }
}

extension VaultPath {
  /// Whether no tree can hold files under both names.
  func clashes(with path: VaultPath) -> Bool { foldersAbove.contains(path) || path.foldersAbove.contains(self) }
}

/// Which paths a sync may carry at all, whatever git says.
enum CarriedPaths {
  private static let own = Array(VaultLocator.marker.utf8)
  private static let temporary = Array(".memo-tmp.".utf8)
  private static let tracked: Set<VaultPath> = [
    VaultPath("\(VaultLocator.marker)/.gitignore"), Vault.settingsPath,
  ]
  private static let templates = VaultPath("\(VaultLocator.marker)/templates")

  /// Larger files stay on this device.
  static let sizeLimit: UInt64 = 20 << 20

  /// Whether a path is one that memo carries and writes: inside the vault, no part of a repository, and of memo's own
  /// files only those that travel. What a remote brings under `.memo` would else be taken for memo's own notes.
  static func contain(_ path: VaultPath) -> Bool {
    guard TreePath.isSafe(path), !path.name.starts(with: temporary) else { return false }
    let first = path.bytes.prefix { $0 != UInt8(ascii: "/") }
    guard isOwn(first) else { return true }
    guard first.elementsEqual(own) else { return false }
    let components = path.components
    return tracked.contains(path) || components.count > 2 && components[1].elementsEqual("templates".utf8)
  }

  /// Whether files may be looked for in a folder.
  static func mayBeIn(_ folder: VaultPath) -> Bool {
    guard let first = folder.components.first, isOwn(first) else { return true }
    return folder.bytes.elementsEqual(own) || folder == templates
      || folder.components.dropFirst().first.map {
        $0.elementsEqual("templates".utf8)
      } ?? false
  }

  private static func isOwn(_ name: ArraySlice<UInt8>) -> Bool {
    folded(name) == VaultLocator.marker
  }

  /// As file systems take a name that know no case and leave out what cannot be seen.
  private static func folded(_ name: ArraySlice<UInt8>) -> String {
    // Nothing from U+4000 to U+D7FF is left out: what is written in Chinese or Korean is mostly seen at once.
    guard let first = name.first, first == UInt8(ascii: ".") || first > 0x7F && !(0xE4...0xED).contains(first) else {
      return ""
    }
    let visible = String(decoding: name, as: UTF8.self).unicodeScalars.filter {
      !$0.properties.isDefaultIgnorableCodePoint
    }
    return String(String.UnicodeScalarView(visible)).lowercased()
  }
}
