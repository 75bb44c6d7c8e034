import MemoCore
import MemoTestSupport
import Testing

/// Memos that got another path and another text, told from those that went while others came.
@Suite struct RenameHintTests {
  private func found(_ old: [String: String], _ new: [String: String]) -> [String] { search(old, new).found }

  private func search(_ old: [String: String], _ new: [String: String]) -> (found: [String], read: Int) {
    var read = 0
    var store = ObjectStore()
    let (old, new) = (store.tree(old), store.tree(new))
    let (before, after) = (Set(old.map(\.path)), Set(new.map(\.path)))
    let hints = RenameHint.found(
      gone: old.filter { !after.contains($0.path) }, come: new.filter { !before.contains($0.path) }, in: old
    ) { [store] ids in
      read += ids.count
      return store.read(ids)
    }
    return (hints.map { "\($0.old.text) \($0.new.text)" }.sorted(), read)
  }

  @Test func halfOfTheLinesThatAMemoAloneHadAreEnough() {
    let old = ["a.md": "# A\none\ntwo\nthree\n", "b.md": "# B\nfour\nfive\n"]
    #expect(found(old, ["c.md": "# A\none\nnew\nmore\n", "d.md": "# B!\nfour\nfive\n"]) == ["a.md c.md", "b.md d.md"])
    #expect(found(old, ["c.md": "# A\nnew\n", "b.md": "# B\nfour\nfive\n"]) == [], "one line of four")
  }

  @Test func whatATemplateGivesToAllProvesNothing() {
    let template = "# Day\n## Tasks\n## Notes\n"
    let old = ["1.md": template + "one\n", "2.md": template + "two\n", "3.md": template]
    #expect(found(old, ["4.md": template + "two\n", "3.md": template]) == ["2.md 4.md"])
    #expect(found(old, ["4.md": template + "other\n", "3.md": template]) == [])
  }

  @Test func twoNewMemosWithTheSameLinesAreAmbiguous() {
    #expect(found(["a.md": "# A\none\n"], ["b.md": "# A\none\n!\n", "c.md": "# A\none\n?\n"]) == [])
    #expect(found(["a.md": "x\n", "p.png": "y\n"], ["b.txt": "x\n!\n", "q.png": "y\n"]) == [], "memos alone")
  }
}

/// How many memos are read.
extension RenameHintTests {
  /// A memo and a thousand others that are made from the same template.
  private static let template = "---\ntags: day\n---\n## Tasks\n"
  private static let vault = Dictionary(
    uniqueKeysWithValues: (0..<1_000).map { ("\($0).md", template + "text of \($0)\n") })

  private func search(_ text: String) -> (found: [String], read: Int) {
    var new = Self.vault
    new["7.md"] = nil
    new["new.md"] = text
    return search(Self.vault, new)
  }

  @Test func ofAVaultNoneIsReadWhereTwoMemosHaveNothingInCommon() {
    let (found, read) = search("# Another\n")
    #expect(found.isEmpty && read == 2)
  }

  @Test func ofAVaultFewAreReadWhereTwoMemosHaveWhatManyHave() {
    let (found, read) = search(Self.template + "another text\n")
    #expect(found.isEmpty && read < 500)
  }

  @Test func ofAVaultAllAreReadBeforeAMemoCountsAsRenamed() {
    let (found, read) = search(Self.template + "text of 7\nmore\n")
    #expect(found == ["7.md new.md"] && read == 1_002)
    let (none, all) = search(Self.template + "text of 8\ntext of 7, edited\n")
    #expect(none.isEmpty && all < 500)
  }
}

/// Moves by which programs delete.
@Suite struct DeletionHintTests {
  @Test(arguments: [
    ("a.md", ".trash/a.md", true), ("a.md", "x/.old/a.md", true), ("a.md", "a.txt", true),
    ("p.png", ".trash/p.png", true),
    ("a.md", "x/a.md", false), ("a.md", "b.markdown", false), ("p.png", "x/p.png", false),
    (".trash/a.md", "a.md", false), (".trash/a.md", ".trash/b.md", false), ("a.txt", "b.txt", false),
    (".memo/templates/a.md", ".memo/templates/b.md", false),
  ])
  func aFileThatIsHiddenOrNoLongerAMemosIsDeleted(old: String, new: String, isDeletion: Bool) {
    #expect(RenameHint(old: VaultPath(old), new: VaultPath(new)).isDeletion == isDeletion)
  }

  private static let (old, new) = ("1\n2\n", "1\n2\n3\n")

  static let examples = [
    TreeMergeTests.Example(
      "moved into a hidden folder", ["a.md": old], [".trash/a.md": old], ["a.md": new],
      [".trash/a.md": old, "a.md": new]),
    TreeMergeTests.Example(
      "moved there and edited", ["a.md": old], [".trash/a.md": old + "x\n"], ["a.md": new],
      [".trash/a.md": old + "x\n", "a.md": new]),
    TreeMergeTests.Example(
      "moved over another one there", ["a.md": old, ".trash/a.md": "0\n"], [".trash/a.md": old],
      ["a.md": new, ".trash/a.md": "0\n"], [".trash/a.md": old, "a.md": new]),
  ]

  @Test(arguments: examples, [true, false])
  func whatTheOtherSideChangedIsKept(_ example: TreeMergeTests.Example, isFirst: Bool) {
    let (first, second) = isFirst ? (example.first, example.second) : (example.second, example.first)
    let merged = TreeMergeTests.merged(TreeMergeTests.Example("", example.base, first, second, [:]))
    #expect(merged == example.merged)
  }

  @Test func aDeletionThatWasTakenBackIsARename() {
    func left(_ names: [String]) -> [String] {
      let hints = names.map { $0.split(separator: " ").map { VaultPath("\($0)") } }.map {
        RenameHint(old: $0[0], new: $0[1])
      }
      return hints.withoutDeletions.map { "\($0.old.text) \($0.new.text)" }
    }
    #expect(left(["a.md b.md", "b.md .trash/b.md"]) == ["a.md b.md"])
    #expect(left(["a.md .trash/a.md", ".trash/a.md x/a.md"]) == ["a.md .trash/a.md", ".trash/a.md x/a.md"])
    let swap = ["a.md b.md.moved", "b.md a.md", "b.md.moved b.md"]
    #expect(left(swap) == swap, "two memos that have each other's names")
  }
}

/// Renames of one moment, written one after the other.
@Suite struct RenameOrderTests {
  private func hints(_ targets: [String: String], taken: Set<String> = []) -> [String] {
    let paths = Dictionary(uniqueKeysWithValues: targets.map { (VaultPath($0.key), VaultPath($0.value)) })
    return [RenameHint](atOnce: paths) { taken.contains($0.text) }.map { "\($0.old.text) \($0.new.text)" }
  }

  @Test func whatIsInTheWayGoesFirst() {
    #expect(hints(["a": "b", "b": "c", "x": "y"]) == ["b c", "a b", "x y"])
    #expect(hints(["a": "b", "b": "a"]) == ["a b.moved", "b a", "b.moved b"])
    #expect(hints(["a": "b", "b": "a"], taken: ["b.moved"]).first == "a b.moved.moved")
    #expect(hints([:]) == [])
  }

  @Test func aPathStandsForTheFileThatWasThereBefore() {
    let names = ["a b", "b c", "a d", "x y", "y x"].map { $0.split(separator: " ").map { VaultPath("\($0)") } }
    let targets = names.map { RenameHint(old: $0[0], new: $0[1]) }.targets
    #expect(targets.map { "\($0.key.text) \($0.value.text)" }.sorted() == ["a c", "x x"])
  }

  @Test(arguments: UInt64(1)...20)
  func oneAfterTheOtherTheyLeadToTheSame(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let names = (0..<12).map { VaultPath("\($0)") }
    let targets = Dictionary(
      uniqueKeysWithValues: zip(names.shuffled(using: &random).prefix(8), names.shuffled(using: &random))
    )
    .filter { $0.key != $0.value }
    let hints = [RenameHint](atOnce: targets) { names.contains($0) }
    let (origins, ends) = (hints.origins, hints.targets)
    for name in targets.keys {
      #expect(hints.target(of: name) == targets[name])
      #expect(ends[name] == targets[name])
      #expect(targets[name].map(hints.origin) == name)
      #expect(targets[name].flatMap { origins[$0] } == name)
    }
    #expect(origins.count == targets.count && ends.count == targets.count)
    // None is ever renamed to where another one is.
    var there = Set(targets.keys)
    for hint in hints {
      #expect(there.remove(hint.old) != nil && there.insert(hint.new).inserted, "\(hints)")
    }
  }
}
