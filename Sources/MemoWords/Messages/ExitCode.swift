/// How a command ended, as the shell sees it.
public enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  /// Nothing matched, or a check found problems.
  case noMatch = 1
  case usage = 2
  case noSuchMemo = 3
  case ambiguous = 4
  /// A memo changed since it was read, or a conflict needs a person.
  case changed = 5
  /// Another process holds a lock.
  case locked = 6
  /// The vault, a file or a program failed.
  case failure = 7
  /// The remote cannot be reached or refused; local work is safe.
  case remote = 8
  case interrupted = 130
}
