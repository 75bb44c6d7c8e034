public import MemoCore

/// What a sync did.
public struct SyncReport: Equatable, Sendable {
  /// Files that the remote has from here now.
  public var sent: Int { sentChanges.total }
  /// Files here that the remote has changed.
  public var received: Int { receivedChanges.total }
  /// Of a dry run: what would become of each file, those to send first, each in byte order.
  public var previewedChanges: [PreviewedChange] = []
  /// What these files became.
  public var sentChanges = ChangeCounts()
  /// The files among them that the remote has with other bytes.
  var sentFiles: Set<VaultPath> = []
  /// What those became.
  public var receivedChanges = ChangeCounts()
  /// Files made of both sides' changes.
  public var merged: [VaultPath] = []
  /// Those among them that both sides had made, each for itself.
  public var joined: [VaultPath] = []
  /// The merges that it has made, after which links may have to follow.
  package var merges: [LinkedMerge] = []
  /// Memos of which links, and canvases of which cards, have followed what the other side had renamed.
  public var relinked: [VaultPath] = []
  /// What was found and decided, in the order in which it was.
  public var issues: [SyncIssue] = []
  /// Places that need a look and that no one has settled, whenever and wherever they came up.
  public var conflicts = 0
  /// Whether some of them may be new.
  var hasNewConflicts = false
  /// Files that hold one side's version, next to the other's: they could not be merged, or have no name of their own.
  public var copies: [VaultPath] = []
  /// Whether anything was sent.
  public var isPushed = false
  /// The commit that the files stand for; `nil` where there is none yet.
  public var commit: ObjectId?
  /// The merges that have come to it since the sync began; `nil` where there may be more.
  var receivedMerges: ReceivedMerges?
  /// The commit from before files were deleted here, where there were any.
  public var beforeDeletions: ObjectId?
  /// The branch that was synced, where another one is what the other devices sync.
  public var sideBranch: SideBranch?
  /// The ref that holds what was staged of files that were synced with other bytes; `nil` where nothing was.
  public var staged: String?
  /// Files in the trash because a program wrote to them after they had been replaced.
  public var rescued = 0
  /// The ref that holds what was here before a rewritten history was taken over; `nil` where none was.
  public var backup: String?
  /// How many lines merges of other programs dropped, among the commits that were received.
  public var lostLines = 0
  /// Whether git's own index could not be read and was made anew.
  public var isIndexRebuilt = false
  /// Whether another program holds git's own index, which is therefore not in step.
  public var isIndexLocked = false

  /// A sync that did nothing.
  public init() {}

  /// Whether nothing was to be done.
  public var isIdle: Bool { sent == 0 && received == 0 && merged.isEmpty && !isPushed }
}

/// The issues of a sync by their kind, as its report lists them.
extension SyncReport {
  /// Files that both sides changed of which one version stayed and the other is in the history alone.
  public var unmerged: [VaultPath] { issues.compactMap { if case .unmerged(let path) = $0 { path } else { nil } } }

  /// Files that stay on this device, and what the branch has of which no files are made here.
  public var skipped: [SkippedFile] { issues.compactMap { if case .skipped(let file) = $0 { file } else { nil } } }

  /// Memos that were saved without lines that had come from elsewhere, and have them again.
  public var revived: [VaultPath] { staleSaves(isRevived: true) }

  /// Memos that were saved without changes that had come from elsewhere, and stay so.
  public var doubtful: [VaultPath] { staleSaves(isRevived: false) }

  /// Files that were empty after a restart of the machine, or ended in zeros, and have the branch's text again.
  public var broughtBack: [VaultPath] {
    issues.compactMap { if case .broughtBack(let path) = $0 { path } else { nil } }
  }

  /// Files that were deleted here and stay, because they were changed elsewhere.
  public var deletedHere: [VaultPath] { keptEdits(isDeletedHere: true) }

  /// Files that were deleted elsewhere and stay, because they were changed here.
  public var deletedElsewhere: [VaultPath] { keptEdits(isDeletedHere: false) }

  /// Files that have two names now, because both sides renamed them.
  public var doubled: [DoubledMemo] { issues.compactMap { if case .doubled(let memo) = $0 { memo } else { nil } } }

  /// Memos that one side merged into others while the other side changed them.
  public var mergedMemos: [MergedMemo] { issues.compactMap { if case .merged(let memo) = $0 { memo } else { nil } } }

  /// Files that have another name now, because what the other side has cannot be there with them.
  public var displaced: [DisplacedFile] {
    issues.compactMap { if case .displaced(let file) = $0 { file } else { nil } }
  }

  /// Files that are new in folders that the other side renamed.
  public var strayed: [StrayedFile] { issues.compactMap { if case .strayed(let file) = $0 { file } else { nil } } }

  /// Files that came from elsewhere, new or changed, and may run without anybody meaning to run them.
  public var runnable: [RunnableFile] { issues.compactMap { if case .runnable(let file) = $0 { file } else { nil } } }

  /// Memos that were sent or received with conflict markers, and the line of the first.
  public var marked: [(path: VaultPath, line: Int)] {
    issues.compactMap { if case .conflictMarkers(let path, let line, _) = $0 { (path, line) } else { nil } }
  }

  /// Files that others have deleted or moved and that stay until the editor that has them open is done.
  public var kept: [VaultPath] { issues.compactMap { if case .stillOpen(let path, _) = $0 { path } else { nil } } }

  /// Memos that were saved under the names that they had before others moved them, and where what was saved is now.
  public var savedUnderFormerNames: [(path: VaultPath, newPath: VaultPath)] {
    issues.compactMap { if case .savedUnderFormerName(let path, let newPath) = $0 { (path, newPath) } else { nil } }
  }

  /// Memos that lost lines to a rewritten history: the trash has them as they were.
  public var trashed: [VaultPath] { issues.compactMap { if case .trashed(let path) = $0 { path } else { nil } } }

  private func staleSaves(isRevived: Bool) -> [VaultPath] {
    issues.compactMap { if case .staleSave(let path, isRevived) = $0 { path } else { nil } }
  }

  private func keptEdits(isDeletedHere: Bool) -> [VaultPath] {
    issues.compactMap { if case .keptEdit(let path, isDeletedHere) = $0 { path } else { nil } }
  }

  /// Adds what another sync did right after this one.
  package mutating func add(_ next: SyncReport) {
    sentChanges += next.sentChanges
    // One that was sent twice is one file.
    sentChanges.changed -= sentFiles.intersection(next.sentFiles).count
    sentFiles.formUnion(next.sentFiles)
    receivedChanges += next.receivedChanges
    merged += next.merged
    joined += next.joined
    merges = next.merges
    skip([])
    issues += next.issues
    if !next.isIdle { conflicts = next.conflicts }
    copies += next.copies
    isPushed = isPushed || next.isPushed
    commit = next.commit ?? commit
    beforeDeletions = beforeDeletions ?? next.beforeDeletions
    staged = staged ?? next.staged
    rescued += next.rescued
    lostLines += next.lostLines
    isIndexRebuilt = isIndexRebuilt || next.isIndexRebuilt
    isIndexLocked = next.isIndexLocked
  }

  /// Takes the files that stay on this device for those that are known.
  mutating func skip(_ files: [SkippedFile]) {
    issues.removeAll { if case .skipped = $0 { true } else { false } }
    issues += files.map { .skipped($0) }
  }

  /// Adds what filters said to the files that they failed at.
  mutating func quote(_ words: FilterWords) {
    issues = issues.map { if case .skipped(let file) = $0 { .skipped(words.quoted(with: file)) } else { $0 } }
  }
}

/// Options of one sync.
public struct SyncOptions: Sendable {
  /// What becomes of a remote whose history was rewritten.
  public enum Rewriting: Sendable {
    /// Nothing is done.
    case refused
    /// The new history is taken over, with the changes that were made here on top.
    case adopted
    /// Both histories are merged, so the old one comes back.
    case merged
  }

  /// The remote to sync with from now on.
  public var remote: String?
  /// Whether to report only what would be done.
  public var isDryRun = false
  /// Whether so many files may be deleted that it looks like an accident.
  public var allowsMassDeletion = false
  /// Whether a branch may be sent that the remote does not have, while other devices sync another one.
  public var allowsNewBranch = false
  /// What becomes of a remote whose history was rewritten.
  public var rewriting = Rewriting.refused
  /// Whether a person is there to be asked for a password.
  public var mayAsk = false
  /// The command line that the user's environment has for `ssh`.
  public var ssh: String?
  /// The program that it has for `ssh`, where it has no command line.
  public var sshProgram: String?
  /// When a push is given up that other devices are always faster than, unless few tries were made. It counts for all syncs with
  /// these options: other syncs of the vault wait as long.
  public var deadline = ContinuousClock.now + .seconds(120)
  /// How long to wait for a turn at a hub in a folder: a device that takes longer has stopped, or is slow.
  public var longestTurn: Duration = .seconds(30)
  /// How long to wait before a file counts as deleted, or emptied.
  public var settling: Duration = .milliseconds(200)
  /// Hears of the progress of transfers, a line at a time.
  public var transferProgress: (@Sendable (String) -> Void)?
  /// Hears how many files of how many a commit of what was changed here has.
  public var commitProgress: @Sendable (Int, Int) -> Void = { _, _ in }
  /// Hears how many files of how many were written.
  public var fileProgress: @Sendable (Int, Int) -> Void = { _, _ in }
  /// Hears that a push will be tried again: another device was faster, or holds a lock.
  public var retrying: @Sendable () -> Void = {}
  /// Hears that another device merges and pushes, and is waited for.
  public var waitingForTurn: @Sendable () -> Void = {}

  /// The usual.
  public init() {}
}

/// How many files changed in which way.
public struct ChangeCounts: Equatable, Sendable {
  /// Files that are new or have other bytes.
  public var changed = 0
  /// Files that are gone.
  public var deleted = 0
  /// Files that have another path.
  public var renamed = 0

  /// Counts nothing.
  public init() {}

  /// - Parameter hints: renames that commits record, for files that got other bytes as well.
  init(_ changes: [TreeChange], renames hints: [RenameHint] = []) {
    renamed = changes.renames(hints).count
    changed = changes.count { $0.new != nil } - renamed
    deleted = changes.count { $0.new == nil } - renamed
  }

  /// Takes so many files for renamed that were counted as deleted and as new.
  mutating func count(renamed more: Int) {
    renamed += more
    changed -= more
    deleted -= more
  }

  /// How many files it is about; one that was renamed is one.
  public var total: Int { changed + deleted + renamed }

  static func += (counts: inout ChangeCounts, more: ChangeCounts) {
    counts.changed += more.changed
    counts.deleted += more.deleted
    counts.renamed += more.renamed
  }
}
