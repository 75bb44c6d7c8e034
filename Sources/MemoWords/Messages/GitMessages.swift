import MemoCore
package import MemoKit
package import MemoSync

/// Messages about plain git beside memo: merges of single files, and how git is set up to have memo make them.
package enum GitMessages {
  /// Why two versions of a file were not merged.
  package static func notMerged(_ name: String, _ refusal: FileMerge.Refusal) -> Text {
    switch refusal {
    case .notText(let file):
      Text(
        "'\(name)' was not merged: '\(file.text)' is not text",
        ko: "'\(name)' 병합 안 함: '\(file.text)'\(.topic) 텍스트가 아닙니다")
    case .overlap:
      Text(
        "'\(name)' was not merged: both versions changed the same lines, and only memos and plain text can hold both",
        ko: "'\(name)' 병합 안 함: 두 버전이 같은 줄을 바꾸었고, 두 버전을 함께 담을 수 있는 것은 메모와 일반 텍스트뿐입니다")
    }
  }

  /// How often lines that both sides changed are in a file twice.
  package static func bothKept(_ name: String, _ count: Int) -> Text {
    Text(
      "'\(name)': both versions changed the same lines at \(count) \(count == 1 ? "place" : "places"); both are kept",
      ko: "'\(name)': 두 버전이 같은 줄을 바꾼 곳 \(count)군데에 두 버전을 모두 남겼습니다")
  }

  /// The tracked attributes are left by an undo: they are everyone's.
  package static let sharedStays = Text(
    "'.gitattributes' still names memo, for everyone; to remove that: memo git setup --undo --shared",
    ko: "'.gitattributes'에는 모두를 위한 memo 설정이 남아 있습니다. 제거하려면: memo git setup --undo --shared")
  /// Memos that git merges in another way.
  package static func mergedOtherwise(_ other: OtherMerge) -> Text {
    Text(
      "git merges \(memos(other)) with '\(other.attribute)' now\(place(other))",
      ko: "지금은 git이 \(memos(other)) '\(other.attribute)'\(.toward) 병합합니다\(place(other))")
  }
  /// The same where memo was to merge them.
  package static func stillMerged(_ other: OtherMerge) -> Text {
    Text(
      "git still merges \(memos(other)) with '\(other.attribute)'\(place(other))",
      ko: "git이 여전히 \(memos(other)) '\(other.attribute)'\(.toward) 병합합니다\(place(other))")
  }
  /// Memos that memo merges from now on.
  package static func replaced(_ other: OtherMerge, isShared: Bool) -> Text {
    let here = Text(
      "memo's line wins over '\(other.attribute)'\(place(other))",
      ko: "memo의 줄이 '\(other.attribute)'보다 우선합니다\(place(other))")
    if isShared { return here }
    return Text(
      "\(here), on this device only; for everyone: memo git setup --shared",
      ko: "\(here). 이 기기에서만 그렇습니다. 모두에게 적용하려면: memo git setup --shared")
  }
  /// In one file, the last line wins.
  package static let putLast = Text(
    "the last line of '.git/info/attributes' wins; to put memo's there: memo git setup --undo && memo git setup",
    ko: "'.git/info/attributes'의 마지막 줄이 우선합니다. memo의 줄을 끝으로 옮기려면: memo git setup --undo && memo git setup")
  /// The repository's own file wins over those that are tracked.
  package static let setUpHere = Text(
    "to have memo merge it on this device: memo git setup", ko: "이 기기에서 memo로 병합하려면: memo git setup")
  private static func memos(_ other: OtherMerge) -> Text {
    let (path, more) = (other.path.text, other.count - 1)
    return more == 0
      ? Text("'\(path)'", ko: "'\(path)'\(.object)")
      : Text(
        "'\(path)' and \(more == 1 ? "1 more memo" : "\(more) more memos")", ko: "'\(path)' 외 메모 \(more)개를")
  }
  private static func place(_ other: OtherMerge) -> Text {
    guard let source = other.source?.text else {
      return Text(", from attributes outside the repository", ko: "(저장소 밖의 속성)")
    }
    return Text(", from '\(source)'", ko: "('\(source)')")
  }
  /// A field that both sides changed holds one of the values.
  package static func oneKept(_ name: String, _ first: String, _ second: String) -> Text {
    Text(
      "'\(name)': kept one of '\(first)' and '\(second)', because a field has one value",
      ko: "'\(name)': 필드의 값은 하나이므로 '\(first)'\(.with) '\(second)' 중 하나만 남겼습니다")
  }

  /// A line that gave way to one that a merge had dropped.
  package static func replaced(_ line: String, _ path: String) -> Text {
    Text(
      "'\(path)': '\(line)' gave way to it; 'memo undo' takes that back",
      ko: "'\(path)': 그 대신 '\(line)' 줄이 빠졌습니다. 'memo undo'로 되돌릴 수 있습니다")
  }

  /// Merges of other programs dropped lines of what a sync received.
  static func lostLines(_ count: Int) -> Text {
    Text(
      "\(count == 1 ? "1 line was" : "\(count) lines were") dropped by merges of other programs: memo conflicts --lost",
      ko: "다른 프로그램의 병합에서 빠진 줄이 \(count)개 있습니다. 확인하려면: memo conflicts --lost")
  }

  /// No merge dropped anything that is still missing.
  package static let nothingLost = Text(
    "no lines were dropped by merges of other programs", ko: "다른 프로그램의 병합에서 빠진 줄이 없습니다")

  /// The same of one memo.
  package static func nothingLost(in name: String) -> Text {
    Text(
      "no lines of '\(name)' were dropped by merges of other programs",
      ko: "다른 프로그램의 병합에서 '\(name)'의 줄이 빠지지 않았습니다")
  }

  /// Merges that were not looked at.
  package static func notCompared(_ commits: [String]) -> Text {
    let names = commits.prefix(commitsNamed).joined(separator: ", ") + (commits.count > commitsNamed ? ", …" : "")
    let count = commits.count
    return Text(
      "not checked: \(count == 1 ? "1 merge" : "\(count) merges") of more than two branches (\(names))",
      ko: "브랜치 셋 이상의 병합 \(count)개는 확인하지 않았습니다(\(names))")
  }
  private static let commitsNamed = 5

  /// Lines of a memo are there again.
  package static func restoredLines(_ name: String, _ count: Int) -> Text {
    Text(
      "restored \(count == 1 ? "1 line" : "\(count) lines") in '\(name)'", ko: "'\(name)'에 줄 \(count)개를 복원했습니다")
  }

  /// Lines of a memo are listed no longer.
  package static func dismissedLines(_ name: String, _ count: Int) -> Text {
    Text(
      "\(count == 1 ? "1 dropped line" : "\(count) dropped lines") of '\(name)' will not be listed again on this device",
      ko: "'\(name)'에서 빠진 줄 \(count)개를 이 기기의 목록에서 뺐습니다")
  }

  /// Who made a merge that dropped lines, and when.
  package static func merge(_ commit: String, _ date: String, _ author: String, isWholeFile: Bool) -> Text {
    isWholeFile
      ? Text("deleted by merge \(commit), \(date), \(author)", ko: "병합 \(commit)에서 삭제됨, \(date), \(author)")
      : Text("dropped by merge \(commit), \(date), \(author)", ko: "병합 \(commit)에서 빠짐, \(date), \(author)")
  }

  /// Everything is as it was asked for.
  package static func nothingToSet(_ isUndo: Bool) -> Text {
    isUndo
      ? Text("git is not set up to use memo here", ko: "이 저장소의 git은 memo를 쓰도록 설정되어 있지 않습니다")
      : Text("git is set up to use memo already", ko: "git이 이미 memo를 쓰도록 설정되어 있습니다")
  }

  /// The failure of a whole command.
  static func failure(_ trouble: DriverSetup.Trouble) -> Failure {
    switch trouble {
    case .noRepository(let folder):
      Failure(
        kind: "repository",
        message: Text("'\(folder.text)' is not in a git repository", ko: "'\(folder.text)'\(.topic) git 저장소가 아닙니다"),
        hints: [Text("'git init' makes it one", ko: "'git init'으로 저장소를 만들 수 있습니다")], exitCode: .failure)
    case .keptElsewhere(let root, let link):
      Failure(
        kind: "repository",
        message: Text(
          "the repository of '\(root.text)' is kept in another folder", ko: "'\(root.text)'의 저장소는 다른 폴더에 있습니다"),
        hints: [SyncMessages.hint(for: link)], exitCode: .failure)
    case .unreadable(let file):
      Failure(
        kind: "repository", message: Text("'\(file.text)' cannot be read", ko: "'\(file.text)'\(.object) 읽을 수 없습니다"),
        hints: [Text("'git config --list' says why", ko: "'git config --list'로 이유를 볼 수 있습니다")], exitCode: .failure)
    case .taken(let name, let value):
      Failure(
        kind: "taken", message: Text("\(name) is already set to '\(value)'", ko: "\(name) 값이 이미 '\(value)'입니다"),
        hints: [Text("to remove it: git config --unset \(name)", ko: "지우려면: git config --unset \(name)")],
        exitCode: .failure)
    }
  }
}
