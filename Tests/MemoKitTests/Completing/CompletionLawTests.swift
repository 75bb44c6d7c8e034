import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Completions from the labels of a snapshot are those from its records: after random edits, with changes in the
/// journal, and whatever became of the snapshot's bytes.
@Suite struct CompletionLawTests {
  private static let snapshot = VaultPath(".memo/cache/snapshot")
  private static let typed = [
    "", "l", "LAMP", "river 1", "#", "#tag/s", "[[", "d/", "D/a", "d-/", "d/e/", "lamp/river", "A", "-", "한",
    "\u{1112}\u{1161}",
    "\u{1112}\u{1161}\u{11AB}", "하", "é", "e\u{301}", "e", "글", "글 1", "グ", "ß", "SS", "k", "\u{212A}", "가\u{11A8}",
    "\u{301}",
    "nothing begins so", "folder 3/", "FOLDER 3/4", "17.", "17.M", "17.md",
  ]
  private static let titles = [
    "lamp", "한글", "하\u{11AB}글", "\u{1112}\u{1161}\u{11AB}", "é", "e\u{301}", "\u{301}e", "ẞ", "ss", "\u{212A}elvin",
    "グ", "ク\u{3099}", "lamp/river",
    "-dash", "a\u{1B}b", "가\u{11A8}", "각", "l\u{301}",
  ]

  @Test(arguments: [1, 2, 3] as [UInt64])
  func labelsGiveWhatRecordsGive(seed: UInt64) throws {
    let folder = try Self.folder()
    var (edits, random) = (RandomEdits(in: folder, seed: seed), SeededRandom(seed: seed))
    var compared = 0
    for step in 0..<16 {
      let edit = try edits.next()
      // A snapshot of its own every few steps, with what comes after in the journal.
      _ = try folder.openVault().refresh(isRebuild: step % 4 == 0)
      let place = "seed \(seed), step \(step), \(edit)"
      guard let index = try folder.openVault().cachedIndex() else { continue }
      let rows = IndexAnswer(index).rows
      let whole = try Self.agree(index, with: CompletionOracle(rows: rows), place)
      guard let whole, let bytes = try folder.bytes(of: Self.snapshot) else { return }
      // Damaged records are read from the files, which must be as the cache has them then.
      guard IndexAnswer(try folder.openVault().readAll()).rows == rows else { continue }
      compared += 1
      for change in try Self.damages(of: bytes, &random) {
        try folder.write(change.bytes, to: Self.snapshot)
        guard let damaged = try folder.openVault().cachedIndex() else { continue }
        #expect(Answer(damaged) == whole, "\(place), \(change.name)")
      }
      try folder.write(bytes, to: Self.snapshot)
    }
    #expect(compared > 8, "the cache was in step with the files \(compared) times")
  }

  @Test func damagedLabelsAreMadeAnew() throws {
    let folder = try Self.folder()
    let whole = Answer(try folder.openVault().refresh())
    let bytes: [UInt8] = try #require(try folder.bytes(of: Self.snapshot))
    let places = try Self.labels(in: bytes).flatMap { [$0.lowerBound, $0.upperBound - 1] }
    #expect(places.count == 12, "five blocks of titles, one of tags")
    for place in places {
      var damaged = bytes
      damaged[place] ^= 4
      try folder.write(damaged, to: Self.snapshot)
      let index: VaultIndex = try #require(try folder.openVault().cachedIndex())
      #expect(Answer(index) == whole, "byte \(place) of the labels")
      _ = try folder.openVault().refresh()
      let made: VaultIndex = try #require(try folder.openVault().cachedIndex())
      let isNew = made.state.snapshot?.header.generation != index.state.snapshot?.header.generation
      #expect(isNew && Answer(made) == whole, "byte \(place) of the labels")
    }
  }

  @Test func aSnapshotOfAnOlderOneAndManyChangesHasTheirLabels() throws {
    let folder = try Self.folder()
    _ = try folder.openVault().refresh()
    let first = try folder.bytes(of: Self.snapshot)
    for number in 0..<600 {
      let title = "\(Self.titles[number % Self.titles.count]) again \(number)"
      try folder.write("# \(title)\n#new/\(number % 4) #Tag\n", to: "folder \(number % 7)/\(number).md")
    }
    let index = try folder.openVault().refresh()
    #expect(try folder.bytes(of: Self.snapshot) != first && index.state.delta.isEmpty)
    _ = try Self.agree(index, with: CompletionOracle(rows: IndexAnswer(index).rows), "merged")
  }

  /// Many memos of one title are one name, that of the newest, and names that no shell can type take no place.
  @Test(arguments: [0, 20, 10_000])
  func memosOfOneNameTakeOnePlace(newest: Int) throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    for (number, name) in ["Stack", "Stained", "Standards"].enumerated() {
      try folder.write("# \(name)\n", to: "\(number).md", modified: Int64(number))
    }
    for number in 10..<50 { try folder.write("# Standup\n", to: "\(number).md", modified: Int64(number)) }
    for number in 50..<60 { try folder.write("# Sta\u{1B}\(number)\n", to: "\(number).md", modified: Int64(number)) }
    let index = try folder.openVault().refresh()
    let found = NameCompletion(of: "Sta", in: index).candidates(limit: 4, newest: newest)
    #expect(Set(found.map(\.name)) == ["Stack", "Stained", "Standards", "Standup"])
    #expect(found.first { $0.name == "Standup" }?.path.text == "49.md")
  }

  /// From a folder, the paths that begin so are offered, whichever memos are looked at.
  @Test(arguments: [
    ("folder 3", "./1"), ("folder 3", ""), ("folder 3", "17.m"), ("folder 3", "../f"), ("folder 3", "../FOLDER 4/1"),
    ("folder 3/sub", ".."), ("folder 3/sub", "../../folder 3/s"), ("folder 3", "sub/"), ("folder 3", "no/"),
    ("", "./folder 3/"), ("", "./new"),
  ])
  func pathsFromAFolderAreFound(here: String, typed: String) throws {
    let folder = try Self.folder()
    try folder.write("# below\n", to: "folder 3/sub/17.md")
    try folder.write("# beside\n", to: "folder 3-/17.md")
    _ = try folder.openVault().refresh()
    try folder.write("# new\n", to: "new.md")
    try folder.write("# new\n", to: "folder 3/170.md")
    let index = try folder.openVault().refresh()
    let paths = RelativePaths(root: HostPath("/v"), from: HostPath("/v").appending(VaultPath(here)))
    let start = try #require(paths.start(typed))
    let rest = Folding.matchKey(start.rest)
    let wanted = IndexAnswer(index).rows.map(\.path).filter { path in
      guard let below = start.below(path) else { return false }
      return Folding.matchKey(String(decoding: below, as: UTF8.self)).starts(with: rest)
    }.compactMap(start.bytes)
    for newest in [0, 20, 10_000] {
      let completion = NameCompletion(of: start, in: index)
      let all = completion.candidates(limit: .max, newest: newest).map { Array($0.name.utf8) }
      #expect(Set(all) == Set(wanted) && all.count == wanted.count, "\(newest)")
      let few = completion.candidates(limit: 3, newest: newest).map { Array($0.name.utf8) }
      let (inserted, right) = (Self.commonStart(few), Self.commonStart(wanted))
      let length = start.lead.utf8.count + start.rest.utf8.count
      #expect(Set(wanted).isSuperset(of: few) && few.count >= min(3, wanted.count), "\(newest)")
      #expect(inserted.count <= length || inserted == right, "\(newest)")
    }
  }

  /// What a person is offered who asks for few names.
  private struct Answer: Equatable {
    let names: [[NameCompletion.Candidate]]
    let tags: [TagCount]

    init(_ index: VaultIndex) {
      names = typed.map { NameCompletion(of: $0, in: index).candidates(limit: 5) }
      tags = TagCounts(isNested: false).counts(in: index)
    }
  }

  private static func agree(_ index: VaultIndex, with oracle: CompletionOracle, _ place: String) throws -> Answer? {
    for typed in typed {
      let names = Set(NameCompletion(of: typed, in: index).candidates(limit: .max).map { Array($0.name.utf8) })
      let wanted = oracle.names(typed)
      #expect(
        names == wanted, "\(place), \(typed): \(names.symmetricDifference(wanted).map { VaultPath(bytes: $0).text })")
      let few = NameCompletion(of: typed, in: index).candidates(limit: 3, newest: 20).map { Array($0.name.utf8) }
      let (inserted, right) = (commonStart(few), commonStart(Array(wanted)))
      #expect(
        wanted.isSuperset(of: few) && few.count >= min(3, wanted.count)
          && (inserted.count <= typed.utf8.count || inserted == right),
        "\(place), \(typed): of a few, a shell would insert \(VaultPath(bytes: inserted).text)")
      guard names == wanted else { return nil }
    }
    let answer = Answer(index)
    #expect(answer.tags == oracle.tags, "\(place)")
    return answer.tags == oracle.tags ? answer : nil
  }

  /// What a shell inserts of names.
  private static func commonStart(_ names: [[UInt8]]) -> [UInt8] {
    names.dropFirst().reduce(names.first ?? []) { start, name in
      zip(start, name).prefix { $0 == $1 }.map(\.0)
    }
  }

  /// A vault of more titles than stand together without an offset of their own.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    for number in 0..<150 {
      let title = "\(titles[number % titles.count]) \(number)"
      let tags = number % 5 == 0 ? "#Tag #tag/\(number % 3)" : "#tag #글"
      try folder.write(
        "# \(title)\n\(tags)\n", to: "folder \(number % 7)/\(number).md", modified: Int64(number) * 1_000)
    }
    return folder
  }

  private static func damages(of bytes: [UInt8], _ random: inout SeededRandom) throws -> [(
    name: String, bytes: [UInt8]
  )] {
    let labels = try labels(in: bytes)
    let places =
      (0..<3).map { _ in labels[random.below(labels.count)].lowerBound }
      + (0..<2).map { _ in random.below(bytes.count) }
    let flipped = places.map { place in
      var damaged = bytes
      damaged[place] ^= UInt8(1) << UInt8(random.below(8))
      return (name: "a bit of byte \(place)", bytes: damaged)
    }
    let cut = random.below(bytes.count)
    return flipped + [(name: "cut to \(cut)", bytes: Array(bytes.prefix(cut)))]
  }

  /// Where the blocks of the labels are.
  private static func labels(in bytes: [UInt8]) throws -> [Range<Int>] {
    let header = try bytes.withUnsafeBytes { try SnapshotHeader(decoding: $0) }
    func integer<Value: FixedWidthInteger>(_ offset: Int, _ type: Value.Type) -> Int {
      bytes.withUnsafeBytes { Int(Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type))) }
    }
    let labels = header.sections[SnapshotLayout.Section.labels.rawValue]
    let blocks = header.sections[SnapshotLayout.Section.blocks.rawValue].offset
    return stride(from: labels.offset, to: labels.offset + labels.length, by: 4).map { place in
      let row = blocks + integer(place, UInt32.self) * SnapshotLayout.blockSize
      let start = integer(row, UInt64.self)
      return start..<start + integer(row + 16, UInt64.self)
    }
  }
}
