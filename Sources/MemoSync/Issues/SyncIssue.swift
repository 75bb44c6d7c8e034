public import MemoCore
import MemoStore

/// Something in a vault's files that a sync has decided or found, and that a person may want to know of.
///
/// What a merge decides is recorded in its commit (`IssueTrailer`), so every device knows it. The report of a sync and the
/// list of conflicts are made of these values; MemoWords says what they mean.
public enum SyncIssue: Equatable, Sendable {
  /// Both sides changed the same lines, or a file or a key that cannot hold both.
  case overlap(Overlap)
  /// One side deleted a file and the other changed it, or gave it this name: it stays. Who deleted it is known where the
  /// files are.
  case keptEdit(VaultPath, isDeletedHere: Bool? = nil)
  /// One side merged a memo into another one, and the other side changed it.
  case merged(MergedMemo)
  /// Each side gave the file another name: it has both.
  case doubled(DoubledMemo)
  /// Both sides changed a file that cannot hold both: each version is a file.
  case split(SplitFile)
  /// A file has another name now, because another file or a folder is in its place.
  case displaced(DisplacedFile)
  /// A file is new in a folder that the other side renamed: that folder is there again, with this file alone.
  case strayed(StrayedFile)
  /// A memo was saved without what had come from elsewhere; whether lines were added to it again, or it stays so.
  case staleSave(VaultPath, isRevived: Bool)
  /// Both sides changed a file of which one version stayed and the other is in the history alone.
  case unmerged(VaultPath)
  /// A file stays on this device, or is something of the branch of which no file is made here.
  case skipped(SkippedFile)
  /// A file was deleted elsewhere, or moved to another path, and stays until the editor that has it open is done.
  case stillOpen(VaultPath, isNow: VaultPath? = nil)
  /// A memo was saved under the name that it had before it was moved elsewhere: what was saved is in the memo now.
  case savedUnderFormerName(VaultPath, isNow: VaultPath)
  /// A file had lost its text to a power cut and has the branch's again.
  case broughtBack(VaultPath)
  /// A memo lost lines to a rewritten history: the trash has it as it was.
  case trashed(VaultPath)
  /// A memo was sent, or received, with what git's merge leaves of a conflict, which starts in a line.
  case conflictMarkers(VaultPath, line: Int, isReceived: Bool = false)
  /// A file came from elsewhere and may run without anybody meaning to run it.
  case runnable(RunnableFile)

  /// Whether a person is to look at the files: it is listed among the conflicts until it is settled.
  var needsLook: Bool {
    switch self {
    case .overlap, .staleSave: true
    default: pair != nil
    }
  }

  /// The two files that it is about, which are listed as long as both are there.
  var pair: FilePair? {
    switch self {
    case .doubled(let memo): FilePair(.doubled, memo.names[0], memo.names[1], devices: ["", ""])
    case .split(let file): FilePair(.split, file.path, file.copy, devices: file.devices)
    case .displaced(let file):
      FilePair(.displaced, file.newPath, file.other, devices: file.devices, putsOwnFirst: true, mayHoldFolder: true)
    default: nil
    }
  }

  /// The same next to a folder, or next to a file.
  func beside(folder isFolder: Bool) -> SyncIssue {
    guard case .displaced(var file) = self else { return self }
    file.isFolder = isFolder
    return .displaced(file)
  }

  /// The files that hold one side's version, beside the other's.
  var copies: [VaultPath] {
    switch self {
    case .split(let file): [file.copy]
    case .displaced(let file): [file.newPath]
    default: []
    }
  }

  /// Where a file went that the merge itself gave another name.
  var rename: RenameHint? {
    if case .displaced(let file) = self { RenameHint(old: file.path, new: file.newPath) } else { nil }
  }

  /// The issue as it is on this device, after the files have followed the merge; `nil` where they are no longer as the
  /// merge left them.
  func seen(in files: FollowedFiles) -> SyncIssue? {
    switch self {
    case .keptEdit(let path, _): return files.deletedHere(path).map { .keptEdit(path, isDeletedHere: $0) }
    case .merged(let memo):
      return files.id(memo.newPath) != nil && (files.id(memo.path) != nil) == memo.isKept ? self : nil
    case .doubled(var memo):
      let ids = memo.names.compactMap(files.id)
      memo.isSame = Set(ids).count == 1
      return ids.count == memo.names.count ? .doubled(memo) : nil
    case .split(let file): return files.id(file.path) != nil && files.id(file.copy) != nil ? self : nil
    case .displaced(var file):
      file.isFolder = files.id(file.other) == nil
      // What had the name may have been moved or deleted since.
      guard files.id(file.newPath) != nil, !file.isFolder || files.hasFiles(in: file.other) else { return nil }
      return .displaced(file)
    case .strayed(let file): return files.id(file.path) != nil && files.mayHold(file.folder) ? self : nil
    default: return self
    }
  }
}

/// A memo that one side merged into another one while the other side changed it.
public struct MergedMemo: Equatable, Sendable {
  /// Where it was, or is.
  public let path: VaultPath
  /// The memo that has its text.
  public let newPath: VaultPath
  /// Whether it stays as it was changed, and the other memo has the text from before; else what was changed is there.
  public let isKept: Bool
}

/// A file that each side gave another name: it has both.
public struct DoubledMemo: Equatable, Sendable {
  /// The name that it had.
  public let path: VaultPath
  /// The names that it has now, the first side's and the second's.
  public internal(set) var names: [VaultPath]
  /// Whether both hold the same: all that either side wrote.
  public var isSame = false
}

/// A file that cannot hold both sides' versions: one has the name and the other is beside it.
public struct SplitFile: Equatable, Sendable {
  /// Where the first side's version is.
  public let path: VaultPath
  /// Where the second's is.
  public let copy: VaultPath
  /// Where each was written; empty where that is not known.
  let devices: [String]
}

/// A file that got another name, because what the other side has cannot stand beside it.
public struct DisplacedFile: Equatable, Sendable {
  /// The name that it had.
  public let path: VaultPath
  /// The name that it has.
  public let newPath: VaultPath
  /// What is in its place.
  public let other: VaultPath
  /// Where the two were written; empty where that is not known.
  let devices: [String]
  /// Whether `other` is a folder; else it is a file whose name differs in case or normalization alone.
  public var isFolder = false
}

/// A file that one side added to a folder while the other side renamed that folder.
public struct StrayedFile: Equatable, Sendable {
  /// Where it is.
  public let path: VaultPath
  /// Where the folder's other files are now.
  public let folder: VaultPath
}

/// The files of this device, once they have followed a merge.
struct FollowedFiles {
  private let changes: [VaultPath: TreeChange]
  /// The new paths of files that were here under others.
  private let moved: Set<VaultPath>
  private let before: (VaultPath) -> TreeEntry?
  private let paths: () -> [VaultPath]

  /// - Parameters:
  ///   - changes: what the merge changed here.
  ///   - moves: which files it gave another path.
  ///   - before: what a path had before.
  ///   - paths: those that had something.
  init(
    _ changes: [TreeChange], moves: [RenameHint], before: @escaping (VaultPath) -> TreeEntry?,
    paths: @escaping () -> [VaultPath]
  ) {
    self.changes = changes.byPath
    (moved, self.before, self.paths) = (Set(moves.map(\.new)), before, paths)
  }

  /// Whether a folder is there, or one that it is in.
  func mayHold(_ folder: VaultPath) -> Bool { ([folder] + folder.foldersAbove).contains(where: hasFiles(in:)) }

  /// Whether a folder is there.
  func hasFiles(in folder: VaultPath) -> Bool {
    (changes.keys + paths()).contains { $0.isBelow(folder) && id($0) != nil }
  }

  /// The object that a path has now; `nil` for none.
  func id(_ path: VaultPath) -> ObjectId? { changes[path].map { $0.new?.id } ?? before(path)?.id }

  /// Whether a file that stays had been deleted here, or elsewhere; `nil` for one that neither side had deleted.
  func deletedHere(_ path: VaultPath) -> Bool? {
    guard let change = changes[path] else { return before(path) == nil ? nil : false }
    // One that only has another name here had not been deleted here.
    guard change.old == nil, let new = change.new, !moved.contains(path) else { return nil }
    return changes.values.contains { $0.new == nil && $0.old?.id == new.id } ? nil : true
  }
}

// MARK: Issues that are listed

/// An issue of a sync that a person has not settled, as it stands in the files now.
public struct SyncConflict: Equatable, Sendable {
  /// What is to be chosen there.
  public enum Kind: String, Sendable {
    /// Both sides changed the same lines, and both versions stand in the memo.
    case both
    /// Both sides changed a file, or a key of a front matter, that cannot hold both; one version is there.
    case one
    /// A memo was saved without what a sync had brought, perhaps by an editor that did not know of it: lines that were
    /// new are in it again, those that had been changed or deleted are as they were saved.
    case stale
    /// Both sides changed a file that cannot hold both; each version is a file.
    case split
    /// Both sides gave a memo another name, and it has both: one memo each.
    case doubled
    /// A file has another name, because what the other side has cannot stand beside it.
    case displaced
  }

  /// What the sync found or decided.
  public let issue: SyncIssue
  /// What is to be chosen.
  public let kind: Kind
  /// The memo, or the first of the files.
  public let path: VaultPath
  /// The line where the versions stand now, from 1.
  public let line: Int
  /// One version, as far as it is there: what was written here, if one of them was; of two files, one's name.
  public internal(set) var ours: [UInt8]
  /// The other version, as far as it is there.
  public internal(set) var theirs: [UInt8]
  /// Where one was written, or a part of it; `nil` for here, without a name where that is not known.
  public internal(set) var ourDevice: SyncDevice?
  /// Where the other was; `nil` for here, too.
  public internal(set) var theirDevice: SyncDevice?
  /// The merge; `nil` for a save.
  public let commit: ObjectId?
  /// Of `one`: the version that is there.
  public internal(set) var inForce: ConflictVersion?
  /// Identifies it among all others.
  public let key: String
  /// Which of the two is the version of the merge's first side.
  var first = ConflictVersion.ours
  /// When one was committed, in nanoseconds since 1970; `nil` where that is not known.
  public internal(set) var ourTime: Int64?
  /// When the other was.
  public internal(set) var theirTime: Int64?
  /// The parts of ours by their devices; none where only `ourDevice` is known.
  var ourParts: [ConflictPart] = []
  /// The same of theirs.
  var theirParts: [ConflictPart] = []
  /// Whether ours and theirs are not the two sides of the merge, as one of these holds lines of both.
  var isParted = false

  /// The key that all conflicts of a merge and a memo have in what earlier versions of memo remembered.
  var memoKey: String {
    guard let commit, case .overlap(let overlap) = issue else { return key }
    return "\(commit.text) \(StoredPath(overlap.path).text)"
  }

  /// The other file; `nil` where it is about one.
  public var otherPath: VaultPath? { issue.pair?.second }

  /// Whether a file is the one that it is in, or one of two.
  func belongs(to file: VaultPath) -> Bool { path == file || otherPath == file }

  /// Whether another one is of the same versions in the same place.
  func isSame(as other: SyncConflict) -> Bool {
    path == other.path && line == other.line && Set([ours, theirs]) == Set([other.ours, other.theirs])
  }
  /// Of `displaced`: the name that the file had.
  public var formerPath: VaultPath? { issue.rename?.old }
  /// Of `displaced`: whether the other is a folder.
  public var isBesideFolder: Bool { if case .displaced(let file) = issue { file.isFolder } else { false } }
}

/// One of the two versions of a conflict.
public enum ConflictVersion: CaseIterable, Sendable {
  /// What was written here, if one of them was.
  case ours
  case theirs

  /// The other one.
  public var other: ConflictVersion { self == .ours ? .theirs : .ours }
}

/// Two files of which a person is to choose one.
struct FilePair {
  /// The kind as which the two are listed.
  let kind: SyncConflict.Kind
  let first: VaultPath
  let second: VaultPath
  /// Where each was written; empty where that is not known.
  let devices: [String]
  /// Whether the one that was written here is listed first.
  let putsOwnFirst: Bool
  /// Whether the second may be a folder.
  let mayHoldFolder: Bool

  init(
    _ kind: SyncConflict.Kind, _ first: VaultPath, _ second: VaultPath, devices: [String], putsOwnFirst: Bool = false,
    mayHoldFolder: Bool = false
  ) {
    (self.kind, self.first, self.second, self.devices) = (kind, first, second, devices)
    (self.putsOwnFirst, self.mayHoldFolder) = (putsOwnFirst, mayHoldFolder)
  }
}
