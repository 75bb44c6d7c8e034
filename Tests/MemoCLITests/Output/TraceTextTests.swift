import MemoIndex
import MemoKit
import MemoStore
import Testing

@testable import MemoCLI

@Suite struct TraceTextTests {
  private static let work = {
    var work = RefreshWork()
    (work.foldersChecked, work.memosChecked, work.foldersListed, work.memosRead) = (3, 12, 1, 2)
    return work
  }()

  static let events: [(TraceEvent, String)] = [
    (.began(command: "list"), "memo: 'list' began"),
    (.ended(status: 1), "memo: exit code 1"),
    (
      .refreshed(work, memos: 12, .microseconds(1_250)),
      "refresh: checked 3 folders and 12 memos, listed 1 folder, read 2 memos; 12 memos in 1.2 ms"
    ),
    (.askedWatcher(isAnswered: true, .milliseconds(2)), "watcher: the cache is in step, asked for 2.0 ms"),
    (.askedWatcher(isAnswered: false, .zero), "watcher: no answer, asked for 0.0 ms"),
    (.cache(.snapshot, .opened(bytes: 1)), "cache: snapshot opened, 1 byte"),
    (.cache(.journal, .absent), "cache: journal not there"),
    (.cache(.text(255), .replaced), "cache: text-ff written anew"),
    (.cache(.journal, .appended(bytes: 20)), "cache: journal extended by 20 bytes"),
    (.cache(.journal, .unwritten), "cache: journal not written"),
    (.cacheLock(isHeld: true), "cache: locked"),
    (.cacheLock(isHeld: false), "cache: not locked: another process writes it, or it is read-only"),
    (.watching(.automatic), "watch: began, mode auto"),
    (.hint(memos: 1, folders: 0, isEverything: false), "watch: 1 memo and 0 folders may have changed"),
    (.hint(memos: 0, folders: 1, isEverything: true), "watch: anything may have changed"),
    (.question(isAnswered: false), "watch: asked by a command"),
    (.question(isAnswered: true), "watch: answered a command"),
    (
      .git(words: ["log", "-z", "--format"], .exited(128), .milliseconds(12)),
      "git: log -z --format: exit status 128 after 12.0 ms"
    ),
    (
      .git(words: ["fetch"], .tookTooLong, .seconds(60)),
      "git: fetch: ended by memo because it took too long after 60000.0 ms"
    ),
    (.git(words: ["gc"], .tooMuch, .zero), "git: gc: ended by memo because it wrote or needed too much after 0.0 ms"),
    (.git(words: ["version"], .notStarted, .zero), "git: version: not started after 0.0 ms"),
    (.program(.editor, .signalled(9), .zero), "program: editor: ended by signal 9 after 0.0 ms"),
    (.program(.pager, .exited(0), .zero), "program: pager: exit status 0 after 0.0 ms"),
    (.program(.named("xdg-open\u{1B}"), .failed, .zero), "program: xdg-open␛: failed after 0.0 ms"),
  ]

  @Test(arguments: events)
  func anEventIsALineWithTheTimeSinceTheStart(event: TraceEvent, text: String) {
    #expect(TraceText.line(event, after: .microseconds(34_567)) == "     34.5 ms  \(text)\n")
  }
}
