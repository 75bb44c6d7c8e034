import MemoCore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore

/// Links and tags behind the part of a memo that its record covers: changes follow them as they follow all others.
@Suite struct LongMemoTests {
  private static let start =
    "# Long\n" + String(repeating: "words and more words\n", count: MemoMetadata.readLimit / 20)

  /// A vault with a long memo that ends with a text.
  private func vault(endingWith end: String, _ texts: [String: String]) throws -> ChangedVault {
    try ChangedVault(texts.merging(["long.md": Self.start + end]) { $1 })
  }

  /// How the long memo ends, after its start is found to be as it was.
  private func end(in vault: ChangedVault, at path: String = "long.md") throws -> String {
    let text = String(decoding: try vault.read(path).bytes, as: UTF8.self)
    #expect(text.utf8.starts(with: Self.start.utf8))
    return String(decoding: text.utf8.dropFirst(Self.start.utf8.count), as: UTF8.self)
  }

  @Test(arguments: [false, true]) func aRenameRewritesThem(isCached: Bool) throws {
    let vault = try vault(
      endingWith: "[[Plan]] [[plan#Goals|g]] [p](plan.md) [r][] [[other]]\n\n[r]: plan.md#goals\n",
      ["plan.md": "# Plan\n## Goals\n", "other.md": ""])
    let before = try vault.files()
    let index = try isCached ? vault.refresh() : vault.vault.readAll()
    let renaming = MemoRenaming(in: vault.vault, index)
    let relocation = try renaming.rename(vault.read("plan.md"), to: "Road map", isTitleOnly: false)
    #expect(relocation.rewrites.map(\.memo.path.text) == ["long.md", "plan.md"])
    _ = try relocation.carryOut("rename", by: vault.history, at: 1)
    #expect(
      try end(in: vault)
        == "[[Road map]] [[Road map#Goals|g]] [p](Road-map.md) [r][] [[other]]\n\n[r]: Road-map.md#goals\n")
    let kept = try #require(before[VaultPath("long.md")]).modified
    #expect(try vault.files()[VaultPath("long.md")]?.modified == kept + FileStamp.step)
    _ = try vault.history.undo()
    #expect(try vault.files() == before)
  }

  @Test func aMoveRewritesThem() throws {
    let vault = try vault(
      endingWith: "[p](work/plan.md) ![i](work/i.png) [f](work/sub/)\n",
      ["work/plan.md": "# Plan\n", "work/i.png": "", "work/sub/index.md": ""])
    let memo = try MemoRenaming(in: vault.vault, vault.refresh()).move(vault.read("work/plan.md"), to: .root)
    _ = try memo.carryOut("move", by: vault.history, at: 1)
    #expect(try end(in: vault) == "[p](plan.md) ![i](work/i.png) [f](work/sub/)\n")
    let folder = try MemoRenaming(in: vault.vault, vault.refresh()).move(
      folder: VaultPath("work"), to: VaultPath("old"))
    _ = try folder.carryOut("move", by: vault.history, of: vault.vault, at: 1)
    #expect(try end(in: vault) == "[p](plan.md) ![i](old/i.png) [f](old/sub/)\n")
  }

  @Test func aHeadingThatIsRenamedTakesThemAlong() throws {
    let vault = try vault(endingWith: "[[plan#Goals]] [g](plan.md#goals)\n", ["plan.md": "# Plan\n## Goals\n"])
    let rename = try HeadingRename(
      of: "Goals", in: vault.read("plan.md"), to: "Aims", in: vault.refresh(), of: vault.vault)
    _ = try rename.carryOut("rename", by: vault.history, at: 1)
    #expect(try end(in: vault) == "[[plan#Aims]] [g](plan.md#aims)\n")
  }

  /// A name may be in headings of many memos.
  @Test func itIsReadOnceForAllHeadingsThatChange() throws {
    func reads(headings count: Int) throws -> Int {
      let notes = (1...4).map { ("n\($0).md", $0 <= count ? "# N\n\n## See [[Plan]]\n" : "# N\n\n## See\n") }
      let vault = try vault(
        endingWith: "[[n1#See Plan]] [[n4#See Plan]]\n",
        Dictionary(uniqueKeysWithValues: notes + [("plan.md", "# Plan\n")]))
      let watched = WatchedFiles(vault.vault.files)
      let host = WrappedHost(base: vault.folder.host(), files: { _ in watched }, writer: { $0 })
      let opened = try Vault(at: vault.folder.path, host: host)
      let renaming = MemoRenaming(in: opened, try opened.readAll())
      _ = watched.takeReads()
      let relocation = try renaming.rename(vault.read("plan.md"), to: "Map", isTitleOnly: false)
      #expect(relocation.rewrites.contains { $0.memo.path.text == "long.md" })
      return watched.takeReads().count { $0.text == "long.md" }
    }
    #expect(try reads(headings: 4) == reads(headings: 1))
  }

  @Test func theyLeadToNoTwinOfADeletedMemo() throws {
    let vault = try vault(endingWith: "[[plan]]\n", ["plan.md": "", "work/plan.md": ""])
    let deletion = try Deletion(of: [vault.read("plan.md")], in: vault.refresh(), of: vault.vault)
    _ = try deletion.carryOut(by: vault.history, of: vault.vault, at: 1)
    #expect(try end(in: vault) == "[[/plan]]\n")
  }

  @Test func aMergeAndAnExtractTakeThemAlong() throws {
    let vault = try vault(endingWith: "[[b]] [[a#Two]]\n", ["a.md": "# A\n\n## Two\n\ntext\n", "b.md": "# B\n"])
    let merge = try MemoMerge([vault.read("b.md")], into: vault.read("a.md"), in: vault.refresh(), of: vault.vault)
    try merge.carryOut("merge", by: vault.history, of: vault.vault, at: 1)
    #expect(try end(in: vault) == "[[a]] [[a#Two]]\n")
    let extraction = try SectionExtraction(
      of: "Two", in: vault.read("a.md"), titled: "C", fallbackName: "x", in: vault.refresh(), of: vault.vault)
    _ = try extraction.carryOut("extract", by: vault.history, at: 1)
    #expect(try end(in: vault) == "[[a]] [[C#C]]\n")
  }

  @Test func tagsAreRenamedAndRemoved() throws {
    let vault = try vault(endingWith: "#late and #other\n", ["short.md": "#late\n"])
    let rename = try #require(TagRename(from: "late", to: "soon", in: vault.vault))
    let memos = try rename.memos(in: vault.refresh())
    #expect(memos.map(\.text) == ["long.md", "short.md"])
    _ = try rename.rename(in: memos, of: vault.refresh(), by: vault.history, at: 1)
    #expect(try end(in: vault) == "#soon and #other\n")
    let index = try vault.refresh()
    #expect(TagChange.memos(with: "#Other", in: index).map(\.text) == ["long.md"])
    #expect(TagChange.memos(with: "late", in: index) == [])
  }

  @Test func aSyncKnowsThatThereAreLinks() throws {
    let vault = try vault(endingWith: "[[b]]\n", ["b.md": "no links\n"])
    let index = try vault.refresh()
    #expect(index.hasLinks(in: VaultPath("long.md")) && !index.hasLinks(in: VaultPath("b.md")))
  }

  @Test(arguments: [false, true]) func memosAreLongOrOversizedByTheirSizes(isCached: Bool) throws {
    let vault = try ChangedVault()
    let sizes = [
      ("a.md", MemoMetadata.readLimit), ("b.md", MemoMetadata.readLimit + 1), ("c.md", FileError.largestInMemory),
      ("d.md", FileError.largestInMemory + 1),
    ]
    for (path, size) in sizes {
      try vault.folder.write("", to: path)
      try vault.folder.truncate(VaultPath(path), to: size)
    }
    let index = try isCached ? vault.refresh() : vault.vault.readAll()
    #expect(index.longMemos.map(\.text) == ["b.md", "c.md"])
    #expect(index.oversizedMemos.map(\.text) == ["d.md"])
    let noted = Mutex<[String]>([])
    let workspace = Workspace(
      vault.vault, on: .tested(in: vault.folder),
      notify: { notice in
        if case .oversized(let path) = notice { noted.withLock { $0.append(path.text) } }
      })
    _ = try workspace.index()
    #expect(noted.withLock { $0 } == [], "nothing is to be rewritten")
    _ = try workspace.index(mustBeWhole: true)
    #expect(noted.withLock { $0 } == ["d.md"])
  }
}
