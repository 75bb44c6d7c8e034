import MemoCore
import MemoIndex
import MemoStore
import MemoSync
import MemoWords

/// Arguments of the commands that look into the past.
enum PastOptions {
  static let revisionHelp = Text(
    "A commit, branch, tag, HEAD~2, or a time: 2026-10-01, yesterday, 7d",
    ko: "커밋, 브랜치, 태그, HEAD~2 또는 시점: 2026-10-01, 어제, 7d")
  static let at = Option<String>.text("at", value: "REV", help: revisionHelp)
  static let revision = Positional("REV", .optional, help: revisionHelp)
}

extension Session {
  /// The repository that holds a vault's past.
  func pastRepository(of vault: Vault) throws -> PastRepository {
    try PastRepository(
      of: vault, host: environment.host,
      trusted: TrustedRepositories(in: environment.userStatePath, host: environment.host), git: environment.git)
  }

  /// The past of the memo that the command's REF names, which may be gone.
  func past(in vault: Vault, of command: CommandDeclaration, isChange: Bool = false) throws -> MemoPast {
    guard let past = try pasts(in: vault, of: command, isChange: isChange).first else {
      throw UsageError.missingChoice(CommonOptions.reference, of: command)
    }
    return past
  }

  /// The pasts of the memos that the command's REFs name.
  func pasts(in vault: Vault, of command: CommandDeclaration, isChange: Bool = false) throws -> [MemoPast] {
    let repository = try pastRepository(of: vault)
    let references = arguments.all(CommonOptions.reference)
    guard !references.isEmpty else {
      return try self.references(in: vault, of: command, isChange: isChange).map { path in
        try past(of: path, in: vault, repository)
      }
    }
    return try references.map { try past(of: $0.bytes, in: vault, repository, isChange: isChange) }
  }

  /// A revision that a person wrote.
  func revision(_ text: String) -> Revision {
    Revision(text, clock: environment.clock)
  }

  // MARK: Memos that may be gone

  /// A memo that is there comes before one that is gone, unless only a guess leads to it and the words are a path.
  private func past(
    of reference: [UInt8], in vault: Vault, _ repository: PastRepository, isChange: Bool
  ) throws -> MemoPast {
    let finder = finder(in: vault, isChange: isChange)
    let paths = finder.paths(reference)
    let isPath = MemoFileRules.hasMemoExtension(VaultPath(bytes: reference))
    if isPath, !paths.contains(where: vault.hasMemo) {
      if let path = try named(reference, in: vault) { return try past(of: path, in: vault, repository) }
      if let past = try gone(paths, in: vault, repository) { return past }
    }
    switch Result(catching: { () throws(VaultError) -> VaultPath in try finder.find(reference) }) {
    case .success(let path): return try past(of: path, in: vault, repository)
    case .failure(let error):
      guard !isPath, case .noSuchMemo = error, let past = try gone(paths, in: vault, repository) else { throw error }
      return past
    }
  }

  /// The memo whose whole title, file name or alias it is; `nil` where there is none.
  private func named(_ reference: [UInt8], in vault: Vault) throws(VaultError) -> VaultPath? {
    do throws(VaultError) {
      return try finder(in: vault, isStrict: true).find(reference)
    } catch {
      switch error {
      case .noSuchMemo, .inexactReference: return nil
      default: throw error
      }
    }
  }

  /// The first of some paths that a commit knows a memo at.
  private func gone(_ paths: [VaultPath], in vault: Vault, _ repository: PastRepository) throws -> MemoPast? {
    for path in paths where MemoFileRules.hasMemoExtension(path) {
      let past = try MemoPast(of: path, in: repository)
      if !past.versions.isEmpty { return past }
    }
    return nil
  }

  private func past(of path: VaultPath, in vault: Vault, _ repository: PastRepository) throws -> MemoPast {
    let past = try MemoPast(of: path, in: repository)
    guard vault.hasMemo(at: path), past.versions.first.map({ $0.change == .deleted }) ?? true else { return past }
    // Moved since the last commit, perhaps.
    let formerPaths = try OperationHistory(of: vault).formerPaths(of: [path])[path] ?? []
    return formerPaths.isEmpty ? past : try MemoPast(of: path, formerPaths: formerPaths, in: repository)
  }
}
