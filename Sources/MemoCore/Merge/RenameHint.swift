/// A file that, by what a commit says, has another path.
public struct RenameHint: Hashable, Sendable {
  /// Where it was.
  public let old: VaultPath
  /// Where it is.
  public let new: VaultPath
  /// Whether it is at the old path as well: a merge gave it both names.
  public let keepsOld: Bool

  /// Puts together a hint.
  public init(old: VaultPath, new: VaultPath, keepsOld: Bool = false) {
    self.old = old
    self.new = new
    self.keepsOld = keepsOld
  }

  /// Whether it is how programs delete: into a hidden folder, such as Obsidian's `.trash`, or to a name that no memo has. What
  /// others changed in the file does not follow it there, nor do links.
  package var isDeletion: Bool { !old.isHidden && new.isHidden || old.canBeMemo && !new.canBeMemo }
}

/// Renames one after the other, the oldest first.
extension [RenameHint] {
  /// Where they lead from a path; to itself where they say nothing of it.
  public func target(of path: VaultPath) -> VaultPath {
    reduce(path) { $1.old == $0 && !$1.keepsOld ? $1.new : $0 }
  }

  /// Where they lead from a path: to several places, where merges gave a memo more than one name.
  public func targets(of path: VaultPath) -> [VaultPath] {
    reduce(into: [path]) { paths, hint in
      guard let place = paths.firstIndex(where: { $0 == hint.old || hint.keepsOld && $0 == hint.new }) else { return }
      if hint.keepsOld {
        paths += [hint.old, hint.new].filter { !paths.contains($0) }
      } else if paths.contains(hint.new) {
        paths.remove(at: place)
      } else {
        paths[place] = hint.new
      }
    }.sorted()
  }

  /// Those that are no deletions, and those that others lead back from.
  package var withoutDeletions: [RenameHint] {
    var left: Set<VaultPath> = []
    var kept: [RenameHint] = []
    for hint in reversed() {
      if !hint.isDeletion || left.contains(hint.new) { kept.append(hint) }
      left.insert(hint.old)
    }
    return kept.reversed()
  }

  /// From where they lead to a path; from itself where they say nothing of it.
  public func origin(of path: VaultPath) -> VaultPath { reversed().reduce(path) { $1.new == $0 ? $1.old : $0 } }

  /// The paths before all of them, by those after them; without second names.
  public var origins: [VaultPath: VaultPath] {
    reduce(into: [:]) { origins, hint in
      guard !hint.keepsOld else { return }
      origins[hint.new] = origins.removeValue(forKey: hint.old) ?? hint.old
    }
  }

  /// The paths after all of them, by those before them; without second names.
  public var targets: [VaultPath: VaultPath] {
    var origins: [VaultPath: VaultPath] = [:]
    return reduce(into: [:]) { targets, hint in
      guard !hint.keepsOld else { return }
      let known = origins.removeValue(forKey: hint.old)
      // A file that came to a path later was none before.
      guard known != nil || targets[hint.old] == nil else { return }
      let origin = known ?? hint.old
      targets[origin] = hint.new
      origins[hint.new] = origin
    }
  }

  /// Renames that were made at once: what is in the way of another file goes before it, and where files have each other's
  /// names, one of them goes by way of a name that none has.
  ///
  /// - Parameters:
  ///   - targets: the new paths, by the old ones.
  ///   - isTaken: whether there is, or was, a file at a path.
  public init(atOnce targets: [VaultPath: VaultPath], isTaken: (VaultPath) -> Bool) {
    self = []
    var left = targets
    /// The rename of a file, that of what is in its way, and so on.
    func chain(from start: VaultPath) -> [RenameHint] {
      var (chain, path): ([RenameHint], VaultPath) = ([], start)
      while let new = left.removeValue(forKey: path) {
        chain.append(RenameHint(old: path, new: new))
        path = new
      }
      return chain
    }
    let new = Set(targets.values)
    for start in targets.keys.filter({ !new.contains($0) }).sorted() { self += chain(from: start).reversed() }
    for start in left.keys.sorted() {
      let ring = chain(from: start)
      guard let first = ring.first else { continue }
      var free = first.new
      repeat { free = VaultPath(bytes: free.bytes + ".moved".utf8) } while isTaken(free) || new.contains(free)
      self.append(RenameHint(old: first.old, new: free))
      self += ring.dropFirst().reversed()
      self.append(RenameHint(old: free, new: first.new))
    }
  }
}

/// The files that each side says it renamed since the base.
public struct RenameHints: Equatable, Sendable {
  /// The first side's, the oldest first.
  public var first: [RenameHint]
  /// The second side's, the oldest first.
  public var second: [RenameHint]

  /// Puts together hints; none unless given.
  public init(first: [RenameHint] = [], second: [RenameHint] = []) {
    self.first = first
    self.second = second
  }

  /// What a side says.
  subscript(_ side: MergeSide) -> [RenameHint] { side == .first ? first : second }

  /// Where a side's hints lead from a path; `nil` where they say nothing of it.
  func target(of path: VaultPath, on side: MergeSide) -> VaultPath? {
    let end = self[side].target(of: path)
    return end == path ? nil : end
  }

  /// All other places to which a side's hints lead from a path.
  func targets(of path: VaultPath, on side: MergeSide) -> [VaultPath] {
    self[side].targets(of: path).filter { $0 != path }
  }
}
