/// The first side's tree with what the merge changes in it.
struct MergedTree {
  /// What a path holds.
  private enum Content {
    case object(TreeEntry)
    case text(TreeMerge.MergedText)

    /// What decides between files, and gives them names: the same on every device.
    var id: ObjectId {
      switch self {
      case .object(let entry): entry.id
      case .text(let text): text.first
      }
    }
  }

  /// What sets a file's name apart from the one that it cannot have.
  private enum Mark {
    case copy(ObjectId)
    case displaced(ObjectId)
    case twin

    func bytes(_ number: Int) -> [UInt8] {
      let repeated = number > 1 ? Array(" (\(number))".utf8) : []
      switch self {
      case .copy(let id): return Array(" (conflict ".utf8) + id.short + Array(")".utf8) + repeated
      case .displaced(let id): return Array("~".utf8) + id.short + repeated
      case .twin: return Array(" (\(number + 1))".utf8)
      }
    }
  }

  /// Files that hold a second side's version beside the first's.
  private(set) var copies: Set<VaultPath> = []

  /// Those of files that both sides changed.
  private(set) var splits: [TreeMerge.Split] = []

  /// Files that got another name beside what the other side brought.
  private(set) var displaced: [TreeMerge.Displaced] = []

  private let first: [VaultPath: TreeEntry]
  private let second: [VaultPath: TreeEntry]
  /// What paths hold that have been given something, or nothing; the others hold what the first side has there.
  private var given: [VaultPath: Content?] = [:]
  /// Versions that get a name when it is known which ones are taken.
  private var waiting: [TreeEntry] = []
  /// Memos that get another name then, because their own belongs to another memo.
  private var rivals: [TreeEntry] = []

  init(first: [VaultPath: TreeEntry], second: [VaultPath: TreeEntry]) {
    (self.first, self.second) = (first, second)
  }

  /// What a path holds.
  private func content(at path: VaultPath) -> Content? {
    if let content = given[path] { return content }
    return first[path].map { .object($0) }
  }

  /// The paths that hold something.
  private var paths: [VaultPath] {
    first.keys.filter { given[$0] == nil } + given.filter { $0.value != nil }.map(\.key)
  }

  /// Has a path hold an object.
  mutating func take(_ entry: TreeEntry) {
    let mode = entry.isMemo ? .file : entry.mode
    set(.object(TreeEntry(path: entry.path, mode: mode, id: entry.id)), at: entry.path)
  }

  /// Has a path hold a merged text.
  mutating func write(_ text: TreeMerge.MergedText) { set(.text(text), at: text.path) }

  /// Has a path hold nothing.
  mutating func remove(_ path: VaultPath) { set(nil, at: path) }

  /// Keeps an object beside what its path holds.
  mutating func copy(_ entry: TreeEntry) { waiting.append(entry) }

  /// Keeps a memo under another name than its own, which another memo has.
  mutating func rename(_ entry: TreeEntry) { rivals.append(TreeEntry(path: entry.path, mode: .file, id: entry.id)) }

  private mutating func set(_ content: Content?, at path: VaultPath) { given.updateValue(content, forKey: path) }

  /// How it differs from the first side's tree, by path.
  var changes: [TreeMerge.Change] {
    given.keys.sorted().compactMap { path in
      switch content(at: path) {
      case .object(let entry): entry.isSame(as: first[path]) ? nil : .take(entry)
      case .text(let text): .write(text)
      case nil: first[path] == nil ? nil : .remove(path)
      }
    }
  }
}

// MARK: Names

extension MergedTree {
  /// Gives other names to files that cannot stand where they are, beside what the other side brought.
  mutating func separateNames() {
    let hasNew = given.contains { path, content in content != nil && first[path] == nil }
    guard !waiting.isEmpty || !rivals.isEmpty || hasNew else { return }
    let paths = paths
    var taken = Dictionary(grouping: paths, by: \.nameKey)
    for entry in waiting {
      let path = place(.object(entry), at: entry.path, .copy(entry.id), &taken)
      copies.insert(path)
      splits.append(TreeMerge.Split(path: entry.path, copy: path, second: entry.id))
    }
    for entry in rivals {
      let path = place(.object(entry), at: entry.path, .twin, &taken)
      displaced.append(
        TreeMerge.Displaced(path: entry.path, newPath: path, other: entry.path, isFolder: false))
    }
    for (file, id, folder) in filesInPlaceOfFolders(paths, taken) { move(file, .displaced(id), beside: folder, &taken) }
    for twins in twins(taken) {
      for twin in twins.dropFirst() { move(twin, .twin, beside: twins[0], &taken) }
    }
  }

  /// Paths that one side has a file at and the other a folder, with the folder's.
  private func filesInPlaceOfFolders(
    _ paths: [VaultPath], _ taken: [[UInt8]: [VaultPath]]
  ) -> [(VaultPath, ObjectId, folder: VaultPath)] {
    var filesAt: [VaultPath: [VaultPath]] = [:]
    var found: [VaultPath: VaultPath] = [:]
    for path in paths {
      for folder in path.foldersAbove {
        if filesAt[folder] == nil { filesAt[folder] = taken[folder.nameKey] ?? [] }
        for file in filesAt[folder] ?? [] where !isOneSides([file, path]) {
          found[file] = min(found[file] ?? folder, folder)
        }
      }
    }
    return found.sorted { $0.key < $1.key }.compactMap { file, folder in
      content(at: file).map { (file, $0.id, folder) }
    }
  }

  /// Paths that are the same where case and normalization do not count and that one side alone does not hold, in the
  /// order of their contents.
  private func twins(_ taken: [[UInt8]: [VaultPath]]) -> [[VaultPath]] {
    taken.values.filter { $0.count > 1 && !isOneSides($0) }
      .map { paths in
        let keyed = paths.compactMap { path in content(at: path).map { (path: path, id: $0.id) } }
        return keyed.sorted { ($0.id, $0.path) < ($1.id, $1.path) }.map(\.path)
      }
      .sorted { $0[0] < $1[0] }
  }

  /// Whether paths stand together on one side already: then they are that user's own affair.
  private func isOneSides(_ paths: [VaultPath]) -> Bool {
    paths.allSatisfy { first[$0] != nil } || paths.allSatisfy { second[$0] != nil }
  }

  private mutating func move(
    _ path: VaultPath, _ mark: Mark, beside other: VaultPath, _ taken: inout [[UInt8]: [VaultPath]]
  ) {
    guard let content = self.content(at: path) else { return }
    remove(path)
    taken[path.nameKey]?.removeAll { $0 == path }
    let newPath = place(content, at: path, mark, &taken)
    let isFolder = if case .displaced = mark { true } else { false }
    displaced.append(TreeMerge.Displaced(path: path, newPath: newPath, other: other, isFolder: isFolder))
  }

  /// Puts a file at the first free one of `name MARK`, `name MARK (2)`, …; nowhere, where one of them holds it already.
  private mutating func place(
    _ content: Content, at path: VaultPath, _ mark: Mark, _ taken: inout [[UInt8]: [VaultPath]]
  ) -> VaultPath {
    var number = 1
    while true {
      let target = path.marked(mark.bytes(number))
      let others = taken[target.nameKey] ?? []
      if case .object(let entry) = content, case .object(let other) = self.content(at: target), other.id == entry.id {
        return target
      }
      number += 1
      guard others.isEmpty else { continue }
      copies.insert(target)
      taken[target.nameKey] = [target]
      set(Self.moved(content, to: target), at: target)
      return target
    }
  }

  private static func moved(_ content: Content, to path: VaultPath) -> Content {
    switch content {
    case .object(let entry):
      return .object(TreeEntry(path: path, mode: entry.mode, id: entry.id))
    case .text(var text):
      text.path = path
      return .text(text)
    }
  }
}
