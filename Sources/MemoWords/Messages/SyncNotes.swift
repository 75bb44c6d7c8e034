package import MemoCore
package import MemoSync

/// What people are told of a sync besides its sentence, a note a line.
package struct SyncNotes {
  package let report: SyncReport
  /// Whether it is about a sync that has not been made.
  package var isPreview = false

  package init(report: SyncReport, isPreview: Bool = false) {
    (self.report, self.isPreview) = (report, isPreview)
  }

  private static let namesShown = 10
  /// So many deletions at once may be somebody's mistake.
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
        "'\(path)' of the remote is not written here: a link, another repository or an unsafe name",
        ko: "원격 저장소의 '\(path)'\(.topic) 여기에 쓰지 않습니다. 링크나 다른 저장소이거나 위험한 이름입니다")
    }
    let reason = reason(file.reason)
    if [.obstructed, .unwritable, .busy].contains(file.reason) {
      return Text("cannot bring in '\(path)': \(reason)", ko: "'\(path)'\(.object) 받을 수 없습니다: \(reason)")
    }
    return Text("'\(path)' does not travel: \(reason)", ko: "'\(path)'\(.topic) 보내지 않습니다: \(reason)")
  }

  private static func reason(_ reason: SkippedFile.Reason) -> Text {
    switch reason {
    case .tooLarge: Text("larger than 20 MB", ko: "20 MB가 넘습니다")
    case .repository: Text("a git repository of its own", ko: "그 자체로 git 저장소입니다")
    case .unreadable: Text("it cannot be read", ko: "읽을 수 없습니다")
    case .filterMissing:
      Text(
        "git has no command for its filter here ('git-crypt unlock' or 'git lfs install' sets one up)",
        ko: "여기 git에는 이 파일의 필터 명령이 없습니다('git-crypt unlock'이나 'git lfs install'로 설정하십시오)")
    case .filterFailed:
      Text("its git filter failed or lacks something it needs", ko: "git 필터가 실패했거나 필터에 필요한 것이 없습니다")
    case .altered:
      Text(
        "git would not give back the same bytes (see 'git check-attr -a')",
        ko: "git이 바이트를 그대로 돌려주지 못합니다('git check-attr -a' 참고)")
    case .unfiltered:
      Text(
        "it is filtered in the repository, and '.gitattributes' names no filter for it any more",
        ko: "저장소에는 필터를 거쳐 저장되어 있지만 '.gitattributes'에 더는 필터가 없습니다")
    case .obstructed:
      Text(
        "something else has its name here; move that away and sync again",
        ko: "여기에 같은 이름의 다른 것이 있습니다. 그것을 옮긴 뒤 다시 동기화하십시오")
    case .unwritable:
      Text("the system does not allow it to be written here", ko: "시스템이 여기에 쓰지 못하게 합니다")
    case .busy: Text("a program keeps writing to it; sync again later", ko: "프로그램이 계속 쓰고 있습니다. 나중에 다시 동기화하십시오")
    case .special, .refused: Text("a symbolic link or no plain file", ko: "심볼릭 링크이거나 보통 파일이 아닙니다")
    }
  }

  /// Each is named, however many there are: the one that matters may be the last.
  private func runnable(_ file: RunnableFile) -> Text {
    let path = file.path.text
    if let tool = file.tool {
      return isPreview
        ? Text(
          "would receive '\(path)', which \(tool) may run on its own",
          ko: "'\(path)'\(.object) 받게 됩니다. \(tool)\(.subject) 저절로 실행할 수 있는 파일입니다")
        : Text(
          "received '\(path)', which \(tool) may run on its own",
          ko: "'\(path)'\(.object) 받았습니다. \(tool)\(.subject) 저절로 실행할 수 있는 파일입니다")
    }
    return isPreview
      ? Text("would receive '\(path)', an executable file", ko: "실행 파일 '\(path)'\(.object) 받게 됩니다")
      : Text("received '\(path)', an executable file", ko: "실행 파일 '\(path)'\(.object) 받았습니다")
  }

  package static func sideBranch(_ name: String) -> Text {
    Text(
      "this is the branch '\(name)', which other devices do not sync; 'git switch main' goes back",
      ko: "지금 브랜치 '\(name)'\(.topic) 다른 기기가 동기화하지 않습니다. 'git switch main'으로 돌아가십시오")
  }
  private static func staged(_ ref: String) -> Text {
    Text(
      "what was staged of files that are synced now is kept in '\(ref)'", ko: "동기화한 파일의 스테이지된 내용은 '\(ref)'에 남겨 두었습니다")
  }
  private static func merged(_ path: String) -> Text {
    Text("'\(path)' holds the changes of both sides", ko: "'\(path)'에 양쪽의 변경이 모두 들어 있습니다")
  }
  private static func toMerge(_ path: String) -> Text {
    Text("'\(path)' will hold the changes of both sides", ko: "'\(path)'에 양쪽의 변경이 모두 들어가게 됩니다")
  }
  private static func toJoin(_ path: String) -> Text {
    Text(
      "'\(path)' was made on both sides; it will hold both texts", ko: "'\(path)'\(.topic) 양쪽에서 만들어졌고 두 글이 모두 들어가게 됩니다")
  }
  private static func joined(_ path: String) -> Text {
    Text("'\(path)' was made on both sides; it holds both texts", ko: "'\(path)'\(.topic) 양쪽에서 만들어졌고 두 글이 모두 들어 있습니다")
  }
  private static func andMore(_ count: Int) -> Text { Text("and \(count) more", ko: "그 밖에 \(count)개") }
  private static func kept(_ path: String) -> Text {
    Text(
      "'\(path)' was deleted elsewhere and stays until the editor that has it open is closed",
      ko: "'\(path)'\(.topic) 다른 곳에서 지워졌지만 열려 있는 편집기를 닫을 때까지 남겨 둡니다")
  }
  private static func deletedHere(_ path: String) -> Text {
    Text(
      "kept '\(path)': deleted here, changed elsewhere", ko: "'\(path)'\(.object) 남겨 두었습니다. 여기서 지웠지만 다른 곳에서 바뀌었습니다")
  }
  private static func deletedElsewhere(_ path: String) -> Text {
    Text(
      "kept '\(path)': deleted elsewhere, changed here", ko: "'\(path)'\(.object) 남겨 두었습니다. 다른 곳에서 지워졌지만 여기서 바뀌었습니다")
  }
  private static func doubled(_ memo: DoubledMemo) -> Text {
    let (path, one, other) = (memo.path.text, memo.names.first?.text ?? "", memo.names.last?.text ?? "")
    let isThere = Text(
      "both sides renamed '\(path)': '\(one)' and '\(other)' are both there",
      ko: "양쪽에서 '\(path)'의 이름을 바꾸어 '\(one)'\(.with) '\(other)'\(.subject) 모두 있습니다")
    return memo.isSame
      ? Text(
        "\(isThere) and hold the lines of both sides; delete one", ko: "\(isThere). 둘 다 양쪽의 줄을 모두 담고 있으니 하나를 지우십시오")
      : Text("\(isThere); keep what you want", ko: "\(isThere). 골라 남기십시오")
  }
  private static func toKeepDeletedHere(_ path: String) -> Text {
    Text(
      "'\(path)' will stay: deleted here, changed elsewhere",
      ko: "'\(path)'\(.object) 남겨 두게 됩니다. 여기서 지웠지만 다른 곳에서 바뀌었습니다")
  }
  private static func toKeepDeletedElsewhere(_ path: String) -> Text {
    Text(
      "'\(path)' will stay: deleted elsewhere, changed here",
      ko: "'\(path)'\(.object) 남겨 두게 됩니다. 다른 곳에서 지워졌지만 여기서 바뀌었습니다")
  }
  private static func toDouble(_ path: String, _ names: [String]) -> Text {
    let (one, other) = (names.first ?? "", names.last ?? "")
    return Text(
      "both sides renamed '\(path)': '\(one)' and '\(other)' will both be there",
      ko: "양쪽에서 '\(path)'의 이름을 바꾸어 '\(one)'\(.with) '\(other)'\(.subject) 모두 있게 됩니다")
  }
  private static func unmerged(_ path: String) -> Text {
    Text(
      "both sides changed '\(path)'; one version stands there, 'memo conflicts' shows the other",
      ko: "양쪽에서 '\(path)'\(.object) 바꾸었습니다. 한쪽의 것이 남았고, 다른 것은 'memo conflicts'로 볼 수 있습니다")
  }
  private static func doubtful(_ path: String) -> Text {
    Text(
      "'\(path)' was saved without changes that had come from elsewhere, and stays so; 'memo conflicts' shows both versions",
      ko: "'\(path)'\(.object) 다른 곳에서 온 변경 없이 저장했고 그대로 둡니다. 'memo conflicts'로 두 가지를 볼 수 있습니다")
  }
  private static func deletions(_ count: Int, _ rev: String) -> Text {
    Text(
      "\(count) files were deleted elsewhere; 'memo restore --missing --at \(rev)' brings the memos back",
      ko: "다른 곳에서 파일 \(count)개가 지워졌습니다. 'memo restore --missing --at \(rev)'로 메모를 되살릴 수 있습니다")
  }
}
