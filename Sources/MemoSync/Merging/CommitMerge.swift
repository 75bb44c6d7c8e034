import MemoCore
import MemoStore

/// Merges two commits in the object store, without a look at the files of the vault.
///
/// Which commit comes first, who made the merge and when follow from the two commits alone, so that two devices that merge
/// the same two make the same commit.
struct CommitMerge {
  /// A commit to be made, and what it means.
  struct Result {
    let draft: CommitDraft
    /// How its files differ from those of the first side.
    let changes: [TreeChange]
    /// Whether each file is as one of the sides has it.
    let isPlain: Bool
    /// Files that were made of both sides'.
    let merged: [VaultPath]
    /// Those among them that both sides had made.
    let joined: [VaultPath]
    /// Files of which one side's version stayed.
    let unmerged: [VaultPath]
    /// What the merged files hold, but for those that git converts.
    let texts: [[UInt8]]
    /// What the commit's message records.
    let issues: [SyncIssue]
    /// Files that hold a side's version which could not be woven into the other's.
    let copies: [VaultPath]
    /// What the two sides did to memos.
    let sides: [MergedSide]
  }

  let repository: GitRepository
  let first: RepositoryRefs.Tip
  let second: RepositoryRefs.Tip
  /// From which commits; none for unrelated histories.
  let bases: [ObjectId]
  /// What each side has done since.
  private let logs: [CommitLog]
  private let conversions: PathConversions
  private let trees: (ObjectId) throws -> VaultTree

  /// - Parameters:
  ///   - divergence: how the two differ.
  ///   - trees: gives the files of commits.
  init(
    _ repository: GitRepository, _ one: RepositoryRefs.Tip, _ other: RepositoryRefs.Tip, _ divergence: Divergence,
    _ conversions: PathConversions, trees: @escaping (ObjectId) throws -> VaultTree
  ) {
    (self.repository, self.conversions, self.trees) = (repository, conversions, trees)
    let isInOrder = (one.date, one.id) < (other.date, other.id)
    (first, second) = isInOrder ? (one, other) : (other, one)
    logs = isInOrder ? [divergence.own, divergence.other] : [divergence.other, divergence.own]
    bases = divergence.bases
  }

  /// Merges.
  ///
  /// - Parameters:
  ///   - adopting: the side that alone is to be the parent, where the other side's history must not come back.
  ///   - convert: gives the conversions by files of attributes, where the two sides' differ.
  func run(
    adopting: ObjectId? = nil, by convert: ([VaultPath: [UInt8]]) throws -> PathConversions
  ) throws -> Result {
    let sides = [try trees(first.id), try trees(second.id)]
    var base = try BaseTree(repository, bases, conversions, trees: self.trees, sides: sides)
    var trees = MergeTrees(base: base.tree, first: sides[0], second: sides[1])
    let merged = try attributes(of: trees, base)
    if let merged { base.conversions = try convert(merged) }
    let again = try OppositeChoices(trees).take(outOf: &base, bases, in: repository)
    try base.giveWayToUsableSettings()
    trees.base = base.tree
    return try merge(trees, base, again, adopting)
  }

  /// The merged files of attributes; `nil` where both sides have the same, which are those that are checked out.
  private func attributes(of trees: MergeTrees, _ base: BaseTree) throws -> [VaultPath: [UInt8]]? {
    let paths = trees.differing.filter(\.isOfAttributes)
    guard paths.contains(where: { Self.attributes(trees.first[$0]) != Self.attributes(trees.second[$0]) }) else {
      return nil
    }
    let sides = trees.sides.map { tree in tree.filter { Self.attributes($1) != nil } }
    let merge = try TreeMerge(
      MergeTrees(base: base.tree.filter { $0.key.isOfAttributes }, first: sides[0], second: sides[1])
    ) { ids in try base.texts(of: ids) }
    var made: [ObjectId: [UInt8]] = [:]
    let entries = merge.entries(of: Array(sides[0].values)) { text in
      let id = ObjectId(ofBlob: text.merge.bytes)
      made[id] = text.merge.bytes
      return id
    }
    let stored = try repository.blobs(entries.map(\.id).filter { made[$0] == nil })
    var files: [VaultPath: [UInt8]] = [:]
    for entry in entries { files[entry.path] = made[entry.id] ?? stored[entry.id] }
    return files
  }

  /// A file of attributes; `nil` for what is none.
  private static func attributes(_ entry: TreeEntry?) -> TreeEntry? {
    entry.flatMap { $0.path.isOfAttributes && $0.mode.isFile ? $0 : nil }
  }

  private func merge(
    _ trees: MergeTrees, _ base: BaseTree, _ again: [SyncIssue], _ adopting: ObjectId?
  ) throws -> Result {
    let conversions = base.conversions
    let hints = try (0...1).map { side in
      try RewrittenMemos(on: trees.sides[side], in: trees, logs[side], conversions).renames(in: repository)
    }
    let renames = RenameHints(first: hints[0], second: hints[1])
    var texts = MergedTexts(conversions: conversions, repository: repository)
    var merge: TreeMerge
    repeat {
      merge = try TreeMerge(trees, renames: renames) { ids in try base.texts(of: ids, sealed: texts.refused) }
    } while try !texts.store(merge)
    let unchanged = try merge.unchangedMergedMemos(in: trees, renames: renames) { ids in
      try base.texts(of: ids, sealed: texts.refused)
    }
    let sides = MergeSides(trees: trees.sides, base: trees.base, logs: logs)
    let filtered = try conversions.filtered(among: merge.changes.map(\.path) + [Vault.settingsPath])
    let issues =
      sides.overlaps(of: merge, filtered) + (try sides.settings(in: merge, repository, filtered))
      + MergeDecisions(trees, renames).issues(of: merge)
      + sides.splits(of: merge) + sides.displaced(in: merge) + again
    let times = try sides.times(of: merge, in: repository)
    let signature = CommitDraft.Signature.merger(at: max(first.date, second.date))
    let isSecond = adopting == second.id
    let written = merge.madeTexts
    let changes = merge.changes.map { change in
      TreeChange(path: change.path, old: trees.first[change.path], new: Self.entry(change, texts))
    }
    return Result(
      draft: CommitDraft(
        ref: BranchNames.pending, parents: adopting.map { [$0] } ?? [first.id, second.id], author: signature,
        committer: signature, message: Self.message(times, issues),
        changes: isSecond
          ? Self.changes(trees, merge, texts) : merge.changes.map { Self.change($0, texts) },
        isForced: true),
      changes: changes, isPlain: changes.allSatisfy { $0.new == $0.old || $0.new == trees.second[$0.path] },
      merged: written.map(\.path), joined: written.filter { $0.base == nil }.map(\.path),
      // Two devices that have just made the same vault each gave it an id: one id stays, and nothing is lost.
      unmerged: merge.unmerged.filter { $0 != Vault.settingsPath || trees.base[$0] != nil },
      texts: written.filter { texts.stored[$0.path] == nil }.map(\.merge.bytes),
      issues: issues, copies: merge.copies,
      sides: [true, false].map { isFirst in
        let tree = isFirst ? trees.first : trees.second
        return MergedSide(
          of: tree, in: trees, isFirst ? renames.first : renames.second,
          found: isFirst ? merge.moves.first : merge.moves.second, displaced: merge.displaced(of: tree),
          merged: merge.merged(on: isFirst) + unchanged.filter { $0.isFirst == isFirst })
      })
  }

  /// The first line of the message of every merge that memo makes.
  static let subject = "memo: merge"

  private static func message(_ times: MemoTimes, _ issues: [SyncIssue]) -> [UInt8] {
    Array("\(subject)\n\n".utf8) + times.trailers + issues.flatMap(IssueTrailer.line)
  }

  /// What the commit has at a path.
  private static func entry(_ change: TreeMerge.Change, _ texts: MergedTexts) -> TreeEntry? {
    switch change {
    case .take(let entry): entry
    case .write(let text):
      texts.stored[text.path] ?? TreeEntry(path: text.path, mode: text.mode, id: ObjectId(ofBlob: text.merge.bytes))
    case .remove: nil
    }
  }

  private static func change(
    _ change: TreeMerge.Change, _ texts: MergedTexts
  ) -> (path: VaultPath, content: CommitDraft.Content) {
    switch change {
    case .take(let entry): (entry.path, .known(entry))
    case .write(let text):
      (text.path, texts.stored[text.path].map { .known($0) } ?? .new(text.mode) { text.merge.bytes })
    case .remove(let path): (path, .removed)
    }
  }

  /// The merge's changes to the first tree, as changes to the second.
  private static func changes(
    _ trees: MergeTrees, _ merge: TreeMerge, _ texts: MergedTexts
  ) -> [(path: VaultPath, content: CommitDraft.Content)] {
    var contents: [VaultPath: CommitDraft.Content] = [:]
    for path in trees.differing where trees.first[path] != trees.second[path] {
      contents[path] = trees.first[path].map { .known($0) } ?? .removed
    }
    for change in merge.changes {
      let (path, content) = Self.change(change, texts)
      if case .removed = content, trees.second[path] == nil { contents[path] = nil } else { contents[path] = content }
    }
    return contents.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

/// The merged texts that git converts, stored as it would store the files.
private struct MergedTexts {
  let conversions: PathConversions
  let repository: GitRepository
  private(set) var stored: [VaultPath: TreeEntry] = [:]
  /// Sides' versions of texts that git would not give back as they are: each of these stays a file of its own.
  private(set) var refused: Set<ObjectId> = []

  /// Stores the texts of a merge; returns whether all could be.
  mutating func store(_ merge: TreeMerge) throws -> Bool {
    let texts = merge.madeTexts
    let attributes = try conversions.attributes(of: texts.map(\.path))
    var entries: [(text: TreeMerge.MergedText, entry: TreeEntry?)] = []
    for text in texts {
      let bytes = text.merge.bytes
      guard let known = attributes[text.path], known.mayClean(bytes) || known.maySmudge(bytes) else { continue }
      if known.isAboutLineEnds, known.text == .auto {
        let sides = try repository.blobs([text.first, text.second]).values
        if sides.contains(where: known.keepsLineEnds) { continue }
      }
      let id = conversions.canConvert(known) ? try conversions.store(bytes, at: text.path) : nil
      entries.append((text, id.map { TreeEntry(path: text.path, mode: text.mode, id: $0) }))
    }
    let versions = try conversions.versions(of: entries.compactMap(\.entry))
    stored = [:]
    var isComplete = true
    for (text, entry) in entries {
      if let entry, let version = versions[entry], version.trouble == nil, version.text == text.merge.bytes {
        stored[text.path] = entry
      } else {
        refused.formUnion([text.first, text.second])
        isComplete = false
      }
    }
    return isComplete
  }
}

/// What both sides of a merge come from: one commit's tree, or where there are several, these merged into one, as git does.
struct BaseTree {
  var tree: VaultTree = [:]
  private let repository: GitRepository
  /// What objects stand for depends on it.
  var conversions: PathConversions
  /// The trees whose texts are asked for besides.
  private let sides: [VaultTree]
  /// Texts that are in no commit, and those that were read before.
  private var known: [ObjectId: [UInt8]]

  /// - Parameters:
  ///   - trees: gives the files of commits.
  ///   - sides: the trees that are merged.
  ///   - made: texts of the sides that no commit holds yet.
  init(
    _ repository: GitRepository, _ bases: [ObjectId], _ conversions: PathConversions,
    trees: (ObjectId) throws -> VaultTree, sides: [VaultTree], besides made: [ObjectId: [UInt8]] = [:]
  ) throws {
    (self.repository, self.conversions, self.sides, known) = (repository, conversions, sides, made)
    guard let first = bases.first else { return }
    tree = try trees(first)
    for base in bases.dropFirst() {
      let common = try repository.mergeBases(first, base).first
      let older = try common.map(trees) ?? [:]
      let other = try trees(base)
      let merge = try TreeMerge(MergeTrees(base: older, first: tree, second: other)) { ids in try texts(of: ids) }
      take(merge)
    }
  }

  /// Puts a text in the place of a file, or nothing.
  mutating func replace(_ path: VaultPath, with text: [UInt8]?) {
    guard let text, let mode = tree[path]?.mode else {
      tree[path] = nil
      return
    }
    let id = ObjectId(ofBlob: text)
    known[id] = text
    tree[path] = TreeEntry(path: path, mode: mode, id: id)
  }

  /// Has one side's settings that cannot be used be what both sides come from, where the other side has changed them, too, and
  /// its own can be used: these are all that changes then.
  mutating func giveWayToUsableSettings() throws {
    let path = Vault.settingsPath
    let entries = sides.compactMap { $0[path] }.filter { $0.mode.isFile && $0 != tree[path] }
    guard entries.count == 2 else { return }
    let damaged = try zip(entries, texts(of: entries.map(\.id))).filter { !Settings.areUsable($1) }
    if damaged.count == 1 { tree[path] = damaged[0].0 }
  }

  private mutating func take(_ merge: TreeMerge) {
    for change in merge.changes {
      switch change {
      case .take(let entry): tree[entry.path] = entry
      case .remove(let path): tree[path] = nil
      case .write(let text):
        let id = ObjectId(ofBlob: text.merge.bytes)
        known[id] = text.merge.bytes
        tree[text.path] = TreeEntry(path: text.path, mode: text.mode, id: id)
      }
    }
  }

  /// The same as `texts`, for objects that will be asked for again.
  mutating func read(_ ids: [ObjectId]) throws -> [[UInt8]] {
    let texts = try texts(of: ids)
    for (id, text) in zip(ids, texts) { known[id] = text }
    return texts
  }

  /// What objects stand for, in the order asked for.
  ///
  /// - Parameter sealed: objects that are to be merged as if they were no texts.
  func texts(of ids: [ObjectId], sealed: Set<ObjectId> = []) throws -> [[UInt8]] {
    let stored = try texts(of: Set(ids.filter { known[$0] == nil }))
    var texts: [[UInt8]] = []
    for id in ids {
      guard let text = (known[id] ?? stored[id]).map({ sealed.contains(id) ? [0] + $0 : $0 }) else {
        throw GitError.damaged(.missingObject(id.text))
      }
      texts.append(text)
    }
    return texts
  }

  /// What objects stand for at the paths that have them. One that is different texts at different paths is none.
  private func texts(of ids: Set<ObjectId>) throws -> [ObjectId: [UInt8]] {
    let holders = ([tree] + sides).flatMap { $0.values.filter { ids.contains($0.id) && $0.mode.isFile } }
    guard conversions.mayConvert(holders.map(\.path)) else {
      var texts = try repository.blobs(ids)
      // What is too large for memory counts as no text, so that each side's version stays.
      for id in try repository.known(ids.filter { texts[$0] == nil }) { texts[id] = [0] }
      return texts
    }
    let versions = try conversions.versions(of: holders)
    var texts = try repository.blobs(ids.subtracting(versions.keys.map(\.id)))
    var single: [ObjectId: FileVersion] = [:]
    for (entry, version) in versions {
      let isOne = single[entry.id].map { $0 == version } ?? true
      single[entry.id] = isOne ? version : FileVersion(stored: version.stored, text: nil, trouble: .filterFailed)
    }
    texts.merge(single.mapValues(\.mergeable)) { $1 }
    return texts
  }
}
