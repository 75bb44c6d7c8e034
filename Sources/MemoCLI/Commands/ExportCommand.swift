import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// `memo export`
enum ExportCommand: Command {
  private static let folder = Positional(
    "DIR", .optional, help: Text("The folder to copy memos to; created if missing", ko: "메모를 복사할 폴더. 없으면 만듦"),
    completion: .folders)

  static let declaration = CommandDeclaration(
    "export", namesElsewhere: ["내보내기"],
    equivalents: [
      "print": "memo share REF --html --stdout", "인쇄": "memo share REF --html --stdout",
      "--pdf": "memo share REF --html --stdout", "--html": "memo share REF --html --stdout",
      "--format": "memo share REF --html --stdout",
      "--format": "memo export --json", "publish": "memo share REF --html --stdout",
    ], group: .vault,
    summary: Text("Export all memos to a folder or as JSON", ko: "모든 메모를 폴더나 JSON으로 내보내기"),
    description: [
      Text(
        """
        To a folder, each memo is copied byte for byte, with its time; pictures and other files are not copied. \
        Without DIR, --json prints an array of {"title", "body", "last_modified", "path"} that 'memo import' reads \
        back exactly; "head" holds what else precedes the body, such as front matter, and "base64" the file of a \
        memo that is not UTF-8; with --dry-run it prints only which memos would be exported.
        """,
        ko: """
          폴더로 내보내면 메모를 시각과 함께 바이트 그대로 복사합니다. 그림 등 다른 파일은 복사하지 않습니다. 폴더를 지정하지 않고 --json을 붙이면 {"title", "body", \
          "last_modified", "path"}의 배열을 출력하며, 'memo import'로 그대로 다시 가져올 수 있습니다. 프런트매터처럼 본문 앞에 있는 내용은 "head"에, \
          UTF-8이 아닌 메모의 파일은 "base64"에 담습니다. --dry-run을 함께 붙이면 내보낼 메모만 \
          보여 줍니다.
          """)
    ],
    positionals: [folder], options: [CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo export ~/backup", Text("a copy of every memo", ko: "모든 메모의 사본")),
      CommandExample("memo export --json > memos.json", Text("one file", ko: "파일 하나로")),
    ],
    seeAlso: ["import"])

  private static let htmlLine = Placeholder.text("memo share REF --html --stdout >")

  static func run(_ session: Session) throws -> ExitCode {
    let named = session.arguments[folder]
    guard named != nil || session.isJSON else {
      var error = UsageError.missing(folder, of: declaration)
      error.message = Text("missing \(folder.name)", ko: "내보낼 폴더를 지정하십시오")
      throw error
    }
    if named == "" { throw UsageError.empty(folder, of: declaration) }
    if let named, [".html", ".htm"].contains(where: { named.text.lowercased().hasByteSuffix($0) }) {
      throw UsageError(
        .invalidValue, Message.exportsToFolders(named.text),
        hints: [
          .use(Text("\(Self.htmlLine) \(ShellWord.of(named.text))", ko: "\(Self.htmlLine) \(ShellWord.of(named.text))"))
        ])
    }
    let workspace = try session.open()
    let vault = workspace.vault
    let index = try workspace.index()
    let export = MemoExport(from: vault)
    let isDryRun = session.arguments[CommonOptions.dryRun]
    guard let named else {
      let report = try export.exportJSON(index.memos.lazy.map(\.path)) { if !isDryRun { try session.write($0) } }
      if isDryRun { try writeReport(report, index, export, session) }
      if session.console.errorIsTerminal { noteOthers(export, vault, session) }
      return try end(report, index, session, isReported: isDryRun)
    }
    let path = try session.machine.path(named.bytes)
    if !isDryRun { try session.cacheTrust.commit() }
    let report = try exportFolder(index, to: path, by: export, isDryRun: isDryRun, session)
    if session.isJSON { try writeReport(report, index, export, session) }
    if !session.isJSON {
      try session.cacheTrust.commit()
      let count = report.exported.count
      let summary = isDryRun ? Message.wouldExport(count) : Message.exported(count)
      let skipped = report.skipped.count
      session.note(skipped == 0 ? summary : Message.withSkipped(summary, skipped, isDryRun: isDryRun))
      if report.remaining > 0 {
        session.warn(TransferMessages.exportStopped(report.remaining))
        session.hint(TransferMessages.continueHint)
      } else {
        noteOthers(export, vault, session)
      }
    }
    let code = try end(report, index, session, isReported: session.isJSON)
    return report.remaining > 0 ? .interrupted : code
  }

  private static func exportFolder(
    _ index: VaultIndex, to folder: HostPath, by export: MemoExport, isDryRun: Bool, _ session: Session
  ) throws -> ExportReport {
    let bar = ProgressBar(session, Message.exporting)
    defer { bar.clear() }
    return try export.exportFolder(
      index.memos.map(\.path), to: folder, host: session.machine.host, isDryRun: isDryRun,
      isStopped: session.machine.hearStop(), progress: bar.show)
  }

  /// Pictures that are left out are missed only when they are needed.
  private static func noteOthers(_ export: MemoExport, _ vault: Vault, _ session: Session) {
    let others = export.otherFiles()
    if others > 0 { session.note(TransferMessages.othersNotExported(others, vault.root)) }
  }

  /// An export that lacks a memo must not pass for a copy of the vault.
  ///
  /// - Parameter isReported: whether the missing memos were written as JSON.
  private static func end(
    _ report: ExportReport, _ index: VaultIndex, _ session: Session, isReported: Bool
  ) throws -> ExitCode {
    let isUnread = report.failed.contains { if case .file = $0.reason { true } else { false } }
    let code: ExitCode = isUnread || !index.problems.isEmpty ? .failure : report.failed.isEmpty ? .done : .noMatch
    if session.isJSON {
      guard !isReported, code != .done else { return code }
      throw Failure(
        kind: "incomplete", message: Message.notExported(missing(report, index).count),
        candidates: missing(report, index), exitCode: code)
    }
    for failure in report.failed { session.warn(TransferMessages.reason(failure.reason)) }
    return code
  }

  private static func missing(_ report: ExportReport, _ index: VaultIndex) -> [String] {
    report.failed.map(\.path.text) + index.problems.map { String(decoding: $0.path, as: UTF8.self) }
  }

  private static func writeReport(
    _ report: ExportReport, _ index: VaultIndex, _ export: MemoExport, _ session: Session
  ) throws {
    let stopped: Record = report.remaining > 0 ? ["interrupted": .flag(true)] : [:]
    try session.writeJSON(
      [
        "exported": .pathTexts(report.exported), "skipped": .pathTexts(report.skipped),
        "otherFiles": .number(export.otherFiles()), "failed": .texts(missing(report, index)),
      ] + stopped)
  }
}
