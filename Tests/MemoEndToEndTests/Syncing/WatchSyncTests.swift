import Foundation
import MemoCore
import MemoTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A watcher that syncs by itself.
@Suite(.waitsForPrograms) struct WatchSyncTests {
  @Test func whatComesFromElsewhereArrivesWhileItWatches() throws {
    let devices = try Devices.inStep(1)
    let join = try devices.sandbox.memo("--vault", "vault", "sync", "--remote", devices.hub, in: "")
    try #require(join.end == .exited(0), "\(join.errors)")
    try devices.write("# From elsewhere\n", to: "b.md", on: 0)
    try devices.mustSync(0)
    let watch = try WatchRun(devices.sandbox, ["--sync=86400"])
    try watch.ready()
    #expect(try watch.next() == "added\tb.md\tFrom elsewhere")
    _ = watch.end(SIGINT)
  }

  @Test func anErrorIsReportedOnceAndTheWatcherContinues() throws {
    let devices = try Devices(1)
    try devices.sandbox.folder.makeFolders(VaultPath("vault/.memo"))
    let watch = try WatchRun(devices.sandbox, ["--sync"])
    // The two come from two threads.
    let told = [try watch.ready(), try watch.nextError()]
    #expect(told.contains("memo: the vault is not a git repository"), "\(told)")
    try devices.sandbox.write("# N\n", to: "n.md")
    #expect(try watch.next() == "added\tn.md\tN")
    _ = watch.end(SIGINT)
  }

  @Test func theStatusOfAWatcherShowsWhenItSyncs() throws {
    let devices = try Devices.inStep(1)
    let join = try devices.sandbox.memo("--vault", "vault", "sync", "--remote", devices.hub, in: "")
    try #require(join.end == .exited(0), "\(join.errors)")
    let watch = try WatchRun(devices.sandbox, ["--sync=86400"])
    try watch.ready()
    let sync = try devices.sandbox.memo("watch", "--status", "--json").record()["sync"] as? [String: Any] ?? [:]
    #expect(sync["nextSync"] is String && sync["lastSync"] is String, "known from the start: \(sync)")
    var text = ""
    for _ in 0..<500 where !text.contains("next sync in 23 h") {
      text = try devices.sandbox.memo("watch", "--status").text
    }
    #expect(text.contains("last synced") && text.contains("next sync in 23 h"), "\(text)")
    _ = watch.end(SIGINT)
    let other = try WatchRun(devices.sandbox, [])
    try other.ready()
    #expect(try devices.sandbox.memo("watch", "--status").text.contains("the watcher does not sync"))
    _ = other.end(SIGINT)
  }
}
