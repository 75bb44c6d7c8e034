import MemoCore
import MemoStore

/// Finds out where the versions of conflicts were written, line by line: on the devices in whose commits the lines are new.
///
/// What a merge records of a side is where the file was changed last. That side may hold what others wrote, too: a merge of
/// theirs may be in it.
struct ConflictAuthors {
  /// Where a line was written.
  struct Author: Equatable {
    /// The devices, as commits name them.
    let devices: [String]
    /// Whether each of them wrote it; else one of them did, or they did together.
    var isCertain = true
    /// When they last did, in nanoseconds since 1970; `nil` where that is not known.
    var time: Int64?

    init(devices: [String], isCertain: Bool = true, time: Int64? = nil) {
      (self.devices, self.isCertain, self.time) = (devices, isCertain, time)
    }

    /// Whether another one is as sure to be the same devices.
    func isSame(as other: Author) -> Bool { devices == other.devices && isCertain == other.isCertain }

    /// One or several of these.
    init(all authors: [Author]) {
      let names = authors.flatMap(\.devices).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      self.init(devices: names, isCertain: names.count == 1, time: authors.compactMap(\.time).max())
    }
  }

  let past: ConflictPast

  /// The authors of each line of the first and the second version, `nil` for a blank line; one for a version without any text.
  /// `nil` where the merge is not of two sides.
  func authors(of overlap: Overlap, in merge: ObjectId) throws -> [[Author?]]? {
    guard let sides = try past.sides(of: merge) else { return nil }
    let histories = try past.histories(of: sides.names(of: overlap.path), in: merge)
    return try zip([overlap.first, overlap.second], histories.indices).map { version, side in
      let recorded = overlap.devices.indices.contains(side) ? overlap.devices[side] : ""
      return try authors(of: version, sides, side, histories[side], recorded: Author(devices: [recorded]))
    }
  }

  private func authors(
    of version: [UInt8], _ sides: MergedSides, _ side: Int, _ history: SideHistory, recorded: Author
  ) throws -> [Author?] {
    let lines = version.lines
    let texts = Set(lines.filter { !ConflictPart.isBlank($0) })
    let makers = sides.author(in: history) ?? recorded
    guard !texts.isEmpty else { return Array(repeating: makers, count: max(1, lines.count)) }
    let trace = try history.trace(texts, past.texts(of:))
    // Lines that no commit of the side wrote: its merges made them of the lines of several, or they are older.
    let left = texts.filter { trace.origins[$0] == nil && !trace.old.contains($0) }
    let isMade = !left.isEmpty && history.hasMerges
    let made = isMade ? try left.intersection(self.lines(of: history.names, sides.tips[side])) : []
    return lines.map { line in
      if !texts.contains(line) { return nil }
      return trace.origins[line].map(sides.author) ?? (made.contains(line) ? makers : recorded)
    }
  }

  /// The lines that a commit has in a file.
  private func lines(of names: [VaultPath], _ commit: ObjectId) throws -> Set<ArraySlice<UInt8>> {
    let entries = try past.entries(at: names.map { CommitFile(commit: commit, path: $0) }).compactMap(\.self)
    return Set(try past.texts(of: entries).values.flatMap(\.lines))
  }

  /// A version as it is in a memo, in parts of the same authors.
  ///
  /// - Parameters:
  ///   - version: as it was merged, of which lines may be gone or edited since.
  ///   - authors: those of its lines.
  ///   - elsewhere: the devices that commits name; `nil` for this one.
  static func parts(
    of text: [UInt8], was version: [UInt8], by authors: [Author?], _ elsewhere: ([String]) throws -> [SyncDevice?]
  ) rethrows -> [ConflictPart] {
    let ranges = text.withUnsafeBytes { LineScanner.lines(of: $0) }
    let lines = version.lines
    let known = Dictionary(zip(lines, authors).map { ($0, $1) }) { first, _ in first }
    let all = Author(all: authors.compactMap(\.self))
    var parts: [(author: Author, end: Int)] = []
    for (place, range) in ranges.enumerated() {
      let end = place + 1 < ranges.count ? ranges[place + 1].lowerBound : text.count
      // An edited line is in the place of the one that it was.
      let author = ranges.count == lines.count ? authors[place] : known[text[range]] ?? all
      // A blank line belongs to the line above it.
      let isNext = author.map { !(parts.last?.author.isSame(as: $0) ?? false) } ?? parts.isEmpty
      if isNext { parts.append((author ?? authors.lazy.compactMap(\.self).first ?? all, end)) }
      parts[parts.count - 1].end = end
    }
    if parts.isEmpty { parts = [(all, 0)] }
    return try zip([0] + parts.map(\.end), parts).map { start, part in
      let devices = try elsewhere(part.author.devices)
      let count = devices.count { $0 == nil }
      let isOwn = count > 0 && (part.author.isCertain || count == devices.count)
      return ConflictPart(text: Array(text[start..<part.end]), devices: devices, isOwn: isOwn, time: part.author.time)
    }
  }
}

/// The two sides of a merge: their commits, and what these record.
struct MergedSides {
  let tips: [ObjectId]
  /// The commits of the first and of the second side, children before their parents.
  let commits: [[ObjectId]]
  private let entries: [ObjectId: CommitLog.Entry]
  private let renames: [RenameHint]

  /// - Parameters:
  ///   - commits: those of both sides, children before their parents.
  ///   - tips: the two commits that the merge was made from.
  ///   - entries: what commits record, at least these.
  init(_ commits: [(id: ObjectId, isOfFirst: Bool)], tips: [ObjectId], _ entries: [ObjectId: CommitLog.Entry]) {
    self.tips = tips
    self.commits = [true, false].map { isFirst in commits.filter { $0.isOfFirst == isFirst }.map(\.id) }
    self.entries = entries
    renames = CommitLog(commits.compactMap { entries[$0.id] }).renames
  }

  /// A path of the merge, and those that the file may have on either side.
  func names(of path: VaultPath) -> [VaultPath] {
    let former = renames.reversed().reduce(into: [path]) { names, hint in
      if names.contains(hint.new), !names.contains(hint.old) { names.append(hint.old) }
    }
    return renames.reduce(into: former) { names, hint in
      if names.contains(hint.old), !names.contains(hint.new) { names.append(hint.new) }
    }
  }

  /// Who made commits, all of them.
  func author(of commits: [ObjectId]) -> ConflictAuthors.Author {
    let entries = commits.compactMap { self.entries[$0] }
    var author = ConflictAuthors.Author(
      all: entries.map { entry in
        let time = max(0, entry.date).multipliedClamped(by: 1_000_000_000)
        return ConflictAuthors.Author(devices: [entry.device ?? ""], time: time)
      })
    author.isCertain = true
    return author
  }

  /// Who changed a file on a side, one of them or several; `nil` for none.
  func author(in history: SideHistory) -> ConflictAuthors.Author? {
    var author = author(of: history.edits)
    author.isCertain = author.devices.count == 1
    return author.devices.isEmpty ? nil : author
  }
}
