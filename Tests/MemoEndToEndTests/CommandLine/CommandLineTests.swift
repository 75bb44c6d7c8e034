import Foundation
import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct CommandLineTests {
  static let codes: [([String], Int32)] = [
    (["list"], 0), (["--version"], 0), (["help"], 0), (["--help"], 0), (["list", "--help"], 0), (["help", "list"], 0),
    (["search", "nothing-like-it"], 1), (["config", "editor"], 1), (["config", "--unset", "editor"], 1),
    ([], 2), (["--no-such"], 2), (["list", "--no-such"], 2), (["nosuch"], 2), (["list", "extra"], 2),
    (["list", "-n", "x"], 2), (["list", "-n", "-1"], 2), (["list", "-n"], 2), (["list", "--sort", "colour"], 2),
    (["list", "--since", "soon"], 2), (["list", "--tag", "a OR"], 2), (["list", "--format", "{nope}"], 2),
    (["list", "--json", "--paths"], 2), (["list", "--json", "-0"], 2), (["list", "--json=x"], 2),
    (["list", "--color", "blue"], 2), (["list", "--lang", "fr"], 2), (["search", "-l", "--count", "x"], 2),
    (["index", "--rebuild", "--verify"], 2), (["show"], 2), (["search", "/(/"], 2), (["help", "nosuch"], 2),
    (["config", "nosuch"], 2), (["config", "--unset", "editor", "vi"], 2), (["--vault", "", "list"], 2),
    (["-n", "3", "list"], 2),
    (["show", "no such memo"], 3), (["edit", "1"], 3), (["show", "o"], 4), (["edit", "plan.md", "--if-match", "0"], 5),
    (["--vault", "/dev/null/nowhere", "list"], 7), (["import", "/dev/null/nowhere"], 7), (["edit", "plan.md"], 7),
  ]

  @Test(arguments: codes)
  func commandsEndWithTheirExitCode(words: [String], code: Int32) throws {
    let sandbox = try Sandbox.withLibrary()
    let run = try sandbox.run(["memo"] + words, in: "vault", input: [], with: ["EDITOR": "false"])
    #expect(run.end == .exited(code), "\(run.command): \(run.text)\(run.errors)")
    #expect(code <= 1 || run.output.isEmpty, "\(run.command): \(run.text)")
    #expect(code <= 1 || run.errors.hasPrefix("memo: ") || words.contains("--json"), "\(run.command): \(run.errors)")
  }

  @Test(arguments: codes.filter { $0.1 > 1 && $0.0.last != "-n" })
  func withJSONErrorsAreJSON(words: [String], code: Int32) throws {
    let sandbox = try Sandbox.withLibrary()
    let run = try sandbox.run(["memo"] + words + ["--json"], in: "vault", input: [], with: ["EDITOR": "false"])
    #expect(run.end == .exited(code), "\(run.command): \(run.errors)")
    let failure = try run.failure()
    #expect(Set(failure.keys) == ["kind", "message", "hints", "candidates"], "\(run.command)")
    #expect((failure["kind"] as? String)?.isEmpty == false && (failure["message"] as? String)?.isEmpty == false)
    #expect(failure["hints"] is [String] && failure["candidates"] is [String], "\(run.command)")
  }

  @Test func globalOptionsStandBeforeOrAfterTheCommand() throws {
    let sandbox = try Sandbox.withLibrary()
    let vault = sandbox.vault.text
    let lines = [
      ["--vault", vault, "list", "--paths"], ["list", "--vault=\(vault)", "--paths"],
      ["-q", "--color=never", "list", "--no-pager", "--paths", "--vault", vault, "--no-input", "-v"],
      ["--lang", "ko", "ls", "--paths", "--vault", vault],
    ]
    for words in lines {
      let run = try sandbox.run(["memo"] + words, in: "home", input: [], with: [:])
      #expect(run.lines.count == 6 && run.errors.isEmpty, "\(run.command): \(run.errors)")
    }
  }

  @Test func mistakesAreExplained() throws {
    try Sandbox.withLibrary().check(
      """
      $ memo lsit
      memo: unknown command 'lsit'
      hint: did you mean list?
      hint: see 'memo help'
      [2]
      $ memo grep plan
      memo: unknown command 'grep'
      hint: use 'memo search WORDS'
      hint: use 'memo search /REGEX/'
      hint: see 'memo help'
      [2]
      $ memo untag plan work
      memo: unknown command 'untag'
      hint: use 'memo tags remove TAG REF'
      hint: see 'memo help'
      [2]
      $ memo links --broken
      memo: unknown option --broken
      hint: use 'memo check'
      hint: see 'memo help links'
      [2]
      $ memo list --jsn
      memo: unknown option --jsn
      hint: did you mean --json?
      hint: see 'memo help list'
      [2]
      $ memo list --sort titel
      memo: invalid value 'titel' for --sort: must be modified, created, title, path, size, words, random, field:KEY or natural
      hint: did you mean title?
      hint: see 'memo help list'
      [2]
      $ memo list --paths --format '{path}'
      memo: --paths and --format cannot be used together
      hint: see 'memo help list'
      [2]
      $ memo list --format '{tilte}'
      memo: unknown key {tilte}
      hint: did you mean '{title}'?
      hint: the keys are number path absPath title preview modified created size wordCount tags aliases links etag fields field:KEY
      [2]
      $ memo show --sort
      memo: unknown option --sort
      hint: see 'memo help show'
      [2]
      """)
  }

  @Test func afterTwoDashesNothingIsAnOption() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# dashed\n", to: "--json.md")
    #expect(try sandbox.memo("show", "--", "--json").text == "# dashed\n")
    #expect(try sandbox.memo("show", "--", "--nope").errors.hasPrefix("memo: no memo"))
    #expect(try sandbox.memo("show", "--", "-h").end == .exited(3))
  }

  @Test func anUnknownCommandMayBeAProgram() throws {
    let sandbox = try Sandbox()
    try sandbox.makeProgram("memo-hello", "echo \"hello $# [$1] [$2] in $(pwd)\"; exit 42")
    let run = try sandbox.memo("hello", "--json", "two words")
    #expect(run.text == "hello 2 [--json] [two words] in \(sandbox.vault.text)\n", "\(run.errors)")
    #expect(run.end == .exited(42))
    try sandbox.makeProgram("memo-where", "echo $MEMO_VAULT")
    #expect(try sandbox.memo("--vault", "../vault", "where").text == "\(sandbox.vault.text)\n")
    #expect(try sandbox.memo("where", with: ["MEMO_VAULT": "/else"]).text == "/else\n")
    try sandbox.makeProgram("memo-list", "echo never")
    #expect(try sandbox.memo("list").text == "")
    try sandbox.write("#!/bin/sh\necho never\n", to: "memo-here")
    try sandbox.folder.setMode(0o755, of: VaultPath("vault/memo-here"))
    let path = try #require(sandbox.variables["PATH"])
    #expect(try sandbox.memo("here", with: ["PATH": ".::\(path)"]).end == .exited(2))
    #expect(try sandbox.memo("../programs/memo-hello").end == .exited(2))
  }

  @Test func everyCommandHasHelp() throws {
    let sandbox = try Sandbox(hasMarker: false)
    for command in ["init", "new", "list", "search", "show", "edit", "import", "export", "index", "config", "help"] {
      let help = try sandbox.memo("help", command)
      #expect(help.end == .exited(0) && help.text.contains("memo \(command)"), "\(command): \(help.errors)")
      #expect(try sandbox.memo(command, "--help").text == help.text, "\(command)")
      #expect(try sandbox.memo("help").text.contains(command), "\(command)")
      for line in help.lines { #expect(line.count <= 80, "\(command): \(line)") }
    }
    #expect(try sandbox.memo("ls", "-h").text == (try sandbox.memo("list", "-h").text))
    #expect(try sandbox.memo("--version").lines.first?.hasPrefix("memo ") == true)
  }

  @Test func settingsAreReadAndChanged() throws {
    try Sandbox().check(
      """
      $ memo config editor 'code -w'
      $ memo config vault /somewhere
      $ memo config ignore 'drafts/,*.tmp.md'
      $ memo config --user
      editor=code -w
      vault=/somewhere
      $ memo config ignore
      ["drafts/","*.tmp.md"]
      $ memo config --user --json && memo config ignore --json
      {"editor":"code -w","vault":"/somewhere"}
      {"ignore":["drafts/","*.tmp.md"]}
      $ mkdir drafts && touch drafts/a.md b.tmp.md c.md && memo list --paths
      c.md
      $ memo show drafts/a.md
      memo: no memo is named 'drafts/a.md'
      hint: to see the paths of the memos: memo list --paths
      [3]
      $ memo config --unset vault && memo config vault
      'vault' is not set
      [1]
      $ memo config --vault-settings editor vi
      memo: 'editor' is a user setting; a vault cannot have it
      hint: use 'memo config editor'
      [2]
      $ memo config --user ignore x
      memo: 'ignore' is a vault setting
      hint: use 'memo config ignore'
      [2]
      $ memo config daily.folder ../x; memo config daily.folder .hidden 2> /dev/null; memo config daily.folder
      memo: '../x' cannot hold memos: it is hidden or outside the vault
      'daily.folder' is not set
      [1]
      $ memo config id 1
      memo: 'id' cannot be changed
      [2]
      $ echo '[]' > .memo/config.json; memo list
      memo: cannot use the settings in '/sandbox/vault/.memo/config.json': it is not a JSON object
      hint: edit it, or set it aside and go on without it: mv /sandbox/vault/.memo/config.json \
      /sandbox/vault/.memo/config.json.old
      [7]
      """)
    let object = try Sandbox().memo("config", "--json").record()
    #expect(object.isEmpty)
  }

  @Test func verboseReportsTheCache() throws {
    let sandbox = try Sandbox.withLibrary()
    let first = try sandbox.memo("index", "--json").record()
    #expect(Set(first.keys) == ["memos", "added", "changed", "removed", "seconds"])
    #expect(first["memos"] as? Int == 6 && first["added"] as? Int == 6)
    try sandbox.write("# new\n", to: "new.md")
    try sandbox.write("# changed\n", to: "plan.md")
    try sandbox.folder.remove(VaultPath("vault/ünïcode.md"))
    let second = try sandbox.memo("index", "--json").record()
    #expect(["memos", "added", "changed", "removed"].map { second[$0] as? Int } == [6, 1, 1, 1])
    let verified = try sandbox.memo("index", "--verify")
    #expect(verified.end == .exited(0) && verified.errors.contains("the cache matches the files"))
    let rebuilt = try sandbox.memo("index", "--rebuild", "-q")
    #expect(rebuilt.end == .exited(0) && rebuilt.text.isEmpty && rebuilt.errors.isEmpty)
    for damage in ["", "garbage", String(repeating: "\u{0}", count: 5_000)] {
      for name in ["snapshot", "journal"] { try sandbox.write(damage, to: ".memo/cache/\(name)") }
      #expect(try sandbox.memo("list", "--paths").lines.count == 6)
    }
  }
}
