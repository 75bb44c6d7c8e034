import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoIndex

@Suite struct FieldConditionTests {
  private static let day: Int64 = 86_400_000_000_000
  private let index: VaultIndex

  init() throws {
    let folder = try TemporaryFolder()
    let fronts = [
      "a": "status: open\nrating: 4\ndue: 2026-12-01\nauthor: {name: Kim}\ntags: [work, 집]",
      "b": "Status: Done\nrating: 3.50\ndue: 2027-01-05T10:00:00Z\ntags: home",
      "c": "status: in progress\nrating: good\ndue:",
      "d": "rating: -1\ndue: soon", "e": "other: [a, b]\nstatus: \"\"",
    ]
    for (name, front) in fronts { try folder.write("---\n\(front)\n---\n# \(name)\n", to: "\(name).md") }
    try folder.write("# no front matter\n", to: "f.md")
    index = try folder.openVault().readAll()
  }

  private static let clock = FixedClock(now: 20_500 * day)

  private func outcome(_ text: String) throws -> FieldCondition.Outcome {
    try FieldCondition(text, clock: Self.clock).memos(in: index)
  }

  private func found(_ text: String) throws -> String {
    var filter = MemoFilter()
    filter.sets = [try outcome(text).members]
    var listing = MemoListing(collation: ByteCollation(), clock: Self.clock)
    (listing.filter, listing.order) = (filter, [SortOrder(.path, isDescending: false)])
    return listing.memos(in: index).map { String($0.path.text.dropLast(3)) }.joined()
  }

  @Test(
    arguments: [
      ("status=open", "a"), ("STATUS=OPEN", "a"), ("status = open", "a"), ("status==open", "a"),
      ("status!=open", "bcdef"),
      ("status=\"in progress\"", "c"), ("status='in progress'", "c"), ("status=", "e"), ("status!=", "abcdf"),
      ("status~O", "abc"), ("status!~o", "def"), ("tags=work", "a"), ("tags=\u{110C}\u{1175}\u{11B8}", "a"),
      ("tags=home", "b"),
      ("author.name~ki", "a"), ("other=b", "e"),
      ("rating=4.0", "a"), ("rating=3.5", "b"), ("rating>3.5", "a"), ("rating>=3.5", "ab"), ("rating<0", "d"),
      ("rating<=3.5", "bd"), ("rating!=4", "bcdef"),
      ("due=2026-12-01", "a"), ("due=2026-12", "a"), ("due=2027", "b"), ("due<2026-12-01", ""),
      ("due<=2026-12-01", "a"),
      ("due>2026-12-01", "b"), ("due>2026", "b"), ("due>=2026", "ab"), ("due<2027", "a"), ("due<=2027", "ab"),
      ("due=soon", "d"), ("due<Feb 29", "ab"),
      ("has:due", "abd"), ("no:due", "cef"), ("has: status ", "abc"), ("has:none", ""), ("no:none", "abcdef"),
    ])
  func aConditionChoosesMemos(text: String, memos: String) throws {
    #expect(try found(text) == memos)
  }

  @Test(arguments: [
    ("created<2024-01-01", "ab"), ("created=2023-11-14", "ab"), ("created>2029", ""), ("created>=2025", "c"),
    ("modified<2023-12-31", "a"), ("modified>2025", "c"), ("count=1700000000", "d"), ("count<2024-01-01", ""),
    ("count>2029", "d"),
  ])
  func timesOfAMemoMayCountFrom1970(text: String, memos: String) throws {
    let folder = try TemporaryFolder()
    let fronts = [
      "a": "created: 1700000000\nmodified: 1700000000000", "b": "created: 2023-11-14T22:13:20Z",
      "c": "created: 2026-01-01\nmodified: 2026-01-01", "d": "count: 1700000000",
    ]
    for (name, front) in fronts { try folder.write("---\n\(front)\n---\n# \(name)\n", to: "\(name).md") }
    let index = try folder.openVault().readAll()
    var listing = MemoListing(collation: ByteCollation(), clock: Self.clock)
    listing.filter.sets = [try FieldCondition(text, clock: Self.clock).memos(in: index).members]
    listing.order = [SortOrder(.path, isDescending: false)]
    #expect(listing.memos(in: index).map { String($0.path.text.dropLast(3)) }.joined() == memos)
  }

  @Test(arguments: [
    ("due<2026-12-01", "a"), ("due<2026-12", "a"), ("due<=2026-12", "abc"), ("due>2026-11", "bcd"),
    ("due>2026-11-30", "bcd"),
    ("due<2026-12-02", "ac"), ("due<=2026-12-15", "abc"), ("due>=2026-12-15", "bd"), ("due>2026-12-31", "d"),
    ("due=2026-12", "bc"), ("due=2026-12-01", "c"), ("due=2026", "abc"), ("due<2027", "abc"), ("due!=2026", "de"),
  ])
  func aMonthWithoutADayIsComparedAsAWhole(text: String, memos: String) throws {
    let dates = ["a": "2026-11", "b": "2026-12", "c": "2026-12-01", "d": "2027-01", "e": "abcd-01"]
    #expect(try Self.memos(with: text, among: dates) == memos)
  }

  @Test(arguments: [
    ("due<2027-01-01", "acd"), ("due>2025-12-31", "abcd"), ("due=2026", "acd"), ("due<=2026", "acd"), ("due<2026", ""),
    ("due>2026-05-04", "bd"), ("due>=2026-05-05", "abcd"), ("due=2026-05", "cd"), ("due=2026-05-05", "d"),
    ("due>2026", "be"), ("due<2027-01", "acd"), ("due!=2026-05", "abe"),
  ])
  func aYearAloneIsComparedAsAWhole(text: String, memos: String) throws {
    let dates = ["a": "2026", "b": "2027", "c": "2026-05", "d": "2026-05-05", "e": "20261"]
    #expect(try Self.memos(with: text, among: dates) == memos)
  }

  @Test(arguments: [
    ("due<1969", "abce"), ("due<=1960-06", "abc"), ("due=1960", "abc"), ("due<1960-06", ""), ("due=1960-06", "bc"),
    ("due>1960-06", "d"), ("due<1960-06-01", ""), ("due<1970-01-01", "abc"), ("due<1490", ""), ("due<1501", "e"),
    ("due>=1500", "aef"), ("due=1500", "e"),
  ])
  func yearsBefore1970AreDatesAndNumbers(text: String, memos: String) throws {
    let dates = [
      "a": "1960", "b": "1960-06", "c": "1960-06-01", "d": "2001-01-01", "e": "1500", "f": "20261",
    ]
    #expect(try Self.memos(with: text, among: dates) == memos)
  }

  @Test(arguments: [
    ("at=2026-10-25 02:30", "ab"), ("at<2026-10-25 02:30", ""), ("at<=2026-10-25 02:30", "ab"),
    ("at>2026-10-25 02:30", "c"), ("at>=2026-10-25 02:30", "abc"),
  ])
  func aTimeThatIsThereTwiceIsComparedAsAWhole(text: String, memos: String) throws {
    let berlin = ChangedClock(
      now: 20_786 * Self.day, change: 1_792_890_000_000_000_000, secondsEastBefore: 7_200, secondsEastAfter: 3_600,
      takesLater: false)
    let times = ["a": "2026-10-25T00:30Z", "b": "2026-10-25T01:30Z", "c": "2026-10-25T02:30Z"]
    #expect(try Self.memos(with: text, among: times, of: "at", clock: berlin) == memos)
  }

  /// The names of memos that a condition holds for, of those that have these dates.
  private static func memos(
    with condition: String, among dates: [String: String], of key: String = "due", clock: any LocalClock = Self.clock
  ) throws -> String {
    let folder = try TemporaryFolder()
    for (name, date) in dates { try folder.write("---\n\(key): \(date)\n---\n# \(name)\n", to: "\(name).md") }
    let index = try folder.openVault().readAll()
    var listing = MemoListing(collation: ByteCollation(), clock: clock)
    listing.filter.sets = [try FieldCondition(condition, clock: clock).memos(in: index).members]
    listing.order = [SortOrder(.path, isDescending: false)]
    return listing.memos(in: index).map { String($0.path.text.dropLast(3)) }.joined()
  }

  @Test(arguments: ["", "status", "=open", "<5", "has:", "no: ", "status: open", "status!open", "status~", " = "])
  func whatIsNoConditionIsRefused(text: String) {
    #expect(throws: FieldCondition.Problem.malformed(text)) { try FieldCondition(text, clock: Self.clock) }
  }

  @Test(arguments: ["due<tomorow", "rating>=high", "rating>", "due<=2026-13-01"])
  func onlyNumbersAndDatesHaveAnOrder(text: String) throws {
    let value = String(text.drop { !"<>=".contains($0) }.drop { "<>=".contains($0) })
    #expect(throws: FieldCondition.Problem.notComparable(text, value: value)) {
      try FieldCondition(text, clock: Self.clock)
    }
  }

  @Test(arguments: ["due<2026-11-20 목요일", "created>=2026년 11월 20일 (목)"])
  func aDateWithAnotherDayOfTheWeekIsRefused(text: String) throws {
    let value = String(text.drop { !"<>=".contains($0) }.drop { "<>=".contains($0) })
    let day = try #require(CivilDate(year: 2026, month: 11, day: 20))
    #expect(throws: FieldCondition.Problem.wrongWeekday(value, day)) { try FieldCondition(text, clock: Self.clock) }
  }

  @Test(arguments: ["due<2027-02-29", "created>=2027년 2월 29일"])
  func aLeapDayOfAnotherYearIsRefused(text: String) throws {
    let value = String(text.drop { !"<>=".contains($0) }.drop { "<>=".contains($0) })
    #expect(throws: FieldCondition.Problem.noLeapDay(value, year: 2027)) { try FieldCondition(text, clock: Self.clock) }
  }

  @Test func whatNoMemoCanMeetIsKnown() throws {
    #expect(try outcome("nothing=1").isKnown == false)
    #expect(try outcome("status>5").isKnown && !outcome("status>5").isComparable)
    #expect(try outcome("rating>500").isComparable && outcome("has:due").isComparable && outcome("due=x").isComparable)
  }

  @Test func memosAreSortedByFieldsAndThoseWithoutComeLast() throws {
    var listing = MemoListing(collation: ByteCollation(), clock: Self.clock)
    func sorted(_ text: String) throws -> String {
      listing.order = [try #require(SortOrder(text)), SortOrder(.path, isDescending: false)]
      return listing.memos(in: index).map { String($0.path.text.dropLast(3)) }.joined()
    }
    #expect(try sorted("field:rating") == "dbacef", "numbers before other texts")
    #expect(try sorted("field:rating-") == "cabdef")
    #expect(try sorted("field:due") == "abdcef", "dates before other texts")
    #expect(try sorted("field:author.name") == "abcdef")
    #expect(SortOrder("field:") == nil && SortOrder("field") == nil)
    #expect(SortOrder("field:a-b-") == SortOrder(field: "a-b", isDescending: true))
  }

  @Test func keysAndValuesAreCounted() {
    let keys = FieldCounts.keys(in: index).map { "\($0.name) \($0.count)" }
    #expect(keys == ["author.name 1", "due 4", "other 1", "rating 4", "status 4", "tags 2"])
    func values(_ key: String) -> [String] { FieldCounts.values(of: key, in: index).map { "\($0.name) \($0.count)" } }
    #expect(values("STATUS") == [" 1", "Done 1", "in progress 1", "open 1"])
    #expect(values("tags") == ["home 1", "work 1", "집 1"] && values("nothing").isEmpty)
  }

  @Test func aMemoCountsOnceForAKeyAndForAValue() throws {
    let folder = try TemporaryFolder()
    try folder.write("---\nx: [a, a, A, straße, STRASSE, b]\n---\n", to: "1.md")
    try folder.write("---\nx: A\nstatus: a\nStatus: b\n---\n", to: "2.md")
    let index = try folder.openVault().readAll()
    #expect(FieldCounts.keys(in: index).map { "\($0.name) \($0.count)" } == ["Status 1", "x 2"])
    func values(_ key: String) -> [String] { FieldCounts.values(of: key, in: index).map { "\($0.name) \($0.count)" } }
    #expect(values("x") == ["A 2", "b 1", "straße 1"] && values("status") == ["b 1"])
    func found(_ text: String) throws -> [String] {
      let members = try FieldCondition(text, clock: Self.clock).memos(in: index).members
      return index.memos.filter { members.contains($0) }.map(\.path.text)
    }
    #expect(try found("status=a").isEmpty && found("status=b") == ["2.md"])
  }
}
