import MemoBrowser
import MemoCore
import MemoVault

/// What the split view says.
enum BrowserMessages {
  /// All of it for a vault.
  static func words(vault: String, _ language: Language) -> BrowserWords {
    BrowserWords(
      vault: vault, untitled: Message.untitled[language], commands: { command(for: $0)[language] },
      otherKeys: otherKeys.map { ($0.keys[language], $0.meaning[language]) },
      count: { Message.memoCount($0)[language] },
      found: { found($0, of: $1)[language] },
      order: { order($0)[language] }, noMemos: noMemos[language], noMatch: Message.noMatch[language],
      askDelete: { askDelete($0)[language] },
      askGiveUp: { askGiveUp($0)[language] },
      newTitle: newTitle[language], choose: ">", hints: [hints[language], shortHint[language]],
      writingHint: writingHint[language],
      unsaved: unsaved[language],
      saved: saved[language], noLinks: noLinks[language], brokenLink: { Message.noSuchMemo($0)[language] },
      noWayBack: noWayBack[language],
      noTags: noTags[language], searching: searching[language], syncing: syncing[language], help: help[language])
  }

  static func renamed(_ relocation: Relocation) -> Text {
    let linking = relocation.rewrites.count { $0.memo.path != relocation.path }
    let renamed = isNow(relocation.newPath.text)
    guard linking > 0 else { return renamed }
    let relinked = Message.relinked(linking)
    return Text("\(renamed); \(relinked)", ko: "\(renamed). \(relinked)")
  }

  static func deleted(_ path: String) -> Text {
    Text("'\(path)' is in the trash; u brings it back", ko: "'\(path)'\(.object) 휴지통으로 옮겼습니다. u로 되돌립니다")
  }

  static let notOnThisTerminal = Text(
    "this terminal cannot be drawn on (TERM=dumb)", ko: "그릴 수 없는 터미널입니다(TERM=dumb)")
  static let needsTerminal = Text("the split view needs a terminal", ko: "분할 화면에는 터미널이 필요합니다")
  static func noTerminal(_ reason: Text) -> Text {
    Text("cannot use the terminal: \(reason)", ko: "터미널을 쓸 수 없습니다: \(reason)")
  }
  static let listHint = Text(
    "'memo list' and 'memo show' work anywhere", ko: "'memo list'와 'memo show'는 어디서나 됩니다")
  static func notSaved(_ reason: String) -> Text {
    Text("what was typed last could not be saved: \(reason)", ko: "마지막으로 입력한 내용을 저장하지 못했습니다: \(reason)")
  }

  private static let hints = Text("n new · i write · / search · ? help", ko: "n 새 메모 · i 쓰기 · / 찾기 · ? 도움말")
  private static let shortHint = Text("? help", ko: "? 도움말")
  private static let writingHint = Text("Esc leaves", ko: "Esc로 나가기")
  private static let unsaved = Text("not saved yet", ko: "아직 저장 안 됨")
  private static let saved = Text("saved", ko: "저장됨")
  private static let noMemos = Text("No memos yet. Press n to write one.", ko: "아직 메모가 없습니다. n을 눌러 쓰십시오.")
  private static let newTitle = Text("new title:", ko: "새 제목:")
  private static let noLinks = Text("this memo links to nothing", ko: "이 메모에는 링크가 없습니다")
  private static let noWayBack = Text("no link was followed", ko: "따라온 링크가 없습니다")
  private static let noTags = Text("no memo has a tag", ko: "태그가 있는 메모가 없습니다")
  private static let searching = Text(verbatim: "…")
  private static let syncing = Text("syncing…", ko: "동기화하는 중…")
  private static let help = Text("Keys (any other key leaves this page)", ko: "키 안내 (다른 키를 누르면 나갑니다)")

  private static func found(_ found: Int, of memos: Int) -> Text {
    Text("\(found) of \(memos)", ko: "\(memos)개 중 \(found)개")
  }
  private static func askDelete(_ title: String) -> Text {
    Text("move '\(title)' to the trash? [y/N] ", ko: "'\(title)'\(.object) 휴지통으로 옮길까요? [y/N] ")
  }
  private static func askGiveUp(_ reason: String) -> Text {
    Text("\(reason). Leave without saving? [y/N] ", ko: "\(reason). 저장하지 않고 나갈까요? [y/N] ")
  }
  private static func isNow(_ path: String) -> Text { Text("it is '\(path)' now", ko: "이제 '\(path)'입니다") }

  private static func order(_ order: BrowserOrder) -> Text {
    switch order {
    case .newest: Text("newest first", ko: "최근 순")
    case .title: Text("by title", ko: "제목순")
    case .created: Text("by date of creation", ko: "만든 날짜순")
    case .path: Text("by path", ko: "경로순")
    }
  }

  private static func command(for command: BrowserCommand) -> Text {
    switch command {
    case .open: Text("go to the memo's text", ko: "메모의 글로 가기")
    case .write: Text("write in the memo", ko: "메모에 쓰기")
    case .new: Text("write a new memo", ko: "새 메모 쓰기")
    case .search: Text("search as you type", ko: "입력하면서 찾기")
    case .delete: Text("move the memo to the trash", ko: "메모를 휴지통으로 옮기기")
    case .undo: Text("undo the last change of any memo", ko: "메모의 마지막 변경 되돌리기")
    case .redo: Text("do it again", ko: "되돌린 것 다시 하기")
    case .rename: Text("give the memo another title", ko: "메모의 제목 바꾸기")
    case .share: Text("put the memo on the clipboard", ko: "메모를 클립보드에 넣기")
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

  private static let otherKeys: [(keys: Text, meaning: Text)] = [
    (Text(verbatim: "j k ↓ ↑"), Text("the next or previous memo, or row of text", ko: "다음 또는 이전 메모, 글에서는 줄")),
    (Text(verbatim: "PgUp PgDn"), Text("a page; also b, f and the space bar", ko: "한 페이지. b, f, 스페이스 바도 됩니다")),
    (Text(verbatim: "g G"), Text("the first or last memo, or row of text", ko: "처음 또는 마지막 메모, 글에서는 줄")),
    (
      Text(verbatim: "Esc"),
      Text("back to the list, to all memos, out of the text", ko: "목록으로, 모든 메모로, 글 밖으로")
    ),
    (
      Text("mouse", ko: "마우스"),
      Text("click, wheel; drag the line between the panes", ko: "클릭, 휠. 칸 사이의 선은 끌 수 있습니다")
    ),
    (Text(verbatim: ""), Text(verbatim: "")),
    (Text("while writing:", ko: "쓰는 동안:"), Text(verbatim: "")),
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
