/// Why a command failed, for people and scripts.
package struct Failure: Error {
  /// One word for scripts.
  package let kind: String
  /// What failed, and on what.
  package let message: Text
  /// What to do next.
  package var hints: [Text] = []
  /// What may have been meant.
  package var candidates: [String] = []
  package let exitCode: ExitCode

  package init(
    kind: String, message: Text, hints: [Text] = [], candidates: [String] = [], exitCode: ExitCode
  ) {
    self.kind = kind
    self.message = message
    self.hints = hints
    self.candidates = candidates
    self.exitCode = exitCode
  }

  /// The person gave up; there is nothing to tell them.
  package static let interrupted = Failure(kind: "interrupted", message: Text(verbatim: ""), exitCode: .interrupted)
}

/// An error of a front end's own, which knows what it means for people and scripts.
package protocol FailureConvertible: Error {
  /// The failure that it stands for.
  var failure: Failure { get }
}
