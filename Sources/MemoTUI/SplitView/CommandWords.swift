/// The words by which people look for a command: those of vi, of shells and of other apps, English and Korean.
extension BrowserCommand {
  /// Other names for the command, in lower case and without blanks.
  var aliases: [String] {
    switch self {
    case .open: ["open", "read", "view", "열기", "읽기", "보기"]
    case .write: ["edit", "insert", "type", "편집", "쓰기", "글쓰기", "수정", "고치기", "적기", "작성", "입력"]
    case .new: ["new", "add", "create", "note", "enew", "새", "새메모", "새로", "새노트", "추가", "만들기"]
    case .search: ["search", "find", "grep", "filter", "lookup", "찾기", "검색", "조회"]
    case .delete: ["delete", "del", "rm", "remove", "discard", "삭제", "지우기", "제거", "버리기"]
    case .undo: ["undo", "revert", "되돌리기", "취소", "실행취소", "언두"]
    case .redo: ["redo", "repeat", "다시", "다시실행", "다시하기"]
    case .rename: ["rename", "mv", "title", "name", "이름", "이름바꾸기", "이름변경", "제목", "제목바꾸기", "제목변경"]
    case .move: ["move", "옮기기", "이동", "폴더이동"]
    case .share: ["share", "copy", "yank", "clipboard", "공유", "복사", "클립보드"]
    case .pin:
      ["pin", "unpin", "favorite", "favourite", "starred", "bookmark", "고정", "고정해제", "상단고정", "핀", "즐겨찾기", "별표", "북마크"]
    case .tags: ["tags", "tag", "label", "labels", "태그", "라벨", "꼬리표"]
    case .folders:
      ["folders", "folder", "directory", "cd", "newfolder", "mkdir", "폴더", "새폴더", "폴더만들기", "디렉터리"]
    case .trash:
      [
        "trash", "restore", "bin", "recycle", "undelete", "recover", "deleted", "recentlydeleted", "휴지통", "최근삭제된항목",
        "삭제된항목", "복원", "복구",
      ]
    case .follow: ["follow", "links", "link", "링크", "따라가기"]
    case .backlinks: ["backlinks", "references", "백링크", "역링크", "참조"]
    case .back: ["back", "previous", "뒤로", "이전"]
    case .conflicts: ["conflicts", "conflict", "충돌"]
    case .nextConflict: ["next", "다음충돌"]
    case .outline: ["outline", "headings", "toc", "contents", "개요", "목차", "차례", "소제목"]
    case .fold: ["fold", "unfold", "collapse", "접기", "펼치기"]
    case .today: ["today", "daily", "journal", "diary", "오늘", "오늘메모", "하루메모", "일기", "일지"]
    case .order: ["order", "sort", "arrange", "정렬", "순서", "정렬순서", "제목순", "최신순", "이름순", "날짜순"]
    case .editor: ["editor", "vi", "vim", "nvim", "emacs", "nano", "편집기", "에디터"]
    case .sync: ["sync", "push", "pull", "git", "동기화", "푸시"]
    case .save: ["save", "write", "w", "w!", "wa", "up", "update", "저장"]
    case .switchPane: ["switch", "pane", "전환"]
    case .palette: []
    case .help: ["help", "h", "he", "keys", "shortcuts", "manual", "도움말", "도움", "단축키", "사용법"]
    case .suspend: ["suspend", "stop", "bg", "중지", "일시중지"]
    case .quit:
      [
        "quit", "q", "q!", "qa", "qa!", "exit", "close", "bye", "wq", "wq!", "wqa", "x", "xa", "종료", "나가기", "끝", "끝내기",
        "닫기",
      ]
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
