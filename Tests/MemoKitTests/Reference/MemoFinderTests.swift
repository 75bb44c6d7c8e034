import MemoCore
import MemoIndex
import MemoStore
import MemoTestSupport
import Testing

@Suite struct MemoFinderTests {
  private let folder: TemporaryFolder
  private let vault: Vault

  init() throws {
    folder = try TemporaryFolder()
    let memos = [
      ("vault/notes.md", "# Meeting notes"), ("vault/plan.markdown", "---\naliases: [Road map, 로드맵]\n---\n# The Plan"),
      ("vault/work/plan.md", "# Work plan"), ("vault/work/3.md", "# Third"), ("vault/2024.md", "# Twenty"),
      ("vault/회의록.md", "# 주간 회의록"), ("vault/한글 이름.md", "# Named"), ("vault/cafe\u{301}.md", "# Menu"),
      ("vault/twin/a.md", "# Twin"), ("vault/twin/b.md", "# Twin"), ("vault/.hidden.md", "# Hidden"),
      ("vault/out/memo.md", "# Ignored"), ("outside/secret.md", "# Secret"), ("vault/untitled.md", ""),
    ]
    for (number, memo) in memos.enumerated() {
      try folder.write(memo.1, to: memo.0, modified: Int64(1000 - number) * 1_000_000_000)
    }
    try folder.write(#"{"ignore": ["out/"]}"#, to: "vault/.memo/config.json")
    try folder.link(VaultPath("vault/link"), to: "../outside")
    try folder.link(VaultPath("vault/linked.md"), to: "notes.md")
    try folder.link(VaultPath("way"), to: "vault/work")
    vault = try Vault(at: folder.path.appending("vault"), host: folder.host())
  }

  @Test(arguments: [
    // Paths, with and without ending, from the working directory first.
    ("notes.md", "", "notes.md"), ("notes", "", "notes.md"), ("./notes.md", "", "notes.md"),
    ("plan", "", "plan.markdown"),
    ("plan", "vault/work", "work/plan.md"), ("plan.md", "vault/work", "work/plan.md"),
    ("../notes", "vault/work", "notes.md"),
    ("notes.md", "vault/work", "notes.md"), ("work/plan", "vault/work", "work/plan.md"),
    ("work//plan.md", "", "work/plan.md"),
    ("vault/notes.md", ".", "notes.md"), ("plan.md", "way", "work/plan.md"), ("way/plan.md", ".", "work/plan.md"),
    ("2024", "", "2024.md"), ("3", "vault/work", "work/3.md"),
    // Rows.
    ("1", "", "notes.md"), ("%1", "", "notes.md"), ("3", "", "work/plan.md"), ("%4", "", "work/3.md"),
    // Titles, names and aliases.
    ("Meeting notes", "", "notes.md"), ("meeting NOTES", "", "notes.md"), ("The Plan", "", "plan.markdown"),
    ("Road map", "", "plan.markdown"), ("로드맵", "", "plan.markdown"), ("Third", "", "work/3.md"),
    ("caf\u{E9}", "", "cafe\u{301}.md"), ("Menu", "", "cafe\u{301}.md"),
    ("plan.markdown", "vault/work", "plan.markdown"),
    // Starts and parts.
    ("Meet", "", "notes.md"), ("ird", "", "work/3.md"), ("Road", "", "plan.markdown"), ("주간", "", "회의록.md"),
    ("회의", "", "회의록.md"),
    ("이름", "", "한글 이름.md"),
    // Initial consonants of titles.
    ("ㅈㄱ", "", "회의록.md"), ("ㅎㅇㄹ", "", "회의록.md"), ("ㅈㄱㅎㅇㄹ", "", "회의록.md"),
  ])
  func aReferenceNamesAMemo(reference: String, directory: String, path: String) throws {
    let found = try finder(in: directory).find(Array(reference.utf8))
    #expect(found == VaultPath(path), "\(reference) in \(directory): \(found.text)")
  }

  @Test(
    arguments: [
      ("Twin", ["twin/a.md", "twin/b.md"]), ("Tw", ["2024.md", "twin/a.md", "twin/b.md"]),
      ("work plan", ["work/plan.md"]), ("lan", ["plan.markdown", "work/plan.md"]),
    ] as [(String, [String])])
  func severalCandidatesAreNamed(reference: String, candidates: [String]) throws {
    if candidates.count == 1 {
      #expect(try finder().find(Array(reference.utf8)) == VaultPath(candidates[0]))
      return
    }
    #expect(throws: VaultError.ambiguous(reference: reference, candidates: candidates.map { VaultPath($0) })) {
      try finder().find(Array(reference.utf8))
    }
  }

  @Test(arguments: [
    "nothing", "", "%0", "99", "%99", "%", "%x", "Hidden", ".hidden.md", ".hidden", "out/memo.md", "Ignored",
    "link/secret.md", "../outside/secret.md", "secret", "/", "..", "ㅋㅋ", "99999999999999999999",
  ])
  func whatNamesNothingIsRefused(reference: String) throws {
    #expect("\(reference)") {
      try finder().find(Array(reference.utf8))
    } throws: { error in
      guard case VaultError.noSuchMemo(let named, _, nil) = error else { return false }
      return named == reference
    }
  }

  @Test(
    arguments: [
      ("linked.md", "linked.md", .link(isToFile: true)), ("linked", "linked.md", .link(isToFile: true)),
      ("linked.md:3", "linked.md", .link(isToFile: true)), ("lost.md", "lost.md", .link(isToFile: false)),
      ("pipe.md", "pipe.md", .special), ("work/pipe", "work/pipe.md", .special),
    ] as [(String, String, Obstacle)])
  func aLinkOrAPipeIsRefusedAsWhatItIs(reference: String, path: String, obstacle: Obstacle) throws {
    try folder.link(VaultPath("vault/lost.md"), to: "nowhere")
    for pipe in ["vault/pipe.md", "vault/work/pipe.md"] { try folder.makePipe(VaultPath(pipe)) }
    for isStrict in [false, true] {
      #expect(throws: VaultError.obstructed(VaultPath(path), obstacle)) {
        try finder(isStrict: isStrict).place(Array(reference.utf8))
      }
    }
    // A memo that is called so comes first.
    try folder.write("# lost.md", to: "vault/found.md")
    #expect(try finder().find(Array("lost.md".utf8)) == VaultPath("found.md"))
  }

  @Test func theNearestTitlesAreNamed() throws {
    #expect(throws: VaultError.noSuchMemo(reference: "Meetin notse", nearest: ["Meeting notes"])) {
      try finder().find(Array("Meetin notse".utf8))
    }
  }

  @Test func aNearNameThatSeveralMemosHaveIsNamedByTheirPathsEachOnce() throws {
    #expect(throws: VaultError.noSuchMemo(reference: "Twni", nearest: ["twin/a.md", "twin/b.md"])) {
      try finder().find(Array("Twni".utf8))
    }
    // Neither title is near, so the names of files are asked.
    try folder.write("# X\n", to: "vault/one/page.md", modified: 2_000_000_000)
    try folder.write("# Y\n", to: "vault/two/page.md", modified: 1_000_000_000)
    #expect(throws: VaultError.noSuchMemo(reference: "pgae", nearest: ["one/page.md", "two/page.md"])) {
      try finder().find(Array("pgae".utf8))
    }
  }

  @Test(arguments: [("deep", ""), ("deep/", ""), ("./deep", ""), ("../deep", "vault/work"), ("deep", "vault/work")])
  func aFolderIsNamed(reference: String, directory: String) throws {
    try folder.write("# Page\n", to: "vault/deep/page.md")
    try folder.write("# Out\n", to: "vault/deep/out/page.md")
    #expect(throws: VaultError.noSuchMemo(reference: reference, nearest: [], folder: VaultPath("deep"))) {
      try finder(in: directory).find(Array(reference.utf8))
    }
    // One that is ignored is none of the vault's.
    #expect(throws: VaultError.noSuchMemo(reference: "deep/out", nearest: [])) {
      try finder().find(Array("deep/out".utf8))
    }
  }

  // MARK: Other letters

  /// `이름/김.md`, the folder and the file taken apart.
  private static let apart = "\u{110B}\u{1175}\u{1105}\u{1173}\u{11B7}/\u{1100}\u{1175}\u{11B7}.md"

  @Test(arguments: [
    ("이름/김.md", ""), ("이름/김", ""), ("./이름/김", ""), ("../이름/김.md", "vault/work"), ("vault/이름/김.md", "."),
    ("이름/\u{1100}\u{1175}\u{11B7}.md", ""), ("WORK/../이름/김", ""),
  ])
  func aPathMayBeNormalizedOtherwise(reference: String, directory: String) throws {
    try folder.write("# Kim\n", to: "vault/" + Self.apart)
    for isStrict in [false, true] {
      let found = try finder(in: directory, isStrict: isStrict).find(Array(reference.utf8))
      #expect(found == VaultPath(Self.apart), "\(reference) in \(directory): \(found.text)")
    }
    let absolute = vault.root.appending("이름/김.md")
    #expect(try finder(in: directory).find(absolute.bytes) == VaultPath(Self.apart))
  }

  @Test func aPathTakenApartFindsOneThatIsComposed() throws {
    try folder.write("# Kim\n", to: "vault/이름/김.md")
    #expect(try finder().find(Array(Self.apart.utf8)) == VaultPath("이름/김.md"))
    #expect(try finder().find(Array("WORK/Plan.MD".utf8)) == VaultPath("work/plan.md"))
  }

  @Test func ofPathsInOtherLettersTheExactOneIsMeantOrNone() throws {
    try folder.write("1", to: "vault/twins/\u{AC00}.md")
    try folder.write("2", to: "vault/twins/\u{1100}\u{1161}.md")
    for name in ["twins/\u{AC00}.md", "twins/\u{1100}\u{1161}.md"] {
      #expect(try finder().find(Array(name.utf8)) == VaultPath(name))
    }
    let candidates = [VaultPath("twins/\u{1100}\u{1161}.md"), VaultPath("twins/\u{AC00}.md")]
    #expect("two twins") {
      try finder().find(Array("Twins/\u{AC00}.md".utf8))
    } throws: { error in
      guard case VaultError.ambiguous(_, let found) = error else { return false }
      return found.sorted() == candidates.sorted()
    }
  }

  @Test func aMemoAtAPathIsNoTitle() throws {
    #expect(try finder().memo(atPath: Array("Work/PLAN".utf8)) == VaultPath("work/plan.md"))
    #expect(try finder().memo(atPath: Array("Meeting notes".utf8)) == nil)
  }

  // MARK: Strict

  @Test(arguments: [
    ("notes.md", "notes.md"), ("plan", "plan.markdown"), ("Meeting notes", "notes.md"), ("road map", "plan.markdown"),
    ("2024", "2024.md"), ("work/3", "work/3.md"), ("회의록", "회의록.md"),
  ])
  func aStrictReferenceMayBeAPathOrAWholeName(reference: String, path: String) throws {
    #expect(try finder(isStrict: true).find(Array(reference.utf8)) == VaultPath(path))
  }

  @Test(arguments: [
    ("1", "notes.md"), ("%1", "notes.md"), ("2", "plan.markdown"), ("Meet", "notes.md"), ("ird", "work/3.md"),
    ("ㅈㄱ", "회의록.md"),
  ])
  func aStrictReferenceMayNotBeARowOrPart(reference: String, candidate: String) throws {
    #expect(throws: VaultError.inexactReference(reference, candidates: [VaultPath(candidate)])) {
      try finder(isStrict: true).find(Array(reference.utf8))
    }
  }

  @Test func aStrictReferenceThatManyAnswerToIsRefusedAsOneIs() throws {
    let candidates = ["2024.md", "twin/a.md", "twin/b.md"].map { VaultPath($0) }
    #expect(throws: VaultError.inexactReference("Tw", candidates: candidates)) {
      try finder(isStrict: true).find(Array("Tw".utf8))
    }
  }

  // MARK: Changes

  /// `work/` has a memo of that path, and so has the vault's root.
  @Test(
    arguments: [
      ("plan", nil), ("plan.md", "work/plan.md"), ("./plan", "work/plan.md"), ("../plan", "plan.markdown"),
      ("notes", "notes.md"), ("./notes", nil), ("work/plan", "work/plan.md"),
    ] as [(String, String?)])
  func aChangeTakesNoPathThatLeadsToTwoMemos(reference: String, path: String?) throws {
    let finder = finder(in: "vault/work", isStrict: true, isChange: true)
    guard let path else {
      let error = #expect(throws: VaultError.self) { try finder.find(Array(reference.utf8)) }
      switch error {
      case .ambiguousPath(_, let candidates):
        #expect(reference == "plan" && candidates == [VaultPath("work/plan.md"), VaultPath("plan.markdown")])
      case .noSuchMemo: #expect(reference == "./notes")
      default: Issue.record("\(reference): \(String(describing: error))")
      }
      return
    }
    #expect(try finder.find(Array(reference.utf8)) == VaultPath(path), "\(reference)")
  }

  // A list that was made in `work/` shows it so.
  @Test func aWholePathFromHereIsMeantAlthoughTheRootHasOneToo() throws {
    try folder.write("# Root plan", to: "vault/plan.md")
    for isChange in [false, true] {
      var told: [VaultPath] = []
      let finder = MemoFinder(
        vault: vault, host: folder.host(), workingDirectory: HostPath("vault/work", from: folder.path),
        isStrict: isChange, isChange: isChange, warnAmbiguous: { told += [$1, $2] }, loadIndex: { try vault.refresh() })
      #expect(try finder.find(Array("plan.md".utf8)) == VaultPath("work/plan.md"))
      #expect(try finder.find(Array("../plan.md".utf8)) == VaultPath("plan.md"))
      #expect(told == [])
    }
  }

  // MARK: Places

  @Test(
    arguments: [
      ("notes.md:12", "notes.md", 12, nil), ("notes.md:12:3", "notes.md", 12, 3), ("notes:12", "notes.md", 12, nil),
      ("work/plan.md:1:1", "work/plan.md", 1, 1), ("notes.md", "notes.md", nil, nil),
      ("Meeting notes", "notes.md", nil, nil), ("at 10:30", "colon.md", nil, nil),
      ("odd.md:7", "odd.md:7.md", nil, nil),
      ("회의록.md:3", "회의록.md", 3, nil),
    ] as [(String, String, Int?, Int?)])
  func aReferenceMayNameALine(reference: String, path: String, line: Int?, column: Int?) throws {
    try folder.write("# at 10:30", to: "vault/colon.md")
    try folder.write("# Odd", to: "vault/odd.md:7.md")
    try folder.write("# Odder", to: "vault/odd.md")
    for isStrict in [false, true] {
      let place = try finder(isStrict: isStrict).place(Array(reference.utf8))
      #expect(place == MemoPlace(VaultPath(path), line: line, column: column), "\(reference)")
    }
  }

  @Test(
    arguments: [
      ("notes.md#A", "notes.md", "A"), ("notes.md#A#B", "notes.md", "A#B"), ("The Plan#", "plan.markdown", ""),
      ("C# notes.md#Setup", "C# notes.md", "Setup"), ("C# notes#Setup#x", "C# notes.md", "Setup#x"),
      ("Sharp#es#Setup", "C# notes.md", "Setup"), ("C#Setup", "c.md", "Setup"),
      // Whole names, and names of nothing.
      ("C# notes.md", nil, ""), ("C# notes", nil, ""), ("Sharp#es", nil, ""), ("none#A", nil, ""), ("#A", nil, ""),
    ] as [(String, String?, String)])
  func theLongestNameIsThatOfTheSectionsMemo(reference: String, path: String?, heading: String) throws {
    try folder.write("# Sharp#es", to: "vault/C# notes.md")
    try folder.write("# Sharp C", to: "vault/c.md")
    for isStrict in [false, true] {
      let found = try finder(isStrict: isStrict).section(Array(reference.utf8))
      #expect(found?.path == path.map { VaultPath($0) } && found?.heading ?? "" == heading, "\(reference)")
    }
  }

  /// A part of a name is refused, unless it holds a whole one.
  @Test func aPartOfANameIsNoSectionsMemoInAScript() throws {
    try folder.write("# Meeting notes#1 of 2", to: "vault/first.md")
    let found = try finder(isStrict: true).section(Array("Meeting notes#1#A".utf8))
    #expect(found?.path == VaultPath("notes.md") && found?.heading == "1#A")
    #expect(throws: VaultError.inexactReference("Third n", candidates: [])) {
      try folder.write("# Third notes", to: "vault/third.md")
      do {
        _ = try finder(isStrict: true).section(Array("Third n#A".utf8))
      } catch VaultError.inexactReference(let name, _) {
        throw VaultError.inexactReference(name, candidates: [])
      }
    }
  }

  @Test func eachMemoIsOneOfJoinedPlacesAtItsFirstLine() {
    let (a, b) = (VaultPath("a.md"), VaultPath("b.md"))
    let places = [MemoPlace(a), MemoPlace(b, line: 2), MemoPlace(a, line: 4), MemoPlace(b), MemoPlace(a, line: 9)]
    #expect(MemoPlace.joined(places) == [MemoPlace(a, line: 4), MemoPlace(b, line: 2)])
  }

  @Test(arguments: ["notes.md:0", "notes.md:", "notes.md:x", "nothing.md:3", ":3", "notes.md:99999999999999999999"])
  func aLineNeedsAMemoAndANumber(reference: String) {
    #expect(throws: VaultError.self) { try finder().place(Array(reference.utf8)) }
  }

  @Test(
    arguments: [
      ("plan", "work/plan.md", "plan.markdown"), ("./plan", "work/plan.md", nil), ("../plan", "plan.markdown", nil),
      ("notes", "notes.md", nil), ("work/plan", "work/plan.md", nil),
    ] as [(String, String, String?)])
  func readingUsesThePathFromHereAndReportsTheOther(reference: String, path: String, other: String?) throws {
    var told: [VaultPath] = []
    let finder = MemoFinder(
      vault: vault, host: folder.host(), workingDirectory: HostPath("vault/work", from: folder.path), isStrict: false,
      warnAmbiguous: { told += [$1, $2] }, loadIndex: { try vault.refresh() })
    #expect(try finder.find(Array(reference.utf8)) == VaultPath(path))
    #expect(told == (other.map { [VaultPath(path), VaultPath($0)] } ?? []))
  }

  // The row of that number is another memo, and may be yet another tomorrow.
  @Test func aStrictNumberMayBeAName() throws {
    #expect(try finder(isStrict: true).find(Array("3".utf8)) == VaultPath("work/3.md"))
    #expect(try finder(isStrict: false).find(Array("3".utf8)) == VaultPath("work/plan.md"))
  }

  @Test func aPathNeedsNoIndex() throws {
    let finder = MemoFinder(
      vault: vault, host: folder.host(), workingDirectory: vault.root, isStrict: false,
      loadIndex: { () throws(VaultError) in throw .noVault(unused: nil) })
    #expect(try finder.find(Array("notes".utf8)) == VaultPath("notes.md"))
    #expect(throws: VaultError.noVault(unused: nil)) { try finder.find(Array("Meeting".utf8)) }
  }

  @Test func aReferenceNeedNotBeText() throws {
    let name = [0xFF] + Array(".md".utf8)
    try folder.write(Array("# Odd".utf8), to: VaultPath("vault").appending(name))
    #expect(try finder().find(name) == VaultPath(bytes: name))
    #expect(try finder().find([0xFF]) == VaultPath(bytes: name))
    #expect(throws: VaultError.self) { try finder().find([0x61, 0]) }
  }

  /// - Parameter directory: from the folder around the vault; the vault itself where empty.
  private func finder(in directory: String = "", isStrict: Bool = false, isChange: Bool = false) -> MemoFinder {
    let start = directory.isEmpty ? vault.root : HostPath(directory, from: folder.path)
    return MemoFinder(
      vault: vault, host: folder.host(), workingDirectory: start, isStrict: isStrict,
      isChange: isChange, loadIndex: { try vault.refresh() })
  }
}
