package import MemoCore
package import MemoSync

/// What a sync did.
extension SyncMessages {
  package static let noPlaceForTrust = Text(
    "cannot remember what you trust: neither HOME nor XDG_STATE_HOME is set to a folder",
    ko: "신뢰한 설정을 저장할 수 없습니다: HOME과 XDG_STATE_HOME이 모두 폴더가 아닙니다")

  package static func trusted(_ keys: String) -> Text {
    keys.isEmpty
      ? Text(
        "the repository's settings run nothing, so there is nothing to trust",
        ko: "명령을 실행하는 설정이 없으므로 따로 신뢰하지 않아도 됩니다")
      : Text("trusted as they are now: \(keys)", ko: "현재 값 그대로 신뢰합니다: \(keys)")
  }
  package static func cloned(_ root: String, _ files: Int) -> Text {
    let files = Message.fileCount(files)
    return Text("created a vault in \(root): \(files)", ko: "\(root)에 보관함을 만들었습니다: \(files)")
  }
  package static func cloneResumed(_ root: String) -> Text {
    Text("resuming an interrupted clone in \(root)", ko: "\(root)에서 중단된 복제를 이어서 진행합니다")
  }
  package static func otherClone(_ url: String) -> Text {
    Text(
      """
      it contains an interrupted clone of '\(url)': run the same command again to finish it, or remove the folder
      """,
      ko: "'\(url)'의 중단된 복제가 들어 있습니다. 같은 명령을 다시 실행해 마치거나 폴더를 지우십시오")
  }
  package static func notEmpty(_ path: String) -> Text {
    Text("'\(path)' already exists and is not empty", ko: "'\(path)'\(.subject) 이미 있고 비어 있지 않습니다")
  }
  /// How a vault that exists already gets the memos of a remote.
  package static func syncHint(_ vault: HostPath, _ url: String) -> Text {
    let syncing = "memo --vault \(ShellWord.of(vault)) sync --remote \(ShellWord.of(url))"
    return Text(
      "it is a vault; to sync it with the remote: \(syncing)", ko: "이미 보관함입니다. 이 원격 저장소와 동기화하려면: \(syncing)")
  }
  package static func otherFolderHint(_ url: String) -> Text {
    let cloning = "memo clone \(ShellWord.of(url))"
    return Text("to clone into another folder: \(cloning) DIR", ko: "다른 폴더에 복제하려면: \(cloning) 폴더")
  }
  /// How a remote is named.
  package static let remoteOption = Text(
    "to name the remote: memo sync --remote URL", ko: "원격 저장소를 지정하려면: memo sync --remote 주소")
  package static func copied(_ path: String) -> Text {
    Text(
      """
      '\(path)' is one device's version; the other has the original name, and the two could not be merged: keep the \
      ones you want
      """,
      ko: "'\(path)'\(.topic) 한 기기의 버전이고, 원래 이름의 파일은 다른 기기의 버전입니다. 병합할 수 없었으니 필요한 것을 남기십시오")
  }
  package static func backup(_ ref: String) -> Text {
    Text(
      "what was synced before is kept in '\(ref)'; to bring its text back: memo git restore \(ref)",
      ko: "전에 동기화한 상태는 '\(ref)'에 보존했습니다. 그 내용을 복원하려면: memo git restore \(ref)")
  }
  package static func rescued(_ count: Int) -> Text {
    Text(
      "\(Message.fileCount(count)) changed while being replaced; the text is in the trash, see 'memo trash'",
      ko: "\(Message.fileCount(count))가 교체되는 동안 변경되었습니다. 그 내용은 휴지통에 있습니다('memo trash')")
  }
  package static let indexRebuilt = Text(
    """
    git's index was damaged, as after a power cut, and was rebuilt from the last commit; nothing is staged any more
    """,
    ko: "git 인덱스가 정전 등으로 손상되어 마지막 커밋에서 다시 만들었습니다. 스테이징한 내용은 취소되었습니다")
  package static let indexLocked = Text(
    """
    '.git/index.lock' exists, so 'git status' shows too many changes until the next sync; if no other git is running \
    here, remove it
    """,
    ko: "'.git/index.lock'이 있어 다음 동기화까지 'git status'에 변경이 실제보다 많이 표시됩니다. 실행 중인 다른 git이 없다면 지우십시오")

  package static let noConflicts = Text("no conflicts", ko: "충돌이 없습니다")
  package static let here = Text("here", ko: "이 기기")
  package static let elsewhere = Text("elsewhere", ko: "다른 기기")
  package static func resolved(_ path: String, _ count: Int) -> Text {
    count == 0
      ? Text("no conflicts in '\(path)'", ko: "'\(path)'에는 충돌이 없습니다")
      : Text(
        "the conflicts in '\(path)' are no longer listed on this device", ko: "'\(path)'의 충돌을 이 기기의 목록에서 뺐습니다")
  }
  package static func restored(_ count: Int) -> Text {
    Text("restored the times of \(Message.fileCount(count))", ko: "\(Message.fileCount(count))의 시각을 복원했습니다")
  }

  private static let nothingToSync = Text("nothing to sync", ko: "동기화할 내용이 없습니다")

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
      ko: "보낼 \(sent), 받을 \(received), 양쪽에서 바뀐 파일 \(report.merged.count)개")
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
    let (english, korean) = (["changed", "deleted", "renamed"], ["변경", "삭제", "이름 변경"])
    let shown = [counts.changed, counts.deleted, counts.renamed].enumerated().filter { $0.element > 0 }
    let en = shown.map { "\($0.element) \(english[$0.offset])" }.joined(separator: ", ")
    let ko = shown.map { "\(korean[$0.offset]) \($0.element)개" }.joined(separator: ", ")
    return Text("\(total) (\(en))", ko: "\(total)(\(ko))")
  }

  package static func conflicts(_ count: Int) -> Text {
    Text(
      count == 1
        ? "1 conflict; review it with 'memo conflicts'" : "\(count) conflicts; review them with 'memo conflicts'",
      ko: "동기화 충돌이 \(count)건 있습니다. 'memo conflicts'로 확인하십시오")
  }
}
