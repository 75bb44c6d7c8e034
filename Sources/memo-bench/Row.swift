#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The result of one job on one vault: medians over the runs.
struct Row {
  let name: String
  let memos: Int
  /// nil, as CPU time and memory, in a row that is of bytes.
  private(set) var seconds: Double?
  private(set) var cpuSeconds: Double?
  private(set) var peakMegabytes: Double?
  private(set) var peer: String?
  /// nil where the job has no peer or the machine has no such program.
  private(set) var peerSeconds: Double?
  /// How many times what the peer took memo took, of time or of bytes.
  private(set) var ratio: Double?
  /// nil where the job has none for a vault of this size.
  private(set) var ratioTarget: Double?
  /// The most seconds beyond the peer's; nil where the job has none for a vault of this size.
  private(set) var excessTarget: Double?
  private(set) var memoryTarget: Double?
  /// The most seconds.
  private(set) var secondsTarget: Double?

  /// A command beside its peer.
  init(job: Job, memos: Int, own: [Measurement], peer others: [Measurement]) {
    self.init(job.kind.rawValue, memos: memos, runs: own)
    compare(job, peerSeconds: others.isEmpty ? nil : others.median(of: \.seconds), ratioTarget: job.ratioTarget)
  }

  /// A search in the index alone, beside the peer of the whole command.
  init(
    index job: Job, _ search: Job.Search, memos: Int, timings: [IndexSearch.Timing], peakMegabytes: Double,
    peerSeconds: Double?
  ) {
    (name, self.memos, self.peakMegabytes) = ("\(job.kind.rawValue)-index", memos, peakMegabytes)
    (seconds, cpuSeconds) = (timings.median(of: \.seconds), timings.median(of: \.cpuSeconds))
    compare(job, peerSeconds: peerSeconds, ratioTarget: search.indexTarget)
  }

  /// A sync beside the same with git by hand; its target holds in smaller vaults, too.
  init(sync job: Job, memos: Int, own: [Measurement], peer others: [Measurement]) {
    self.init(job.kind.rawValue, memos: memos, runs: own)
    memoryTarget = job.memoryTarget.flatMap { memos <= $0.memos ? $0.megabytes : nil }
    (peer, peerSeconds) = ("git", others.median(of: \.seconds))
    ratio = own.median(of: \.seconds) / others.median(of: \.seconds)
    ratioTarget = memos >= Job.syncTargetMemos ? job.ratioTarget : nil
  }

  /// The slowest of a hundred keys in the split view.
  init(keys job: Job, memos: Int, timings: [BrowseFrames.Timing], peakMegabytes: Double) {
    let slow = timings.count * 99 / 100
    self.init(
      job: job, memos: memos, seconds: timings.map(\.seconds).sorted()[slow],
      cpuSeconds: timings.map(\.cpuSeconds).sorted()[slow], peakMegabytes: peakMegabytes)
    secondsTarget = job.secondsTarget
  }

  /// What a process uses while nothing happens.
  init(job: Job, memos: Int, seconds: Double, cpuSeconds: Double, peakMegabytes: Double) {
    (name, self.memos, self.seconds) = (job.kind.rawValue, memos, seconds)
    (self.cpuSeconds, self.peakMegabytes) = (cpuSeconds, peakMegabytes)
    compare(job, peerSeconds: nil, ratioTarget: nil)
  }

  /// How soon a change is reported, beside the time for which it is held back on purpose.
  init(name: String, memos: Int, seconds: Double, settling: Double, excessTarget: Double?) {
    (self.name, self.memos, self.seconds) = (name, memos, seconds)
    (peer, peerSeconds, ratio) = ("settling", settling, seconds / settling)
    self.excessTarget = memos >= Job.targetMemos ? excessTarget : nil
  }

  /// What a language server takes; its limits are for a large vault.
  init(
    server name: String, memos: Int, seconds: Double? = nil, megabytes: Double? = nil, secondsTarget: Double? = nil,
    memoryTarget: Double? = nil
  ) {
    (self.name, self.memos, self.seconds, peakMegabytes) = (name, memos, seconds, megabytes)
    if memos >= Job.targetMemos { (self.secondsTarget, self.memoryTarget) = (secondsTarget, memoryTarget) }
  }

  /// The cache's bytes beside those of the vault's text.
  init(job: Job, memos: Int, cacheBytes: Int, textBytes: Int) {
    (name, self.memos) = (job.kind.rawValue, memos)
    (peer, ratio) = ("text", Double(cacheBytes) / Double(textBytes))
    ratioTarget = Self.ratioTarget(job.ratioTarget, memos: memos)
  }

  /// How much further down than first the memos are that people mean, whatever the size of the vault.
  init(ranking job: Job, memos: Int, runs: [Measurement], meanReciprocalRank: Double) {
    self.init(job.kind.rawValue, memos: memos, runs: runs)
    (peer, ratio, ratioTarget) = ("first", 1 / meanReciprocalRank, job.ratioTarget)
  }

  /// A first index of memos in one script: its processor time beside that of as many bytes of English, whatever the size of
  /// the vault.
  init(script job: Job, _ script: ScriptVault.Script, runs: [Measurement], englishSeconds: Double) {
    self.init("\(job.kind.rawValue)-\(script.rawValue)", memos: ScriptVault.memos, runs: runs)
    (peer, peerSeconds) = ("english", englishSeconds)
    (ratio, ratioTarget) = (runs.median(of: \.cpuSeconds) / englishSeconds, job.ratioTarget)
  }

  /// What a command took.
  private init(_ name: String, memos: Int, runs: [Measurement]) {
    (self.name, self.memos, seconds) = (name, memos, runs.median(of: \.seconds))
    (cpuSeconds, peakMegabytes) = (runs.median(of: \.cpuSeconds), runs.median(of: \.peakMegabytes))
  }

  /// Puts the job's peer beside the seconds, and its targets.
  private mutating func compare(_ job: Job, peerSeconds: Double?, ratioTarget: Double?) {
    (peer, self.peerSeconds) = (job.peer?.name, peerSeconds)
    ratio = seconds.flatMap { seconds in peerSeconds.map { seconds / $0 } }
    self.ratioTarget = Self.ratioTarget(ratioTarget, memos: memos)
    excessTarget = memos >= Job.targetMemos ? job.excessTarget : nil
    memoryTarget = job.memoryTarget.flatMap { memos <= $0.memos ? $0.megabytes : nil }
  }

  /// In a small vault both sides are mostly start-up, of which targets say nothing.
  private static func ratioTarget(_ target: Double?, memos: Int) -> Double? {
    memos >= Job.targetMemos ? target : nil
  }

  /// The seconds that memo took more than its peer.
  private var excess: Double? {
    seconds.flatMap { seconds in peerSeconds.map { seconds - $0 } }
  }

  /// nil without a target, or without the peer that a target is relative to.
  var isTargetMet: Bool? {
    let ratioIsMet = ratioTarget.flatMap { target in ratio.map { $0 <= target } }
    let memoryIsMet = memoryTarget.flatMap { target in peakMegabytes.map { $0 < target } }
    let excessIsMet = excessTarget.flatMap { target in excess.map { $0 <= target } }
    let timeIsMet = secondsTarget.flatMap { target in seconds.map { $0 < target } }
    if [ratioIsMet, memoryIsMet, excessIsMet, timeIsMet].contains(false) { return false }
    let isMissing = ratioTarget != nil && ratioIsMet == nil || excessTarget != nil && excessIsMet == nil
    return isMissing ? nil : ratioIsMet ?? memoryIsMet ?? excessIsMet ?? timeIsMet
  }
}

/// One run of one process.
struct Measurement {
  /// Negative for the signal that ended it.
  let exitCode: Int32
  let seconds: Double
  /// User and system time together.
  let cpuSeconds: Double
  let peakMegabytes: Double
  let output: OutputSummary

  init(status: Int32, elapsed: Duration, usage: rusage, output: OutputSummary) {
    let signal = status & 0x7F
    exitCode = signal == 0 ? (status >> 8) & 0xFF : -signal
    seconds = elapsed / .seconds(1)
    cpuSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    #if canImport(Glibc)
      let unit = 1024.0
    #else
      let unit = 1.0
    #endif
    peakMegabytes = Double(usage.ru_maxrss) * unit / 1e6
    self.output = output
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

extension Array {
  /// The middle value; the mean of the two middle ones for an even count, 0 for none.
  func median(of value: (Element) -> Double) -> Double {
    let sorted = map(value).sorted()
    return isEmpty ? 0 : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
