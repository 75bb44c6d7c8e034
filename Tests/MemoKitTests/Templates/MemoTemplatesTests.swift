import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@Suite struct MemoTemplatesTests {
  private let folder: TemporaryFolder
  private let templates: MemoTemplates

  init() throws {
    folder = try TemporaryFolder()
    templates = MemoTemplates(of: try folder.openVault())
  }

  @Test func templatesAreTheMarkdownFilesOfTheirFolder() throws {
    #expect(try templates.names() == [])
    #expect(try templates.text(of: "today") == nil)
    for name in ["today.md", "주간 회의.md", "a.txt", ".md", ".hidden.md", "sub/b.md"] {
      try folder.write("text of \(name)", to: ".memo/templates/\(name)")
    }
    #expect(try templates.names() == ["today", "주간 회의"])
    #expect(try templates.text(of: "주간 회의") == Array("text of 주간 회의.md".utf8))
  }

  @Test func caseAndNormalizationDoNotMatterWhereNoneIsExact() throws {
    try folder.write("1", to: ".memo/templates/Plan.md")
    try folder.write("2", to: ".memo/templates/plan.md")
    try folder.write("3", to: ".memo/templates/\u{1100}\u{1161}.md")
    #expect(
      try ["plan", "Plan", "PLAN", "\u{AC00}"].map { try templates.text(of: $0) }
        == ["2", "1", "1", "3"].map { Array($0.utf8) })
  }

  @Test(
    arguments: [
      "", ".", "..", "../out", "../../out", "/etc/passwd", "sub/b", "./plan", "plan.md", "plan\0", "link", "linked/x",
    ])
  func noNameLeavesTheFolder(name: String) throws {
    for path in [".memo/templates/plan.md", ".memo/templates/sub/b.md", ".memo/out.md", "out.md", "folder/x.md"] {
      try folder.write("x", to: path)
    }
    try folder.link(VaultPath(".memo/templates/link.md"), to: "../../out.md")
    try folder.link(VaultPath(".memo/templates/linked"), to: "../../folder")
    #expect(try templates.text(of: name) == nil)
    #expect(try templates.text(of: "plan") == Array("x".utf8))
  }

  @Test func aFolderThatIsALinkHoldsNoTemplates() throws {
    try folder.write("x", to: "elsewhere/plan.md")
    try folder.makeFolders(VaultPath(".memo"))
    try folder.link(MemoTemplates.folder, to: "../elsewhere")
    #expect(try templates.names() == [])
    #expect(try templates.text(of: "plan") == nil)
  }
}
