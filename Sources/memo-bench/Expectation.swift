/// What a command must write and how it must end before its speed counts.
enum Expectation {
  case lines(Int)
  case atLeastLines(Int)
  case atLeastBytes(Int)
  case records(Int)
  case contents(ofFile: String)
  case indexedMemos(Int)
  /// The first row is this memo, of so many rows.
  case newest(String, lines: Int)
  /// The path of a file in this folder.
  case newPath(inVault: String)
  /// Nothing found, said by exit code 1.
  case noMatch
  /// Problems found, one a line, said by exit code 1.
  case problems

  var exitCode: Int32 {
    switch self {
    case .noMatch, .problems: 1
    default: 0
    }
  }

  /// What is wrong with a run; nil if nothing is.
  func complaint(about run: Measurement) throws -> String? {
    guard run.exitCode == exitCode else { return "exit code \(run.exitCode), not \(exitCode)" }
    return try isMet(by: run.output)
      ? nil
      : "expected \(self), got \(run.output.lines) lines, \(run.output.bytes) bytes: \(run.output.text.prefix(200))"
  }

  private func isMet(by output: OutputSummary) throws -> Bool {
    switch self {
    case .lines(let count): output.lines == count
    case .atLeastLines(let count): output.lines >= count
    case .atLeastBytes(let count): output.bytes >= count
    case .records(let count): output.records == count
    case .contents(let path): try hasContents(of: path, output)
    case .indexedMemos(let count): isCount(count, in: output.text)
    case .newest(let path, let count): output.lines == count && isFirst(path, in: output.text)
    case .newPath(let vault):
      output.lines == 1 && [output.trimmedText, "\(vault)/\(output.trimmedText)"].contains(where: FileSystem.exists)
    case .noMatch: output.bytes == 0
    case .problems: output.lines > 0
    }
  }

  /// Whether the first row is that of a memo, wherever its path is spelled from.
  private func isFirst(_ path: String, in rows: String) -> Bool {
    let printed = rows.utf8.prefix { $0 != UInt8(ascii: "\t") }
    return printed.elementsEqual(path.utf8) || printed.reversed().starts(with: "/\(path)".utf8.reversed())
  }

  private func hasContents(of path: String, _ output: OutputSummary) throws -> Bool {
    let contents = try FileSystem.readFile(path)
    return output.bytes == contents.count && contents.starts(with: output.head)
  }

  /// Whether a JSON object says `"memos": count`, with or without the space.
  private func isCount(_ count: Int, in json: String) -> Bool {
    let compact = json.filter { !$0.isWhitespace }
    return [",", "}"].contains { compact.contains("\"memos\":\(count)\($0)") }
  }
}
