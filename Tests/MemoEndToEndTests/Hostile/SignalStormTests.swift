import MemoCore
import MemoTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Signals interrupt reads, writes and waits at any moment, and no one notices. Being stopped and going on interrupts
/// also where no signal is handled.
@Suite(.waitsForPrograms) struct SignalStormTests {
  private static let storm =
    "while kill -s STOP $p && kill -s CONT $p && kill -s WINCH $p && kill -s URG $p; do :; done 2> /dev/null"

  @Test(arguments: ["list --json", "index --rebuild -q", "search --json word", "export ../copy"])
  func aCommandComesToItsEndInAStorm(command: String) throws {
    let sandbox = try Sandbox()
    for number in 0..<400 {
      try sandbox.write("# memo \(number)\n\nword [[\(number + 1)]]\n", to: "d\(number % 9)/\(number).md", day: 1)
    }
    let calm = try sandbox.shell("memo \(command)")
    try sandbox.folder.write("", to: "copy/x.txt")
    try sandbox.folder.remove(VaultPath("copy"))
    let stormy = try sandbox.shell("rm -rf .memo/cache; memo \(command) & p=$!; \(Self.storm); wait $p")
    #expect(stormy.end == .exited(0) && stormy.end == calm.end, "\(stormy.end) \(stormy.errors)")
    #expect(stormy.output == calm.output)
  }

  @Test func aWatcherReportsEveryChangeInAStorm() throws {
    let sandbox = try Sandbox()
    let watch = try WatchRun(sandbox, ["--json"])
    try watch.ready()
    _ = try sandbox.shell(
      "(p=\(watch.processId); n=0; while [ $n -lt 400 ]; do kill -s STOP $p; kill -s CONT $p; n=$((n+1)); done) &")
    var awaited = Set((0..<20).map { "\($0).md" })
    for name in awaited.sorted() { try sandbox.write("# \(name)\n", to: name) }
    while !awaited.isEmpty {
      let line = try watch.next()
      for name in awaited where line.contains("\"\(name)\"") { awaited.remove(name) }
    }
    #expect(watch.end(SIGTERM) == .exited(130))
  }
}
