package import MemoCore
import MemoStore
package import MemoSync

/// The notes of a sync besides its summary, one per line.
package struct SyncNotes {
  package let report: SyncReport
  /// Whether the sync is a dry run.
  package var isPreview = false

  package init(report: SyncReport, isPreview: Bool = false) {
    (self.report, self.isPreview) = (report, isPreview)
  }

  private static let namesShown = 10
  /// More deletions at once may be a mistake.
  private static let manyDeletions = 20

  /// The notes, those to review last.
  package var lines: [Text] {
    var lines = issues(.skipped)
    lines += [report.sideBranch.map(Self.sideBranch), report.staged.map(Self.staged)].compactMap(\.self)
    let namedBelow = Set(
      report.joined + report.doubled.flatMap(\.names) + report.mergedMemos.filter { !$0.isKept }.map(\.newPath))
    lines += Self.first(report.merged.filter { !namedBelow.contains($0) }) {
      isPreview ? Self.toMerge($0.text) : Self.merged($0.text)
    }
    lines += Self.first(report.joined) { isPreview ? Self.toJoin($0.text) : Self.joined($0.text) }
    lines += Self.first(report.relinked) {
      MemoFileRules.hasMemoExtension($0) ? Self.relinked($0.text) : Self.cardsFollowed($0.text)
    }
    lines += issues(.broughtBack ... .strayed)
    let renamed = Set(report.displaced.map(\.newPath))
    lines += report.copies.filter { !renamed.contains($0) }.map { SyncMessages.copied($0.text) }
    lines += issues(.unmerged ... .trashed)
    lines += report.backup.map { [SyncMessages.backup($0)] } ?? []
    lines += issues(.doubtful ... .runnable)
    if report.lostLines > 0 { lines.append(GitMessages.lostLines(report.lostLines)) }
    if report.receivedChanges.deleted > Self.manyDeletions, let commit = report.beforeDeletions {
      lines.append(Self.deletions(report.receivedChanges.deleted, String(commit.text.prefix(MemoVersion.shortLength))))
    }
    return lines
  }

  private func issues(_ group: SyncMessages.IssueGroup) -> [Text] { issues(group...group) }

  /// The notes about issues, group by group.
  private func issues(_ groups: ClosedRange<SyncMessages.IssueGroup>) -> [Text] {
    SyncMessages.IssueGroup.allCases.filter(groups.contains).flatMap { group in
      let issues = report.issues.filter { SyncMessages.IssueGroup($0) == group }
      let note = { SyncMessages.note($0, isPreview: isPreview) }
      return group.namesAll ? issues.map(note) : Self.first(issues, note)
    }
  }

  /// The first of many, each in a line, and how many more there are.
  private static func first<Item>(_ items: [Item], _ line: (Item) -> Text) -> [Text] {
    let more = items.count - namesShown
    return items.prefix(namesShown).map(line) + (more > 0 ? [andMore(more)] : [])
  }

  /// The first names of many, in quotes, and how many more there are.
  package static func names(_ paths: [VaultPath]) -> String {
    let names = paths.prefix(namesShown).map { "'\($0.text)'" }.joined(separator: ", ")
    return paths.count > namesShown ? "\(names), … (\(paths.count))" : names
  }

  package static func sideBranch(_ branch: SideBranch) -> Text {
    let back = ShellWord.of(branch.synced)
    return Text(
      "other devices do not sync this branch, '\(branch.name)'; to switch back: git switch \(back)",
      ko: "다른 기기는 지금 브랜치 '\(branch.name)'\(.object) 동기화하지 않습니다. 돌아가려면: git switch \(back)")
  }
  private static func staged(_ ref: String) -> Text {
    Text(
      "the staged versions of files that were synced are kept in '\(ref)'", ko: "동기화한 파일의 스테이징된 내용은 '\(ref)'에 보존했습니다")
  }
  private static func merged(_ path: String) -> Text {
    Text("'\(path)' contains the changes of both sides", ko: "'\(path)'에 양쪽의 변경을 모두 담았습니다")
  }
  private static func toMerge(_ path: String) -> Text {
    Text("'\(path)' will contain the changes of both sides", ko: "'\(path)'에 양쪽의 변경을 모두 담을 예정입니다")
  }
  private static func toJoin(_ path: String) -> Text {
    Text(
      "'\(path)' was created on both sides; it will contain both texts",
      ko: "'\(path)'\(.object) 양쪽에서 만들었으므로 두 내용을 모두 담을 예정입니다")
  }
  private static func joined(_ path: String) -> Text {
    Text(
      "'\(path)' was created on both sides; it contains both texts",
      ko: "'\(path)'\(.object) 양쪽에서 만들었으므로 두 내용을 모두 담았습니다")
  }
  private static func relinked(_ path: String) -> Text {
    Text(
      "'\(path)' has links to memos that were renamed or moved on the other side; they lead there now",
      ko: "'\(path)'의 링크를 다른 쪽에서 이름이나 위치를 바꾼 메모에 맞게 고쳤습니다")
  }
  private static func cardsFollowed(_ path: String) -> Text {
    Text(
      "'\(path)' has cards of files that were renamed or moved on the other side; they show these files now",
      ko: "'\(path)'의 카드를 다른 쪽에서 이름이나 위치를 바꾼 파일에 맞게 고쳤습니다")
  }
  private static func andMore(_ count: Int) -> Text { Text("and \(count) more", ko: "그 밖에 \(count)개") }
  private static func deletions(_ count: Int, _ rev: String) -> Text {
    Text(
      "\(count) files were deleted elsewhere; to restore the memos: memo restore --missing --at \(rev)",
      ko: "다른 곳에서 파일 \(count)개가 삭제되었습니다. 메모를 복원하려면: memo restore --missing --at \(rev)")
  }
}
