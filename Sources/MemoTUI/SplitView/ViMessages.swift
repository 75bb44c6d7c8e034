import MemoCore
import MemoWords

/// Messages about the keys of vi.
enum ViMessages {
  /// The first keys to know in the text, longest first; the first that fits is shown.
  static let hints = [
    Text("i write · / find · : commands · :help", ko: "i 쓰기 · / 찾기 · : 명령 · :help 도움말"),
    Text(":help", ko: ":help 도움말"),
  ]
  static let selectingKeys = Text(
    "y copy · d cut · c change · p replace · Esc end", ko: "y 복사 · d 잘라내기 · c 고쳐 쓰기 · p 바꿔 넣기 · Esc 끝")
  static let atRest = Text("Tab goes to the list, :q quits", ko: "목록으로 가려면 Tab, 종료하려면 :q를 누르십시오")
  /// Keys without a meaning; what follows is dropped.
  static func lost(_ keys: String) -> Text {
    Text(
      "'\(keys)' is not among these vi keys: first Esc; the list's commands: Tab, or :",
      ko: "'\(keys)' 키는 여기서 쓰는 vi 키가 아닙니다. 먼저 Esc, 목록의 명령은 Tab이나 :")
  }
  static let idleInWriting = Text(
    "this key does nothing while you write with vi keys", ko: "vi 키로 쓰는 동안 이 키는 아무 일도 하지 않습니다")
  /// A command of vi that memo does not have.
  static func noExCommand(_ name: String) -> Text {
    Text(
      "':\(name)' is not among these vi commands; nothing was done",
      ko: "':\(name)' 명령은 여기서 쓰는 vi 명령이 아니어서 아무 일도 하지 않았습니다")
  }
  /// A name behind `:e`.
  static func noMemo(_ name: String) -> Text {
    Text(
      "no memo is named '\(name)'; :search finds memos, :new starts one",
      ko: "'\(name)'\(.called) 메모가 없습니다. :search로 찾고, :new로 새로 씁니다")
  }
  /// The text is kept where those who know vi expect that it is not.
  static func kept(_ name: String) -> Text {
    Text(
      "'\(name)' discards nothing: memos are saved as typed; u undoes, :q quits",
      ko: "'\(name)' 명령은 아무것도 버리지 않습니다. 메모는 쓰는 대로 저장됩니다. 되돌리려면 u, 종료하려면 :q")
  }
  /// The first keys to know in the list of a search, longest first.
  static let foundHints = [
    Text("n N next memo · :new new memo · Esc all memos", ko: "n N 다음 메모 · :new 새 메모 · Esc 모든 메모"),
    Text("n N next memo · :new", ko: "n N 다음 메모 · :new 새 메모"),
    Text(":help", ko: ":help 도움말"),
  ]
  static let noMemoHere = Text("no memo is selected; :new starts a new one", ko: "선택한 메모가 없습니다. :new로 새 메모를 씁니다")
  static let noJump = Text("no jump to go back from", ko: "되돌아갈 곳이 없습니다")
  static let nothingToDelete = Text(
    "nothing to delete here; dd deletes a line", ko: "여기에는 지울 내용이 없습니다. 한 줄을 지우려면 dd를 누르십시오")
  static let noObject = Text("no such text around the cursor", ko: "커서 주위에 그런 부분이 없습니다")
  static let nothingToPaste = Text(
    "nothing to paste yet; yy copies a line, ^V while writing pastes from elsewhere",
    ko: "아직 붙여넣을 내용이 없습니다. yy는 한 줄을 복사하고, 편집 중 ^V는 다른 곳에서 복사한 내용을 붙여넣습니다")
  static let nothingToUndo = Text(
    "nothing to undo in this text; :undo undoes the last change of the vault",
    ko: "이 본문에는 되돌릴 작업이 없습니다. :undo는 보관함의 마지막 변경을 되돌립니다")
  static let nothingToRepeat = Text("nothing to repeat yet", ko: "아직 반복할 변경이 없습니다")
  static let nothingToChange = Text("nothing to change here", ko: "여기에는 바꿀 내용이 없습니다")
  static let noLineBelow = Text("no line below to join", ko: "아래에 이어 붙일 줄이 없습니다")
  static let nothingFound = Text("f and a character goes to it in the line", ko: "f와 글자를 누르면 줄에서 그 글자로 갑니다")
  static let nothingToFind = Text("/ finds in this memo", ko: "/를 누르면 이 메모에서 찾습니다")
  /// The file, the line of the cursor and the words.
  static func place(_ state: BrowserState) -> Text {
    guard let pane = state.pane else { return Text(verbatim: "") }
    let (line, last) = (pane.editor.buffer.cursor.line + 1, ViText(buffer: pane.editor.buffer).lastLine + 1)
    let name = pane.path?.text ?? Message.untitled[state.language]
    let place = Text(
      "\"\(name)\" line \(line) of \(last) (\(line * 100 / last)%)",
      ko: "\"\(name)\" \(last)줄 중 \(line)번째 줄(\(line * 100 / last)%)")
    let row = pane.path.flatMap { state.list.rows.row(of: $0) }
    guard let words = pane.editor.summary(at: pane.path).words ?? row.flatMap({ state.list.rows[$0].words }) else {
      return place
    }
    return Text(
      "\(place[.english]) · \(Message.wordCount(words)[.english])",
      ko: "\(place[.korean]) · \(Message.wordCount(words)[.korean])")
  }
  static let noMark = Text("no such mark in this memo; ma sets one", ko: "이 메모에 그런 표시가 없습니다. ma로 표시합니다")
  static let replacing = Text(
    "in the text, :%s/old/new/g replaces; without % in this line", ko: "본문에서 :%s/찾을말/바꿀말/g로 바꿉니다. %가 없으면 이 줄만")
  static func recording(_ name: String) -> Text { Text("recording \(name) · q ends it", ko: "\(name)에 기록 중 · q 종료") }
  static func recorded(_ name: String) -> Text { Text("recorded; @\(name) plays it", ko: "기록했습니다. 실행하려면 @\(name)") }
  static let recordedMost = Text(
    "the recording became too long and was dropped; qa starts a new one", ko: "기록이 너무 길어서 지웠습니다. 새로 기록하려면 qa")
  static let nothingRecorded = Text(
    "nothing is recorded under this name; qa records keys, q ends that", ko: "그 이름으로 기록한 키가 없습니다. qa로 기록하고 q로 끝냅니다")
  static let playedMost = Text(
    "stopped: one key plays at most \(Message.grouped(WaitingKeys.mostPlayed)) keys; @@ goes on",
    ko: "멈췄습니다. 한 번에 키를 \(Message.grouped(WaitingKeys.mostPlayed))개까지 실행합니다. 이어서 하려면 @@")
  static func stopped(after count: Int, of all: Int) -> Text {
    Text(
      "macro stopped after \(Message.grouped(count)) of \(Message.grouped(all)) keys",
      ko: "매크로를 멈췄습니다. 키 \(Message.grouped(all))개 중 \(Message.grouped(count))개를 실행했습니다")
  }
  static let noSuchLines = Text("the text has no such lines", ko: "본문에 그런 줄이 없습니다")
  /// What a substitution that was typed does, or why it does nothing.
  static func substitution(_ reading: ViSubstitution.Reading) -> Text {
    switch reading {
    case .begun: Text("s/old/new/g replaces in these lines", ko: "s/찾을말/바꿀말/g로 이 줄들에서 바꿉니다")
    case .read(let wanted):
      Text(
        "replace '\(wanted.pattern)' with '\(wanted.replacement)'",
        ko: "'\(wanted.pattern)' → '\(wanted.replacement)' 바꾸기")
    case .expression:
      Text(
        "':s' finds text as typed, not regular expressions; \\ [ ^ $ .* & cannot be used",
        ko: "':s'는 정규식이 아니라 입력한 그대로 찾습니다. \\ [ ^ $ .* &는 쓸 수 없습니다")
    case .flag: Text("':s' has the flags g, i and I", ko: "':s'에는 g, i, I만 붙일 수 있습니다")
    }
  }
  static let goToLastLine = Text("go to the last line", ko: "마지막 줄로 이동")
  static func goToLine(_ number: Int) -> Text { Text("go to line \(number)", ko: "\(number)번째 줄로 이동") }

  /// The keys with their meanings, for the help.
  static let keys: [KeyMeaning] = [
    .heading(Text("vi, in the text:", ko: "본문의 vi 키:")),
    KeyMeaning(
      "h j k l", "left, down, up, right; with a count such as 5j by lines", ko: "왼쪽, 아래, 위, 오른쪽. 5j처럼 수를 앞에 쓰면 줄 단위"),
    KeyMeaning(
      "w b e 0 ^ $", "next word, previous word, end of the word; start, first letter and end of the line",
      ko: "다음 단어, 이전 단어, 단어 끝, 줄의 처음, 첫 글자, 끝"),
    KeyMeaning("W B E { }", "the same between blanks; previous, next paragraph", ko: "공백으로 나뉜 단어로 이동. 이전, 다음 문단"),
    KeyMeaning(
      "ge H M L", "end of the previous word; top, middle, bottom line of the window",
      ko: "이전 단어의 끝으로. 창의 맨 위, 가운데, 맨 아래 줄로"),
    KeyMeaning(
      "fx Fx tx Tx ; ,", "to the next or previous x in the line, or before it; again, the other way",
      ko: "줄에서 다음이나 이전 x로, 또는 그 앞으로. 다시, 반대로"),
    KeyMeaning("zt, zz, zb", "scroll the cursor's row to the top, middle, bottom", ko: "커서가 있는 행을 창의 위, 가운데, 아래로"),
    KeyMeaning("zo, zc, za", "open, fold the section of the cursor; either", ko: "커서가 있는 소제목의 내용 펴기, 접기, 둘을 번갈아"),
    KeyMeaning("gg G :12", "first line, last line, line 12 (also 12G)", ko: "첫 줄, 마지막 줄, 12번째 줄(12G도 가능)"),
    KeyMeaning(
      "% * #", "to the other bracket; the word at the cursor again, upwards", ko: "짝이 되는 괄호로. 커서의 단어를 다시 찾기, 위로 찾기"),
    KeyMeaning("[[ ]]", "previous, next heading; also d]]", ko: "이전, 다음 소제목으로. d]]도 가능"),
    KeyMeaning("^E ^Y ^G", "scroll a row down, up; show file, line and words", ko: "한 행 아래로, 위로 스크롤. 파일, 줄, 단어 수 보기"),
    KeyMeaning(
      "ma 'a `a ''", "mark a place as a; go to its line, to the very place; back to where a jump began",
      ko: "그 자리를 a로 표시. 그 줄로, 바로 그 자리로 이동. 옮기기 전의 자리로"),
    KeyMeaning(
      "^O", "back to where a jump such as G or / began, or to the memo before", ko: "G나 / 등으로 옮기기 전의 위치로, 또는 이전 메모로"),
    KeyMeaning(
      "i a I A o O gi",
      "write here, after it, at the line's start, its end, on a new line below, above; 3i three times; go on writing",
      ko: "여기에, 다음에, 줄 처음에, 줄 끝에, 아래나 위의 새 줄에 쓰기. 3i는 세 번. gi는 쓰던 곳에서 이어 쓰기"),
    KeyMeaning("Esc", "end writing or selecting; Tab goes to the list", ko: "쓰기나 선택 마치기. 목록으로는 Tab"),
    KeyMeaning(
      "x, dd, dw, D", "delete a character, a line, a word, to the line's end; also 3dd, d}",
      ko: "한 글자, 한 줄, 한 단어, 줄 끝까지 지우기. 3dd, d}도 가능"),
    KeyMeaning(
      "iw a( ip",
      "after d, c, y, > or v: a word, brackets, a paragraph; a takes more around it than i; also 2aw W \" ' ` [ { <",
      ko: "d, c, y, >, v 다음에: 단어, 괄호, 문단. i는 안쪽만, a는 둘레까지. 2aw W \" ' ` [ { <도 가능"),
    KeyMeaning(
      "cc, cw C s", "write in place of a line, a word, the line's end, a character", ko: "한 줄, 한 단어, 줄 끝까지, 한 글자를 고쳐 쓰기"
    ),
    KeyMeaning(
      "rx ~ J gJ", "replace a character by x, change its case, join the next line; without a blank",
      ko: "한 글자를 x로 바꾸기, 대소문자 바꾸기, 다음 줄 이어 붙이기, 공백 없이 이어 붙이기"),
    KeyMeaning(
      "gU gu g~", "with a motion: capitals, small letters, the other case; also gUU, gUiw",
      ko: "이동 키와 함께: 대문자로, 소문자로, 대소문자 바꾸기. gUU, gUiw도 가능"),
    KeyMeaning(">> <<", "indent a line, or less; also >}, 3>>", ko: "한 줄 들여쓰기, 내어쓰기. >}, 3>>도 가능"),
    KeyMeaning(".", "repeat the last change, what was written included", ko: "마지막 변경을 쓴 글까지 반복"),
    KeyMeaning("yy, yw p P", "copy a line, a word; paste after or before", ko: "한 줄, 한 단어 복사. 뒤나 앞에 붙여넣기"),
    KeyMeaning(
      "\"ayy \"ap",
      "copy as a, paste that; \"A adds to it, \"0 is what was copied last, \"_dd keeps nothing, \"+ is the system's",
      ko: "a에 복사, 그것을 붙여넣기. \"A는 덧붙이기, \"0은 마지막으로 복사한 글, \"_dd는 남기지 않고 지우기, \"+는 시스템 클립보드"),
    KeyMeaning(
      "qa q @a @@", "record keys as a, end that; play them, again; 5@a five times, until nothing is found",
      ko: "a에 키 기록, 기록 마치기. 실행, 다시 실행. 5@a는 다섯 번, 찾을 것이 없으면 멈춤"),
    KeyMeaning(
      "v V",
      "select characters or lines; then y, d, c, p, P, >, <, J, rx, ~, u or U (small letters, capitals); Y, D, C take lines",
      ko: "글자나 줄 선택. 이어서 y, d, c, p, P, >, <, J, rx, ~, u, U(소문자, 대문자로). Y, D, C는 줄 단위"),
    KeyMeaning("gv", "select again what was selected last", ko: "마지막으로 선택한 부분 다시 선택"),
    KeyMeaning(
      "u ^R", "undo and redo in this text; :undo undoes changes of the vault",
      ko: "이 본문에서 되돌리기와 다시 실행. :undo는 보관함의 변경 되돌리기"),
    KeyMeaning(
      "/ ? n N", "find in this memo, down or up; next match, the other way; d/x deletes up to x, also dn",
      ko: "이 메모에서 아래로, 위로 찾기. 다음 일치 항목, 반대로. d/x는 x 앞까지 지우기. dn도 가능"),
    KeyMeaning(
      ":s/a/b/g", "replace a with b in the line; :%s in all, :2,5s, or : after V; i ignores capitals",
      ko: "그 줄에서 a를 b로 바꾸기. :%s는 전체, :2,5s나 V 다음 :도 가능. i는 대소문자 무시"),
    KeyMeaning("gt", "tick the task at the cursor", ko: "커서 위치의 할 일 완료 표시"),
    KeyMeaning(":w :q :wq", "save; quit (memos are saved automatically)", ko: "저장, 종료(메모는 자동으로 저장됩니다)"),
    KeyMeaning(
      "^U ^W", "while writing: delete what was typed in the line, then the rest of it; a word",
      ko: "편집 중: 그 줄에 쓴 글, 이어서 줄 앞부분 지우기. 한 단어 지우기"),
    KeyMeaning(
      ":new :outline", "other commands whose keys vi uses: Tab and the key, or : and the name",
      ko: "vi가 쓰는 키의 다른 명령: Tab을 누르고 그 키를 누르거나, :와 이름 입력"),
    .blank,
    .heading(Text("in the list:", ko: "목록에서:")),
    KeyMeaning("5j 5k 5G", "five memos down, up; the fifth one", ko: "다섯 메모 아래로, 위로. 다섯째 메모"),
    KeyMeaning(
      "n N", "in search results: next or previous memo; :new writes a new one", ko: "검색 결과에서: 다음, 이전 메모. 새 메모는 :new"),
  ]
}
