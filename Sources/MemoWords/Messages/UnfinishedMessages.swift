import MemoCore
import MemoKit
package import MemoSync

/// What is in the way of a sync while git is in the middle of something, or no branch is checked out: commands that may be
/// pasted one after the other, and again, without a loss of text.
package enum UnfinishedMessages {
  static func underway(_ operation: String, _ backup: FileBackup?) -> Text {
    message(
      Text("a \(article(operation)) is in progress", ko: "\(operation)\(.subject) 진행 중입니다"), backup)
  }

  static func detached(_ backup: FileBackup?) -> Text {
    message(Text("no branch is checked out", ko: "체크아웃된 브랜치가 없습니다"), backup)
  }

  private static func article(_ operation: String) -> String {
    operation.utf8.elementsEqual("am".utf8) ? "'git am'" : operation
  }

  private static func message(_ what: Text, _ backup: FileBackup?) -> Text {
    guard let ref = backup?.ref else { return what }
    return Text("\(what); your files are backed up in '\(ref)'", ko: "\(what). 파일은 '\(ref)'에 백업했습니다")
  }

  // MARK: A backup that was asked for

  /// Where the files are.
  package static func backedUp(_ backup: FileBackup) -> Text {
    guard let ref = backup.ref ?? backup.staged else {
      guard backup.missing.isEmpty else {
        return Text(
          "nothing was backed up: a commit has all other files as they are", ko: "다른 파일은 모두 커밋에 그대로 있어 백업하지 않았습니다")
      }
      return Text("nothing to back up: a commit has all files as they are", ko: "모든 파일이 커밋에 그대로 있어 백업할 내용이 없습니다")
    }
    return Text("your files are backed up in '\(ref)'", ko: "파일을 '\(ref)'에 백업했습니다")
  }

  /// Files that are not in it.
  package static func notBackedUp(_ backup: FileBackup) -> Text {
    let names = SyncNotes.names(backup.missing)
    return Text("not in the backup: \(names)", ko: "백업에 없는 파일: \(names)")
  }
  package static let copyThem = Text(
    "copy them first, then go on without 'memo git backup'", ko: "먼저 복사한 뒤 'memo git backup' 없이 계속하십시오")

  /// How its parts come back.
  package static func hints(for backup: FileBackup) -> [Text] { restoring(backup) + staged(backup) }

  // MARK: Hints

  static func hints(forUnderway operation: String, _ backup: FileBackup?) -> [Text] {
    let isBisection = operation.utf8.elementsEqual("bisect".utf8)
    if isBisection {
      let isOnNoBranch = backup?.isDetached == true && backup?.ref != nil
      return missing(backup) + staged(backup) + [isOnNoBranch ? ending : reset]
    }
    // With 'git add -u' before it, the line would commit marks that nobody has resolved.
    let finishing = Text(
      "to finish it, resolve the conflicts, 'git add' all files you changed, then: git \(operation) --continue",
      ko: "마치려면 충돌을 해결하고 바꾼 파일을 모두 'git add' 한 뒤: git \(operation) --continue")
    // What is not staged keeps some of them from aborting.
    let abort = "git add -u && git \(operation) --abort"
    let line = "memo git backup && \(abort)"
    let aborting = Text("to back up your files and abort it: \(line)", ko: "파일을 백업하고 중단하려면: \(line)")
    return missing(backup) + [finishing, aborting]
  }

  static func hints(forDetached synced: String, _ backup: FileBackup?) -> [Text] {
    let back = "git switch \(ShellWord.of(synced))"
    if let backup, backup.ref == nil { return [Text("to switch back: \(back)", ko: "돌아가려면: \(back)")] }
    return missing(backup) + staged(backup) + [withChanges(back)]
  }

  private static let reset = Text("to end it: git bisect reset", ko: "마치려면: git bisect reset")
  private static let ending = withChanges("git bisect reset")

  /// The commit comes first: git does not switch over changes, and leaves commits behind.
  private static func withChanges(_ back: String) -> Text {
    let line = "git add -A; git commit -m 'changes on no branch'; \(back) && memo git restore '@{-1}'"
    return Text("to go back with your changes: \(line)", ko: "변경한 내용과 함께 돌아가려면: \(line)")
  }

  private static func missing(_ backup: FileBackup?) -> [Text] {
    guard let paths = backup?.missing, !paths.isEmpty else { return [] }
    let names = SyncNotes.names(paths)
    return [Text("not in the backup, so copy them first: \(names)", ko: "백업에 없으니 먼저 복사해 두십시오: \(names)")]
  }

  private static func staged(_ backup: FileBackup?) -> [Text] {
    guard let ref = backup?.staged else { return [] }
    return [Text("to see what was only staged: git show \(ref)", ko: "스테이징만 했던 내용을 보려면: git show \(ref)")]
  }

  private static func restoring(_ backup: FileBackup) -> [Text] {
    guard let ref = backup.ref else { return [] }
    var hints: [Text] = []
    if !backup.typed.isEmpty {
      let line = "memo git restore \(ref)"
      hints.append(Text("to bring back what you typed: \(line)", ko: "입력한 내용을 복원하려면: \(line)"))
    }
    if backup.hasMore {
      hints.append(Text("to see the whole backup: git show \(ref)", ko: "백업 전체를 보려면: git show \(ref)"))
    }
    return hints
  }

  // MARK: Bringing it back

  /// What was brought back; `memos` is their number.
  package static func broughtBack(_ memos: Int, from name: String) -> Text {
    let count = Message.memoCount(memos)
    return Text(
      "brought text back to \(count) from '\(name)'; 'memo undo' takes it out again",
      ko: "'\(name)'의 내용을 \(count)에 복원했습니다. 'memo undo'로 되돌릴 수 있습니다")
  }
  package static func nothingToBringBack(_ name: String) -> Text {
    Text("the memos have all that '\(name)' has", ko: "'\(name)'의 내용이 이미 메모에 모두 있습니다")
  }
  /// Another restore that is possible, as the branch does not have the commit that the backup was made on.
  package static func commitsBelow(_ name: String) -> Text {
    let line = "memo git restore \(ShellWord.of(name))"
    return Text(
      "the backup was made on a commit that this branch does not have; to bring back its changes, too: \(line)",
      ko: "백업의 바탕이 된 커밋이 이 브랜치에 없습니다. 그 변경도 복원하려면: \(line)")
  }
  static let noBackup = Text("there is no backup", ko: "백업이 없습니다")
  static let backupHint = Text("to make one: memo git backup", ko: "백업하려면: memo git backup")
}
