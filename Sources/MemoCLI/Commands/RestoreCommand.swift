import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoWords

/// `memo restore`
enum RestoreCommand: Command {
  private static let references = Positional("REF", .many, help: ChangeOptions.whole, completion: .memos)
  private static let missing = Flag(
    "missing",
    help: Text("Restore all memos that existed then and are missing now", ko: "그때 있었지만 지금 없는 메모를 모두 복원"))

  static let declaration = CommandDeclaration(
    "restore", namesElsewhere: ["revert", "checkout", "복원"],
    equivalents: ["--version": "memo restore REF --at REV", "--rev": "memo restore REF --at REV"], group: .sync,
    summary: Text("Restore an earlier version of a memo from git", ko: "git에서 메모의 예전 버전 복원"),
    description: [
      Text(
        """
        The memo gets the bytes of the version that --at names, and keeps its name. Use the exact path of a memo that \
        no longer exists; it is created again. --missing restores all memos that existed then and are missing now, \
        except those that were only moved or renamed. 'memo undo' takes the change back; nothing is committed or \
        changed in git.
        """,
        ko: """
          메모의 내용을 예전 그대로 되돌리고 이름은 유지합니다. 지금은 없는 메모는 정확한 경로로 지정하면 다시 만듭니다. --missing은 그때 있었지만 지금 없는 메모를 모두 복원하며, 옮기거나 \
          이름만 바꾼 메모는 제외합니다. 'memo undo'로 되돌릴 수 있고, git에는 아무것도 커밋하거나 변경하지 않습니다.
          """)
    ],
    positionals: [references],
    options: [PastOptions.at, missing, CommonOptions.ifMatch, CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo restore plan.md --at HEAD~1", Text("as it was one commit ago", ko: "한 커밋 전의 내용으로")),
      CommandExample(
        Text("memo restore plan.md --at yesterday --dry-run", ko: "memo restore plan.md --at 어제 --dry-run"),
        Text("preview the changes", ko: "바뀔 내용 미리 확인")),
      CommandExample(
        "memo restore --missing --at HEAD~1", Text("the memos that the last commit deleted", ko: "마지막 커밋에서 삭제한 메모")),
    ],
    seeAlso: ["history", "diff", "undo"])

  static func run(_ session: Session) throws -> ExitCode {
    guard let named = session.arguments[PastOptions.at] else { throw missingRevision }
    let workspace =
      try session.arguments[missing]
      ? session.open(isChange: true) : session.open(for: declaration, isChange: true)
    let revision = try session.revision(named)
    let versions =
      try session.arguments[missing]
      ? gone(at: revision, workspace, session) : versions(at: revision, workspace, session)
    for version in versions { try checkEtag(version.restoring, session) }
    try workspace.vault.checkWritable(versions.map(\.restoring).filter { !$0.isDone }.map(\.path))
    noteUnchanged(versions.map(\.restoring), at: revision, session)
    if session.arguments[CommonOptions.dryRun] { return try show(versions.map(\.restoring), workspace, session) }
    let changed = try workspace.restore(versions.map(\.restoring), as: declaration.name)
    for version in versions where !session.isJSON && changed.contains(version.restoring.path) {
      session.note(PastMessages.restored(session.paths.text(version.restoring.path), version.rev))
    }
    try session.printRecords(
      of: versions.map(\.restoring.path), in: workspace, isArray: isArray(versions.count, session))
    return .done
  }

  private static func isArray(_ count: Int, _ session: Session) -> Bool { session.arguments[missing] || count > 1 }

  /// What is to come back, and the commit it comes from.
  private typealias Version = (restoring: MemoRestoring, rev: String)

  private static func versions(at revision: Revision, _ workspace: Workspace, _ session: Session) throws -> [Version] {
    var versions: [Version] = []
    for past in try session.pasts(in: workspace, of: declaration, isChange: true)
    where !versions.contains(where: { $0.restoring.path == past.path }) {
      let version = try past.version(at: revision)
      versions.append(
        (try MemoRestoring(past.contents(of: version), to: past.path, in: workspace.vault), version.shortRev))
    }
    return versions
  }

  private static func gone(at revision: Revision, _ workspace: Workspace, _ session: Session) throws -> [Version] {
    guard session.arguments.all(references).isEmpty else { throw missingTakesNone }
    let gone = try GoneMemos(at: revision, in: workspace.pastRepository(), workspace.vault)
    return gone.memos.map { ($0, gone.shortRev) }
  }

  private static var missingTakesNone: UsageError {
    let message = Text("--missing takes no REF", ko: "--missing에는 메모를 지정할 수 없습니다")
    return UsageError(.unexpectedArgument, message, hints: [.seeHelp(declaration)])
  }

  private static var missingRevision: UsageError {
    UsageError(
      .missingArgument, Text("missing --at REV", ko: "--at으로 버전을 지정하십시오"),
      hints: [Message.trashRestoreHint, .usage(of: declaration), .seeHelp(declaration)])
  }

  /// A memo that is gone has no etag, so none is the one asked for.
  private static func checkEtag(_ restoring: MemoRestoring, _ session: Session) throws {
    if let memo = restoring.memo { return try Etag.check(memo.hash, of: memo.path, against: session.etag) }
    if session.arguments[CommonOptions.ifMatch] != nil {
      throw VaultError.noSuchMemo(reference: restoring.path.text, nearest: [])
    }
  }

  private static func noteUnchanged(_ all: [MemoRestoring], at revision: Revision, _ session: Session) {
    if all.isEmpty { session.note(Message.nothingToChange) }
    for restoring in all where restoring.isDone {
      session.note(PastMessages.alreadyRestored(session.paths.text(restoring.path), revision.text))
    }
  }

  private static func show(_ all: [MemoRestoring], _ workspace: Workspace, _ session: Session) throws -> ExitCode {
    guard session.isJSON else {
      try session.write(changes(of: all, workspace, session))
      return .done
    }
    var writer = RecordWriter(isArray(all.count, session) ? .array : .object, to: session.write)
    let links = try workspace.relinkedMemos(restoring: all)
    for restoring in all {
      let (path, diff) = (restoring.path, diff(of: restoring))
      let changed = ((diff.bytes.isEmpty ? [] : [path]) + links.changed(by: path)).sorted()
      try writer.write([
        "path": .path(path), "changed": .pathTexts(changed), "diff": .contents(diff.bytes),
      ])
    }
    try writer.end()
    return .done
  }

  /// What putting memos back would change, in other memos, too; warns about links that cannot be kept.
  static func changes(
    of all: [MemoRestoring], _ workspace: Workspace, _ session: Session
  ) throws -> [MemoDiff] {
    let links = try workspace.relinkedMemos(restoring: all)
    session.warn(takenOver: links.lostLinks, isDryRun: true)
    return all.map(diff) + MemoDiff.changes(of: links.rewrites)
  }

  private static func diff(of restoring: MemoRestoring) -> MemoDiff {
    MemoDiff(at: restoring.path, from: restoring.memo?.bytes, to: restoring.contents)
  }
}
