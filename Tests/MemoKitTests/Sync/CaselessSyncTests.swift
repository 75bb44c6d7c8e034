import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// A device whose file system takes names that differ only in case for one, beside one on which they are two.
@Suite struct CaselessSyncTests {
  private let devices: SyncedDevices

  init() throws {
    devices = try SyncedDevices()
    devices.ignoringCase = [1]
  }

  /// The paths of the Markdown files of a device.
  private func files(_ device: Int) throws -> [String] {
    try devices.place.shell("find . -name '*.md' -not -path './.*'", in: "d\(device)").split(separator: "\n").map {
      String($0.dropFirst(2))
    }.sorted()
  }

  /// Syncs both until nothing can be left to come.
  private func settle() throws {
    for device in [0, 1, 0, 1] { try devices.sync(device) }
  }

  @Test(arguments: [("a.md", "A.md"), ("reading/x.md", "Reading/x.md"), ("é.md", "É.md")], [false, true])
  func aNewCaseOfANameKeepsTheMemo(names: (String, String), isEdited: Bool) throws {
    try devices.write("# A\none\ntwo\nthree\n", to: names.0, on: 0)
    try settle()
    let others = try files(1).filter { $0 != names.0 }
    try devices.remove(names.0, on: 0)
    let text = isEdited ? "# New\none\ntwo\nthree\n" : "# A\none\ntwo\nthree\n"
    try devices.write(text, to: names.1, on: 0)
    try settle()
    for device in 0...1 {
      #expect(try files(device) == (others + [names.1]).sorted(), "device \(device)")
      #expect(try devices.text(names.1, on: device) == text)
    }
    try devices.write(text + "four\n", to: names.1, on: 1)
    try settle()
    #expect(try devices.text(names.1, on: 0) == text + "four\n", "an edit of it goes back")
  }

  @Test(arguments: [false, true])
  func ofTwoNamesOneIsLeftOut(areAtOnce: Bool) throws {
    try devices.write("# Upper\n\nupper\n", to: "Note.md", on: 0)
    if !areAtOnce { try settle() }
    try devices.write("# Lower\n\nlower\n", to: "note.md", on: 0)
    try devices.sync(0)
    let report = try devices.sync(1)
    #expect(report.skipped.map(\.reason) == [.obstructed])
    let here = try #require(files(1).first { $0 != "a.md" })
    #expect(try files(1) == [here, "a.md"].sorted() && devices.text(here, on: 1) == devices.text(here, on: 0))
    try settle()
    #expect(try files(0) == ["Note.md", "a.md", "note.md"], "both stay where they are two")
    #expect(try devices.text("Note.md", on: 0) == "# Upper\n\nupper\n")
    #expect(try devices.text("note.md", on: 0) == "# Lower\n\nlower\n")
    try devices.write("# New\n", to: here, on: 1)
    try settle()
    #expect(try devices.text(here, on: 0) == "# New\n", "an edit of the one that is here goes to its own name")
    let left = here == "Note.md" ? "note.md" : "Note.md"
    try devices.remove(left, on: 0)
    try settle()
    #expect(try files(1) == [here, "a.md"].sorted() && devices.text(here, on: 1) == "# New\n")
  }

  // MARK: Folders

  /// What one device does below the old spelling of a folder while the other one changes that.
  struct Work: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (SyncedDevices, Int) throws -> Void
    var alsoGone: String?
    /// The memos in the folder afterwards.
    let expected: [String: String]
    /// Those that the merge records as renamed, for their history.
    var renamed: [String] = []
  }

  static let works = [
    Work(
      testDescription: "a new memo", change: { try $0.write("# N\n", to: "Reading/n.md", on: $1) },
      expected: ["x.md": "# X\n", "y.md": "# Y\n", "n.md": "# N\n"], renamed: ["n.md"]),
    Work(
      testDescription: "a new memo in a new folder", change: { try $0.write("# N\n", to: "Reading/Sub/n.md", on: $1) },
      expected: ["x.md": "# X\n", "y.md": "# Y\n", "Sub/n.md": "# N\n"], renamed: ["Sub/n.md"]),
    Work(
      testDescription: "an edit of a memo that was deleted",
      change: { try $0.write("# Y\nnew\n", to: "Reading/y.md", on: $1) }, alsoGone: "y.md",
      expected: ["x.md": "# X\n", "y.md": "# Y\nnew\n"], renamed: ["y.md"]),
    Work(
      testDescription: "a deleted memo", change: { try $0.remove("Reading/y.md", on: $1) }, expected: ["x.md": "# X\n"]),
    Work(
      testDescription: "a renamed memo", change: { try $0.rename("Reading/y.md", to: "Reading/z.md", on: $1) },
      expected: ["x.md": "# X\n", "z.md": "# Y\n"], renamed: ["z.md"]),
  ]

  @Test(arguments: works, [0, 1])
  func aNewCaseOfAFolderTakesWhatTheOtherDeviceDoesThere(work: Work, mover: Int) throws {
    for name in ["x", "y"] { try devices.write("# \(name.uppercased())\n", to: "Reading/\(name).md", on: 0) }
    try settle()
    if let gone = work.alsoGone { try devices.remove("Reading/\(gone)", on: mover) }
    try devices.rename("Reading", to: "reading", on: mover)
    try work.change(devices, 1 - mover)
    try settle()
    for device in 0...1 {
      #expect(try files(device) == ["a.md"] + work.expected.keys.map { "reading/\($0)" }.sorted(), "device \(device)")
      for (name, text) in work.expected { #expect(try devices.text("reading/\(name)", on: device) == text) }
    }
    let merges = try devices.place.shell("git log --merges --format=%B", in: "d0").split(separator: "\n")
    let renamed = merges.filter { $0.hasPrefix("Memo-Renamed: ") }
    #expect(renamed == work.renamed.map { "Memo-Renamed: \"Reading/\($0)\" -> \"reading/\($0)\"" })
    let head = try devices.head(0)
    #expect(try head == devices.head(1))
    try settle()
    #expect(try head == devices.head(0) && head == devices.head(1), "nothing is left to do")
  }

  /// As `.DS_Store`, which keeps the folder from going with its last memo.
  @Test(arguments: [0, 1]) func anIgnoredFileInAFolderDoesNotKeepItsSpelling(mover: Int) throws {
    try devices.write("# X\n", to: "Reading/Sub/x.md", on: 0)
    try settle()
    for folder in ["Reading", "Reading/Sub"] { try devices.write("D", to: "\(folder)/.DS_Store", on: 1) }
    try devices.rename("Reading/Sub", to: "Reading/sub", on: mover)
    try devices.rename("Reading", to: "reading", on: mover)
    try settle()
    for device in 0...1 { #expect(try files(device) == ["a.md", "reading/sub/x.md"], "device \(device)") }
    #expect(try devices.text("reading/sub/.DS_Store", on: 1) == "D")
    #expect(try devices.text("reading/.DS_Store", on: 1) == "D")
  }

  /// Whatever both do at the same time to a folder and in it, it stays one, and what either wrote is there.
  @Test(arguments: UInt64(1)...10) func aFolderStaysOne(seed: UInt64) throws {
    var (random, fresh, spellings) = (SeededRandom(seed: seed), 0, 0)
    func next() -> String {
      fresh += 1
      return "line \(fresh)\n"
    }
    // One that stays, because a folder without files has no spelling.
    for name in ["kept", "x", "y"] { try devices.write(next(), to: "Reading/\(name).md", on: 0) }
    try settle()
    for round in 0..<4 {
      let before = try texts(0)
      var after: [[String: String]] = []
      for device in 0...1 {
        for _ in 0..<1 + random.below(3) {
          let here = try files(device).filter { $0 != "a.md" }
          let folder = here[0].prefix { $0 != "/" }
          let name = random.pick(here) ?? ""
          switch random.below(4) {
          case 0: try devices.write(next(), to: "\(folder)/n\(fresh).md", on: device)
          case 1: try devices.write((devices.text(name, on: device) ?? "") + next(), to: name, on: device)
          case 2:
            guard !name.hasSuffix("/kept.md") else { continue }
            try devices.remove(name, on: device)
          default:
            let new = random.pick(["Reading", "reading", "READING"].filter { $0 != folder }) ?? ""
            try devices.rename(String(folder), to: new, on: device)
            spellings += 1
          }
        }
        after.append(try texts(device))
      }
      try settle()
      let now = try texts(0)
      #expect(try now == texts(1), "seed \(seed), round \(round)")
      #expect(try files(0) == files(1) && Set(files(0).map { $0.prefix { $0 != "/" } }).count == 2)
      for name in Set(after.flatMap(\.keys)).union(before.keys) {
        let (old, sides) = (before[name], after.map { $0[name] })
        let isGone = sides.contains(nil) && sides.allSatisfy { $0 == nil || $0 == old }
        #expect((now[name] == nil) == isGone, "\(name), seed \(seed), round \(round)")
        let lines = Set(sides.compactMap(\.self).joined().split(separator: "\n"))
        let found = Set(now[name]?.split(separator: "\n") ?? [])
        #expect(isGone || found == lines, "\(name), seed \(seed), round \(round)")
      }
    }
    print("seed \(seed): \(spellings) new spellings, \(try files(0).count - 1) memos")
  }

  /// The texts of a device's memos by their names.
  private func texts(_ device: Int) throws -> [String: String] {
    try files(device).reduce(into: [:]) { texts, path in
      texts[String(path.split(separator: "/").last ?? "")] = try devices.text(path, on: device)
    }
  }

  // MARK: Normalization

  private static let (composed, decomposed) = ("\u{E9}", "e\u{301}")

  /// A device whose file system ignores case ignores normalization as well; that of another one only this.
  private func ignoreNormalization(alone isAlone: Bool) {
    if isAlone { (devices.ignoringCase, devices.ignoringNormalization) = ([], [1]) }
  }

  /// The bytes of the paths, as Swift takes strings that differ in normalization for equal.
  private func bytes(_ paths: [String]) -> Set<[UInt8]> { Set(paths.map { Array($0.utf8) }) }

  @Test(arguments: [false, true], [false, true])
  func aNewNormalizationOfANameKeepsTheMemo(isAlone: Bool, isOfFolder: Bool) throws {
    ignoreNormalization(alone: isAlone)
    let (old, new) =
      isOfFolder
      ? ("\(Self.composed)/x.md", "\(Self.decomposed)/x.md") : ("\(Self.composed).md", "\(Self.decomposed).md")
    try devices.write("# A\none\n", to: old, on: 0)
    try settle()
    try devices.remove(old, on: 0)
    try devices.write("# A\none\ntwo\n", to: new, on: 0)
    if isOfFolder { try devices.write("# N\n", to: "\(Self.composed)/n.md", on: 1) }
    try settle()
    let expected = ["a.md", new] + (isOfFolder ? ["\(Self.decomposed)/n.md"] : [])
    for device in 0...1 {
      #expect(try bytes(files(device)) == bytes(expected), "device \(device)")
      #expect(try devices.text(new, on: device) == "# A\none\ntwo\n")
    }
  }

  @Test(arguments: [false, true]) func ofTwoNormalizationsOneIsLeftOut(isAlone: Bool) throws {
    ignoreNormalization(alone: isAlone)
    let names = [Self.composed, Self.decomposed].map { "\($0).md" }
    for name in names { try devices.write("# \(name.utf8.count)\n", to: name, on: 0) }
    try devices.sync(0)
    #expect(try devices.sync(1).skipped.map(\.reason) == [.obstructed])
    try settle()
    #expect(try files(1).count == 2)
    #expect(try bytes(files(0)) == bytes(names + ["a.md"]), "both stay where they are two")
    for name in names { #expect(try devices.text(name, on: 0) == "# \(name.utf8.count)\n") }
  }
}
