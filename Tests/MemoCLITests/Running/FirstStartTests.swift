import MemoCore
import MemoStore
import MemoTestSupport
import MemoWords
import Testing

/// `memo` alone where there is no vault.
@Suite struct FirstStartTests {
  private func start(
    answering answers: String..., options: [String] = []
  ) throws -> (tool: TestedTool, run: TestedTool.Run) {
    var tool = try TestedTool()
    try tool.folder.remove(VaultPath(".memo"))
    tool.variables["HOME"] = tool.folder.path.appending("home").text
    tool.variables["TERM"] = "xterm"
    tool.answers = answers
    return (tool, tool.run(options, terminalColumns: 80))
  }

  @Test(arguments: [
    ("y", "home/memos"), ("yes", "home/memos"), ("~/notes of mine", "home/notes of mine"), ("./here", "here"),
  ])
  func aFolderIsMadeAndRemembered(answer: String, folder: String) throws {
    let (tool, run) = try start(answering: answer)
    let root = tool.folder.path.appending(VaultPath(folder)).text
    #expect(run.errors.contains("created a vault in \(root)\n"), "\(run.errors)")
    #expect(TemporaryFolder.host().kind(of: tool.folder.path.appending(VaultPath("\(folder)/.memo"))) == .folder)
    #expect(tool.run("config", "vault").output == "\(root)\n")
  }

  @Test(arguments: ["", " ", "n", "NO", "아니요"])
  func whoDoesNotAgreeGetsNothing(answer: String) throws {
    let (tool, run) = try start(answering: answer)
    #expect(run.code == .failure && run.errors.contains("no vault found"), "\(run.errors)")
    #expect(TemporaryFolder.host().kind(of: tool.folder.path.appending("home")) == nil)
  }

  @Test func aWordThatIsNoPathIsAskedAbout() throws {
    let (tool, run) = try start(answering: "notes", "./notes")
    #expect(run.errors.contains("'notes' is not a path: write ~/notes or ./notes, or answer y or n\n"), "\(run.errors)")
    #expect(run.errors.split(separator: "? [y/N, or a path like ~/notes] ").count == 3, "asked twice: \(run.errors)")
    #expect(tool.run("config", "vault").output == "\(tool.folder.path.appending("notes").text)\n")
    let (other, end) = try start(answering: "nein")
    #expect(end.code == .failure && end.errors.contains("no vault found"), "input that ends is a no: \(end.errors)")
    #expect(TemporaryFolder.host().kind(of: other.folder.path.appending("home")) == nil)
    let korean = try start(answering: "노트", "n", options: ["--lang", "ko"]).run.errors
    #expect(korean.contains("[예(y)/아니요(N), 또는 ~/notes 같은 경로] '노트'는 경로가 아닙니다. ~/노트나 ./노트처럼 쓰거나, "), "\(korean)")
  }

  @Test(
    arguments: [
      (nil, "echo .obsidian/workspace.json > "), ("", "echo .obsidian/workspace.json >> "),
      ("*.tmp\n", "echo .obsidian/workspace.json >> "), ("*.tmp", "printf '\\n%s\\n' .obsidian/workspace.json >> "),
      ("# .obsidian/\n!.obsidian\n", "echo .obsidian/workspace.json >> "),
      (".obsidian/workspace.json\n", nil), ("a\r\n.obsidian\r\n", nil), ("/.obsidian/workspace*\n", nil),
      ("workspace.json", nil), (".*/\n", nil),
    ] as [(String?, String?)])
  func obsidiansWindowLayoutIsToBeIgnored(ignored: String?, command: String?) throws {
    let tool = try TestedTool()
    try tool.folder.remove(VaultPath(".memo"))
    try tool.folder.write("{}", to: ".obsidian/workspace.json")
    if let ignored { try tool.folder.write(ignored, to: ".gitignore") }
    let (errors, file) = (tool.run("init").errors, tool.folder.path.appending(".gitignore").text)
    #expect(errors.contains("window layout") == (command != nil), "\(errors)")
    if let command { #expect(errors.contains("to leave it out of git: \(command)\(file)\n"), "\(errors)") }
  }

  @Test func aFolderThatIsTakenOverIsDescribed() throws {
    let tool = try TestedTool()
    try tool.folder.remove(VaultPath(".memo"))
    for name in [".obsidian", ".zk", ".git/objects", ".git/refs"] { try tool.folder.makeFolders(VaultPath(name)) }
    try tool.folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try tool.folder.write("# a\n", to: "a.md")
    let lines = tool.run("init").errors.split(separator: "\n").dropFirst()
    #expect(
      lines.prefix(4) == [
        "1 memo stays as it is; 'memo check' finds broken links",
        """
        found '.obsidian', which stays as it is; titles are the names of files, as in Obsidian; to use first lines: memo \
        config titles first-line
        """,
        """
        found '.zk', which stays as it is; links, tags and front matter of zk work here, too, and new links are \
        those that zk follows
        """,
        """
        found a git repository: 'memo sync' will commit changes and, once, the times of files to its current branch, and \
        sync with its remote; to preview: memo sync --dry-run
        """,
      ])
  }

  @Test func hooksThatNoSyncRunsAreNamed() throws {
    func notes(_ files: [String: String]) throws -> String {
      let tool = try TestedTool()
      try tool.folder.remove(VaultPath(".memo"))
      for name in ["hooks", "objects", "refs"] { try tool.folder.makeFolders(VaultPath(".git/\(name)")) }
      try tool.folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
      for (name, text) in files { try tool.folder.write(text, to: ".git/\(name)") }
      return tool.run("init").errors
    }
    let sample = ["hooks/pre-commit.sample": "#!/bin/sh\n", "config": "[core]\n\tbare = false\n"]
    #expect(try !notes(sample).contains("hooks"), "what git puts there is no hook")
    let own = try notes(["hooks/pre-commit": "#!/bin/sh\n", "hooks/pre-push": "#!/bin/sh\n"])
    let line = "'memo sync' does not run the repository's hooks (pre-commit, pre-push); 'git commit' does"
    #expect(own.contains("\n\(line)\n"), "\(own)")
    #expect(try notes(["config": "[core]\n\thooksPath = .husky/_\n"]).contains("hooks (.husky/_)"))
    let long = String(repeating: "a", count: 200)
    #expect(try notes(["config": "[core]\n\thooksPath = \(long)\n"]).contains("hooks (core.hooksPath)"))
    let hostile = try notes(["config": "[core]\n\thooksPath = \"a\u{1B}[2Jb\"\n"])
    #expect(!hostile.contains("\u{1B}"))
  }

  @Test func obsidiansFoldersAreOffered() throws {
    let tool = try TestedTool()
    try tool.folder.remove(VaultPath(".memo"))
    try tool.folder.write(#"{"folder": "Daily notes", "format": ""}"#, to: ".obsidian/daily-notes.json")
    try tool.folder.write(#"{"folder": "Templates"}"#, to: ".obsidian/templates.json")
    let commands = "memo config daily.folder 'Daily notes'; memo config templates Templates"
    let run = tool.run("--lang", "ko", "init")
    #expect(run.errors.hasSuffix("힌트: 옵시디언의 데일리 노트와 템플릿 폴더를 쓰려면: \(commands)\n"), "\(run.errors)")
    try tool.folder.write("[1", to: ".obsidian/daily-notes.json")
    try tool.folder.remove(VaultPath(".memo"))
    let other = tool.run("init")
    #expect(
      other.code == .done && other.errors.hasSuffix("templates: memo config templates Templates\n"), "\(other.errors)")
  }
}
