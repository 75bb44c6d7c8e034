package import MemoCore
import MemoKit
import MemoStore

/// Messages about changing, undoing and deleting memos.
extension Message {
  package static let noBody = Text(
    "nothing to write: give a title, or text with --body (- reads standard input)",
    ko: "쓸 내용이 없습니다. 제목을 입력하거나 --body로 본문을 지정하십시오(-는 표준 입력에서 읽습니다)")
  /// - Parameter lines: how many lines of text `memo new` read without being asked to.
  package static func tookInput(lines: Int) -> Text {
    Text(
      "took \(lines == 1 ? "1 line" : "\(grouped(lines)) lines") from standard input as the text",
      ko: "표준 입력에서 읽은 \(grouped(lines))줄을 본문으로 썼습니다")
  }
  package static let editLeftNothing = Text("no memo was created, as nothing was written", ko: "쓴 내용이 없어 메모를 만들지 않았습니다")
  package static func goneInEditor(_ path: String) -> Text {
    Text(
      "'\(path)' is gone: it was moved or deleted while the editor was open",
      ko: "'\(path)'\(.subject) 없어졌습니다. 편집기가 열려 있는 동안 옮겨졌거나 삭제되었습니다")
  }
  package static func savedAnyway(_ path: String) -> Text {
    Text("'\(path)' was saved anyway", ko: "그래도 '\(path)'\(.topic) 저장되었습니다")
  }
  package static let noText = Text(
    "nothing to add: give text, or - to read standard input", ko: "넣을 내용이 없습니다. 글을 입력하거나, 표준 입력에서 읽으려면 -를 쓰십시오")
  package static func changedSince(_ paths: String) -> Text {
    Text(
      "changed or deleted since they were read, or already exist: \(paths)",
      ko: "읽은 뒤에 바뀌었거나 삭제되었거나, 이미 있습니다: \(paths)")
  }
  package static func received(_ paths: String) -> Text {
    Text(
      "another device has changed the same text since, and a sync has merged it: \(paths)",
      ko: "그 뒤 다른 기기에서도 같은 내용을 바꾸어 동기화로 병합했습니다: \(paths)")
  }
  /// Memos that are no longer as an operation left them.
  package static func cannotUndo(_ paths: String) -> Text {
    Text(
      "cannot undo the change to \(paths): changed or deleted since, or another file is in its place",
      ko: "\(paths)\(.object) 되돌릴 수 없습니다: 그 뒤에 바뀌었거나 삭제되었거나, 그 자리에 다른 파일이 있습니다")
  }
  /// The same of one that was undone.
  package static func cannotRedo(_ paths: String) -> Text {
    Text(
      "cannot redo the change to \(paths): changed or deleted since, or another file is in its place",
      ko: "\(paths)의 변경을 다시 실행할 수 없습니다: 그 뒤에 바뀌었거나 삭제되었거나, 그 자리에 다른 파일이 있습니다")
  }
  package static func goneFromTrash(_ paths: String) -> Text {
    Text("no longer in the trash: \(paths)", ko: "더 이상 휴지통에 없습니다: \(paths)")
  }
  /// The answers to a question; anything else means no, as the capital letter says.
  package static let answers = Text("[y/N]", ko: "[예(y)/아니요(N)]")
  package static let changedHint = Text(
    "nothing was changed; check the memos and try again", ko: "아무것도 바꾸지 않았습니다. 메모를 확인하고 다시 시도하십시오")
  package static let locked = Text(
    "another process is changing memos of this vault", ko: "다른 프로세스가 이 보관함의 메모를 변경하고 있습니다")
  package static let lockedChangeHint = Text(
    "nothing was written; try again when it is done", ko: "아무것도 쓰지 않았습니다. 작업이 끝난 뒤에 다시 시도하십시오")
  package static let lockedHint = Text("try again when it is done", ko: "작업이 끝난 뒤에 다시 시도하십시오")
  package static func badRecord(_ path: String, _ reason: Text) -> Text {
    Text("cannot use '\(path)': \(reason)", ko: "'\(path)'\(.object) 사용할 수 없습니다: \(reason)")
  }
  package static func notRecorded(_ reason: Text) -> Text {
    Text(
      "the edit is saved, but 'memo undo' cannot undo it: \(reason)",
      ko: "편집한 내용은 저장했지만 'memo undo'로 되돌릴 수 없습니다: \(reason)")
  }
  package static func notRecovered(_ reason: Text) -> Text {
    Text("cannot roll back an interrupted change: \(reason)", ko: "중단된 변경을 되돌릴 수 없습니다: \(reason)")
  }
  package static func ofAnotherUser(_ path: String) -> Text {
    Text(
      "cannot use '\(path)': it belongs to another user, or other users can write to it",
      ko: "'\(path)'\(.object) 사용할 수 없습니다: 다른 사용자의 것이거나 다른 사용자가 쓸 수 있습니다")
  }
  package static let ofAnotherUserHint = Text(
    "in a shared vault, each user can undo and restore only their own changes",
    ko: "함께 쓰는 보관함에서는 자신이 한 변경만 되돌리거나 복원할 수 있습니다")
  package static func emptyInput(_ path: String) -> Text {
    Text("'\(path)' was not changed: the input is empty", ko: "'\(path)'\(.object) 바꾸지 않았습니다: 입력이 비어 있습니다")
  }
  package static let allowEmptyHint = Text(
    "to empty the memo, use --allow-empty; to delete it, 'memo delete'",
    ko: "메모를 비우려면 --allow-empty를, 삭제하려면 'memo delete'를 쓰십시오")
  package static let nothingToAdd = Text("nothing to add: the text is empty", ko: "추가할 글이 없습니다")
  package static func addedTo(_ path: String) -> Text { Text("added to '\(path)'", ko: "'\(path)'에 추가했습니다") }
  package static func wrote(_ path: String) -> Text { Text("wrote '\(path)'", ko: "'\(path)'에 썼습니다") }
  package static let nothingToChange = Text("nothing to change", ko: "바꿀 내용이 없습니다")

  // MARK: Undoing

  package static let nothingToUndo = Text("nothing to undo", ko: "되돌릴 작업이 없습니다")
  package static func notByAgent(_ memos: String) -> Text {
    Text("the last change was not made by an agent: \(memos)", ko: "마지막 변경은 에이전트가 한 것이 아닙니다: \(memos)")
  }
  package static let notByAgentHint = Text(
    "to undo it: memo undo; to see all changes: memo undo --list", ko: "되돌리려면: memo undo. 모든 변경을 보려면: memo undo --list")
  package static let nothingToRedo = Text("nothing to redo", ko: "다시 실행할 작업이 없습니다")
  package static let undoneMark = Text("undone", ko: "되돌림")
  /// A title names a folder.
  package static func titleWithFolder(_ command: String) -> Text {
    Text(
      "the title contains the name of a folder; for a memo in it: \(command)",
      ko: "제목에 폴더 이름이 들어 있습니다. 그 폴더에 만들려면: \(command)")
  }
  package static let doneMark = Text("done", ko: "완료")
  package static func undone(_ name: Text, _ memos: String) -> Text {
    Text("undid '\(name)': \(memos)", ko: "'\(name)'\(.object) 되돌렸습니다: \(memos)")
  }
  package static func redone(_ name: Text, _ memos: String) -> Text {
    Text("redid '\(name)': \(memos)", ko: "'\(name)'\(.object) 다시 실행했습니다: \(memos)")
  }
  package static func wouldUndo(_ name: Text, _ memos: String) -> Text {
    Text("would undo '\(name)': \(memos)", ko: "'\(name)'\(.object) 되돌릴 예정입니다: \(memos)")
  }
  package static func wouldRedo(_ name: Text, _ memos: String) -> Text {
    Text("would redo '\(name)': \(memos)", ko: "'\(name)'\(.object) 다시 실행할 예정입니다: \(memos)")
  }
  package static func forgotten(_ name: Text, _ memos: String) -> Text {
    Text("skipped '\(name)': \(memos)", ko: "'\(name)'\(.object) 건너뛰었습니다: \(memos)")
  }
  package static let forgetHint = Text(
    "nothing was undone; to skip this change and go on to the one before it: memo undo --forget",
    ko: "아무것도 되돌리지 않았습니다. 이 변경을 건너뛰고 그 앞의 변경을 되돌리려면: memo undo --forget")

  // MARK: Deleting

  package static func deleted(_ path: String) -> Text {
    Text(
      "moved '\(path)' to the trash; 'memo undo' restores it",
      ko: "'\(path)'\(.object) 휴지통으로 옮겼습니다. 'memo undo'로 되돌릴 수 있습니다"
    )
  }
  package static func wouldDelete(_ path: String) -> Text {
    Text("would move '\(path)' to the trash", ko: "'\(path)'\(.object) 휴지통으로 옮길 예정입니다")
  }
  package static func askDelete(_ paths: String, _ count: Int) -> Text {
    Text(
      count == 1 ? "move \(paths) to the trash?" : "move \(count) memos to the trash: \(paths)?",
      ko: count == 1 ? "\(paths)\(.object) 휴지통으로 옮길까요?" : "메모 \(count)개를 휴지통으로 옮길까요? \(paths)")
  }
  package static func askEmpty(_ count: Int) -> Text {
    Text("permanently remove \(memoCount(count))?", ko: "\(memoCount(count))를 영구히 지울까요?")
  }
  package static func emptied(_ count: Int) -> Text {
    count == 0
      ? trashIsEmptyAlready : Text("removed \(memoCount(count))", ko: "\(memoCount(count))를 영구히 지웠습니다")
  }
  package static func wouldEmpty(_ count: Int) -> Text {
    count == 0
      ? trashIsEmptyAlready : Text("would remove \(memoCount(count))", ko: "\(memoCount(count))를 영구히 지울 예정입니다")
  }
  package static let trashIsEmpty = Text("the trash is empty", ko: "휴지통이 비어 있습니다")
  private static let trashIsEmptyAlready = Text("the trash is already empty", ko: "휴지통이 이미 비어 있습니다")
  package static func notInTrash(_ reference: String) -> Text {
    Text("no memo in the trash is named '\(reference)'", ko: "휴지통에 '\(reference)'\(.called) 메모가 없습니다")
  }
  package static func severalInTrash(_ reference: String, _ count: Int) -> Text {
    Text(
      "'\(reference)' matches \(count) memos in the trash", ko: "휴지통에 '\(reference)'에 해당하는 메모가 \(count)개 있습니다")
  }
  package static let misplacedTrash = Text(
    "the trash of this vault, '.memo/trash', is a file or a symbolic link where it should be a folder",
    ko: "이 보관함의 휴지통 '.memo/trash'가 폴더가 아니라 파일이나 심볼릭 링크입니다")
  package static let misplacedTrashHint = Text(
    """
    nothing was lost: rename it, and memo makes a new folder; if it is a link, put the folder it leads to in its place, \
    because memo follows no links inside a vault
    """,
    ko: """
      잃은 것은 없습니다. 이름을 바꾸면 memo가 폴더를 새로 만듭니다. memo는 보관함 안의 링크를 따라가지 않으므로, 심볼릭 링크라면 링크가 가리키는 폴더를 그 자리에 두십시오
      """)
  package static func severalInTrashHint(_ id: String) -> Text {
    let word = ShellWord.of(id)
    return Text(
      "name the one to restore by its id: memo trash restore \(word)",
      ko: "복원할 메모를 id로 지정하십시오: memo trash restore \(word)")
  }
  package static let trashHint = Text(
    "'memo trash' lists deleted memos with their ids", ko: "'memo trash'로 삭제한 메모와 id를 볼 수 있습니다")

  // MARK: Renaming and moving

  package static func noMemoName(_ path: String) -> Text {
    Text(
      "'\(path)' cannot be a memo: its name does not end in .md or .markdown",
      ko: "'\(path)'\(.topic) 메모가 될 수 없습니다: 이름이 .md나 .markdown으로 끝나지 않습니다")
  }
  package static func namesMemo(_ path: String) -> Text {
    Text("'\(path)' names a memo, not a folder", ko: "'\(path)'\(.topic) 폴더가 아니라 메모의 이름입니다")
  }
  package static let movesNoRoot = Text("cannot move the vault's root folder", ko: "보관함의 루트 폴더는 옮길 수 없습니다")
  package static func movesNoHidden(_ path: String) -> Text {
    Text("cannot move '\(path)': it is hidden", ko: "'\(path)'\(.object) 옮길 수 없습니다: 숨겨진 폴더입니다")
  }
  package static func intoItself(_ path: String, _ target: String) -> Text {
    Text(
      "cannot move '\(path)' into itself: '\(target)'", ko: "'\(path)'\(.object) 자기 자신 안으로 옮길 수 없습니다: '\(target)'")
  }
  package static func holdsOther(_ path: String) -> Text {
    Text(
      "cannot move '\(path)': it is a vault or git repository of its own",
      ko: "'\(path)'\(.object) 옮길 수 없습니다: 별도의 보관함이나 git 저장소입니다")
  }
  package static func holdsSpecial(_ path: String, _ files: String) -> Text {
    Text(
      "cannot move '\(path)': it contains links or other special files: \(files)",
      ko: "'\(path)'\(.object) 옮길 수 없습니다: 링크 같은 특수 파일이 들어 있습니다: \(files)")
  }
  package static func holdsUnreadable(_ path: String, _ files: String) -> Text {
    Text(
      "cannot move '\(path)': files in it cannot be read: \(files)",
      ko: "'\(path)'\(.object) 옮길 수 없습니다: 읽을 수 없는 파일이 들어 있습니다: \(files)")
  }
  /// Where memo would have to follow a link or change another repository.
  static let plainMoveHint = Text(
    "move it with 'mv'; 'memo check --fix' then repairs links to its memos",
    ko: "'mv'로 옮긴 뒤 'memo check --fix'로 그 안의 메모로 가는 링크를 고치십시오")
  package static let folderHasNoEtag = Text(
    "--if-match needs a memo: a folder has no etag", ko: "--if-match는 메모에만 쓸 수 있습니다: 폴더에는 etag가 없습니다")
  package static func noHeading(_ heading: String, _ path: String) -> Text {
    Text("'\(path)' has no heading '\(heading)'", ko: "'\(path)'에 '\(heading)' 소제목이 없습니다")
  }
  package static func headings(_ texts: [String]) -> Text {
    let list = texts.joined(separator: ", ")
    return Text("its headings: \(list)", ko: "이 메모의 소제목: \(list)")
  }
  package static let emptyHeading = Text(
    "cannot rename an empty heading; write its text instead", ko: "빈 소제목의 이름은 바꿀 수 없습니다. 내용을 직접 입력하십시오")
  package static func badHeading(_ text: String) -> Text {
    text.isEmpty
      ? Text("the heading is empty", ko: "소제목이 비어 있습니다")
      : Text(
        "'\(text)' cannot be a heading: it would not be read back as the same text",
        ko: "'\(text)'\(.topic) 소제목으로 쓸 수 없습니다: 다시 읽으면 다른 글이 됩니다")
  }
  package static func ambiguousHeading(_ text: String, _ link: String, _ path: String) -> Text {
    Text(
      "cannot rename the heading to '\(text)': the link to '\(link)' in '\(path)' could no longer name it",
      ko: "소제목을 '\(text)'\(.toward) 바꿀 수 없습니다: '\(path)'의 '\(link)' 링크가 그 소제목을 더는 가리킬 수 없습니다")
  }
  package static let ambiguousHeadingHint = Text(
    "choose a text that no other heading of the memo has", ko: "같은 메모의 다른 소제목과 겹치지 않는 이름을 쓰십시오")
  package static func badTitle(_ title: String) -> Text {
    title.isEmpty
      ? Text("the title is empty", ko: "제목이 비어 있습니다")
      : Text(
        "\(quoted: title) cannot be a title: it would not be read back as the same text",
        ko: "\(quoted: title)\(.topic) 제목으로 쓸 수 없습니다: 다시 읽으면 다른 제목이 됩니다")
  }
  package static func titledByFile(_ path: String) -> Text {
    Text(
      "the title of '\(path)' is its file name: --title-only has nothing to change",
      ko: "'\(path)'의 제목은 파일 이름이므로 --title-only로 바꿀 내용이 없습니다")
  }
  package static let titledByFileHint = Text(
    "leave out --title-only to rename the file; 'memo config titles' decides what a title is",
    ko: "파일 이름을 바꾸려면 --title-only를 빼십시오. 무엇을 제목으로 할지는 'memo config titles'로 정합니다")
  package static func taken(_ path: String) -> Text {
    Text("'\(path)' already exists", ko: "'\(path)'\(.subject) 이미 있습니다")
  }
  static func takenHint(_ path: VaultPath) -> Text {
    let moving = "memo move \(ShellWord.of(path)) DIR"
    return Text(
      "nothing was changed; use another name, or move that one out of the way: \(moving)",
      ko: "아무것도 바꾸지 않았습니다. 다른 이름을 쓰거나, 이미 있는 것을 먼저 옮기십시오: \(moving)")
  }
  static func sameName(_ first: String, _ second: String, _ path: String) -> Text {
    Text(
      "'\(first)' and '\(second)' would both be moved to '\(path)'",
      ko: "'\(first)'\(.with) '\(second)'\(.topic) 옮기면 둘 다 '\(path)'\(.subject) 됩니다")
  }
  static func sameNameHint(_ path: VaultPath) -> Text {
    let moving = "memo move \(ShellWord.of(path))"
    func named(_ name: String) -> String { ShellWord.of(path.parent.appending(Array(name.utf8))) }
    return Text(
      "nothing was changed; give one of them another file name first: \(moving) \(named("NAME.md"))",
      ko: "아무것도 바꾸지 않았습니다. 먼저 그중 하나의 파일 이름을 바꾸십시오: \(moving) \(named("이름.md"))")
  }
  package static func keepsName(_ title: String, _ path: String, forLinks: Bool) -> Text {
    let kept = Text(
      "renamed to \(quoted: title); the file is still '\(path)'",
      ko: "제목을 \(quoted: title)\(.toward) 바꾸었습니다. 파일 이름은 그대로 '\(path)'입니다")
    guard forLinks else { return kept }
    return Text(
      "\(kept), because a link cannot be written with the new name", ko: "\(kept). 새 이름으로는 쓸 수 없는 링크가 있기 때문입니다")
  }
  package static func fileNameHint(_ path: String, _ newPath: String) -> Text {
    let command = "memo move \(ShellWord.of(path)) \(ShellWord.of(newPath))"
    return Text(
      "the file was not named after the title; to rename it: \(command)",
      ko: "제목으로 지은 파일 이름이 아니기 때문입니다. 파일 이름을 바꾸려면: \(command)")
  }
  package static func quotedText(_ command: String) -> Text {
    Text(
      "put a text of several words in quotes: memo \(command) REF 'two words'",
      ko: "여러 단어로 된 글은 따옴표로 묶으십시오: memo \(command) 메모 '두 단어'")
  }
  package static let quotedDate = quotedDate(
    Text("memo today 'next friday'", ko: "memo today '다음 주 금요일'"))
  package static func quotedDate(_ example: Text) -> Text {
    Text(
      "put a date of several words in quotes: \(example)", ko: "여러 단어로 된 날짜는 따옴표로 묶으십시오: \(example)")
  }
  package static let titleIsNoPath = Text(
    "a title is not a path; to name the folder: memo new --dir DIR TITLE",
    ko: "제목은 경로가 아닙니다. 폴더를 지정하려면: memo new --dir 폴더 제목")
  package static func nameHoldsLess(_ title: String, _ name: String) -> Text {
    Text(
      "the file name leaves out some of \(quoted: title); the memo is called '\(name)'",
      ko: "파일 이름에는 \(quoted: title)의 일부를 쓰지 않으므로 메모의 이름은 '\(name)'입니다")
  }
  package static func nameIsTaken(_ wanted: String, _ name: String) -> Text {
    Text(
      "another file is already named \(quoted: wanted); the memo is called '\(name)'",
      ko: "이름이 \(quoted: wanted)인 다른 파일이 이미 있으므로 메모의 이름은 '\(name)'입니다")
  }
  /// - Parameter path: the other memo.
  package static func twinTitle(_ title: String, _ path: String, isDryRun: Bool) -> Text {
    isDryRun
      ? Text(
        "would rename, although '\(path)' already has the title \(quoted: title)",
        ko: "제목이 \(quoted: title)인 메모 '\(path)'\(.subject) 이미 있지만 바꿀 예정입니다")
      : Text(
        "renamed, although '\(path)' already has the title \(quoted: title)",
        ko: "제목이 \(quoted: title)인 메모 '\(path)'\(.subject) 이미 있지만 바꾸었습니다")
  }
  package static func relinked(_ count: Int, isDryRun: Bool = false) -> Text {
    let memos = count == 1 ? "1 other memo" : "\(grouped(count)) other memos"
    return isDryRun
      ? Text("would update links in \(memos)", ko: "다른 메모 \(grouped(count))개의 링크를 고칠 예정입니다")
      : Text("updated links in \(memos)", ko: "다른 메모 \(grouped(count))개의 링크를 고쳤습니다")
  }
  /// What a rename or a move changed in other files; `nil` for nothing.
  package static func relinked(_ paths: [VaultPath], isDryRun: Bool = false) -> Text? {
    let canvases = paths.count { !MemoFileRules.hasMemoExtension($0) }
    let memos = paths.count > canvases ? relinked(paths.count - canvases, isDryRun: isDryRun) : nil
    guard canvases > 0 else { return memos }
    let count = canvases == 1 ? "1 canvas" : "\(canvases) canvases"
    let cards =
      isDryRun
      ? Text("would update cards in \(count)", ko: "캔버스 \(canvases)개의 카드를 고칠 예정입니다")
      : Text("updated cards in \(count)", ko: "캔버스 \(canvases)개의 카드를 고쳤습니다")
    return memos.map { Text("\($0); \(cards)", ko: "\($0). \(cards)") } ?? cards
  }
  package static func movedToNewFolder(_ folder: String) -> Text {
    Text("created the folder '\(folder)'", ko: "폴더 '\(folder)'\(.object) 새로 만들었습니다")
  }
  package static let renameHint = Text(
    "to change its title, use 'memo rename REF TITLE'", ko: "제목을 바꾸려면 'memo rename 메모 제목'을 쓰십시오")
  package static func readOnlyMemo(_ path: String) -> Text {
    Text("'\(path)' is read-only", ko: "'\(path)'\(.topic) 읽기 전용입니다")
  }
  package static func readOnlyMemoHint(_ path: String) -> Text {
    Text("to change it: chmod u+w \(path)", ko: "변경하려면: chmod u+w \(path)")
  }
  package static func tooLargeToChange(_ path: String) -> Text {
    let limit = Int(FileError.largestHashed >> 20)
    return Text(
      "cannot add to '\(path)': a change of a memo larger than \(limit) MB cannot be undone",
      ko: "'\(path)'에 덧붙일 수 없습니다: \(limit)MB가 넘는 메모의 변경은 되돌릴 수 없습니다")
  }
  package static func oversized(_ path: String) -> Text {
    let (start, limit) = (MemoMetadata.readLimit >> 20, FileError.largestInMemory >> 20)
    return Text(
      "links and tags after the first \(start) MB of '\(path)' are not updated: it is larger than \(limit) MB",
      ko: "'\(path)'의 처음 \(start)MB 뒤에 있는 링크와 태그는 고치지 않습니다: 파일이 \(limit)MB가 넘습니다")
  }
}
