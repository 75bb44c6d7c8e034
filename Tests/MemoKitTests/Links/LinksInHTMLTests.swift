import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore

/// Links of Markdown in blocks of HTML, as Notion exports its callouts.
@Suite struct LinksInHTMLTests {
  private static let callout = "<aside>\n\u{1F4A1} [휴가 규정](plan.md) ![](a.png)\n</aside>\n"

  private static func vault() throws -> ChangedVault {
    let vault = try ChangedVault(["use.md": "# Use\n\n\(callout)", "plan.md": "# Plan\n"], titles: .firstLine)
    try vault.folder.write("picture", to: "a.png")
    return vault
  }

  private static func text(_ path: String, in vault: ChangedVault) throws -> String {
    String(decoding: try vault.read(path).bytes, as: UTF8.self)
  }

  @Test func theyAreBacklinksAndCheckFindsThoseThatAreBroken() throws {
    let vault = try Self.vault()
    let index = try vault.refresh()
    #expect(Backlinks(to: VaultPath("plan.md"), in: index).memos.map(\.path.text) == ["use.md"])
    #expect(VaultCheck(vault.vault, index).problems().isEmpty)
    let broken = try ChangedVault(["use.md": "# Use\n\n\(Self.callout)"], titles: .firstLine)
    #expect(VaultCheck(broken.vault, try broken.refresh()).problems().count == 2)
  }

  @Test func theyFollowAMove() throws {
    let vault = try Self.vault()
    let renaming = MemoRenaming(in: vault.vault, try vault.refresh())
    let use = try vault.read("use.md")
    _ = try renaming.move(use, to: VaultPath("sub")).carryOut("move", by: vault.history, at: 1)
    let followed = "# Use\n\n<aside>\n\u{1F4A1} [휴가 규정](../plan.md) ![](../a.png)\n</aside>\n"
    #expect(try Self.text("sub/use.md", in: vault) == followed)
    #expect(VaultCheck(vault.vault, try vault.refresh()).problems().isEmpty)
  }
}
