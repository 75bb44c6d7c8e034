import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo merge`
enum MergeCommand: Command {
  private static let first = Positional("REF", .one, help: ChangeOptions.whole, completion: .memos)
  private static let others = Positional(
    "OTHER", .atLeastOne, help: Text("The memos that become a part of it", ko: "첫째 메모에 합칠 메모"), completion: .memos)

  static let declaration = CommandDeclaration(
    "merge", namesElsewhere: ["join", "combine"], group: .organize,
    summary: Text("Join memos and redirect their links", ko: "메모를 합치고 링크 옮기기"),
    description: [
      Text(
        """
        The first memo gets the texts of the others below its own, and every link to one of them leads to the first. \
        The others go to the trash. A memo that is the same as the first adds nothing. 'memo undo' takes it all \
        back; --dry-run shows it as a diff.
        """,
        ko: """
          첫째 메모의 아래에 나머지 메모의 텍스트를 덧붙이고, 나머지 메모를 가리키던 링크는 모두 첫째 메모를 가리키게 합니다. 나머지 메모는 휴지통으로 옮깁니다. 첫째 메모와 똑같은 메모의 텍스트는 덧붙이지 않습니다. 'memo undo'로 한 번에 되돌릴 수 있고, \
          --dry-run은 바뀔 내용을 diff로 보여 줍니다.
          """),
      Text(
        """
        The front matter of the others is left out, but for tags that the first one lacks, which become a line of \
        tags; the keys that are left out are named.
        """,
        ko: "나머지 메모의 프런트매터는 옮기지 않습니다. 다만 첫째 메모에 없는 태그는 태그 줄로 옮기고, 옮기지 않은 키는 알려 줍니다."),
    ],
    positionals: [first, others],
    options: [CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo merge ideas.md idea-2.md idea-3.md", Text("three memos become one", ko: "메모 셋을 하나로"))
    ],
    seeAlso: ["extract", "trash", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let workspace = try session.open(isChange: true)
    let finder = session.finder(in: workspace, isChange: true)
    var paths: [VaultPath] = []
    for word in session.arguments.all(first) + session.arguments.all(others) {
      let path = try finder.find(word.bytes)
      if paths.contains(path) { throw RearrangingError.same(path) }
      paths.append(path)
    }
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let merge = try workspace.retrying(ifMatch: session.etag) { workspace in
      let memo = try workspace.readForWriting(paths[0], ifMatch: session.etag)
      let others = try paths.dropFirst().map { try ReadMemo($0, in: workspace.vault) }
      let merge = try MemoMerge(others, into: memo, in: workspace.index(mustBeWhole: true), of: workspace.vault)
      if !isDryRun {
        try merge.carryOut(declaration.name, by: workspace.history(), of: workspace.vault, at: session.machine.now)
      }
      return merge
    }
    session.warn(lost: merge.lostLinks)
    for (path, keys) in merge.leftOut {
      session.note(RearrangingMessages.leftOut(keys.joined(separator: ", "), session.paths.text(path)))
    }
    if isDryRun, !session.isJSON {
      try session.write(MemoDiff.changes(of: merge.rewrites) + merge.merged.map { MemoDiff.deletion(of: $0) })
      return .done
    }
    if session.isJSON {
      let changed = (merge.rewrites.map(\.memo.path) + merge.merged.map(\.path)).sorted()
      let rows = try session.rows(of: [merge.path], in: workspace)
      try session.writeJSON(rows, isArray: false) { _ in ["changed": .pathTexts(changed)] }
      return .done
    }
    session.note(relinked: merge.rewrites.dropFirst().map(\.memo.path))
    for other in merge.merged { session.note(Message.deleted(session.paths.text(other.path))) }
    try session.writeLine(merge.path)
    return .done
  }
}
