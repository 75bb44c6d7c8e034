public import MemoCore
public import MemoIndex
public import MemoStore
import MemoSync

/// Watches whose hints are traced.
public struct TracedWatching: VaultWatching {
  private let watching: any VaultWatching
  private let trace: Trace

  /// Traces the watches of another one.
  public init(_ watching: any VaultWatching, _ trace: Trace) {
    self.watching = watching
    self.trace = trace
  }

  /// Begins a watch of the other one.
  public func watch(_ root: HostPath, rules: MemoFileRules, mode: WatchMode) throws(FileError) -> any VaultWatch {
    let watch = try watching.watch(root, rules: rules, mode: mode)
    trace.note(.watching(mode))
    return TracedWatch(watch, trace)
  }
}

private final class TracedWatch: VaultWatch {
  private let watch: any VaultWatch
  private let trace: Trace

  init(_ watch: any VaultWatch, _ trace: Trace) {
    self.watch = watch
    self.trace = trace
  }

  func next(within limit: Duration?) throws(FileError) -> WatchHint? {
    let hint = try watch.next(within: limit)
    switch hint {
    case .changed(let paths):
      trace.note(
        .hint(memos: paths.memos.count, folders: paths.folders.count, isEverything: paths.isEverything))
    case .asked: trace.note(.question(isAnswered: false))
    case .settings, .limited, .gone, .ended, nil: break
    }
    return hint
  }

  func end() { watch.end() }

  func hearQuestions() { watch.hearQuestions() }

  func answer(_ question: WatchQuestion, with answer: [UInt8]) {
    watch.answer(question, with: answer)
    trace.note(.question(isAnswered: true))
  }
}
