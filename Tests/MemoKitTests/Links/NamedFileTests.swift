import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore

/// Notes on pictures and documents, which are called like these: `paper.pdf.md` beside `paper.pdf`.
@Suite struct NamedFileTests {
  private static let links = "see ![[paper.pdf#page=3]] [[paper.pdf|pdf]] ![[att/paper.pdf]] [p](att/paper.pdf)"
  private static let note = VaultPath("att/paper.pdf.md")

  private static func vault(_ titles: TitleRule, hasFile: Bool = true) throws -> ChangedVault {
    let vault = try ChangedVault(
      ["att/paper.pdf.md": "# notes\n", "use.md": "\(links) [[paper.pdf.md]]\n", "other.md": "# Other\n"],
      titles: titles)
    if hasFile { try vault.folder.write("pdf", to: "att/paper.pdf") }
    return vault
  }

  private static func text(_ path: String, in vault: ChangedVault) throws -> String {
    String(decoding: try vault.read(path).bytes, as: UTF8.self)
  }

  @Test(arguments: [TitleRule.fileName, .firstLine])
  func theEmbedsOfAFileStayItsOwn(titles: TitleRule) throws {
    let vault = try Self.vault(titles)
    let renaming = MemoRenaming(in: vault.vault, try vault.refresh())
    let relocation = try renaming.rename(vault.read("att/paper.pdf.md"), to: "Paper notes", isTitleOnly: false)
    _ = try relocation.carryOut("rename", by: vault.history, at: 1)
    let name = titles == .fileName ? "Paper notes.md" : "paper.pdf.md"
    #expect(try Self.text("use.md", in: vault) == "\(Self.links) [[\(name)]]\n")
    // A move that is remembered is no reason to take the file for the note either.
    let problems = VaultCheck(vault.vault, try vault.refresh()).problems()
    #expect(problems.isEmpty, "\(problems)")
  }

  @Test func aMoveLeavesThem() throws {
    let vault = try Self.vault(.firstLine)
    let renaming = MemoRenaming(in: vault.vault, try vault.refresh())
    let note = try vault.read("att/paper.pdf.md")
    _ = try renaming.move(note, to: VaultPath("sub")).carryOut("move", by: vault.history, at: 1)
    #expect(try Self.text("use.md", in: vault) == "\(Self.links) [[paper.pdf.md]]\n")
    #expect(VaultCheck(vault.vault, try vault.refresh()).problems().isEmpty)
  }

  @Test func aMergeLeavesThem() throws {
    let vault = try Self.vault(.firstLine)
    let merge = try MemoMerge(
      [vault.read("att/paper.pdf.md")], into: vault.read("other.md"), in: vault.refresh(), of: vault.vault)
    try merge.carryOut("merge", by: vault.history, of: vault.vault, at: 1)
    #expect(try Self.text("use.md", in: vault) == "\(Self.links) [[other.md]]\n")
    #expect(VaultCheck(vault.vault, try vault.refresh()).problems().isEmpty)
  }

  @Test(arguments: [TitleRule.fileName, .firstLine])
  func onlyLinksToTheNoteAreItsBacklinks(titles: TitleRule) throws {
    let vault = try Self.vault(titles)
    let index = try vault.refresh()
    #expect(VaultCheck(vault.vault, index).problems().isEmpty)
    let backlinks = Backlinks(to: Self.note, in: index)
    let memo = try #require(backlinks.memos.first)
    #expect(try backlinks.matches(in: memo).map(\.column) == [Self.links.utf8.count + 2])
    let links = try #require(try index.links(of: VaultPath("use.md")))
    #expect(links.compactMap(\.path) == [Self.note])
  }

  @Test func withoutTheFileTheNoteIsMeant() throws {
    let vault = try Self.vault(.firstLine, hasFile: false)
    let index = try vault.refresh()
    let links = try #require(try index.links(of: VaultPath("use.md")))
    #expect(links.compactMap(\.path).count == 4)
    // The files are those of the time at which links are followed: the index does not know them.
    try vault.folder.write("pdf", to: "x/y/Paper.PDF")
    let now = try #require(try index.links(of: VaultPath("use.md")))
    #expect(now.compactMap(\.path).count == 2, "a path of folders is that of another file")
    try vault.folder.write("pdf", to: "x/att/paper.pdf")
    #expect(LinkGraph(of: index).edges().filter { $0.to == Self.note }.count == 1)
  }

  @Test func aNoteThatGetsTheNameOfAFileIsLinkedWithItsExtension() throws {
    let vault = try ChangedVault(["t.md": "# T\n", "u.md": "![[scan.png|300]] [[t]]\n"], titles: .fileName)
    try vault.folder.write("png", to: "att/scan.png")
    for (path, title) in [("t.md", "scan.png"), ("scan.png.md", "Other")] {
      let renaming = MemoRenaming(in: vault.vault, try vault.refresh())
      let relocation = try renaming.rename(vault.read(path), to: title, isTitleOnly: false)
      _ = try relocation.carryOut("rename", by: vault.history, at: 1)
      let name = title == "Other" ? "Other.md" : "scan.png.md"
      #expect(try Self.text("u.md", in: vault) == "![[scan.png|300]] [[\(name)]]\n")
    }
  }
}
