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
    case .scripts:
      Job(
        kind: kind, arguments: ["index", "--rebuild", "--json"], expectation: .indexedMemos(ScriptVault.memos),
        ratioTarget: 3)
    case .cacheSize:
      Job(kind: kind, arguments: ["index", "--json"], expectation: .indexedMemos(memos), ratioTarget: 0.9)
    case .list: newest(kind, ratioTarget: 0.6, memoryTarget: (40, 100_000))
    case .listAfterEdit: listAfterEdit()
    case .listWithoutCache: newest(kind, preparation: .forgetDerivedState)
    case .listJSON:
      Job(
        kind: kind, arguments: ["list", "--json"], expectation: .records(memos), peer: find, ratioTarget: 3,
        memoryTarget: Self.anySize)
    case .listTitle: ofAll(kind, ["list", "--sort", "title"], .lines(memos))
    case .tasksAll: ofAll(kind, ["tasks"], .atLeastLines(memos < 1_000 ? 0 : 20))
    case .graph: ofAll(kind, ["graph"], .atLeastLines(memos < 1_000 ? 0 : 20))
    case .listWhere, .tasks: columns(kind, beside: ownList, ratioTarget: 1.5)
    case .start:
      Job(
        kind: kind, arguments: ["--version"], expectation: .lines(1),
        peer: Job.Peer(command: ["git", "--version"], expectation: .lines(1)), ratioTarget: 1.5)
    case .show: show
    case .stats: Job(kind: kind, arguments: ["stats", "--json"], expectation: .indexedMemos(memos), peer: find)
    case .complete: complete
    case .backlinks: links(kind, [workspace.plan.path(workspace.plan.linkedMemo)], .atLeastLines(20), ratioTarget: 0.7)
    case .tags: links(kind, [], .atLeastLines(1), ratioTarget: 0.7)
    case .distance: distance
    case .mentions:
      // There may be none; JSON says so without an exit code.
      Job(
        kind: kind, arguments: ["mentions", workspace.plan.path(workspace.plan.linkedMemo), "--json"],
        expectation: .atLeastBytes(2), peer: find, ratioTarget: 3)
    case .check: links(kind, [], .problems, ratioTarget: 3, memoryTarget: Self.anySize)
    case .rename: rename
    case .searchAbsent, .searchRare, .searchKorean, .searchInitials, .searchRegex, .searchCommon: search(kind)
    case .forgivingAbsent: forgiving(kind, VaultPlan.absentWord, .noMatch)
    case .forgivingRare: forgiving(kind, VaultPlan.rareWord)
    case .forgivingKorean: forgiving(kind, VaultPlan.koreanWord)
    case .forgivingInitials: forgiving(kind, VaultPlan.koreanInitials)
    case .forgivingCommon: forgiving(kind, VaultPlan.commonWord)
    case .searchRanking:
      Job(kind: kind, arguments: ["search", "--paths"], expectation: .atLeastLines(1), ratioTarget: 1 / 0.9)
    case .browse: browse
    case .browseKeys, .browsePictures:
      Job(
        kind: kind, arguments: ["list", "-n", "50"], expectation: .lines(min(50, memos)), secondsTarget: 0.016,
        memoryTarget: (150, 100_000))
    case .watchedList, .watchedListAfterEdit, .watchedSearchRare, .watchedWhere, .watchedTasks, .watcherStart,
      .watcherIdle, .watcherLine:
      watched(kind)
    case .lspInitialize, .lspFirstList, .lspCompletion, .lspDiagnostics, .lspReferences, .lspSymbols, .lspActions,
      .lspMemory, .lspCheckout:
      Job(kind: kind, arguments: ["lsp"], expectation: .noMatch)
    case .syncFirst, .syncIdle, .syncEdit, .syncReceive, .syncMerge, .clone: sync(kind)
    case .new:
      Job(
        kind: kind, arguments: ["new", "Bench memo", "--body", "A line.", "--no-edit"],
        expectation: .newPath(inVault: vault))
    }
  }

  /// All links of the vault, followed from a memo that many link to.
  private var distance: Job {
    let path = workspace.plan.path(workspace.plan.linkedMemo)
    return Job(
      kind: .distance, arguments: ["list", "--paths", "--links-to", path, "--distance", "0"],
      expectation: .atLeastLines(20), peer: find, ratioTarget: 3)
  }

  private var firstIndex: Job {
    Job(
      kind: .firstIndex, arguments: ["index", "--rebuild", "--json"], expectation: .indexedMemos(memos),
      peer: Job.Peer(command: ["rg", "-c", "-F", "nowhereword", vault], expectation: .noMatch),
      ratioTarget: 2, memoryTarget: (100, 100_000))
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
    _ kind: Job.Kind, _ arguments: [String], _ expectation: Expectation, ratioTarget: Double,
    memoryTarget: (megabytes: Double, memos: Int)? = nil
  ) -> Job {
    Job(
      kind: kind, arguments: [kind.rawValue] + arguments, expectation: expectation, peer: find,
      ratioTarget: ratioTarget, memoryTarget: memoryTarget)
  }

  /// The most memory that any command may take, whatever the vault's size.
  private static let anySize = (megabytes: 250.0, memos: Int.max)

  /// What is written of all memos: its memory must not be that of all.
  private func ofAll(_ kind: Job.Kind, _ arguments: [String], _ expectation: Expectation) -> Job {
    Job(kind: kind, arguments: arguments, expectation: expectation, peer: find, memoryTarget: Self.anySize)
  }

  /// A list by a field, or of tasks: one memo in seven has front matter, and one in three tasks.
  private func columns(_ kind: Job.Kind, beside peer: Job.Peer, ratioTarget: Double) -> Job {
    let isOfTasks = kind == .tasks || kind == .watchedTasks
    return Job(
      kind: kind, arguments: isOfTasks ? ["tasks", "-n", "20"] : ["list", "-n", "20", "--where", "created<2020"],
      expectation: .atLeastLines(memos < 1_000 ? 0 : 20), peer: peer, ratioTarget: ratioTarget)
  }

  /// The list of the newest memos.
  private var ownList: Job.Peer {
    let list = newest(.list)
    return Job.Peer(
      command: [Job.Peer.memo, "--vault", vault] + list.arguments, expectation: list.expectation)
  }

  /// A memo that many link to, beside a list.
  private var rename: Job {
    Job(
      kind: .rename, arguments: ["rename", workspace.plan.path(workspace.plan.linkedMemo), "Renamed for the bench"],
      expectation: .newPath(inVault: vault), preparation: .undo, peer: ownList, excessTarget: 0.3)
  }

  private var show: Job {
    let path = workspace.plan.path(memos / 2)
    let file = "\(vault)/\(path)"
    return Job(
      kind: .show, arguments: ["show", path], expectation: .contents(ofFile: file),
      peer: Job.Peer(command: ["cat", file], expectation: .contents(ofFile: file)), ratioTarget: 3)
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

/// The searches: what memo looks for and rg beside it.
extension JobList {
  func search(_ kind: Job.Kind) -> Job {
    let plan = workspace.plan
    let korean = VaultPlan.koreanWord
    return switch kind {
    case .searchAbsent: word(kind, VaultPlan.absentWord, found: .noMatch, targets: (0.5, 0.1))
    case .searchRare: word(kind, VaultPlan.rareWord, found: .lines(plan.rareMemos), targets: (0.5, 0.1))
    case .searchKorean: word(kind, korean, found: .lines(plan.koreanWordMemos), isCut: true, targets: (0.6, 0.15))
    case .searchInitials:
      // rg looks for the word that a person has in mind; what has these initials is another, slower expression.
      job(
        kind, VaultPlan.koreanInitials, rg: ["-F", "-i", korean], found: .lines(plan.koreanWordMemos),
        reference: ["-e", "[ㅎ하-힣][ㅇ아-잏][ㅅ사-싷]"], shown: .atLeastLines(1), targets: (0.8, 0.3))
    case .searchRegex:
      job(
        kind, "/\(VaultPlan.rarePattern)/", rg: ["-i", "-e", VaultPlan.rarePattern], found: .lines(plan.rareMemos),
        targets: (0.6, nil))
    default: word(kind, VaultPlan.commonWord, found: .atLeastLines(1), isCut: true)
    }
  }

  private func word(
    _ kind: Job.Kind, _ word: String, found: Expectation, isCut: Bool = false,
    targets: (command: Double?, index: Double?) = (nil, nil)
  ) -> Job {
    job(kind, word, rg: ["-F", "-i", word], found: found, shown: isCut ? firstHits(of: found) : nil, targets: targets)
  }

  /// - Parameters:
  ///   - reference: what rg is asked to find all that memo finds; the same as it is timed with where nil.
  ///   - shown: what memo writes where it shows the first hits only.
  private func job(
    _ kind: Job.Kind, _ query: String, rg: [String], found: Expectation, reference: [String]? = nil,
    shown: Expectation? = nil, targets: (command: Double?, index: Double?)
  ) -> Job {
    let cut = shown == nil ? [] : ["-n", "\(Job.Search.shownHits)"]
    return Job(
      kind: kind, arguments: ["search", query, "-l", "--exact"] + cut, expectation: shown ?? found,
      peer: Job.Peer(command: ["rg", "-l"] + rg + [workspace.vault], expectation: found), ratioTarget: targets.command,
      memoryTarget: Self.anySize,
      search: Job.Search(
        query: query, reference: ["-l"] + (reference ?? rg) + [workspace.vault], indexTarget: targets.index))
  }

  /// A search that takes a word as it may be written, beside the same for the word as it is.
  func forgiving(_ kind: Job.Kind, _ word: String, _ expectation: Expectation = .atLeastLines(1)) -> Job {
    let arguments = ["search", word, "-l", "-n", "\(Job.Search.shownHits)"]
    let peer = [Job.Peer.memo, "--vault", workspace.vault] + arguments + ["--exact"]
    return Job(
      kind: kind, arguments: arguments, expectation: expectation,
      peer: Job.Peer(command: peer, expectation: expectation), ratioTarget: 1.5)
  }

  private func firstHits(of found: Expectation) -> Expectation {
    if case .lines(let count) = found { .lines(min(Job.Search.shownHits, count)) } else { found }
  }
}

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
        kind: kind, arguments: ["search", VaultPlan.rareWord, "-l", "--exact"],
        expectation: .lines(workspace.plan.rareMemos),
        peer: Job.Peer(
          command: ["rg", "-l", "-F", "-i", VaultPlan.rareWord, workspace.vault],
          expectation: .lines(workspace.plan.rareMemos)), ratioTarget: 0.1)
    case .watchedWhere, .watchedTasks: columns(kind, beside: find, ratioTarget: 0.05)
    case .watcherStart:
      Job(
        kind: kind, arguments: ["watch", "--start"], expectation: .lines(0), preparation: .stopWatcher,
        peer: Job.Peer(
          command: [memo, "--vault", workspace.vault, "list", "-n", "20"],
          expectation: .lines(min(20, workspace.plan.memos))), ratioTarget: 2)
    // The median of the time from the end of a save to the line that reports it, beside the time for which it has to settle.
    case .watcherLine:
      Job(kind: kind, arguments: ["watch", "--json"], expectation: .lines(1), excessTarget: 0.03)
    default:
      Job(kind: kind, arguments: ["watch", "--status"], expectation: .lines(1), memoryTarget: (200, 100_000))
    }
  }
}
