package import MemoCore

/// Adds new memos to an operation, each with a free name; existing files are never touched.
package struct MemoPlacer {
  /// The result of placing a memo.
  package enum Outcome {
    /// It is to be written.
    case written(VaultPath)
    /// A file with these bytes was there before the run.
    case present(VaultPath)

    package var path: VaultPath {
      switch self {
      case .written(let path), .present(let path): path
      }
    }
  }

  /// What to do with a memo whose name already has the same bytes.
  package enum Repetition {
    case makesAnother
    case isLeftOut
  }

  private let vault: Vault
  private let repetition: Repetition
  /// `nil` for a dry run.
  private let draft: OperationDraft?
  private var names: NameBook
  private var series: [VaultPath: Series] = [:]

  /// The names `name.md`, `name-2.md`… as far as they were looked at, so that none is looked at twice.
  private struct Series {
    var next: Int
    /// Files that were there before the run, by the hash of their bytes.
    var oldFiles: [UInt64: VaultPath] = [:]
  }

  /// - Parameter draft: the operation that makes the memos; `nil` to find out their names only.
  package init(vault: Vault, repetition: Repetition, draft: OperationDraft?) {
    self.vault = vault
    self.repetition = repetition
    self.draft = draft
    names = NameBook(files: vault.files)
  }

  /// Adds a memo under the wanted name or the next free one.
  ///
  /// - Parameter modified: nanoseconds since 1970; now if `nil`.
  package mutating func place(
    _ contents: [UInt8], at wanted: WantedPath, modified: Int64?
  ) throws -> Outcome {
    guard vault.rules.showsMemo(at: wanted.path) else { throw TransferError.ignored(wanted.path) }
    if let file = try names.fileAbove(wanted.path) {
      throw TransferError.fileInTheWay(file)
    }
    if wanted.isExact, let outcome = try placeExactly(contents, at: wanted.path, modified: modified) {
      return outcome
    }
    return try placeInSeries(contents, at: wanted, modified: modified)
  }

  /// `nil` if another file has the path.
  private mutating func placeExactly(
    _ contents: [UInt8], at path: VaultPath, modified: Int64?
  ) throws -> Outcome? {
    switch try names.holder(of: path) {
    case nil: try write(contents, to: path, modified: modified) ? .written(path) : nil
    case .oldFile: repetition == .isLeftOut && vault.files.hold(contents, at: path) ? .present(path) : nil
    case .newFile, .folder: nil
    }
  }

  private mutating func placeInSeries(
    _ contents: [UInt8], at wanted: WantedPath, modified: Int64?
  ) throws -> Outcome {
    let key = VaultPath(bytes: Folding.matchKey(wanted.path.text))
    // Taken out and put back, for two holders of it would make each change copy it.
    var series = self.series.removeValue(forKey: key) ?? Series(next: 1)
    defer { self.series[key] = series }
    if let old = series.oldFiles[XXHash64.hash(contents)], vault.files.hold(contents, at: old) { return .present(old) }
    while true {
      let path = wanted.path(number: series.next)
      series.next += 1
      let (isFree, holder) = (try names.isFree(path), try names.holder(of: path))
      if isFree {
        if try write(contents, to: path, modified: modified) { return .written(path) }
      } else if repetition == .isLeftOut, holder == .oldFile {
        if let hash = hash(of: path) { series.oldFiles[hash] = path }
        if vault.files.hold(contents, at: path) { return .present(path) }
      }
    }
  }

  /// Returns false if something that no listing shows has the name.
  private mutating func write(
    _ contents: [UInt8], to path: VaultPath, modified: Int64?
  ) throws -> Bool {
    try names.take(path)
    if try vault.writer.isTaken(path) { return false }
    try draft?.create(path, contents: contents, modified: modified)
    return true
  }

  /// `nil` for a file that cannot be read: no memo is the same as it.
  private func hash(of path: VaultPath) -> UInt64? {
    try? vault.files.read(path, limit: 0) { _ in }?.hash
  }
}
