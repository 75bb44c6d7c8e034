public import MemoIndex
public import MemoStore
import MemoSync

/// Collects what memo does, for `--debug`: numbers, and names of commands and of the cache's own files. No event holds
/// a text or a path of a memo, so that a trace can be shared.
public struct Trace: Sendable {
  private let stopwatch: @Sendable () -> Duration
  private let sink: @Sendable (TraceEvent) -> Void

  /// A trace that hands events to `sink`, from any thread.
  ///
  /// - Parameter stopwatch: a clock that never goes back.
  public init(
    stopwatch: @escaping @Sendable () -> Duration, sink: @escaping @Sendable (TraceEvent) -> Void
  ) {
    self.stopwatch = stopwatch
    self.sink = sink
  }

  /// Notes an event.
  public func note(_ event: TraceEvent) { sink(event) }

  /// Begins to measure how long something takes.
  func start() -> Measurement { Measurement(trace: self, start: stopwatch()) }

  /// Something that is under way.
  struct Measurement: Sendable {
    fileprivate let trace: Trace
    fileprivate let start: Duration

    /// Notes that it is over.
    func end(_ event: (Duration) -> TraceEvent) { trace.note(event(trace.stopwatch() - start)) }
  }
}

/// Something that memo did.
public enum TraceEvent: Equatable, Sendable {
  /// A command began to run.
  case began(command: String)
  /// A command ended with this exit code.
  case ended(status: Int32)
  /// The index was brought up to date with the files, and holds so many memos.
  case refreshed(RefreshWork, memos: Int, Duration)
  /// The vault's watcher was asked whether the cache is up to date.
  case askedWatcher(isAnswered: Bool, Duration)
  /// A file of the cache was used.
  case cache(CacheFile, CacheUse)
  /// The cache's lock was asked for.
  case cacheLock(isHeld: Bool)
  /// A vault is watched from now on.
  case watching(WatchMode)
  /// A watch noticed that something may have changed: so many memos and folders, or anything.
  case hint(memos: Int, folders: Int, isEverything: Bool)
  /// A watch heard a command's question, or answered it.
  case question(isAnswered: Bool)
  /// Git ran: the command and its options, without their values.
  case git(words: [String], ProgramOutcome, Duration)
  /// Another program ran.
  case program(TracedProgram, ProgramOutcome, Duration)
}

/// How much a refresh looked at.
public struct RefreshWork: Equatable, Sendable {
  /// Folders whose stamps were compared.
  public var foldersChecked = 0
  /// Memos whose stamps were compared.
  public var memosChecked = 0
  /// Folders that were listed.
  public var foldersListed = 0
  /// Memos that were read.
  public var memosRead = 0

  /// No work.
  public init() {}
}

/// What was done with a cache file.
public enum CacheUse: Equatable, Sendable {
  /// It was opened, and has so many bytes.
  case opened(bytes: Int)
  /// There is none that can be used.
  case absent
  /// It was written anew.
  case replaced
  /// So many bytes were added to it.
  case appended(bytes: Int)
  /// It could not be written, or another process had written it.
  case unwritten
}

/// A program that a trace names.
public enum TracedProgram: Equatable, Sendable {
  /// The user's editor.
  case editor
  /// The user's pager.
  case pager
  /// Any other, by its file name.
  case named(String)
}

/// How a program that was run came to its end.
public enum ProgramOutcome: Equatable, Sendable {
  /// By itself, with this status.
  case exited(Int32)
  /// By this signal.
  case signalled(Int32)
  /// It is not there, or could not be started.
  case notStarted
  /// memo ended it, because it took too long.
  case tookTooLong
  /// memo ended it, because it wrote or needed too much.
  case tooMuch
  /// It failed in another way.
  case failed
}
