import Foundation
public import MemoCore
import MemoStore

/// Lines of a memo that a merge of another program has dropped, and that the memo has not got back since.
public struct LostLines: Equatable, Sendable {
  /// The memo, where it is now.
  public let path: VaultPath
  /// The merge.
  public let commit: ObjectId
  /// When the merge was made, in nanoseconds since 1970.
  public let date: Int64
  /// Who made it.
  public let author: String
  /// The lines, without their ends.
  public let lines: [[UInt8]]
  /// Whether the merge deleted the whole file.
  public let isWholeFile: Bool

  fileprivate let former: VaultPath
  fileprivate let dropped: DroppedLines
  fileprivate let made: [UInt8]?

  fileprivate var key: String { "lost \(commit.text) \(StoredPath(former).text)" }

  fileprivate init?(_ finding: MergeAudit.Finding, at path: VaultPath, text: [UInt8]?) {
    // A memo that was deleted since is settled.
    if text == nil, finding.made != nil { return nil }
    let lines = text.map(finding.dropped.missing) ?? finding.dropped.lines
    guard !lines.isEmpty else { return nil }
    (self.path, self.lines, commit, author) = (path, lines, finding.merge.id, finding.merge.name)
    date = finding.merge.date.multipliedClamped(by: 1_000_000_000)
    isWholeFile = finding.made == nil
    (former, dropped, made) = (finding.path, finding.dropped, finding.made)
  }

  /// Whether the same merge has dropped the same lines.
  public static func == (one: LostLines, other: LostLines) -> Bool {
    one.key == other.key && one.path == other.path && one.lines == other.lines
  }
}

/// Which merges have been looked at, in `.git/memo/audited`.
private struct AuditRecord: Codable {
  /// The commit up to which all were.
  var head: String
  /// Whether all before it were, too, or only those since the first sync that looked.
  var isWhole: Bool
  /// The merges that have dropped something.
  var merges: [String]
  /// By which rules; the first ones did not look at merges of unrelated histories, and were not named.
  var rules: Int?

  static let rules = 2

  static let file = SyncFolder.path.appending("audited")

  init(at head: ObjectId, isWhole: Bool) {
    (self.head, self.isWhole, merges, rules) = (head.text, isWhole, [], Self.rules)
  }

  init?(in folder: SyncFolder) {
    guard let bytes = folder.contents(of: Self.file),
      let record = try? JSONDecoder().decode(AuditRecord.self, from: Data(bytes))
    else { return nil }
    let ids = ([record.head] + record.merges).map { ObjectId(hexadecimal: $0.utf8) }
    guard ids.allSatisfy({ $0 != nil }) else { return nil }
    self = record
  }

  func write(to folder: SyncFolder) {
    if let data = try? JSONEncoder().encode(self) { folder.write(Array(data), to: Self.file) }
  }
}

extension Syncer {
  /// What merges by other programs have dropped and what is still missing, the newest merge first; and the merges that were
  /// not compared because they have more than two parents.
  ///
  /// - Parameter range: commits as git names them, `A..B`; the whole history where `nil`, of which only what is new since
  ///   the last time is looked through.
  public func lostLines(
    in range: String? = nil
  ) throws -> (lines: [LostLines], notCompared: [ObjectId]) {
    let repository = try openRepository()
    try checkIsWhole()
    let audit = MergeAudit(repository: repository, conversions: try conversions(of: repository))
    guard let head = try repository.commit(named: "HEAD") else { return ([], []) }
    let merges = try audit.merges(among: range.map { try commits(in: $0, repository) } ?? [head.text])
    let findings = try range == nil ? allFindings(audit, head, among: merges) : audit.findings(in: merges)
    return (try lost(findings, head), merges.filter { !MergeAudit.isCompared($0) }.map(\.id))
  }

  /// What `A..B` means: the commits of B that A does not have. Without `B`, or without `A`, that is what is checked out.
  private func commits(in range: String, _ repository: GitRepository) throws -> [String] {
    let mark = range.utf8.firstRange(of: "..".utf8)
    let (old, new) = mark.map { (String(range[..<$0.lowerBound]), String(range[$0.upperBound...])) } ?? (range, "")
    let named = try [old, new].map { name in
      let revision = name.isEmpty ? "HEAD" : name
      guard let commit = try repository.commit(named: revision) else { throw PastError.unknownRevision(revision) }
      return commit.text
    }
    return [named[1], "^\(named[0])"]
  }

  /// Looks through those of all merges that are new since the last time and remembers what it finds.
  private func allFindings(
    _ audit: MergeAudit, _ head: ObjectId, among merges: [MergeAudit.Merge]
  ) throws -> [MergeAudit.Finding] {
    let known = AuditRecord(in: folder).flatMap { $0.isWhole && $0.rules == AuditRecord.rules ? $0 : nil }
    let suspicious = Set(known?.merges ?? [])
    let new = try known.map { try audit.merges(among: [head.text, "^\($0.head)"]) } ?? merges
    let newIds = Set(new.map(\.id))
    let findings = try audit.findings(
      in: merges.filter { newIds.contains($0.id) || suspicious.contains($0.id.text) })
    var record = AuditRecord(at: head, isWhole: true)
    record.merges = Set(findings.map(\.merge.id.text)).sorted()
    record.write(to: folder)
    return findings
  }

  /// Looks through what a sync has received; returns how many lines merges have dropped there. The first sync of a device
  /// looks through the last merges of the history, whoever received them.
  ///
  /// - Parameter received: the merges that a sync has brought to the branch, if it knows of all.
  func auditReceived(upTo head: ObjectId, knowing received: ReceivedMerges? = nil) -> Int {
    let known = AuditRecord(in: folder)
    guard known?.head != head.text else { return 0 }
    let new = received.flatMap { $0.since.text == known?.head ? $0.merges.filter(\.isMergeOfAnotherProgram) : nil }
    if var known, let new, new.isEmpty {
      known.head = head.text
      known.write(to: folder)
      return 0
    }
    var record = known ?? AuditRecord(at: head, isWhole: false)
    var count = 0
    do {
      let repository = try repository()
      let audit = MergeAudit(repository: repository, conversions: try conversions(of: repository))
      let merges = try new ?? audit.merges(among: [head.text] + (known.map { ["^\($0.head)"] } ?? []))
      let findings = try audit.findings(in: known == nil ? Array(merges.prefix(Self.mergesAtFirst)) : merges)
      record.merges += Set(findings.map(\.merge.id.text)).sorted()
      count = try lost(findings, head).reduce(0) { $0 + $1.lines.count }
    } catch {
      // The sync is done; all is looked through once a person asks.
      record.isWhole = false
    }
    record.head = head.text
    record.write(to: folder)
    return count
  }

  /// So many merges take a moment; `conflicts --lost` looks through the others.
  private static let mergesAtFirst = 256

  /// What is missing in the memos as they are now.
  private func lost(_ findings: [MergeAudit.Finding], _ head: ObjectId) throws -> [LostLines] {
    guard !findings.isEmpty else { return [] }
    let isOneGone = findings.contains { vault.files.stamp(of: $0.path) == nil }
    let renames = isOneGone ? try self.renames(in: head) : []
    let seen = Set(folder.readState().seen)
    return try findings.compactMap { finding in
      let path = renames.paths(from: finding.path).first { vault.files.stamp(of: $0) != nil } ?? finding.path
      let text = try WholeFile.read(path, in: vault.files)?.bytes
      return LostLines(finding, at: path, text: text).flatMap { seen.contains($0.key) ? nil : $0 }
    }
  }

  /// Gives memos back the lines that merges have dropped, as one operation that can be undone; where a memo has changed
  /// since, its own lines stay as they are.
  ///
  /// - Returns: by memo, the lines that give way: what the dropped change had replaced, such as the value of a field.
  @discardableResult
  public func restore(_ lost: [LostLines], as name: String, at time: Int64) throws -> [VaultPath: [[UInt8]]] {
    guard !lost.isEmpty else { return [:] }
    var replaced: [VaultPath: [[UInt8]]] = [:]
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let draft = try OperationHistory(of: vault).begin(name, at: time)
    var settled: [LostLines] = []
    for (path, found) in Dictionary(grouping: lost, by: \.path).sorted(by: { $0.key < $1.key }) {
      let now = try WholeFile.read(path, in: vault.files)?.bytes
      // The oldest first, so that later merges see what earlier ones have brought back.
      let text = found.reversed().reduce(now) { $1.dropped.restored(to: $0, merge: $1.made) } ?? []
      // A key of the front matter may have got another value with it.
      settled += found.filter { !$0.dropped.missing(in: text).isEmpty }
      if let now {
        let gone = DroppedLines.lines(of: now, missingIn: text)
        if !gone.isEmpty { replaced[path] = gone }
        try draft.replace(path, contents: text, read: XXHash64.hash(now))
      } else {
        try draft.create(path, contents: text)
      }
    }
    _ = try draft.commit()
    try dismissLost(settled)
    return replaced
  }

  /// Remembers on this device that a person has seen what merges have dropped.
  public func dismissLost(_ lost: [LostLines]) throws {
    try remember(lost.map(\.key))
  }
}
