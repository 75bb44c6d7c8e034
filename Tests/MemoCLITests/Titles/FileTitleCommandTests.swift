import MemoCore
import MemoKit
import MemoStore
import MemoTestSupport
import MemoWords
import Testing

/// Commands in a vault of Obsidian, whose notes are called as their files are: most begin with a paragraph.
@Suite struct FileTitleCommandTests {
  private let tool: TestedTool

  private static let notes = [
    (
      "프로젝트/Launch plan.md", "---\ntags: [work]\n---\nWe ship on Friday. See [[Guest list]].\n\n## Goals\n\nFew bugs.\n"
    ),
    ("Guest list.md", "# Guest list\n\nAnna, 민수, and all of [[Launch plan|the team]].\n"),
    ("일/Notes.md", "Monday.\n"), ("집/Notes.md", "Sunday, [[일/Notes]].\n"),
  ]

  init() throws {
    tool = try TestedTool()
    try tool.folder.makeFolders(Vault.obsidianPath)
    for (number, note) in Self.notes.enumerated() {
      try tool.folder.write(note.1, to: note.0, modified: tool.now - Int64(number) * 1_000_000_000)
    }
  }

  @Test func notesAreListedByTheNamesOfTheirFiles() {
    #expect(tool.run("list", "--format", "{title}").lines == ["Launch plan", "Guest list", "Notes", "Notes"])
    #expect(
      tool.run("list", "--sort", "title", "--format", "{title}").lines == [
        "Guest list", "Launch plan", "Notes", "Notes",
      ])
    let record = tool.run("list", "--json", "-n", "1").output
    #expect(record.contains(#""title":"Launch plan","preview":"We ship on Friday. See Guest list. Goals Few bugs.""#))
  }

  @Test func whatANameCannotHoldIsPointedOut() throws {
    let made = tool.run("new", "a/b:c", "--body", "x")
    #expect(made.lines == ["a b c.md"], "\(made.errors)")
    #expect(made.errors == "the file name leaves out some of 'a/b:c'; the memo is called 'a b c'\n")
    let renamed = tool.run("rename", "Guest list", "C# vs F#: a/b")
    #expect(
      renamed.errors.contains("the file name leaves out some of 'C# vs F#: a/b'; the memo is called 'C vs F a b'\n"))
    // No name ends in a dot, whether the memo is new or renamed.
    let left = { (title: String) in "the file name leaves out some of '\(title).'; the memo is called '\(title)'\n" }
    #expect(tool.run("new", "Acme Inc.", "--body", "x").errors == left("Acme Inc"))
    #expect(tool.run("rename", "Acme Inc", "Acme Ltd.").errors.contains(left("Acme Ltd")))
    for title in ["plain", "two  words", "plan.md", "한글 제목"] {
      #expect(!tool.run("new", title, "--body", "x").errors.contains("file name"), "\(title)")
    }
    let korean = tool.run("--lang", "ko", "new", "왜?", "--body", "x")
    #expect(korean.errors == "파일 이름에는 '왜?'의 일부를 쓰지 않으므로 메모의 이름은 '왜'입니다\n", "\(korean.errors)")
  }

  @Test(arguments: [34, 36, 39])
  func aLongTitleThatANameHoldsIsNotCalledCut(count: Int) {
    let title = String(repeating: "회의", count: count) + "록"
    let renamed = tool.run("rename", "Guest list", title)
    #expect(renamed.lines == [title + ".md"] && !renamed.errors.contains("leaves out"), "\(renamed.errors)")
  }

  @Test func aTitleThatIsTooLongKeepsAllThatANameHolds() {
    let title = String(repeating: "나", count: 84)
    let renamed = tool.run("rename", "Guest list", title + "다라마바")
    #expect(renamed.output == title + ".md\n")
    #expect(renamed.errors.contains("leaves out some of '\(title)다라마바'; the memo is called '\(title)'\n"))
  }

  @Test func aNumberInTheNameIsPointedOut() {
    let made = tool.run("new", "Launch plan", "--body", "x")
    // It would take over the link to the one in the folder.
    #expect(made.lines == ["Launch plan.md"] && made.errors == "updated links in 1 other memo\n", "\(made.errors)")
    let second = tool.run("new", "Launch plan", "--body", "y")
    #expect(second.lines == ["Launch plan 2.md"])
    #expect(second.errors == "another file is already named 'Launch plan'; the memo is called 'Launch plan 2'\n")
    let korean = tool.run("--lang", "ko", "new", "Launch plan", "--body", "z")
    #expect(korean.errors == "이름이 'Launch plan'인 다른 파일이 이미 있으므로 메모의 이름은 'Launch plan 3'입니다\n")
  }

  @Test func searchesLookAtNamesAndShowThem() {
    #expect(tool.run("search", "-l", "title:launch").lines == ["프로젝트/Launch plan.md"])
    #expect(tool.run("search", "-l", "title:goals").code == .noMatch)
    #expect(
      tool.run("search", "launch").lines == [
        "프로젝트/Launch plan.md:4:1:We ship on Friday. See [[Guest list]].",
        "Guest list.md:3:24:Anna, 민수, and all of [[Launch plan|the team]].",
      ])
    let page = tool.run(["search", "goals"], terminalColumns: 80)
    #expect(page.lines.first?.contains("Launch plan") == true, "\(page.output)")
  }

  @Test func referencesAndLinksNameFiles() {
    #expect(tool.run("show", "Guest list").output == Self.notes[1].1)
    #expect(tool.run("backlinks", "Launch plan", "--json").output.contains(#""title":"Guest list""#))
    #expect(
      tool.run("check").code == .done, "notes of one name in two folders are no problem: \(tool.run("check").output)")
    #expect(tool.run("__complete", "zsh", "--", "show", "Lau").lines.contains { $0.hasPrefix("Launch") })
  }

  @Test(arguments: ["Release: 2 of #3", "AC/DC", "a|b [c]", "Why?", "C:\\dir"])
  func aTitleGivesTheSameNameToANewNoteAndToARenamedOne(title: String) {
    let made = tool.run("new", title).output
    #expect(tool.run("undo").code == .done)
    #expect(tool.run("rename", "Guest list", title).output == made)
  }

  @Test func aRenameRenamesTheFileAndNotASection() throws {
    let run = tool.run("rename", "Launch plan", "Release", "plan")
    #expect(run.output == "프로젝트/Release plan.md\n", "\(run.errors)")
    #expect(tool.run("show", "Release plan").output == Self.notes[0].1)
    #expect(tool.run("show", "Guest list").output.contains("[[Release plan|the team]]"))
    #expect(tool.run("rename", "Guest list", "People").code == .done)
    #expect(tool.run("show", "People").output.hasPrefix("# People\n"))
    #expect(tool.run("rename", "일/Notes.md", "People", "--title-only").code == .usage)
    #expect(tool.run("undo").code == .done && tool.run("show", "Guest list").output.hasPrefix("# Guest list\n"))
  }

  @Test func aNewNoteHasNoHeading() throws {
    #expect(tool.run("new", "Ideas", "--no-edit").output == "Ideas.md\n")
    #expect(tool.run("show", "Ideas").output == "")
    #expect(tool.run("new", "Plan", "--body", "text", "--tag", "work").output == "Plan.md\n")
    #expect(tool.run("show", "Plan").output == "#work\n\ntext\n")
    #expect(tool.run("new", "--body", "# Named\nby its text").output == "Named.md\n")
    #expect(tool.run("show", "Named").output == "# Named\nby its text\n")
    let day = tool.run("today", "--no-edit").output.split(separator: "\n").last.map(String.init) ?? ""
    #expect(tool.run("show", day).output == "", "\(day)")
    #expect(tool.run("prepend", "Launch plan", "first").code == .done)
    #expect(tool.run("show", "Launch plan").output.contains("---\nfirst\nWe ship"))
  }

  @Test func anExportComesBackAsItWas() throws {
    let json = tool.run("export", "--json").output
    #expect(
      json.contains(#""title":"Launch plan","body":"We ship"#) && json.contains(#""title":"Notes","body":"Monday.\n""#))
    for settings in [#"{"titles": "file-name"}"#, "{}", #"{"titles": "heading"}"#] {
      let other = try TestedTool()
      try other.folder.write(settings, to: ".memo/config.json")
      try other.folder.write(json, to: "notes.json")
      let file = other.folder.path.appending(VaultPath("notes.json")).text
      #expect(other.run("import", file).code == .done)
      for (path, text) in Self.notes { #expect(other.run("show", path).output == text, "\(path), \(settings)") }
    }
  }

  @Test func aTitleOfAnImportNamesTheFile() throws {
    try tool.folder.write(#"[{"title": "Trip", "body": "Pack.\n"}, {"title": "Bare", "body": ""}]"#, to: "in.json")
    let run = tool.run("import", tool.folder.path.appending(VaultPath("in.json")).text)
    #expect(run.code == .done, "\(run.errors)")
    #expect(tool.run("show", "Trip.md").output == "Pack.\n" && tool.run("show", "Bare.md").code == .done)
  }

  @Test func theSettingDecides() {
    #expect(tool.run("config", "titles", "file").code == .usage)
    #expect(tool.run("config", "titles", "first-line").code == .done)
    #expect(tool.run("list", "--format", "{title}", "-n", "1").output == "We ship on Friday. See [[Guest list]].\n")
    #expect(tool.run("config", "titles", "heading").code == .done)
    #expect(tool.run("list", "--format", "{title}", "-n", "2").lines == ["Launch plan", "Guest list"])
    #expect(tool.run("index", "--verify").code == .done)
    #expect(tool.run("config", "titles").output == "heading\n")
    #expect(tool.run("config", "titles", "--unset").code == .done)
    #expect(tool.run("list", "--format", "{title}", "-n", "1").output == "Launch plan\n")
    #expect(tool.run("__complete", "zsh", "--", "config", "titles", "f").lines.count == 3)
  }
}
