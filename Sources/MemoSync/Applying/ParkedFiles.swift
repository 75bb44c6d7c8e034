import MemoCore
import MemoStore

/// The files that came out of the vault while others took their places, until it is certain that no program writes to
/// them any more: one may have had a file open.
struct ParkedFiles {
  let vault: Vault
  /// Now, in nanoseconds since 1970.
  let now: Int64

  private struct Held {
    let slot: VaultPath
    let hash: UInt64
    /// `nil` where only the bytes show whether it was written to.
    let stamp: FileStamp?
    let path: VaultPath
  }

  private var held: [Held] = []
  /// What lies ready to go into the vault and has been nowhere else.
  private var staged: Set<VaultPath> = []
  private var count = 0

  /// Longer names are cut in those of slots.
  private static let nameLimit = 200

  init(vault: Vault, now: Int64) {
    (self.vault, self.now) = (vault, now)
  }

  /// A name for what goes into or comes out of a path; it holds the path's name, should memo be killed.
  mutating func slot(for path: VaultPath) -> VaultPath {
    count += 1
    let slot = WorkTreeUpdate.folder.appending(Array("\(count)-".utf8) + path.name.prefix(Self.nameLimit))
    staged.insert(slot)
    return slot
  }

  /// Notes that a slot is about to be exchanged: from now on it may hold what came out.
  mutating func use(_ slot: VaultPath) { staged.remove(slot) }

  /// Removes what lies ready, in whole or in part, because something else has failed; the next sync would take it for what
  /// someone wrote.
  func discardStaged() {
    for slot in staged { _ = try? vault.writer.remove(slot) }
  }

  /// Notes what came out of a path.
  mutating func hold(_ slot: VaultPath, _ hash: UInt64, _ stamp: FileStamp?, _ path: VaultPath) {
    held.append(Held(slot: slot, hash: hash, stamp: stamp, path: path))
  }

  /// Removes what came out; what was written to after that comes into the trash. Returns how many files that were.
  func finish() throws -> Int {
    let swapping = FileSwapping(files: vault.files, writer: vault.writer)
    let stamps = try vault.files.stamps(of: held.map(\.slot.name), in: WorkTreeUpdate.folder)
    var rescued = 0
    for (file, stamp) in zip(held, stamps) {
      if stamp != nil, stamp == file.stamp { continue }
      guard try swapping.hash(of: file.slot) != file.hash else { continue }
      if try TrashItem(for: file.path, at: now).take(file.slot, by: vault.writer) { rescued += 1 }
    }
    try vault.writer.removeFolderWithFiles(WorkTreeUpdate.folder)
    return rescued
  }

  /// Gives a file back that a killed sync had moved away to put another one in its place: where names cannot be exchanged, this
  /// takes several renames.
  ///
  /// - Parameter changes: those that the sync was making.
  static func giveBack(_ vault: Vault, _ changes: () throws -> [TreeChange]) throws {
    for entry in try vault.files.entries(of: WorkTreeUpdate.folder) ?? [] where entry.name.last == UInt8(ascii: "~") {
      let slot = WorkTreeUpdate.folder.appending(entry.name.dropLast())
      guard try vault.writer.isTaken(slot) else { continue }
      let paths = try changes().filter { $0.old != nil && $0.new != nil }.map(\.path)
      let missing = try paths.filter { path in
        try path.name.prefix(nameLimit).elementsEqual(name(in: slot)) && !vault.writer.isTaken(path)
      }
      guard Set(missing).count == 1 else { continue }
      _ = try vault.writer.move(WorkTreeUpdate.folder.appending(entry.name), to: missing[0])
    }
  }

  /// Moves what a killed sync has left into the trash, as far as the repository does not have it; returns how many files
  /// that were.
  static func recover(_ vault: Vault, _ repository: GitRepository, at now: Int64) throws -> Int {
    let names = try vault.files.entries(of: WorkTreeUpdate.folder) ?? []
    guard !names.isEmpty else { return 0 }
    var ids: [(slot: VaultPath, id: ObjectId)] = []
    for entry in names {
      let slot = WorkTreeUpdate.folder.appending(entry.name)
      let file = try WholeFile.read(slot, in: vault.files, limit: WholeFile.rescueLimit)
      // One without a byte is what was about to be laid ready.
      if let file, !file.bytes.isEmpty { ids.append((slot, ObjectId(ofBlob: file.bytes))) }
    }
    let known = try repository.known(ids.map(\.id))
    var rescued = 0
    for (slot, id) in ids where !known.contains(id) {
      let item = TrashItem(for: VaultPath(bytes: Array(name(in: slot))), at: now)
      if try item.take(slot, by: vault.writer) { rescued += 1 }
    }
    try vault.writer.removeFolderWithFiles(WorkTreeUpdate.folder)
    return rescued
  }

  private static func name(in slot: VaultPath) -> ArraySlice<UInt8> {
    slot.name.drop { $0 != UInt8(ascii: "-") }.dropFirst()
  }
}

/// Files that others have deleted and that were left because an editor had them open, each with the bytes it had. As long
/// as it has these it is no new file; it goes when the editor is done. Kept in `.git/memo/left`.
struct LeftFiles {
  private(set) var files: [VaultPath: ObjectId] = [:]
  private var list: KeptList<Entry>

  private static let path = SyncFolder.path.appending("left")

  private struct Entry: Codable, Equatable {
    let path: StoredPath
    let id: String
  }

  /// Reads what is kept of a vault. Where that is not known, nothing can be synced: what others have deleted would come back.
  init(in folder: SyncFolder) throws {
    list = try KeptList(at: Self.path, in: folder)
    for entry in list.entries {
      if let id = ObjectId(hexadecimal: entry.id.utf8) { files[entry.path.path] = id }
    }
  }

  /// Notes that a file was left.
  mutating func add(_ path: VaultPath, _ id: ObjectId) { files[path] = id }

  /// Forgets a file.
  mutating func remove(_ path: VaultPath) { files[path] = nil }

  /// Keeps what has changed, before the branch says that the files are gone.
  mutating func write(to folder: SyncFolder) throws {
    let entries = files.sorted { $0.key < $1.key }.map { Entry(path: StoredPath($0.key), id: $0.value.text) }
    try list.write(entries, to: folder)
  }
}
