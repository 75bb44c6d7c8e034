package import MemoCore

/// Follows one memo through a history, whatever it was called: from each commit to its parents, under the name that it had
/// there. So a file of the same name that was another memo is not taken for it, and an edit of the old name on another
/// branch is.
struct PastWalk {
  /// A commit that changed the memo, and the name it left it under.
  struct Step: Equatable {
    let commit: LoggedCommit
    let change: LoggedCommit.Change
    /// The name before, where the commit gave it another.
    let formerName: VaultPath?
    /// Whether the commit made it, be it under a name that another memo had before.
    let isMade: Bool
  }

  /// The commits that changed the memo, in the history's order.
  private(set) var steps: [Step] = []
  /// Names that the memo had, the newest first.
  private(set) var names: [VaultPath]
  /// Where commits record that a memo of its name went: the history of these paths shows whether one did.
  private(set) var destinations: [VaultPath] = []
  /// Commits that made the file and say nothing of a rename.
  private(set) var origins: [String] = []
  /// How many commits it went through.
  let length: Int
  /// Whether none of them has several parents.
  let isLine: Bool

  /// The renames among the steps.
  var renamings: Set<KnownRenames.Rename> {
    Set(
      steps.compactMap { step in
        step.formerName.map { KnownRenames.Rename(commit: step.commit.id, former: $0, new: step.change.path) }
      })
  }

  /// The paths of which the commits show all that they did.
  private let shown: [VaultPath]
  /// Where files came from: what was found out about commits.
  private let renames: [String: [RenameHint]]
  private let known: KnownRenames
  private var namesByCommit: [String: VaultPath] = [:]

  private static let added = UInt8(ascii: "A")
  private static let renamed = UInt8(ascii: "R")
  private static let deleted = UInt8(ascii: "D")

  /// - Parameters:
  ///   - commits: limited to some paths; each before its parents.
  ///   - paths: these, the first of which is the memo's name in the first commit. What a commit records of others is taken
  ///     for true.
  ///   - renames: what else is known of commits that made a file.
  ///   - known: what former walks found, for merges with a branch that has the memo under another name.
  ///   - isGone: whether the first of them, and what follows on it, does not have the memo.
  init(
    _ commits: [LoggedCommit], of paths: [VaultPath], renames: [String: [RenameHint]] = [:],
    known: Set<KnownRenames.Rename> = [], isGone: Bool = false
  ) {
    let name = paths[0]
    length = commits.count
    isLine = commits.allSatisfy { $0.parents.count < 2 }
    shown = paths
    self.renames = renames
    self.known = KnownRenames(known, in: commits)
    names = [name]
    // Git says of a merge only what it took from none of its sides.
    if isGone, let merge = commits.first, merge.parents.count > 1, merge.change(of: name) == nil {
      let removal = LoggedCommit.Change(path: name, letters: [Self.deleted], oldPaths: [name], blob: nil)
      steps.append(Step(commit: merge, change: removal, formerName: nil, isMade: false))
    }
    if let first = commits.first { namesByCommit[first.id] = name }
    for commit in commits { follow(commit) }
  }

  private mutating func follow(_ commit: LoggedCommit) {
    guard let name = namesByCommit[commit.id] else { return }
    let names = known.names(of: name, before: commit)
    guard let change = commit.change(of: name) else {
      for (old, parent) in zip(names, commit.parents) { pass(old, to: parent) }
      return
    }
    let found = renames[commit.id] ?? []
    let recorded = recordedOrigin(of: name, in: commit)
    let hinted = recorded ?? found.last { $0.new == name }?.old
    // The memo that had the name has another one since this commit, so this is a new one.
    if hinted == nil, change.letters.count == 1, change.blob != nil,
      found.contains(where: { $0.old == name }) || hasMoved(from: name, in: commit)
    {
      return steps.append(Step(commit: commit, change: change, formerName: nil, isMade: true))
    }
    // So is what was made under its name after it had gone.
    if !steps.isEmpty, change.letters == [Self.deleted], hasMoved(from: name, in: commit) { return }
    note(hinted)
    var former: VaultPath?
    for (place, letter) in change.letters.enumerated() {
      // Git takes a memo that has another one's name now for that one, and the memo most like it for the one it was.
      let word = change.letters.count == 1 && change.blob != nil ? recorded : nil
      let merged = place < names.count && names[place] != name ? names[place] : nil
      let old = word ?? merged ?? Self.name(before: change, place, letter, hinted)
      if place < commit.parents.count { pass(old, to: commit.parents[place]) }
      if old != name {
        note(old)
        // A merge renames nothing: one of its sides did.
        if change.letters.count == 1 { former = old }
      }
    }
    if change.letters == [Self.added], former == nil, renames[commit.id] == nil { origins.append(commit.id) }
    let isMade = change.letters == [Self.added] && former == nil
    steps.append(Step(commit: commit, change: change, formerName: former, isMade: isMade))
  }

  /// Where a commit records that the memo of a name came from; `nil` for nowhere else, or if the commit's parent had no such
  /// file, or the commit has that file as it was.
  private func recordedOrigin(of name: VaultPath, in commit: LoggedCommit) -> VaultPath? {
    let origin = commit.hints.origin(of: name)
    guard origin != name else { return nil }
    // Of a merge, git shows only what it has from none of its sides.
    guard commit.parents.count < 2, shown.contains(origin) else { return origin }
    guard let change = commit.change(of: origin), change.letters != [Self.added] else { return nil }
    return origin
  }

  /// Whether a commit records that the memo of a name went elsewhere, and has a file there that came with it.
  private mutating func hasMoved(from name: VaultPath, in commit: LoggedCommit) -> Bool {
    let destination = commit.hints.target(of: name)
    guard destination != name else { return false }
    if shown.contains(destination) { return commit.change(of: destination)?.blob != nil }
    if !destinations.contains(destination) { destinations.append(destination) }
    return true
  }

  private static func name(
    before change: LoggedCommit.Change, _ parent: Int, _ letter: UInt8, _ hinted: VaultPath?
  ) -> VaultPath {
    switch letter {
    case renamed: change.oldPaths[parent]
    case added: hinted ?? change.path
    default: change.path
    }
  }

  private mutating func pass(_ name: VaultPath, to parent: String) {
    if namesByCommit[parent] == nil { namesByCommit[parent] = name }
  }

  private mutating func note(_ former: VaultPath?) {
    if let former, !names.contains(former) { names.append(former) }
  }
}

/// The names that memos of a commit have in a later one. What `PastWalk` finds for one memo from its last name back, this
/// finds for any number of them at once, from their first names on, in one walk over the commits in between.
package struct LaterNames {
  /// The names in the first commit, by those in the last. A memo that has two names now is there twice.
  package let origins: [VaultPath: VaultPath]

  /// Follows memos.
  ///
  /// - Parameters:
  ///   - memos: their paths in the repository.
  ///   - old: the commit that has them.
  ///   - new: the commit whose names are asked for.
  package init(
    of memos: Set<VaultPath>, from old: ObjectId, to new: ObjectId, in repository: PastRepository
  ) throws {
    let steps = try repository.steps(from: old.text, to: new.text)
    let made = Set(steps.map(\.commit))
    /// How many commits are still to be made from each: the names of one that is done are not kept.
    var uses = Dictionary(steps.map { ($0.parent, 1) }, uniquingKeysWith: +)
    let known = Dictionary(memos.map { ($0, $0) }) { first, _ in first }
    var names = [old.text: known]
    for step in steps {
      if names[step.parent] == nil, !made.contains(step.parent) {
        names[step.parent] = try Self.names(known, in: step.parent, repository)
      }
      uses[step.parent, default: 1] -= 1
      let before = uses[step.parent] == 0 ? names.removeValue(forKey: step.parent) : names[step.parent]
      let after = step.taken(by: before ?? [:])
      // The sides of a merge may know a memo by different names.
      names[step.commit] = names.removeValue(forKey: step.commit)?.merging(after) { first, _ in first } ?? after
    }
    origins = names[new.text] ?? [:]
  }

  /// Those that were there already where another history branched off.
  private static func names(
    _ names: [VaultPath: VaultPath], in commit: String, _ repository: PastRepository
  ) throws -> [VaultPath: VaultPath] {
    let tree = try repository.git.tree(of: ObjectId(commit))
    return names.filter { tree[$0.key] != nil }
  }
}

extension PastRepository {
  /// What the commits did that lead to one and not to another, each after those that it was made from. A merge has a step
  /// for each of these.
  func steps(from old: String, to new: String) throws -> [HistoryStep] {
    var words = ["log", "-z", "--topo-order", "--reverse", "--format=\(LogReader.format)", "--encoding=UTF-8"]
    words += ["--no-color", "--no-notes", "--no-show-signature", new, "^\(old)", "--"]
    guard let log = LogReader(try git.output(words)) else { throw GitError.unclear("log") }
    let plain = log.commits.filter { $0.parents.count == 1 }
    let merges = log.commits.filter { $0.parents.count > 1 }
    // A merge renames nothing: one of its sides did. Compared with one side it is as large as the other, so that what is
    // alike there may be so by chance.
    let changes = try changes(plain, ["-M50%", "-l1000"]).merging(changes(merges, ["--no-renames"])) { first, _ in first
    }
    return log.commits.flatMap { commit in
      let hints = commit.hints
      return commit.parents.map { parent in
        let edge = Edge(commit: commit.id, parent: parent)
        return HistoryStep(commit: commit.id, parent: parent, changes: changes[edge] ?? [], hints: hints)
      }
    }
  }

  private struct Edge: Hashable {
    let commit: String
    let parent: String
  }

  /// The files that came, went or were renamed, since each parent.
  private func changes(
    _ commits: [LoggedCommit], _ renames: [String]
  ) throws -> [Edge: [LoggedCommit.Change]] {
    guard !commits.isEmpty else { return [:] }
    let words = ["diff-tree", "--stdin", "-r", "-z", "--raw", "--no-abbrev", "--diff-filter=ADR"] + renames
    let edges = commits.flatMap { commit in commit.parents.map { Array("\(commit.id) \($0)\n".utf8) } }
    guard let log = LogReader(try git.output(words + ["--format=\(LogReader.format)"], feeding: edges)) else {
      throw GitError.unclear("diff-tree")
    }
    // Git gives a commit the parent here that it was asked to compare it with.
    let pairs = log.commits.map { (Edge(commit: $0.id, parent: $0.parents.first ?? ""), $0.changes) }
    return Dictionary(pairs) { first, _ in first }
  }
}
