import Testing

@testable import memo_bench

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct RowTests {
  @Test(arguments: [(99_999, 2_000, nil), (100_000, 1_500, true), (100_000, 1_501, false)])
  func theCacheMayBeSoManyTimesTheText(memos: Int, cacheBytes: Int, isMet: Bool?) {
    let job = Job(kind: .cacheSize, arguments: [], expectation: .noMatch, ratioTarget: 1.5)
    let row = Row(job: job, memos: memos, cacheBytes: cacheBytes, textBytes: 1_000)
    #expect(row.isTargetMet == isMet)
  }

  @Test func aRowIsAlsoALineOfItsOwn() {
    let job = Job(
      kind: .list, arguments: [], expectation: .noMatch, peer: Job.Peer(command: ["find"], expectation: .noMatch),
      ratioTarget: 0.6)
    let row = Row(job: job, memos: 100_000, own: [Measurement(seconds: 0.5)], peer: [Measurement(seconds: 0.25)])
    let line = Report.line(row)
    #expect(line.hasPrefix("list: 0.5000 s, "))
    #expect(line.hasSuffix(", 2.00 x find (0.2500 s), target ≤0.60: NO"))
  }

  @Test(arguments: [(99_999, 1.0, 9.0, nil), (100_000, 1.0, 1.25, true), (100_000, 1.0, 1.35, false)])
  func aJobMayTakeSoMuchMoreThanItsPeer(memos: Int, peer: Double, seconds: Double, isMet: Bool?) {
    let row = Row(
      job: Job(kind: .rename, arguments: [], expectation: .noMatch, excessTarget: 0.3), memos: memos,
      own: [Measurement(seconds: seconds)], peer: [Measurement(seconds: peer)])
    #expect(row.isTargetMet == isMet)
  }

  @Test(arguments: [
    (0.1, 100.0, true), (0.2, 100.0, false), (0.1, 300.0, false), (nil, 100.0, nil), (nil, 300.0, false),
  ])
  func aSearchInTheIndexHasItsOwnTarget(seconds: Double?, peakMegabytes: Double, isMet: Bool?) {
    let search = Job.Search(query: "a", reference: [], indexTarget: 0.1)
    let job = Job(
      kind: .searchRare, arguments: [], expectation: .noMatch, ratioTarget: 5, memoryTarget: (250, .max), search: search
    )
    let row = Row(
      index: job, search, memos: 100_000,
      timings: [IndexSearch.Timing(seconds: seconds ?? 0.1, cpuSeconds: 0, hits: 1)], peakMegabytes: peakMegabytes,
      peerSeconds: seconds == nil ? nil : 1)
    #expect(row.name == "search-rare-index")
    #expect(row.isTargetMet == isMet)
  }
}

struct KeysRowTests {
  @Test(arguments: [(0.015, 100.0, true), (0.017, 100.0, false), (0.015, 160.0, false)])
  func theSlowestOfAHundredKeysCounts(seconds: Double, peakMegabytes: Double, isMet: Bool) {
    let job = Job(
      kind: .browseKeys, arguments: [], expectation: .noMatch, secondsTarget: 0.016, memoryTarget: (150, 100_000))
    let quick = BrowseFrames.Timing(seconds: 0.001, cpuSeconds: 0.001)
    let slow = BrowseFrames.Timing(seconds: seconds, cpuSeconds: 0.002)
    let row = Row(
      keys: job, memos: 100_000, timings: Array(repeating: quick, count: 198) + [slow, slow],
      peakMegabytes: peakMegabytes)
    #expect(row.seconds == seconds && row.cpuSeconds == 0.002 && row.isTargetMet == isMet)
  }
}

extension Measurement {
  fileprivate init(seconds: Double) {
    self.init(status: 0, elapsed: .seconds(seconds), usage: rusage(), output: OutputSummary())
  }
}
