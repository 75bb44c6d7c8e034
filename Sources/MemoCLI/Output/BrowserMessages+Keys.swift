import MemoTUI
import MemoWords

/// The keys of the split view.
extension BrowserMessages {
  static func command(for command: BrowserCommand) -> Text {
    switch command {
    case .open: Text("go to the text; there, follow the link at the cursor", ko: "글로 가기. 글에서는 커서 자리의 링크 따라가기")
    case .write: Text("write in the memo", ko: "메모에 쓰기")
    case .new: Text("write a new memo", ko: "새 메모 쓰기")
    case .search: Text("search as you type", ko: "입력하면서 찾기")
    case .delete: Text("move the memo to the trash", ko: "메모를 휴지통으로 옮기기")
    case .undo: Text("undo the last change (any memo)", ko: "마지막 변경 되돌리기 (모든 메모)")
    case .redo: Text("do it again", ko: "되돌린 것 다시 하기")
    case .rename: Text("give the memo another title", ko: "메모의 제목 바꾸기")
    case .move: Text("move the memo to another folder", ko: "메모를 다른 폴더로 옮기기")
    case .share: Text("put the memo on the clipboard", ko: "메모를 클립보드로 복사하기")
    case .tags: Text("choose a tag", ko: "태그 고르기")
    case .follow: Text("follow a link", ko: "링크 따라가기")
    case .backlinks: Text("choose a memo that links to this one", ko: "이 메모로 링크한 메모 고르기")
    case .back: Text("go back along the link", ko: "링크를 따라오기 전으로 돌아가기")
    case .conflicts: Text("choose a place that a sync left for you to look at", ko: "동기화 뒤에 살펴볼 곳 고르기")
    case .today: Text("open or make the memo of today", ko: "오늘의 메모 열기. 없으면 만들기")
    case .order: Text("sort otherwise", ko: "다르게 정렬하기")
    case .editor: Text("open the memo in your editor", ko: "메모를 편집기로 열기")
    case .sync: Text("sync now", ko: "지금 동기화하기")
    case .save: Text("save now, which memos do by themselves", ko: "지금 저장하기. 메모는 스스로도 저장됩니다")
    case .switchPane: Text("from the list to the text, and back", ko: "목록과 글 사이를 오가기")
    case .palette: Text("find a command", ko: "명령 찾기")
    case .help: Text("show the keys", ko: "키 안내 보기")
    case .suspend: Text("stop for a while (fg goes on)", ko: "잠시 멈추기 (fg로 계속)")
    case .quit: Text("leave", ko: "나가기")
    }
  }

  static let otherKeys: [(keys: Text, meaning: Text)] = [
    (Text(verbatim: "j k ↓ ↑"), Text("the next or previous memo, or row of text", ko: "다음 또는 이전 메모, 글에서는 줄")),
    (
      Text(verbatim: "h l ← →"),
      Text("a character of text; ← at the start of a line goes to the list", ko: "글에서는 한 글자. 줄 맨 앞에서 ←는 목록으로")
    ),
    (Text(verbatim: "PgUp PgDn"), Text("a page; also b, f and the space bar", ko: "한 페이지. b, f, 스페이스 바도 됩니다")),
    (Text(verbatim: "^D ^U"), Text("half a page", ko: "반 페이지")),
    (Text(verbatim: "g G"), Text("the first or last memo, or row of text", ko: "처음 또는 마지막 메모, 글에서는 줄")),
    (
      Text(verbatim: "n N"),
      Text("in a text that was found: the next or previous match", ko: "찾은 글에서: 다음 또는 이전 일치")
    ),
    (
      Text(verbatim: "w 0 $ { }"),
      Text("in a text: a word on; the line's start, its end; a paragraph", ko: "글에서: 다음 단어, 줄의 처음과 끝, 문단")
    ),
    (
      Text(verbatim: "a A I"),
      Text(
        "in a text: write behind the cursor, at the line's end, at its start",
        ko: "글에서: 커서 뒤, 줄 끝, 줄 처음에 쓰기")
    ),
    (Text(verbatim: "ZZ :q :wq"), Text("leave, too; all is saved", ko: "이렇게도 나갑니다. 모두 저장됩니다")),
    (
      Text(verbatim: "Esc"),
      Text("back: from the text to the list, from a search to all memos", ko: "뒤로: 글에서 목록으로, 찾기에서 모든 메모로")
    ),
    (
      Text("mouse", ko: "마우스"),
      Text("click, wheel; drag the line between the panes", ko: "클릭, 휠. 칸 사이의 선은 끌 수 있습니다")
    ),
    (Text(verbatim: ""), Text(verbatim: "")),
    (Text("while writing:", ko: "쓰는 동안:"), Text(verbatim: "")),
    (Text(verbatim: "Esc"), Text("save and leave", ko: "저장하고 나가기")),
    (
      Text(verbatim: "[["),
      Text("link to a memo: type part of its title, then ↓ ↑ Enter", ko: "메모로 링크: 제목의 일부를 쓰고 ↓ ↑ Enter")
    ),
    (
      Text(verbatim: "Enter"),
      Text("goes on with a list, or ends it on an empty item", ko: "목록을 잇고, 빈 항목에서는 끝냅니다")
    ),
    (
      Text(verbatim: "Tab Shift+Tab"),
      Text("indent what is selected, and back", ko: "선택한 줄 들여쓰기와 내어쓰기")
    ),
    (Text("Shift+arrows", ko: "Shift+화살표"), Text("select; ^A selects all", ko: "선택. ^A는 모두 선택")),
    (Text(verbatim: "^X ^C ^V"), Text("cut, copy, paste", ko: "잘라내기, 복사, 붙여넣기")),
    (Text(verbatim: "^Z ^Y"), Text("undo, redo", ko: "되돌리기, 다시 하기")),
    (Text("Ctrl+arrows", ko: "Ctrl+화살표"), Text("by words, in a text that is read, too", ko: "단어 단위로 이동. 읽는 글에서도 됩니다")),
    (
      Text(verbatim: "Home End"),
      Text("the start or end of the row; once more: of the line", ko: "화면 줄의 처음과 끝. 한 번 더 누르면 문단의 처음과 끝")
    ),
    (
      Text(verbatim: "^W ^K ^U"),
      Text("remove a word, the rest of the line, its start", ko: "단어, 줄의 나머지, 줄의 앞부분 지우기")
    ),
  ]
}
