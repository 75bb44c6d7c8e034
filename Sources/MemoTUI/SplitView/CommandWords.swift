/// The words by which people look for a command: those of vi, of shells and of other apps, English and Korean.
extension BrowserCommand {
  /// Other names for the command, in lower case and without blanks.
  var aliases: [String] {
    switch self {
    case .open: ["open", "read", "view", "열기", "읽기", "보기"]
    case .write: ["edit", "insert", "편집", "쓰기", "수정", "고치기"]
    case .new: ["new", "add", "create", "enew", "새", "새메모", "새로", "추가", "만들기"]
    case .search: ["search", "find", "grep", "filter", "찾기", "검색"]
    case .delete: ["delete", "del", "rm", "remove", "삭제", "지우기", "제거"]
    case .undo: ["undo", "되돌리기", "취소"]
    case .redo: ["redo", "다시", "다시실행"]
    case .rename: ["rename", "mv", "title", "이름", "이름바꾸기", "제목"]
    case .move: ["move", "옮기기", "이동"]
    case .share: ["share", "export", "copy", "yank", "공유", "내보내기", "복사"]
    case .pin: ["pin", "unpin", "favorite", "고정", "고정해제"]
    case .tags: ["tags", "tag", "태그"]
    case .folders: ["folders", "folder", "cd", "폴더"]
    case .trash: ["trash", "restore", "bin", "휴지통", "복원"]
    case .follow: ["follow", "links", "link", "링크", "따라가기"]
    case .backlinks: ["backlinks", "백링크"]
    case .back: ["back", "previous", "뒤로", "이전"]
    case .conflicts: ["conflicts", "conflict", "충돌"]
    case .nextConflict: ["next", "다음충돌"]
    case .outline: ["outline", "headings", "toc", "개요", "목차", "소제목"]
    case .fold: ["fold", "unfold", "collapse", "접기", "펼치기"]
    case .today: ["today", "daily", "journal", "오늘", "일기"]
    case .order: ["order", "sort", "정렬", "순서"]
    case .editor: ["editor", "vi", "vim", "emacs", "편집기", "에디터"]
    case .sync: ["sync", "push", "pull", "동기화"]
    case .save: ["save", "write", "w", "w!", "wa", "up", "update", "저장"]
    case .switchPane: ["switch", "pane", "전환"]
    case .palette: []
    case .help: ["help", "h", "keys", "shortcuts", "도움말", "도움", "단축키"]
    case .suspend: ["suspend", "stop", "bg", "중지", "일시중지"]
    case .quit:
      ["quit", "q", "q!", "qa", "qa!", "exit", "close", "bye", "wq", "wq!", "wqa", "x", "xa", "종료", "나가기", "끝", "끝내기"]
    }
  }

  /// Whether it is about a memo of the list.
  var needsMemo: Bool {
    switch self {
    case .open, .write, .delete, .rename, .move, .share, .pin, .follow, .backlinks, .outline, .fold, .editor,
      .switchPane:
      true
    case .new, .search, .undo, .redo, .tags, .folders, .trash, .back, .conflicts, .nextConflict, .today, .order, .sync,
      .save,
      .palette, .help, .suspend,
      .quit:
      false
    }
  }
}
