import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo trash`
enum TrashCommand: Command {
  private static let action = Positional(
    choices: ["list", "restore", "empty"], .optional,
    help: Text("What to do; the default is list", ko: "수행할 작업. 기본값은 list")
  )
  private static let reference = Positional(
    "REF", .optional,
    help: Text(
      "The memo to restore: an id of 'memo trash', a path, a title or a file name",
      ko: "복원할 메모: 'memo trash'의 id, 경로, 제목 또는 파일 이름"), completion: .trash)

  static let declaration = CommandDeclaration(
    "trash", namesElsewhere: ["bin", "휴지통"], group: .write,
    summary: Text("List, restore or remove deleted memos", ko: "삭제한 메모 목록, 복원, 비우기"),
    description: [
      Text(
        """
        'restore' puts a memo back where it was, or next to the file that is there now. 'empty' removes all deleted \
        memos permanently, which 'memo undo' cannot undo; it asks on a terminal and needs --yes elsewhere.
        """,
        ko: """
          'restore'는 메모를 원래 위치에, 그 자리에 다른 파일이 있으면 그 옆에 되돌려 놓습니다. 'empty'는 삭제한 메모를 모두 영구히 지우며 'memo undo'로도 되돌릴 수 없습니다. \
          터미널에서는 물어보고, 그 밖에서는 --yes가 필요합니다.
          """)
    ],
    positionals: [action, reference], options: [ChangeOptions.yes, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo trash", Text("deleted memos, newest first", ko: "삭제한 메모, 최신순")),
      CommandExample("memo trash restore 장보기", Text("restore one", ko: "하나 복원")),
      CommandExample("memo trash empty --yes", Text("remove all permanently", ko: "모두 영구히 지우기")),
    ],
    seeAlso: ["delete", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let word = session.arguments[action]?.text
    let named = session.arguments[reference]
    // Of 'empty' above all: it would remove the other memos, too.
    if word != "restore", let named { throw UsageError.unexpected(named, of: declaration) }
    let workspace = try session.open(isChange: word != nil)
    let vault = workspace.vault
    let trash = Trash(of: vault, history: try workspace.history())
    switch word {
    case "restore":
      guard let named else { throw UsageError.missing(reference, of: declaration) }
      return try restore(named, trash, workspace, session)
    case "empty": return try empty(trash, session)
    default: return try list(trash.items(), session)
    }
  }

  // MARK: Listing

  private static func list(_ items: [TrashItem], _ session: Session) throws -> ExitCode {
    if items.isEmpty, session.console.outputIsTerminal, !session.isJSON { session.note(Message.trashIsEmpty) }
    let dates = DateText(clock: session.machine.clock, locale: session.dateLocale)
    try session.write(
      items, fields,
      row: { item in
        [
          Cell(.text(item.id), Style.number), Cell(.text(dates.text(item.deletedAt)), Style.date),
          Cell(.text(title(of: item, session)), Style.title), Cell(.path(item.path), Style.faint),
        ]
      },
      line: { session.line(.text($0.id), .date($0.deletedAt), .path($0.path), .text($0.title)) }, uncut: [0, 1])
    return .done
  }

  private static func title(of item: TrashItem, _ session: Session) -> String {
    item.title.isEmpty ? Message.untitled[session.language] : item.title
  }

  private static func writeJSON(_ items: [TrashItem], _ session: Session) throws -> ExitCode {
    try session.writeJSON(items.lazy.map(fields))
    return .done
  }

  private static func fields(of item: TrashItem) -> Record {
    [
      "id": .text(item.id), "path": .path(item.path), "title": .text(item.title), "deletedAt": .date(item.deletedAt),
    ]
  }

  // MARK: Restoring

  private static func restore(
    _ named: RawArgument, _ trash: Trash, _ workspace: Workspace, _ session: Session
  ) throws -> ExitCode {
    let item = try find(named, in: trash.items(), workspace, session)
    var path = try trash.freePath(for: item)
    guard workspace.vault.rules.showsMemo(at: path) else {
      throw Failure.invalid(PastMessages.noPlace(session.paths.text(path)), hints: [Message.ignoredHint])
    }
    if session.arguments[CommonOptions.dryRun] {
      if session.isJSON { return try writeJSON([item], session) }
      session.noteLinks(try workspace.relinkedMemos(restoring: item, at: path))
    } else {
      path = try workspace.restore(item)
      workspace.vault.noteReturn(of: [path])
      if session.isJSON { try session.printRecord(of: path, in: workspace) }
    }
    if !session.isJSON { try session.writeLine(path) }
    return .done
  }

  /// An id names one; of several with a path or a title a person has to choose.
  private static func find(
    _ named: RawArgument, in items: [TrashItem], _ workspace: Workspace, _ session: Session
  ) throws -> TrashItem {
    let key = Folding.matchKey(named.text)
    // As they are printed, also where the folder is gone.
    let printed = session.path(named, among: items.map(\.path))
    // Without its ending it is a name, which several may have.
    let isPath = MemoFileRules.hasMemoExtension(VaultPath(bytes: named.bytes))
    let typed = isPath ? session.finder(in: workspace, isChange: true).paths(named.bytes) : []
    let pathWays = ([printed].compactMap(\.self) + typed).map { path in { (item: TrashItem) in item.path == path } }
    let nameWays: [(TrashItem) -> Bool] = [
      { Folding.matchKey($0.title) == key }, { Folding.matchKey($0.path.text) == key },
      { Folding.matchKey(String(decoding: $0.path.name, as: UTF8.self)) == key },
      { Folding.matchKey(String(decoding: MemoFileRules.stem(of: $0.path), as: UTF8.self)) == key },
    ]
    for way in [{ $0.id == named.text }] + pathWays + nameWays {
      let found = items.filter(way)
      guard let first = found.first else { continue }
      if found.count == 1 { return first }
      let dates = DateText(clock: session.machine.clock, locale: session.dateLocale)
      throw Failure(
        kind: "ambiguous", message: Message.severalInTrash(named.text, found.count),
        hints: [Message.severalInTrashHint(first.id)], candidates: found.map(\.id),
        shownCandidates: found.map { item in
          [item.id, dates.text(item.deletedAt), title(of: item, session), session.paths.text(item.path)]
            .joined(separator: "  ")
        }, exitCode: .ambiguous)
    }
    throw Failure(
      kind: "no-such-memo", message: Message.notInTrash(named.text), hints: [Message.trashHint], exitCode: .noSuchMemo)
  }

  // MARK: Emptying

  private static func empty(_ trash: Trash, _ session: Session) throws -> ExitCode {
    let items = try trash.items()
    if session.arguments[CommonOptions.dryRun] {
      if session.isJSON { return try writeJSON(items, session) }
      session.note(Message.wouldEmpty(items.count))
      return .done
    }
    guard try items.isEmpty || session.confirm(Message.askEmpty(items.count)) else { return .done }
    // A person who was asked about some memos is asked again where others were deleted since.
    guard let removed = try trash.empty(of: items) else { return try empty(trash, session) }
    if session.isJSON { return try writeJSON(removed, session) }
    session.note(Message.emptied(removed.count))
    return .done
  }
}
