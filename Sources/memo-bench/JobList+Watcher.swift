/// What a watcher is for, and what it costs.
extension JobList {
  func watched(_ kind: Job.Kind) -> Job {
    var job = unwatched(kind)
    job.isWatched = kind != .watcherStart && kind != .watcherLine
    return job
  }

  private func unwatched(_ kind: Job.Kind) -> Job {
    switch kind {
    case .watchedList: newest(kind, ratioTarget: 0.1, memoryTarget: (40, 100_000))
    case .watchedListAfterEdit: listAfterEdit(kind, ratioTarget: 0.1)
    case .watchedSearchRare:
      Job(
        kind: kind, arguments: ["search", VaultPlan.rareWord, "-l"], expectation: .lines(workspace.plan.rareMemos),
        peer: Job.Peer(
          command: ["rg", "-l", "-F", "-i", VaultPlan.rareWord, workspace.vault],
          expectation: .lines(workspace.plan.rareMemos)), ratioTarget: 0.1)
    case .watcherStart:
      Job(
        kind: kind, arguments: ["watch", "--start"], expectation: .lines(0), preparation: .stopWatcher,
        peer: Job.Peer(
          command: [memo, "--vault", workspace.vault, "list", "-n", "20"],
          expectation: .lines(min(20, workspace.plan.memos))), ratioTarget: 2)
    // The median of the time from the end of a save to the line that tells it, beside the time for which it has to settle.
    case .watcherLine:
      Job(kind: kind, arguments: ["watch", "--json"], expectation: .lines(1), excessTarget: 0.03)
    default:
      Job(kind: kind, arguments: ["watch", "--status"], expectation: .lines(1), memoryTarget: (200, 100_000))
    }
  }
}
