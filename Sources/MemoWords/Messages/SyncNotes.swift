package import MemoCore
package import MemoSync

/// The notes of a sync besides its summary, one per line.
package struct SyncNotes {
  package let report: SyncReport
  /// Whether it is about a sync that has not been made.
  package var isPreview = false

  package init(report: SyncReport, isPreview: Bool = false) {
    (self.report, self.isPreview) = (report, isPreview)
  }

  private static let namesShown = 10
  /// So many deletions at once may be someone's mistake.
  private static let manyDeletions = 20

  /// The notes, those that need a look last.
  package var lines: [Text] {
    var lines = Self.first(report.skipped, Self.skipped)
    lines += [report.sideBranch.map(Self.sideBranch), report.staged.map(Self.staged)].compactMap(\.self)
    let toldBelow = Set(report.joined + report.doubled.flatMap(\.names))
    lines += Self.first(report.merged.filter { !toldBelow.contains($0) }) {
      isPreview ? Self.toMerge($0.text) : Self.merged($0.text)
    }
    lines += Self.first(report.joined) { isPreview ? Self.toJoin($0.text) : Self.joined($0.text) }
    lines += Self.first(report.broughtBack) { SyncMessages.broughtBack($0.text) }
    lines += report.kept.map { Self.kept($0.text) } + report.revived.map { SyncMessages.revived($0.text) }
    lines += Self.first(report.deletedHere) { isPreview ? Self.toKeepDeletedHere($0.text) : Self.deletedHere($0.text) }
    lines += Self.first(report.deletedElsewhere) {
      isPreview ? Self.toKeepDeletedElsewhere($0.text) : Self.deletedElsewhere($0.text)
    }
    lines += Self.first(report.doubled) {
      isPreview ? Self.toDouble($0.path.text, $0.names.map(\.text)) : Self.doubled($0)
    }
    lines += Self.first(report.displaced, SyncMessages.displaced)
    let renamed = Set(report.displaced.map(\.newPath))
    lines += report.copies.filter { !renamed.contains($0) }.map { SyncMessages.copied($0.text) }
    lines += report.unmerged.map { Self.unmerged($0.text) }
    lines += Self.first(report.trashed) { isPreview ? SyncMessages.toTrash($0.text) : SyncMessages.trashed($0.text) }
    lines += report.backup.map { [SyncMessages.backup($0)] } ?? []
    lines += report.doubtful.map { Self.doubtful($0.text) }
    lines += report.runnable.map(runnable)
    if report.receivedChanges.deleted > Self.manyDeletions, let commit = report.beforeDeletions {
      lines.append(Self.deletions(report.receivedChanges.deleted, String(commit.text.prefix(MemoVersion.shortLength))))
    }
    return lines
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

  /// Why a file does not travel.
  package static func skipped(_ file: SkippedFile) -> Text {
    let path = file.path.text
    if file.reason == .refused {
      return Text(
        "not written here: '\(path)' of the remote is a link, another repository or has an unsafe name",
        ko: "원격 저장소의 '\(path)'\(.topic) 링크이거나 다른 저장소이거나 이름이 위험하여 여기에 쓰지 않습니다")
    }
    let reason = reason(file.reason)
    if [.obstructed, .unwritable, .busy].contains(file.reason) {
      return Text("cannot receive '\(path)': \(reason)", ko: "'\(path)'\(.object) 받을 수 없습니다: \(reason)")
    }
    return Text("not synced: '\(path)': \(reason)", ko: "동기화하지 않습니다: '\(path)': \(reason)")
  }

  private static func reason(_ reason: SkippedFile.Reason) -> Text {
    switch reason {
    case .tooLarge: Text("larger than 20 MB", ko: "20MB가 넘습니다")
    case .repository: Text("it is a git repository of its own", ko: "별개의 git 저장소입니다")
    case .unreadable: Text("it cannot be read", ko: "읽을 수 없습니다")
    case .filterMissing:
      Text(
        "its git filter is not set up here; run 'git-crypt unlock' or 'git lfs install'",
        ko: "이 파일의 git 필터가 설정되어 있지 않습니다. 'git-crypt unlock'이나 'git lfs install'을 실행하십시오")
    case .filterFailed:
      Text("its git filter failed or is incomplete", ko: "git 필터가 실패했거나 필터에 필요한 것이 없습니다")
    case .altered:
      Text(
        "git would not give back the same bytes (see 'git check-attr -a')",
        ko: "git이 같은 바이트를 돌려주지 않습니다('git check-attr -a' 참고)")
    case .unfiltered:
      Text(
        "it is filtered in the repository, but '.gitattributes' no longer sets its filter",
        ko: "저장소에는 필터를 거쳐 저장되어 있지만 '.gitattributes'에 그 필터가 더 이상 없습니다")
    case .obstructed:
      Text(
        "something else here has the same name; move that away and sync again",
        ko: "여기에 같은 이름의 다른 파일이나 폴더가 있습니다. 그것을 옮긴 뒤 다시 동기화하십시오")
    case .unwritable:
      Text("the system does not allow writing it here", ko: "시스템이 여기에 쓰는 것을 허용하지 않습니다")
    case .busy: Text("a program keeps writing to it; sync again later", ko: "프로그램이 계속 쓰고 있습니다. 나중에 다시 동기화하십시오")
    case .special, .refused: Text("it is a symbolic link or not a regular file", ko: "심볼릭 링크이거나 일반 파일이 아닙니다")
    }
  }

  /// Each is named, however many there are: the one that matters may be the last.
  private func runnable(_ file: RunnableFile) -> Text {
    let path = file.path.text
    if let tool = file.tool {
      return isPreview
        ? Text(
          "would receive '\(path)', which \(tool) may run on its own",
          ko: "'\(path)'\(.object) 받게 됩니다. \(tool)\(.subject) 자동으로 실행할 수 있는 파일입니다")
        : Text(
          "received '\(path)', which \(tool) may run on its own",
          ko: "'\(path)'\(.object) 받았습니다. \(tool)\(.subject) 자동으로 실행할 수 있는 파일입니다")
    }
    return isPreview
      ? Text("would receive '\(path)', an executable file", ko: "실행 파일 '\(path)'\(.object) 받게 됩니다")
      : Text("received '\(path)', an executable file", ko: "실행 파일 '\(path)'\(.object) 받았습니다")
  }

  package static func sideBranch(_ name: String) -> Text {
    Text(
      "other devices do not sync this branch, '\(name)'; switch back with 'git switch main'",
      ko: "다른 기기는 지금 브랜치 '\(name)'\(.object) 동기화하지 않습니다. 'git switch main'으로 돌아가십시오")
  }
  private static func staged(_ ref: String) -> Text {
    Text(
      "the staged versions of files that were synced are kept in '\(ref)'", ko: "동기화한 파일의 스테이징된 내용은 '\(ref)'에 보존했습니다")
  }
  private static func merged(_ path: String) -> Text {
    Text("'\(path)' contains the changes of both sides", ko: "'\(path)'에 양쪽의 변경을 모두 담았습니다")
  }
  private static func toMerge(_ path: String) -> Text {
    Text("'\(path)' will contain the changes of both sides", ko: "'\(path)'에 양쪽의 변경을 모두 담게 됩니다")
  }
  private static func toJoin(_ path: String) -> Text {
    Text(
      "'\(path)' was created on both sides; it will contain both texts",
      ko: "'\(path)'\(.object) 양쪽에서 만들었으므로 두 내용을 모두 담게 됩니다")
  }
  private static func joined(_ path: String) -> Text {
    Text(
      "'\(path)' was created on both sides; it contains both texts",
      ko: "'\(path)'\(.object) 양쪽에서 만들었으므로 두 내용을 모두 담았습니다")
  }
  private static func andMore(_ count: Int) -> Text { Text("and \(count) more", ko: "그 밖에 \(count)개") }
  private static func kept(_ path: String) -> Text {
    Text(
      "'\(path)' was deleted elsewhere; it stays until you close it in your editor",
      ko: "'\(path)'\(.topic) 다른 곳에서 삭제되었습니다. 편집기에서 닫을 때까지 남겨 둡니다")
  }
  private static func deletedHere(_ path: String) -> Text {
    Text(
      "kept '\(path)': deleted here, changed elsewhere", ko: "'\(path)'\(.object) 남겨 두었습니다: 여기서는 삭제했지만 다른 곳에서 변경되었습니다")
  }
  private static func deletedElsewhere(_ path: String) -> Text {
    Text(
      "kept '\(path)': deleted elsewhere, changed here", ko: "'\(path)'\(.object) 남겨 두었습니다: 다른 곳에서는 삭제되었지만 여기서 변경했습니다")
  }
  private static func doubled(_ memo: DoubledMemo) -> Text {
    let (path, one, other) = (memo.path.text, memo.names.first?.text ?? "", memo.names.last?.text ?? "")
    let isThere = Text(
      "both sides renamed '\(path)': '\(one)' and '\(other)' both exist",
      ko: "양쪽에서 '\(path)'의 이름을 바꾸어 '\(one)'\(.with) '\(other)'\(.subject) 모두 있습니다")
    return memo.isSame
      ? Text(
        "\(isThere) and have the lines of both sides; delete one", ko: "\(isThere). 둘 다 양쪽의 줄을 모두 담고 있으니 하나를 지우십시오")
      : Text("\(isThere); keep the ones you want", ko: "\(isThere). 필요한 것을 남기십시오")
  }
  private static func toKeepDeletedHere(_ path: String) -> Text {
    Text(
      "would keep '\(path)': deleted here, changed elsewhere",
      ko: "'\(path)'\(.object) 남겨 두게 됩니다: 여기서는 삭제했지만 다른 곳에서 변경되었습니다")
  }
  private static func toKeepDeletedElsewhere(_ path: String) -> Text {
    Text(
      "would keep '\(path)': deleted elsewhere, changed here",
      ko: "'\(path)'\(.object) 남겨 두게 됩니다: 다른 곳에서는 삭제되었지만 여기서 변경했습니다")
  }
  private static func toDouble(_ path: String, _ names: [String]) -> Text {
    let (one, other) = (names.first ?? "", names.last ?? "")
    return Text(
      "both sides renamed '\(path)': '\(one)' and '\(other)' would both exist",
      ko: "양쪽에서 '\(path)'의 이름을 바꾸어 '\(one)'\(.with) '\(other)'\(.subject) 모두 있게 됩니다")
  }
  private static func unmerged(_ path: String) -> Text {
    Text(
      "both sides changed '\(path)'; it has one version now, 'memo conflicts' shows the other",
      ko: "양쪽에서 '\(path)'\(.object) 변경했습니다. 지금은 한쪽 버전이며, 다른 버전은 'memo conflicts'로 볼 수 있습니다")
  }
  private static func doubtful(_ path: String) -> Text {
    Text(
      """
      '\(path)' was saved without the changes received from other devices, and stays so; 'memo conflicts' shows both \
      versions
      """,
      ko: "'\(path)'\(.subject) 다른 기기에서 받은 변경 없이 저장되었고 그대로 둡니다. 'memo conflicts'로 두 버전을 볼 수 있습니다")
  }
  private static func deletions(_ count: Int, _ rev: String) -> Text {
    Text(
      "\(count) files were deleted elsewhere; to restore the memos: memo restore --missing --at \(rev)",
      ko: "다른 곳에서 파일 \(count)개가 삭제되었습니다. 메모를 되살리려면: memo restore --missing --at \(rev)")
  }
}
