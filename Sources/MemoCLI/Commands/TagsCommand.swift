import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo tags`
enum TagsCommand: Command {
  /// What to sort by.
  enum Key: String, CaseIterable {
    case name
    case count
  }

  private static let action = Positional(
    choices: ["list", "rename"], .optional, help: Text("What to do; the default is list", ko: "할 일. 기본값은 list"))
  private static let old = Positional(
    "OLD", .optional, help: Text("The tag to rename", ko: "이름을 바꿀 태그"), completion: .tags)
  private static let new = Positional("NEW", .optional, help: Text("Its new name", ko: "새 이름"), completion: .tags)
  private static let sort = Option<Key>.choice(
    "sort", help: Text("Sort by name, or by number of memos", ko: "이름순 또는 메모 수가 많은 순으로 정렬"))
  private static let nested = Flag(
    "nested", help: Text("Count the memos of project/a for project as well", ko: "project/a의 메모를 project에도 합산"))

  static let declaration = CommandDeclaration(
    "tags", group: .organize,
    summary: Text("List tags with their number of memos, or rename a tag", ko: "태그와 메모 수 나열, 태그 이름 바꾸기"),
    description: [
      Text(
        "In a pipe or file, each line has a tag and its count, separated by a tab.",
        ko: "터미널이 아니면 줄마다 태그와 메모 수를 탭으로 구분하여 출력합니다."),
      Text(
        """
        'rename' renames a tag and the tags nested below it in the text and front matter of all memos, which keep \
        their modified time. 'memo undo' takes it back. With --dry-run, each line has a memo and the number of \
        places that would change.
        """,
        ko: """
          'rename'은 모든 메모의 본문과 프런트매터에서 태그와 그 하위 태그의 이름을 바꾸며, 수정 시각은 그대로 둡니다. 'memo undo'로 되돌릴 수 있습니다. --dry-run을 주면 \
          줄마다 메모와 바뀔 곳의 수를 출력합니다.
          """),
    ],
    positionals: [action, old, new], options: [sort, nested, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo tags --sort count | head", Text("the ten most used tags", ko: "가장 많이 쓴 태그 10개")),
      CommandExample(
        "memo tags rename work job", Text("#work/plan becomes #job/plan, too", ko: "#work/plan도 #job/plan으로")),
      CommandExample(
        "memo list --tag 'project/*'", Text("the memos of a tag and its nested tags", ko: "한 태그와 그 하위 태그의 메모")),
    ],
    seeAlso: ["list", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(isChange: session.arguments[action]?.text == "rename")
    guard session.arguments[action]?.text == "rename" else { return try list(workspace, session) }
    guard let oldTag = session.arguments[old] else { throw UsageError.missing(old, of: declaration) }
    guard let newTag = session.arguments[new] else { throw UsageError.missing(new, of: declaration) }
    return try TagRenaming(old: oldTag.text, new: newTag.text).run(workspace, session)
  }

  private static func list(_ workspace: Workspace, _ session: Session) throws -> ExitCode {
    let index = try workspace.index()
    let counts = sorted(TagCounts(isNested: session.arguments[nested]).counts(in: index), session)
    if session.isJSON {
      try session.writeJSON(counts.lazy.map { ["tag": .text($0.tag), "count": .number($0.count)] })
    } else if session.console.outputIsTerminal {
      try session.page(CollectionOfOne(table(counts, session)))
    } else {
      try session.writeRecords(counts.flatMap { session.line(.text($0.tag), .number($0.count)) })
    }
    return .done
  }

  private static func sorted(_ counts: [TagCount], _ session: Session) -> [TagCount] {
    let collation = session.machine.collation
    let byName = counts.map { (count: $0, key: collation.key(for: $0.tag)) }.sorted { left, right in
      left.key == right.key
        ? left.count.tag.utf8.lexicographicallyPrecedes(right.count.tag.utf8)
        : left.key.lexicographicallyPrecedes(right.key)
    }.map(\.count)
    guard session.arguments[sort] == .count else { return byName }
    return byName.enumerated().sorted { left, right in
      left.element.count == right.element.count
        ? left.offset < right.offset : left.element.count > right.element.count
    }.map(\.element)
  }

  /// For people: counts in a column, then the tags.
  private static func table(_ counts: [TagCount], _ session: Session) -> [UInt8] {
    let width = counts.map { "\($0.count)".utf8.count }.max() ?? 0
    let lines = counts.map { count in
      let number = "\(count.count)"
      let padding = String(repeating: " ", count: width - number.utf8.count)
      return "\(padding)\(session.style.number(number))  \(TerminalText.visible(count.tag))\n"
    }
    return Array(lines.joined().utf8)
  }
}

/// `memo tags rename OLD NEW`
struct TagRenaming {
  let old: String
  let new: String

  func run(_ workspace: Workspace, _ session: Session) throws -> ExitCode {
    guard let rename = TagRename(from: old, to: new, in: workspace.vault) else {
      let wrong = old.isEmpty || old == "#" ? old : new
      throw Failure(kind: "invalid-value", message: Message.badNewTag(wrong), exitCode: .usage)
    }
    let memos = rename.memos(in: try workspace.index(mustBeWhole: true))
    guard !memos.isEmpty else {
      throw Failure(kind: "nothing-to-rename", message: Message.noMemoTagged(old), exitCode: .noMatch)
    }
    if session.arguments[CommonOptions.dryRun] { return try preview(rename, memos, session) }
    let operation = try rename.rename(in: memos, by: workspace.history(), at: session.machine.now)
    guard let operation else { throw nothingToRename }
    if session.isJSON { return try UndoCommand.write(operation, session) }
    session.note(Message.renamedTag(old, new, operation.changed.count))
    return .done
  }

  private var nothingToRename: Failure {
    Failure(kind: "nothing-to-rename", message: Message.nothingToRename(new), exitCode: .noMatch)
  }

  // MARK: Dry run

  /// Writes which memos would change, and in how many places.
  private func preview(_ rename: TagRename, _ memos: [VaultPath], _ session: Session) throws -> ExitCode {
    let places = try memos.map { (path: $0, count: try rename.places(in: $0)) }.filter { $0.count > 0 }
    guard !places.isEmpty else { throw nothingToRename }
    if session.isJSON {
      try session.writeJSON([
        "operation": .text(TagRename.name), "at": .date(session.machine.now), "changed": .pathTexts(places.map(\.path)),
        "places": .records(places) { ["path": .path($0.path), "count": .number($0.count)] },
      ])
    } else {
      for (path, count) in places { try session.writeRecords(session.line(.path(path), .number(count))) }
    }
    return .done
  }
}
