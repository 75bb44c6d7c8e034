import MemoCore
import MemoStore

/// The memos that are sent with conflict markers in them, as a merge by hand or a stash of git's leaves them.
struct MarkedMemos {
  /// The line of the first conflict, by path; `nil` where there is none.
  private var lines: [VaultPath: Int?] = [:]

  /// Looks at a memo's bytes.
  mutating func look(at path: VaultPath, _ bytes: [UInt8]) {
    if MemoFileRules.hasMemoExtension(path) { lines[path] = .some(ConflictMarkers.firstLine(in: bytes)) }
  }

  /// Looks at those memos among some files that it has not seen. One that cannot be read has nothing to say.
  mutating func look(at paths: [VaultPath], in files: any VaultFiles) {
    for path in paths where lines[path] == nil && MemoFileRules.hasMemoExtension(path) {
      if let bytes = try? WholeFile.read(path, in: files)?.bytes { look(at: path, bytes) }
    }
  }

  /// What there is to report of some files.
  func issues(among paths: [VaultPath]) -> [SyncIssue] {
    paths.compactMap { path in (lines[path] ?? nil).map { .conflictMarkers(path, line: $0) } }
  }
}
