import Foundation
import MemoCore
import MemoStore
import MemoTestSupport
import MemoWords
import Testing

/// What people do by habit from other programs.
@Suite struct EverydayHabitTests {
  private let tool: TestedTool

  init() throws { tool = try TestedTool() }

  @Test(arguments: ["# Plan\n\ntext\n", "plan\r\ntext", "", "---\nstatus: open\n---\n# Plan\n", "---\n\n# a\n"])
  func aMemoThatIsPinnedAndUnpinnedIsAsBefore(text: String) throws {
    try tool.folder.write(text, to: "plan.md", modified: 7_000_000_000)
    #expect(tool.run("set", "plan.md", "pinned=true").code == .done)
    #expect(tool.run("list", "--where", "pinned=true", "--paths").output == "plan.md\n")
    let modified = tool.run("list", "--format", "{modified}").output
    #expect(modified.contains("1970-01-01"), "a pin says nothing new: \(modified)")
    #expect(tool.run("set", "plan.md", "--unset", "pinned").code == .done)
    #expect(try tool.folder.bytes(of: VaultPath("plan.md")) == Array(text.utf8))
    #expect(tool.run("set", "plan.md", "status=done").code == .done)
    #expect(tool.run("list", "--format", "{modified}").output.contains("1970") == false, "that is new")
  }

  @Test func aFolderIsAnsweredWithTheListOfItsMemos() throws {
    try tool.folder.write("# a\n", to: "Raised beds/a.md")
    for command in ["show", "delete", "edit"] {
      let run = tool.run(command, "Raised beds")
      #expect(run.code == .noSuchMemo, "\(run)")
      #expect(run.errors.hasSuffix("it is a folder; to see its memos: memo list --path 'Raised beds'\n"), "\(run)")
    }
    #expect(tool.run("list", "--path", "Raised beds", "--paths").output == "Raised beds/a.md\n")
  }

  @Test(arguments: [["undo"], ["trash", "restore", "beta.md"]])
  func aMemoThatComesBackAndIsMovedByAnotherProgramIsFollowed(command: [String]) throws {
    try tool.folder.write("# beta\n", to: "beta.md")
    try tool.folder.write("# N\n[md](beta.md)\n", to: "n.md")
    _ = tool.run("list")
    #expect(tool.run("delete", "--yes", "beta.md").code == .done)
    _ = tool.run("list")
    #expect(tool.run(command).code == .done)
    try tool.folder.rename(VaultPath("beta.md"), to: VaultPath("delta.md"))
    let found = tool.run("check").output
    #expect(found.contains("n.md:2:1: broken-link: no memo is named 'beta.md'; it moved to 'delta.md'"), "\(found)")
  }

  @Test(arguments: ["README.MD", "notes.Md", "old.MARKDOWN"])
  func aFileWithItsEndingInCapitalsIsAnsweredWithTheRule(name: String) throws {
    try tool.folder.write("# a\n", to: name)
    let run = tool.run("show", name)
    let hint = "hint: only files whose names end in .md or .markdown, in small letters, are memos\n"
    #expect(run.code == .noSuchMemo && run.errors.contains(hint), "\(run)")
    #expect(!tool.run("show", "none.md").errors.contains(hint) && !tool.run("show", "none").errors.contains(hint))
  }

  @Test func anEmptyFrontMatterStaysWhereTheTextWouldBecomeOne() throws {
    try tool.folder.write("---\na: 1\n---\n---\nb: 2\n---\ntext\n", to: "a.md")
    #expect(tool.run("set", "a.md", "--unset", "a").code == .done)
    #expect(try tool.folder.bytes(of: VaultPath("a.md")) == Array("---\n---\n---\nb: 2\n---\ntext\n".utf8))
  }

  @Test func aFolderIsNotRenamedButMoved() throws {
    try tool.folder.write("# a\n", to: "Raised beds/a.md")
    let run = tool.run("rename", "Raised beds", "Beds")
    #expect(run.code == .noSuchMemo && run.errors.contains("use: memo move 'Raised beds' DIR"), "\(run.errors)")
    #expect(!tool.run("rename", "Raised", "Beds").errors.contains("memo move"))
  }

  @Test func aFolderComesBeforeAPartOfAName() throws {
    try tool.folder.write("# Recipes and pickles\n", to: "pickles.md")
    try tool.folder.write("# Soup\n", to: "Recipes/soup.md")
    let run = tool.run("rename", "Recipes", "Kitchen", terminalColumns: 80)
    #expect(run.code == .noSuchMemo && run.errors.contains("memo move Recipes DIR"), "\(run)")
    #expect(try tool.folder.bytes(of: VaultPath("pickles.md")) == Array("# Recipes and pickles\n".utf8))
    try tool.folder.write("# Recipes\n", to: "list.md")
    #expect(tool.run("rename", "Recipes", "Kitchen", terminalColumns: 80).code == .done, "a whole title comes first")
  }

  @Test func aPersonReadsWhichMemoIsChanged() throws {
    try tool.folder.write("# Seed order 2027\n", to: "order.md")
    try tool.folder.write("# Home\n", to: "home.md")
    let run = tool.run("rename", "Seed", "Seeds", terminalColumns: 80)
    #expect(run.code == .done && run.errors.contains("'Seed' is 'Seed order 2027' ('order.md')"), "\(run)")
    let move = tool.run("move", "1", "garden/", terminalColumns: 80)
    #expect(move.errors.contains("'1' is 'Seeds' ("), "\(move)")
    #expect(!tool.run("rename", "Home", "House", terminalColumns: 80).errors.contains("'Home' is"), "its name")
    #expect(
      !tool.run("append", "Hou", "text", terminalColumns: 80).errors.contains("'Hou' is"), "it says where it was added")
    #expect(tool.run("show", "Seed", terminalColumns: 80).errors.isEmpty, "it is shown")
  }

  @Test func aTitleThatNamesAFolderIsAnsweredWithTheOption() throws {
    try tool.folder.write("# a\n", to: "Projects/a.md")
    let run = tool.run("new", "Projects/Raised beds")
    #expect(run.output == "Projects-Raised-beds.md\n")
    #expect(run.errors.contains("memo new --dir Projects 'Raised beds'"), "\(run.errors)")
    #expect(!tool.run("new", "Other/Raised beds").errors.contains("--dir"))
    #expect(!tool.run("new", "/Raised beds").errors.contains("--dir"))
  }

  @Test func aMemoNamedBeforeTheTagIsAnsweredWithTheOrder() throws {
    try tool.folder.write("# Walden pond\n", to: "Walden.md")
    let run = tool.run("tags", "add", "Walden pond", "classic")
    #expect(run.errors.contains("use: memo tags add classic 'Walden pond'"), "\(run.errors)")
    #expect(!tool.run("tags", "add", "a", "classic").errors.contains("use:"))
    try tool.folder.write("# Classic\n", to: "classic.md")
    let both = tool.run("tags", "add", "Walden pond", "classic")
    #expect(both.code == .usage && both.errors.contains("use: memo tags add classic 'Walden pond'"), "\(both.errors)")
    let neither = tool.run("tags", "add", "Walden.md", "to read")
    #expect(
      neither.code == .noSuchMemo
        && neither.errors.contains("hint: use 'memo tags add TAG REF'\nhint: for example: to-read\n"),
      "\(neither.errors)")
    let number = tool.run("tags", "add", "2026", "classic")
    #expect(number.errors.contains("hint: for example: to-do, project/plan\n"), "\(number.errors)")
    #expect(tool.run("tags").output.isEmpty, "nothing is changed")
    try tool.folder.write("# NAME TAG\n", to: "NAME.md")
    try tool.folder.write("# a\n", to: "TEXT/a.md")
    let korean = [
      tool.run("--lang", "ko", "tags", "add", "NAME TAG", "DATE"), tool.run("--lang", "ko", "rename", "TEXT", "b"),
    ]
    #expect(korean[0].errors.contains("memo tags add DATE 'NAME TAG'"), "a name is no placeholder: \(korean[0].errors)")
    #expect(korean[1].errors.contains("memo move TEXT 폴더"), "\(korean[1].errors)")
  }

  @Test func anOrderByAFieldIsAnsweredWithTheKey() {
    let run = tool.run("list", "--sort", "rating")
    #expect(run.errors.contains("--sort field:rating-"), "\(run.errors)")
    #expect(!tool.run("list", "--sort", "modifed").errors.contains("field:modifed"))
  }

  @Test func theTemplateOfDailyMemosHasASetting() throws {
    try tool.folder.write("# Day {{title}}\n", to: "Templates/Daily.md")
    #expect(tool.run("config", "daily.template", "Nowhere").code == .done)
    #expect(tool.run("today", "--no-edit").code == .noSuchMemo, "rather than a memo without what it should hold")
    #expect(tool.run("config", "daily.template", "Templates/Daily").code == .done)
    #expect(tool.run("today", "yesterday", "--no-edit").output == "2026-05-19.md\n")
    #expect(try tool.folder.bytes(of: VaultPath("2026-05-19.md")) == Array("# Day 2026-05-19\n".utf8))
    #expect(tool.run("config", "templates", "Templates").code == .done)
    #expect(tool.run("config", "daily.template", "Daily").code == .done)
    #expect(tool.run("today", "--no-edit").code == .done)
    #expect(try tool.folder.bytes(of: VaultPath("2026-05-20.md")) == Array("# Day 2026-05-20\n".utf8))
  }

  @Test func aListOfTasksByTagSaysWhoseTagItIs() throws {
    try tool.folder.write("# a\n\n- [ ] call #phone\n- [ ] saw\n", to: "a.md")
    let run = tool.run("tasks", "--tag", "phone", terminalColumns: 80)
    #expect(run.errors.contains("memo search 'task-open:#phone'") || run.output.contains("'task-open:#phone'"))
    #expect(!tool.run("tasks", "--tag", "phone").errors.contains("task-open"), "not in a script")
  }

  /// On Wednesday, 20 May 2026.
  @Test(arguments: [
    ("금", ["2026-05-22"]), ("금요", ["2026-05-22"]), ("토", ["2026-05-23"]), ("수", ["2026-05-20"]),
    ("frid", ["2026-05-22"]), ("sat", ["2026-05-23"]), ("fr", []), ("요일", []),
  ])
  func aDayOfTheWeekThatIsTypedInPartIsOffered(typed: String, dates: [String]) {
    for language in Language.allCases {
      let days = DayNames(clock: FixedClock(now: tool.now), language: language).days(for: typed)
      #expect(days.map(\.date) == dates, "\(typed): \(days)")
    }
  }

  /// On Wednesday, 20 May 2026.
  @Test(arguments: [
    ("due<friday", "past today"), ("due<=friday", "friday past today"), ("due=금요일", "friday"),
    ("due<monday", "friday past today"), ("due<next week", "friday past today"),
    ("due<=다음 주", "friday nextweek past today"), ("due='this week'", "friday today"), ("due=이번 주", "friday today"),
    ("due<이번 주", "past"), ("due<next month", "friday nextweek past today"), ("due=last week", "past"),
    ("due=friday next week", "nextweek"), ("updated>=monday", "past"), ("updated<monday", "friday"),
  ])
  func aFieldIsComparedWithADayToCome(condition: String, memos: String) throws {
    let dues = ["past": "2026-05-15", "today": "2026-05-20", "friday": "2026-05-22", "nextweek": "2026-05-29"]
    let updates = ["past": "2026-05-19", "friday": "2026-05-14"]
    for (name, due) in dues {
      let updated = updates[name].map { "updated: \($0)\n" } ?? ""
      try tool.folder.write("---\ndue: \(due)\n\(updated)---\n# \(name)\n", to: "\(name).md")
    }
    let run = tool.run("list", "--where", condition, "--sort", "제목", "--format", "{title}")
    #expect(run.lines.joined(separator: " ") == memos, "\(run)")
  }

  @Test func anExportSaysThatPicturesAreLeftOut() throws {
    for name in ["a.md", "p.png", "d/q.jpg", "d/list.txt", ".hidden/r.png", "skipped/s.png", "t.tmp"] {
      try tool.folder.write("# a\n", to: name)
    }
    let target = tool.folder.path.text + "-copy"
    defer { try? FileManager.default.removeItem(atPath: target) }
    try tool.folder.write(#"{"ignore": ["skipped/", "*.tmp"]}"#, to: ".memo/config.json")
    let run = tool.run("export", target)
    let copying = "cp -R \(tool.folder.path.text) DIR"
    let line = "3 other files, such as pictures, are not exported; to take everything along: \(copying)"
    #expect(run.code == .done && run.errors == "exported 1 memo\n\(line)\n", "\(run)")
    #expect(tool.run("export", target, "--json").output.contains("\"otherFiles\":3,"))
    #expect(tool.run("export", "--json").errors.isEmpty, "a script reads JSON")
    #expect(tool.run("export", "--json", terminalColumns: 80).errors == line + "\n")
    #expect(tool.run("--lang", "ko", "export", target).errors.contains("그림 등 다른 파일 3개는 내보내지 않습니다"))
    for name in ["p.png", "d/q.jpg", "d/list.txt"] { try tool.folder.remove(VaultPath(name)) }
    #expect(tool.run("export", target).errors == "exported 0 memos; 1 already existed\n", "nothing is left out")
  }

  @Test(arguments: [
    ("제목", "title"), ("제목-", "title-"), ("수정", "modified"), ("수정 날짜+", "modified+"), ("생성", "created"),
    ("만든 날짜", "created"), ("경로", "path"), ("크기-", "size-"), ("이름", "title"), ("단어 수", "words"),
  ])
  func anOrderInKoreanIsTheSameOrder(korean: String, english: String) throws {
    for (place, text) in ["# b\n\nlong text\n", "# a\n", "# c\n\ntext\n"].enumerated() {
      try tool.folder.write(text, to: "\(2 - place).md", modified: Int64((place * 2) % 3) * 1_000_000_000)
    }
    let runs = [korean, english].map { tool.run("list", "--sort", $0, "--paths") }
    #expect(runs[0].output == runs[1].output && runs[0].code == .done && runs[0].lines.count == 3, "\(runs)")
  }

  /// Wednesday, 20 May 2026.
  @Test(arguments: [
    ("friday", "2026-05-22"), ("금요일", "2026-05-22"), ("monday", "2026-05-25"), ("wednesday", "2026-05-20"),
    ("last friday", "2026-05-15"), ("next monday", "2026-05-25"), ("지난주 월요일", "2026-05-11"), ("tomorrow", "2026-05-21"),
    ("다음 주 금요일", "2026-05-29"), ("이번 주 금요일", "2026-05-22"), ("friday next week", "2026-05-29"),
    ("next week friday", "2026-05-29"), ("last monday", "2026-05-18"),
  ])
  func aDayThatIsWrittenIsTheNextOfItsName(typed: String, date: String) {
    let days = DayNames(clock: FixedClock(now: tool.now), language: .english).days(for: typed)
    #expect(days.first?.date == date, "\(typed): \(days)")
    #expect(tool.run("list", "--since", "friday").code == .done, "a filter looks back")
  }

  /// On Wednesday, 20 May 2026.
  @Test(arguments: [
    ("due=20.11.2026", "due=2026-11-20"), ("due=1 Dec", "due=2026-12-01"), ("due=tomorrow", "due=2026-05-21"),
    ("마감=2026. 12. 1.", "마감=2026-12-01"), ("due=12/1/2026", "due=2026-01-12 or due=2026-12-01"),
    ("due=11/20/2026", "due=2026-11-20"), ("seen=3. 2. 2026", "seen=2026-02-03"), ("due=2026/12/01", nil),
    ("due=31/31/2026", nil), ("due=15:30", nil), ("due=3d", nil), ("due=2026", nil), ("version=1.2.2026", nil),
  ])
  func aDateInAnotherOrderIsStoredWithAHint(field: String, date: String?) throws {
    try tool.folder.write("---\nseen: 2026-01-02\nversion: 1.10\n---\n# b\n", to: "b.md")
    try tool.folder.write("# a\n", to: "a.md")
    let value = String(field.split(separator: "=")[1])
    let run = tool.run("set", "a.md", field)
    let hint = date.map { "hint: '\(value)' is stored as text; for the date, set \($0)\n" } ?? ""
    #expect(run.code == .done && run.errors == hint, "\(run)")
    let bytes = try #require(try tool.folder.bytes(of: VaultPath("a.md")))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(value), "it is stored as it is written: \(text)")
  }

  @Test(arguments: [
    (["list", "--since", "3", "days", "ago"], "--since '3 days ago'"),
    (["list", "--created-until", "last", "week"], "--created-until 'last week'"),
    (["search", "plan", "--until", "Mar", "1"], nil),
    (["search", "--since", "3", "days", "ago", "plan"], "--since '3 days ago'"),
    (["tasks", "--since", "3", "days", "ago"], "--since '3 days ago'"), (["list", "--since", "3", "plan"], nil),
    (["list", "plan"], nil),
  ])
  func aDateWithoutItsQuotesIsAnsweredWithThem(words: [String], option: String?) {
    let run = tool.run(words)
    #expect(
      run.errors.contains("put a date of several words in quotes: \(option ?? "")") == (option != nil), "\(run.errors)")
    #expect(option == nil || run.code == .usage, "\(run)")
  }

  @Test(arguments: [
    (
      ["basil", "stairs"], "no memo matches",
      ["each word occurs, but no memo has all of them; for memos with any: memo search 'basil OR stairs'"]
    ),
    (["zebra", "stairs"], "no memo matches 'zebra'", []),
    (["basill", "kitchn", "stairs"], "no memo matches 'basill', 'kitchn'", ["did you mean 'Basil', 'Kitchen'?"]),
    (["zebra", "lynx"], "no memo matches", []), (["basill"], "no memo matches", ["did you mean 'Basil'?"]),
    (["basil", "--path", "b.md"], "no memo matches", []),
    (["basil", "-stairs", "kitchen"], "no memo matches", []),
  ])
  func aSearchWithoutResultsSaysWhichWordIsNowhere(words: [String], note: String, hints: [String]) throws {
    try tool.folder.write("# Basil\n\nherbs\n", to: "a.md")
    try tool.folder.write("# Kitchen\n\nstairs\n", to: "b.md")
    let run = tool.run(["search"] + words, terminalColumns: 80)
    #expect(run.errors == "\(note)\n" + hints.map { "hint: \($0)\n" }.joined(), "\(run.errors)")
    #expect(run.code == .noMatch && tool.run(["search"] + words).errors.isEmpty, "scripts get no hints")
  }

  /// cron mails whatever a job prints.
  @Test func theCheckOfTheCronTableIsSilentWithoutAProblem() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/MemoKit/MemoKit.docc/Automating.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let words = try #require(text.firstMatch(of: /memo" --vault "\$HOME\/notes" (check.*)\n/)?.1).split(separator: " ")
    try tool.folder.write("# A\n", to: "a.md")
    let silent = tool.run(words.map(String.init))
    #expect(silent.code == .done && silent.output.isEmpty && silent.errors.isEmpty, "\(silent)")
    try tool.folder.write("# B\n\n[[nothing]]\n", to: "b.md")
    let run = tool.run(words.map(String.init))
    #expect(run.code == .noMatch && run.lines.count == 1, "the problems are printed: \(run)")
  }

  @Test(arguments: [["edit", "a.md"], ["new", "--edit", "B"], ["today", "--edit"]])
  func anEditorThatNoInputKeepsAwayIsNotAskedFor(words: [String]) throws {
    var tool = tool
    tool.variables["MEMO_EDITOR"] = "sed -i s/a/b/"
    try tool.folder.write("# A\n", to: "a.md")
    let run = tool.run(words + ["--no-input"])
    #expect(run.code == .usage && run.errors.contains("--no-input"), "\(run)")
    #expect(!run.errors.contains("MEMO_EDITOR"), "\(run)")
    #expect(tool.run(words).code != .usage, "an editor that is set is started without a terminal")
  }
}
