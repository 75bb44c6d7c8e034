import MemoCore
import MemoVault

/// What people are told of a sync besides its sentence, a note a line.
struct SyncNotes {
  let report: SyncReport

  private static let namesShown = 10
  /// So many deletions at once may be somebody's mistake.
  private static let manyDeletions = 20

  /// The notes, those that need a look last.
  var lines: [Text] {
    var lines = report.skipped.map(Self.skipped)
    lines += [report.sideBranch.map(Self.sideBranch), report.staged.map(Self.staged)].compactMap(\.self)
    lines += Self.listed(report.merged.filter { !report.joined.contains($0) }, Self.merged)
    lines += Self.listed(report.joined, Self.joined)
    lines += report.kept.map { Self.kept($0.text) } + report.revived.map { SyncMessages.revived($0.text) }
    lines += report.copies.map { SyncMessages.copied($0.text) } + report.unmerged.map { Self.unmerged($0.text) }
    lines += report.doubtful.map { Self.doubtful($0.text) }
    if report.receivedChanges.deleted > Self.manyDeletions, let commit = report.beforeDeletions {
      lines.append(Self.deletions(report.receivedChanges.deleted, String(commit.text.prefix(MemoVersion.shortLength))))
    }
    return lines
  }

  /// The first paths, each in a line, and how many more there are.
  private static func listed(_ paths: [VaultPath], _ line: (String) -> Text) -> [Text] {
    let more = paths.count - namesShown
    return paths.prefix(namesShown).map { line($0.text) } + (more > 0 ? [andMore(more)] : [])
  }

  /// The first names of many, in quotes, and how many more there are.
  static func names(_ paths: [VaultPath]) -> String {
    let names = paths.prefix(namesShown).map { "'\($0.text)'" }.joined(separator: ", ")
    return paths.count > namesShown ? "\(names), … (\(paths.count))" : names
  }

  /// Why a file does not travel.
  static func skipped(_ file: SkippedFile) -> Text {
    let path = file.path.text
    return switch file.reason {
    case .tooLarge: "'\(path)' does not travel: larger than 20 MB"
    case .repository: "'\(path)' does not travel: a git repository of its own"
    case .unreadable: "'\(path)' does not travel: it cannot be read"
    case .special: "'\(path)' does not travel: a symbolic link or no plain file"
    case .refused: "'\(path)' of the remote is not written here: a link, another repository or an unsafe name"
    }
  }

  static func sideBranch(_ name: String) -> Text {
    "this is the branch '\(name)', which other devices do not sync; 'git switch main' goes back"
  }
  private static func staged(_ ref: String) -> Text {
    "what was staged of files that are synced now is kept in '\(ref)'"
  }
  private static func merged(_ path: String) -> Text { "'\(path)' holds the changes of both sides" }
  private static func joined(_ path: String) -> Text { "'\(path)' was made on both sides; it holds both texts" }
  private static func andMore(_ count: Int) -> Text { "and \(count) more" }
  private static func kept(_ path: String) -> Text {
    "'\(path)' was deleted elsewhere and stays until the editor that has it open is closed"
  }
  private static func unmerged(_ path: String) -> Text {
    "both sides changed '\(path)'; one version stands there, 'memo conflicts' shows the other"
  }
  private static func doubtful(_ path: String) -> Text {
    "lines that had come from elsewhere are gone from '\(path)'; 'memo conflicts' shows them"
  }
  private static func deletions(_ count: Int, _ rev: String) -> Text {
    "\(count) files were deleted elsewhere; 'memo restore --missing --at \(rev)' brings the memos back"
  }
}
