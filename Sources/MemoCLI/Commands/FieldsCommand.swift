import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo fields`
enum FieldsCommand: Command {
  private static let key = Positional(
    "KEY", .optional, help: Text("The key whose values to list", ko: "값의 목록을 볼 키"), completion: .fields)

  static let declaration = CommandDeclaration(
    "fields", namesElsewhere: ["properties", "property", "props", "frontmatter"], group: .organize,
    summary: Text(
      "List front-matter keys, or the values of one, with their number of memos", ko: "프런트매터의 키, 또는 한 키의 값과 메모 수의 목록"),
    description: [
      Text(
        """
        A key below another is written with a dot: author.name. In a pipe or file, each line has a key or value and its \
        count, separated by a tab.
        """,
        ko: "다른 키 아래의 키는 점을 넣어 씁니다: author.name. 터미널이 아니면 줄마다 키나 값과 메모 수를 탭으로 구분하여 출력합니다."),
      Text(
        "'memo list --where' and '--sort field:KEY' use fields, and 'memo set' changes them.",
        ko: "필드는 'memo list --where'와 '--sort field:키'에 쓰고, 'memo set'으로 바꿉니다."),
    ],
    positionals: [key], options: [CountList.sort, FilterOptions.limit, FilterOptions.offset, CommonOptions.json],
    examples: [
      CommandExample("memo fields --sort count", Text("the most used keys first", ko: "많이 쓴 키부터")),
      CommandExample("memo fields status", Text("the values of 'status'", ko: "'status'의 값")),
      CommandExample("memo list --where status=open", Text("the memos with one of them", ko: "그중 한 값이 있는 메모")),
    ],
    seeAlso: ["set", "tags", "list"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open()
    let index = try workspace.index()
    guard let key = session.arguments[key]?.text else {
      return try write(FieldCounts.keys(in: index), as: "field", session)
    }
    let values = FieldCounts.values(of: key, in: index)
    guard values.isEmpty else { return try write(values, as: "value", session) }
    guard session.isJSON else {
      session.noteUnknownField(key, in: index)
      return .noMatch
    }
    _ = try write([], as: "value", session)
    throw Failure(
      kind: "no-such-field", message: Message.unknownField(key),
      hints: FieldCounts.nearest(to: key, in: index).map { Message.nearest($0) }, exitCode: .noMatch)
  }

  private static func write(_ counts: [FieldCount], as key: String, _ session: Session) throws -> ExitCode {
    try CountList(
      key: key, counts: counts.map { ($0.name, $0.count) }, nothing: Message.noFields, session: session
    ).write()
    return .done
  }
}
