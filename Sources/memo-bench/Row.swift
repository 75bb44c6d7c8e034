/// The result of one job on one vault: medians over the runs.
struct Row {
  let name: String
  let memos: Int
  let seconds: Double
  let cpuSeconds: Double
  let peakMegabytes: Double
  let peer: String?
  /// nil where the job has no peer or the machine has no such program.
  let peerSeconds: Double?
  let ratioTarget: Double?
  /// nil where the job has none for a vault of this size.
  let memoryTarget: Double?

  init(job: Job, memos: Int, own: [Measurement], peer others: [Measurement]) {
    name = job.kind.rawValue
    self.memos = memos
    seconds = own.median(of: \.seconds)
    cpuSeconds = own.median(of: \.cpuSeconds)
    peakMegabytes = own.median(of: \.peakMegabytes)
    peer = job.peer?.name
    peerSeconds = others.isEmpty ? nil : others.median(of: \.seconds)
    // In a small vault both sides are mostly start-up, of which targets say nothing.
    ratioTarget = memos >= Job.targetMemos ? job.ratioTarget : nil
    memoryTarget = job.memoryTarget.flatMap { memos <= $0.memos ? $0.megabytes : nil }
  }

  /// How many times the peer's seconds memo took.
  var ratio: Double? { peerSeconds.map { seconds / $0 } }

  /// nil without a target, or without the peer that a target is relative to.
  var isTargetMet: Bool? {
    let ratioIsMet = ratioTarget.flatMap { target in ratio.map { $0 <= target } }
    let memoryIsMet = memoryTarget.map { peakMegabytes < $0 }
    if ratioIsMet == false || memoryIsMet == false { return false }
    return ratioTarget == nil || ratioIsMet == true ? ratioIsMet ?? memoryIsMet : nil
  }
}
