import MemoCore
import Synchronization

/// What commits say of themselves.
struct CommitLog {
  /// A commit.
  struct Entry: Equatable, Sendable {
    /// Which of two histories has it, where these are compared.
    enum Side: String, Sendable {
      case first = "<"
      case second = ">"
      case both = "-"
    }

    let tip: RepositoryRefs.Tip
    var side = Side.second
    /// Its author's date, in seconds since 1970.
    let date: Int64
    /// The commits that it was made from; none where they were not read.
    var parents: [ObjectId] = []
    /// Its author.
    var (name, email) = ("", "")
    let message: [UInt8]
    let times: MemoTimes
    /// The machine that made it; `nil` where it does not say.
    let device: String?
    /// Whether it is known for a merge in which each file is as one of its sides has it.
    var isPlainMerge = false

    var id: ObjectId { tip.id }

    init(_ tip: RepositoryRefs.Tip, date: Int64, message: [UInt8]) {
      (self.tip, self.date, self.message, times) = (tip, date, message, MemoTimes(message: message))
      let line = message.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: CommitLog.device) }
      device = line.map { String(decoding: $0.dropFirst(CommitLog.device.count), as: UTF8.self) }
    }

    /// Whether it was made by hand or by another tool, or is one of memo's own that records nothing.
    var isOfAnotherProgram: Bool { times.times.isEmpty && device == nil }

    /// Whether it is a merge that another program has made.
    var isMergeOfAnotherProgram: Bool {
      guard parents.count > 1 else { return false }
      let subject = message.prefix { $0 != UInt8(ascii: "\n") }
      return !email.utf8.elementsEqual(CommitDraft.Signature.mergerEmail.utf8)
        || !subject.elementsEqual(CommitMerge.subject.utf8)
    }
  }

  /// The newest first; a commit comes before its parents.
  let entries: [Entry]
  /// Shared with other logs that have some of its commits.
  let changed: ChangedPaths

  private static let device = Array("Memo-Device: ".utf8)

  /// Asks for commits.
  ///
  /// - Parameters:
  ///   - words: which ones, as `log` takes them.
  ///   - lines: their names, where they are not among the words.
  static func entries(
    in repository: GitRepository, _ words: [String], feeding lines: [[UInt8]] = []
  ) throws -> [Entry] {
    let command = ["log", "-z", "--format=%m%n%H%n%P%n%ct%n%at%n%ae%n%an%n%B"]
    return try entries(in: repository.output(command + words + ["--"], feeding: lines))
  }

  /// Commits that are known.
  ///
  /// - Parameter changed: what is known of the paths that they change.
  init(_ entries: [Entry], knowing changed: ChangedPaths = ChangedPaths()) {
    (self.entries, self.changed) = (entries, changed)
  }

  /// Reads the commits of a history that another does not have.
  init(_ repository: GitRepository, from old: [ObjectId], to new: ObjectId) throws {
    self.init(try Self.entries(in: repository, ["--topo-order", new.text] + old.map { "^\($0.text)" }))
  }

  /// Reads these commits alone, without those that the repository does not hold.
  init(_ repository: GitRepository, of commits: [ObjectId]) throws {
    let words = ["--no-walk=unsorted", "--ignore-missing", "--stdin"]
    let lines = commits.map { Array("\($0.text)\n".utf8) }
    self.init(try commits.isEmpty ? [] : Self.entries(in: repository, words, feeding: lines))
  }

  /// Reads the merges of a history that record conflicts.
  init(_ repository: GitRepository, ofConflictsIn head: ObjectId) throws {
    let trailers = IssueTrailer.listed.map { "--grep=^\($0.rawValue): " }
    self.init(try Self.entries(in: repository, ["--merges"] + trailers + [head.text]))
  }

  /// Reads the commits of a history that record renames.
  init(_ repository: GitRepository, ofRenamesIn head: ObjectId) throws {
    self.init(try Self.entries(in: repository, ["--topo-order", "--grep=^Memo-Renamed: ", head.text]))
  }

  /// Reads what the command writes of each commit: which side has it, its name, those of its parents, its
  /// dates, its author and its message.
  ///
  /// - Throws: `unclear` for anything else: a side whose commits are not understood would seem to have none, and to be left behind.
  static func entries(in output: [UInt8]) throws -> [Entry] {
    try output.split(separator: 0).map { record in
      guard let entry = entry(record) else { throw GitError.unclear("log") }
      return entry
    }
  }

  private static func entry(_ record: ArraySlice<UInt8>) -> Entry? {
    let parts = record.split(separator: UInt8(ascii: "\n"), maxSplits: 7, omittingEmptySubsequences: false)
    guard parts.count == 8 else { return nil }
    let words = parts.dropLast().map { String(decoding: $0, as: UTF8.self) }
    guard let side = Entry.Side(rawValue: words[0]), let id = ObjectId(hexadecimal: parts[1]) else { return nil }
    // A commit without a proper date counts all the same: a side that has no other would seem to have none of its own.
    let tip = RepositoryRefs.Tip(id: id, date: Int64(words[3]) ?? 0)
    var entry = Entry(tip, date: Int64(words[4]) ?? 0, message: Array(parts[7]))
    entry.side = side
    entry.parents = parts[2].split(separator: UInt8(ascii: " ")).compactMap { ObjectId(hexadecimal: $0) }
    (entry.email, entry.name) = (words[5], words[6])
    return entry
  }

  /// When each file was modified last, in nanoseconds since 1970.
  ///
  /// A commit that was made by hand or by another tool counts with its date for the files it changes. One of memo's own
  /// that records no times has removed files alone, which is no news of those that others have edited.
  func times(
    in repository: GitRepository, guessingByDate isGuessing: Bool = true
  ) throws -> [VaultPath: Int64] {
    let silent = isGuessing ? entries.filter { $0.isOfAnotherProgram && !$0.isPlainMerge } : []
    let changed = try self.changed.paths(of: silent.map(\.id), in: repository)
    var times: [VaultPath: Int64] = [:]
    for entry in entries {
      for (path, time) in entry.times.times where times[path] == nil { times[path] = time }
      for path in changed[entry.id] ?? [] where times[path] == nil {
        times[path] = max(0, entry.date).multipliedClamped(by: 1_000_000_000)
      }
    }
    return times
  }

  /// The paths at which its commits have other bytes than those below them.
  func changedPaths(in repository: GitRepository) throws -> Set<VaultPath> {
    Set(try changed.paths(of: entries.map(\.id), in: repository).values.joined())
  }

  /// How the newest of the commits that other programs have made changed files, each on its own, the oldest first; merges are left
  /// out.
  func changesOfOthers(newest limit: Int, in repository: GitRepository) throws -> [[TreeChange]] {
    let commits = entries.filter { $0.isOfAnotherProgram && $0.parents.count == 1 }.prefix(limit)
    return try repository.changes(by: commits.reversed().map(\.id))
  }

  /// The renames that commits record, and the second names that merges gave, the oldest first.
  var renames: [RenameHint] {
    let recorded: [RenameHint] = entries.reversed().reduce(into: []) { hints, entry in
      hints += entry.times.renames
      for memo in IssueTrailer.doubled(in: entry.message) {
        let known = hints.targets(of: memo.path).first(where: memo.names.contains)
        // Where neither side's commits record it, the merge has found it by the lines.
        if known == nil { hints.append(RenameHint(old: memo.path, new: memo.names[0])) }
        let name = known ?? memo.names[0]
        hints += memo.names.filter { $0 != name }.map { RenameHint(old: name, new: $0, keepsOld: true) }
      }
    }
    return recorded.withoutDeletions
  }

  /// What merges have decided, those of the newest merge first.
  var issues: [(commit: ObjectId, issue: SyncIssue)] {
    entries.flatMap { entry in IssueTrailer.issues(in: entry.message).map { (entry.id, $0) } }
  }

  /// The machine on which a file was changed last.
  func device(of path: VaultPath) -> String? {
    entries.first { $0.times.times[path] != nil && $0.device != nil }?.device
  }

  /// The line that says on which machine a commit was made.
  static func trailer(device: SyncDevice) -> [UInt8] {
    device.text.isEmpty ? [] : Self.device + Array("\(device.text)\n".utf8)
  }
}

/// The paths that commits change, remembered of those for which git was asked: each question is a process.
final class ChangedPaths: Sendable {
  private let known = Mutex<[ObjectId: [VaultPath]]>([:])

  /// The paths of some commits.
  func paths(of commits: [ObjectId], in repository: GitRepository) throws -> [ObjectId: [VaultPath]] {
    let old = known.withLock { $0 }
    let new = try repository.changedPaths(in: commits.filter { old[$0] == nil })
    return known.withLock { known in
      known.merge(new) { $1 }
      return commits.reduce(into: [:]) { $0[$1] = known[$1] }
    }
  }
}

extension GitRepository {
  /// The paths that commits change, each compared with its one parent; of merges, those that no parent has so.
  fileprivate func changedPaths(in commits: [ObjectId]) throws -> [ObjectId: [VaultPath]] {
    guard !commits.isEmpty else { return [:] }
    // Who deletes a file gives it no bytes.
    let words = ["diff-tree", "--stdin", "-c", "-r", "-z", "--no-renames", "--root", "--name-only", "--diff-filter=d"]
    let output = try output(words, feeding: commits.map { Array("\($0.text)\n".utf8) })
    var changed: [ObjectId: [VaultPath]] = [:]
    let wanted = Set(commits)
    var current: ObjectId?
    for record in output.split(separator: 0) {
      if let id = ObjectId(hexadecimal: record), wanted.contains(id) {
        current = id
      } else if let current {
        changed[current, default: []].append(VaultPath(bytes: Array(record)))
      }
    }
    return changed
  }
}
