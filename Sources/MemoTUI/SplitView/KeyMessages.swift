import MemoWords

/// A line of the help: keys and what they do.
struct KeyMeaning {
  let keys: Text
  let meaning: Text

  /// An empty line.
  static let blank = heading(Text(verbatim: ""))

  /// What the keys below have in common.
  static func heading(_ text: Text) -> KeyMeaning { KeyMeaning(text, Text(verbatim: "")) }

  init(_ keys: Text, _ meaning: Text) {
    (self.keys, self.meaning) = (keys, meaning)
  }

  init(_ keys: Text, _ english: EnglishPhrase, ko korean: KoreanPhrase) {
    self.init(keys, Text(english, ko: korean))
  }

  init(_ keys: String, _ english: EnglishPhrase, ko korean: KoreanPhrase) {
    self.init(Text(verbatim: keys), english, ko: korean)
  }
}

/// The keys of the split view and their meanings, for the help and the palette.
enum KeyMessages {
  static func command(_ command: BrowserCommand) -> Text {
    switch command {
    case .open: Text("go to the text; in the text, open the link at the cursor", ko: "본문으로 이동. 본문에서는 커서 위치의 링크 열기")
    case .write: Text("edit the memo", ko: "메모 편집")
    case .new: Text("new memo", ko: "새 메모")
    case .search: Text("search as you type", ko: "입력하면서 검색")
    case .delete: Text("move the memo to the trash", ko: "메모를 휴지통으로 옮기기")
    case .undo: Text("undo the last change (of any memo)", ko: "마지막 변경 되돌리기(어느 메모든)")
    case .redo: Text("redo", ko: "다시 실행")
    case .rename: Text("rename the memo", ko: "메모 제목 바꾸기")
    case .move: Text("move the memo to another folder", ko: "메모를 다른 폴더로 옮기기")
    case .share: Text("copy the memo to the clipboard", ko: "메모를 클립보드에 복사")
    case .pin: Text("pin the memo to the top of the list, or unpin it", ko: "메모를 목록 맨 위에 고정하거나 고정 풀기")
    case .tags: Text("choose a tag", ko: "태그 고르기")
    case .folders: Text("choose a folder, to list its memos", ko: "폴더를 골라 그 안의 메모만 보기")
    case .trash: Text("open the trash; Enter restores a memo", ko: "휴지통 열기. Enter로 메모 복원")
    case .follow: Text("follow a link", ko: "링크 따라가기")
    case .backlinks: Text("show backlinks", ko: "백링크 보기")
    case .back: Text("go back to the previous memo", ko: "이전 메모로 돌아가기")
    case .conflicts: Text("review sync conflicts", ko: "동기화 충돌 보기")
    case .nextConflict: SettlingMessages.nextConflict
    case .outline: Text("go to a heading of the memo", ko: "메모의 소제목으로 이동")
    case .fold:
      Text(
        "fold or open a heading's section or the fields above the text",
        ko: "커서가 있는 소제목의 내용이나 본문 위의 필드를 접거나 펴기")
    case .today: Text("open or create today's memo", ko: "오늘 메모 열기(없으면 만들기)")
    case .order: Text("change sort order", ko: "정렬 기준 바꾸기")
    case .editor: Text("open the memo in your editor", ko: "편집기에서 메모 열기")
    case .sync: Text("sync now", ko: "지금 동기화")
    case .save: Text("save now (memos are saved automatically)", ko: "지금 저장(메모는 자동으로 저장됩니다)")
    case .switchPane: Text("switch between list and text", ko: "목록과 본문 사이 전환")
    case .palette: Text("find a command", ko: "명령 찾기")
    case .help: Text("show the keys", ko: "키 안내 보기")
    case .suspend: Text("suspend (resume with fg)", ko: "일시 중지(fg로 재개)")
    case .quit: Text("leave", ko: "종료")
    }
  }

  /// Keys that move through list and text.
  static let movingKeys: [KeyMeaning] = [
    KeyMeaning("j k ↓ ↑", "next or previous memo, or row of text", ko: "다음 또는 이전 메모, 본문에서는 줄"),
    KeyMeaning(
      "h l ← →", "left or right in the text; ← at the start of a line goes to the list",
      ko: "본문에서 한 글자 이동. 줄 맨 앞에서 ←를 누르면 목록으로"),
    KeyMeaning("PgUp PgDn", "page up or down; also b, f and the space bar", ko: "한 페이지 위아래로. b, f, 스페이스 바도 가능"),
    KeyMeaning(Text(verbatim: "< > ="), SettlingMessages.keyMeaning),
    KeyMeaning("^D ^U", "half a page", ko: "반 페이지"),
    KeyMeaning(
      "g G", "first or last memo, or row of text; also Home and End, in the text with Ctrl",
      ko: "처음 또는 마지막 메모, 본문에서는 줄. Home, End도 가능(본문에서는 Ctrl과 함께)"),
  ]

  /// Keys in a text that is read, unless vi's keys are set.
  static let textKeys: [KeyMeaning] = [
    KeyMeaning("n N", "in the text of a search result: next or previous match", ko: "검색한 본문에서: 다음 또는 이전 일치 항목"),
    KeyMeaning("^O", "also search", ko: "검색(/와 같음)"),
    KeyMeaning(
      "w 0 $ { }", "in the text: next word; start and end of line; paragraphs", ko: "본문에서: 다음 단어, 줄의 처음과 끝, 문단"),
    KeyMeaning(
      "a A I", "in the text: write after the cursor, at the line's end, at its start", ko: "본문에서: 커서 뒤, 줄 끝, 줄 처음에 쓰기"),
    KeyMeaning(
      "x", "in the text: tick the task at the cursor; so does a click on its box",
      ko: "본문에서: 커서 위치의 할 일 완료 표시. 상자를 클릭해도 됨"),
    KeyMeaning(
      "v", "in the text: select, as do Shift and arrows; then y copies, x cuts, p pastes",
      ko: "본문에서: 선택. Shift+화살표도 가능. 이어서 y 복사, x 잘라내기, p 붙여넣기"),
  ]

  /// Other keys that are not commands.
  static let otherKeys: [KeyMeaning] = [
    KeyMeaning("ZZ :q :wq", "also quit; everything is saved", ko: "종료(q와 같음, 모두 저장됨)"),
    KeyMeaning("Esc", "back: from the text to the list, from a search to all memos", ko: "뒤로: 본문에서 목록으로, 검색에서 모든 메모로"),
    KeyMeaning(
      Text("Hangul keys", ko: "한글 자판"),
      "while you type Hangul, only Q, W, E, R, T, O and P have capitals: redo with ^R, sync with :sync",
      ko: "한글 입력 중에는 Q, W, E, R, T, O, P만 대문자로 들어옵니다. 다시 실행은 ^R, 동기화는 :동기화, 맨 끝으로는 End"),
    KeyMeaning(
      Text("mouse", ko: "마우스"), "click, scroll; double click: a word, triple: a line; drag the line between the panes",
      ko: "클릭, 스크롤. 두 번 클릭하면 단어, 세 번 클릭하면 줄 선택. 두 화면 사이의 선은 끌어서 이동"),
    .blank,
    .heading(Text("while writing:", ko: "편집 중:")),
    KeyMeaning("Esc", "save and go back", ko: "저장하고 돌아가기"),
    KeyMeaning("[[", "link to a memo: type part of its title, then ↓ ↑ Enter", ko: "메모로 링크: 제목의 일부를 입력하고 ↓ ↑ Enter"),
    KeyMeaning("# @", "tag; date: @today, @tomorrow, @friday, @11/20", ko: "태그, 날짜: @오늘, @내일, @금요일, @11/20"),
    KeyMeaning(
      "Enter", "continue a list or quote, or end it at an empty item; in a table: the row below",
      ko: "목록이나 인용 이어 쓰기, 빈 항목에서는 마치기. 표에서는 아래 행으로"),
    KeyMeaning(
      "Tab Shift+Tab", "indent or outdent the selection; in a table: next or previous cell, lined up",
      ko: "선택한 줄 들여쓰기와 내어쓰기. 표에서는 정렬하고 다음이나 이전 칸으로"),
    KeyMeaning(
      "- #", "'- ' item, '- [ ] ' task, '# ' heading, '**bold**'", ko: "'- ' 목록, '- [ ] ' 할 일, '# ' 큰 제목, '**굵게**'"),
    // As keys, which are not wrapped at their blanks.
    KeyMeaning(Text("| a | b |", ko: "| 칸 | 칸 |"), "then Tab: a table", ko: "이렇게 쓰고 Tab을 누르면 표"),
    KeyMeaning(Text("Shift+arrows", ko: "Shift+화살표"), "select; ^A selects all", ko: "선택. ^A는 모두 선택"),
    KeyMeaning(
      "^X ^C ^V", "cut, copy, paste; an address pasted over words makes a link",
      ko: "잘라내기, 복사, 붙여넣기. 선택한 글에 주소를 붙여 넣으면 링크"),
    KeyMeaning(
      "^F ^R", "find, find and replace in the memo; capitals count only if you type some",
      ko: "메모에서 찾기, 찾아 바꾸기. 대문자를 입력할 때만 대소문자 구분"),
    KeyMeaning("^Z ^Y", "undo, redo", ko: "되돌리기, 다시 실행"),
    KeyMeaning(Text("Ctrl+arrows", ko: "Ctrl+화살표"), "by words, also while reading", ko: "단어 단위로 이동. 읽을 때도 가능"),
    KeyMeaning(
      "Home End", "start or end of the row; again: of the line; also while reading",
      ko: "화면 줄의 처음과 끝. 한 번 더 누르면 원래 줄의 처음과 끝. 읽을 때도 가능"),
    KeyMeaning("^W ^K ^U", "delete a word, to the line's end, to its start", ko: "단어, 줄 끝까지, 줄 처음까지 지우기"),
  ]
}
