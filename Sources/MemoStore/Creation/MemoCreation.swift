public import MemoCore

/// Creates memos, each as one operation, with a free file name made from its title.
public struct MemoCreation: Sendable {
  private let vault: Vault
  private let history: OperationHistory
  private let time: Int64
  private let fallbackName: String

  /// Makes memos in a vault.
  ///
  /// - Parameters:
  ///   - time: the current time in nanoseconds since 1970.
  ///   - fallbackName: the file name, such as `untitled`, for a title that leaves none.
  public init(in vault: Vault, by history: OperationHistory, at time: Int64, fallbackName: String) {
    (self.vault, self.history, self.time, self.fallbackName) = (vault, history, time, fallbackName)
  }

  /// Creates a memo, and its folder if missing.
  public func create(_ draft: MemoDraft) throws -> MadeMemo {
    try create(draft.text(titled: vault.titles), title: draft.title, in: draft.folder)
  }

  /// Creates a memo from a finished text, such as a filled template; an empty title means the one in the text, whatever
  /// the vault's rule: it is the only name that a memo can get there.
  public func create(_ text: [UInt8], title: String, in folder: VaultPath) throws -> MadeMemo {
    try create(text, at: wantedPath(of: text, title: title, in: folder))
  }

  /// The path that `create` would make a memo at.
  public func path(of draft: MemoDraft) throws -> VaultPath {
    let text = try draft.text(titled: vault.titles)
    let wanted = try wantedPath(of: text, title: draft.title, in: draft.folder)
    var placer = MemoPlacer(vault: vault, repetition: .makesAnother, draft: nil)
    return try placer.place(text, at: wanted, modified: nil).path
  }

  private func wantedPath(of text: [UInt8], title: String, in folder: VaultPath) throws -> WantedPath {
    try Self.wantedPath(of: text, title: title, in: folder, of: vault, fallbackName: fallbackName)
  }

  /// The path that a finished text is to get; an empty title means the one in the text.
  package static func wantedPath(
    of text: [UInt8], title: String, in folder: VaultPath, of vault: Vault, fallbackName: String
  ) throws -> WantedPath {
    guard folder == .root || WantedPath.isInside(folder) else { throw TransferError.badFolder(folder) }
    let written = MemoText.oneLine(title)
    let title = written.isEmpty ? MemoText.title(of: text) : written
    return WantedPath(title: title, in: folder, by: try vault.nameRule(), fallback: fallbackName)
  }

  /// Creates a memo from a finished text at a path from `path(namedBy:)`, or next to it if that is taken by now.
  public func create(_ text: [UInt8], at path: VaultPath) throws -> MadeMemo {
    guard let wanted = WantedPath(path, by: try vault.nameRule(), fallback: fallbackName) else {
      throw TransferError.badFolder(path)
    }
    return try create(text, at: wanted)
  }

  /// The path of the memo that a link names by folder or ending; `nil` if it names a path that not every system takes, or
  /// neither and so a title.
  ///
  /// - Parameter namesFiles: whether links of the vault name files, not titles.
  public static func path(namedBy target: String, namesFiles: Bool) -> VaultPath? {
    let isRooted = target.utf8.first == UInt8(ascii: "/")
    let named = VaultPath(bytes: Array(target.utf8.dropFirst(isRooted ? 1 : 0)))
    let isFile = MemoFileRules.hasMemoExtension(named)
    guard isRooted || isFile || named.parent != .root || namesFiles else { return nil }
    let path = isFile ? named : VaultPath(bytes: named.bytes + WantedPath.usualEnding)
    guard let wanted = WantedPath(path, fallback: ""), wanted.isExact else { return nil }
    return path
  }

  private func create(_ text: [UInt8], at wanted: WantedPath) throws -> MadeMemo {
    let operation = try history.begin("new", at: time)
    var placer = MemoPlacer(vault: vault, repetition: .makesAnother, draft: nil)
    let path = try placer.place(text, at: wanted, modified: nil).path
    try operation.create(path, contents: text)
    guard let made = try operation.commit() else { throw OperationError.changed([path]) }
    return MadeMemo(path: path, operation: made)
  }
}
