import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo rename`
enum RenameCommand: Command {
  private static let reference = Positional(
    "REF", .one, help: ChangeOptions.whole, completion: .memos)
  private static let title = Positional(
    "TITLE", .atLeastOne, help: Text("The new title, or the new heading", ko: "새 제목이나 새 소제목"))
  private static let titleOnly = Flag("title-only", help: Text("Keep the file name", ko: "파일 이름 유지"))

  static let declaration = CommandDeclaration(
    "rename", namesElsewhere: ["retitle", "이름바꾸기", "제목"], group: .organize, isCommon: true,
    summary: Text("Rename a memo and update every link to it", ko: "메모의 제목을 바꾸고 링크 고치기"),
    description: [
      Text(
        """
        Changes the title where it is written, and the file name if it was made from the title. Where the file name is \
        the title (see 'titles' in 'memo help config'), the file is renamed, and its first heading too if that repeats \
        the name. Every link that would break is rewritten in its own style; memos in which only a link changes keep \
        their modified time. 'memo undo' takes all of it back at once.
        """,
        ko: """
          메모에 적힌 제목을 바꾸고, 제목으로 지은 파일 이름이면 파일 이름도 바꿉니다. 파일 이름이 곧 제목인 보관함에서는('memo help config'의 'titles') 파일 이름을 바꾸며, 첫 \
          소제목이 그 이름과 같으면 소제목도 바꿉니다. 깨지게 될 링크는 각 링크의 형식대로 모두 고쳐 쓰며, 링크만 바뀐 메모의 수정 시각은 그대로 둡니다. 'memo \
          undo' 한 번으로 모두 되돌릴 수 있습니다.
          """),
      Text(
        "REF#HEADING renames a heading of the memo and rewrites every link to it; REF#PART#HEADING one below another.",
        ko: "메모#소제목으로 지정하면 메모의 소제목을 바꾸고 그 소제목으로 가는 링크를 모두 고쳐 씁니다. 다른 소제목 아래에 있으면 메모#상위#소제목으로 나타냅니다."),
    ],
    positionals: [reference, title],
    options: [titleOnly, CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo rename 회의록 주간 회의록", Text("a new title", ko: "새 제목 붙이기")),
      CommandExample("memo rename --dry-run plan.md Release plan", Text("preview the changes", ko: "바뀔 내용 미리 확인")),
      CommandExample("memo rename plan.md#Risks Open questions", Text("a heading", ko: "소제목 바꾸기")),
    ],
    seeAlso: ["move", "backlinks", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    let words = try TitleArgument.text(session.arguments.all(title))
    let isTitleOnly = session.arguments[titleOnly]
    if let named = try HeadingReference(session.arguments[reference]?.bytes ?? [], session) {
      return try rename(named, to: words, session)
    }
    let run = RelocationRun(command: declaration, reference: reference)
    var isTitledByFile = false
    var fittingPath: VaultPath?
    return try run.run(session, in: session.open(isChange: true)) { renaming, memos, vault in
      let memo = memos[0]
      isTitledByFile = memo.isTitledByFile
      if !isTitledByFile { try vault.checkWritable([memo.path]) }
      let twin = memo.title == words ? nil : renaming.twin(of: memo.path, titled: words)
      let relocation = try renaming.rename(memo, to: words, isTitleOnly: isTitleOnly)
      // Where no name can be made, there is none to offer.
      fittingPath = relocation.newPath == memo.path ? try? renaming.fittingPath(of: memo.path, titled: words) : nil
      let isDryRun = session.arguments[CommonOptions.dryRun]
      return (relocation, twin.map { [Message.twinTitle(words, session.paths.text($0), isDryRun: isDryRun)] } ?? [])
    } done: { relocation in
      let name = String(decoding: MemoFileRules.stem(of: relocation.newPath), as: UTF8.self)
      if isTitledByFile, !Slug.holds(words, in: name, by: .space) { session.note(Message.nameHoldsLess(words, name)) }
      guard !isTitleOnly, !isTitledByFile, relocation.newPath == relocation.path else { return }
      session.note(
        Message.keepsName(words, session.paths.text(relocation.path), forLinks: relocation.keepsNameForLinks))
      if !relocation.keepsNameForLinks, let fittingPath {
        session.hint(
          Message.fileNameHint(session.paths.text(relocation.path), session.paths.text(fittingPath)))
      }
    }
  }

  private static func rename(
    _ named: HeadingReference, to text: String, _ session: Session
  ) throws -> ExitCode {
    let workspace = named.workspace
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let (rename, operation) = try session.carryOut(in: workspace, ifMatch: session.etag) { workspace, _ in
      let memo = try workspace.readForWriting(named.path, ifMatch: session.etag)
      let index = try workspace.index(mustBeWhole: true)
      return try HeadingRename(of: named.heading, in: memo, to: text, in: index, of: workspace.vault)
    } make: {
      try $0.carryOut(declaration.name, by: $1, at: session.machine.now)
    }
    session.warn(lost: rename.lostLinks)
    if isDryRun, !session.isJSON {
      try session.write(MemoDiff.changes(of: rename.rewrites))
      return .done
    }
    let changed = isDryRun ? rename.rewrites.map(\.memo.path) : operation?.changed ?? []
    if !isDryRun, operation == nil { session.note(Message.nothingToChange) }
    if session.isJSON {
      let rows = try session.rows(of: [named.path], in: workspace)
      try session.writeJSON(rows, isArray: false) { _ in ["changed": .pathTexts(changed)] }
      return .done
    }
    let others = rename.rewrites.map(\.memo.path).filter { $0 != named.path }
    session.note(relinked: others)
    try session.writeLine(named.path)
    return .done
  }
}

/// What `rename` and `move` have in common.
struct RelocationRun {
  let command: CommandDeclaration
  let reference: Positional

  /// What to change, and what to warn of.
  typealias Plan = (relocation: Relocation, warnings: [Text])

  func run(
    _ session: Session, in workspace: Workspace, plan: (MemoRenaming, [ReadMemo], Vault) throws -> Plan,
    done: (Relocation) -> Void = { _ in }
  ) throws -> ExitCode {
    let vault = workspace.vault
    let paths = try session.arguments.all(reference).map { try memo($0.bytes, in: workspace, session) }
    // Named twice, a memo is moved once.
    let named = paths.indices.filter { !paths[..<$0].contains(paths[$0]) }.map { paths[$0] }
    let isDryRun = session.arguments[CommonOptions.dryRun]
    // Where the memos are, whatever another process writes into them and those that link to them.
    let (planned, operation) = try session.carryOut(in: workspace, ifMatch: session.etag) { workspace, progress in
      let memos = try named.map { try workspace.read($0, ifMatch: session.etag) }
      let index = try workspace.index(mustBeWhole: true)
      return try plan(MemoRenaming(in: vault, index, progress: progress.showRead), memos, vault)
    } make: {
      try $0.relocation.carryOut(command.name, by: $1, at: session.machine.now)
    }
    let relocation = planned.relocation
    for warning in planned.warnings { session.warn(warning) }
    session.warn(lost: relocation.lostLinks)
    if isDryRun {
      try show(relocation, session)
      return .done
    }
    if operation == nil { session.note(Message.nothingToChange) } else if !session.isJSON { done(relocation) }
    if operation != nil, !session.isJSON {
      MovedSettings.hint(after: relocation.moves.map { ($0.path, $0.newPath) }, in: vault, session)
    }
    try printResult(relocation, changed: operation?.changed ?? [], in: workspace, session)
    return .done
  }

  /// The memo that is named. A folder of that name is moved by another command, and comes before a part of a memo's name.
  private func memo(_ named: [UInt8], in workspace: Workspace, _ session: Session) throws -> VaultPath {
    let folder = try FolderArgument(named, session).folder(in: workspace.vault)
    let isFolder = try folder.map { try $0 != .root && workspace.vault.files.folderStamp(of: $0) != nil } ?? false
    guard isFolder else {
      // What is printed is the new path, which does not say which memo had it.
      return try workspace.finder(isStrict: !session.isInteractive, isChange: true, namesTaken: true).find(named)
    }
    do {
      return try workspace.finder(isStrict: true, isChange: true).find(named)
    } catch let error as VaultError {
      switch error {
      case .noSuchMemo, .inexactReference: break
      default: throw error
      }
      let reference = String(decoding: named, as: UTF8.self)
      let (line, target) = ("memo move \(ShellWord.operands(reference))", Placeholder.text("DIR"))
      throw Failure(
        kind: "no-such-memo", message: Message.noSuchMemo(reference),
        hints: [.use(Text("\(line) \(target)", ko: "\(line) \(target)"))], exitCode: .noSuchMemo)
    }
  }

  private func printResult(
    _ relocation: Relocation, changed: [VaultPath], in workspace: Workspace, _ session: Session
  ) throws {
    guard session.isJSON else {
      let moved = Set(relocation.moves.map(\.path))
      let linking = relocation.rewrites.map(\.memo.path).filter { !moved.contains($0) }
      session.note(relinked: linking)
      for move in relocation.moves { try session.writeLine(move.newPath) }
      return
    }
    let rows = try session.rows(of: relocation.moves.map(\.newPath), in: workspace)
    try session.writeJSON(rows, isArray: rows.count > 1) { _ in ["changed": .pathTexts(changed)] }
  }

  private func show(_ relocation: Relocation, _ session: Session) throws {
    guard session.isJSON else { return try session.write(MemoDiff.changes(of: relocation)) }
    let moved = relocation.moves.filter { $0.newPath != $0.path }.flatMap { [$0.path, $0.newPath] }
    let changed = Set(relocation.rewrites.map(\.memo.path) + moved).sorted()
    let records: [Record] = relocation.moves.map { ["path": .path($0.newPath), "changed": .pathTexts(changed)] }
    if records.count == 1 { try session.writeJSON(records[0]) } else { try session.writeJSON(records) }
  }
}
