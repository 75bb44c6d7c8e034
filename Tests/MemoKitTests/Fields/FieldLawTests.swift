import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore

/// Fields and tasks from the columns of a snapshot are those of the files: after random edits, with changes in the journal,
/// in a snapshot that was merged, and whatever became of the snapshot's bytes.
@Suite struct FieldLawTests {
  private static let snapshot = VaultPath(".memo/cache/snapshot")
  private static let clock = FixedClock(now: 0)
  private static let conditions = [
    "status=open", "status!=open", "rating>3", "due<2026-06-01", "list=b", "author.name~i", "has:due", "no:status",
    "키=값",
    "none=1",
  ]

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func columnsAnswerAsTheFilesDo(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    var random = SeededRandom(seed: seed)
    for number in 0..<60 { try Self.write(number, in: folder, &random) }
    for step in 0..<24 {
      for _ in 0..<random.below(4) {
        let number = random.below(80)
        let isThere = folder.status(of: Self.path(number)) != nil
        if isThere, random.happens(percent: 25) {
          try folder.remove(Self.path(number))
        } else {
          try Self.write(number, in: folder, &random)
        }
      }
      let index = try folder.openVault().refresh(isRebuild: step % 6 == 0)
      let wanted = Answer(oracle: try folder.openVault().readAll())
      let isRight = Answer(index) == wanted
      #expect(isRight, "seed \(seed), step \(step)")
      guard step % 4 == 3, let bytes = try folder.bytes(of: Self.snapshot) else { continue }
      for _ in 0..<6 {
        var damaged = bytes
        let place = random.below(bytes.count)
        damaged[place] ^= UInt8(1) << UInt8(random.below(8))
        try folder.write(damaged, to: Self.snapshot)
        guard let cached = try folder.openVault().cachedIndex() else { continue }
        let isRead = Answer(cached) == wanted
        #expect(isRead, "seed \(seed), step \(step), byte \(place)")
      }
      try folder.write(bytes, to: Self.snapshot)
    }
  }

  @Test func aSnapshotOfAnOlderOneAndManyChangesHasTheirColumns() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    var random = SeededRandom(seed: 9)
    for number in 0..<300 { try Self.write(number, in: folder, &random) }
    _ = try folder.openVault().refresh()
    let first = try folder.bytes(of: Self.snapshot)
    for number in 100..<800 { try Self.write(number, in: folder, &random) }
    let index = try folder.openVault().refresh()
    #expect(try folder.bytes(of: Self.snapshot) != first && index.state.delta.isEmpty)
    #expect(Answer(index) == Answer(oracle: try folder.openVault().readAll()))
  }

  @Test func damagedColumnsAreMadeAnew() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    var random = SeededRandom(seed: 5)
    for number in 0..<40 { try Self.write(number, in: folder, &random) }
    let wanted = Answer(try folder.openVault().refresh())
    var bytes: [UInt8] = try #require(try folder.bytes(of: Self.snapshot))
    let index: VaultIndex = try #require(try folder.openVault().cachedIndex())
    let directory = try #require(index.state.snapshot).directory()
    let place = try #require(bytes.firstRange(of: Array(directory))).lowerBound
    bytes[place + 5] ^= 1
    try folder.write(bytes, to: Self.snapshot)
    let damaged: VaultIndex = try #require(try folder.openVault().cachedIndex())
    #expect((try? damaged.columns()) == nil && Answer(damaged) == wanted)
    #expect(try Answer(folder.openVault().refresh()) == wanted)
    #expect(try folder.openVault().cachedIndex()?.columns() != nil)
  }

  // MARK: Answers

  private struct Answer: Equatable {
    var keys: [FieldCount] = []
    var values: [[FieldCount]] = []
    var chosen: [[String]] = []
    var tasks: [ListedTask] = []
    var sorted: [String] = []
    var sortedTasks: [ListedTask] = []

    init(_ index: VaultIndex) {
      keys = FieldCounts.keys(in: index)
      values = ["status", "rating", "list"].map { FieldCounts.values(of: $0, in: index) }
      chosen = conditions.map { text in
        guard let condition = try? FieldCondition(text, clock: clock) else { return [] }
        let members = condition.memos(in: index).members
        return index.memos.filter { members.contains($0) }.map(\.path.text).sorted()
      }
      var listing = TaskListing()
      listing.states = []
      tasks = Array(listing.tasks(in: index))
      var memos = MemoListing(collation: ByteCollation(), clock: clock)
      memos.order = [SortOrder(field: "rating", isDescending: false)]
      sorted = memos.memos(in: index).map(\.path.text)
      (listing.order, listing.offset, listing.limit) = (memos, 3, 40)
      sortedTasks = Array(listing.tasks(in: index))
    }

    /// From whole records, one memo after the other.
    init(oracle index: VaultIndex) {
      let rows = index.memos.map { (path: $0.path, fields: index.record(of: $0)?.metadata.fields ?? []) }
      func texts(_ value: FrontMatter.Value) -> [String] {
        switch value {
        case .scalar(let text): [text]
        case .list(let items): items
        }
      }
      func count(_ names: [String]) -> [FieldCount] {
        Dictionary(grouping: names) { $0 }.map { FieldCount(name: $0.key, count: $0.value.count) }.sorted {
          Folding.matchKey($0.name).lexicographicallyPrecedes(Folding.matchKey($1.name))
        }
      }
      keys = count(rows.flatMap { $0.fields.map(\.key) })
      values = ["status", "rating", "list"].map { key in
        count(
          rows.flatMap { $0.fields.filter { $0.key == key }.flatMap { $0.value == .list([]) ? [""] : texts($0.value) } }
        )
      }
      func paths(_ isWanted: ([MemoField]) -> Bool) -> [String] {
        rows.filter { isWanted($0.fields) }.map(\.path.text).sorted()
      }
      func holds(_ fields: [MemoField], _ key: String, _ test: (String) -> Bool) -> Bool {
        fields.contains { $0.key == key && texts($0.value).contains { !$0.isEmpty && test($0) } }
      }
      chosen = [
        paths { holds($0, "status") { $0 == "open" } }, paths { !holds($0, "status") { $0 == "open" } },
        paths { holds($0, "rating") { Int($0) ?? 0 > 3 } }, paths { holds($0, "due") { $0 < "2026-06-01" } },
        paths { holds($0, "list") { $0 == "b" } }, paths { holds($0, "author.name") { $0.contains("i") } },
        paths { holds($0, "due") { _ in true } }, paths { !holds($0, "status") { _ in true } },
        paths { holds($0, "키") { $0 == "값" } }, [],
      ]
      let byFolder = index.memos.map(\.self).sorted { left, right in
        let (one, other) = (left.path, right.path)
        return one.parent == other.parent
          ? one.name.lexicographicallyPrecedes(other.name) : one.parent < other.parent
      }
      for memo in byFolder {
        for task in index.record(of: memo)?.metadata.tasks ?? [] {
          tasks.append(ListedTask(number: tasks.count + 1, path: memo.path, task: task))
        }
      }
      let ranks = rows.map { row in
        (path: row.path, rating: row.fields.first { $0.key == "rating" }.flatMap { Int(texts($0.value).first ?? "") })
      }
      sorted = ranks.sorted { ($0.rating ?? .max, $0.path) < ($1.rating ?? .max, $1.path) }.map(\.path.text)
      sortedTasks = Array(sorted.flatMap { path in tasks.filter { $0.path.text == path } }.dropFirst(3).prefix(40))
    }
  }

  // MARK: Random memos

  private static func path(_ number: Int) -> VaultPath {
    VaultPath(["", "a/", "a-b/", "a/c/"][number % 4] + "\(number).md")
  }

  private static func write(_ number: Int, in folder: TemporaryFolder, _ random: inout SeededRandom) throws {
    var lines: [String] = []
    if random.happens(percent: 60) { lines.append("status: \(random.pick(["open", "done", "\"\""]) ?? "")") }
    if random.happens(percent: 40) { lines.append("rating: \(random.below(6))") }
    if random.happens(percent: 30) { lines.append("due: 2026-0\(1 + random.below(9))-1\(random.below(9))") }
    if random.happens(percent: 30) {
      lines.append("list: [\(["a", "b", "c"].filter { _ in random.happens(percent: 50) }.joined(separator: ", "))]")
    }
    if random.happens(percent: 20) { lines.append("author:\n  name: \(random.pick(["Kim", "Lee"]) ?? "")") }
    if random.happens(percent: 10) { lines.append("키: 값") }
    let tasks = (0..<random.below(4)).map { "- [\(random.pick([" ", "x", "-", "/", "👍🏽"]) ?? " ")] task \($0)" }
    let front = random.happens(percent: 80) ? ["---"] + lines + ["---"] : []
    try folder.write((front + ["# memo \(number)", ""] + tasks).joined(separator: "\n") + "\n", to: path(number).text)
  }
}
