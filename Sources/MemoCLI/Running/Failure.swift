/// Why a command failed, for people and scripts.
struct Failure: Error {
  /// One word for scripts.
  let kind: String
  /// What failed, and on what.
  let message: Text
  /// What to do next.
  var hints: [Text] = []
  /// What may have been meant.
  var candidates: [String] = []
  let exitCode: ExitCode

  /// The person gave up; there is nothing to tell them.
  static let interrupted = Failure(kind: "interrupted", message: Text(verbatim: ""), exitCode: .interrupted)
}
