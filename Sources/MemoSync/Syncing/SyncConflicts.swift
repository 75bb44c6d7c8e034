public import MemoCore
import MemoStore

extension Syncer {
  /// The places that need a look: those that a person has settled, by taking a version out or by saying so, are not among
  /// them. Every device finds the same merges in the history; saves without what had come are known to this device alone.
  ///
  /// - Parameter path: a memo or another file to which they belong; `nil` for all of the vault.
  public func conflicts(in path: VaultPath? = nil) throws -> [SyncConflict] {
    let past = try past()
    return try detailed(openPlaces(in: path, by: past), by: past)
  }

  /// The same with those that are part of others, or share a version with one.
  func recordedConflicts(in path: VaultPath, by past: ConflictPast?) throws -> [SyncConflict] {
    try detailed(recordedPlaces(in: path, by: past), by: past)
  }

  /// Conflicts with their times and devices.
  private func detailed(_ places: [SyncConflict], by past: ConflictPast?) throws -> [SyncConflict] {
    var found = places
    let merges = found.compactMap(\.commit)
    guard !merges.isEmpty, let past else { return found }
    try SideTimes(of: merges, in: repository()).set(in: &found)
    return try attributed(found, by: past)
  }

  /// The same by what merges record of their sides' devices, without a look at who wrote which line.
  ///
  /// Where three devices changed a line, two merges record the place: it is listed once, with as many of its lines as one of
  /// them has.
  public func openPlaces(in path: VaultPath? = nil) throws -> [SyncConflict] { try openPlaces(in: path, by: past()) }

  private func openPlaces(in path: VaultPath?, by past: ConflictPast?) throws -> [SyncConflict] {
    let all = try recordedPlaces(in: path, by: past)
    let hidden = try SharedPlaces(of: all, texts: text).hidden
    return all.indices.filter { !hidden.contains($0) }.map { all[$0] }
  }

  /// All that is recorded and open.
  func recordedPlaces(in path: VaultPath?, by past: ConflictPast?) throws -> [SyncConflict] {
    // Before the first commit there is nothing that could have been merged.
    guard let past else { return [] }
    let seen = Set(folder.readState().seen)
    let found = try places(only: path, by: past) + pairs(by: past) + staleSaves(by: past)
    let open = found.filter { one in
      !seen.contains(one.key) && !seen.contains(one.memoKey) && path.map(one.belongs(to:)) ?? true
    }
    return open.sorted { ($0.path, $0.line) < ($1.path, $1.line) }
  }

  /// What the merges of the history record; `nil` before the first commit.
  func past() throws -> ConflictPast? {
    let repository = try openRepository()
    guard let head = try repository.commit(named: "HEAD") else { return nil }
    return try ConflictPast(of: head, in: repository) { try conversions(of: repository) }
  }

  /// Remembers on this device that a person has seen the conflicts in a memo; returns them.
  public func resolve(_ path: VaultPath) throws -> [SyncConflict] {
    let past = try past()
    let found = try detailed(openPlaces(in: path, by: past), by: past)
    let all = try recordedPlaces(in: path, by: past)
    if all.contains(where: { $0.kind == .stale }) { try settle(path) }
    try remember(all.filter { $0.kind != .stale }.map(\.key))
    return found
  }

  /// Remembers on this device that a person has seen conflicts. Those of merges that the repository no longer has are
  /// forgotten.
  func remember(_ keys: [String]) throws {
    guard !keys.isEmpty else { return }
    func commit(of key: String) -> ObjectId? {
      key.parts(at: " ").prefix(2).lazy.compactMap { ObjectId(hexadecimal: $0.utf8) }.first
    }
    let merges = Set(folder.readState().seen.compactMap(commit))
    let gone = merges.subtracting(try repository().known(merges.sorted()))
    try folder.changeState { state in
      let kept = state.seen.filter { commit(of: $0).map { !gone.contains($0) } ?? true }
      state.seen = Set(kept + keys).sorted()
      state.countedConflicts?.expire()
    }
  }

  func text(of path: VaultPath) throws -> [UInt8] {
    try WholeFile.read(path, in: vault.files)?.bytes ?? []
  }

  /// Where conflicts are now. A memo that has another name since is looked for only where one is gone: that takes another
  /// look at the history.
  private func places(only wanted: VaultPath?, by past: ConflictPast) throws -> [SyncConflict] {
    let oldestGone = past.overlaps.last { vault.files.stamp(of: $0.overlap.path) == nil }
    var renames: [RenameHint] = []
    if let oldestGone {
      let known = try self.renames(in: past.head)
      // These and those are in no common order.
      renames = known + (try renamesOfOthers(in: past.head, since: oldestGone.commit)) + known
    }
    let recorded = past.overlaps.map {
      (merge: $0.commit, overlap: $0.overlap, paths: renames.paths(from: $0.overlap.path))
    }
    .filter { wanted.map($0.paths.contains) ?? true }
    let found = try past.answers(about: recorded) { try place(of: $0.overlap, at: $0.paths, $0.merge, by: past) }
    return found.compactMap(\.self).reduce(into: []) { distinct, place in
      // Where both sides settled it, each its own way, a later merge has it again.
      if !distinct.contains(where: { $0.isSame(as: place) }) { distinct.append(place) }
    }
  }

  /// An overlap at the first of some paths where it is; `nil` where it is settled, and where this device has no key for its
  /// texts.
  private func place(
    of sealed: Overlap, at paths: [VaultPath], _ merge: ObjectId, by past: ConflictPast
  ) throws -> SyncConflict? {
    guard let overlap = try sealed.unsealed(by: past.texts(of:)) else { return nil }
    for path in paths {
      guard let found = try place(of: overlap, at: path, merge, by: past) else { continue }
      guard let origin = try reopened(by: overlap, in: merge, by: past) else { return found }
      return try place(of: origin.overlap, at: path, origin.commit, by: past, reopenedBy: found)
    }
    return nil
  }

  /// The renames that the history records, and those that no commit holds yet, the oldest first. What cannot be read is
  /// not known.
  func renames(in head: ObjectId) throws -> [RenameHint] {
    let repository = try repository()
    let log = try CommitLog(repository, ofRenamesIn: head)
    let made = (try? OperationHistory(of: vault).moves()) ?? []
    let seen = vault.movedMemos.moves.map { RenameHint(old: $0.from, new: $0.to) }
    // What went to the trash is settled.
    return (log.renames + made + seen).filter { $0.new.parent != TrashItem.trash }
  }

  /// The renames that commits of other programs show, which record none: the same bytes under another name.
  private func renamesOfOthers(in head: ObjectId, since merge: ObjectId) throws -> [RenameHint] {
    let repository = try repository()
    let log = try CommitLog(repository, from: [merge], to: head)
    return try log.changesOfOthers(newest: Self.commitsOfOthers, in: repository).flatMap(\.exactRenames)
  }

  /// In so many commits, the newest, other programs' renames are looked for: in each of them git compares all names.
  private static let commitsOfOthers = 200

  /// An overlap as it is in a memo; `nil` where it is settled. What was written here comes first.
  ///
  /// - Parameter later: one of a later merge, where an edit of a version is there that had been taken out.
  private func place(
    of overlap: Overlap, at path: VaultPath, _ commit: ObjectId, by past: ConflictPast,
    reopenedBy later: SyncConflict? = nil
  ) throws -> SyncConflict? {
    let text = try text(of: path)
    let isShared = overlap.path != Vault.settingsPath && !overlap.isOfKey
    func merged() throws -> [UInt8] { try past.text(of: overlap.path, in: commit) ?? [] }
    let standing: (line: Int, isFirst: Bool)? =
      if isShared {
        try overlap.versions.line(in: text, merged: merged).map { ($0, true) }
      } else if overlap.isOfKey {
        overlap.keyVersions.standing(in: text, merged: try merged())
      } else {
        overlap.isFirst(text) ? (1, true) : nil
      }
    guard let standing else { return nil }
    if isShared, try !overlap.versions.areExact(in: text, merged: merged()),
      try wasSettled(overlap, at: path, since: later?.commit ?? commit, merged(), by: past)
    {
      return nil
    }
    let elsewhere = try elsewhere(overlap.devices)
    let first: ConflictVersion = elsewhere[0] != nil && elsewhere[1] == nil ? .theirs : .ours
    let (ours, theirs) = first == .ours ? (0, 1) : (1, 0)
    var texts = [overlap.first, overlap.second]
    if isShared {
      let versions = try StandingVersions(of: overlap.first, overlap.second, in: text, merged: merged)
      texts = [versions.first, versions.second]
    }
    return SyncConflict(
      issue: .overlap(overlap), kind: isShared ? .both : .one, path: path, line: standing.line, ours: texts[ours],
      theirs: texts[theirs],
      ourDevice: elsewhere[ours], theirDevice: elsewhere[theirs], commit: commit,
      inForce: isShared ? nil : standing.isFirst ? first : first.other,
      key: later?.key ?? "\(commit.text) \(StoredPath(overlap.path).text) \(overlap.line)", first: first)
  }

  /// Whether a later commit has only one of the versions, and none after it has both again: two lines of later that look like
  /// both are no conflict.
  private func wasSettled(
    _ overlap: Overlap, at path: VaultPath, since merge: ObjectId, _ merged: [UInt8], by past: ConflictPast
  ) throws -> Bool {
    let later = try past.versions(of: path, since: merge)
    let texts = try past.texts(of: later.map(\.entry))
    let graph = try past.graph
    let open = later.filter { version in
      texts[version.entry].map { overlap.versions.areExact(in: $0, merged: merged) } ?? false
    }.map(\.commit)
    return later.contains { version in
      guard let text = texts[version.entry], overlap.versions.line(in: text, merged: { merged }) == nil else {
        return false
      }
      return graph.descendants(of: version.commit, among: open).isEmpty
    }
  }
}

// MARK: Who wrote what

extension Syncer {
  /// Conflicts with the devices that wrote the lines of both versions.
  private func attributed(_ conflicts: [SyncConflict], by past: ConflictPast) throws -> [SyncConflict] {
    let known = ConflictAuthors(past: past)
    return try past.answers(about: conflicts) { conflict in
      guard let (overlap, merge) = conflict.lines, let authors = try known.authors(of: overlap, in: merge) else {
        return conflict
      }
      let texts = conflict.first == .ours ? [conflict.ours, conflict.theirs] : [conflict.theirs, conflict.ours]
      let parts = try [(overlap.first, 0), (overlap.second, 1)].map { version, side in
        try ConflictAuthors.parts(of: texts[side], was: version, by: authors[side], elsewhere)
      }
      return conflict.divided(parts)
    }
  }
}

extension SyncConflict {
  /// What is recorded of a conflict that has lines of both sides, and the merge; `nil` for all others.
  fileprivate var lines: (Overlap, merge: ObjectId)? {
    guard case .overlap(let overlap) = issue, let commit, kind == .both || overlap.isOfKey else { return nil }
    return (overlap, commit)
  }
}

// MARK: Pairs of files

extension Syncer {
  /// The pairs of files that merges record and that are both there: no one has taken one away yet.
  private func pairs(by past: ConflictPast) throws -> [SyncConflict] {
    var found: [SyncConflict] = []
    var renames: [RenameHint]?
    for (commit, recorded) in past.log.issues {
      guard let pair = recorded.pair else { continue }
      let issue = try followed(recorded, &renames, at: past.head)
      let key = "\(commit.text) \(StoredPath(pair.first).text) \(StoredPath(pair.second).text)"
      guard let pair = issue.pair, let conflict = try conflict(issue, pair, commit, key: key) else { continue }
      // Two merges may record the same files; the newer one comes first.
      let isKnown = found.contains { $0.path == conflict.path && $0.otherPath == conflict.otherPath }
      if !isKnown { found.append(conflict) }
    }
    return found
  }

  /// Two names of a memo, with those that the memos have got since.
  private func followed(
    _ issue: SyncIssue, _ renames: inout [RenameHint]?, at head: ObjectId
  ) throws -> SyncIssue {
    func isThere(_ path: VaultPath) -> Bool { vault.files.stamp(of: path) != nil }
    guard case .doubled(var memo) = issue, memo.names.contains(where: { !isThere($0) }) else { return issue }
    let known = try renames ?? self.renames(in: head)
    renames = known
    let names = memo.names.map { name in known.paths(from: name).first(where: isThere) ?? name }
    if Set(names).count == names.count { memo.names = names }
    return .doubled(memo)
  }

  private func conflict(
    _ issue: SyncIssue, _ pair: FilePair, _ commit: ObjectId, key: String
  ) throws -> SyncConflict? {
    let hasSecond = vault.files.stamp(of: pair.second) != nil
    let isFolder = !hasSecond && pair.mayHoldFolder && (try? vault.files.folderStamp(of: pair.second)) != nil
    guard vault.files.stamp(of: pair.first) != nil, hasSecond || isFolder else { return nil }
    let elsewhere = try elsewhere(pair.devices)
    let isOwnSecond = pair.putsOwnFirst && elsewhere[0] != nil && elsewhere[1] == nil
    let (paths, (ours, theirs)) = ([pair.first, pair.second], isOwnSecond ? (1, 0) : (0, 1))
    return SyncConflict(
      issue: issue.beside(folder: isFolder), kind: pair.kind, path: pair.first, line: 1, ours: paths[ours].bytes,
      theirs: paths[theirs].bytes, ourDevice: elsewhere[ours], theirDevice: elsewhere[theirs], commit: commit,
      key: key, first: isOwnSecond ? .theirs : .ours)
  }

  /// Where versions were written; `nil` for here.
  private func elsewhere(_ devices: [String]) throws -> [SyncDevice?] {
    let own = try device
    return devices.map { SyncDevice($0) }.map { own.isSame(as: $0) ? nil : $0 }
  }
}

extension [RenameHint] {
  /// A path, and those at which what was there may be now.
  func paths(from path: VaultPath) -> [VaultPath] {
    reduce(into: [path]) { paths, hint in
      if paths.contains(hint.old), !paths.contains(hint.new) { paths.append(hint.new) }
    }
  }
}

// MARK: Stale saves

extension Syncer {
  /// The memos that were saved without what a sync had brought, as far as something is left to choose.
  private func staleSaves(by past: ConflictPast) throws -> [SyncConflict] {
    let saves = StaleSaves(in: folder).saves.filter { vault.files.stamp(of: $0.path) != nil }
    return try past.answers(about: saves) { try conflict($0, by: past) }.compactMap(\.self)
  }

  private func conflict(_ save: StaleSave, by past: ConflictPast) throws -> SyncConflict? {
    guard let buffer = try save.judged(by: past.texts(of:))?.buffer else { return nil }
    guard let line = save.isDue ? 1 : buffer.line(in: try text(of: save.path)) else { return nil }
    return SyncConflict(
      issue: .staleSave(save.path, isRevived: !buffer.added.isEmpty), kind: .stale, path: save.path, line: line,
      ours: buffer.versions.flatMap(\.saved),
      theirs: buffer.added + buffer.versions.flatMap(\.incoming), ourDevice: nil,
      theirDevice: SyncDevice(name: "", id: ""), commit: nil, key: "stale \(StoredPath(save.path).text)")
  }

  /// Gives a memo one of the versions of what it was saved without, as an operation that can be undone, and remembers that
  /// a person has settled it; returns what was settled.
  public func resolve(
    _ path: VaultPath, with version: ConflictVersion, as name: String, at time: Int64
  ) throws -> [SyncConflict] {
    let found = try openPlaces(in: path).filter { $0.path == path && $0.kind == .stale }
    guard !found.isEmpty else { return [] }
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let conversions = try conversions(of: repository())
    let now = try text(of: path)
    var text = now
    for save in StaleSaves(in: folder).saves(of: path).reversed() {
      guard let judged = try conversions.judged(save) else { continue }
      text = version == .ours ? judged.buffer.asSaved(text, saved: judged.saved) : judged.buffer.asIncoming(text)
    }
    try replace(path, contents: text, read: now, as: name, at: time)
    try forget(path)
    return found
  }

  /// Replaces a memo as an operation that can be undone.
  func replace(
    _ path: VaultPath, contents: [UInt8], read now: [UInt8], as name: String, at time: Int64
  ) throws {
    do {
      let draft = try OperationHistory(of: vault).begin(name, at: time)
      try draft.replace(path, contents: contents, read: XXHash64.hash(now))
      _ = try draft.commit()
    } catch OperationError.locked {
      throw SyncError.vaultInUse
    }
  }

  /// Remembers that a person has settled what a memo was saved without: it is never asked for again.
  func settle(_ path: VaultPath) throws {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    try forget(path)
  }

  private func forget(_ path: VaultPath) throws {
    var saves = StaleSaves(in: folder)
    var applied = AppliedTexts(in: folder, now: 0)
    applied.remove(saves.saves(of: path).flatMap(\.changes), of: path)
    applied.write(to: folder)
    saves.remove(path)
    try saves.write(to: folder)
    folder.note { $0.countedConflicts?.expire() }
  }
}
