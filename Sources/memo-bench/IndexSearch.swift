import MemoCore
import MemoIndex
import MemoPlatform
import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Times a search in the index alone: no process is started, nothing refreshed and nothing written.
struct IndexSearch {
  let vault: String
  let query: String

  /// One search with the matches of its first hits.
  struct Timing {
    let seconds: Double
    let cpuSeconds: Double
    let hits: Int

    /// As it is handed on from process to process.
    var line: String { "\(seconds) \(cpuSeconds) \(hits)" }

    init(seconds: Double, cpuSeconds: Double, hits: Int) {
      self.seconds = seconds
      self.cpuSeconds = cpuSeconds
      self.hits = hits
    }

    /// nil for anything but a `line`.
    init?(line: Substring) {
      let fields = line.split(separator: " ")
      guard fields.count == 3, let seconds = Double(fields[0]), let cpuSeconds = Double(fields[1]),
        let hits = Int(fields[2])
      else { return nil }
      self.init(seconds: seconds, cpuSeconds: cpuSeconds, hits: hits)
    }
  }

  /// Opens the vault as memo does, searches once to warm up, and then as often as asked.
  func timings(runs: Int) throws -> [Timing] {
    let root = HostPath(try FileSystem.resolve(vault))
    let index = try Vault(at: root, host: DiskHost(userCache: nil)).refresh()
    let search = MemoSearch(
      try SearchQuery(parsing: query, isExact: true), processorTime: ProcessEnvironment.processorTime)
    return (0...runs).map { _ in time(search, in: index) }.suffix(runs)
  }

  private func time(_ search: MemoSearch, in index: VaultIndex) -> Timing {
    let start = (wall: ProcessEnvironment.uptime(), cpu: Self.cpuTime())
    let found = search.run(MemoFilter(), in: index).found
    for hit in found.prefix(Job.Search.shownHits) { _ = search.matches(in: hit.memo, of: index, matchLimit: .max) }
    return Timing(
      seconds: (ProcessEnvironment.uptime() - start.wall) / .seconds(1),
      cpuSeconds: (Self.cpuTime() - start.cpu) / .seconds(1), hits: found.count)
  }

  /// User and system time of all threads.
  private static func cpuTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
