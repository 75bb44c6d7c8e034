import MemoCore
import MemoIndex
import MemoKit
import MemoStore

/// Words the events of a trace, which are in English in every language, as git's are.
enum TraceText {
  /// A line about an event that came so long after the start.
  static func line(_ event: TraceEvent, after time: Duration) -> String {
    let (subject, text) = words(of: event)
    let time = milliseconds(time)
    return "\(DisplayWidth.padding(time, to: 9))\(time) ms  \(subject): \(TerminalText.visible(text))\n"
  }

  private static func words(of event: TraceEvent) -> (subject: String, text: String) {
    switch event {
    case .began(let command): ("memo", "'\(command)' began")
    case .ended(let status): ("memo", "exit code \(status)")
    case .refreshed(let work, let memos, let time):
      (
        "refresh",
        """
        checked \(count(work.foldersChecked, "folder")) and \(count(work.memosChecked, "memo")), listed \
        \(count(work.foldersListed, "folder")), read \(count(work.memosRead, "memo")); \(count(memos, "memo")) in \
        \(milliseconds(time)) ms
        """
      )
    case .askedWatcher(let isAnswered, let time):
      ("watcher", "\(isAnswered ? "the cache is in step" : "no answer"), asked for \(milliseconds(time)) ms")
    case .cache(let file, let use): ("cache", "\(file.name) \(words(of: use))")
    case .cacheLock(let isHeld):
      ("cache", isHeld ? "locked" : "not locked: another process writes it, or it is read-only")
    case .watching(let mode): ("watch", "began, mode \(mode.rawValue)")
    case .hint(_, _, isEverything: true): ("watch", "anything may have changed")
    case .hint(let memos, let folders, _):
      ("watch", "\(count(memos, "memo")) and \(count(folders, "folder")) may have changed")
    case .question(let isAnswered): ("watch", isAnswered ? "answered a command" : "asked by a command")
    case .git(let words, let outcome, let time): ("git", run(words.joined(separator: " "), outcome, time))
    case .program(let program, let outcome, let time): ("program", run(name(of: program), outcome, time))
    }
  }

  private static func words(of use: CacheUse) -> String {
    switch use {
    case .opened(let bytes): "opened, \(count(bytes, "byte"))"
    case .absent: "not there"
    case .replaced: "written anew"
    case .appended(let bytes): "extended by \(count(bytes, "byte"))"
    case .unwritten: "not written"
    }
  }

  private static func name(of program: TracedProgram) -> String {
    switch program {
    case .editor: "editor"
    case .pager: "pager"
    case .named(let name): name
    }
  }

  private static func run(_ program: String, _ outcome: ProgramOutcome, _ time: Duration) -> String {
    "\(program): \(words(of: outcome)) after \(milliseconds(time)) ms"
  }

  private static func words(of outcome: ProgramOutcome) -> String {
    switch outcome {
    case .exited(let status): "exit status \(status)"
    case .signalled(let signal): "ended by signal \(signal)"
    case .notStarted: "not started"
    case .tookTooLong: "ended by memo because it took too long"
    case .tooMuch: "ended by memo because it wrote or needed too much"
    case .failed: "failed"
    }
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// With one digit after the point.
  private static func milliseconds(_ time: Duration) -> String {
    let tenths = Int(time / .microseconds(100))
    return "\(tenths / 10).\(tenths % 10)"
  }
}
