/// Syncs with a bare repository beside the same by hand, in two copies of the vault.
extension Bench {
  /// Returns the row of a sync job.
  func measureSync(_ job: Job) throws -> Row {
    let place = SyncPlace(memo: memo, workspace: workspace)
    var own: [Measurement] = []
    var others: [Measurement] = []
    // Each job leaves the copies as the next needs them; the first makes them itself where it is a first sync.
    if !FileSystem.exists(place.folder) { try place.make(self, areInStep: job.kind != .syncFirst) }
    // The first pair warms up.
    for number in 0...max(1, place.runs(of: job.kind, wanted: runs)) {
      try place.prepare(job.kind, self)
      let mine = try inspected(place.own(job.kind), expecting: .atLeastLines(0))
      let theirs = try inspected(place.byHand(job.kind), expecting: .atLeastLines(0))
      guard number > 0 else { continue }
      own.append(mine)
      others.append(theirs)
    }
    try place.check(self)
    return Row(sync: job, memos: workspace.plan.memos, own: own, peer: others)
  }

  /// Runs a shell command line that has to succeed.
  fileprivate func shell(_ line: String, in folder: String) throws -> Measurement {
    try inspected(SyncPlace.shell(line, in: folder), expecting: .atLeastLines(0))
  }
}

extension Job.Kind {
  /// Whether it is measured in copies of the vault, beside git.
  var isSync: Bool { [.syncFirst, .syncIdle, .syncEdit, .syncReceive, .syncMerge, .clone].contains(self) }
}

extension JobList {
  /// The targets of syncs; what is run is in `SyncPlace`.
  func sync(_ kind: Job.Kind) -> Job {
    let target: [Job.Kind: Double] = [
      .syncFirst: 0.8, .syncIdle: 1.5, .syncEdit: 1.2, .syncReceive: 2, .syncMerge: 1.2, .clone: 1.5,
    ]
    return Job(
      kind: kind, arguments: ["sync"], expectation: .atLeastLines(0), ratioTarget: target[kind],
      memoryTarget: (200, 100_000))
  }
}

/// The folder with the two copies, `mine` for memo and `byhand` for git, and a bare repository for each.
private struct SyncPlace {
  let memo: String
  let workspace: Workspace

  var folder: String { "\(workspace.folder)/sync" }

  static func shell(_ line: String, in folder: String) -> [String] {
    ["/bin/sh", "-c", "cd \"$0\" && { \(line); } > /dev/null 2>&1", folder]
  }

  /// First syncs take long, and differ little.
  func runs(of kind: Job.Kind, wanted: Int) -> Int {
    [.syncFirst, .syncReceive, .clone].contains(kind) ? min(3, wanted) : wanted
  }

  /// Makes the folder, and in it copies that are in step with their repositories where they are wanted.
  func make(_ bench: Bench, areInStep: Bool) throws {
    try FileSystem.makeFolder(folder)
    // No collection in the background: it would write into what is measured, and into what is taken away after that.
    let settings = ["user.name B", "user.email b@b", "init.defaultBranch main", "gc.auto 0", "maintenance.auto false"]
    _ = try bench.shell(settings.map { "git config --global \($0)" }.joined(separator: " && "), in: folder)
    guard areInStep else { return }
    try prepare(.syncFirst, bench)
    _ = try bench.inspected(own(.syncFirst), expecting: .atLeastLines(0))
    _ = try bench.inspected(byHand(.syncFirst), expecting: .atLeastLines(0))
  }

  /// What comes, untimed, before each pair.
  func prepare(_ kind: Job.Kind, _ bench: Bench) throws {
    let copy = "cp -a '\(workspace.vault)' NAME && rm -rf NAME/.memo"
    let line =
      switch kind {
      case .syncFirst:
        "rm -rf mine byhand mine.git byhand.git && \(copy.replacing("NAME", with: "mine"))"
          + " && \(copy.replacing("NAME", with: "byhand")) && git init -q --bare mine.git"
          + " && git init -q --bare byhand.git && sync"
      case .syncEdit: "for v in mine byhand; do echo more >> $v/'\(workspace.plan.path(0))'; done"
      case .syncReceive: Self.othersChanges
      case .syncMerge:
        "for v in mine byhand; do (test -d other-$v || git clone -q file://$PWD/$v.git other-$v; cd other-$v"
          + " && git pull -q && echo more >> '\(workspace.plan.path(1))' && git commit -qam others && git push -q)"
          + " && echo more >> $v/'\(workspace.plan.path(0))' || exit; done"
      case .clone: "rm -rf copy copy2 && sync"
      default: "true"
      }
    _ = try bench.shell(line, in: folder)
  }

  /// Others change 10,000 memos, or all where there are fewer; both sides have fetched them before.
  private static let othersChanges = """
    for v in other theirs; do test -d $v || git clone -q file://$PWD/mine.git $v; done && git -C other pull -q \
    && (cd other && git -c core.quotePath=false ls-files '*.md' | head -n 10000 \
      | while IFS= read -r f; do echo more >> "$f"; done && git commit -qam others && git push -q) \
    && git -C theirs fetch -q && git -C mine fetch -q && sync
    """

  /// The command line of memo.
  func own(_ kind: Job.Kind) -> [String] {
    switch kind {
    case .syncFirst: [memo, "--vault", "\(folder)/mine", "sync", "--remote", "\(folder)/mine.git"]
    case .clone: [memo, "clone", "file://\(folder)/mine.git", "\(folder)/copy"]
    default: [memo, "--vault", "\(folder)/mine", "sync"]
    }
  }

  /// What someone without memo types. A clone goes through the transport, because a clone of a path copies files.
  func byHand(_ kind: Job.Kind) -> [String] {
    let place = "\(folder)/byhand"
    let commit = "git add -A && git commit -qm x"
    return switch kind {
    case .syncFirst:
      Self.shell(
        "git init -q && \(commit) && git remote add origin ../byhand.git && git push -qu origin main", in: place)
    case .clone: Self.shell("git clone -q file://\(folder)/byhand.git copy2", in: folder)
    case .syncEdit: Self.shell("\(commit) && git fetch -q && git push -q", in: place)
    case .syncMerge: Self.shell("\(commit) && git pull -q --no-rebase --no-edit && git push -q", in: place)
    case .syncReceive: Self.shell("git checkout -q origin/main", in: "\(folder)/theirs")
    default: Self.shell("git fetch -q origin", in: place)
    }
  }

  /// Whether what was sent is what is there.
  func check(_ bench: Bench) throws {
    _ = try bench.shell(
      "git -C mine diff --quiet HEAD && test $(git -C mine rev-parse HEAD) = $(git -C mine.git rev-parse main)",
      in: folder)
  }
}
