import MemoCore
package import MemoSync

/// What a sync did.
extension SyncMessages {
  package static let noPlaceForTrust = Text(
    "neither HOME nor XDG_STATE_HOME names a folder, so there is no place to remember that you trust it",
    ko: "HOME도 XDG_STATE_HOME도 폴더를 가리키지 않아 신뢰한다는 것을 기억해 둘 곳이 없습니다")

  package static func trusted(_ keys: String) -> Text {
    keys.isEmpty
      ? Text(
        "the repository's settings run nothing; there is nothing to trust",
        ko: "저장소의 설정은 아무것도 실행하지 않습니다. 신뢰할 것이 없습니다")
      : Text("trusted as they are now: \(keys)", ko: "지금 이대로 신뢰합니다: \(keys)")
  }
  package static func cloned(_ root: String, _ files: Int) -> Text {
    let files = Message.fileCount(files)
    return Text("made a vault in \(root): \(files)", ko: "\(root)에 볼트를 만들었습니다: \(files)")
  }
  package static func cloneResumed(_ root: String) -> Text {
    Text("finishing an interrupted clone in \(root)", ko: "\(root)에서 중단된 복제를 마저 진행합니다")
  }
  package static func otherClone(_ url: String) -> Text {
    Text(
      "an interrupted clone of '\(url)' is in there: run it again to finish it, or remove the folder",
      ko: "'\(url)'의 중단된 복제가 들어 있습니다. 같은 복제를 다시 실행해 마치거나 폴더를 지우십시오")
  }
  package static func notEmpty(_ path: String) -> Text {
    Text("'\(path)' is there and not empty", ko: "'\(path)'\(.subject) 이미 있고 비어 있지 않습니다")
  }
  package static func copied(_ path: String) -> Text {
    Text(
      "'\(path)' is one device's version; the other's has the name, and the two could not be merged: keep what you want",
      ko: "'\(path)'\(.topic) 한 기기의 것입니다. 다른 기기의 것이 원래 이름을 가지며, 병합할 수 없었으니 골라 남기십시오")
  }
  package static func displaced(_ file: DisplacedFile) -> Text {
    let told = displaced(file.path, beside: file.other, isFolder: file.isFolder)
    return Text(
      "'\(file.newPath.text)' \(told); rename or delete one", ko: "'\(file.newPath.text)': \(told). 하나의 이름을 바꾸거나 지우십시오")
  }
  /// Of a place that needs a look.
  package static func displaced(_ conflict: SyncConflict) -> Text {
    let told = displaced(
      conflict.formerPath ?? conflict.path, beside: conflict.otherPath ?? conflict.path,
      isFolder: conflict.isBesideFolder)
    return Text("\(told); rename or delete one", ko: "\(told). 하나의 이름을 바꾸거나 지우십시오")
  }
  private static func displaced(_ path: VaultPath, beside other: VaultPath, isFolder: Bool) -> Text {
    isFolder
      ? Text(
        "was '\(path.text)', and the folder '\(other.text)' has that name",
        ko: "원래 이름은 '\(path.text)'이지만 같은 이름의 폴더 '\(other.text)'\(.subject) 있습니다")
      : Text(
        "was '\(path.text)', which cannot stand beside '\(other.text)' on every system",
        ko: "원래 이름은 '\(path.text)'이지만 어떤 시스템에서는 '\(other.text)'\(.with) 함께 둘 수 없습니다")
  }
  package static func trashed(_ path: String) -> Text {
    Text(
      "the remote has dropped lines of '\(path)'; the trash has it as it was",
      ko: "원격 저장소에서 '\(path)'의 줄이 없어졌습니다. 원래 메모는 휴지통에 있습니다")
  }
  package static func toTrash(_ path: String) -> Text {
    Text(
      "the remote has dropped lines of '\(path)'; it will be put in the trash as it is",
      ko: "원격 저장소에서 '\(path)'의 줄이 없어졌습니다. 지금의 메모를 휴지통에 넣게 됩니다")
  }
  package static func backup(_ ref: String) -> Text {
    Text(
      "all that was here before is kept in '\(ref)'; 'git update-ref -d \(ref)' lets it go",
      ko: "받아들이기 전의 것은 모두 '\(ref)'에 남겨 두었습니다. 'git update-ref -d \(ref)'로 지울 수 있습니다")
  }
  package static func broughtBack(_ path: String) -> Text {
    Text(
      "'\(path)' had lost its text, as in a power cut; its last synced version is back",
      ko: "'\(path)'의 내용이 정전 때처럼 사라져 있어 마지막으로 동기화한 내용을 되살렸습니다")
  }
  package static func revived(_ path: String) -> Text {
    Text(
      """
      '\(path)' was saved without lines that had come from elsewhere; they were added again: see 'memo conflicts', or take \
      them out with 'memo conflicts --resolve \(path) --ours'
      """,
      ko: """
        '\(path)'\(.object) 다른 곳에서 온 줄 없이 저장했습니다. 그 줄을 다시 넣었습니다. 'memo conflicts'로 보고, \
        빼려면 'memo conflicts --resolve \(path) --ours'\(.object) 쓰십시오
        """)
  }
  package static func rescued(_ count: Int) -> Text {
    Text(
      "\(Message.fileCount(count)) written to while being replaced: the text is in the trash, see 'memo trash'",
      ko: "\(Message.fileCount(count))가 바뀌는 동안 쓰였습니다. 그 글은 휴지통에 있습니다('memo trash')")
  }
  package static let indexRebuilt = Text(
    "git's index was damaged, as by a power cut, and has been rebuilt from the last commit; anything staged is unstaged",
    ko: "git의 색인이 전원이 끊긴 때처럼 손상되어 있어 마지막 커밋에서 새로 만들었습니다. 스테이징한 것은 풀렸습니다")
  package static let indexLocked = Text(
    "another program holds '.git/index.lock', so 'git status' shows more than there is until the next sync",
    ko: "다른 프로그램이 '.git/index.lock'을 잡고 있어 다음 동기화까지 'git status'가 실제보다 많이 보여 줍니다")

  package static let noConflicts = Text("no conflicts", ko: "충돌 없음")
  package static let splitIn = Text(
    "both changed it; it cannot hold both, so there are two files until one is deleted",
    ko: "양쪽에서 바꾸었고 한 파일에 모두 담을 수 없어, 하나를 지울 때까지 파일이 둘입니다")
  package static let stale = Text(
    "saved without what had come; settle it with --resolve, and --ours or --theirs to choose",
    ko: "받은 내용 없이 저장했습니다. --resolve로 정하고, 고르려면 --ours나 --theirs를 쓰십시오")
  package static let here = Text("here", ko: "이곳")
  package static let elsewhere = Text("elsewhere", ko: "다른 곳")
  package static func resolved(_ path: String, _ count: Int) -> Text {
    count == 0
      ? Text("there is no conflict in '\(path)'", ko: "'\(path)'에는 충돌이 없습니다")
      : Text(
        "the conflicts in '\(path)' are not listed on this device any more", ko: "'\(path)'의 충돌은 이제 이 기기에서 나열하지 않습니다")
  }
  package static func restored(_ count: Int) -> Text {
    Text("\(Message.fileCount(count)) got their time back", ko: "\(Message.fileCount(count))의 시각을 되돌렸습니다")
  }

  private static let nothingToSync = Text("nothing to sync", ko: "동기화할 것이 없습니다")

  /// What a sync did, in a sentence.
  package static func synced(_ report: SyncReport) -> Text {
    if report.isIdle { return nothingToSync }
    let conflicts = report.conflicts == 0 ? noConflicts : conflicts(report.conflicts)
    return Text("\(counts(report)); \(conflicts)", ko: "\(counts(report)). \(conflicts)")
  }

  /// What a sync would do.
  package static func wouldSync(_ report: SyncReport) -> Text {
    if report.isIdle { return nothingToSync }
    let (sent, received) = (files(report.sentChanges), files(report.receivedChanges))
    return Text(
      "would send \(sent) and receive \(received); \(report.merged.count) changed on both sides",
      ko: "\(sent)를 보내고 \(received)를 받게 됩니다. 양쪽에서 바뀐 파일은 \(report.merged.count)개입니다")
  }

  private static func counts(_ report: SyncReport) -> Text {
    let (sent, received) = (files(report.sentChanges), files(report.receivedChanges))
    return Text(
      "sent \(sent), received \(received), merged \(report.merged.count)",
      ko: "보낸 \(sent), 받은 \(received), 병합한 파일 \(report.merged.count)개")
  }

  /// How many files, and what became of them unless all have just changed.
  private static func files(_ counts: ChangeCounts) -> Text {
    let total = Message.fileCount(counts.total)
    guard counts.deleted + counts.renamed > 0 else { return total }
    let (english, korean) = (["changed", "deleted", "renamed"], ["바뀜", "지움", "이름 바뀜"])
    let told = [counts.changed, counts.deleted, counts.renamed].enumerated().filter { $0.element > 0 }
    let en = told.map { "\($0.element) \(english[$0.offset])" }.joined(separator: ", ")
    let ko = told.map { "\(korean[$0.offset]) \($0.element)" }.joined(separator: ", ")
    return Text("\(total) (\(en))", ko: "\(total)(\(ko))")
  }

  package static func conflicts(_ count: Int) -> Text {
    Text(
      count == 1 ? "1 place needs a look: 'memo conflicts'" : "\(count) places need a look: 'memo conflicts'",
      ko: "살펴볼 곳이 \(count)곳 있습니다: 'memo conflicts'")
  }
}
