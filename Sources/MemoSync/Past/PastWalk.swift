import MemoCore

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
  }

  /// The commits that changed the memo, in the history's order.
  private(set) var steps: [Step] = []
  /// Names that the memo had, the newest first.
  private(set) var names: [VaultPath]
  /// Commits that made the file and say nothing of a rename.
  private(set) var origins: [String] = []

  /// Where files came from: what was found out about commits.
  private let renames: [String: [RenameHint]]
  private var namesByCommit: [String: VaultPath] = [:]
  /// Where a name came from, as any commit has it: for merges with a branch that knows the old name only.
  private var formerNames: [VaultPath: VaultPath] = [:]

  private static let added = UInt8(ascii: "A")
  private static let renamed = UInt8(ascii: "R")

  /// - Parameters:
  ///   - commits: limited to names of the memo; each before its parents.
  ///   - name: the memo's name in the first of them.
  ///   - renames: what else is known of commits that made a file.
  init(_ commits: [LoggedCommit], from name: VaultPath, renames: [String: [RenameHint]]) {
    self.renames = renames
    names = [name]
    if let first = commits.first { namesByCommit[first.id] = name }
    for commit in commits { follow(commit) }
  }

  private mutating func follow(_ commit: LoggedCommit) {
    guard let name = namesByCommit[commit.id] else { return }
    guard let change = commit.change(of: name) else { return pass(name, to: commit.parents[...]) }
    let hints = commit.hints + (renames[commit.id] ?? [])
    let hinted = hints.last { $0.new == name }?.old
    note(hinted, name)
    var former: VaultPath?
    for (place, letter) in change.letters.enumerated() {
      let old = self.name(before: change, place, letter, hinted)
      if place < commit.parents.count { pass(old, to: [commit.parents[place]]) }
      if old != name {
        note(old, name)
        // A merge renames nothing: one of its sides did.
        if change.letters.count == 1 { former = old }
      }
    }
    if change.letters == [Self.added], former == nil, renames[commit.id] == nil { origins.append(commit.id) }
    steps.append(Step(commit: commit, change: change, formerName: former))
  }

  private func name(
    before change: LoggedCommit.Change, _ parent: Int, _ letter: UInt8, _ hinted: VaultPath?
  ) -> VaultPath {
    switch letter {
    case Self.renamed: change.oldPaths[parent]
    case Self.added: hinted ?? (change.letters.count > 1 ? formerNames[change.path] : nil) ?? change.path
    default: change.path
    }
  }

  private mutating func pass(_ name: VaultPath, to parents: ArraySlice<String>) {
    for parent in parents where namesByCommit[parent] == nil { namesByCommit[parent] = name }
  }

  private mutating func note(_ former: VaultPath?, _ name: VaultPath) {
    guard let former, former != name else { return }
    if formerNames[name] == nil { formerNames[name] = former }
    if !names.contains(former) { names.append(former) }
  }
}
