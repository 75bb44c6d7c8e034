import MemoCore
import MemoVault

/// `memo import`
enum ImportCommand: Command {
  private static let source = Positional(
    "FILE.json|DIR", help: "A JSON array of memos (- for standard input), or a folder", completion: .files)

  static let declaration = CommandDeclaration(
    "import", group: .start, summary: "Bring memos in from JSON or a folder",
    description: [
      """
      JSON is an array of {"title", "body", "last_modified"}, the time in seconds since 1970. Of a folder every \
      Markdown and text file is copied, byte for byte. Times are kept, names are made portable, nothing is overwritten, \
      and a memo that is there already is left out.
      """
    ],
    positionals: [source], options: [CommonOptions.dryRun, CommonOptions.json],
    examples: [
      CommandExample("memo import memos.json", "what the memo app exported"),
      CommandExample("memo import --dry-run ~/Documents/notes", "see what a folder would bring"),
    ],
    seeAlso: ["export"])

  private static let sizeLimit = 1 << 31

  static func run(_ session: Session) throws -> ExitCode {
    guard let named = session.arguments[source] else { throw UsageError.missing(source, of: declaration) }
    let vault = try session.openVault()
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let memoImport = MemoImport(into: vault, fallbackName: session.today, isDryRun: isDryRun)
    let report = try run(memoImport, named, isDryRun ? nil : vault, session)
    try tell(report, isDryRun: isDryRun, session)
    return report.failed.isEmpty ? .done : .noMatch
  }

  private static func run(
    _ memoImport: MemoImport, _ named: RawArgument, _ prepared: Vault?, _ session: Session
  ) throws -> ImportReport {
    let host = session.surroundings.host
    let path = HostPath(named.bytes, from: session.surroundings.workingDirectory)
    if named != "-", host.kind(of: path) == .folder {
      if let prepared { _ = try VaultSetup.prepare(prepared) }
      return try memoImport.importFolder(host.realPath(of: path) ?? path, host: host)
    }
    let bytes = named == "-" ? try session.console.readInput() : try host.contents(of: path, limit: sizeLimit)
    guard let bytes else { throw FileError(.read, path: path.bytes, code: FileError.noSuchFile) }
    if let prepared { _ = try VaultSetup.prepare(prepared) }
    return try memoImport.importJSON(bytes)
  }

  private static func tell(_ report: ImportReport, isDryRun: Bool, _ session: Session) throws {
    for failure in report.failed where !session.isJSON { session.warn(TransferMessages.text(of: failure)) }
    guard session.isJSON else {
      for path in report.imported { try session.writeRecords(QuotedPath.bytes(path) + [UInt8(ascii: "\n")]) }
      let count = report.imported.count
      let text = isDryRun ? Message.wouldImport(count) : Message.imported(count)
      let skipped = report.skipped.count
      return session.note(skipped == 0 ? text : Message.withSkipped(text, skipped))
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("imported")
    writer.strings(report.imported.map(\.text))
    writer.key("skipped")
    writer.strings(report.skipped.map(\.text))
    writer.key("failed")
    writer.beginArray()
    for failure in report.failed {
      writer.beginObject()
      writer.key("index")
      if let index = failure.index { writer.number(index) } else { writer.null() }
      writer.key("name")
      writer.string(failure.name)
      writer.key("reason")
      writer.string(TransferMessages.reason(failure.reason).en)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.newline()
    try session.write(writer.bytes)
  }
}
