import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo tags`
enum TagsCommand: Command {
  static let action = Positional(
    choices: ["list", TagRenaming.action, "add", "remove"], .optional,
    help: Text("What to do; the default is list", ko: "수행할 작업. 기본값은 list"))
  private static let old = Positional(
    "TAG", .optional, help: Text("The tag to rename, add or remove", ko: "이름을 바꾸거나 추가하거나 제거할 태그"), completion: .tags)
  private static let new = Positional(
    "NEW|REF", .many,
    help: Text("The tag's new name, or the memos that get or lose it", ko: "태그의 새 이름, 또는 태그를 추가하거나 제거할 메모"),
    completion: .tagsOrMemos)
  private static let newName = Positional("NEW", .one, help: new.help)
  private static let nested = Flag(
    "nested", help: Text("Count the memos of project/a for project as well", ko: "project/a의 메모를 project에도 합산"))

  private static let all = Flag(
    "all", help: Text("With remove: from all memos that have the tag", ko: "remove와 함께: 태그가 있는 모든 메모에서 제거"))

  static let declaration = CommandDeclaration(
    "tags", namesElsewhere: ["태그"],
    equivalents: [
      "tag": "memo tags add TAG REF", "tag": "memo tags remove TAG REF", "tag": "memo tags rename TAG NEW",
      "untag": "memo tags remove TAG REF", "tags delete": "memo tags remove TAG --all",
      "tags rm": "memo tags remove TAG --all", "tags merge": "memo tags rename TAG NEW",
      "tags *": "memo list --tag TAG",
    ], group: .organize,
    summary: Text("List, rename, add and remove tags", ko: "태그 목록, 이름 바꾸기, 추가, 제거"),
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
          'rename'은 모든 메모의 본문과 프런트매터에서 태그와 그 하위 태그의 이름을 바꾸며, 수정 시각은 그대로 둡니다. 'memo undo'로 되돌릴 수 있습니다. --dry-run을 붙이면 \
          줄마다 메모와 바뀔 곳의 수를 출력합니다.
          """),
      Text(
        """
        'add' and 'remove' change the tags of the named memos; every other byte stays. A list in the front matter \
        keeps its form. Without one, a tag goes to the front matter if there is one or if titles are the names of \
        files, else to the line of tags below the title. 'remove' deletes the tag; where more of its sentence \
        follows, it deletes only the #.
        """,
        ko: """
          'add'와 'remove'는 지정한 메모의 태그만 바꾸고 다른 바이트는 그대로 둡니다. 프런트매터의 태그 목록은 쓰던 형식을 유지합니다. 목록이 없으면 프런트매터가 있거나 파일 이름이 제목일 때는 프런트매터에, \
          아니면 제목 아래의 태그 줄에 추가합니다. 뒤에 글이 이어지는 문장 속의 태그를 제거할 때는 #만 지우고, 그 밖에는 태그를 통째로 지웁니다.
          """),
    ],
    positionals: [action, old, new],
    options: [
      CountList.sort, nested, FilterOptions.limit, FilterOptions.offset, all, CommonOptions.ifMatch,
      CommonOptions.dryRun, CommonOptions.json,
    ],
    examples: [
      CommandExample("memo tags --sort count -n 10", Text("the ten most used tags", ko: "가장 많이 쓴 태그 10개")),
      CommandExample(
        "memo tags add review plan 회의록", Text("tag two memos", ko: "메모 두 개에 태그 추가")),
      CommandExample("memo tags remove draft --all", Text("no memo has it any more", ko: "모든 메모에서 태그 제거")),
      CommandExample(
        "memo tags rename work job", Text("#work/plan becomes #job/plan, too", ko: "#work/plan도 #job/plan으로")),
      CommandExample(
        "memo list --tag project", Text("the memos of a tag and its nested tags", ko: "한 태그와 그 하위 태그의 메모")),
    ],
    seeAlso: ["list", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let word = session.arguments[action]?.text ?? "list"
    if word == "list", let tag = session.arguments[old] { throw UsageError.unexpected(tag, of: declaration) }
    let workspace = try session.open(isChange: word != "list")
    guard word != "list" else { return try list(workspace, session) }
    // It is for all memos.
    if session.resultLimit() != nil { throw UsageError.conflict("--limit", word, of: declaration) }
    if session.resultOffset > 0 { throw UsageError.conflict("--offset", word, of: declaration) }
    guard let tag = session.arguments[old] else { throw UsageError.missing(old, of: declaration) }
    let names = session.arguments.all(new)
    let isForAll = session.arguments[all]
    if isForAll, let other = word == "remove" ? names.first?.text : word {
      throw UsageError.conflict("--all", other, of: declaration)
    }
    if isForAll { return try TagChanging(action: .remove, tag: tag.text, references: nil).run(workspace, session) }
    guard let first = names.first else {
      throw UsageError.missing(word == TagRenaming.action ? newName : CommonOptions.changedReference, of: declaration)
    }
    if let change = TagChange.Action(rawValue: word) {
      return try TagChanging(action: change, tag: tag.text, references: names).run(workspace, session)
    }
    guard names.count == 1 else {
      throw UsageError(.unexpectedArgument, RearrangingMessages.oneNewTag, hints: [.seeHelp(declaration)])
    }
    return try TagRenaming(old: tag.text, new: first.text).run(workspace, session)
  }

  private static func list(_ workspace: Workspace, _ session: Session) throws -> ExitCode {
    let index = try workspace.index()
    let counts = TagCounts(isNested: session.arguments[nested]).counts(in: index)
    try CountList(
      key: "tag", counts: counts.map { ($0.tag, $0.count) }, nothing: Message.noTags, session: session
    ).write()
    return .done
  }
}

/// `memo tags rename OLD NEW`
struct TagRenaming {
  /// The word for it.
  static let action = "rename"

  let old: String
  let new: String

  func run(_ workspace: Workspace, _ session: Session) throws -> ExitCode {
    guard let rename = TagRename(from: old, to: new, in: workspace.vault) else {
      throw RearrangingMessages.badTag(old.isEmpty || old == "#" ? old : new)
    }
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let ((memos, _), operation) = try session.carryOut(in: workspace, ifMatch: nil) { workspace, _ in
      let index = try workspace.index(mustBeWhole: true)
      let memos = rename.memos(in: index)
      guard !memos.isEmpty else {
        throw Failure(
          kind: "nothing-to-rename", message: Message.noMemoTagged(old), hints: [Message.tagsHint], exitCode: .noMatch)
      }
      return (memos, index)
    } make: {
      try rename.rename(in: $0.0, of: $0.1, by: $1, at: session.machine.now)
    }
    if isDryRun { return try preview(rename, memos, session) }
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

/// `memo tags add TAG REF…`, `memo tags remove TAG REF…`
struct TagChanging {
  let action: TagChange.Action
  let tag: String
  /// The memos; `nil` for all that have the tag.
  let references: [RawArgument]?

  func run(_ workspace: Workspace, _ session: Session) throws -> ExitCode {
    let finder = session.finder(in: workspace, isChange: true)
    let named: [VaultPath]?
    do {
      named = try references?.map { try finder.find($0.bytes) }
    } catch let error as VaultError {
      guard case .noSuchMemo(let reference, _, _) = error else { throw error }
      throw failure(forTagBehind: reference, finder) ?? error
    }
    // A memo may have the name of the tag, too. What no text can have as a tag may still be removed.
    if action == .add, TagEdit(tag) == nil, let reference = references?.first?.text, TagEdit(reference) != nil,
      (try? workspace.finder(isStrict: true, isChange: true).find(Array(tag.utf8))) != nil
    {
      var failure = RearrangingMessages.badTag(tag)
      failure.hints = [.use(inOrder(reference))]
      throw failure
    }
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let (change, operation) = try session.carryOut(in: workspace, ifMatch: session.etag) { workspace, progress in
      try planned(for: named, in: workspace, ifMatch: session.etag, progress.showRead)
    } make: {
      try $0.carryOut(by: $1, at: session.machine.now)
    }
    if isDryRun, !session.isJSON {
      try session.write(MemoDiff.changes(of: change.rewrites))
      return .done
    }
    let changed = isDryRun ? change.rewrites.map(\.memo.path) : operation?.changed ?? []
    if session.isJSON {
      try session.writeJSON([
        "operation": .text(action.name), "at": .date(session.machine.now), "changed": .pathTexts(changed),
      ])
    } else {
      session.note(
        changed.isEmpty
          ? Message.nothingToChange : RearrangingMessages.changedTag(tag, action, changed.map(session.paths.text)))
    }
    return .done
  }

  private func planned(
    for named: [VaultPath]?, in workspace: Workspace, ifMatch etag: String?, _ progress: (Int, Int) -> Void
  ) throws -> TagChange {
    let index = try workspace.index(mustBeWhole: true)
    let paths = named ?? TagChange.memos(with: tag, in: index)
    guard !paths.isEmpty else {
      throw Failure(
        kind: "nothing-to-change", message: Message.noMemoTagged(tag), hints: [Message.tagsHint], exitCode: .noMatch)
    }
    try workspace.check(paths, ifMatch: etag)
    try workspace.vault.checkWritable(named ?? [])
    return try TagChange(action, tag, in: paths, of: index, in: workspace.vault, progress: progress)
  }

  /// The error for someone who named the memo first, as other commands have it; `nil` if the tag is no memo's name.
  private func failure(forTagBehind reference: String, _ finder: MemoFinder) -> Failure? {
    guard (try? finder.find(Array(tag.utf8))) != nil else { return nil }
    let hints: [Text]
    if TagEdit(reference) != nil {
      hints = [.use(inOrder(reference))]
    } else if TagEdit(tag) == nil {
      // Neither can be a tag.
      hints = [.use("memo \(action.name) TAG REF"), Message.newTagHint(reference)]
    } else {
      return nil
    }
    return Failure(
      kind: "no-such-memo", message: Message.noSuchMemo(reference), hints: hints, exitCode: .noSuchMemo)
  }

  /// The command line with the tag first.
  private func inOrder(_ reference: String) -> Text {
    Text(verbatim: "memo \(action.name) \(ShellWord.operands(reference, tag))")
  }
}
