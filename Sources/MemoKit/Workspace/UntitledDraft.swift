import MemoCore
import MemoStore

/// The text of a memo without a title while an editor has it: a hidden file, because the memo is named after the title that it
/// gets.
///
/// A second file beside it is locked as long as `memo new` or the editor runs. Locks are inherited, so that an editor whose
/// `memo new` was killed, or which went into the background, still has its draft.
struct UntitledDraft {
  /// The text.
  let path: VaultPath
  private let note: VaultPath
  private let vault: Vault
  private var lock: (any VaultLock)?

  private static let idLength = 32
  private static let folder = VaultPath("\(VaultLocator.marker)/drafts")
  private static let textEnding = Array(".md".utf8)
  private static let noteEnding = Array(".lock".utf8)
  /// Earlier versions locked nothing: their editor may be open for long, so their drafts are left alone for a day.
  private static let unlockedAge: Int64 = 86_400_000_000_000

  /// Puts a draft's text where an editor can open it.
  init(of draft: MemoDraft, in vault: Vault) throws {
    self.vault = vault
    let id = Array(VaultSetup.randomId().utf8)
    (path, note) = (Self.folder.appending(id + Self.textEnding), Self.folder.appending(id + Self.noteEnding))
    let text = try draft.text(titled: vault.titles)
    let contents = Note(folder: draft.folder, untouched: draft.body.given.isEmpty ? XXHash64.hash(text) : nil).encoded()
    // Before the text, so that no process finds it without its lock. Some file systems know no locks.
    guard try vault.writer.create(note, contents: contents, modified: nil) else {
      throw FileError(.write, path: note.bytes, reason: .alreadyExists)
    }
    lock = try? vault.writer.lockForPrograms(note)
    guard try vault.writer.create(path, contents: text, modified: nil) else {
      throw FileError(.write, path: path.bytes, reason: .alreadyExists)
    }
  }

  private init(id: [UInt8], in vault: Vault) {
    (path, note) = (Self.folder.appending(id + Self.textEnding), Self.folder.appending(id + Self.noteEnding))
    (self.vault, lock) = (vault, nil)
  }

  /// Removes it once the editor has ended.
  ///
  /// - Parameter isMemo: whether a memo was made of it. If not, an editor in the background may still write to it.
  mutating func end(isMemo: Bool) throws {
    if !isMemo, lock != nil {
      // Closed, it is still held by a program that inherited it.
      lock = nil
      lock = try vault.writer.lock(note, waiting: .zero)
      if lock == nil { return }
    }
    try remove()
    lock = nil
  }

  private func remove() throws {
    _ = try vault.writer.remove(path)
    _ = try vault.writer.remove(note)
  }

  // MARK: Those that are left

  /// The texts of all drafts, sorted.
  static func all(in vault: Vault) -> [VaultPath] {
    found(in: vault).map(\.path).filter { vault.files.stamp(of: $0) != nil }
  }

  private static func found(in vault: Vault) -> [UntitledDraft] {
    guard let entries = (try? vault.files.allEntries(of: folder)) ?? nil, !entries.isEmpty else { return [] }
    let names = entries.filter { $0.kind == .file }.map(\.name)
    let ids = [textEnding, noteEnding].flatMap { ending in
      names.filter { $0.count == idLength + ending.count && $0.suffix(ending.count).elementsEqual(ending) }
        .map { VaultPath(bytes: Array($0.prefix(idLength))) }
    }
    return Set(ids).sorted().map { UntitledDraft(id: $0.bytes, in: vault) }
  }

  /// Makes memos of those of this user that no process has any more. It is no operation: what a person then undoes or redoes
  /// is still their own last change.
  ///
  /// - Parameter noteKept: called with each text of which no memo can be made.
  /// - Returns: the memos.
  static func takeLeft(in vault: Vault, at time: Int64, noteKept: (VaultPath) -> Void) -> [VaultPath] {
    found(in: vault).compactMap { draft in
      // Nothing can be locked in a vault that cannot be written to.
      guard draft.isOwn, draft.mayBeLeft(at: time),
        let lock = (try? vault.writer.lock(draft.note, waiting: .zero)) ?? nil
      else { return nil }
      defer { withExtendedLifetime(lock) {} }
      do {
        return try draft.take()
      } catch {
        noteKept(draft.path)
        return nil
      }
    }
  }

  private var isOwn: Bool {
    [path, note].allSatisfy { ((try? vault.files.ownership(of: $0)) ?? nil)?.isOwnedByThisUser ?? true }
  }

  /// Whether a free lock means that no process has it: one of the two files alone may be from an earlier version, or be followed
  /// by the other in a moment.
  private func mayBeLeft(at time: Int64) -> Bool {
    let stamps = [path, note].compactMap(vault.files.stamp)
    return stamps.count == 2 || stamps.allSatisfy { $0.modified < time - Self.unlockedAge }
  }

  /// Makes a memo of a draft whose lock is held; `nil` where nothing was written, or another process was first.
  private func take() throws -> VaultPath? {
    guard let stamp = vault.files.stamp(of: path) else {
      try remove()
      return nil
    }
    // A window of an editor that was only asked to open the file holds no lock.
    guard try vault.writer.readSettled(path)?.isOpen != true, let file = try WholeFile.read(path, in: vault.files)
    else { return nil }
    let note = Note((try? vault.contents(of: note)) ?? [])
    let isWritten = !MemoDraft.isBlank(file.bytes) && note.untouched != XXHash64.hash(file.bytes)
    let made = isWritten ? try create(file, in: note.folder) : nil
    // Saved again since it was read: the next command makes another memo of that.
    if vault.files.stamp(of: path) == stamp { try remove() }
    return made
  }

  private static let attempts = 10

  private func create(_ file: WholeFile, in folder: VaultPath) throws -> VaultPath {
    let isUsable = WantedPath.isInside(folder) && vault.rules.showsMemo(at: folder.appending("a.md"))
    let wanted = try MemoCreation.wantedPath(
      of: file.bytes, title: "", in: isUsable ? folder : .root, of: vault, fallbackName: Slug.untitled)
    for _ in 0..<Self.attempts {
      // The same memo may be there: the process that made it was killed before it removed the draft.
      var placer = MemoPlacer(vault: vault, repetition: .isLeftOut, draft: nil)
      switch try placer.place(file.bytes, at: wanted, modified: file.modified) {
      case .present(let path): return path
      case .written(let path):
        if try vault.writer.create(path, contents: file.bytes, modified: file.modified) { return path }
      }
    }
    throw FileError(.write, path: wanted.path.bytes, reason: .alreadyExists)
  }
}

/// What is kept about a draft: the folder that its memo is to be in, and what the editor was given.
private struct Note {
  let folder: VaultPath
  /// The hash of a text in which nothing is a person's.
  let untouched: UInt64?

  private static let newline = UInt8(ascii: "\n")

  init(folder: VaultPath, untouched: UInt64?) {
    (self.folder, self.untouched) = (folder, untouched)
  }

  init(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: Self.newline, maxSplits: 1, omittingEmptySubsequences: false)
    untouched = parts.first.flatMap { UInt64(String(decoding: $0, as: UTF8.self), radix: 16) }
    folder = parts.count > 1 ? VaultPath(bytes: Array(parts[1])) : .root
  }

  func encoded() -> [UInt8] { Array((untouched.map(Etag.text) ?? "").utf8) + [Self.newline] + folder.bytes }
}
