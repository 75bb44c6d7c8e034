import MemoCore
import Synchronization

/// What filters wrote to standard error when they failed, by file: git's own words say only that they did.
final class FilterWords: Sendable {
  private let known = Mutex<[VaultPath: String]>([:])

  /// What is shown of it, in scalars.
  private static let limit = 300
  private static let lineLimit = 3

  /// What was written about a file; `nil` where nothing was.
  subscript(path: VaultPath) -> String? { known.withLock { $0[path] } }

  /// Notes what was written about a file, in place of what was noted before.
  func note(_ words: String?, of path: VaultPath) { known.withLock { $0[path] = words } }

  /// The same of a file that is not synced, where its filter failed.
  func quoted(with file: SkippedFile) -> SkippedFile {
    var quoted = file
    if file.reason == .filterFailed { quoted.words = self[file.path] ?? file.words }
    return quoted
  }

  /// The words of a filter among what git and the filter wrote, in one line; `nil` where there are none.
  ///
  /// - Parameter isLast: whether files before it may have had words, too, so that the last lines count and not the first ones.
  static func words(in errors: String, ofLast isLast: Bool = false) -> String? {
    let lines = errors.filledLines.map(\.trimmed).filter { !$0.isEmpty && !isGits($0) }
    let shown = (isLast ? lines.suffix(lineLimit) : lines.prefix(lineLimit)).map {
      $0.dropping(prefix: "error: ") ?? $0
    }
    let said = shown.joined(separator: "; ").unicodeScalars
    guard !said.isEmpty else { return nil }
    return String(String.UnicodeScalarView(said.prefix(limit))) + (said.count > limit ? "…" : "")
  }

  /// What git writes of a filter that failed, that does not answer for many files as git expects, or that a signal ended.
  private static let errors = [
    "external filter '", "cannot fork to run subprocess '", "initialization for subprocess '",
    "Could not write client identification", "packet write", "Unexpected line '", " died of signal ",
  ]

  /// What git writes of a text that it cannot encode as attributes ask for.
  private static let encodings = ["BOM is ", "failed to encode '"]

  /// Whether git says in a line that a filter failed, as `error: external filter 'x' failed 1` and
  /// `fatal: a.md: smudge filter x failed`. Of a filter that answers for many files and ends, git writes what it writes when a
  /// remote hangs up.
  private static func isGits(_ line: String) -> Bool {
    if line.hasBytePrefix("hint: ") { return true }
    if line.hasBytePrefix("error: ") { return errors.contains(where: line.containsBytes) }
    guard line.hasBytePrefix("fatal: ") else { return false }
    return line == "fatal: the remote end hung up unexpectedly" || encodings.contains(where: line.containsBytes)
      || line.hasByteSuffix("failed") && [": clean filter '", ": smudge filter "].contains(where: line.containsBytes)
  }
}
