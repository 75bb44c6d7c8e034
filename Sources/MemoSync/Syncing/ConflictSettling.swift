public import MemoCore
import MemoStore

/// What a person keeps of a conflict.
public enum ConflictChoice: Equatable, Sendable {
  /// One version, without the other.
  case only(ConflictVersion)
  /// Everything as it is now.
  case both
}

/// What came of a choice.
public enum ConflictOutcome: Equatable, Sendable {
  case settled
  /// The file has been changed since: there is nothing to choose any more.
  case gone
  /// Only a person who edits the file can carry it out.
  case byHand
}

extension SyncConflict {
  /// Whether one of the versions is known to have been written here.
  public var hasOwn: Bool { kind == .stale || ourDevice == nil || theirDevice == nil }

  /// The choices that memo can carry out.
  public var choices: [ConflictChoice] {
    let hasTwo = kind == .both || kind == .stale || isOfKey
    return (hasTwo ? ConflictVersion.allCases.map { .only($0) } : []) + [.both]
  }

  /// What a version changed when it was merged, as it was then.
  fileprivate func written(_ version: ConflictVersion) -> [UInt8] {
    guard case .overlap(let overlap) = issue else { return [] }
    return version == first ? overlap.first : overlap.second
  }

  /// The lines of both versions that are not blank.
  fileprivate var texts: Set<ArraySlice<UInt8>> {
    Set((ours.lines + theirs.lines).filter { !ConflictPart.isBlank($0) })
  }

  /// Whether it is a key of the front matter, of which the memo has one version.
  var isOfKey: Bool { if case .overlap(let overlap) = issue { overlap.isOfKey } else { false } }
}

extension Syncer {
  /// Settles one conflict.
  ///
  /// A version is taken out of the memo as an operation that can be undone, which settles the conflict on every device; that
  /// both stay is remembered on this one.
  public func settle(
    _ conflict: SyncConflict, with choice: ConflictChoice, as name: String, at time: Int64
  ) throws -> ConflictOutcome {
    switch (conflict.kind, choice) {
    case (.stale, .only(let version)):
      return try resolve(conflict.path, with: version, as: name, at: time).isEmpty ? .gone : .settled
    case (.stale, .both):
      try settle(conflict.path)
      return .settled
    case (_, .both):
      try remember([conflict.key] + (try nested(in: conflict).map(\.key)))
      return .settled
    case (_, .only(let version)):
      guard conflict.kind == .both || conflict.isOfKey else { return .byHand }
      // What a version is beside another one is known best where the two came together first.
      let nested = conflict.isParted ? try nested(in: conflict).filter(\.hasOwn) : []
      return try take(version, of: [conflict] + nested, in: conflict.path, by: past(), as: name, at: time)[0]
    }
  }

  /// The conflicts of devices whose versions are part of a later conflict with another device.
  private func nested(in conflict: SyncConflict) throws -> [SyncConflict] {
    guard conflict.kind == .both, conflict.isOfSeveral else { return [] }
    let lines = conflict.texts
    return try recordedConflicts(in: conflict.path, by: past()).filter { other in
      other.path == conflict.path && other.kind == .both && other.key != conflict.key && other.texts.isSubset(of: lines)
    }
  }

  /// The conflicts with a version of this device that are not listed because others are at their places.
  private func hidden(
    behind conflicts: [SyncConflict], in path: VaultPath, by past: ConflictPast?
  ) throws -> [SyncConflict] {
    let all = try recordedConflicts(in: path, by: past).filter { $0.path == path && $0.kind == .both }
    let others = try SharedPlaces(of: all, texts: text).hidden.sorted().map { all[$0] }.filter { one in
      one.hasOwn && !conflicts.contains { $0.key == one.key && $0.line == one.line }
    }
    guard !others.isEmpty else { return [] }
    let text = try text(of: path)
    let places = conflicts.compactMap { ConflictPlace(of: $0, in: text) }
    return others.filter { one in
      ConflictPlace(of: one, in: text).map { place in places.contains(where: place.sharesVersion) } ?? false
    }
  }

  /// Takes one version of conflicts in a memo, and of those that are at the same places, as one operation; returns what came of
  /// each.
  public func settle(
    _ conflicts: [SyncConflict], in path: VaultPath, with version: ConflictVersion, as name: String, at time: Int64
  ) throws -> [ConflictOutcome] {
    guard conflicts.allSatisfy({ $0.kind == .both || $0.isOfKey }) else {
      return try conflicts.map { try settle($0, with: .only(version), as: name, at: time) }
    }
    let past = try past()
    // From the last one on: what is taken out moves the places below it.
    let order = conflicts.indices.sorted { (conflicts[$1].line, $0) < (conflicts[$0].line, $1) }
    let all = order.map { conflicts[$0] } + (try hidden(behind: conflicts, in: path, by: past))
    let outcomes = try take(version, of: all, in: path, by: past, as: name, at: time)
    return zip(order, outcomes).sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func take(
    _ version: ConflictVersion, of conflicts: [SyncConflict], in path: VaultPath, by past: ConflictPast?,
    as name: String, at time: Int64
  ) throws -> [ConflictOutcome] {
    let now = try text(of: path)
    var text = now
    let outcomes = try zip(conflicts, wholes(version, of: conflicts, by: past)).map {
      keep(version, of: $0, $1, in: &text)
    }
    let settled = zip(conflicts, outcomes).filter { $0.1 == .settled }.map(\.0)
    guard !settled.isEmpty else { return outcomes }
    if text != now { try replace(path, contents: text, read: now, as: name, at: time) }
    // A key may have the wanted version already, and a line elsewhere look like the version that is gone.
    let left = try recordedPlaces(in: path, by: past)
    let open = settled.filter { one in left.contains { $0.key == one.key && $0.line == one.line } }
    if !open.isEmpty { try remember(open.map(\.key)) }
    return outcomes
  }

  private func keep(
    _ version: ConflictVersion, of conflict: SyncConflict, _ whole: WholeVersions, in text: inout [UInt8]
  ) -> ConflictOutcome {
    if conflict.isOfKey {
      guard let kept = whole.kept, let gone = whole.gone else { return .byHand }
      guard let new = ConflictingKey(first: kept, second: gone).keepingFirst(in: text) else { return .gone }
      text = new
      return .settled
    }
    guard let place = ConflictPlace(of: conflict, in: text) else { return .gone }
    // Whatever took the version away that is to be kept, the other one is all that is left.
    let kept = version == .ours ? conflict.ours : conflict.theirs
    guard place.holds(version) || StaleBuffer.contents(kept).isEmpty else { return .gone }
    let new = place.text(
      keeping: version, of: text, whole: whole.kept, copies: whole.copies, written: conflict.written(version))
    guard let new else { return .byHand }
    text = new
    return .settled
  }
}

/// All lines of the version of a conflict that is kept, and of the other one; `nil` where the merge cannot be made again.
private struct WholeVersions {
  let kept: [UInt8]?
  /// How many times the memo would have had the lines of the kept version if that alone had come into it.
  var copies: [ArraySlice<UInt8>: Int] = [:]
  /// Asked for only of a key.
  var gone: [UInt8]?
}

extension Syncer {
  private func wholes(
    _ version: ConflictVersion, of conflicts: [SyncConflict], by past: ConflictPast?
  ) throws -> [WholeVersions] {
    guard let past else { return conflicts.map { _ in WholeVersions(kept: nil) } }
    return try past.answers(about: conflicts) { conflict in
      var whole = try whole(version, of: conflict, by: past)
      if conflict.isOfKey { whole.gone = try self.whole(version.other, of: conflict, by: past).kept }
      return whole
    }
  }

  /// All lines of a version at the place of a conflict: those, too, that the other version changed and this one did not. `nil`
  /// where the merge cannot be made again.
  private func whole(
    _ version: ConflictVersion, of conflict: SyncConflict, by past: ConflictPast
  ) throws -> WholeVersions {
    guard !conflict.isParted, case .overlap(let overlap) = conflict.issue, let merge = conflict.commit,
      let file = try MergedFile(overlap.path, in: merge, by: past)
    else { return WholeVersions(kept: nil) }
    let base = overlap.versions.removed(from: file.base, keptApartBy: file.first, file.second) ?? file.base
    let merged = LineMerge(base: base, first: file.first, second: file.second)
    let places = merged.overlaps.filter {
      $0.first.starts(with: overlap.first) && $0.second.starts(with: overlap.second)
    }
    // Above it, links to two names of one memo may be there twice in this merge.
    guard let found = places.first(where: { $0.line == overlap.line }) ?? (places.count == 1 ? places[0] : nil) else {
      return WholeVersions(kept: nil)
    }
    let isFirst = version == conflict.first
    let whole = isFirst ? found.firstWhole : found.secondWhole
    if conflict.isOfKey { return WholeVersions(kept: whole) }
    let kept = try uncontested(whole, of: overlap.path, in: file, besides: conflict.written(version), by: past)
    // Of a line that the version has fewer times than before, the merge may have left one that was to go.
    let (side, former) = (Self.counts(of: isFirst ? file.first : file.second), Self.counts(of: base))
    var copies = Self.counts(of: kept).filter { line, _ in side[line, default: 0] >= former[line, default: 0] }
    let (there, versions) = (Self.counts(of: merged.bytes), Self.counts(of: found.first + found.second))
    for line in copies.keys { copies[line, default: 0] += there[line, default: 0] - versions[line, default: 0] }
    return WholeVersions(kept: kept, copies: copies)
  }

  private static func counts(of text: [UInt8]) -> [ArraySlice<UInt8>: Int] {
    StaleBuffer.contents(text).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

/// When the two sides of merges were committed.
struct SideTimes {
  private var times: [ObjectId: [Int64]] = [:]

  init(of merges: [ObjectId], in repository: GitRepository) throws {
    guard !merges.isEmpty else { return }
    let show = ["log", "--no-walk=unsorted"]
    let parents = try repository.output(show + ["--format=%H %P"] + Set(merges).map(\.text).sorted() + ["--"])
    let sides = Self.records(parents).compactMap { words -> (ObjectId, [ObjectId])? in
      let ids = words.compactMap { ObjectId(hexadecimal: $0) }
      return ids.count == 3 ? (ids[0], [ids[1], ids[2]]) : nil
    }
    guard !sides.isEmpty else { return }
    let commits = Set(sides.flatMap(\.1)).map(\.text).sorted()
    var dates: [ObjectId: Int64] = [:]
    for words in Self.records(try repository.output(show + ["--format=%H %at"] + commits + ["--"])) {
      guard words.count == 2, let id = ObjectId(hexadecimal: words[0]) else { continue }
      dates[id] = Int64(String(decoding: words[1], as: UTF8.self))
    }
    for (merge, ids) in sides { times[merge] = ids.compactMap { dates[$0] } }
  }

  private static func records(_ output: [UInt8]) -> [[ArraySlice<UInt8>]] {
    output.split(separator: UInt8(ascii: "\n")).map { $0.split(separator: UInt8(ascii: " ")) }
  }

  /// Sets them in conflicts.
  func set(in conflicts: inout [SyncConflict]) {
    for place in conflicts.indices {
      guard let commit = conflicts[place].commit, let times = times[commit], times.count == 2 else { continue }
      let nanoseconds = times.map { max(0, $0).multipliedClamped(by: 1_000_000_000) }
      (conflicts[place].ourTime, conflicts[place].theirTime) = conflicts[place].ordered(nanoseconds[0], nanoseconds[1])
    }
  }
}
