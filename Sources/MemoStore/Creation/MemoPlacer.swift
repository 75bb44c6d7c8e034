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

  /// What is written of a memo.
  private struct NewFile {
    let contents: [UInt8]
    let modified: Int64?
    let permissions: UInt16?
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
  /// - Parameters:
  ///   - modified: nanoseconds since 1970; now if `nil`.
  ///   - permissions: the permission bits that others may have at most; `nil` for those of any new file.
  package mutating func place(
    _ contents: [UInt8], at wanted: WantedPath, modified: Int64?, permissions: UInt16? = nil
  ) throws -> Outcome {
    guard vault.rules.showsMemo(at: wanted.path) else { throw TransferError.ignored(wanted.path) }
    if let file = try names.fileAbove(wanted.path) {
      throw TransferError.fileInTheWay(file)
    }
    let file = NewFile(contents: contents, modified: modified, permissions: permissions)
    if wanted.isExact, let outcome = try placeExactly(file, at: wanted.path) { return outcome }
    return try placeInSeries(file, at: wanted)
  }

  /// `nil` if another file has the path.
  private mutating func placeExactly(_ file: NewFile, at path: VaultPath) throws -> Outcome? {
    switch try names.holder(of: path) {
    case nil: try write(file, to: path) ? .written(path) : nil
    case .oldFile: repetition == .isLeftOut && vault.files.hold(file.contents, at: path) ? .present(path) : nil
    case .newFile, .folder: nil
    }
  }

  private mutating func placeInSeries(_ file: NewFile, at wanted: WantedPath) throws -> Outcome {
    let contents = file.contents
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
        if try write(file, to: path) { return .written(path) }
      } else if repetition == .isLeftOut, holder == .oldFile {
        if let hash = hash(of: path) { series.oldFiles[hash] = path }
        if vault.files.hold(contents, at: path) { return .present(path) }
      }
    }
  }

  /// Returns false if something that no listing shows has the name.
  private mutating func write(_ file: NewFile, to path: VaultPath) throws -> Bool {
    try names.take(path)
    if try vault.writer.isTaken(path) { return false }
    try draft?.create(path, contents: file.contents, modified: file.modified, permissions: file.permissions)
    return true
  }

  /// `nil` for a file that cannot be read: no memo is the same as it.
  private func hash(of path: VaultPath) -> UInt64? {
    try? vault.files.read(path, limit: 0) { _ in }?.hash
  }
}
