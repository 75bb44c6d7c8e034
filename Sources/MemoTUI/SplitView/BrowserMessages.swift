import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoWords

/// The messages of the split view.
enum BrowserMessages {
  // MARK: The status line

  /// The first keys to know, longest first; the first that fits is shown.
  static let hints = [
    Text("n new · i edit · / search · ? help", ko: "n 새 메모 · i 편집 · / 검색 · ? 도움말"), Text("? help", ko: "? 도움말"),
  ]
  /// The same for a text with matches of a search.
  static let matchHints =
    [
      Text("n N next match · Esc list · ? help", ko: "n N 다음 일치 · Esc 목록 · ? 도움말"),
      Text("n N next match", ko: "n N 다음 일치"),
    ] + hints
  static let fromStart = Text("no more matches below: continuing from the start", ko: "아래에 더 없어 처음부터 다시 찾습니다")
  static let replacedLast = Text("replaced; there are no more matches", ko: "바꾸었습니다. 일치하는 곳이 더 없습니다")
  static let fromEnd = Text("no more matches above: continuing from the end", ko: "위에 더 없어 끝에서부터 다시 찾습니다")
  static let noMemos = Text("No memos yet. Press n to write one.", ko: "아직 메모가 없습니다. n을 눌러 쓰기 시작하십시오.")
  static let noCommand = Text("no command matches", ko: "일치하는 명령이 없습니다")
  static let noChoice = Text("nothing matches", ko: "일치하는 항목이 없습니다")
  static let noLinks = Text("this memo has no links", ko: "이 메모에는 링크가 없습니다")
  static let noBacklinks = Text("no memo links to this one", ko: "이 메모로 링크한 메모가 없습니다")
  static func noMemo(_ target: String) -> Text {
    Text("'\(target)' is not a memo", ko: "'\(target)'\(.topic) 메모가 아닙니다")
  }
  static let noWayBack = Text("no link was followed", ko: "돌아갈 메모가 없습니다")
  static let noHeadings = Text("this memo has no headings", ko: "이 메모에는 소제목이 없습니다")
  static let noFold = Text("nothing to fold here: go to a heading", ko: "여기에는 접을 내용이 없습니다. 소제목으로 이동하십시오")
  static func foldedLines(_ count: Int) -> Text { Text(count == 1 ? "1 line" : "\(count) lines", ko: "\(count)줄") }
  static let noTags = Text("no memo has a tag", ko: "태그가 있는 메모가 없습니다")
  static let syncing = Text("syncing…", ko: "동기화하는 중…")
  static let keysWait = Text(
    "still working; the keys since then wait (Esc drops them)", ko: "아직 처리하고 있어 그 뒤의 키는 기다립니다(Esc로 취소)")
  static let waitsToBeSaved = Text("waiting to be saved…", ko: "저장을 기다리는 중…")
  static let keysWaitForSave = Text(
    "not saved yet; the keys since then wait (Esc drops them)", ko: "아직 저장하지 못해 그 뒤의 키는 기다립니다(Esc로 취소)")
  static let help = Text("Keys (Esc closes this page)", ko: "키 안내(Esc로 닫기)")
  static let moreHelp = Text("↓ more (space, j)", ko: "↓ 더 보기(스페이스, j)")

  /// The number of sync conflicts where vi's keys have their meaning, and the command that lists them.
  static func viConflicts(_ places: Int) -> Text { Self.places(places, ":conflicts") }
  /// The number of sync conflicts, and the key that lists them.
  static func conflicts(_ places: Int) -> Text {
    Text(places == 1 ? "C: 1 conflict" : "C: \(places) conflicts", ko: "C: 충돌 \(places)건")
  }

  /// One of the versions of a stale save.
  static func version(_ version: ConflictVersion) -> Text {
    switch version {
    case .ours: Text("use the version saved here", ko: "여기서 저장한 버전 사용")
    case .theirs: Text("use the version with all received changes", ko: "받은 변경을 모두 반영한 버전 사용")
    }
  }

  /// How to settle a conflict in a file that is not a memo.
  static func fileAdvice(_ conflict: SyncConflict) -> Text {
    if conflict.kind == .split, conflict.otherPath != nil { return SettlingMessages.holdsOne(conflict) }
    let path = conflict.path.text
    guard conflict.kind == .one else {
      let advice = SyncMessages.advice(on: conflict)
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

  static func order(_ order: BrowserOrder) -> Text {
    switch order {
    case .newest: Text("newest first", ko: "최신순")
    case .title: Text("by title", ko: "제목순")
    case .created: Text("by creation date", ko: "만든 날짜순")
    case .path: Text("by path", ko: "경로순")
    }
  }

  /// Words that may have been meant by a search that finds nothing.
  static func suggestions(_ texts: [String]) -> Text {
    let suggestions = Message.suggestions(texts)
    return texts.count == 1
      ? Text("\(suggestions) Tab takes it", ko: "\(suggestions) (Tab: 이 말로 검색)")
      : Text("\(suggestions) Tab takes the first", ko: "\(suggestions) (Tab: 첫 번째 말로 검색)")
  }
  static let ranked = Text("best matches first", ko: "관련도순")

  // MARK: Questions

  /// A question with its answers.
  private static func asked(_ question: Text) -> Text {
    Text("\(question) \(Message.answers) ", ko: "\(question) \(Message.answers) ")
  }

  static let newTitle = Text("new title:", ko: "새 제목:")

  static func askDelete(_ title: String) -> Text {
    asked(Text("move \(quoted: title) to the trash?", ko: "\(quoted: title)\(.object) 휴지통으로 옮길까요?"))
  }
  static func askDiscard(_ reason: String) -> Text {
    asked(Text("\(reason). Leave without saving?", ko: "\(reason). 저장하지 않고 나갈까요?"))
  }
  static func askSkip(_ reason: String) -> Text {
    asked(Text("\(reason). Skip it?", ko: "\(reason). 건너뛸까요?"))
  }
  static func askTwin(_ title: String) -> Text {
    asked(
      Text(
        "another memo is named \(quoted: title). Rename anyway?",
        ko: "제목이 \(quoted: title)인 메모가 이미 있습니다. 그래도 바꿀까요?"))
  }
  static func askCreate(_ target: String) -> Text {
    asked(Text("no memo is named \(quoted: target). Create it?", ko: "\(quoted: target)\(.called) 메모가 없습니다. 새로 만들까요?"))
  }

  // MARK: Writing

  static let writingHint = Text("Esc to finish", ko: "Esc로 마치기")
  static let selectingKeys = Text("y copy · x cut · p paste · Esc end", ko: "y 복사 · x 잘라내기 · p 붙여넣기 · Esc 끝")
  static let copiedText = Text("copied", ko: "복사했습니다")
  static let nothingSelected = Text("nothing is selected", ko: "선택한 내용이 없습니다")
  static let nothingToUndo = Text("nothing to undo in this text", ko: "이 본문에는 되돌릴 작업이 없습니다")
  static let cannotUndoMore = Text(
    "cannot undo more: the same lines were changed elsewhere", ko: "더 되돌릴 수 없습니다. 다른 곳에서 같은 줄을 변경했습니다")
  static let nothingToRedo = Text("nothing to redo in this text", ko: "이 본문에는 다시 실행할 작업이 없습니다")
  static let find = Text("find:", ko: "찾기:")
  static func replaceWith(_ query: String) -> Text {
    let query = short(query)
    return Text("replace '\(query)' with:", ko: "'\(query)'\(.object) 다음으로 바꾸기:")
  }
  static let notFound = Text("not found", ko: "찾을 수 없습니다")
  static let findKeys = Text("Enter ↓ ↑ · Tab replace · Esc", ko: "Enter ↓ ↑ · Tab 바꾸기 · Esc")
  static let replaceKeys = Text("Enter one · ^A all · ↓ skip · Esc", ko: "Enter 하나 · ^A 모두 · ↓ 건너뛰기 · Esc")
  static func replaced(_ count: Int) -> Text {
    Text(count == 1 ? "replaced 1" : "replaced \(count)", ko: "\(count)개를 바꾸었습니다")
  }
  static let noTask = Text(
    "no task at the cursor; one begins with '- [ ] '", ko: "커서 위치에 할 일이 없습니다. 할 일은 '- [ ] '로 시작합니다")
  static func madeTask(_ key: String) -> Text {
    Text("the item is a task now; \(key) ticks it", ko: "이 항목을 할 일로 바꾸었습니다. \(key)\(.object) 누르면 완료로 표시합니다")
  }
  static let unsaved = Text("not saved yet", ko: "아직 저장 안 됨")
  static let saved = Text("saved", ko: "저장됨")
  static let gone = Text("deleted elsewhere", ko: "다른 곳에서 삭제됨")
  static let goneWhileWriting = Text(
    "deleted elsewhere; keep typing to save it again", ko: "다른 곳에서 삭제되었습니다. 계속 입력하면 다시 저장합니다")
  static func deletedElsewhere(_ title: String) -> Text {
    let title = short(title)
    return Text("\(quoted: title) was deleted elsewhere", ko: "다른 곳에서 \(quoted: title)\(.object) 삭제했습니다")
  }
  static let backAgain = Text(
    "there again after it was deleted elsewhere", ko: "다른 곳에서 삭제되었다가 다시 생겼습니다")
  static let savedAgain = Text(
    "saved again after it was deleted elsewhere", ko: "다른 곳에서 삭제되었지만 다시 저장했습니다")
  static let merged = Text("merged with changes made elsewhere", ko: "다른 곳에서 변경한 내용과 병합했습니다")
  static func movedElsewhere(to path: VaultPath) -> Text {
    let path = short(path.text)
    return Text("moved elsewhere, to '\(path)'", ko: "다른 곳에서 '\(path)'\(.toward) 옮겼습니다")
  }
  /// Why the first key of writing is refused.
  static func readOnly(_ reason: Text) -> Text {
    Text("cannot change memos in this vault: \(reason)", ko: "이 보관함의 메모를 변경할 수 없습니다: \(reason)")
  }
  static func readOnlyMemo(_ path: VaultPath) -> Text {
    let (name, command) = (short(path.text), "chmod u+w \(ShellWord.of(path))")
    return Text(
      "'\(name)' is read-only; to change it: \(command)", ko: "'\(name)'\(.topic) 읽기 전용입니다. 변경하려면: \(command)")
  }
  /// Why a memo cannot be saved of which something else has taken the place.
  static func obstructed(_ path: VaultPath, _ obstacle: Obstacle) -> Text {
    let reason = DailyMessages.obstructed(short(path.text), obstacle)
    return Text("cannot save: \(reason); rename or move it", ko: "저장할 수 없습니다: \(reason). 이름을 바꾸거나 옮기십시오")
  }

  static func notSaved(_ reason: String?) -> Text {
    let reason = reason.map { ": \($0)" } ?? ""
    return Text("the last text you typed could not be saved\(reason)", ko: "마지막으로 입력한 내용을 저장하지 못했습니다\(reason)")
  }
  /// Where a text is that could not be saved: a file, or a folder of such texts.
  static func rescued(_ place: HostPath) -> Text {
    let name = TerminalText.visible(place.text)
    return Text("text that could not be saved is in '\(name)'", ko: "저장하지 못한 내용이 '\(name)'에 있습니다")
  }

  // MARK: What was done

  /// A title or path, cut to leave room for the rest of the message.
  static func short(_ name: String) -> String { TerminalText.cut(name, to: 48) }

  /// - Parameter oversized: the memos in which links may be left as they are.
  static func renamed(_ title: String, _ relocation: Relocation, oversized: [VaultPath]) -> Text {
    let name = short(relocation.newPath.text)
    guard relocation.newPath == relocation.path else { return withLinks(newPath(name), relocation, oversized) }
    return withLinks(
      Message.keepsName(short(title), name, forLinks: relocation.keepsNameForLinks), relocation, oversized)
  }

  /// - Parameter oversized: the memos in which links may be left as they are.
  static func moved(_ relocation: Relocation, oversized: [VaultPath]) -> Text {
    withLinks(newPath(short(relocation.newPath.text)), relocation, oversized)
  }

  private static func withLinks(_ text: Text, _ relocation: Relocation, _ oversized: [VaultPath]) -> Text {
    let linking = relocation.rewrites.map(\.memo.path).filter { $0 != relocation.path }
    let left = oversized.first.map { Message.oversized(TerminalText.visible($0.text)) }
    // What is wrong comes first, where the line is short.
    return [lost(relocation.lostLinks), left, Message.relinked(linking)].compactMap(\.self).reduce(text, joined)
  }

  /// What became of the links to a memo whose title was retyped; `nil` for nothing.
  static func retitled(_ changed: [VaultPath], _ lostLinks: [Relocation.LostLink]) -> Text? {
    sentence([lost(lostLinks), Message.relinked(changed)])
  }

  /// What became of links that a new memo would have taken over by its name; `nil` for nothing.
  static func keptLinks(_ changed: [VaultPath], _ lostLinks: [Relocation.LostLink]) -> Text? {
    let lost = lostLinks.first.map {
      LinkMessages.takenOver(TerminalText.visible($0.target), TerminalText.visible($0.path.text))
    }
    return sentence([lost, Message.relinked(changed)])
  }

  static func restored(
    _ path: VaultPath, _ changed: [VaultPath], _ lostLinks: [Relocation.LostLink]
  ) -> Text {
    let text = ListMessages.restored(path.text)
    return keptLinks(changed, lostLinks).map { joined(text, $0) } ?? text
  }

  /// - Parameter lostLinks: the links that named what the version that was kept does not have.
  static func settled(_ choice: ConflictChoice, _ lostLinks: [Relocation.LostLink], undo key: String) -> Text {
    let text = SettlingMessages.done(choice, undo: key)
    return LinkMessages.unsettled(lostLinks, path: \.text).first.map { joined(visible($0), text) } ?? text
  }

  private static func lost(_ links: [Relocation.LostLink]) -> Text? {
    links.first.map { LinkMessages.lost(TerminalText.visible($0.target), TerminalText.visible($0.path.text)) }
  }

  private static func sentence(_ parts: [Text?]) -> Text? {
    let parts = parts.compactMap(\.self)
    return parts.first.map { parts.dropFirst().reduce($0, joined) }
  }

  private static func visible(_ text: Text) -> Text {
    Text("\(TerminalText.visible(text[.english]))", ko: "\(TerminalText.visible(text[.korean]))")
  }

  private static func joined(_ first: Text, _ second: Text) -> Text {
    Text("\(first); \(second)", ko: "\(first). \(second)")
  }

  private static func newPath(_ path: String) -> Text { Text("it is now '\(path)'", ko: "이제 경로는 '\(path)'입니다") }

  static func deleted(_ title: String, undo key: String) -> Text {
    let title = short(title)
    return Text(
      "moved \(quoted: title) to the trash; undo with \(key)",
      ko: "\(quoted: title)\(.object) 휴지통으로 옮겼습니다. \(key)로 되돌릴 수 있습니다")
  }
  /// Why a memo was not deleted about which a question was asked.
  static func notDeleted(_ title: String) -> Text {
    let title = short(title)
    return Text(
      "\(quoted: title) was changed elsewhere; nothing was deleted",
      ko: "다른 곳에서 \(quoted: title)\(.object) 변경하여 삭제하지 않았습니다")
  }
  /// - Parameters:
  ///   - takenOver: links that lead to memos which are back, and led to others of their names.
  ///   - staying: files that came with the operation.
  static func undone(
    _ operation: PastOperation, _ title: String, _ takenOver: [Relocation.LostLink] = [], staying: [VaultPath] = []
  ) -> Text {
    let (name, memos) = (OperationMessages.name(of: operation), memos(title, operation))
    let text = Text("undid \(name) \(memos)", ko: "\(name)\(.object) 되돌렸습니다: \(memos)")
    let lost = LinkMessages.takenBack(takenOver, isDryRun: false, path: \.text).first.map(visible)
    let files = staying.isEmpty ? nil : TransferMessages.companionsStay(staying, isDryRun: false)
    // What is wrong comes first, where the line is short.
    return sentence([lost, text, files]) ?? text
  }
  static func redone(_ operation: PastOperation, _ title: String) -> Text {
    let (name, memos) = (OperationMessages.name(of: operation), memos(title, operation))
    return Text("redid \(name) \(memos)", ko: "\(name)\(.object) 다시 실행했습니다: \(memos)")
  }
  /// Why the last change cannot be undone.
  static func cannotUndo(_ paths: [VaultPath]) -> Text {
    let names = OperationMessages.list(paths)
    return Text(
      "cannot undo the last change: \(names) changed since or already exists",
      ko: "마지막 변경을 되돌릴 수 없습니다. 그 뒤에 바뀌었거나 이미 있는 파일: \(names)")
  }
  static func skipped(_ operation: PastOperation) -> Text {
    let name = OperationMessages.name(of: operation)
    let memos = memos(operation.changed.first?.text ?? "", operation)
    return Text(
      "skipped \(name) \(memos); u undoes the change before it",
      ko: "\(name)\(.object) 건너뛰었습니다: \(memos). 그 앞의 변경은 u로 되돌릴 수 있습니다")
  }
  static let copied = Text("copied the memo to the clipboard", ko: "메모를 클립보드에 복사했습니다")

  /// The name of a memo that an operation changed, and how many others.
  private static func memos(_ name: String, _ operation: PastOperation) -> Text {
    // A moved memo counts with both paths.
    let others = operation.changed.count - operation.moves.count - 1
    let first = Text("\(quoted: short(name))", ko: "\(quoted: short(name))")
    return others > 0 ? Text("\(first) + \(others)", ko: "\(first) 외 \(others)개") : first
  }

  // MARK: Syncs

  /// The state of syncing.
  static func sync(at date: String?, hasFailed: Bool) -> Text {
    switch (date, hasFailed) {
    case (let date?, false): Text("synced \(date)", ko: "\(date)에 동기화됨")
    case (let date?, true): Text("not synced since \(date)", ko: "\(date) 이후 동기화 안 됨")
    case (nil, _): Text("not synced", ko: "동기화 안 됨")
    }
  }

  /// A sync failed; the most important part comes first.
  static func notSynced(_ reason: String) -> Text {
    Text("saved here, not synced: \(reason)", ko: "이 기기에는 저장했지만 동기화하지 못했습니다: \(reason)")
  }

  /// The result of a sync.
  ///
  /// - Parameter key: what lists the conflicts.
  static func synced(_ report: SyncReport, conflicts key: String = "C") -> Text {
    let kept = report.deletedHere.count + report.deletedElsewhere.count
    let special = [
      report.conflicts > 0 ? places(report.conflicts, key) : nil,
      report.doubled.isEmpty ? nil : doubled(report.doubled.count), kept > 0 ? Self.kept(kept) : nil,
      report.rescued > 0 ? rescued : nil,
    ].compactMap(\.self)
    guard let first = special.first else { return SyncMessages.synced(report) }
    return (special.dropFirst() + [counts(report)]).reduce(first) { Text("\($0); \($1)", ko: "\($0). \($1)") }
  }

  private static func places(_ count: Int, _ key: String) -> Text {
    Text(count == 1 ? "1 conflict (\(key))" : "\(count) conflicts (\(key))", ko: "충돌 \(count)건(\(key))")
  }
  private static func doubled(_ count: Int) -> Text {
    Text("\(count) renamed on both sides", ko: "양쪽에서 이름을 바꾼 메모 \(count)개")
  }
  private static func kept(_ count: Int) -> Text {
    Text("\(count) kept though deleted", ko: "삭제됐지만 남긴 파일 \(count)개")
  }
  private static let rescued = Text("saved text in the trash", ko: "휴지통에 보존한 내용 있음")
  private static func counts(_ report: SyncReport) -> Text {
    let merged = report.merged.count
    return Text(
      "sent \(report.sent), received \(report.received), merged \(merged)",
      ko: "\(report.sent)개 보냄, \(report.received)개 받음, \(merged)개 병합")
  }

  // MARK: Selected text

  /// The keys for text that is selected while writing.
  static let selectedKeys = Text("^C copy · ^X cut · ^V paste", ko: "^C 복사 · ^X 잘라내기 · ^V 붙여넣기")
}
