import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore

/// One line, or the front matter, may be all of a memo, and hold nothing but links or names of a memo.
///
/// The limits are for work that grows with the square of their number: each test would take more than ten minutes.
@Suite(.ends(within: .seconds(300))) struct ManyLinksTests {
  @Test func aRenameGoesThroughALineOnce() throws {
    let count = 170_000
    let vault = try ChangedVault(["b.md": "# b\n", "l.md": "# L\n\n\(String(repeating: "[[b]] ", count: count))\n"])
    let renaming = MemoRenaming(in: vault.vault, try vault.refresh())
    _ = try renaming.rename(vault.read("b.md"), to: "c", isTitleOnly: false)
      .carryOut("rename", by: vault.history, at: 1)
    #expect(try vault.texts()["l.md"] == "# L\n\n\(String(repeating: "[[c]] ", count: count))\n")
  }

  private static func repeated(_ unit: String, _ count: Int) -> String { String(repeating: unit, count: count) }

  /// Memos with links in a long front matter, below one, and where none ends.
  private static let longFrontMatters = [
    "---\nup:\n\(repeated("- \"[[b]]\"\n", 50_000))---\n",
    "---\nup: [\(repeated("\"[[b]]\", ", 50_000))x]\n---\n",
    "---\n\(repeated("k: x\n", 10_000))---\n\(repeated("[[b]]\n\n", 50_000))",
    "---\n\(repeated("[[b]]\n\n", 200_000))",
  ]

  @Test(arguments: longFrontMatters.indices)
  func aRenameGoesThroughFrontMatterOnce(place: Int) throws {
    let text = Self.longFrontMatters[place]
    let vault = try ChangedVault(["b.md": "# b\n", "l.md": text])
    let renaming = MemoRenaming(in: vault.vault, try vault.refresh())
    _ = try renaming.rename(vault.read("b.md"), to: "c", isTitleOnly: false)
      .carryOut("rename", by: vault.history, at: 1)
    #expect(try vault.texts()["l.md"] == text.replacing("[[b]]", with: "[[c]]"), "\(text.prefix(20).debugDescription)")
  }

  @Test func aLineOfMentionsIsLinked() throws {
    let count = 200_000
    let vault = try ChangedVault([
      "foo.md": "# Foo\n", "l.md": "# L\n\n\(String(repeating: "foo | bar ", count: count))\n",
    ])
    let mentions = try Mentions(
      of: VaultPath("foo.md"), in: try vault.refresh(), of: vault.vault, processorTime: { .zero })
    let rewrites = mentions.rewrites(linking: mentions.all)
    #expect(mentions.all.count == count && rewrites.count == 1)
    let expected = "# L\n\n\(String(repeating: "[[foo]] | bar ", count: count))\n"
    #expect(rewrites.first?.contents.elementsEqual(expected.utf8) == true)
  }

  @Test func manyFilesOfOneNameAreNotGoneThroughForEachLink() throws {
    let (folders, count) = (2_000, 300_000)
    let vault = try Vault(at: HostPath("/memory"), host: MemoryVault.host())
    for folder in 0..<folders {
      _ = try vault.writer.create(VaultPath("f\(folder)/p.png"), contents: [], modified: 1)
    }
    let text = (0..<count).map { "![](q\($0)/p.png)\n" }.joined()
    let links = Array(text.utf8).withUnsafeBytes { AttachmentLink.all(in: $0) }.map {
      (link: $0, folder: VaultPath.root)
    }
    let finder = AttachmentFinder(for: links, in: vault.files)
    let found = links.count { !finder.hasFile(namedBy: $0) && finder.meant(by: $0, limit: 5) == (folders, []) }
    #expect(found == count)
  }
}
