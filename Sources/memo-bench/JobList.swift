/// Every job for one vault: the commands, their peers and the targets.
struct JobList {
  let workspace: Workspace
  /// The memo to measure, which is its own peer in one job.
  let memo: String

  private var vault: String { workspace.vault }
  private var memos: Int { workspace.plan.memos }

  func job(_ kind: Job.Kind) -> Job {
    switch kind {
    case .firstIndex: firstIndex
    case .cacheSize:
      Job(kind: kind, arguments: ["index", "--json"], expectation: .indexedMemos(memos), ratioTarget: 1.5)
    case .list: newest(kind, ratioTarget: 0.6, memoryTarget: (40, 100_000))
    case .listAfterEdit: listAfterEdit()
    case .listWithoutCache: newest(kind, preparation: .forgetDerivedState)
    case .listJSON:
      Job(kind: kind, arguments: ["list", "--json"], expectation: .records(memos), peer: find, ratioTarget: 3)
    case .show: show
    case .stats: Job(kind: kind, arguments: ["stats", "--json"], expectation: .indexedMemos(memos), peer: find)
    case .complete: complete
    case .backlinks: links(kind, [workspace.plan.path(workspace.plan.linkedMemo)], .atLeastLines(20), ratioTarget: 0.7)
    case .tags: links(kind, [], .atLeastLines(1), ratioTarget: 0.7)
    case .check: links(kind, [], .problems, ratioTarget: 3)
    case .rename: rename
    case .searchAbsent, .searchRare, .searchKorean, .searchInitials, .searchRegex, .searchCommon: search(kind)
    case .browse: browse
    case .browseKeys:
      Job(
        kind: kind, arguments: ["list", "-n", "50"], expectation: .lines(min(50, memos)), secondsTarget: 0.016,
        memoryTarget: (150, 100_000))
    case .watchedList, .watchedListAfterEdit, .watchedSearchRare, .watcherStart, .watcherIdle, .watcherLine:
      watched(kind)
    case .syncFirst, .syncIdle, .syncEdit, .clone: sync(kind)
    case .new:
      Job(
        kind: kind, arguments: ["new", "Bench memo", "--body", "A line.", "--no-edit"],
        expectation: .newPath(inVault: vault))
    }
  }

  private var firstIndex: Job {
    Job(
      kind: .firstIndex, arguments: ["index", "--rebuild", "--json"], expectation: .indexedMemos(memos),
      peer: Job.Peer(command: ["rg", "-c", "-F", "nowhereword", vault], expectation: .noMatch),
      ratioTarget: 3, memoryTarget: (400, 100_000))
  }

  private var complete: Job {
    Job(
      kind: .complete, arguments: ["__complete", "zsh", "--", "--vault", vault, "show", "a"],
      // In a small vault no memo may be called so.
      expectation: .atLeastLines(memos < 100 ? 1 : 2), secondsTarget: 0.02)
  }

  /// The first picture of the split view, beside the list that it shows.
  private var browse: Job {
    Job(
      kind: .browse, arguments: ["browse"], expectation: .atLeastBytes(1_000),
      peer: Job.Peer(
        command: [Job.Peer.memo, "--vault", vault, "list", "-n", "50"], expectation: .atLeastLines(min(50, memos))),
      ratioTarget: 1.5)
  }

  func newest(
    _ kind: Job.Kind, preparation: Job.Preparation = .none, ratioTarget: Double? = nil,
    memoryTarget: (megabytes: Double, memos: Int)? = nil
  ) -> Job {
    Job(
      kind: kind, arguments: ["list", "-n", "20"], expectation: .lines(min(20, memos)), preparation: preparation,
      peer: find, ratioTarget: ratioTarget, memoryTarget: memoryTarget)
  }

  func listAfterEdit(_ kind: Job.Kind = .listAfterEdit, ratioTarget: Double = 0.7) -> Job {
    let edited = workspace.plan.path(workspace.plan.editedMemo(0))
    return Job(
      kind: kind, arguments: ["list", "-n", "20"], expectation: .newest(edited, lines: min(20, memos)),
      preparation: .editOneMemo, peer: find, ratioTarget: ratioTarget)
  }

  private func links(
    _ kind: Job.Kind, _ arguments: [String], _ expectation: Expectation, ratioTarget: Double
  ) -> Job {
    Job(
      kind: kind, arguments: [kind.rawValue] + arguments, expectation: expectation, peer: find, ratioTarget: ratioTarget
    )
  }

  /// A memo that many link to, beside a list.
  private var rename: Job {
    let list = newest(.list)
    return Job(
      kind: .rename, arguments: ["rename", workspace.plan.path(workspace.plan.linkedMemo), "Renamed for the bench"],
      expectation: .newPath(inVault: vault), preparation: .undo,
      peer: Job.Peer(command: [Job.Peer.memo, "--vault", vault] + list.arguments, expectation: list.expectation),
      excessTarget: 0.3)
  }

  private var show: Job {
    let path = workspace.plan.path(memos / 2)
    let file = "\(vault)/\(path)"
    return Job(
      kind: .show, arguments: ["show", path], expectation: .contents(ofFile: file),
      peer: Job.Peer(command: ["cat", file], expectation: .contents(ofFile: file)), ratioTarget: 5)
  }

  /// GNU find, which can print times; macOS has it under another name.
  private var find: Job.Peer {
    #if os(macOS)
      let name = "gfind"
    #else
      let name = "find"
    #endif
    return Job.Peer(
      command: [name, vault, "-type", "f", "-printf", "%T@ %p\n"], expectation: .atLeastLines(memos))
  }
}
