import MemoCore
import MemoStore
package import MemoSync

/// Messages about an issue, in the notes of the sync that found it and in lists.
extension SyncMessages {
  /// The order of the notes; those to review come last.
  package enum IssueGroup: Int, CaseIterable, Comparable {
    case skipped
    case broughtBack, stillOpen, savedUnderFormerName, revived
    case deletedHere, deletedElsewhere, merged, doubled, displaced, strayed
    case unmerged, trashed
    case doubtful, marked, runnable

    /// The group of an issue; `nil` for one without a note.
    init?(_ issue: SyncIssue) {
      switch issue {
      case .skipped: self = .skipped
      case .broughtBack: self = .broughtBack
      case .stillOpen: self = .stillOpen
      case .savedUnderFormerName: self = .savedUnderFormerName
      case .keptEdit(_, let isDeletedHere): self = isDeletedHere == true ? .deletedHere : .deletedElsewhere
      case .merged: self = .merged
      case .doubled: self = .doubled
      case .displaced: self = .displaced
      case .strayed: self = .strayed
      case .unmerged: self = .unmerged
      case .trashed: self = .trashed
      case .staleSave(_, let isRevived): self = isRevived ? .revived : .doubtful
      case .conflictMarkers: self = .marked
      case .runnable: self = .runnable
      // The number of conflicts and the copies are reported.
      case .overlap, .split: return nil
      }
    }

    /// Whether each file is named, however many there are: the one that matters may be the last.
    var namesAll: Bool {
      [.stillOpen, .savedUnderFormerName, .revived, .strayed, .unmerged, .doubtful, .runnable].contains(self)
    }

    package static func < (one: IssueGroup, other: IssueGroup) -> Bool { one.rawValue < other.rawValue }
  }

  /// The note about an issue, in a sync or in the preview of one.
  package static func note(_ issue: SyncIssue, isPreview: Bool) -> Text {
    switch issue {
    case .skipped(let file): skipped(file)
    case .broughtBack(let path): broughtBack(path.text)
    case .stillOpen(let path, let newPath): stillOpen(path.text, isNow: newPath?.text)
    case .savedUnderFormerName(let path, let newPath): savedUnderFormerName(path.text, newPath.text, isPreview)
    case .keptEdit(let path, isDeletedHere: true): isPreview ? toKeepDeletedHere(path.text) : deletedHere(path.text)
    case .keptEdit(let path, _): isPreview ? toKeepDeletedElsewhere(path.text) : deletedElsewhere(path.text)
    case .merged(let memo): merged(memo, isPreview)
    case .doubled(let memo): isPreview ? toDouble(memo.path.text, memo.names.map(\.text)) : doubled(memo)
    case .displaced(let file): displaced(file)
    case .strayed(let file): strayed(file)
    case .split(let file): copied(file.copy.text)
    case .unmerged(let path): unmerged(path)
    case .trashed(let path): isPreview ? toTrash(path.text) : trashed(path.text)
    case .staleSave(let path, let isRevived): isRevived ? revived(path.text) : doubtful(path.text)
    case .conflictMarkers(let path, let line, isReceived: true): receivedMarked(path.text, line)
    case .conflictMarkers(let path, let line, _): marked(path.text, line, isPreview)
    case .runnable(let file): runnable(file, isPreview)
    case .overlap: conflicts(1)
    }
  }

  private static func marked(_ path: String, _ line: Int, _ isPreview: Bool) -> Text {
    isPreview
      ? Text(
        "'\(path)' has conflict markers from line \(line) on and will be sent as it is; edit it first",
        ko: "'\(path)'\(.topic) \(line)번째 줄부터 충돌 표시가 있는 그대로 보낼 예정입니다. 먼저 고치십시오")
      : Text(
        "'\(path)' has conflict markers from line \(line) on and was sent as it is; edit it and sync again",
        ko: "'\(path)'\(.object) \(line)번째 줄부터 충돌 표시가 있는 그대로 보냈습니다. 고친 뒤 다시 동기화하십시오")
  }

  private static func receivedMarked(_ path: String, _ line: Int) -> Text {
    Text(
      "'\(path)' came with conflict markers from line \(line) on; edit it and sync again",
      ko: "'\(path)'\(.object) \(line)번째 줄부터 충돌 표시가 있는 그대로 받았습니다. 고친 뒤 다시 동기화하십시오")
  }

  /// Explains a conflict above its versions; `nil` if they speak for themselves.
  package static func explanation(of conflict: SyncConflict) -> Text? {
    switch conflict.kind {
    case .both, .one, .doubled: nil
    case .split: splitIn
    case .stale: stale
    case .displaced: displaced(conflict)
    }
  }

  /// How to settle a conflict that the split view shows.
  package static func advice(on conflict: SyncConflict) -> Text {
    switch conflict.kind {
    case .both:
      Text(
        "both versions are here: < keeps the lines marked <, > those marked >, = both",
        ko: "두 버전이 이어져 있습니다. <를 누르면 <로 표시된 줄만, >를 누르면 >로 표시된 줄만, =를 누르면 둘 다 남습니다")
    case .one:
      conflict.choices.contains(.only(.ours))
        ? Text(
          "one of the two values is here: < takes yours, > theirs, = keeps it as it is",
          ko: "두 값 중 하나가 여기에 있습니다. <를 누르면 이 기기의 값, >를 누르면 다른 기기의 값이 되고, =를 누르면 그대로 둡니다")
        : Text("one of the two versions is here", ko: "두 버전 중 하나가 여기에 있습니다")
    case .stale:
      Text(
        "saved without the changes received from other devices; choose a version with C, or see 'memo conflicts'",
        ko: "다른 기기에서 받은 변경 없이 저장되었습니다. C로 버전을 고르거나 'memo conflicts'로 확인하십시오")
    case .split:
      Text(
        "it cannot hold both versions: the other is a file next to it; delete one",
        ko: "두 버전을 한데 담을 수 없어 다른 버전은 옆의 파일에 있습니다. 하나를 지우십시오")
    case .doubled:
      // In one line of a terminal.
      oneName(of: conflict) == nil
        ? Text("it is here under two names until one is deleted", ko: "두 이름으로 있습니다. 하나를 지우면 해결됩니다")
        : Text(
          "one memo under two names: 'memo merge' joins them and keeps all links",
          ko: "한 메모에 이름이 둘입니다. 'memo merge'로 링크까지 하나로 합칠 수 있습니다")
    case .displaced: displaced(conflict)
    }
  }

  package static let splitIn = Text(
    "both sides changed it, and it cannot hold both versions: there are two files until one is deleted",
    ko: "양쪽에서 변경했지만 두 버전을 한데 담을 수 없습니다. 하나를 지울 때까지 파일이 둘입니다")
  package static let stale = Text(
    """
    saved without the changes received from other devices; settle it with --resolve, or with --ours or --theirs to \
    choose a version
    """,
    ko: "다른 기기에서 받은 변경 없이 저장되었습니다. --resolve로 해결하십시오. 버전을 고르려면 --ours나 --theirs를 함께 쓰십시오")
  private static func displaced(_ file: DisplacedFile) -> Text {
    let cause = displaced(file.path, beside: file.other, isFolder: file.isFolder)
    return Text(
      "'\(file.newPath.text)' \(cause); rename or delete one",
      ko: "'\(file.newPath.text)': \(cause). 하나의 이름을 바꾸거나 지우십시오")
  }
  /// The same for a listed conflict.
  package static func displaced(_ conflict: SyncConflict) -> Text {
    let cause = displaced(
      conflict.formerPath ?? conflict.path, beside: conflict.otherPath ?? conflict.path,
      isFolder: conflict.isBesideFolder)
    return Text("\(cause); rename or delete one", ko: "\(cause). 하나의 이름을 바꾸거나 지우십시오")
  }
  private static func displaced(_ path: VaultPath, beside other: VaultPath, isFolder: Bool) -> Text {
    if path == other, !isFolder {
      return Text(
        "was '\(path.text)', a name that another memo was moved to",
        ko: "원래 이름은 '\(path.text)'이지만 그 자리로 옮겨 온 메모가 있습니다")
    }
    if !isFolder, path != other, Folding.composed(path.text) == Folding.composed(other.text) {
      // They look the same.
      let (name, form) = (spelled(path), spelled(other))
      return Text(
        "was \(name), which systems such as macOS take for \(form)",
        ko: "원래 이름은 \(name)이지만, macOS 등에서는 \(form)\(.with) 같은 이름으로 취급됩니다")
    }
    return isFolder
      ? Text(
        "was '\(path.text)', but the folder '\(other.text)' has the same name",
        ko: "원래 이름은 '\(path.text)'이지만 같은 이름의 폴더 '\(other.text)'\(.subject) 있습니다")
      : Text(
        "was '\(path.text)', which clashes with '\(other.text)' on some systems",
        ko: "원래 이름은 '\(path.text)'이지만 일부 시스템에서 '\(other.text)'\(.with) 겹칩니다")
  }
  /// A name, and whether its letters are written in parts.
  private static func spelled(_ path: VaultPath) -> Text {
    Folding.composed(path.text).utf8.elementsEqual(path.text.utf8)
      ? Text("'\(path.text)'", ko: "'\(path.text)'")
      : Text("the decomposed (NFD) '\(path.text)'", ko: "자모를 풀어 쓴(NFD) '\(path.text)'")
  }
  private static func strayed(_ file: StrayedFile) -> Text {
    let (path, folder, newFolder) = (file.path.text, file.path.parent.text, file.folder.text)
    let place = Text(
      "'\(path)' is new in '\(folder)', which was renamed to '\(newFolder)'",
      ko: "이름을 '\(newFolder)'\(.toward) 바꾼 폴더 '\(folder)'에 새 파일 '\(path)'\(.subject) 생겼습니다")
    guard MemoFileRules.hasMemoExtension(file.path) else { return place }
    let command = "memo move \(ShellWord.of(file.path)) \(ShellWord.of(file.folder))"
    return Text("\(place); to move it there: \(command)", ko: "\(place). 그리로 옮기려면: \(command)")
  }
  /// Why a file is not synced.
  package static func skipped(_ file: SkippedFile) -> Text {
    let path = file.path.text
    if file.reason == .refused {
      return Text(
        "not written here: '\(path)' of the remote is a link, another repository or has an unsafe name",
        ko: "원격 저장소의 '\(path)'\(.topic) 링크이거나 다른 저장소이거나 이름이 위험하여 여기에 쓰지 않습니다")
    }
    let reason = file.words.map(SkippedFile.Reason.filterSaid) ?? file.reason.words
    if [.obstructed, .unwritable, .busy, .receivedDamaged].contains(file.reason) {
      return Text("cannot receive '\(path)': \(reason)", ko: "'\(path)'\(.object) 받을 수 없습니다: \(reason)")
    }
    return Text("not synced: '\(path)': \(reason)", ko: "'\(path)'\(.topic) 동기화하지 않습니다: \(reason)")
  }

  private static func stillOpen(_ path: String, isNow newPath: String?) -> Text {
    if let newPath {
      return Text(
        "'\(path)' was renamed to '\(newPath)' elsewhere; it stays until you close it in your editor",
        ko: "'\(path)'\(.topic) 다른 곳에서 '\(newPath)'\(.toward) 이름이 바뀌었습니다. 편집기에서 닫을 때까지 남겨 둡니다")
    }
    return Text(
      "'\(path)' was deleted elsewhere; it stays until you close it in your editor",
      ko: "'\(path)'\(.topic) 다른 곳에서 삭제되었습니다. 편집기에서 닫을 때까지 남겨 둡니다")
  }
  private static func savedUnderFormerName(_ path: String, _ newPath: String, _ isPreview: Bool) -> Text {
    isPreview
      ? Text(
        "'\(path)' was renamed to '\(newPath)' elsewhere; would merge what you saved under the old name into it",
        ko: "'\(path)'\(.topic) 다른 곳에서 '\(newPath)'\(.toward) 이름이 바뀌었습니다. 이전 이름으로 저장한 내용을 그 메모에 합칠 예정입니다")
      : Text(
        "'\(path)' was renamed to '\(newPath)' elsewhere; what you saved under the old name was merged into it",
        ko: "'\(path)'\(.topic) 다른 곳에서 '\(newPath)'\(.toward) 이름이 바뀌었습니다. 이전 이름으로 저장한 내용을 그 메모에 합쳤습니다")
  }
  private static func deletedHere(_ path: String) -> Text {
    Text(
      "kept '\(path)': deleted here, changed elsewhere", ko: "'\(path)'\(.object) 남겨 두었습니다: 여기서는 삭제했지만 다른 곳에서 변경되었습니다")
  }
  private static func deletedElsewhere(_ path: String) -> Text {
    Text(
      "kept '\(path)': deleted elsewhere, changed here", ko: "'\(path)'\(.object) 남겨 두었습니다: 다른 곳에서는 삭제되었지만 여기서 변경했습니다")
  }
  private static func merged(_ memo: MergedMemo, _ isPreview: Bool) -> Text {
    let (path, newPath) = (memo.path.text, memo.newPath.text)
    if memo.isKept {
      return Text(
        "one side merged '\(path)' into '\(newPath)', which has its text from before the other side's changes",
        ko: "한쪽에서 '\(path)'\(.object) '\(newPath)'에 합쳤습니다. '\(newPath)'에는 다른 쪽에서 변경하기 전의 텍스트가 있습니다")
    }
    return isPreview
      ? Text(
        "one side merged '\(path)' into '\(newPath)', which will contain the changes of both sides",
        ko: "한쪽에서 '\(path)'\(.object) '\(newPath)'에 합쳤습니다. '\(newPath)'에 양쪽의 변경을 모두 담을 예정입니다")
      : Text(
        "one side merged '\(path)' into '\(newPath)', which contains the changes of both sides",
        ko: "한쪽에서 '\(path)'\(.object) '\(newPath)'에 합쳤습니다. '\(newPath)'에 양쪽의 변경을 모두 담았습니다")
  }
  private static func doubled(_ memo: DoubledMemo) -> Text {
    let (path, one, other) = (memo.path.text, memo.names.first?.text ?? "", memo.names.last?.text ?? "")
    let isThere = Text(
      "both sides renamed '\(path)': '\(one)' and '\(other)' both exist",
      ko: "양쪽에서 '\(path)'의 이름을 바꾸어 '\(one)'\(.with) '\(other)'\(.subject) 모두 있습니다")
    if memo.isSame, let command = merging(memo.names) {
      return Text(
        "\(isThere) and have the lines of both sides; to keep one with all links: \(command)",
        ko: "\(isThere). 둘 다 양쪽의 줄을 모두 담고 있습니다. 링크까지 하나로 합치려면: \(command)")
    }
    return memo.isSame
      ? Text(
        "\(isThere) and are the same; delete one", ko: "\(isThere). 내용이 같으니 하나를 지우십시오")
      : Text("\(isThere); keep the ones you want", ko: "\(isThere). 필요한 것을 남기십시오")
  }

  /// The command that makes one of a memo with two names; `nil` for files that are no memos.
  private static func merging(_ names: [VaultPath]) -> String? {
    guard names.allSatisfy(MemoFileRules.hasMemoExtension) else { return nil }
    return "memo merge \(names.map { ShellWord.of($0) }.joined(separator: " "))"
  }

  /// How one name is kept of a pair that both sides renamed.
  package static func oneName(of pair: SyncConflict) -> Text? {
    guard pair.kind == .doubled, let other = pair.otherPath, let command = merging([pair.path, other]) else {
      return nil
    }
    let (one, two) = (pair.path.text, other.text)
    return Text(
      "'\(one)' and '\(two)' are one memo under two names; to keep the first with all links: \(command)",
      ko: "'\(one)'\(.with) '\(two)'\(.topic) 이름이 둘인 한 메모입니다. 링크까지 첫째 이름으로 합치려면: \(command)")
  }

  private static func toKeepDeletedHere(_ path: String) -> Text {
    Text(
      "would keep '\(path)': deleted here, changed elsewhere",
      ko: "'\(path)'\(.object) 남겨 둘 예정입니다: 여기서는 삭제했지만 다른 곳에서 변경되었습니다")
  }
  private static func toKeepDeletedElsewhere(_ path: String) -> Text {
    Text(
      "would keep '\(path)': deleted elsewhere, changed here",
      ko: "'\(path)'\(.object) 남겨 둘 예정입니다: 다른 곳에서는 삭제되었지만 여기서 변경했습니다")
  }
  private static func toDouble(_ path: String, _ names: [String]) -> Text {
    let (one, other) = (names.first ?? "", names.last ?? "")
    return Text(
      "both sides renamed '\(path)': '\(one)' and '\(other)' would both exist",
      ko: "양쪽에서 '\(path)'의 이름을 바꾸어 '\(one)'\(.with) '\(other)'\(.subject) 모두 남을 예정입니다")
  }
  private static func unmerged(_ path: VaultPath) -> Text {
    let showing = path == Vault.settingsPath ? "memo conflicts" : "git log -m -p -- \(ShellWord.of(path.text))"
    return Text(
      "both sides changed '\(path.text)'; it has one version now; to see the other: \(showing)",
      ko: "양쪽에서 '\(path.text)'\(.object) 변경했습니다. 지금은 한쪽 버전이며, 다른 버전을 보려면: \(showing)")
  }
  private static func doubtful(_ path: String) -> Text {
    Text(
      """
      '\(path)' was saved without the changes received from other devices, and stays so; 'memo conflicts' shows both \
      versions
      """,
      ko: "'\(path)'\(.subject) 다른 기기에서 받은 변경 없이 저장되었고 그대로 둡니다. 'memo conflicts'로 두 버전을 볼 수 있습니다")
  }
  private static func trashed(_ path: String) -> Text {
    Text(
      "the remote dropped lines of '\(path)'; its former version is in the trash",
      ko: "원격 저장소에서 '\(path)'의 줄이 사라졌습니다. 이전 내용은 휴지통에 있습니다")
  }
  private static func toTrash(_ path: String) -> Text {
    Text(
      "the remote dropped lines of '\(path)'; would move its current version to the trash",
      ko: "원격 저장소에서 '\(path)'의 줄이 사라졌습니다. 현재 내용을 휴지통으로 옮길 예정입니다")
  }
  private static func broughtBack(_ path: String) -> Text {
    Text(
      "'\(path)' had lost its text, as after a power cut; restored the last synced version",
      ko: "'\(path)'의 내용이 정전 등으로 사라져 마지막으로 동기화한 버전을 복원했습니다")
  }
  private static func revived(_ path: String) -> Text {
    Text(
      """
      '\(path)' was saved without lines received from other devices, so they were added again; review them with \
      'memo conflicts', or remove them with 'memo conflicts --resolve \(path) --ours'
      """,
      ko: """
        '\(path)'\(.subject) 다른 기기에서 받은 줄 없이 저장되어 그 줄을 다시 넣었습니다. 'memo conflicts'로 확인하고, 빼려면 'memo conflicts --resolve \
        \(path) --ours'\(.object) 실행하십시오
        """)
  }
  private static func runnable(_ file: RunnableFile, _ isPreview: Bool) -> Text {
    let path = file.path.text
    if let tool = file.tool {
      return isPreview
        ? Text(
          "would receive '\(path)', which \(tool) may run on its own",
          ko: "'\(path)'\(.object) 받을 예정입니다. \(tool)\(.subject) 자동으로 실행할 수 있는 파일입니다")
        : Text(
          "received '\(path)', which \(tool) may run on its own",
          ko: "'\(path)'\(.object) 받았습니다. \(tool)\(.subject) 자동으로 실행할 수 있는 파일입니다")
    }
    return isPreview
      ? Text("would receive '\(path)', an executable file", ko: "실행 파일 '\(path)'\(.object) 받을 예정입니다")
      : Text("received '\(path)', an executable file", ko: "실행 파일 '\(path)'\(.object) 받았습니다")
  }
}
