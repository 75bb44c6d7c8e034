import MemoWords

/// Words for what the split view has no command for, each with what does it.
struct WordsElsewhere: Equatable, Sendable {
  /// Some words, and where to find what they name.
  struct Advice {
    /// In lower case and without blanks, as the other names of commands are.
    let words: [String]
    let text: Text

    init(_ words: [String], _ english: EnglishPhrase, ko korean: KoreanPhrase) {
      (self.words, text) = (words, Text(english, ko: korean))
    }
  }

  private let language: Language
  private let keys: Looks.Keys

  static let all = [
    Advice(
      ["print", "pdf", "html", "인쇄", "프린트", "출력"], "to print: memo share --html --stdout REF > memo.html",
      ko: "인쇄하려면: memo share --html --stdout 메모 > memo.html"),
    Advice(
      ["duplicate", "dup", "cp", "clone", "복제", "사본", "사본만들기"], "to duplicate a memo: memo show REF > COPY.md",
      ko: "메모를 복제하려면: memo show 메모 > 사본.md"),
    Advice(
      [
        "check", "tick", "toggle", "done", "complete", "checklist", "checkbox", "체크", "체크리스트", "체크박스", "완료", "완료표시",
      ], "'- [ ] ' begins a task; in the text, x ticks it", ko: "할 일은 '- [ ] '로 쓰고, 본문에서 x로 완료 표시합니다"),
    Advice(
      ["tasks", "task", "todo", "todos", "할일", "할일목록"], "to list the tasks of all memos: memo tasks",
      ko: "모든 메모의 할 일을 보려면: memo tasks"),
    Advice(
      ["replace", "바꾸기", "모두바꾸기", "찾아바꾸기", "찾기및바꾸기", "대치"], "while writing, ^F finds and ^R replaces",
      ko: "편집 중에 ^F를 누르면 찾고, ^R을 누르면 찾아 바꿉니다"),
    Advice(
      ["cut", "paste", "selectall", "잘라내기", "붙여넣기", "전체선택", "모두선택"],
      "while writing: ^A selects all, ^X cuts, ^V pastes", ko: "편집 중: ^A 모두 선택, ^X 잘라내기, ^V 붙여넣기"),
    Advice(
      [
        "markdown", "bold", "italic", "heading", "table", "format", "마크다운", "굵게", "기울임", "표", "테이블", "큰제목", "글꼴", "목록",
        "글머리표", "번호매기기",
      ], "'# ' heading, '- ' item, '- [ ] ' task, **bold**, | a | b |",
      ko: "'# ' 큰 제목, '- ' 목록, '- [ ] ' 할 일, **굵게**, | 표 |"),
    Advice(
      ["date", "날짜", "날짜입력"], "while writing, @ makes a date: @tomorrow, @friday", ko: "편집 중에 @로 날짜를 씁니다: @내일, @금요일"),
    Advice(
      ["allmemos", "allnotes", "모든메모", "전체메모", "메모모두보기", "전체보기", "전체목록"], "Esc in the list shows all memos again",
      ko: "목록에서 Esc를 누르면 모든 메모가 다시 나옵니다"),
    Advice(
      ["recent", "latest", "최근", "최근메모", "최근항목"], "the list shows the newest first; o changes that",
      ko: "최근에 고친 메모부터 나옵니다. 바꾸려면 o를 누르십시오"),
    Advice(["emptytrash", "휴지통비우기"], "to empty the trash: memo trash empty", ko: "휴지통을 비우려면: memo trash empty"),
    Advice(
      ["dark", "darkmode", "theme", "colors", "colours", "다크모드", "어두운화면", "테마", "색", "색상"],
      "to change the colours: memo config theme dark", ko: "색을 바꾸려면: memo config theme dark"),
    Advice(
      ["language", "korean", "english", "언어", "한국어", "영어"], "to change the language: memo config language en",
      ko: "언어를 바꾸려면: memo config language ko"),
    Advice(
      ["settings", "config", "preferences", "options", "설정", "환경설정", "옵션"], "to see and change settings: memo config",
      ko: "설정을 보거나 바꾸려면: memo config"),
    Advice(
      ["history", "versions", "log", "기록", "이력", "히스토리", "버전", "변경기록"], "to see earlier versions: memo history REF",
      ko: "이전 버전을 보려면: memo history 메모"),
    Advice(
      ["import", "가져오기", "불러오기"], "to import memos from a folder: memo import DIR", ko: "폴더에서 메모를 가져오려면: memo import 폴더"
    ),
    Advice(
      ["export", "내보내기"], "to export: memo export DIR, memo share --html REF; or :copy",
      ko: "내보내려면: memo export 폴더, memo share --html 메모, :복사"),
    Advice(
      ["attach", "attachment", "image", "picture", "photo", "첨부", "첨부파일", "이미지", "사진", "그림"],
      "while writing, paste the path of a picture in the vault", ko: "편집 중에 보관함에 있는 그림의 경로를 붙여 넣으십시오"),
    Advice(["merge", "합치기", "병합"], "to join memos: memo merge REF OTHER", ko: "메모를 합치려면: memo merge 메모 다른메모"),
    Advice(
      ["stats", "statistics", "count", "words", "wordcount", "통계", "단어수", "글자수"],
      "to count memos and words: memo stats", ko: "메모와 단어 수를 보려면: memo stats"),
    Advice(
      ["template", "templates", "템플릿", "서식"], "to start from a template: memo new TITLE --template NAME",
      ko: "템플릿으로 시작하려면: memo new 제목 --template 이름"),
    Advice(
      ["lint", "doctor", "broken", "점검", "검사"], "to find broken links: memo check", ko: "깨진 링크를 찾으려면: memo check"),
    Advice(["graph", "그래프"], "to see all links: memo graph", ko: "모든 링크를 보려면: memo graph"),
    Advice(["archive", "보관"], "m moves the memo to a folder, such as archive", ko: "m을 눌러 메모를 archive 같은 폴더로 옮기십시오"),
    Advice(["refresh", "reload", "새로고침"], "the list follows every change by itself", ko: "목록은 바뀐 내용을 저절로 반영합니다"),
  ]

  /// What differs with vi's keys, by the first of the words.
  static let viAnswers = [
    "replace": ViMessages.replacing,
    "check": Text("in the text, gt ticks the task at the cursor", ko: "본문에서 gt를 누르면 커서 위치의 할 일을 완료로 표시합니다"),
    "cut": Text("in the text: ggVG selects all, d cuts, p pastes", ko: "본문에서: ggVG 모두 선택, d 잘라내기, p 붙여넣기"),
  ]

  /// The answers in a language, for those who use some keys.
  init(_ language: Language, _ keys: Looks.Keys = .plain) {
    (self.language, self.keys) = (language, keys)
  }

  /// The answer to a word; of one that is typed in part, only where nothing else is found.
  func choice(_ typed: String, isOnly: Bool) -> Chooser.Choice? {
    let names = CommandPhrase(typed).names
    let found =
      names.lazy.compactMap { name in Self.all.first { $0.words.contains { $0.utf8.elementsEqual(name) } } }.first
      ?? (isOnly ? names.first.flatMap(Self.beginning) : nil)
    return found.map { advice in
      let text = (keys == .vi ? advice.words.first.flatMap { Self.viAnswers[$0] } : nil) ?? advice.text
      return Chooser.Choice(name: text[language], note: "", action: .message(text[language]))
    }
  }

  private static func beginning(with name: [UInt8]) -> Advice? {
    all.first { $0.words.contains { $0.utf8.starts(with: name) } }
  }
}
