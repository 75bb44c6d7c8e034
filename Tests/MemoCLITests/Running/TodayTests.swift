import MemoCore
import MemoKit
import MemoTestSupport
import MemoWords
import Testing

/// What `memo today` looks at: its path depends on all memos' names, so finding it refreshes the index.
@Suite struct TodayTests {
  private static let today = "2026-05-20.md"

  private func refreshes(_ run: TestedTool.Run) -> Int {
    run.errors.split(separator: "\n").count { $0.contains("refresh: ") }
  }

  private func tool() throws -> TestedTool {
    var tool = try TestedTool()
    tool.variables["MEMO_DEBUG"] = "1"
    try tool.folder.write("# Other\n", to: "other.md", modified: 1)
    return tool
  }

  @Test func aNewMemoTakesOneLookAtTheVault() throws {
    let tool = try tool()
    let run = tool.run("today", "--no-edit")
    #expect(run.code == .done && run.output == Self.today + "\n")
    #expect(refreshes(run) == 1, "\(run.errors)")
    #expect(try tool.folder.bytes(of: VaultPath(Self.today)) == Array("# 2026-05-20\n".utf8))
  }

  /// More than the 292 years that nanoseconds reach from now, in either direction.
  @Test(arguments: [
    ("1700-01-01", "1700-01-01"), ("300y", "1726-05-20"), ("10000y", "1700-01-20"), ("in 10000 years", "2260-01-20"),
    ("2261-12-31", "2261-12-31"),
  ])
  func aDayIsAsFarAwayAsDatesReach(written: String, day: String) throws {
    let tool = try TestedTool()
    #expect(tool.run("config", "daily.folder", "{{date:YYYY/MM}}").code == .done)
    try tool.folder.write("{{date}} {{date:YYYY-MM-DD}} {{time}}\n", to: ".memo/templates/today.md")
    let path = "\(day.prefix(4))/\(day.dropFirst(5).prefix(2))/\(day).md"
    let run = tool.run("today", written, "--no-edit")
    #expect(run.code == .done && run.output == "\(path)\n", "\(written): \(run.errors)")
    #expect(try tool.folder.bytes(of: VaultPath(path)) == Array("\(day) \(day) 12:00\n".utf8))
  }

  @Test(arguments: ["2262-04-11T23:47:16Z", "1677-09-21T00:12:44Z", "2262-04-11", "9999-12-31", "0001-01-01"])
  func aDayThatTimesDoNotReachIsRefused(written: String) throws {
    let run = try TestedTool().run("today", written, "--no-edit")
    #expect(run.code == .usage && run.errors.contains("'\(written)'"), "\(run.errors)")
  }

  @Test(arguments: ["^^", "???", "...", "///", "**"])
  func aTitleThatNoFileNameCanHoldDoesNotTakeTheNameOfADay(title: String) throws {
    let tool = try TestedTool()
    #expect(tool.run("new", title).output == "untitled.md\n")
    #expect(tool.run("today", "--no-edit").output == Self.today + "\n")
    #expect(try tool.folder.bytes(of: VaultPath(Self.today)) == Array("# 2026-05-20\n".utf8))
  }

  @Test(arguments: [
    (#"{"daily": {"template": "none"}}"#, ["today", "--no-edit"], "daily.template"),
    (#"{"daily": {"format": "[../x]"}}"#, ["today", "--no-edit"], "daily.format"),
    (#"{"new": {"folder": "../x"}}"#, ["new", "x", "--no-edit"], "new.folder"),
  ])
  func aNameThatCannotBeUsedIsSaidToBeFromTheSettings(settings: String, words: [String], key: String) throws {
    let tool = try TestedTool()
    try tool.folder.write(settings, to: ".memo/config.json")
    let run = tool.run(words)
    #expect(run.code != .done && run.errors.contains("settings (") && run.errors.contains(key), "\(run.errors)")
    #expect(!tool.run("new", "x", "--dir", "../x").errors.contains("settings"), "it is from the command line")
  }

  @Test func aMemoThatWasMovedIsLookedUpOnce() throws {
    let tool = try tool()
    try tool.folder.write("# Moved\n", to: "diary/\(Self.today)", modified: 1)
    let run = tool.run("today", "--no-edit")
    #expect(run.code == .done && run.output == "diary/\(Self.today)\n")
    #expect(refreshes(run) == 1, "\(run.errors)")
  }

  @Test(arguments: [
    ("daily/yyyy-MM-dd", "[daily]/yyyy-MM-dd", "daily/2026-05-20.md"),
    ("yyyy/notes-MM", "yyyy/[notes]-MM", "2026/notes-05.md"),
    ("YYYY-[week]ww", nil, "2026-week21.md"), ("yyyyMMdd'T'", nil, "20260520T.md"),
    ("YYYY-MM-DD dddd", nil, "2026-05-20 Wednesday.md"),
  ])
  func aWordInTheFormatIsPutInBrackets(format: String, meant: String?, name: String) throws {
    let tool = try TestedTool()
    let run = tool.run("config", "daily.format", format)
    if let meant {
      #expect(run.code == .usage && run.errors.contains("hint: use '\(meant)'\n"), "\(run.errors)")
      #expect(tool.run("config", "daily.format").code == .noMatch, "nothing was set")
    }
    #expect(tool.run("config", "daily.format", meant ?? format).code == .done)
    #expect(tool.run("today", "--no-edit").output == "\(name)\n")
  }

  @Test(arguments: ["yyyy/mm/yyyy-mm-dd", "%Y/%m/%Y-%m-%d", "[day]/YYYY-MM-DD a", "LT"])
  func aFormatWithATimeOfTheDayIsRefused(format: String) throws {
    let tool = try TestedTool()
    let run = tool.run("config", "daily.format", format)
    #expect(run.code == .usage && run.errors.contains("the name would change within a day"), "\(run.errors)")
    #expect(tool.run("today", "--no-edit").output == "\(Self.today)\n")
  }

  @Test(arguments: [
    ("[abc", "a '[' is not closed"), ("[week] ww [", "a '[' is not closed"), ("[x]", "no date in it"),
    ("'x'", "no date in it"), (".YYYY-MM-DD", "hidden"), ("YYYY/.MM-DD", "hidden"), ("../YYYY-MM-DD", "hidden"),
  ])
  func aFormatThatNamesNoMemosOfDaysIsRefused(format: String, reason: String) throws {
    let tool = try TestedTool()
    let run = tool.run("config", "daily.format", format)
    #expect(run.code == .usage && run.errors.contains(reason), "\(run.errors)")
    #expect(tool.run("config", "daily.format").code == .noMatch, "nothing was set")
  }

  @Test(arguments: ["YYYY-MM", "gggg-[W]ww", "YYYY", "dddd", ""])
  func aFormatForMoreDaysThanOneIsTaken(format: String) throws {
    #expect(try TestedTool().run("config", "daily.format", format).code == .done)
  }

  @Test(arguments: ["daily.folder", "new.folder"])
  func aFolderIsFilledInAsAWhole(setting: String) throws {
    let tool = try TestedTool()
    for folder in ["x/{{date:}", "x/{{dat}}", "{{date", "x/{{title:y}}"] {
      let run = tool.run("config", setting, folder)
      #expect(run.code == .usage && run.errors.contains("is not filled in"), "\(folder): \(run.errors)")
    }
    #expect(tool.run("config", setting, "x/{{date:[.]YYYY}}").code == .usage, "hidden")
    #expect(tool.run("config", setting, "x/{{date:YYYY/MM}}").code == .done)
  }

  // MARK: What has its name

  @Test func aMemoWithTheOtherEndingIsTheDaysMemo() throws {
    let tool = try tool()
    try tool.folder.write("# Mine\n", to: "2026-05-20.markdown")
    #expect(tool.run("today", "--no-edit").output == "2026-05-20.markdown\n")
    try tool.folder.write("# Far\n", to: "diary/2026-05-20.md")
    #expect(tool.run("today", "--no-edit").output == "2026-05-20.markdown\n", "its own folder first")
    try tool.folder.remove(VaultPath("2026-05-20.markdown"))
    #expect(tool.run("today", "--no-edit").output == "diary/2026-05-20.md\n")
  }

  @Test func whatIsNoMemoInItsPlaceIsNamed() throws {
    let tool = try TestedTool()
    try tool.folder.makeFolders(VaultPath(Self.today))
    let folder = tool.run("today", "--no-edit")
    #expect(folder.code == .noSuchMemo && folder.errors == "memo: '\(Self.today)' is a folder, not a memo\n")
    try tool.folder.write("# Other\n", to: "other.md")
    try tool.folder.link(VaultPath("2026-05-21.md"), to: "other.md")
    let link = tool.run("today", "tomorrow", "--no-edit")
    #expect(link.code == .noSuchMemo, "\(link.errors)")
    #expect(link.errors == "memo: '2026-05-21.md' is a symbolic link, which memo does not follow\n")
  }

  @Test func aMemoThatTheVaultWouldNotShowIsRefused() throws {
    let tool = try TestedTool()
    for (key, value) in [("ignore", "drafts/"), ("daily.folder", "drafts/daily"), ("new.folder", "drafts/daily")] {
      #expect(tool.run("config", key, value).code == .done)
    }
    let path = VaultPath("drafts/daily/\(Self.today)")
    let (made, other) = (tool.run("today", "--no-edit"), tool.run("new", "2026-05-20", "--body", "x", "--no-edit"))
    #expect(made.code == .failure && made.errors == other.errors, "\(made.errors)")
    #expect(tool.folder.status(of: path) == nil)
    try tool.folder.write("# Not a memo\n", to: path.text)
    #expect(tool.run("today", "--no-edit").code == .failure, "it is not a memo")
    try tool.folder.write("# Mine\n", to: "diary/\(Self.today)")
    #expect(tool.run("today", "--no-edit").output == "diary/\(Self.today)\n")
  }

  /// Another process makes it after this one has looked.
  @Test func theMemoThatAnotherMadeInTheMeantimeIsOpened() throws {
    let tool = try TestedTool()
    let (folder, path) = (tool.folder, VaultPath(Self.today))
    let workspace = try tool.workspace { try folder.write(Array("# Theirs\n".utf8), to: path) }
    try workspace.makeToday(path)
    #expect(try folder.bytes(of: path) == Array("# Theirs\n".utf8))
  }

  /// Whether or not they meet.
  @Test func allWhoMakeItAtOnceOpenTheSame() async throws {
    let tool = try tool()
    #expect(tool.run("config", "daily.folder", "diary").code == .done)
    let runs = await withTaskGroup(of: TestedTool.Run.self) { group in
      for _ in 0..<8 { group.addTask { tool.run("today", "--no-edit") } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for run in runs { #expect(run.code == .done && run.output == "diary/\(Self.today)\n", "\(run.errors)") }
  }

  // MARK: Templates

  @Test func aTemplateThatCannotBeUsedIsAFailure() throws {
    let tool = try TestedTool()
    try tool.folder.write("# Other\n", to: "other.md")
    func errors() -> [String] {
      [tool.run("today", "--no-edit"), tool.run("new", "x", "--template", "today", "--no-edit")].map { run in
        #expect(run.code == .noSuchMemo)
        return run.errors
      }
    }
    let template = VaultPath(".memo/templates/today.md")
    try tool.folder.makeFolders(template)
    #expect(errors() == Array(repeating: "memo: the template 'today' is a folder, not a file\n", count: 2))
    try tool.folder.remove(template)
    try tool.folder.link(template, to: "../../other.md")
    #expect(errors().allSatisfy { $0.contains("put a copy of the file there") })
    try tool.folder.remove(template)
    try tool.folder.link(template, to: "../../nothing.md")
    #expect(errors().allSatisfy { $0.contains("a symbolic link that does not lead to a file") })
    try tool.folder.remove(template)
    try tool.folder.makePipe(template)
    #expect(errors().allSatisfy { $0.contains("is not a regular file") })
    #expect(tool.folder.status(of: VaultPath(Self.today)) == nil)
  }

  @Test func aFolderOfTemplatesThatIsMissingIsNamed() throws {
    let tool = try tool()
    #expect(tool.run("config", "templates", "Templates").code == .done)
    let run = tool.run("today", "--no-edit")
    #expect(run.code == .done && run.errors.contains("memo: 'Templates', the folder of templates,"), "\(run.errors)")
    #expect(!tool.run("today", "--no-edit").errors.contains("Templates"), "only where a memo is made")
    #expect(tool.run("config", "templates", "--unset").code == .done)
    #expect(!tool.run("today", "tomorrow", "--no-edit").errors.contains("templates"), "most vaults have none")
    try tool.folder.link(VaultPath(".memo/templates"), to: "../diary")
    let link = tool.run("today", "yesterday", "--no-edit")
    #expect(link.code == .done && link.errors.contains("memo: '.memo/templates', the folder of"), "\(link.errors)")
    #expect(tool.run("new", "x", "--template", "today", "--no-edit").code == .noSuchMemo)
  }

  // MARK: Standard input

  /// It may be that of a loop around `$(memo today)`.
  @Test func standardInputIsLeftToOthersAndNotLostInSilence() throws {
    var tool = try TestedTool()
    #expect(tool.run("today", terminalColumns: nil).errors == "")
    tool.inputIsPipe = true
    #expect(tool.run("today", terminalColumns: 80).errors.contains(#"| memo append "$(memo today)""#))
    #expect(try tool.folder.bytes(of: VaultPath(Self.today)) == Array("# 2026-05-20\n".utf8))
  }

  @Test func aMemoThatIsInItsPlaceTakesNone() throws {
    let tool = try tool()
    try tool.folder.write("# Here\n", to: Self.today, modified: 1)
    let run = tool.run("today", "--no-edit")
    #expect(run.code == .done && run.output == Self.today + "\n")
    #expect(refreshes(run) == 0, "\(run.errors)")
  }
}
