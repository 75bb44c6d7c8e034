import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo extract`
enum ExtractCommand: Command {
  private static let section = Positional(
    "REF#HEADING", .one,
    help: Text(
      "The section, by its memo and heading; the heading may be Part#Heading", ko: "떼어 낼 소제목과 그 메모. 소제목은 상위#하위로도 지정"),
    completion: .memos)
  private static let title = Positional(
    "TITLE", .many, help: Text("The new memo's title; by default the heading", ko: "새 메모의 제목. 기본값은 소제목"))

  static let declaration = CommandDeclaration(
    "extract", namesElsewhere: ["분리"],
    equivalents: [
      "split": "memo extract REF#HEADING", "--section": "memo extract REF#HEADING",
      "--heading": "memo extract REF#HEADING",
    ], group: .organize,
    summary: Text("Move a section into a memo of its own", ko: "소제목을 새 메모로 분리"),
    description: [
      Text(
        """
        The section, with the sections below it, becomes a memo in the same folder, and a link to it is left in its \
        place. Every link to one of its headings or blocks leads to the new memo. 'memo undo' takes it all back; \
        --dry-run shows it as a diff.
        """,
        ko: """
          소제목과 그 아래의 내용이 같은 폴더의 새 메모가 되고, 있던 자리에는 새 메모로 가는 링크가 남습니다. 그 안의 소제목이나 블록을 가리키던 링크는 모두 새 메모를 가리킵니다. 'memo undo'로 한 번에 \
          되돌릴 수 있고, --dry-run은 바뀔 내용을 diff로 보여 줍니다.
          """)
    ],
    positionals: [section, title], options: [CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample(
        "memo extract plan.md#Budget", Text("the section becomes Budget.md", ko: "소제목 Budget을 Budget.md로")),
      CommandExample(
        "memo extract 'plan.md#Part 2#Costs' Costs of 2026", Text("under another title", ko: "다른 제목으로")),
    ],
    seeAlso: ["outline", "merge", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let named = session.arguments[section]?.bytes ?? []
    guard let reference = try HeadingReference(named, session) else {
      try checkMemo(named, session)
      throw Failure(
        kind: "missing-argument", message: RearrangingMessages.noHeadingNamed(String(decoding: named, as: UTF8.self)),
        hints: [RearrangingMessages.noHeadingNamedHint], exitCode: .usage)
    }
    let workspace = reference.workspace
    let words = try TitleArgument.text(session.arguments.all(title))
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let (extraction, operation) = try workspace.retrying(ifMatch: session.etag) { workspace in
      let extraction = try SectionExtraction(
        of: reference.heading, in: workspace.readForWriting(reference.path, ifMatch: session.etag),
        titled: words.isEmpty ? nil : words, fallbackName: Slug.untitled,
        in: workspace.index(mustBeWhole: true), of: workspace.vault)
      guard !isDryRun else { return (extraction, PastOperation?.none) }
      return (extraction, try extraction.carryOut(declaration.name, by: workspace.history(), at: session.machine.now))
    }
    session.warn(lost: extraction.lostLinks)
    try NewCommand.noteName(of: extraction.newPath, titled: extraction.title, in: workspace, session)
    if isDryRun, !session.isJSON {
      let made = MemoDiff(at: extraction.newPath, from: nil, to: extraction.newContents)
      try session.write([made] + MemoDiff.changes(of: extraction.rewrites))
      return .done
    }
    let changed = operation?.changed ?? (extraction.rewrites.map(\.memo.path) + [extraction.newPath]).sorted()
    if isDryRun {
      try session.writeJSON(["path": .path(extraction.newPath), "changed": .pathTexts(changed)])
    } else if session.isJSON {
      let rows = try session.rows(of: [extraction.newPath], in: workspace)
      try session.writeJSON(rows, isArray: false) { _ in ["changed": .pathTexts(changed)] }
    } else {
      session.note(relinked: extraction.rewrites.dropFirst().map(\.memo.path))
      try session.writeLine(extraction.newPath)
    }
    return .done
  }

  /// Throws where what is before the heading names no memo.
  private static func checkMemo(_ reference: [UInt8], _ session: Session) throws {
    guard let hash = reference.firstIndex(of: UInt8(ascii: "#")), hash > 0 else { return }
    let finder = session.finder(in: try session.open(isChange: true), isChange: true)
    if (try? finder.find(reference)) == nil { _ = try finder.find(Array(reference[..<hash])) }
  }
}
