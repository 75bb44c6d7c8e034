public import MemoCore

/// A memo as a command has read it; a change made from it is valid only while the file is the same.
public struct ReadMemo: Sendable {
  /// Its path.
  public let path: VaultPath
  /// XXH64 over its bytes, which its etag shows.
  public let hash: UInt64
  /// Its bytes; only the first ones of a memo that was read for its head.
  public let bytes: [UInt8]
  /// Nanoseconds since 1970.
  public let modified: Int64
  /// Where its title comes from.
  public let titleSource: TitleSource

  /// Its title.
  public var title: String { MemoText.title(of: bytes, titledBy: titleSource) }

  /// Whether that is the name of its file.
  public var isTitledByFile: Bool {
    bytes.withUnsafeBytes { MemoLayout($0, titledBy: titleSource).isTitledByFile }
  }

  /// Reads a whole memo; refuses one that is too large for memory.
  ///
  /// - Throws: `noSuchMemo` if it is gone.
  public init(_ path: VaultPath, in vault: Vault) throws {
    let file = try WholeFile.read(path, in: vault.files)
    guard let file else { throw VaultError.noSuchMemo(reference: path.text, nearest: []) }
    (self.path, bytes, modified, titleSource) = (path, file.bytes, file.modified, vault.titleSource(at: path))
    hash = XXHash64.hash(bytes)
  }

  /// A memo as it was at another time.
  ///
  /// - Parameter modified: nanoseconds since 1970.
  public init(_ path: VaultPath, bytes: [UInt8], modified: Int64, in vault: Vault) {
    (self.path, self.bytes, self.modified, titleSource) = (path, bytes, modified, vault.titleSource(at: path))
    hash = XXHash64.hash(bytes)
  }

  /// Reads a memo and keeps its first bytes, at most `limit`, for a command that does not change the text.
  public init(head path: VaultPath, limit: Int, in vault: Vault) throws {
    var bytes: [UInt8] = []
    let reading = try vault.files.read(path, limit: limit) { bytes = Array($0) }
    guard let reading else { throw VaultError.noSuchMemo(reference: path.text, nearest: []) }
    (self.path, self.bytes, hash, modified) = (path, bytes, reading.hash, reading.stamp.modified)
    titleSource = vault.titleSource(at: path)
  }
}

/// What a command has read of a memo to add lines at its end, however large the memo is.
public struct MemoEnd: Sendable {
  /// Its path.
  public let path: VaultPath
  /// XXH64 over its bytes, which its etag shows.
  public let hash: UInt64
  /// How its text ends.
  public let end: TextEnd
  /// Its first bytes, as many as its encoding is guessed from; of a longer memo without a letter that is cut in two.
  public let start: [UInt8]

  private static let startSize = 1 << 16

  /// Reads a memo.
  ///
  /// - Throws: `VaultError.noSuchMemo` if it is gone; `VaultError.tooLarge` if it is too large to be hashed as a whole, which a
  ///   caller that writes to it has to do.
  public init(_ path: VaultPath, in vault: Vault) throws {
    var (hash, end, start) = (XXHash64(), TextEnd(), [UInt8]())
    if let stamp = vault.files.stamp(of: path), stamp.size > FileError.largestHashed {
      throw VaultError.tooLarge(path)
    }
    let isThere = try vault.files.stream(path) { piece throws(FileError) in
      hash.update(piece)
      end.read(piece)
      start += piece.prefix(Self.startSize - start.count)
    }
    guard isThere else { throw VaultError.noSuchMemo(reference: path.text, nearest: []) }
    if start.count == Self.startSize { start.removeLast(start.reversed().prefix { $0 >= 0x80 }.count) }
    (self.path, self.hash, self.end, self.start) = (path, hash.finish(), end, start)
  }
}

/// Memos that another program is about to change, an editor: what it leaves is compared with what it found, so that its
/// work can be undone like any other operation.
public struct EditedMemos: Sendable {
  private let vault: Vault
  private let before: [(path: VaultPath, file: WholeFile)]

  /// Reads memos before they are changed, each once however often it is named.
  ///
  /// - Throws: `VaultError.sealed` for one that is not a text that can be changed.
  public init(_ paths: [VaultPath], in vault: Vault) throws {
    self.vault = vault
    var before: [(path: VaultPath, file: WholeFile)] = []
    var seen: Set<VaultPath> = []
    // Larger memos are edited, but that cannot be undone: they would have to be kept while the editor runs.
    for path in paths where vault.files.stamp(of: path).map({ $0.size <= WholeFile.sizeLimit }) == true {
      guard seen.insert(path).inserted, let file = try WholeFile.read(path, in: vault.files) else { continue }
      try OneEncoding.checkIsOpen(file.bytes, of: path)
      before.append((path, file))
    }
    self.before = before
  }

  /// Keeps what undoes the changes made since; returns what changed, `nil` if that was nothing.
  ///
  /// - Parameters:
  ///   - name: the command's name.
  ///   - time: the current time in nanoseconds since 1970.
  public func finish(
    _ name: String, in history: OperationHistory, at time: Int64
  ) throws -> PastOperation? {
    var changed: [(path: VaultPath, file: WholeFile, after: UInt64?)] = []
    for (path, file) in before {
      let after = try vault.files.read(path, limit: 0) { _ in }?.hash
      if after != XXHash64.hash(file.bytes) { changed.append((path, file, after)) }
    }
    guard !changed.isEmpty else { return nil }
    let draft = try history.begin(name, at: time)
    for (path, file, after) in changed { try draft.noteChanged(path, from: file, after: after) }
    return try draft.keep()
  }
}
