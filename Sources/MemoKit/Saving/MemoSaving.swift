public import MemoCore
public import MemoIndex
public import MemoStore

/// A memo that was saved.
public struct SavedMemo: Equatable, Sendable {
  /// What other processes have done to the file since it was read.
  public enum Meanwhile: Sendable {
    case nothing
    /// They changed it: both texts are merged.
    case changed
    /// They gave it another path, where it is saved now.
    case moved
    /// They removed it: it is there again.
    case removed
  }

  /// Its path.
  public let path: VaultPath
  /// Its bytes, which include what other processes have written in the meantime.
  public let contents: [UInt8]
  /// The changes by other processes.
  public var meanwhile = Meanwhile.nothing
}

/// Saves one memo again and again while a person types: to the same file, and as one operation for all.
public struct MemoSaving: Sendable {
  private let vault: Vault
  private let history: OperationHistory
  private let fallbackName: String
  private let merge: @Sendable (_ base: [UInt8], _ disk: [UInt8], _ typed: [UInt8]) -> [UInt8]

  /// The operation of the saves so far; `nil` before the first.
  public private(set) var operation: PastOperation?
  /// Where these saves made the file; `nil` if another process did.
  private var madePath: VaultPath?
  /// Whether they named it after its title.
  private var isNamedByTitle = false
  /// Whether `operation` is all that has become of the file since it was made.
  private var isWhole = false
  private var lastSaved: [UInt8] = []
  /// An index from before the last save that found the file in its place: what has come since may be that file, moved.
  public private(set) var indexBefore: VaultIndex?

  /// The memos in which links changed at the end, so that they do not lead to a new memo by its name.
  public private(set) var relinked: [VaultPath] = []
  /// Links that lead to the new memo by its name, because they cannot be changed.
  public private(set) var lostLinks: [Relocation.LostLink] = []

  /// An index from before these saves made the file.
  private var indexBeforeMaking: VaultIndex?

  /// How often a save begins anew because the file changed while it was made.
  private static let attempts = 5

  /// Saves into a vault.
  ///
  /// - Parameters:
  ///   - fallbackName: the file name, such as `untitled`, for a memo without a title.
  ///   - merge: puts together what was typed and what is on disk, where both differ from what was read.
  public init(
    in vault: Vault, by history: OperationHistory, fallbackName: String,
    merge: @escaping @Sendable (_ base: [UInt8], _ disk: [UInt8], _ typed: [UInt8]) -> [UInt8]
  ) {
    (self.vault, self.history, self.fallbackName, self.merge) = (vault, history, fallbackName, merge)
  }

  /// Saves what was typed.
  ///
  /// - Parameters:
  ///   - path: the memo; `nil` for one that has no file yet, which is made.
  ///   - newPath: where that is made; `nil` to name it after its title.
  ///   - folder: where one without a path is made.
  ///   - base: its bytes as they were read or last saved; what others have changed since is merged.
  ///   - index: the index as it is known now.
  ///   - time: the current time in nanoseconds since 1970.
  /// - Throws: `VaultError.obstructed` where a folder or a link has taken the place of the file.
  public mutating func save(
    _ contents: [UInt8], to path: VaultPath?, newPath: VaultPath? = nil, in folder: VaultPath = .root, base: [UInt8],
    index: VaultIndex? = nil, at time: Int64
  ) throws -> SavedMemo {
    let saved = try save(contents, to: path, newPath: newPath, in: folder, base: base, time)
    if path == nil { indexBeforeMaking = index }
    if path == nil || saved.path == path { indexBefore = index }
    return saved
  }

  private mutating func save(
    _ contents: [UInt8], to path: VaultPath?, newPath: VaultPath?, in folder: VaultPath, base: [UInt8], _ time: Int64
  ) throws -> SavedMemo {
    guard let path else { return try make(contents, at: newPath, in: folder, time) }
    var attempt = 1
    while true {
      do {
        let saved = try replace(path, base: base, with: contents, at: time)
        lastSaved = saved.contents
        return saved
      } catch OperationError.changed where attempt < Self.attempts {
        attempt += 1
      }
    }
  }

  /// Ends the typing: a file that was made meanwhile gets the name that its title has now, or goes where nothing is left
  /// in it and no one else has written to it. Only now, with its last title, are links kept on other memos that it would
  /// take over. Returns where the memo is.
  public mutating func finish(_ path: VaultPath, at time: Int64) throws -> VaultPath? {
    defer { (operation, madePath, isWhole, indexBeforeMaking) = (nil, nil, false, nil) }
    guard path == madePath, let operation, let file = try read(path) else { return path }
    if file.bytes.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) {
      return try takeBack(operation, file.bytes) ? nil : path
    }
    let newPath = try isNamedByTitle ? name(path, file, at: time) : path
    keepLinks(making: newPath, at: time)
    return newPath
  }

  // MARK: Parts

  private static let name = "edit"

  /// Names a file that was made after the title that it has now; returns where it is.
  private mutating func name(_ path: VaultPath, _ file: WholeFile, at time: Int64) throws -> VaultPath {
    let wanted = WantedPath(
      title: MemoText.title(of: file.bytes), in: path.parent, by: try vault.nameRule(), fallback: fallbackName)
    var number = 1
    while wanted.path(number: number) != path, try isTaken(wanted.path(number: number)) { number += 1 }
    let newPath = wanted.path(number: number)
    guard newPath != path, vault.rules.showsMemo(at: newPath) else { return path }
    let draft = try history.begin(Self.name, at: time)
    try draft.move(path, to: newPath, read: XXHash64.hash(file.bytes))
    try note(draft.commit())
    return newPath
  }

  private mutating func keepLinks(making path: VaultPath, at time: Int64) {
    guard let indexBeforeMaking, let operation,
      var links = try? RepairedLinks(made: [path], in: indexBeforeMaking, of: vault)
    else { return }
    relinked = links.carryOut(by: history, at: time, with: operation)
    lostLinks = links.lostLinks
  }

  private mutating func make(
    _ contents: [UInt8], at path: VaultPath?, in folder: VaultPath, _ time: Int64
  ) throws -> SavedMemo {
    let creation = MemoCreation(in: vault, by: history, at: time, fallbackName: fallbackName)
    let made =
      if let path { try creation.create(contents, at: path) } else {
        try creation.create(contents, title: "", in: folder)
      }
    isNamedByTitle = path == nil
    (operation, madePath, isWhole, lastSaved) = (made.operation, made.path, true, contents)
    return SavedMemo(path: made.path, contents: contents)
  }

  private mutating func replace(
    _ path: VaultPath, base: [UInt8], with contents: [UInt8], at time: Int64
  ) throws -> SavedMemo {
    guard let file = try read(path) else { return try find(path, base, contents, at: time) }
    let isOthers = file.bytes != base && file.bytes != contents
    let merged = isOthers ? merge(base, file.bytes, contents) : contents
    if merged != file.bytes {
      try OneEncoding.check(file.bytes, of: path, becoming: merged)
      let draft = try history.begin(Self.name, at: time)
      try draft.replace(path, contents: merged, read: XXHash64.hash(file.bytes))
      try note(draft.commit())
    }
    return SavedMemo(path: path, contents: merged, meanwhile: isOthers ? .changed : .nothing)
  }

  /// Someone moved or removed the file while a person typed. In the end what they typed counts more.
  private mutating func find(
    _ path: VaultPath, _ base: [UInt8], _ contents: [UInt8], at time: Int64
  ) throws -> SavedMemo {
    guard let newPath = try MemoTrace(in: vault).newPath(of: path, holding: base, unknownTo: indexBefore) else {
      return try bringBack(path, contents, at: time)
    }
    guard try read(newPath) != nil else { throw OperationError.changed([newPath]) }
    var saved = try replace(newPath, base: base, with: contents, at: time)
    saved.meanwhile = .moved
    return saved
  }

  private mutating func bringBack(
    _ path: VaultPath, _ contents: [UInt8], at time: Int64
  ) throws -> SavedMemo {
    if let obstacle = try vault.obstacle(at: path) { throw VaultError.obstructed(path, obstacle) }
    let draft = try history.begin(Self.name, at: time)
    try draft.create(path, contents: contents)
    try note(draft.commit())
    return SavedMemo(path: path, contents: contents, meanwhile: .removed)
  }

  /// Removes a file that was created and emptied again; false if another process has written to it.
  private func takeBack(_ operation: PastOperation, _ bytes: [UInt8]) throws -> Bool {
    guard isWhole, bytes == lastSaved else { return false }
    do {
      try history.retract(operation)
      return true
    } catch OperationError.changed {
      return false
    }
  }

  private mutating func note(_ newer: PastOperation?) throws {
    guard let newer else { return }
    if let operation, let joined = try history.join(newer, to: operation) {
      self.operation = joined
    } else {
      (operation, isWhole) = (newer, false)
    }
  }

  private func read(_ path: VaultPath) throws -> WholeFile? {
    try WholeFile.read(path, in: vault.files)
  }

  private func isTaken(_ path: VaultPath) throws -> Bool {
    try vault.writer.isTaken(path)
  }
}
