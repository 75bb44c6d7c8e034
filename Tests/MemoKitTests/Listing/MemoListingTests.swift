import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct SortOrderTests {
  @Test(arguments: [
    ("title", SortOrder.Key.title, false), ("title+", .title, false), ("title-", .title, true),
    ("modified", .modified, true), ("modified-", .modified, true), ("modified+", .modified, false),
    ("created", .created, true), ("size", .size, false), ("words-", .words, true), ("path", .path, false),
    ("random", .random, false),
  ])
  func aKeyMayHaveASign(text: String, key: SortOrder.Key, isDescending: Bool) {
    #expect(SortOrder(text) == SortOrder(key, isDescending: isDescending))
  }

  @Test(arguments: ["", "+", "-", "name", "title++", "+title", "Title", "title ", "modified--"])
  func whatIsNoKeyIsNone(text: String) {
    #expect(SortOrder(text) == nil)
  }
}

@Suite struct MemoListingTests {
  private static let day: Int64 = 86_400_000_000_000

  /// Sorts as people do: case does not matter.
  private struct CaselessCollation: TitleCollation {
    func key(for title: String) -> [UInt8] { Array(title.lowercased().utf8) }
  }

  private let folder: TemporaryFolder
  private let index: VaultIndex

  init() throws {
    folder = try TemporaryFolder()
    let memos: [(path: String, text: String, days: Int64)] = [
      ("b.md", "# beta\nthree words here #work", 3), ("a.md", "# Alpha\n#home #work/plan", 5),
      ("x/c.md", "# alpha\nno tags at all, and longer than all others", 3),
      ("x/d.md", "---\ncreated: 1970-01-01T00:00:00Z\ntags: [home]\n---\n# Delta", 1), ("e.md", "", 4),
      ("x/y/f.md", "---\ncreated: 1970-01-02\n---\n# Epsilon\n#work", 3),
    ]
    for memo in memos { try folder.write(memo.text, to: memo.path, modified: memo.days * Self.day) }
    index = try folder.openVault().readAll()
  }

  @Test(
    arguments: [
      (["modified"], "a.md e.md b.md x/c.md x/y/f.md x/d.md"), (["modified+"], "x/d.md b.md x/c.md x/y/f.md e.md a.md"),
      (["path"], "a.md b.md e.md x/c.md x/d.md x/y/f.md"), (["path-"], "x/y/f.md x/d.md x/c.md e.md b.md a.md"),
      (["title"], "e.md a.md x/d.md x/y/f.md x/c.md b.md"), (["title-"], "b.md x/c.md x/y/f.md x/d.md a.md e.md"),
      (["size"], "e.md a.md b.md x/y/f.md x/c.md x/d.md"), (["words-"], "x/c.md b.md a.md x/y/f.md x/d.md e.md"),
      (["modified", "title-"], "a.md e.md b.md x/c.md x/y/f.md x/d.md"),
      (["modified+", "size-"], "x/d.md x/c.md x/y/f.md b.md e.md a.md"),
    ] as [([String], String)])
  func memosAreSorted(order: [String], paths: String) throws {
    var listing = MemoListing(collation: ByteCollation(), clock: FixedClock(now: 0))
    listing.order = try order.map { try #require(SortOrder($0)) }
    #expect(listed(listing) == paths.split(separator: " ").map(String.init), "\(order)")
  }

  @Test func titlesFollowTheUsersLocaleAndTiesThePath() {
    var listing = MemoListing(collation: CaselessCollation(), clock: FixedClock(now: 0))
    listing.order = [SortOrder(.title, isDescending: false)]
    #expect(listed(listing) == ["e.md", "a.md", "x/c.md", "b.md", "x/d.md", "x/y/f.md"])
    listing.order = [SortOrder(.title, isDescending: true)]
    #expect(listed(listing) == ["x/y/f.md", "x/d.md", "b.md", "a.md", "x/c.md", "e.md"])
  }

  @Test func theFirstOfAnOrderAreThoseOfAllMemos() throws {
    let many = try TemporaryFolder()
    var random = SeededRandom(seed: 7)
    for number in 0..<2_600 {
      try many.write("# \(random.below(400))\n", to: "\(number % 3)/\(number).md", modified: Int64(number) * Self.day)
    }
    let index = try many.openVault().readAll()
    for order in ["title", "title-", "path-", "words", "modified+"] {
      var listing = MemoListing(collation: ByteCollation(), clock: FixedClock(now: 0))
      listing.order = [try #require(SortOrder(order))]
      listing.filter.excluded = [Glob("2/*")]
      let all = listing.memos(in: index).map(\.path)
      for (limit, offset) in [(1, 0), (20, 0), (20, 7), (700, 900), (1_024, 0), (3_000, 0)] {
        (listing.limit, listing.offset) = (limit, offset)
        #expect(listing.memos(in: index).map(\.path) == Array(all.dropFirst(offset).prefix(limit)), "\(order) \(limit)")
      }
    }
  }

  @Test func naturalOrderReadsNumbers() throws {
    let chapters = try TemporaryFolder()
    for title in ["제10장", "제2장", "제1장", "10장", "2장", "x 2.10", "x 2.9", "x 007", "x 7a"] {
      try chapters.write("# \(title)\n", to: "\(title).md")
    }
    let index = try chapters.openVault().readAll()
    var listing = MemoListing(collation: ByteCollation(), clock: FixedClock(now: 0))
    listing.order = [SortOrder(.natural, isDescending: false)]
    let titles = listing.memos(in: index).map { index.title(of: $0) }
    #expect(titles == ["2장", "10장", "x 2.9", "x 2.10", "x 007", "x 7a", "제1장", "제2장", "제10장"])
    listing.order = [SortOrder(.title, isDescending: false)]
    #expect(listing.memos(in: index).first.map { index.title(of: $0) } == "10장", "as strcoll has it")
  }

  @Test func creationIsWhatTheMemoSaysElseTheFile() {
    let clock = FixedClock(now: 0, secondsEast: -36 * 3600)
    var listing = MemoListing(collation: ByteCollation(), clock: clock)
    listing.order = [SortOrder(.created, isDescending: false)]
    #expect(listed(listing).prefix(2) == ["x/d.md", "x/y/f.md"])
    let record = MemoRecord(size: 0, hash: 0, born: 7, metadata: MemoMetadata())
    #expect(MemoListing.created(record, modified: 9, clock: clock) == 7)
    var unborn = record
    unborn.born = nil
    #expect(MemoListing.created(unborn, modified: 9, clock: clock) == 9)
    unborn.metadata.created = .local(0)
    #expect(MemoListing.created(unborn, modified: 9, clock: clock) == 36 * 3600 * 1_000_000_000)
  }

  @Test(
    arguments: [
      (nil, 0, "a.md e.md b.md x/c.md x/y/f.md x/d.md"), (2, 0, "a.md e.md"), (2, 2, "b.md x/c.md"), (2, 5, "x/d.md"),
      (2, 6, ""), (0, 0, ""), (nil, 100, ""), (100, 4, "x/y/f.md x/d.md"),
    ] as [(Int?, Int, String)])
  func aListIsCut(limit: Int?, offset: Int, paths: String) {
    for order in [
      SortOrder.standard, [SortOrder(.modified, isDescending: true), SortOrder(.path, isDescending: false)],
    ] {
      var listing = MemoListing(collation: ByteCollation(), clock: FixedClock(now: 0))
      listing.order = order
      listing.limit = limit
      listing.offset = offset
      #expect(listed(listing) == paths.split(separator: " ").map(String.init))
    }
  }

  @Test func aMemoKeepsItsNumberInEveryList() {
    var listing = MemoListing(collation: ByteCollation(), clock: FixedClock(now: 0))
    listing.order = [SortOrder(.path, isDescending: false)]
    listing.filter.paths = [Glob("x")]
    #expect(listing.memos(in: index).map(\.number) == [4, 6, 5])
  }

  // MARK: Filters

  @Test(
    arguments: [
      (["work"], "a.md b.md x/y/f.md"), (["home"], "a.md x/d.md"), (["home", "work"], "a.md"),
      (["NOT work"], "e.md x/c.md x/d.md"), (["work/*"], "a.md"),
      (["home OR work", "NOT work/plan"], "b.md x/d.md x/y/f.md"),
      (["nothing"], ""),
    ] as [([String], String)])
  func everyTagExpressionMustHold(tags: [String], paths: String) throws {
    var filter = MemoFilter()
    filter.tags = try tags.map { try TagExpression($0) }
    #expect(filtered(filter) == paths.split(separator: " ").map(String.init), "\(tags)")
  }

  @Test(
    arguments: [
      (["x"], "x/c.md x/d.md x/y/f.md"), (["x/*.md"], "x/c.md x/d.md"), (["a.md", "x/y/"], "a.md x/y/f.md"),
      (["?.md"], "a.md b.md e.md x/c.md x/d.md x/y/f.md"),
      (["/?.md"], "a.md b.md e.md"), (["z"], ""),
    ] as [([String], String)])
  func onePathGlobMustMatch(globs: [String], paths: String) {
    var filter = MemoFilter()
    filter.paths = globs.map(Glob.init)
    #expect(filtered(filter) == paths.split(separator: " ").map(String.init), "\(globs)")
  }

  @Test func timesAreASpan() {
    var filter = MemoFilter()
    filter.since = 3 * Self.day
    #expect(filtered(filter) == ["a.md", "b.md", "e.md", "x/c.md", "x/y/f.md"])
    filter.before = 4 * Self.day
    #expect(filtered(filter) == ["b.md", "x/c.md", "x/y/f.md"])
    filter.since = 3 * Self.day + 1
    #expect(filtered(filter) == [])
    filter.since = nil
    #expect(filtered(filter) == ["b.md", "x/c.md", "x/d.md", "x/y/f.md"])
  }

  @Test func excludedPathsAreLeftOut() {
    var filter = MemoFilter()
    filter.excluded = [Glob("x/y/"), Glob("/b*")]
    #expect(filtered(filter) == ["a.md", "e.md", "x/c.md", "x/d.md"])
    filter.paths = [Glob("x")]
    #expect(filtered(filter) == ["x/c.md", "x/d.md"])
  }

  @Test func timesOfCreationAreASpan() throws {
    let clock = FixedClock(now: 0)
    let created = try index.memos.map { memo in
      let record = try #require(index.record(of: memo))
      return (memo.path.text, MemoListing.created(record, modified: memo.modified, clock: clock))
    }
    for (_, time) in created {
      var (filter, span) = (MemoFilter(), CreationSpan(clock: clock))
      span.since = time
      filter.created = span
      #expect(filtered(filter) == created.filter { $0.1 >= time }.map(\.0).sorted())
      span.before = time
      filter.created = span
      #expect(filtered(filter) == [])
      span.since = nil
      filter.created = span
      #expect(filtered(filter) == created.filter { $0.1 < time }.map(\.0).sorted())
    }
    #expect(Set(created.map(\.1)).count > 1)
  }

  @Test func aRandomOrderIsOneOfAllMemos() {
    var listing = MemoListing(collation: ByteCollation(), clock: FixedClock(now: 0))
    listing.order = [SortOrder(.random, isDescending: false)]
    let orders = Set((0..<50).map { _ in listed(listing) })
    #expect(orders.count > 1 && orders.allSatisfy { $0.sorted() == index.memos.map(\.path.text).sorted() })
  }

  @Test func untaggedMemosHaveNoTag() throws {
    var filter = MemoFilter()
    filter.isUntagged = true
    #expect(filtered(filter) == ["e.md", "x/c.md"])
    filter.tags = [try TagExpression("NOT work")]
    #expect(filtered(filter) == ["e.md", "x/c.md"])
  }

  private func filtered(_ filter: MemoFilter) -> [String] {
    var listing = MemoListing(collation: ByteCollation(), clock: FixedClock(now: 0))
    listing.filter = filter
    #expect(filter.isOpen == false)
    return listed(listing).sorted()
  }

  private func listed(_ listing: MemoListing) -> [String] {
    listing.memos(in: index).map(\.path.text)
  }
}
