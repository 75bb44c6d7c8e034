import Foundation
import MemoCore
import MemoTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The watcher in the background, and that there is one for a vault.
@Suite(.waitsForPrograms) struct WatcherTests {
  private let vault: BackgroundVault
  private var sandbox: Sandbox { vault.sandbox }

  init() throws {
    vault = BackgroundVault(try Sandbox())
    try sandbox.write("# one\n", to: "a.md", day: 1)
  }

  @Test func itStartsReportsAndStops() throws {
    #expect(try sandbox.memo("watch", "--status").end == .exited(1))
    let start = try sandbox.memo("watch", "--start")
    #expect(start.end == .exited(0) && start.output.isEmpty, "\(start.errors)")
    let status = try sandbox.memo("watch", "--status", "--json").record()
    #expect(status["running"] as? Bool == true && status["ready"] as? Bool == true)
    #expect(status["memos"] as? Int == 1 && status["events"] as? Int == 0 && status["lastError"] is NSNull)
    #expect((status["since"] as? String)?.hasSuffix("Z") == true)
    let pid = try #require(status["pid"] as? Int32)
    #expect(getsid(pid) == pid, "a closed terminal would end it")
    #expect(try sandbox.memo("watch", "--stop").end == .exited(0))
    let stopped = try sandbox.memo("watch", "--status", "--json")
    #expect(stopped.end == .exited(1))
    #expect(try stopped.record()["running"] as? Bool == false)
    #expect(try sandbox.memo("watch", "--stop").end == .exited(0))
  }

  @Test func aWatcherThatCouldNotBeFoundAgainIsNotStarted() throws {
    let sandbox = try Sandbox(hasMarker: false)
    // No one can write below a file, and root neither.
    try sandbox.write("a file", to: ".memo", day: 1)
    let run = try sandbox.shell("XDG_CACHE_HOME=/dev/null/cache memo --vault . watch --start")
    #expect(run.end == .exited(7) && run.errors.contains("a watcher in the background"), "\(run.end) \(run.errors)")
  }

  @Test func onADiskWithoutSpaceItIsNotStarted() throws {
    // The command would wait for a word of the watcher's that has no place.
    let run = try sandbox.shell(
      """
      errors=$( (ulimit -f 0; exec timeout -k 1 30 memo watch --start) 2>&1); code=$?
      echo "$errors" >&2; exit $code
      """)
    #expect(run.end == .exited(7) && run.errors.contains("a watcher in the background"), "\(run.end) \(run.errors)")
    #expect(try sandbox.memo("watch", "--status").end == .exited(1))
  }

  @Test func itKeepsTheCacheInStep() throws {
    _ = try sandbox.memo("watch", "--start")
    try sandbox.write("# two\n", to: "b.md")
    try vault.wait { $0["events"] as? Int == 1 }
    let list = try sandbox.memo("list", "--paths", "-v")
    #expect(list.lines == ["b.md", "a.md"])
    #expect(try sandbox.memo("index", "--verify").end == .exited(0))
  }

  @Test(arguments: ["--start", "--json"])
  func aSecondOneIsRefused(option: String) throws {
    let first = try WatchRun(sandbox)
    try first.ready()
    let second = try sandbox.memo("watch", option)
    #expect(second.end == .exited(6))
    #expect(second.errors.contains("this vault is already watched by process"), "\(second.errors)")
    #expect(first.end(SIGINT) == .exited(130))
    let third = try WatchRun(sandbox)
    try third.ready()
    #expect(third.end(SIGINT) == .exited(130))
  }

  @Test func aKilledOneLeavesNothingThatMatters() throws {
    let killed = try WatchRun(sandbox)
    try killed.ready()
    _ = killed.end(SIGKILL)
    #expect(try sandbox.memo("watch", "--status").end == .exited(1))
    #expect(try sandbox.memo("list", "--paths").lines == ["a.md"])
    #expect(try sandbox.memo("watch", "--start").end == .exited(0))
  }

  @Test func itsLogIsShortAndHoldsNoTextOfMemos() throws {
    try sandbox.write(String(repeating: "old line\n", count: 10_000), to: ".memo/watch.log")
    _ = try sandbox.memo("watch", "--start")
    try sandbox.write("# 비밀 secret\n", to: "비밀 secret.md")
    try vault.wait { $0["events"] as? Int == 1 }
    #expect(try sandbox.memo("watch", "--stop").end == .exited(0))
    let log = try #require(try sandbox.text(of: ".memo/watch.log"))
    #expect(log.utf8.count < 1_000 && log.contains("ready") && log.contains("ended"), "\(log)")
    #expect(!log.contains("secret") && !log.contains("비밀"))
  }

  @Test func aServiceRunsThisProgramOnThisVault() throws {
    let unit = try sandbox.memo("watch", "--print-unit")
    #expect(unit.text.contains(sandbox.vault.text), "\(unit.text)")
    #expect(!unit.text.contains("--sync") && !unit.text.contains("--poll"))
    let syncing = try sandbox.memo("watch", "--print-unit", "--sync=60", "--poll").text
    #expect(syncing.contains("--sync=60") && syncing.contains("--poll"), "as the one that is asked for: \(syncing)")
    #expect(sandbox.folder.status(of: VaultPath("vault/.memo/watch.lock")) == nil)
  }

  @Test func gitDoesNotSeeItsFiles() throws {
    #expect(try sandbox.memo("init", "--git").end == .exited(0))
    _ = try sandbox.memo("watch", "--start")
    let seen = try sandbox.shell("git status --porcelain -uall --ignored=no").text
    #expect(!seen.contains("watch."), "\(seen)")
  }
}
