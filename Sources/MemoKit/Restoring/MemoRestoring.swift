public import MemoCore
public import MemoStore
public import MemoSync

/// Restores an earlier version of a memo, in place of the current one or as a new file.
public struct MemoRestoring: Sendable {
  /// Its path.
  public let path: VaultPath
  /// The memo as it is; `nil` if it is gone.
  public let memo: ReadMemo?
  /// The bytes to restore.
  public let contents: [UInt8]

  /// Whether the memo has these bytes already.
  public var isDone: Bool { memo?.bytes == contents }

  /// Reads the memo as it is.
  ///
  /// - Throws: `noPlace` if the path cannot hold a memo; `TransferError.fileInTheWay` if a folder of the path is a file;
  ///   `VaultError.obstructed` if a folder, a link or the like has the path.
  public init(_ contents: [UInt8], to path: VaultPath, in vault: Vault) throws {
    (self.path, self.contents) = (path, contents)
    memo = vault.hasMemo(at: path) ? try ReadMemo(path, in: vault) : nil
    guard vault.rules.namesMemo(path) else { throw PastError.noPlace(path) }
    if memo == nil, let file = path.foldersAbove.first(where: { vault.files.stamp(of: $0) != nil }) {
      throw TransferError.fileInTheWay(file)
    }
    if memo == nil, let obstacle = try vault.obstacle(at: path) { throw VaultError.obstructed(path, obstacle) }
  }

  /// Puts memos back as one operation; returns it, `nil` where nothing changes.
  ///
  /// - Parameters:
  ///   - name: the command's name.
  ///   - time: the current time in nanoseconds since 1970.
  public static func carryOut(
    _ all: [MemoRestoring], as name: String, by history: OperationHistory, at time: Int64
  ) throws -> PastOperation? {
    let draft = try history.begin(name, at: time)
    for restoring in all {
      if let memo = restoring.memo {
        try draft.replace(restoring.path, contents: restoring.contents, read: memo.hash)
      } else {
        try draft.create(restoring.path, contents: restoring.contents)
      }
    }
    return try draft.commit()
  }
}

/// The memos that a commit has and that are gone from the vault; those that were only moved or renamed are not.
public struct GoneMemos: Sendable {
  /// The first digits of the commit's name.
  public let shortRev: String
  /// The memos, in byte order of their paths.
  public let memos: [MemoRestoring]

  /// Compares a commit's tree with the vault. A time means the last commit until then, by the dates of authors.
  public init(at revision: Revision, in repository: PastRepository, _ vault: Vault) throws {
    let found = try Self.commit(revision, in: repository)
    guard let found, let commit = ObjectId(hexadecimal: Array(found.utf8)) else {
      if case .time(_, let text) = revision {
        throw try repository.isShallow ? PastError.beforeShallow(text) : PastError.nothingYet(text)
      }
      throw PastError.unknownRevision(revision.text)
    }
    shortRev = String(found.prefix(MemoVersion.shortLength))
    let absent = try Self.absent(commit, in: repository, vault)
    let moved = try MemosElsewhere(absent.keys, of: commit, in: repository, vault).paths
    let gone = absent.filter { !moved.contains($0.key) }.sorted { $0.key < $1.key }
    let texts = try repository.contents(of: gone.map(\.value))
    memos = try gone.compactMap { path, entry in
      try texts[entry].map { try MemoRestoring($0, to: path, in: vault) }
    }
  }

  private static func commit(_ revision: Revision, in repository: PastRepository) throws -> String? {
    guard case .time(let time, _) = revision else { return try repository.commit(named: revision.text) }
    return try repository.lastCommit(until: time)
  }

  /// The commit's memos that are not at their paths.
  private static func absent(
    _ commit: ObjectId, in repository: PastRepository, _ vault: Vault
  ) throws -> VaultTree {
    var absent: VaultTree = [:]
    for entry in try repository.git.tree(of: commit).values {
      guard entry.mode.isFile, let path = repository.memoPath(of: entry.path), !vault.hasMemo(at: path) else {
        continue
      }
      if vault.rules.namesMemo(path) { absent[path] = entry }
    }
    return absent
  }
}
