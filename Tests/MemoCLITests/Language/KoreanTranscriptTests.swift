import Foundation
import MemoCore
import MemoTestSupport
import MemoWords
import Testing

@testable import MemoCLI
@testable import MemoSync

/// What a Korean user sees.
@Suite struct KoreanTranscriptTests {
  /// 2026-05-20 21:00 in Seoul.
  private static let now: Int64 = 1_779_278_400_000_000_000
  private static let hour: Int64 = 3_600_000_000_000

  private static func tool() throws -> TestedTool {
    var tool = try TestedTool()
    tool.now = now
    tool.hoursBeforeUTC = 9
    tool.variables = ["LANG": "ko_KR.UTF-8"]
    try tool.folder.write("# 회의록\n안건 셋", to: "회의록.md", modified: now - 3 * hour)
    try tool.folder.write("\n", to: "빈 메모.md", modified: now - 30 * 24 * hour)
    try tool.folder.write("# Plan\n[[없음]]", to: "plan.md", modified: now - 400 * 24 * hour)
    return tool
  }

  @Test func aListHasKoreanDatesInColumns() throws {
    let list = try Self.tool().run("list", "--color", "never", terminalColumns: 60)
    for line in list.lines { #expect(DisplayWidth.columns(of: String(line)) <= 60) }
    #expect(list.output.contains("오후 6:00") && list.output.contains("4월 20일") && list.output.contains("2025년 4월 15일"))
    #expect(list.output.contains("(제목 없음)"))
  }

  @Test func errorsComeWithTheirHints() throws {
    let tool = try Self.tool()
    #expect(tool.run("show", "회의룩").errors == "memo: '회의룩'이라는 메모가 없습니다\n힌트: 혹시 '회의록'을 찾으십니까?\n")
    #expect(tool.run("lsit").errors == "memo: 'lsit' 명령은 없습니다\n힌트: 비슷한 이름: list\n힌트: 'memo help'를 보십시오\n")
    #expect(
      tool.run("list", "--sort").errors == "memo: --sort에는 값이 필요합니다: --sort 키[+|-]\n힌트: 'memo help list'를 보십시오\n")
    #expect(
      tool.run("watch", "--start", "--stop").errors
        == "memo: 다음은 함께 쓸 수 없습니다: --start, --stop\n힌트: 'memo help watch'를 보십시오\n")
    let missing = "\(tool.folder.path.text)/nosuch"
    #expect(
      tool.run("--vault", "nosuch", "list").errors
        == "memo: '\(missing)' 폴더가 없습니다\n힌트: 그곳에 보관함을 만들려면: memo init \(missing)\n")
  }

  static let mistakes: [(words: [String], error: String)] = [
    (["목록"], "'목록' 명령은 없습니다"), (["export"], "내보낼 폴더를 지정하십시오"), (["move", "plan"], "폴더를 지정하십시오"),
    (["trash", "restore"], "메모를 지정하십시오"), (["import", ""], "파일 또는 폴더가 비어 있습니다"),
    (["list", "--sort", "기분"], "--sort에는 '기분'을 쓸 수 없습니다. 쓸 수 있는 값: "),
    (["list", "-n", "-1"], "-n에는 '-1'을 쓸 수 없습니다. 0 이상이어야 합니다"), (["list", "--없음"], "--없음 옵션은 없습니다"),
    (["trash", "보기"], "'보기'를 쓸 수 없습니다. 쓸 수 있는 값: list, restore, empty"), (["config", "색"], "'색' 설정은 없습니다"),
    (["tasks", "done"], "memo: 경로:줄을 지정하십시오\n"), (["clone"], "주소를 지정하십시오"),
    (["merge-file"], "memo: OURS를 지정하십시오\n"), (["merge-file", "a", "b"], "memo: THEIRS를 지정하십시오\n"),
    (["conflicts", "--ours"], "memo: --resolve 메모가 빠졌습니다\n"), (["config", "색"], ", views.이름\n"),
    (["list", "--sort", "기분"], "modified(수정), created(생성), title(제목), "),
    (["list", "--sort", "field:"], "비슷한 이름: field:키\n"),
    (["list", "--format", "{색}"], " fields field:키\n"),
    (["config", "views.일", "--since 뭐"], "memo: 저장된 필터 '@일'을 쓸 수 없습니다: '뭐'는 날짜로 읽을 수 없습니다\n"),
    (["config", "views.일", "이상"], "힌트: 저장된 필터에는 필터 옵션과 --sort, --limit, --offset만 쓸 수 있습니다\n"),
    (["prepend", "회의록.md", ""], "추가할 글이 없습니다\n"), (["list", "--where", "due=1"], "필드가 있는 메모가 없습니다\n"),
    (["append", "회의", "글"], "경로, 제목, 파일 이름, 별칭이 '회의'인 메모가 없습니다"),
  ]

  @Test(arguments: mistakes)
  func mistakesAreKoreanSentences(words: [String], error: String) throws {
    let run = try Self.tool().run(words)
    #expect(run.errors.contains(error), "\(run.errors)")
  }

  @Test func aQuestionNamesItsAnswers() throws {
    var tool = try Self.tool()
    try tool.folder.write("# 일지\n\n회의록 정리\n", to: "일지.md")
    tool.answers = ["그만"]
    let run = tool.run("mentions", "회의록.md", "--link", terminalColumns: 80)
    #expect(run.errors.contains("링크로 바꿀까요? [예(y)/아니요(n)/모두(a)/그만(q)] "), "\(run.errors)")
  }

  /// Both names look the same.
  @Test func aFileWhoseNameDiffersInItsNormalizationIsExplained() {
    let (name, other) = ("새 글.md", "새 글.md".decomposedStringWithCanonicalMapping)
    func note(_ path: String, _ other: String) -> Text {
      let file = DisplacedFile(
        path: VaultPath(path), newPath: VaultPath("새 글 (2).md"), other: VaultPath(other), devices: ["", ""])
      return SyncMessages.note(.displaced(file), isPreview: false)
    }
    #expect(
      note(other, name)[.korean].contains("원래 이름은 자모를 풀어 쓴(NFD) '\(other)'이지만, macOS 등에서는 '\(name)'와 같은 이름으로"))
    #expect(
      note(name, other)[.english].contains("macOS take for the decomposed (NFD) '\(other)'; rename or delete one"))
    #expect(note("A.md", "a.md")[.english].contains("'A.md', which clashes with 'a.md' on some systems"))
  }

  /// What a sync says of a memo that one side merged into another one.
  @Test(arguments: [true, false]) func aMergedMemoIsNamedWithTheOther(isKept: Bool) {
    let memo = MergedMemo(path: VaultPath("새 글.md"), newPath: VaultPath("b.md"), isKept: isKept)
    for isPreview in [true, false] {
      let note = SyncMessages.note(.merged(memo), isPreview: isPreview)
      print(note[.english], note[.korean], separator: "\n")
      #expect(note[.english].hasPrefix("one side merged '새 글.md' into 'b.md', which "))
      #expect(note[.korean].hasPrefix("한쪽에서 '새 글.md'를 'b.md'에 합쳤습니다. 'b.md'에"))
      #expect(note[.english].contains("from before the other side's changes") == isKept)
    }
  }

  /// Of a link, no file holds the other side's version, and none is listed.
  @Test(arguments: [("my link", "git log -m -p -- 'my link'"), (".memo/config.json", "memo conflicts")])
  func whatShowsTheOtherVersionOfWhatCannotBeMergedIsNamed(path: String, command: String) {
    let note = SyncMessages.note(.unmerged(VaultPath(path)), isPreview: false)
    #expect(note[.english].hasSuffix("to see the other: \(command)"), "\(note[.english])")
    #expect(note[.korean].hasSuffix("다른 버전을 보려면: \(command)"), "\(note[.korean])")
  }

  @Test(arguments: [("nano", "vi"), ("/usr/bin/nano -w", "vi"), ("vim", "nano"), ("", "nano")])
  func theHintOfAMissingEditorNamesAnotherOne(editor: String, other: String) {
    #expect(NoticeMessages.editorHint(insteadOf: editor)[.korean].contains("memo config editor \(other)."))
  }

  @Test func whatStandsForWordsIsKoreanInHelp() throws {
    let tool = try Self.tool()
    #expect(tool.run("help", "move").output.contains("memo move [옵션] 메모… 폴더"))
    #expect(tool.run("help", "append").output.contains("[메모] [글|-]"))
    #expect(tool.run("help").output.contains("memo 명령 [옵션] [인수]"))
    #expect(tool.run("move", "plan").errors.contains("사용법: memo move [옵션] 메모… 폴더\n"))
    #expect(tool.run("--lang", "en", "help", "move").output.contains("memo move [OPTIONS] REF… DIR"))
  }

  @Test func aFolderFromAMacIsFoundByItsName() throws {
    let tool = try Self.tool()
    let folder = try TemporaryFolder()
    let name = "애플 메모/여행".decomposedStringWithCanonicalMapping
    try folder.write("# 부산\n", to: "\(name)/a.md")
    for named in ["애플 메모/여행", name] {
      let run = tool.run("import", "--dry-run", "\(folder.path.text)/\(named)")
      #expect(run.code == .done && run.lines == ["a.md"], "\(run.errors)")
      #expect(
        tool.run("--vault", "\(folder.path.text)/\(named)", "list", "--paths", "--root-relative").lines == ["a.md"])
    }
    #expect(tool.run("import", "\(folder.path.text)/없음").errors.contains("없음"))
  }

  @Test func aDryRunOfAnImportSpeaksOfWhatWouldBe() throws {
    let tool = try Self.tool()
    let folder = try TemporaryFolder()
    try folder.write([0xB8, 0xDE, 0xB8, 0xF0, 0x20, 0xC8, 0xB8, 0xC0, 0xC7, 0xB7, 0xCF], to: VaultPath("옛날글.txt"))
    try folder.write("x", to: "a.png")
    try folder.write("# 회의록\n안건 셋", to: "회의록.md")
    let lines = [
      "'옛날글.txt' -> '옛날글.md'", "'옛날글.txt'를 CP949(한국어)에서 UTF-8로 변환할 예정입니다", "메모 1개를 가져올 예정입니다. 1개는 이미 있습니다",
      "다른 파일 1개('a.png')는 링크한 메모가 없어 가져오지 않을 예정입니다",
    ]
    #expect(tool.run("import", "--dry-run", folder.path.text).errors == lines.joined(separator: "\n") + "\n")
    let english = tool.run("--lang", "en", "import", "--dry-run", folder.path.text).errors
    #expect(english.contains("would convert '옛날글.txt' from CP949 (Korean) to UTF-8\n"))
    #expect(
      english.contains(
        "would import 1 memo; 1 already exists\n1 other file would be left out ('a.png'), as no memo links to it\n"))
    try folder.write("[{}]", to: "records.json")
    let records = "\(folder.path.text)/records.json"
    #expect(tool.run("import", "--dry-run", records).errors.contains("1번 레코드를 건너뛸 예정입니다: "))
    #expect(tool.run("--lang", "en", "import", "--dry-run", records).errors.contains("would skip record 1: "))
    #expect(tool.run("import", records).errors.contains("1번 레코드를 건너뛰었습니다: "))
    try folder.remove(VaultPath("records.json"))
    let done = tool.run("import", folder.path.text).errors
    #expect(done.contains("'옛날글.txt'를 CP949(한국어)에서 UTF-8로 변환했습니다\n메모 1개를 가져왔습니다. 1개는 이미 있었습니다\n"))
  }

  @Test func changesAreReported() throws {
    let tool = try Self.tool()
    #expect(tool.run("delete", "--yes", "회의록.md").errors == "'회의록.md'를 휴지통으로 옮겼습니다. 'memo undo'로 되돌릴 수 있습니다\n")
    #expect(tool.run("undo").errors == "'삭제'를 되돌렸습니다: '회의록.md'\n")
    #expect(tool.run("check").output.contains("'없음'이라는 메모가 없습니다"))
    #expect(tool.run("index").errors.hasPrefix("메모 3개. 추가 0개, 변경 0개, 삭제 0개, "))
  }

  @Test func statisticsAreKorean() throws {
    let stats = try Self.tool().run("stats", "--color", "never", terminalColumns: 80)
    #expect(stats.lines.first == "메모 3개 · 단어 5개 · 링크 1개 · 태그 0개")
    #expect(stats.output.contains("· 없음  ░▒▓  █ = 하루 1개") && stats.output.contains("월별 메모 수와 단어 수"))
  }

  @Test(arguments: CommandList.declarations.map(\.name), [20, 30, 60, 80])
  func helpFitsTheTerminal(command: String, columns: Int) throws {
    // The settings of editors are copied as they are.
    if command == "lsp", columns < 60 { return }
    let help = try TestedTool().run("--lang", "ko", "--color", "never", "help", command, terminalColumns: columns)
    #expect(help.output.contains("\n사용법\n") && help.code == .done)
    // What is wider than the window, such as a command line, stays whole.
    for line in help.lines where DisplayWidth.columns(of: String(line)) > columns && !Self.isWhole(line) {
      Issue.record("\(line)")
    }
  }

  private static func isWhole(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " }
    return line.hasPrefix("  memo ") || line.hasPrefix("  MEMO_EDITOR=") || text.hasPrefix("-") || !text.contains(" ")
  }

  @Test func theManualIsKorean() throws {
    let manual = try TestedTool().run("--lang", "ko", "man").output
    #expect(manual.contains(".SH \"\\[uAC1C]\\[uC694]\"") && manual.utf8.allSatisfy { $0 < 0x80 })
  }
}
