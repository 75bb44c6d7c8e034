import MemoCore
import MemoTestSupport
import Testing

/// Paths in text are opened from where one is.
@Suite(.waitsForPrograms) struct PrintedPathTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# Root\n\nneedle\n\n- [ ] buy [[Nowhere]]\n", to: "a.md", day: 3)
    try sandbox.write("# Sub\n\nneedle [[a]]\n\n- [ ] buy [[Nowhere]]\n", to: "sub/a.md", day: 2)
    try sandbox.write("# Deep\n\nneedle\n\n- [ ] buy [[Nowhere]]\n", to: "sub/x y/넷.md", day: 1)
    try sandbox.folder.link(VaultPath("way"), to: "vault/sub")
    sandbox.variables["MEMO_VAULT"] = sandbox.vault.text
    return sandbox
  }

  static let places = ["vault", "vault/sub", "vault/sub/x y", "way", ".", "home", "runs"]

  // `cat` with each line: what a shell makes of `vim $(memo search -l needle)`.
  @Test(arguments: places)
  func whatIsPrintedOpens(place: String) throws {
    let sandbox = try Self.sandbox()
    for list in [
      "memo list --paths", "memo search -l needle", "memo list --format '{path}'", "memo list | cut -f 1",
      "memo search needle | cut -d : -f 1", "memo check | cut -d : -f 1", "memo tasks | cut -d : -f 1",
      "memo search -c needle | cut -d : -f 1",
    ] {
      let run = try sandbox.shell("\(list) | while read -r path; do head -n 1 \"$path\"; done", in: place)
      #expect(run.lines.sorted() == ["# Deep", "# Root", "# Sub"], "\(list) in \(place): \(run.text)\(run.errors)")
    }
    let named = try sandbox.shell("memo list --paths | while read -r path; do memo show \"$path\"; done", in: place)
    #expect(named.lines.filter { $0.hasPrefix("#") } == ["# Root", "# Sub", "# Deep"], "\(named.text)\(named.errors)")
    let ticked = try sandbox.shell("memo tasks | memo tasks done - && memo tasks | wc -l", in: place)
    #expect(ticked.lines.last?.split(separator: " ").last == "0", "\(ticked.text)\(ticked.errors)")
    let changed = try sandbox.shell(
      "memo list --paths | while read -r path; do memo append \"$path\" more; done; memo search -l more | wc -l",
      in: place)
    #expect(changed.lines.last?.split(separator: " ").last == "3", "\(changed.text)\(changed.errors)")
  }

  @Test(arguments: places)
  func newAndTodayPrintWhatOpens(place: String) throws {
    let sandbox = try Self.sandbox()
    for command in [
      "memo new Idea", "memo today", "memo today yesterday", "memo rename 'Root' Other", "memo move Sub new",
    ] {
      let run = try sandbox.shell(
        "\(command) | while read -r path; do test -f \"$path\" && echo there; done", in: place)
      #expect(run.lines == ["there"], "\(command) in \(place): \(run.text)\(run.errors)")
    }
  }

  @Test(arguments: places)
  func jsonAndRootRelativePathsAreTheSameEverywhere(place: String) throws {
    let sandbox = try Self.sandbox()
    let plain = try sandbox.memo("list", "--paths", "--root-relative", in: place)
    #expect(plain.lines == ["a.md", "sub/a.md", "sub/x y/넷.md"], "\(place)")
    let json = try sandbox.memo("list", "--json", in: place)
    #expect(json.output == (try sandbox.memo("list", "--json").output), "\(place)")
    let hits = try sandbox.memo("search", "Deep", "--root-relative", in: place)
    #expect(hits.lines == ["sub/x y/넷.md:1:3:# Deep"], "\(hits.text)")
  }

  @Test func aMemoIsMadeWhereOneIs() throws {
    let sandbox = try Self.sandbox()
    #expect(try sandbox.memo("new", "Here", in: "way").lines == ["Here.md"])
    #expect(try sandbox.text(of: "sub/Here.md") == "# Here\n")
    #expect(try sandbox.memo("new", "Outside", in: "home").lines == ["../vault/Outside.md"])
    #expect(try sandbox.memo("new", "Named", "--dir", "sub", in: "home").lines == ["../vault/sub/Named.md"])
    #expect(try sandbox.memo("new", "Below", "--dir", "x y", in: "vault/sub").lines == ["x y/Below.md"])
    try sandbox.folder.makeFolders(VaultPath("vault/.hidden"))
    #expect(try sandbox.memo("new", "Seen", in: "vault/.hidden").lines == ["../Seen.md"])
    #expect(try sandbox.memo("config", "new.folder", "in/{{date:YYYY}}").end == .exited(0))
    let path = try #require(try sandbox.memo("new", "Set", in: "vault/sub").lines.first)
    #expect(path.hasPrefix("../in/2") && path.hasSuffix("/Set.md"), "\(path)")
    #expect(try sandbox.memo("new", "Set", "--dir", ".", in: "vault/sub").lines == ["Set.md"])
  }

  @Test func aDryRunMakesNothingAndPrintsThePath() throws {
    let sandbox = try Self.sandbox()
    // With --json it reads the index, as it names the memos in which links would change.
    let list = "find . -type f -not -path '*/.memo/cache/*' | sort"
    let before = try sandbox.shell(list).text
    #expect(try sandbox.memo("new", "a", "--dry-run", in: "vault/sub").lines == ["a-2.md"])
    let json = try sandbox.memo("new", "Plan", "--dry-run", "--json", in: "vault/sub", input: "text\n")
    #expect(json.text == ##"{"path":"sub/Plan.md","changed":["sub/Plan.md"],"text":"# Plan\n\ntext\n"}"## + "\n")
    #expect(try sandbox.shell(list).text == before)
  }

  @Test func textPipedInIsTheBody() throws {
    let sandbox = try Self.sandbox()
    _ = try sandbox.memo("new", "Log", input: "one\r\ntwo")
    #expect(try sandbox.text(of: "Log.md") == "# Log\r\n\r\none\r\ntwo")
    #expect(try sandbox.memo("new", input: "# Own title\n\ntext\n").lines == ["Own-title.md"])
    _ = try sandbox.memo("new", "Given", "--body", "given", input: "unread")
    #expect(try sandbox.text(of: "Given.md") == "# Given\n\ngiven\n")
  }

  /// As in a loop that reads a list of titles.
  @Test func textPipedInUnaskedIsReported() throws {
    let sandbox = try Self.sandbox()
    let loop = try sandbox.shell(#"printf 'One\nTwo\nThree\n' | while read -r title; do memo new "$title"; done"#)
    #expect(loop.lines == ["One.md"])
    #expect(loop.errors == "took 2 lines from standard input as the text\n")
    let korean = try sandbox.memo("new", "넷", "--lang", "ko", input: "다섯\n")
    #expect(korean.errors == "표준 입력에서 읽은 1줄을 본문으로 썼습니다\n")
    let quiet: [(words: [String], input: String)] = [
      (["new", "Quiet", "--quiet"], "text\n"), (["new", "Asked", "--body", "-"], "text\n"),
      (["new", "Empty"], ""), (["new"], "Untitled\n\ntext\n"),
    ]
    for (words, input) in quiet {
      let run = try sandbox.run(["memo"] + words, in: "vault", input: Array(input.utf8), with: [:])
      #expect(run.end == .exited(0) && run.errors.isEmpty, "\(words): \(run.errors)")
    }
    let broken = try sandbox.run(["memo", "new", "Broken"], in: "vault", input: [0xFF], with: [:])
    #expect(broken.end == .exited(7) && !broken.errors.contains("standard input as"), "\(broken.errors)")
  }

  /// `-l` alone prints names with quotes in them as git does, which xargs cannot read.
  @Test func theExampleForOtherProgramsTakesEveryName() throws {
    let sandbox = try Sandbox()
    try sandbox.write("budget of two\n", to: #"it's "x"\ y.md"#)
    let help = try sandbox.memo("help", "search").lines
    let example = try #require(help.first { $0.contains("search -l budget") })
    let run = try sandbox.shell(example)
    #expect(run.end == .exited(0) && run.errors.isEmpty && run.text.contains("3 "), "\(run.text)\(run.errors)")
  }

  @Test func theEditorOpensAtThePlaceOfASearch() throws {
    let sandbox = try Self.sandbox()
    try sandbox.makeProgram("vim", "printf '%s ' \"$@\"")
    let line = "memo edit \"$(memo search Sub needle | tail -n 1 | cut -d : -f 1-3)\""
    let run = try sandbox.shell(line, in: "vault/sub", with: ["MEMO_EDITOR": "vim -n"])
    #expect(run.errors.contains("-n +3 \(sandbox.vault.text)/sub/a.md "), "\(run.text)\(run.errors)")
    let several = try sandbox.memo("edit", "a.md:2", "../a.md", in: "vault/sub", with: ["MEMO_EDITOR": "vim"])
    #expect(several.errors.contains("+2 \(sandbox.vault.text)/sub/a.md \(sandbox.vault.text)/a.md "))
  }

  @Test func aDayHasItsMemo() throws {
    let sandbox = try Self.sandbox()
    #expect(try sandbox.memo("today", "2026-11-20").lines == ["2026-11-20.md"])
    #expect(try sandbox.text(of: "2026-11-20.md") == "# 2026-11-20\n")
    #expect(try sandbox.memo("today", "+1").lines == (try sandbox.memo("today", "내일").lines))
    #expect(try sandbox.memo("today", "-1").lines == (try sandbox.memo("today", "yesterday").lines))
    #expect(try sandbox.memo("today", "last week").end == .exited(2))
    #expect(try sandbox.memo("config", "daily.format", "YYYY/MM/[Day] D").end == .exited(0))
    #expect(try sandbox.memo("today", "11월 5일", in: "vault/sub").lines.first?.hasSuffix("/11/Day 5.md") == true)
    #expect(try sandbox.memo("config", "daily.folder", "diary").end == .exited(0))
    #expect(try sandbox.memo("today", "2026-11-20").lines == ["diary/2026/11/Day 20.md"])
    #expect(try sandbox.text(of: "diary/2026/11/Day 20.md") == "# Day 20\n")
    #expect(try sandbox.memo("config", "daily.format", "../YYYY").end == .exited(2))
    #expect(try sandbox.memo("today", "2026-11-20").lines == ["diary/2026/11/Day 20.md"])
  }
}
