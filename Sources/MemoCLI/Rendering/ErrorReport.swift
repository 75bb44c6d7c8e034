import MemoCore
import MemoWords

/// Reports a failure on standard error: a message with hints for people, an object for scripts.
struct ErrorReport {
  let failure: Failure
  /// Whether a warning has said the same, so that only the hints are left to be written as text.
  var isReported = false

  private static let candidatesShown = 20

  /// The report as text; text of the user or the vault is escaped for a terminal.
  func text(in language: Language, style: Style) -> String {
    var lines = isReported ? [] : [style.error("memo:") + " " + TerminalText.visible(failure.message[language])]
    if failure.exitCode == .ambiguous {
      let candidates = failure.shownCandidates ?? failure.candidates
      lines += candidates.prefix(Self.candidatesShown).map { "  " + TerminalText.visible($0) }
      if candidates.count > Self.candidatesShown { lines.append("  …") }
    }
    lines += failure.hints.map { hint in
      TerminalText.visible(hint.isUsage ? hint[language] : "\(Message.hint[language]) \(hint[language])")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The report as `{"error": {"kind", "message", "hints", "candidates"}}`.
  func json(in language: Language) -> [UInt8] {
    let error: Record = [
      "kind": .text(failure.kind), "message": .text(failure.message[language]),
      "hints": .texts(failure.hints.map { $0[language] }), "candidates": .texts(failure.candidates),
    ]
    var json = JSONWriter()
    json.record(["error": .record(error)])
    json.newline()
    return json.bytes
  }
}
