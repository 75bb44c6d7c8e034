/// What is said of memos being changed, undone and deleted.
extension Message {
  package static let noBody = Text(
    "nothing to write: give a title, or text with --body (- reads standard input)",
    ko: "쓸 것이 없습니다. 제목을 주거나 --body로 글을 주십시오(-는 표준 입력에서 읽습니다)")
  package static let editLeftNothing = Text("nothing was written, so no memo was made", ko: "쓴 것이 없어 메모를 만들지 않았습니다")
  package static func madeAllTheSame(_ path: String) -> Text {
    Text("'\(path)' is there all the same", ko: "그래도 '\(path)'\(.topic) 저장되어 있습니다")
  }
  package static let noText = Text(
    "nothing to add: give a text, or - for standard input", ko: "덧붙일 것이 없습니다. 글을 주거나, 표준 입력은 -로 주십시오")
  package static func changedSince(_ paths: String) -> Text {
    Text("not as it was read, or its name is taken: \(paths)", ko: "읽은 뒤에 바뀌었거나 이름이 이미 쓰이고 있습니다: \(paths)")
  }
  package static func goneFromTrash(_ paths: String) -> Text {
    Text("no longer in the trash: \(paths)", ko: "휴지통에 더는 없습니다: \(paths)")
  }
  /// The answers that a question takes; any other means no.
  package static let answers = Text("[y/N]", ko: "[예(y)/아니요(n)]")
  package static let changedHint = Text(
    "nothing was changed; look at it and try again", ko: "아무것도 바꾸지 않았습니다. 내용을 확인하고 다시 시도하십시오")
  package static let locked = Text(
    "another process is changing memos of this vault", ko: "다른 프로세스가 이 볼트의 메모를 바꾸고 있습니다")
  package static let lockedChangeHint = Text(
    "nothing was written; try again when it is done", ko: "아무것도 쓰지 않았습니다. 끝난 뒤에 다시 시도하십시오")
  package static let lockedHint = Text("try again when it is done", ko: "끝난 뒤에 다시 시도하십시오")
  package static func badRecord(_ path: String, _ reason: String) -> Text {
    Text("'\(path)' cannot be understood: \(reason)", ko: "'\(path)'\(.object) 이해할 수 없습니다: \(reason)")
  }
  package static func notRecorded(_ reason: Text) -> Text {
    Text(
      "the edit is saved, but 'memo undo' will not know it: \(reason)",
      ko: "편집한 내용은 저장했지만 'memo undo'로 되돌릴 수는 없습니다: \(reason)")
  }
  package static func notRecovered(_ reason: Text) -> Text {
    Text("an interrupted change could not be taken back: \(reason)", ko: "중단된 변경을 되돌리지 못했습니다: \(reason)")
  }
  package static func ofAnotherUser(_ path: String) -> Text {
    Text(
      "cannot use '\(path)': it belongs to another user, or others may write to it",
      ko: "'\(path)'\(.object) 쓸 수 없습니다: 다른 사용자의 것이거나 다른 사용자가 쓸 수 있습니다")
  }
  package static let ofAnotherUserHint = Text(
    "in a shared vault, each user undoes and restores their own changes",
    ko: "함께 쓰는 볼트에서는 각자 자신이 한 변경만 되돌리거나 되살릴 수 있습니다")
  package static func emptyInput(_ path: String) -> Text {
    Text("the input is empty, so '\(path)' stays as it is", ko: "입력이 비어 있어 '\(path)'\(.topic) 그대로 둡니다")
  }
  package static let allowEmptyHint = Text(
    "--allow-empty empties a memo; 'memo delete' moves it to the trash",
    ko: "--allow-empty를 주면 메모를 비웁니다. 'memo delete'는 휴지통으로 옮깁니다")
  package static func addedTo(_ path: String) -> Text { Text("added to '\(path)'", ko: "'\(path)'에 덧붙였습니다") }
  package static func wrote(_ path: String) -> Text { Text("wrote '\(path)'", ko: "'\(path)'\(.object) 썼습니다") }
  package static let nothingToChange = Text("there is nothing to change", ko: "바꿀 것이 없습니다")

  // MARK: Undoing

  package static let nothingToUndo = Text("there is nothing to undo", ko: "되돌릴 것이 없습니다")
  package static let nothingToRedo = Text("there is nothing to do again", ko: "다시 할 것이 없습니다")
  package static let undoneMark = Text("undone", ko: "되돌림")
  package static let doneMark = Text("done", ko: "완료")
  package static func undone(_ name: Text, _ memos: String) -> Text {
    Text("undid '\(name)': \(memos)", ko: "'\(name)'\(.object) 되돌렸습니다: \(memos)")
  }
  package static func redone(_ name: Text, _ memos: String) -> Text {
    Text("did '\(name)' again: \(memos)", ko: "'\(name)'\(.object) 다시 했습니다: \(memos)")
  }
  package static func wouldUndo(_ name: Text, _ memos: String) -> Text {
    Text("would undo '\(name)': \(memos)", ko: "'\(name)'\(.object) 되돌리게 됩니다: \(memos)")
  }
  package static func wouldRedo(_ name: Text, _ memos: String) -> Text {
    Text("would do '\(name)' again: \(memos)", ko: "'\(name)'\(.object) 다시 하게 됩니다: \(memos)")
  }
  package static func forgotten(_ name: Text, _ memos: String) -> Text {
    Text("'\(name)' stays for good: \(memos)", ko: "'\(name)'\(.topic) 그대로 둡니다: \(memos)")
  }
  package static let forgetHint = Text(
    "nothing was undone; 'memo undo --forget' leaves this change as it is, and goes on to the one before",
    ko: "아무것도 되돌리지 않았습니다. 'memo undo --forget'은 이 변경을 그대로 두고 그 앞의 것으로 넘어갑니다")

  // MARK: Deleting

  package static func deleted(_ path: String) -> Text {
    Text(
      "'\(path)' is in the trash; 'memo undo' brings it back", ko: "'\(path)'\(.object) 휴지통으로 옮겼습니다. 'memo undo'로 되돌립니다"
    )
  }
  package static func wouldDelete(_ path: String) -> Text {
    Text("'\(path)' would go to the trash", ko: "'\(path)'\(.object) 휴지통으로 옮기게 됩니다")
  }
  package static func askDelete(_ paths: String, _ count: Int) -> Text {
    Text(
      count == 1 ? "move \(paths) to the trash?" : "move \(count) memos to the trash: \(paths)?",
      ko: count == 1 ? "\(paths)\(.object) 휴지통으로 옮길까요?" : "메모 \(count)개를 휴지통으로 옮길까요? \(paths)")
  }
  package static func askEmpty(_ count: Int) -> Text {
    Text("remove \(memoCount(count)) for good?", ko: "\(memoCount(count))를 완전히 지울까요?")
  }
  package static func emptied(_ count: Int) -> Text {
    Text("\(memoCount(count)) removed", ko: "\(memoCount(count))를 지웠습니다")
  }
  package static func wouldEmpty(_ count: Int) -> Text {
    Text("\(memoCount(count)) would go", ko: "\(memoCount(count))를 지우게 됩니다")
  }
  package static let trashIsEmpty = Text("the trash is empty", ko: "휴지통이 비어 있습니다")
  package static func notInTrash(_ reference: String) -> Text {
    Text("nothing in the trash is '\(reference)'", ko: "휴지통에 '\(reference)'\(.subject) 없습니다")
  }
  package static func severalInTrash(_ reference: String, _ count: Int) -> Text {
    Text(
      "'\(reference)' may be any of \(count) memos in the trash", ko: "휴지통에 '\(reference)'에 맞는 메모가 \(count)개 있습니다")
  }
  package static let trashHint = Text(
    "'memo trash' lists what is there, each with its id", ko: "'memo trash'로 무엇이 어떤 id로 있는지 볼 수 있습니다")

  // MARK: Renaming and moving

  package static func namesMemo(_ path: String) -> Text {
    Text("'\(path)' is the name of a memo, not of a folder", ko: "'\(path)'\(.topic) 폴더가 아니라 메모의 이름입니다")
  }
  package static func isFolder(_ path: String) -> Text {
    Text("'\(path)' is a folder, not a memo", ko: "'\(path)'\(.topic) 메모가 아니라 폴더입니다")
  }
  package static let folderHint = Text(
    "move a folder with mv; 'memo check --fix' then repairs the links to its memos",
    ko: "폴더는 mv로 옮기십시오. 그다음 'memo check --fix'가 메모로 가는 링크를 고칩니다")
  package static func badTitle(_ title: String) -> Text {
    title.isEmpty
      ? Text("the title is empty", ko: "제목이 비어 있습니다")
      : Text(
        "'\(title)' cannot be a title: it would be read otherwise",
        ko: "'\(title)'\(.topic) 제목이 될 수 없습니다. 다르게 읽히기 때문입니다")
  }
  package static func taken(_ path: String) -> Text {
    Text("'\(path)' is the name of another file", ko: "'\(path)'\(.topic) 다른 파일의 이름입니다")
  }
  package static func keepsName(_ title: String, _ path: String, forLinks: Bool) -> Text {
    let kept = Text(
      "renamed to '\(title)'; the file is still '\(path)'", ko: "제목을 '\(title)'\(.toward) 바꿨습니다. 파일은 그대로 '\(path)'입니다")
    guard forLinks else { return kept }
    return Text(
      "\(kept), as a link to it could not write the new name", ko: "\(kept). 링크에 새 이름을 쓸 수 없기 때문입니다")
  }
  package static func fileNameHint(_ path: String) -> Text {
    Text(
      "it was not named after the title; 'memo move \(path) NAME.md' gives the file another name",
      ko: "파일 이름이 제목에서 온 것이 아니기 때문입니다. 'memo move \(path) 이름.md'로 파일 이름을 바꿉니다")
  }
  package static func twinTitle(_ title: String) -> Text {
    Text("another memo is called '\(title)', too", ko: "'\(title)'\(.called) 메모가 또 있습니다")
  }
  package static func relinked(_ count: Int) -> Text {
    Text(
      count == 1 ? "links in 1 other memo were rewritten" : "links in \(count) other memos were rewritten",
      ko: "다른 메모 \(count)개의 링크를 고쳐 썼습니다")
  }
  package static func lostLink(_ target: String, _ path: String) -> Text {
    Text(
      "the link to '\(target)' in '\(path)' does not lead there any more: its style cannot write the new name",
      ko: "'\(path)'의 '\(target)' 링크가 더는 그곳을 가리키지 않습니다. 그 방식의 링크로는 새 이름을 쓸 수 없습니다")
  }
}
