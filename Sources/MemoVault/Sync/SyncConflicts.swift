public import MemoCore

/// A place where both sides of a merge changed the same lines, and both versions still stand.
public struct SyncConflict: Equatable, Sendable {
  /// The memo.
  public let path: VaultPath
  /// The line where the versions stand now, from 1.
  public let line: Int
  /// What was written here.
  public let ours: [UInt8]
  /// What was written elsewhere.
  public let theirs: [UInt8]
  /// Where; empty where that is not known.
  public let device: String
  /// The merge.
  public let commit: ObjectId

  /// What tells it from every other.
  var key: String { "\(commit.text) \(StoredPath(path).text)" }
}

extension Syncer {
  /// The places that need a look: those that a person has settled, by taking a version out or by saying so, are not among
  /// them. Every device finds the same ones, in the history.
  public func conflicts() throws(SyncError) -> [SyncConflict] {
    let merges = try merges()
    let seen = Set(folder.readState().seen)
    var found: [SyncConflict] = []
    for (commit, conflict) in merges {
      let text = try SyncError.wrapping { () throws(FileError) in
        try WholeFile.read(conflict.path, in: vault.files)?.bytes ?? []
      }
      guard let line = Self.line(of: conflict, in: text) else { continue }
      let isFirst = conflict.devices.last != device || conflict.devices.first == device
      let other = isFirst ? conflict.devices.last : conflict.devices.first
      let place = SyncConflict(
        path: conflict.path, line: line, ours: isFirst ? conflict.first : conflict.second,
        theirs: isFirst ? conflict.second : conflict.first, device: other ?? "", commit: commit)
      if !seen.contains(place.key) { found.append(place) }
    }
    return found.sorted { ($0.path, $0.line) < ($1.path, $1.line) }
  }

  /// Remembers on this device that a person has seen the conflicts in a memo; returns how many there were.
  public func resolve(_ path: VaultPath) throws(SyncError) -> Int {
    let found = try conflicts().filter { $0.path == path }
    var state = folder.readState()
    state.seen += Set(found.map(\.key)).sorted()
    folder.write(state)
    return found.count
  }

  /// What the commits of merges tell.
  private func merges() throws(SyncError) -> [(commit: ObjectId, conflict: MergeConflict)] {
    _ = try openRepository()
    return try SyncError.asking { () throws(GitError) in
      let head = try repository.optionalOutput(["rev-parse", "--quiet", "--verify", "HEAD^{commit}"])
      guard let head = ObjectId(hexadecimal: (head ?? []).prefix(ObjectId.length)) else { return [] }
      let log = try CommitLog(repository, ofConflictsIn: head)
      return log.entries.flatMap { entry in MergeConflict.all(in: entry.message).map { (entry.id, $0) } }
    }
  }

  /// Where both versions of a conflict stand; `nil` where a line of one of them is gone.
  private static func line(of conflict: MergeConflict, in text: [UInt8]) -> Int? {
    let lines = Self.lines(text)
    let wanted = (Self.lines(conflict.first) + Self.lines(conflict.second)).filter { !$0.isEmpty }
    guard let first = wanted.first, wanted.allSatisfy(Set(lines).contains) else { return nil }
    return lines.firstIndex(of: first).map { $0 + 1 }
  }

  private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0
    }
  }
}
