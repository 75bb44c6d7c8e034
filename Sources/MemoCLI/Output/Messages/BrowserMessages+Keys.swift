import MemoBrowser

/// The keys of the split view.
extension BrowserMessages {
  static func command(for command: BrowserCommand) -> Text {
    switch command {
    case .open: Text("go to the text; there, follow the link at the cursor", ko: "글로 가기. 글에서는 커서 자리의 링크 따라가기")
    case .write: Text("write in the memo", ko: "메모에 쓰기")
    case .new: Text("write a new memo", ko: "새 메모 쓰기")
    case .search: Text("search as you type", ko: "입력하면서 찾기")
    case .delete: Text("move the memo to the trash", ko: "메모를 휴지통으로 옮기기")
    case .undo: Text("undo the last change of any memo", ko: "메모의 마지막 변경 되돌리기")
    case .redo: Text("do it again", ko: "되돌린 것 다시 하기")
    case .rename: Text("give the memo another title", ko: "메모의 제목 바꾸기")
    case .share: Text("put the memo on the clipboard", ko: "메모를 클립보드로 복사하기")
    case .tags: Text("choose a tag", ko: "태그 고르기")
    case .follow: Text("follow a link", ko: "링크 따라가기")
    case .back: Text("go back along the link", ko: "링크를 따라오기 전으로 돌아가기")
    case .order: Text("sort otherwise", ko: "다르게 정렬하기")
    case .editor: Text("open the memo in your editor", ko: "메모를 편집기로 열기")
    case .sync: Text("sync now", ko: "지금 동기화하기")
    case .switchPane: Text("from the list to the text, and back", ko: "목록과 글 사이를 오가기")
    case .palette: Text("find a command", ko: "명령 찾기")
    case .help: Text("show the keys", ko: "키 안내 보기")
    case .suspend: Text("stop for a while (fg goes on)", ko: "잠시 멈추기 (fg로 계속)")
    case .quit: Text("leave", ko: "나가기")
    }
  }

  static let otherKeys: [(keys: Text, meaning: Text)] = [
    (Text(verbatim: "j k ↓ ↑"), Text("the next or previous memo, or row of text", ko: "다음 또는 이전 메모, 글에서는 줄")),
    (Text(verbatim: "PgUp PgDn"), Text("a page; also b, f and the space bar", ko: "한 페이지. b, f, 스페이스 바도 됩니다")),
    (Text(verbatim: "g G"), Text("the first or last memo, or row of text", ko: "처음 또는 마지막 메모, 글에서는 줄")),
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
    (Text("Ctrl+arrows", ko: "Ctrl+화살표"), Text("by words", ko: "단어 단위로 이동")),
    (
      Text(verbatim: "^W ^K ^U"),
      Text("remove a word, the rest of the line, its start", ko: "단어, 줄의 나머지, 줄의 앞부분 지우기")
    ),
  ]
}
