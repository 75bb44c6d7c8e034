import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoTUI
package import MemoWords

/// The messages of the split view.
enum BrowserMessages {
  /// All of it for a vault.
  static func words(vault: String, _ language: Language) -> BrowserWords {
    var words = BrowserWords()
    words.vault = vault
    words.untitled = Message.untitled[language]
    words.commands = { command(for: $0)[language] }
    words.otherKeys = otherKeys.map { ($0.keys[language], $0.meaning[language]) }
    words.count = { Message.memoCount($0)[language] }
    words.found = { found($0, of: $1)[language] }
    words.order = { order($0)[language] }
    (words.noMemos, words.noMatch) = (noMemos[language], Message.noMatch[language])
    (words.hints, words.choose) = ([hints[language], shortHint[language]], ">")
    words.matchHints = [matchHints[language], shortMatchHint[language]]
    words.searchesOn = { ($0 ? fromStart : fromEnd)[language] }
    (words.help, words.moreHelp) = (help[language], moreHelp[language])
    (words.noLinks, words.noWayBack, words.noTags) = (noLinks[language], noWayBack[language], noTags[language])
    (words.noBacklinks, words.noConflicts) = (noBacklinks[language], SyncMessages.noConflicts[language])
    words.conflicts = { conflicts($0)[language] }
    words.brokenLink = { Message.noSuchMemo($0)[language] }
    (words.noCommand, words.noChoice) = (noCommand[language], noChoice[language])
    words.noMemo = { noMemo($0)[language] }
    (words.searching, words.syncing) = ("…", syncing[language])
    setQuestions(&words, language)
    setWriting(&words, language)
    return words
  }

  private static func setQuestions(_ words: inout BrowserWords, _ language: Language) {
    (words.newTitle, words.newFolder) = (newTitle[language], newFolder[language])
    words.askDelete = { asked(askDelete($0), language) }
    words.askGiveUp = { asked(askGiveUp($0), language) }
    words.askForget = { asked(askForget($0), language) }
    words.askTwin = { asked(askTwin($0), language) }
    words.askMake = { asked(askMake($0), language) }
  }

  private static func setWriting(_ words: inout BrowserWords, _ language: Language) {
    words.writingHint = writingHint[language]
    (words.unsaved, words.saved, words.gone) = (unsaved[language], saved[language], gone[language])
    (words.goneWhileWriting, words.broughtBack) = (goneWhileWriting[language], broughtBack[language])
    words.merged = merged[language]
    words.moved = { moved(short($0))[language] }
  }

  // MARK: The status line

  private static let hints = Text("n new · i edit · / search · ? help", ko: "n 새 메모 · i 편집 · / 검색 · ? 도움말")
  private static let matchHints = Text("n N next match · Esc list · ? help", ko: "n N 다음 일치 · Esc 목록 · ? 도움말")
  private static let shortMatchHint = Text("n N next match", ko: "n N 다음 일치")
  private static let fromStart = Text("no more matches below: continuing from the start", ko: "아래에 더 없어 처음부터 다시 찾습니다")
  private static let fromEnd = Text("no more matches above: continuing from the end", ko: "위에 더 없어 끝에서부터 다시 찾습니다")
  private static let shortHint = Text("? help", ko: "? 도움말")
  private static let noMemos = Text("No memos yet. Press n to write one.", ko: "아직 메모가 없습니다. n을 눌러 쓰기 시작하십시오.")
  private static let noCommand = Text("no command matches", ko: "일치하는 명령이 없습니다")
  private static let noChoice = Text("nothing matches", ko: "일치하는 항목이 없습니다")
  private static let noLinks = Text("this memo has no links", ko: "이 메모에는 링크가 없습니다")
  private static let noBacklinks = Text("no memo links to this one", ko: "이 메모로 링크한 메모가 없습니다")
  private static func noMemo(_ target: String) -> Text {
    Text("'\(target)' is not a memo", ko: "'\(target)'\(.topic) 메모가 아닙니다")
  }
  private static let noWayBack = Text("no link was followed", ko: "따라온 링크가 없습니다")
  private static let noTags = Text("no memo has a tag", ko: "태그가 있는 메모가 없습니다")
  private static let syncing = Text("syncing…", ko: "동기화하는 중…")
  private static let help = Text("Keys (Esc closes this page)", ko: "키 안내(Esc로 닫기)")
  private static let moreHelp = Text("↓ more (space, j)", ko: "↓ 더 보기(스페이스, j)")

  private static func found(_ found: Int, of memos: Int) -> Text {
    Text("\(found) of \(memos)", ko: "\(memos)개 중 \(found)개")
  }

  /// The number of sync conflicts, and the key that lists them.
  private static func conflicts(_ places: Int) -> Text {
    Text(places == 1 ? "C: 1 conflict" : "C: \(places) conflicts", ko: "C: 충돌 \(places)건")
  }

  /// What to do about a conflict.
  static func advice(_ conflict: SyncConflict) -> Text {
    switch conflict.kind {
    case .both:
      Text("both versions are here: delete the one you do not want", ko: "두 버전이 차례로 있습니다. 필요 없는 쪽을 지우십시오")
    case .one: Text("one of the two versions is here", ko: "두 버전 중 하나가 여기에 있습니다")
    case .stale:
      Text(
        "saved without the changes received from other devices; choose a version with C, or see 'memo conflicts'",
        ko: "다른 기기에서 받은 변경 없이 저장되었습니다. C로 버전을 고르거나 'memo conflicts'로 확인하십시오")
    case .split:
      Text(
        "it cannot hold both versions: the other is a file next to it; delete one",
        ko: "두 버전을 한데 담을 수 없어 다른 버전은 옆의 파일에 있습니다. 하나를 지우십시오")
    case .doubled: Text("it is here under two names", ko: "두 이름으로 있습니다")
    case .displaced: SyncMessages.displaced(conflict)
    }
  }

  /// One of the versions of a stale save.
  static func version(_ version: ConflictVersion) -> Text {
    switch version {
    case .ours: Text("use the version saved here", ko: "여기서 저장한 버전 사용")
    case .theirs: Text("use the version with all received changes", ko: "받은 변경을 모두 반영한 버전 사용")
    }
  }

  static let settled = Text("settled; undo with u", ko: "해결했습니다. u로 되돌릴 수 있습니다")

  /// What to do about one in a file that is not a memo.
  static func fileAdvice(_ conflict: SyncConflict) -> Text {
    let path = conflict.path.text
    guard conflict.kind == .one else {
      let advice = advice(conflict)
      return Text("'\(path)': \(advice)", ko: "'\(path)': \(advice)")
    }
    return Text(
      """
      both sides changed '\(path)', and one version is in use; 'memo conflicts' shows both, 'memo conflicts \
      --resolve \(path)' keeps it
      """,
      ko: """
        양쪽에서 '\(path)'\(.object) 변경했고 지금은 한쪽 버전입니다. 둘 다 보려면 'memo conflicts', 그대로 두려면 'memo conflicts --resolve \
        \(path)'\(.object) 실행하십시오
        """)
  }

  private static func order(_ order: BrowserOrder) -> Text {
    switch order {
    case .newest: Text("newest first", ko: "최신순")
    case .title: Text("by title", ko: "제목순")
    case .created: Text("by creation date", ko: "만든 날짜순")
    case .path: Text("by path", ko: "경로순")
    }
  }

  // MARK: Questions

  /// A question and the answers that it takes.
  private static func asked(_ question: Text, _ language: Language) -> String {
    "\(question[language]) \(Message.answers[language]) "
  }

  private static let newFolder = Text("move to folder:", ko: "옮길 폴더:")
  private static let newTitle = Text("new title:", ko: "새 제목:")

  private static func askDelete(_ title: String) -> Text {
    Text("move '\(title)' to the trash?", ko: "'\(title)'\(.object) 휴지통으로 옮길까요?")
  }
  private static func askGiveUp(_ reason: String) -> Text {
    Text("\(reason). Leave without saving?", ko: "\(reason). 저장하지 않고 나갈까요?")
  }
  private static func askForget(_ reason: String) -> Text {
    Text("\(reason). Skip it?", ko: "\(reason). 건너뛸까요?")
  }
  private static func askTwin(_ title: String) -> Text {
    Text("another memo is named '\(title)'. Rename anyway?", ko: "'\(title)'\(.called) 메모가 또 있습니다. 그래도 바꿀까요?")
  }
  private static func askMake(_ target: String) -> Text {
    Text("no memo is named '\(target)'. Create it?", ko: "'\(target)'\(.called) 메모가 없습니다. 새로 만들까요?")
  }

  // MARK: Writing

  private static let writingHint = Text("Esc to finish", ko: "Esc로 나가기")
  private static let unsaved = Text("not saved yet", ko: "아직 저장 안 됨")
  private static let saved = Text("saved", ko: "저장됨")
  private static let gone = Text("deleted elsewhere", ko: "다른 곳에서 삭제됨")
  private static let goneWhileWriting = Text(
    "deleted elsewhere; keep typing to save it again", ko: "다른 곳에서 삭제되었습니다. 계속 입력하면 다시 저장합니다")
  private static let broughtBack = Text(
    "saved again after it was deleted elsewhere", ko: "다른 곳에서 삭제되었지만 다시 저장했습니다")
  private static let merged = Text("merged with changes made elsewhere", ko: "다른 곳에서 변경한 내용과 병합했습니다")
  private static func moved(_ path: String) -> Text {
    Text("moved elsewhere, to '\(path)'", ko: "다른 곳에서 '\(path)'\(.toward) 옮겼습니다")
  }
  /// What is said before the first key where memos cannot be changed.
  static func readOnly(_ reason: Text) -> Text {
    Text("cannot change memos in this vault: \(reason)", ko: "이 보관함의 메모를 변경할 수 없습니다: \(reason)")
  }

  // MARK: What was done

  /// A title or a path, cut so that what is said of it has room.
  private static func short(_ name: String) -> String {
    DisplayWidth.cut(TerminalText.visible(name), to: 48)
  }

  static func renamed(_ title: String, _ relocation: Relocation) -> Text {
    let name = short(relocation.newPath.text)
    guard relocation.newPath == relocation.path else { return told(isNow(name), relocation) }
    return told(Message.keepsName(short(title), name, forLinks: relocation.keepsNameForLinks), relocation)
  }

  static func moved(_ relocation: Relocation) -> Text { told(isNow(short(relocation.newPath.text)), relocation) }

  private static func told(_ told: Text, _ relocation: Relocation) -> Text {
    let linking = relocation.rewrites.count { $0.memo.path != relocation.path }
    guard linking > 0 else { return told }
    let relinked = Message.relinked(linking)
    return Text("\(told); \(relinked)", ko: "\(told). \(relinked)")
  }

  private static func isNow(_ path: String) -> Text { Text("it is now '\(path)'", ko: "이제 '\(path)'입니다") }

  static func deleted(_ title: String) -> Text {
    let title = short(title)
    return Text("moved '\(title)' to the trash; undo with u", ko: "'\(title)'\(.object) 휴지통으로 옮겼습니다. u로 되돌릴 수 있습니다")
  }
  static func undone(_ operation: PastOperation, _ title: String) -> Text {
    let (name, memos) = (OperationMessages.name(of: operation), memos(title, operation))
    return Text("undid \(name) \(memos)", ko: "되돌렸습니다: \(name) \(memos)")
  }
  static func redone(_ operation: PastOperation, _ title: String) -> Text {
    let (name, memos) = (OperationMessages.name(of: operation), memos(title, operation))
    return Text("redid \(name) \(memos)", ko: "다시 실행했습니다: \(name) \(memos)")
  }
  /// Why the last change cannot be undone.
  static func cannotUndo(_ paths: [VaultPath]) -> Text {
    let names = OperationMessages.list(paths)
    return Text(
      "cannot undo the last change: \(names) changed since or already exists",
      ko: "마지막 변경을 되돌릴 수 없습니다. 그 뒤에 바뀌었거나 이미 있는 파일: \(names)")
  }
  static func forgotten(_ operation: PastOperation) -> Text {
    let name = OperationMessages.name(of: operation)
    let memos = memos(operation.changed.first?.text ?? "", operation)
    return Text(
      "skipped \(name) \(memos); u undoes the change before it",
      ko: "건너뛰었습니다: \(name) \(memos). 그 앞의 변경은 u로 되돌릴 수 있습니다")
  }
  static let copied = Text("copied the memo to the clipboard", ko: "메모를 클립보드에 복사했습니다")

  /// A memo that an operation changed, and how many others.
  private static func memos(_ name: String, _ operation: PastOperation) -> String {
    // Both paths of a memo that moved are among what changed.
    let others = operation.changed.count - operation.moves.count - 1
    return others > 0 ? "'\(short(name))' + \(others)" : "'\(short(name))'"
  }

  // MARK: Where it cannot be

  static let notOnThisTerminal = Text(
    "cannot draw on this terminal (TERM=dumb)", ko: "이 터미널에는 그릴 수 없습니다(TERM=dumb)")
  static let needsTerminal = Text("the split view needs a terminal", ko: "분할 화면에는 터미널이 필요합니다")
  static func noTerminal(_ reason: Text) -> Text {
    Text("cannot use the terminal: \(reason)", ko: "터미널을 쓸 수 없습니다: \(reason)")
  }
  static let listHint = Text(
    "'memo list' and 'memo show' work anywhere", ko: "'memo list'와 'memo show'는 어디서나 쓸 수 있습니다")
  static func notSaved(_ reason: String) -> Text {
    Text("the last text you typed could not be saved: \(reason)", ko: "마지막으로 입력한 내용을 저장하지 못했습니다: \(reason)")
  }
}

extension TerminalError: FailureConvertible {
  /// That of a terminal that cannot be used.
  package var failure: Failure {
    Failure(
      kind: "terminal", message: BrowserMessages.noTerminal(SystemMessages.reason(reason)), exitCode: .failure)
  }
}
