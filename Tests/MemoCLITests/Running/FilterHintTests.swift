import MemoCore
import MemoTestSupport
import MemoWords
import Testing

/// What a person is told whose words almost say what is meant.
@Suite struct FilterHintTests {
  private func tool() throws -> TestedTool {
    let tool = try TestedTool()
    try tool.folder.write("# Trip\n\n#travel #work/plan\n\n- [ ] pack\n", to: "notes/Trip to Oslo.md")
    try tool.folder.write("# Kitchen\n\n#home\n\nknife 1\nknife 2\nknife 3\nknife 4\nknife 5\n", to: "kitchen.md")
    return tool
  }

  @Test(arguments: [
    (["list", "--tag", "trvel"], "did you mean 'travel'?"), (["tasks", "--tag", "travl"], "did you mean 'travel'?"),
    (["list", "--tag", "wrok"], "did you mean 'work'?"),
    (["search", "knife", "--tag", "hmoe"], "did you mean 'home'?"),
    (["list", "--path", "Oslo"], "to match a part of the path, use --path '*Oslo*'"),
    (["tasks", "--path", "notes/Trip"], "to match a part of the path, use --path '**/notes/Trip*'"),
    (["list", "--tag", "travel", "--path", "kitchen.md"], nil),
    (["list", "--tag", "NOT travel", "--tag", "travel"], nil),
    (["list", "--tag", "zebra"], nil), (["list", "--path", "zebra"], nil),
  ])
  func aFilterThatLeavesNothingIsExplainedOnATerminal(words: [String], hint: String?) throws {
    let tool = try tool()
    let run = tool.run(words, terminalColumns: 80)
    let hints = run.errors.split(separator: "\n").filter { $0.contains("hint: ") }
    #expect(hints == (hint.map { ["hint: \($0)"] } ?? []), "\(words): \(run.errors)")
    #expect(run.output.isEmpty, "no pager, and no empty table: \(run.output.debugDescription)")
    #expect(tool.run(words).errors.isEmpty, "scripts get no hints")
  }

  @Test(arguments: [
    ("status=done", "no memo has a value in 'status'\n"), ("status~do", "no memo has a value in 'status'\n"),
    ("status>5", "no memo has a number or a date in 'status'\n"), ("no:status", ""),
  ])
  func aFieldWithoutValuesIsExplainedByTheCondition(condition: String, errors: String) throws {
    let tool = try tool()
    try tool.folder.write("---\nstatus:\n---\n# Open\n", to: "open.md")
    #expect(tool.run("list", "--where", condition).errors == errors)
  }

  @Test(arguments: [
    ("due>20260101", "'due' has dates, not numbers; write a date like 2026-12-01\n"), ("due>2026", ""),
    ("rating<2026-12-01", "'rating' has numbers, not dates\n"), ("rating<Feb 29", "'rating' has numbers, not dates\n"),
    ("rating<5", ""), ("status>5", "no memo has a number or a date in 'status'\n"),
  ])
  func aFieldOfAnotherKindIsExplainedByTheCondition(condition: String, errors: String) throws {
    let tool = try tool()
    try tool.folder.write("---\nstatus: open\ndue: 2026-12-01\nrating: 4\n---\n# Open\n", to: "open.md")
    #expect(tool.run("list", "--where", condition).errors == errors, "\(condition)")
  }

  @Test(arguments: [
    (["list", "--tag", "home", "--path", "kitchen.md"], 1), (["list", "--tag", "a AND b"], 0),
  ])
  func aTagExpressionSaysHowToWantBoth(words: [String], count: Int) throws {
    let run = try tool().run(words)
    #expect(run.lines.count == count)
    #expect(count > 0 || run.errors.contains("'work, urgent' for both"), "\(run.errors)")
  }

  @Test func aSearchOnATerminalSaysHowManyLinesItLeftOut() throws {
    let tool = try tool()
    let page = tool.run("search", "knife", terminalColumns: 80).output
    #expect(page.contains("… 2 more lines"), "\(page)")
    #expect(!tool.run("search", "knife", "-m", "5", terminalColumns: 80).output.contains("more line"))
    #expect(tool.run("search", "knife", "-m", "4", terminalColumns: 80).output.contains("… 1 more line\u{1B}"))
    #expect(tool.run("search", "knife").lines.count == 5, "a pipe gets all")
  }

  @Test(arguments: [
    ("today", "the daily memo is \"$(memo today)\""), ("yesterday", "the daily memo is \"$(memo today yesterday)\""),
    ("내일", "the daily memo is \"$(memo today 내일)\""),
  ])
  func aDayIsNoMemoButHasOne(day: String, hint: String) throws {
    let run = try tool().run("append", day, "text")
    #expect(run.code == .noSuchMemo && run.errors.contains("hint: \(hint)\n"), "\(run.errors)")
  }

  @Test(arguments: [
    ("friday", "2026-05-15", "memo today 'next friday'"), ("일요일", "2026-05-17", "memo today '다음 일요일'"),
    ("wednesday", "2026-05-20", nil), ("next friday", "2026-05-22", nil), ("yesterday", "2026-05-19", nil),
  ])
  func aDayThatIsPastIsPointedOut(name: String, day: String, command: String?) throws {
    let tool = try tool()
    let run = tool.run("today", name)
    #expect(run.lines == ["\(day).md"], "\(run.errors)")
    #expect(run.errors.contains("hint: ") == (command != nil) && run.errors.contains(command ?? ""), "\(run.errors)")
    #expect(tool.run("today", name).errors.isEmpty, "it is there")
  }

  @Test func aTagIsFoundBySearchesForTags() throws {
    let tool = try tool()
    try tool.folder.write("---\ntags: [project]\n---\n# A\n", to: "a.md")
    let run = tool.run("search", "#project")
    #expect(run.code == .noMatch && run.errors.contains("hint: 1 memo has the tag: memo search tag:project\n"))
    try tool.folder.write("# B\n\n#project\n", to: "b.md")
    #expect(tool.run("search", "#project").errors.isEmpty)
    let page = tool.run("search", "#project", terminalColumns: 80)
    #expect(page.errors.contains("hint: 2 memos have the tag: memo search tag:project"), "\(page.errors)")
    #expect(!tool.run("search", "#zebra").errors.contains("tag:"))
  }

  @Test(arguments: [
    (["tasks", "--due", "friday"], ["dates in tasks are not read", "use 'memo search task-open:📅'"]),
    (["graph", "kitchen"], ["use 'memo backlinks REF'", "use 'memo links REF'"]),
    (["stats", "kitchen"], ["use: memo list --format '{title} {wordCount}'"]),
    (["list", "status:open rating:>=4"], ["memo list --where status=open --where 'rating>=4'"]),
    (["list", "status:open words"], ["memo search 'status:open words'"]),
    (["list", "rating>3"], ["memo list --where 'rating>3'"]),
    (["list", "--modified", "this week"], ["memo list --since DATE"]),
    (["tasks", "--overdue"], ["dates in tasks are not read"]),
  ])
  func whatTakesNoMemoSaysWhatToDo(words: [String], hints: [String]) throws {
    let run = try tool().run(words)
    #expect(run.code == .usage)
    for hint in hints { #expect(run.errors.contains("hint: \(hint)") || run.errors.contains(hint), "\(run.errors)") }
    #expect(!run.errors.contains("due<"), "\(run.errors)")
  }

  @Test func openTasksWithADateAreFound() throws {
    let tool = try tool()
    try tool.folder.write("# A\n\n- [ ] call 📅 2026-05-21\n- [x] done 📅 2026-05-20\n- [ ] other\n", to: "a.md")
    #expect(tool.run("search", "task-open:📅").lines == ["a.md:3:12:- [ ] call 📅 2026-05-21"])
  }

  @Test func aMemoThatIsNamedTodayIsThatMemo() throws {
    let tool = try tool()
    try tool.folder.write("# Today\n", to: "today.md")
    #expect(tool.run("append", "today", "text").code == .done)
  }

  @Test(arguments: [
    ("due=tomorrow", "due=2026-05-21"), ("due=내일", "due=2026-05-21"), ("mood=fine", nil), ("due=2026-05-21", nil),
    ("rating=4", nil), ("due=", nil),
  ])
  func aDayThatIsStoredAsAWordIsPointedOut(field: String, date: String?) throws {
    let tool = try tool()
    let run = tool.run("set", "kitchen.md", field)
    #expect(run.code == .done, "\(run.errors)")
    #expect(run.errors.contains("hint: ") == (date != nil) && run.errors.contains(date ?? ""), "\(run.errors)")
    let front = tool.run("show", "kitchen.md").output
    #expect(front.contains(field.split(separator: "=").last ?? ""), "as it was written: \(front)")
  }

  @Test func aTagIsRemovedFromAllMemosAtOnce() throws {
    let tool = try tool()
    try tool.folder.write("---\ntags: [Travel, x]\n---\n# Sea\n\n#travel/sea\n", to: "sea.md")
    let preview = tool.run("tags", "remove", "travel", "--all", "--dry-run")
    #expect(preview.code == .done && preview.output.contains("-tags: [Travel, x]"), "\(preview)")
    let run = tool.run("tags", "remove", "#travel", "--all")
    #expect(run.code == .done && run.errors.contains("2 memos"), "\(run)")
    #expect(tool.run("tags").lines.sorted() == ["home\t1", "travel/sea\t1", "work/plan\t1", "x\t1"])
    #expect(tool.run("undo").code == .done && tool.run("tags").output.lowercased().contains("travel\t2"))
    #expect(tool.run("tags", "remove", "zebra", "--all").code == .noMatch)
    for words in [["remove", "travel", "sea.md", "--all"], ["add", "x", "--all"], ["rename", "a", "b", "--all"]] {
      let run = tool.run(["tags"] + words)
      #expect(run.code == .usage && run.errors.contains("--all"), "\(words): \(run.errors)")
    }
    let wrong = tool.run("tags", "delete", "travel")
    #expect(wrong.code == .usage && wrong.errors.contains("hint: use 'memo tags remove TAG --all'"), "\(wrong.errors)")
  }

  @Test func aTagWithABlankIsListedAndRemoved() throws {
    let tool = try tool()
    try tool.folder.write("---\ntags: [to do, x]\n---\n# A\n", to: "a.md")
    #expect(tool.run("list", "--tag", "\"to do\"", "--paths").lines == ["a.md"])
    #expect(tool.run("tags", "add", "to do", "kitchen.md").code == .usage, "it cannot be written in a text")
    #expect(tool.run("tags", "remove", "no such tag", "a.md").code == .usage)
    #expect(tool.run("tags", "remove", "To do", "a.md").code == .done)
    #expect(tool.run("show", "a.md").output == "---\ntags: [x]\n---\n# A\n")
    #expect(tool.run("undo").code == .done && tool.run("tags", "remove", "to do", "--all").code == .done)
    #expect(tool.run("show", "a.md").output == "---\ntags: [x]\n---\n# A\n")
  }

  @Test(arguments: ["NOT (home OR x)", "(home OR x)", "home)"])
  func parenthesesAmongTagsAreRefused(expression: String) throws {
    let run = try tool().run("list", "--tag", expression)
    #expect(run.code == .usage && run.output.isEmpty, "\(run)")
    #expect(run.errors.contains("use commas, not parentheses") == expression.contains("("), "\(run.errors)")
  }

  @Test(arguments: [
    ("aliases=[PH, birdie]", "aliases: [old]", "aliases: [PH, birdie]"),
    ("aliases=[PH, \"a, b\"]", "", "aliases: [PH, \"a, b\"]"),
    ("tags=work,urgent", "tags: [x]", "tags: [work, urgent]"), ("tags=work, urgent", "", "tags: [work, urgent]"),
    ("Tags=[one]", "tags:\n- a\n- b", "tags:\n- one"),
    ("people=[Kim, 이서연]", "people:\n  - a", "people:\n  - Kim\n  - 이서연"),
    ("note=a, b", "note: x", "note: a, b"), ("note=[a", "note: x", "note: \"[a\""),
    ("people=[]", "people: [a]", "people: []"),
  ])
  func aListIsSetItemByItem(field: String, before: String, after: String) throws {
    let tool = try TestedTool()
    try tool.folder.write("---\nother: 1\n\(before)\n---\n# A\n".replacing("\n\n", with: "\n"), to: "a.md")
    #expect(tool.run("set", "a.md", field).code == .done)
    #expect(tool.run("show", "a.md").output == "---\nother: 1\n\(after)\n---\n# A\n")
    #expect(tool.run("undo").code == .done && tool.run("show", "a.md").output.contains(before))
  }

  @Test(arguments: [
    ("list status:active", "memo list --where status=active"), ("list 'rating>4'", "memo list --where 'rating>4'"),
    ("list notes", "memo list --path ./notes"), ("list today", "memo list --since today"),
    ("list zebra", "memo search zebra"), ("list zebra crossing", "memo search zebra crossing"),
    ("list 3 days ago", "memo list --since '3 days ago'"), ("list #travel #home", "memo list --tag travel --tag home"),
    ("내일", "memo today 내일"), ("tomorrow", "memo today tomorrow"),
    ("tags travel", "memo list --tag TAG"),
    ("tasks add milk", "memo append REF '- [ ] TEXT'"), ("list --pinned", "memo list --where pinned=true"),
    ("pin x", "memo set REF pinned=true"), ("split a.md", "memo extract REF#HEADING"),
    ("undo -n 3", "memo undo --list"),
    ("alias add", "memo set REF aliases+=ALIAS"), ("list --reverse", "memo list --sort created+"),
    ("search --regex a", "memo search /REGEX/"), ("export --html x", "memo share REF --html --stdout"),
    ("daily append x", "memo append \"$(memo today)\" TEXT"), ("grep x", "memo search /REGEX/"),
    ("export Heron.HTML", "memo share REF --html --stdout > Heron.HTML"),
    ("path x", "memo search -l title:TITLE"), ("show --path x", "memo search -l title:TITLE"),
    ("which x", "memo search -l title:TITLE"), ("attach x p.png", "memo append REF '![[picture.png]]'"),
    ("첨부 x p.png", "memo append REF '![[picture.png]]'"), ("복제 x", "memo show REF > COPY.md"),
    ("체크 x", "memo tasks done PATH:LINE"),
    ("today --append x", "memo append \"$(memo today)\" TEXT"),
  ])
  func whatAnotherProgramTakesIsAnsweredWithWhatDoesTheSame(line: String, use: String) throws {
    let words = line.replacing("'", with: "").split(separator: " ").map(String.init)
    let run = try tool().run(words)
    let hint = use.contains("'") ? "hint: use: \(use)\n" : "hint: use '\(use)'\n"
    #expect(run.code == .usage && run.errors.contains(hint), "\(run.errors)")
    let copies = run.errors.contains("hint: memo does not copy files into the vault: copy the picture next to the memo")
    #expect(copies == use.contains("picture.png"), "\(run.errors)")
  }

  @Test(arguments: [
    (["list", "a[b]*"], "memo list --path './a\\[b\\]\\*'"), (["show", "a[b]*"], "memo list --path 'a\\[b\\]\\*'"),
    (["tasks", "done", "a[b]*/c.md:9"], "memo tasks --path 'a\\[b\\]\\*/c.md'"), (["list", "/a[b]*"], nil),
    (["list", ".."], nil),
  ])
  func aPathWithSignsOfAPatternIsShownAsAPattern(words: [String], line: String?) throws {
    let tool = try tool()
    try tool.folder.write("# C\n\n- [ ] sweep\n", to: "a[b]*/c.md")
    #expect(tool.run(words).errors.contains(line ?? "memo search"), "\(tool.run(words).errors)")
    guard let line else { return }
    let pasted = tool.run(line.replacing("'", with: "").split(separator: " ").dropFirst().map(String.init))
    #expect(pasted.lines.count == 1 && pasted.output.contains("a[b]*/c.md"), "\(pasted)")
  }

  @Test func aFolderOfTheVaultThatIsNamedFromTheTopIsShownAsAPattern() throws {
    let tool = try tool()
    let run = tool.run("list", tool.folder.path.appending(VaultPath("notes")).text)
    #expect(run.errors.contains("hint: use 'memo list --path /notes'\n"), "\(run.errors)")
    #expect(tool.run("list", "--path", "/notes", "--paths").lines == ["notes/Trip to Oslo.md"])
    #expect(tool.run("list", tool.folder.path.text).errors.contains("hint: use: memo list --path '**'\n"))
  }

  @Test(arguments: [
    (["list", "--", "--x"], "memo search -- --x"), (["list", "--", "-n"], "memo search -- -n"),
    (["new", "--", "notes/-bar"], "memo new --dir notes -- -bar"),
    (["rename", "--", "-old", "New"], "memo move -- -old DIR"),
    (["move", "--", "-dash", "kitchen", "boxes"], "memo move -- -dash kitchen boxes/"),
    (["tags", "add", "--", "kitchen", "-tag"], "memo tags add -- -tag kitchen"),
  ])
  func aHintWithAWordThatBeginsWithADashCanBePasted(words: [String], line: String) throws {
    let tool = try tool()
    try tool.folder.write("# Dash\n", to: "-dash.md")
    try tool.folder.write("# Old\n", to: "-old/a.md")
    let run = tool.run(words)
    #expect(run.errors.contains("'\(line)'\n") || run.errors.contains(": \(line)\n"), "\(run.errors)")
    let pasted = tool.run(line.split(separator: " ").dropFirst().map(String.init))
    #expect(pasted.code == .done || pasted.code == .noMatch, "\(line): \(pasted.errors)")
  }

  @Test(arguments: [
    ("list --정렬 제목", "--sort"), ("list --태그=업무", "--tag"), ("new --폴더 a b", "--vault"), ("sync --원격 a", "--remote"),
    ("delete --미리보기 kitchen", "--dry-run"), ("list --원격 a", nil),
  ])
  func anOptionInKoreanIsAnsweredWithItsName(line: String, option: String?) throws {
    let run = try tool().run(line.split(separator: " ").map(String.init))
    #expect(run.code == .usage && run.errors.contains("did you mean") == (option != nil), "\(run.errors)")
    #expect(option.map { run.errors.contains("hint: did you mean \($0)?\n") } != false, "\(run.errors)")
  }

  @Test(arguments: [("태그:업무", "the operators are title:, tag:"), ("날짜:오늘", "use --since and --until")])
  func anOperatorInKoreanIsAnswered(query: String, hint: String) throws {
    let run = try tool().run("search", query)
    #expect(run.code == .noMatch && run.errors.contains(hint), "\(run.errors)")
  }

  @Test(arguments: [
    ("date", "modified"), ("Date+", "modified"), ("mtime", "modified"), ("name", "title"), ("creation-", "created"),
  ])
  func anOrderByAnotherNameIsAnsweredWithItsOwn(order: String, key: String) throws {
    let run = try tool().run(["list", "--sort", order])
    #expect(run.code == .usage && run.errors.contains("hint: did you mean \(key)?"), "\(run.errors)")
  }

  @Test(arguments: ["rating", "rating+", "-rating", "rating:desc", "fields.rating", "rating asc"])
  func anOrderByAFieldIsAnsweredWithItsForm(order: String) throws {
    let run = try tool().run(["list", "--sort", order])
    #expect(
      run.errors.contains("hint: for the field 'rating': --sort field:rating, or --sort field:rating- for the largest"),
      "\(run.errors)")
    let format = try tool().run(["list", "--format", "{fields.rating}"])
    #expect(format.errors.contains("write {field:rating}\n"), "\(format.errors)")
    #expect(try !tool().run("list", "--sort", "+").errors.contains("--sort field:"), "there is no field without a name")
  }

  @Test(arguments: [
    (["new", "-t", "x"], "--tag"), (["new", "-b", "x"], "--body"), (["tasks", "--due", "week"], nil),
  ])
  func anUnknownOptionIsAnsweredWithNearOnes(words: [String], hint: String?) throws {
    let run = try tool().run(words)
    #expect(run.code == .usage)
    #expect(hint.map { run.errors.contains($0) } ?? !run.errors.contains("put --"), "\(run.errors)")
  }

  @Test(arguments: [
    ("status:active", "hint: 'status:' was searched for literally; for the field, search '[status:active]'"),
    ("TODO|FIXME", "hint: for a regular expression: '/TODO|FIXME/'"),
    ("a.*z", "hint: for a regular expression: '/a.*z/'"),
    ("zebra:x", nil), ("zebra", nil),
  ])
  func aSearchForAFieldOrAnExpressionIsAnsweredWithItsForm(query: String, hint: String?) throws {
    let tool = try tool()
    try tool.folder.write("---\nstatus: done\n---\n# Heron\n", to: "heron.md")
    let run = tool.run("search", query)
    #expect(run.code == .noMatch && run.errors == (hint.map { "\($0)\n" } ?? ""), "\(run.errors)")
    #expect(tool.run("search", "[status:done]").lines.count == 1)
  }

  @Test(arguments: [
    ("[status:done OR open]", 2), ("[status:open OR closed]", 1), ("[status:/^do/]", 1), ("[due:null]", 1),
    ("[due]", 2),
    ("[status:\"done OR open\"]", 0), ("-[due:null] heron", 1), ("[status:null]", 0),
  ])
  func propertiesAreSearchedAsInObsidian(query: String, count: Int) throws {
    let tool = try TestedTool()
    try tool.folder.write("---\nstatus: done\ndue:\n---\n# Heron 1\n", to: "1.md")
    try tool.folder.write("---\nstatus: open\ndue: 2026-01-01\n---\n# Heron 2\n", to: "2.md")
    #expect(tool.run("search", "-l", query).lines.count == count, "\(query)")
    let compared = tool.run("search", "[rating:>4]")
    #expect(compared.code == .usage && compared.errors.contains("use --where 'rating>4'"), "\(compared.errors)")
  }

  @Test(arguments: [
    ("trp to oslp", ["Trip to Oslo"]), ("kichen", ["Kitchen"]), ("oslp", ["Trip to Oslo"]), ("zebra crossing", []),
    ("oslo zebra", []),
  ])
  func aMisspeltNameIsAnsweredWithTheTitle(name: String, titles: [String]) throws {
    let tool = try TestedTool()
    try tool.folder.write("# Trip to Oslo\n", to: "a.md")
    try tool.folder.write("# Kitchen\n", to: "b.md")
    let run = tool.run("show", name)
    #expect(run.code == .noSuchMemo)
    let hints = run.errors.split(separator: "\n").dropFirst().map(String.init)
    // A name that is like none may be in a text.
    let search = titles.isEmpty ? ["hint: to look for it in the text of memos: memo search '\"\(name)\"'"] : []
    #expect(hints == titles.map { "hint: did you mean '\($0)'?" } + search, "\(run.errors)")
  }

  @Test func whatChangesNothingSaysSo() throws {
    let tool = try tool()
    let empty = tool.run("append", "kitchen.md", "")
    #expect(empty.code == .done && empty.errors == "nothing to add: the text is empty\n", "\(empty.errors)")
    #expect(tool.run("tasks", "done", "notes/Trip to Oslo.md:5").code == .done)
    let again = tool.run("tasks", "done", "notes/Trip to Oslo.md:5", terminalColumns: 80)
    #expect(again.code == .done && again.errors == "'pack' in 'notes/Trip to Oslo.md' is already done\n", "\(again)")
    let korean = tool.run("--lang", "ko", "tasks", "done", "1", terminalColumns: 80)
    #expect(korean.errors.contains(" 이미 완료한 할 일입니다\n"), "\(korean.errors)")
    #expect(tool.run("tasks", "undone", "1", terminalColumns: 80).code == .done)
    let open = tool.run("tasks", "undone", "1", terminalColumns: 80)
    #expect(open.errors == "'pack' in 'notes/Trip to Oslo.md' is not done\n", "\(open.errors)")
    let two = tool.run("tasks", "undone", "1", "notes/Trip to Oslo.md:5", terminalColumns: 80)
    #expect(two.errors == "nothing to untick: not done\n", "\(two.errors)")
  }

  @Test func aListByCreationShowsWhenMemosWereMade() throws {
    let tool = try TestedTool()
    try tool.folder.write("---\ncreated: 2001-02-03\n---\n# Old\n", to: "old.md")
    #expect(tool.run("list", "--sort", "created", terminalColumns: 80).output.contains("2001"))
    #expect(!tool.run("list", terminalColumns: 80).output.contains("2001"))
  }

  @Test func aMemoIsNoYoungerThanItsLastChange() throws {
    let tool = try tool()
    #expect(tool.run("tags", "rename", "home", "house").code == .done)
    let lines = tool.run("list", "--format", "{created} {modified}").lines
    #expect(lines.count == 2)
    for line in lines {
      let times = line.split(separator: " ")
      #expect(times[0] <= times[1], "\(line)")
    }
  }
}
