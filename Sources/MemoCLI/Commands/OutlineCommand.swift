import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo outline`
enum OutlineCommand: Command {
  static let declaration = CommandDeclaration(
    "outline", namesElsewhere: ["toc", "headings", "목차"], group: .read,
    summary: Text("List the headings of a memo", ko: "메모의 소제목 목록"),
    description: [
      Text(
        """
        On a terminal, prints each heading with its line, indented by its level; in a pipe or file, prints \
        path:line:heading, which 'memo edit' and 'memo show' take as path:line.
        """,
        ko: """
          터미널에서는 소제목마다 줄 번호를 붙여 수준에 따라 들여 쓰고, 그 밖에서는 path:line:heading 형식으로 출력합니다. path:line은 'memo edit'와 'memo \
          show'에 그대로 넘길 수 있습니다.
          """),
      Text(
        "With --json, each heading holds the headings of its section.", ko: "--json에서는 소제목마다 그 아래의 소제목이 들어 있습니다."),
    ],
    positionals: [CommonOptions.oneReference], options: [CommonOptions.json],
    examples: [
      CommandExample("memo outline plan", Text("the headings of a memo", ko: "메모의 소제목")),
      CommandExample(
        "memo outline plan | fzf | cut -d: -f1,2 | xargs -d '\\n' -o memo edit",
        Text("open the chosen section in the editor", ko: "고른 소제목을 편집기에서 열기")),
    ],
    seeAlso: ["show", "links", "extract"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(for: declaration)
    let paths = try session.references(in: workspace, of: declaration, isChange: false)
    for path in paths {
      let bytes = try workspace.vault.contents(of: path)
      try bytes.withUnsafeBytes { bytes in
        let tree = MarkupTree(ofMemo: bytes)
        if session.isJSON { return try session.writeJSON(tree.outline.lazy.map(fields)) }
        if tree.headings.isEmpty { session.noteNothing(Message.noHeadings(session.paths.text(path))) }
        try write(tree.headings, of: path, session)
      }
    }
    return .done
  }

  private static func write(_ headings: [MemoHeading], of path: VaultPath, _ session: Session) throws {
    guard session.console.outputIsTerminal else {
      let start = QuotedPath.bytes(session.paths.bytes(path))
      for heading in headings {
        let mark = String(repeating: "#", count: heading.level)
        try session.writeLines(start + Array(":\(heading.line):\(mark) \(OneLine.text(heading.text))\n".utf8))
      }
      return
    }
    let (width, style) = (headings.map { "\($0.line)".utf8.count }.max() ?? 0, session.style)
    let top = headings.map(\.level).min() ?? 1
    try session.page(
      headings.lazy.map { heading in
        let (number, indent) = ("\(heading.line)", String(repeating: "  ", count: heading.level - top))
        let padding = DisplayWidth.padding(number, to: width)
        let room = max(1, session.columns - width - 2 - indent.utf8.count)
        let text = DisplayWidth.cut(TerminalText.visible(heading.text), to: room)
        return Array("\(padding)\(style.number(number))  \(indent)\(style.title(text))\n".utf8)
      })
  }

  private static func fields(of entry: OutlineEntry) -> Record {
    [
      "level": .number(entry.heading.level), "text": .text(entry.heading.text), "line": .number(entry.heading.line),
      "slug": .text(entry.heading.slug), "headings": .records(entry.entries, fields),
    ]
  }
}
