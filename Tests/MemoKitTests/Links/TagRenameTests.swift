import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct TagRenameTests {
  private static let texts = [
    "front.md": "---\ntags: [Work, home]\n---\n# Front\n", "nested/text.md": "# Text\r\n#work/plan and #work",
    "other.md": "# Other\n#worker #home/work `#work`\n", "none.md": "work\n",
  ]

  private static func rename(
    _ old: String, _ new: String, in vault: ChangedVault, by history: OperationHistory? = nil
  ) throws -> PastOperation? {
    let rename = try #require(TagRename(from: old, to: new, in: vault.vault))
    let index = try vault.vault.readAll()
    return try rename.rename(in: rename.memos(in: index), of: index, by: history ?? vault.history, at: 1)
  }

  private static func counts(in vault: ChangedVault) throws -> [String] {
    TagCounts(isNested: false).counts(in: try vault.vault.readAll()).map { "\($0.tag) \($0.count)" }
  }

  @Test func aTagIsRenamedInEveryMemoAsOneOperation() throws {
    let vault = try ChangedVault(Self.texts)
    let before = try vault.files()
    let made = try #require(try Self.rename("work", "job", in: vault))
    #expect(made.name == "tags rename" && made.changed.map(\.text) == ["front.md", "nested/text.md"])
    #expect(try vault.texts()["front.md"] == "---\ntags: [job, home]\n---\n# Front\n")
    #expect(try vault.texts()["nested/text.md"] == "# Text\r\n#job/plan and #job")
    for (path, file) in try vault.files() {
      let step = made.changed.contains(path) ? FileStamp.step : 0
      #expect(file.modified - step == before[path]?.modified, "\(path)")
    }
    #expect(try Self.counts(in: vault) == ["home 1", "home/work 1", "job 2", "job/plan 1", "worker 1"])
    let after = try vault.files()
    _ = try vault.history.undo()
    #expect(try vault.files() == before)
    _ = try vault.history.redo()
    #expect(try vault.files() == after)
  }

  @Test func placesAreCountedBeforeAnythingChanges() throws {
    let vault = try ChangedVault(Self.texts)
    let rename = try #require(TagRename(from: "#WORK", to: "#job", in: vault.vault))
    let memos = rename.memos(in: try vault.vault.readAll())
    #expect(try memos.map { "\($0.text) \(try rename.places(in: $0))" } == ["front.md 1", "nested/text.md 2"])
    #expect(try vault.texts() == Self.texts)
  }

  @Test func aTagThatIsCalledSoAlreadyIsNoOperation() throws {
    let vault = try ChangedVault(Self.texts)
    #expect(try Self.rename("home", "home", in: vault) == nil)
    #expect(try Self.rename("nowhere", "x", in: vault) == nil)
    #expect(try vault.operations() == [])
    #expect(try Self.rename("work", "work", in: vault)?.changed.map(\.text) == ["front.md"])
    #expect(try vault.texts()["front.md"] == "---\ntags: [work, home]\n---\n# Front\n")
  }

  @Test func onlyMemosWithTheTagAreRead() throws {
    let folder = try TemporaryFolder()
    for (path, text) in Self.texts { try folder.write(text, to: path) }
    let index = try folder.openVault().readAll()
    let watched = try WatchedFiles(folder.openVault().files)
    let host = WrappedHost(base: folder.host(), files: { _ in watched }, writer: { $0 })
    let vault = try Vault(at: folder.path, host: host)
    #expect(watched.takeReads() == [Vault.settingsPath])
    let rename = try #require(TagRename(from: "work", to: "job", in: vault))
    let memos = rename.memos(in: index)
    #expect(watched.takeReads() == [])
    for path in memos { _ = try rename.places(in: path) }
    #expect(watched.takeReads().map(\.text) == ["front.md", "nested/text.md"])
  }

  @Test func aMemoThatIsGoneLeavesTheOthersAsTheyWere() throws {
    let vault = try ChangedVault(Self.texts)
    let before = try vault.files()
    let rename = try #require(TagRename(from: "work", to: "job", in: vault.vault))
    let index = try vault.vault.readAll()
    let memos = rename.memos(in: index)
    try vault.folder.remove(VaultPath("nested/text.md"))
    #expect(throws: VaultError.self) { try rename.rename(in: memos, of: index, by: vault.history, at: 1) }
    #expect(try vault.files() == before.filter { $0.key.text != "nested/text.md" })
    #expect(try vault.operations() == [])
  }

  @Test(arguments: [("work", "a b"), ("work", "1"), ("work", ""), ("", "x"), ("#", "x")])
  func aNameThatCannotBeATagIsRefused(old: String, new: String) throws {
    #expect(TagRename(from: old, to: new, in: try ChangedVault().vault) == nil)
  }

  /// Names are drawn such that none holds another, so that what each tag becomes is known without any rule.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func afterwardsTheVaultHasTheRenamedTags(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let names = ["일", "work", "Ärger", "old-1", "e\u{301}"]
    let picked = random.pick(names)
    let old = try #require(picked)
    var texts: [String: String] = [:]
    for number in 0..<30 {
      let tags = (0..<3).map { _ in (random.pick(names) ?? "") + (random.pick(["", "/x", "/y/z"]) ?? "") }
      texts["\(number).md"] =
        number.isMultiple(of: 3)
        ? "---\ntags: [\(tags.joined(separator: ", "))]\n---\n" : "#" + tags.joined(separator: " #")
    }
    let vault = try ChangedVault(texts)
    let before = try Self.tags(in: vault)
    _ = try Self.rename(old, "new/name", in: vault)
    let wanted = before.mapValues { tags in
      tags.map { $0 == old || $0.hasPrefix(old + "/") ? "new/name" + $0.dropFirst(old.count) : $0 }
    }
    #expect(try Self.tags(in: vault) == wanted, "seed \(seed): \(old)")
  }

  private static func tags(in vault: ChangedVault) throws -> [String: [String]] {
    try vault.texts().mapValues { MemoParser.metadata(of: Array($0.utf8)).tags }
  }
}
