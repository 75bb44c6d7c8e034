import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore

/// Memos that become one, where something of theirs is written anew or clashes.
@Suite struct MemoMergeTests {
  private func merged(_ vault: ChangedVault) throws -> String {
    let merge = try MemoMerge([vault.read("b.md")], into: vault.read("a.md"), in: vault.refresh(), of: vault.vault)
    return String(decoding: merge.rewrites[0].contents, as: UTF8.self)
  }

  @Test func whatIsWrittenAnewHasTheLineBreaksOfTheFirst() throws {
    let tagged = try ChangedVault([
      "a.md": "# A\r\n\r\na\r\n", "b.md": "---\r\ntags: [books]\r\n---\r\n# B\r\n\r\nb\r\n",
    ])
    #expect(try merged(tagged) == "# A\r\n\r\na\r\n\r\n#books\r\n\r\n# B\r\n\r\nb\r\n")
    let files = ["a.md": "text\r\n", "b.md": "---\r\ntags: [x]\r\n---\r\nb\r\n"]
    #expect(try merged(ChangedVault(files, titles: .fileName)) == "text\r\n\r\n# b\r\n\r\n#x\r\n\r\nb\r\n")
  }

  @Test(arguments: ["^x", "^X"])
  func blocksOfOneNameAreRefused(name: String) throws {
    let vault = try ChangedVault(["a.md": "# A\n\none ^x\n", "b.md": "# B\n\ntwo \(name)\n", "l.md": "![[b#^x]]\n"])
    let before = try vault.texts()
    #expect(throws: RearrangingError.sameBlock(String(name.dropFirst()), VaultPath("a.md"), VaultPath("b.md"))) {
      try merged(vault)
    }
    #expect(try vault.texts() == before)
    #expect(try merged(ChangedVault(["a.md": "a ^x\n", "b.md": "b ^y\n"])) == "a ^x\n\nb ^y\n")
  }
}
