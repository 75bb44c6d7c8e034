import Foundation
import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct NewTests {
  @Test(arguments: ["new WORD --no-edit", "rename a.md WORD", "extract 'a.md#Part' WORD"])
  func aTitleThatIsNoUTF8IsRefused(command: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("# A\n\n## Part\n", to: "a.md")
    let run = try sandbox.shell("memo \(command.replacing("WORD", with: "\"$(printf 'T\\377')\""))")
    #expect(run.end == .exited(2) && run.errors.contains("must be UTF-8 text"), "\(run.errors)")
    #expect(try sandbox.memo("list", "--paths").text == "a.md\n")
  }

  @Test func aMemoIsNamedAfterItsTitle() throws {
    try Sandbox().check(
      """
      $ memo new 장보기 --body '우유, 두부'
      장보기.md
      $ cat 장보기.md
      # 장보기

      우유, 두부
      $ memo new Build log --dir work/ci --tag ci --tag project/x --body 'green'
      work/ci/Build-log.md
      $ cat work/ci/Build-log.md
      # Build log

      #ci #project/x

      green
      $ memo list --format '{title}: {tags}' --path 'work/**'
      Build log: ci, project/x
      $ memo new Build log --dir work/ci
      work/ci/Build-log-2.md
      $ cat work/ci/Build-log-2.md
      # Build log
      $ printf 'from\\r\\na pipe' | memo new --body - Piped
      Piped.md
      $ printf '# Own title\\n\\nbody\\n' | memo new --body -
      Own-title.md
      $ cat Own-title.md
      # Own title

      body
      $ memo new a/b:c '*?"<>|' .hidden
      a-b-c-.hidden.md
      $ memo new CON
      CON_.md
      $ memo new -- --help
      help.md
      $ memo new
      memo: nothing to write: give a title, or text with --body (- reads standard input)
      [2]
      $ memo new x --dir ../outside
      memo: '../outside' cannot hold memos: it is hidden or outside the vault
      [2]
      $ memo new x --dir .hidden
      memo: '.hidden' cannot hold memos: it is hidden or outside the vault
      [2]
      $ memo new x --tag 'no tag'
      memo: 'no tag' cannot be a tag: no blanks, no punctuation but '_', '-' and '/', and not only digits
      hint: for example: no-tag
      [2]
      """)
  }

  @Test func aPipedBodyKeepsItsBytes() throws {
    let sandbox = try Sandbox()
    let body: [UInt8] = Array("line\r\nno end e\u{301} ".utf8)
    let words = ["memo", "new", "Piped", "--body", "-"].map { Array($0.utf8) }
    #expect(try sandbox.run(words, input: body).text == "Piped.md\n")
    #expect(try sandbox.bytes(of: "Piped.md") == Array("# Piped\r\n\r\n".utf8) + body)
    let other = try sandbox.run(words, input: body + [0xFF, 0xFE])
    #expect(other.end == .exited(7) && other.errors.contains("UTF-8"), "\(other.errors)")
    #expect(try sandbox.bytes(of: "Piped-2.md") == nil)
  }

  @Test func theRecordOfANewMemoIsPrinted() throws {
    let record = try Sandbox().memo("new", "A plan", "--json", "--body", "x #tagged").record()
    #expect(Set(record.keys) == recordKeys)
    #expect(record["title"] as? String == "A plan")
    #expect(record["path"] as? String == "A-plan.md")
    #expect(record["tags"] as? [String] == ["tagged"])
    #expect(record["number"] as? Int == 1)
  }

  @Test func aLongTitleIsCutAtALetter() throws {
    let sandbox = try Sandbox()
    let title = String(repeating: "가나다", count: 100)
    let path = try #require(try sandbox.memo("new", title).lines.first)
    #expect(path.utf8.count <= 203 && path.hasSuffix(".md") && title.hasPrefix(path.dropLast(3)), "\(path)")
    #expect(try sandbox.memo("show", title).text == "# \(title)\n")
  }

  @Test func aPathThatWouldBreakALineIsQuoted() throws {
    let sandbox = try Sandbox()
    try sandbox.folder.makeFolders(VaultPath("vault/a\nb"))
    #expect(try sandbox.memo("new", "x", "--dir", "a\nb").text == "\"a\\nb/x.md\"\n")
  }

  // MARK: Links

  private static func linked() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# Alpha\n\n## Part\n", to: "Projects/Alpha.md")
    try sandbox.write("[[Alpha]] ![[alpha#Part|a]] [[Later]] [p](Projects/Alpha.md)\n", to: "a.md", day: 1)
    try sandbox.write("see [[Alpha]]\n", to: "Projects/Sub/b.md", day: 1)
    return sandbox
  }

  @Test func aMemoWithTheNameOfAnotherTakesOverNoneOfItsLinks() throws {
    try Self.linked().check(
      """
      $ memo new Alpha --dir Inbox
      updated links in 2 other memos
      Inbox/Alpha.md
      $ cat a.md Projects/Sub/b.md
      [[Projects/Alpha]] ![[Projects/alpha#Part|a]] [[Later]] [p](Projects/Alpha.md)
      see [[Projects/Alpha]]
      $ memo list --paths --sort modified-
      Inbox/Alpha.md
      Projects/Alpha.md
      Projects/Sub/b.md
      a.md
      $ memo undo
      undid 'new': 'Inbox/Alpha.md', 'Projects/Sub/b.md', 'a.md'
      $ cat a.md
      [[Alpha]] ![[alpha#Part|a]] [[Later]] [p](Projects/Alpha.md)
      $ memo new Alpha --dir Inbox --dry-run --json
      {"path":"Inbox/Alpha.md","changed":["Inbox/Alpha.md","Projects/Sub/b.md","a.md"],"text":"# Alpha\\n"}
      """)
  }

  @Test func withJSONNothingIsSaidOfChangedLinks() throws {
    let sandbox = try Self.linked()
    let run = try sandbox.memo("new", "Alpha", "--dir", "Inbox", "--json")
    #expect(run.errors.isEmpty, "\(run.errors)")
    #expect(try sandbox.text(of: "Projects/Sub/b.md") == "see [[Projects/Alpha]]\n")
  }

  @Test func aMemoThatALinkWaitsForGetsTheLink() throws {
    try Self.linked().check(
      """
      $ memo new Later --dir Inbox
      Inbox/Later.md
      $ cat a.md
      [[Alpha]] ![[alpha#Part|a]] [[Later]] [p](Projects/Alpha.md)
      $ memo list --paths --links-to Inbox/Later.md
      a.md
      """)
  }

  @Test func aMemoIsMadeThoughALinkCannotBeRewritten() throws {
    let sandbox = try Self.linked()
    try sandbox.write("[[Alpha]]\n", to: "big.md", day: 1)
    try sandbox.folder.truncate(VaultPath("vault/big.md"), to: 70 << 20)
    let run = try sandbox.memo("new", "Alpha", "--dir", "Inbox")
    #expect(run.end == .exited(0) && run.text == "Inbox/Alpha.md\n", "\(run.errors)")
    #expect(run.errors.contains("the link to 'Alpha' in 'big.md' now resolves to another memo"), "\(run.errors)")
    #expect(try sandbox.text(of: "Projects/Sub/b.md") == "see [[Projects/Alpha]]\n")
  }

  @Test func aMemoThatIsKeptInTheEditorTakesOverNoLinks() throws {
    let sandbox = try Self.linked()
    try sandbox.makeProgram("writes", "printf 'more\\n' >> \"$1\"; cp Projects/Sub/b.md seen.txt")
    sandbox.variables["MEMO_EDITOR"] = "writes"
    #expect(try sandbox.memo("new", "Alpha", "--dir", "Inbox", "--edit").text == "Inbox/Alpha.md\n")
    #expect(try sandbox.text(of: "seen.txt") == "see [[Alpha]]\n", "it is not certain yet that it is kept")
    #expect(try sandbox.text(of: "Projects/Sub/b.md") == "see [[Projects/Alpha]]\n")
    #expect(try sandbox.memo("undo").end == .exited(0))
    #expect(try sandbox.text(of: "Projects/Sub/b.md") == "see [[Alpha]]\n")
    #expect(try sandbox.bytes(of: "Inbox/Alpha.md") == nil)
  }

  @Test func theMemoOfADayTakesOverNoLinks() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# 2026-11-20\n", to: "Old/Friday.md")
    try sandbox.write("[[2026-11-20]]\n", to: "a.md")
    #expect(try sandbox.memo("today", "2026-11-20", "--no-edit").lines == ["2026-11-20.md"])
    #expect(try sandbox.text(of: "a.md") == "[[Friday]]\n")
    #expect(try sandbox.memo("undo").end == .exited(0))
    #expect(try sandbox.text(of: "a.md") == "[[2026-11-20]]\n")
  }

  @Test(arguments: [":", ": > \"$1\"", "rm \"$1\"", "printf 'more\\n' >> a.md"])
  func aMemoThatIsNotKeptLeavesLinksAsTheyWere(script: String) throws {
    let sandbox = try Self.linked()
    try sandbox.makeProgram("leaves", script)
    sandbox.variables["MEMO_EDITOR"] = "leaves"
    let run = try sandbox.memo("new", "Alpha", "--dir", "Inbox", "--edit")
    #expect(run.end == .exited(0) && run.output.isEmpty)
    #expect(run.errors == "no memo was created, as nothing was written\n")
    #expect(try sandbox.bytes(of: "Inbox/Alpha.md") == nil)
    #expect(try sandbox.text(of: "Projects/Sub/b.md") == "see [[Alpha]]\n")
    #expect(try sandbox.memo("undo", "--list").text == "")
  }

  // MARK: With an editor

  @Test func theEditorFillsAMemo() throws {
    let sandbox = try Sandbox()
    try sandbox.makeProgram("writes", "printf 'more\\n' >> \"$1\"")
    sandbox.variables["MEMO_EDITOR"] = "writes"
    #expect(try sandbox.memo("new", "Titled", "--edit").text == "Titled.md\n")
    #expect(try sandbox.text(of: "Titled.md") == "# Titled\nmore\n")
    try sandbox.makeProgram("writes", "printf '# 첫 줄\\n\\n글\\n' > \"$1\"")
    #expect(try sandbox.memo("new", "--edit", "--dir", "notes").text == "notes/첫-줄.md\n")
    #expect(try sandbox.text(of: "notes/첫-줄.md") == "# 첫 줄\n\n글\n")
    #expect(try sandbox.folder.names(in: VaultPath("vault/.memo/drafts")).isEmpty)
  }

  @Test func whatWasSavedBeforeTheCommandWasKilledBecomesAMemo() throws {
    let sandbox = try Sandbox()
    // It goes on until memo has gone: of an editor that has ended, memo takes the text.
    try sandbox.makeProgram(
      "saves",
      """
      printf '# Precious\\n' > "$1"
      kill -TERM $PPID
      for look in $(seq 500); do
        [ $(ps -o ppid= -p $$) = $PPID ] || exit 0
        sleep 0.01
      done
      """)
    // So that the shell between memo and the program is the program.
    sandbox.variables["MEMO_EDITOR"] = "exec saves"
    #expect(try sandbox.memo("new", "--edit", "--dir", "work").end == .signalled(15))
    var list = try sandbox.memo("list", "--paths")
    // As long as the editor runs, it may save once more.
    for _ in 0..<250 where list.text.isEmpty {
      usleep(20_000)
      list = try sandbox.memo("list", "--paths")
    }
    #expect(list.text == "work/Precious.md\n")
    #expect(list.errors == "recovered the text of an interrupted 'memo new': 'work/Precious.md'\n")
    #expect(try sandbox.text(of: "work/Precious.md") == "# Precious\n")
  }

  static let leavings = [":", ": > \"$1\"", "printf '\\n \\n' > \"$1\"", "printf '# \\n' > \"$1\"", "rm \"$1\""]

  @Test(arguments: leavings)
  func aMemoLeftUntouchedOrEmptyLeavesNoFile(script: String) throws {
    let sandbox = try Sandbox()
    try sandbox.makeProgram("leaves", script)
    sandbox.variables["MEMO_EDITOR"] = "leaves"
    for words in [
      ["new", "--edit"], ["new", "Titled", "--edit"], ["new", "--edit", "--tag", "x"], ["today", "--edit"],
    ] {
      let run = try sandbox.run(["memo"] + words, in: "vault", input: [], with: [:])
      #expect(run.end == .exited(0) && run.output.isEmpty, "\(words): \(run.text)\(run.errors)")
      #expect(run.errors == "no memo was created, as nothing was written\n", "\(words)")
      #expect(try sandbox.memo("list").text == "", "\(words)")
      #expect(try sandbox.folder.names(in: VaultPath("vault")) == [Array(".memo".utf8)], "\(words)")
    }
  }

  @Test(arguments: ["cp \"$1\" copy && mv copy \"$1\"", "touch -d '2020-01-01' \"$1\""])
  func aMemoThatWasSavedAsItWasIsKept(script: String) throws {
    for titles in ["first-line", "file-name"] {
      let sandbox = try Sandbox()
      #expect(try sandbox.memo("config", "titles", titles).end == .exited(0))
      try sandbox.write("text\n", to: ".memo/templates/meeting.md")
      try sandbox.makeProgram("saves", script)
      sandbox.variables["MEMO_EDITOR"] = "saves"
      #expect(try sandbox.memo("new", "Titled", "--edit").text == "Titled.md\n")
      #expect(try sandbox.text(of: "Titled.md") == (titles == "file-name" ? "" : "# Titled\n"))
      #expect(try sandbox.memo("new", "Weekly", "--template", "meeting", "--edit").text == "Weekly.md\n")
      #expect(try sandbox.memo("today", "2026-02-03", "--edit").text == "2026-02-03.md\n")
      #expect(try sandbox.memo("undo").end == .exited(0))
      #expect(try sandbox.text(of: "2026-02-03.md") == nil)
      let nothing = try sandbox.memo("new", "--edit")
      #expect(nothing.output.isEmpty && nothing.errors == "no memo was created, as nothing was written\n")
    }
  }

  static let nothings = [
    ["new", "   "], ["new", "\u{3000}"], ["new", "\n"], ["new", "--body", " \n"], ["new", "--body", "-"],
    ["new", " ", "--tag", "x"],
  ]

  @Test(arguments: nothings)
  func ofNothingNoMemoIsMade(words: [String]) throws {
    let sandbox = try Sandbox()
    for line in ["\"$@\" <&-", "printf ' \n' | \"$@\""] {
      let run = try sandbox.run(["sh", "-c", line, "sh", "memo"] + words, in: "vault", input: [], with: [:])
      #expect(run.end == .exited(2) && run.output.isEmpty, "\(words): \(run.text)\(run.errors)")
    }
    #expect(try sandbox.memo("list").text == "")
  }

  @Test func aDashAloneReadsTheTextFromStandardInput() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.memo("new", "-", "--tag", "a", input: "# Own title\n").lines == ["Own-title.md"])
    #expect(try sandbox.text(of: "Own-title.md") == "# Own title\n\n#a\n")
    #expect(try sandbox.memo("new", "-", "--body", "-", input: "Second\n").lines == ["Second.md"])
    #expect(try sandbox.memo("new", "-", input: "").end == .exited(2))
    #expect(try sandbox.memo("new", "a", "-", input: "text\n").lines == ["a.md"], "a word among others")
  }

  @Test func aDashAloneReadsATerminalToItsEnd() throws {
    let sandbox = try Sandbox()
    sandbox.variables["MEMO_EDITOR"] = "false"
    let line = "printf 'typed\\n\\004' | script -qec 'memo new -' /dev/null"
    #expect(try sandbox.shell(line).end == .exited(0))
    #expect(try sandbox.text(of: "typed.md") == "typed\n")
  }

  @Test func aTitleIsOneLine() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.memo("new", "one\ntwo\tthree").text == "one-two-three.md\n")
    #expect(try sandbox.text(of: "one-two-three.md") == "# one two three\n")
    let run = try sandbox.memo("rename", "one-two-three.md", "new\ntitle\u{1}here", "--json")
    #expect(try run.record()["title"] as? String == "new title here", "\(run.errors)")
    #expect(try sandbox.text(of: "new-title-here.md") == "# new title here\n")
  }

  @Test func whereThePathCannotBeWrittenTheErrorNamesTheMemo() throws {
    for command in ["new Title", "today", "new Title --json"] {
      let sandbox = try Sandbox()
      let run = try sandbox.shell("memo \(command) > /dev/full")
      #expect(run.end == .exited(7), "\(command): \(run.errors)")
      let path = try #require(try sandbox.memo("list", "--paths").lines.first)
      #expect(run.errors.contains("'\(path)' was saved anyway"), "\(command): \(run.errors)")
      let closed = try sandbox.shell("memo new Other >&-")
      #expect(closed.end == .exited(7) && closed.errors.contains("'Other.md' was saved anyway"))
    }
  }

  @Test func whatAFailingEditorWroteIsKept() throws {
    let sandbox = try Sandbox()
    try sandbox.makeProgram("breaks", "printf '# Saved\\n' > \"$1\"; exit 1")
    sandbox.variables["MEMO_EDITOR"] = "breaks"
    let run = try sandbox.memo("new", "--edit")
    #expect(run.end == .exited(7) && run.output.isEmpty)
    #expect(run.errors.hasPrefix("your text is kept in 'Saved.md'\nmemo: the editor 'breaks' failed: exit code 1\n"))
    #expect(try sandbox.text(of: "Saved.md") == "# Saved\n")
    try sandbox.makeProgram("breaks", "exit 1")
    #expect(try sandbox.memo("new", "--edit", "Titled").end == .exited(7))
    #expect(try sandbox.text(of: "Titled.md") == nil)
    #expect(try sandbox.memo("list").lines.count == 1)
  }
}
