import MemoCore
import MemoKit
import MemoStore
import MemoWords

/// Writes what `memo check` found: a line each, or JSON.
struct ProblemWriter {
  let session: Session

  /// A line for each problem.
  func write(_ problems: [VaultProblem]) throws {
    guard session.console.outputIsTerminal else {
      return try session.writeLines(problems.flatMap(session.isColorForced ? shownLine : plainLine))
    }
    try session.page(problems.lazy.map(shownLine))
  }

  private func plainLine(_ problem: VaultProblem) -> [UInt8] {
    let place = ":\(problem.position.line):\(problem.position.column): \(problem.code): "
    let message = OneLine.bytes(CheckMessages.text(of: problem.kind)[session.language])
    return QuotedPath.bytes(problem.path) + Array(place.utf8) + message + [UInt8(ascii: "\n")]
  }

  /// For people: what is in colour has passed the gate to terminals.
  private func shownLine(_ problem: VaultProblem) -> [UInt8] {
    let style = session.style
    let path = style.faint(TerminalText.visible(QuotedPath.bytes(problem.path)))
    let place = style.number(":\(problem.position.line):\(problem.position.column):")
    let message = TerminalText.visible(CheckMessages.text(of: problem.kind)[session.language])
    return Array("\(path)\(place) \(style.error(problem.code)): \(message)\n".utf8)
  }

  // MARK: JSON

  /// One array.
  func writeJSON(_ problems: [VaultProblem]) throws {
    try session.writeJSON(problems.lazy.map(fields))
  }

  /// What a repair did: the problems that are left, those that are none any more, and the memos that it changed.
  func writeJSON(left: [VaultProblem], fixed: [VaultProblem], changed: [VaultPath]) throws {
    try session.writeJSON([
      "problems": .records(left, fields), "fixed": .records(fixed, fields), "changed": .pathTexts(changed),
    ])
  }

  private func fields(of problem: VaultProblem) -> Record {
    [
      "code": .text(problem.code), "path": .path(problem.path), "line": .number(problem.position.line),
      "column": .number(problem.position.column),
      "message": .text(CheckMessages.text(of: problem.kind)[session.language]),
      "candidates": .pathTexts(problem.candidates),
    ]
  }
}
