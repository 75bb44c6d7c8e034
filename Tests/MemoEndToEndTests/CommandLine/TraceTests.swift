import MemoCore
import MemoTestSupport
import Testing

@testable import MemoCLI

/// `--debug` with the real binary: it changes no output, and shows nothing of the memos.
@Suite(.waitsForPrograms) struct TraceTests {
  /// Words that no message of memo's own holds, one for each place in which a text of a person may be.
  private static let planted = [
    "zebrafolder", "zebraname", "zebratitle", "zebrabody", "zebratag", "zebraalias", "zebratarget", "zebraquery",
    "zebraadded", "zebranew",
  ]

  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let config = "[user]\n\tname = Tester\n\temail = tester@example.org\n[init]\n\tdefaultBranch = main\n"
    try sandbox.folder.write(config, to: "home/.gitconfig")
    sandbox.variables["GIT_CONFIG_NOSYSTEM"] = "1"
    try sandbox.write(
      "---\naliases: [zebraalias]\n---\n# zebratitle\n\nzebrabody #zebratag [[zebratarget]]\n",
      to: "zebrafolder/zebraname.md", day: 1)
    try sandbox.write("# Other\n\n[[zebratitle]]\n", to: "-other.md", day: 2)
    return sandbox
  }

  /// The lines of a trace, each with its subject before the colon.
  private static func subjects(_ trace: String) -> Set<String> {
    Set(trace.matches(of: #/(?m)^ *\d+\.\d ms  (\w+): /#).map { String($0.1) })
  }

  @Test func aListTracesItsRefreshAndTheCache() throws {
    let sandbox = try Self.sandbox()
    let first = try sandbox.memo("list", "--debug")
    #expect(Self.subjects(first.errors) == ["memo", "watcher", "cache", "refresh"], "\(first.errors)")
    #expect(first.errors.contains("cache: snapshot written anew"))
    #expect(first.errors.contains("listed 2 folders, read 2 memos; 2 memos in "))
    // What was written within 20 ms of being read is read once more.
    var second = try sandbox.memo("list", with: ["MEMO_DEBUG": "1"])
    for _ in 0..<5 where !second.errors.contains("read 0 memos") {
      second = try sandbox.memo("list", with: ["MEMO_DEBUG": "1"])
    }
    #expect(second.errors.contains("listed 0 folders, read 0 memos; 2 memos in "), "\(second.errors)")
    #expect(second.errors.contains("memo: exit code 0\n"))
    #expect(try sandbox.memo("list", with: ["MEMO_DEBUG": "0"]).errors.isEmpty)
  }

  @Test func aSyncTracesGit() throws {
    let sandbox = try Self.sandbox()
    #expect(try sandbox.shell("git init -q --bare ../zebrahub.git").end == .exited(0))
    let run = try sandbox.memo("sync", "--debug", "--remote", "../zebrahub.git")
    #expect(run.end == .exited(0) && Self.subjects(run.errors).isSuperset(of: ["memo", "git"]), "\(run.errors)")
    #expect(run.errors.contains(/git: push .*: exit status 0 after \d+\.\d ms\n/), "\(run.errors)")
    let offline = try sandbox.shell("mv ../zebrahub.git ../away && memo append -- -other.md x && memo sync --debug")
    #expect(
      offline.end == .exited(8) && offline.errors.contains(/git: fetch .*: exit status 128 after/), "\(offline.errors)")
  }

  @Test func anEditorIsTraced() throws {
    let sandbox = try Self.sandbox()
    let run = try sandbox.memo("edit", "--debug", "--", "-other.md", with: ["MEMO_EDITOR": "true"])
    #expect(run.errors.contains(/program: editor: exit status 0 after \d+\.\d ms\n/), "\(run.errors)")
  }

  static let commands = [
    "list", "list --json", "search zebraquery", "search --json zebrabody", "show zebraname", "links zebratitle --json",
    "backlinks zebratitle", "check --json", "tags", "list --tag zebratag --paths", "edit zebratitle",
    "append zebratitle zebraadded", "rename zebratitle zebranew", "move zebranew zebrafolder/zebrasub",
    "new zebranew --body zebrabody", "undo", "delete --yes -- -other.md", "sync --remote ../hub.git", "sync",
    "history zebranew --json", "diff zebranew HEAD", "restore --at HEAD -- -other.md", "show zebranew --at HEAD",
    "conflicts --json", "sync --status --json", "index --verify", "show zebranothing", "export ../zebraexport",
    "import ../zebraexport", "share zebranew --open",
  ]

  /// The same commands in two vaults, one after the other, with a trace in the second.
  @Test func aTraceChangesNoOutputAndShowsNothingOfTheMemos() throws {
    let (plain, traced) = (try Self.sandbox(), try Self.sandbox())
    for sandbox in [plain, traced] {
      sandbox.variables["MEMO_EDITOR"] = "true"
      sandbox.variables["DISPLAY"] = ":0"
      try sandbox.makeProgram("xdg-open", "exit 0")
      #expect(try sandbox.shell("git init -q --bare ../hub.git").end == .exited(0))
    }
    for command in Self.commands {
      let (wanted, found) = (try plain.shell("memo \(command)"), try traced.shell("memo --debug \(command)"))
      #expect(wanted.end == found.end, "\(command): \(found.errors)")
      #expect(Self.common(wanted.text, of: plain) == Self.common(found.text, of: traced), "\(command)")
      let trace = found.errors.split(separator: "\n").filter { $0.contains(#/^ *\d+\.\d ms  /#) }
      #expect(trace.count > 1, "\(command): \(found.errors)")
      for line in trace {
        for word in Self.planted + ["-other", "Other", traced.folder.path.text, "zebra"] where line.contains(word) {
          Issue.record("\(command): \(line)")
        }
      }
    }
  }

  /// What two runs in two sandboxes have in common: all but their folders, times, hashes and random names.
  private static func common(_ output: String, of sandbox: Sandbox) -> String {
    output.replacing(sandbox.folder.path.text, with: "/sandbox")
      .replacing(/\d{4}-\d\d-\d\dT[\d:.]+Z/, with: "<time>").replacing(/[0-9a-f]{40}/, with: "<hash>")
      .replacing(/\d{8}T\d{6}-\w+/, with: "<id>")
  }

  @Test func aWatchTracesWhatItNoticesAndAnswers() throws {
    let sandbox = try Self.sandbox()
    #expect(try sandbox.memo("watch", "--start").end == .exited(0))
    defer { _ = try? sandbox.memo("watch", "--stop") }
    let run = try sandbox.memo("list", "--debug")
    #expect(run.errors.contains(/watcher: (?:the cache is in step|no answer), asked for \d+\.\d ms/), "\(run.errors)")
  }
}
