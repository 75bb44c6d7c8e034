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

  /// What there is to import.
  private enum Input {
    case folder(HostPath)
    case json([UInt8])
  }

  static func run(_ session: Session) throws -> ExitCode {
    guard let named = session.arguments[source] else { throw UsageError.missing(source, of: declaration) }
    let vault = try session.openVault()
    let isDryRun = session.arguments[CommonOptions.dryRun]
    let history = isDryRun ? nil : session.history(of: vault)
    let memoImport = MemoImport(into: vault, by: history, at: session.now, fallbackName: session.today)
    let report =
      switch try input(named, session) {
      case .folder(let path): try memoImport.importFolder(path, host: session.surroundings.host)
      case .json(let bytes): try memoImport.importJSON(bytes)
      }
    try tell(report, isDryRun: isDryRun, session)
    return report.failed.isEmpty ? .done : .noMatch
  }

  private static func input(_ named: RawArgument, _ session: Session) throws -> Input {
    if named == "-" { return .json(try session.console.readInput()) }
    let host = session.surroundings.host
    let path = HostPath(named.bytes, from: session.surroundings.workingDirectory)
    if host.kind(of: path) == .folder { return .folder(host.realPath(of: path) ?? path) }
    guard let bytes = try host.contents(of: path, limit: sizeLimit) else {
      throw FileError(.read, path: path.bytes, code: FileError.noSuchFile)
    }
    return .json(bytes)
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
      writer.string(TransferMessages.reason(failure.reason)[session.language])
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.newline()
    try session.write(writer.bytes)
  }
}
