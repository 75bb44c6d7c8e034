import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct EditTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# A memo\n", to: "a memo.md", day: 2)
    try sandbox.write("# Other\n", to: "other.md", day: 1)
    for name in ["first", "second", "third", "fourth", "vi"] {
      try sandbox.makeProgram(name, "printf '%s' \(name); for word; do printf ' [%s]' \"$word\"; done")
    }
    return sandbox
  }

  @Test func theEditorIsChosenInOrder() throws {
    let sandbox = try Self.sandbox()
    try sandbox.folder.write(#"{"editor": "second"}"#, to: "home/.config/memo/config.json")
    var variables = ["MEMO_EDITOR": "first --wait", "VISUAL": "third", "EDITOR": "fourth"]
    let path = "[\(sandbox.vault.text)/a memo.md]"
    #expect(try sandbox.memo("edit", "a memo", with: variables).errors == "first [--wait] \(path)")
    variables["MEMO_EDITOR"] = ""
    #expect(try sandbox.memo("edit", "a memo", with: variables).errors == "second \(path)")
    try sandbox.folder.remove(VaultPath("home/.config"))
    #expect(try sandbox.memo("edit", "a memo", with: variables).errors == "third \(path)")
    variables["VISUAL"] = nil
    #expect(try sandbox.memo("edit", "a memo", with: variables).errors == "fourth \(path)")
    // Only on a terminal there is an editor that no one has named.
    #expect(try sandbox.memo("edit", "a memo").end == .exited(2))
    guard MemoProgram.isInstalled("script"), MemoProgram.isLinux else { return }
    #expect(try sandbox.shell("script -qec \"memo edit 'a memo'\" /dev/null").text.contains("vi \(path)"))
  }

  @Test func aVaultNamesNoEditor() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write(#"{"editor": "second", "pager": "second"}"#, to: ".memo/config.json")
    let run = try sandbox.memo("edit", "other")
    #expect(run.end == .exited(2) && run.errors.contains("'vi'"), "\(run.errors)")
    #expect(try sandbox.memo("config", "editor", "x", "--vault-settings").end == .exited(2))
  }

  @Test func severalMemosOpenTogether() throws {
    let sandbox = try Self.sandbox()
    let run = try sandbox.memo("edit", "other", "a memo", with: ["EDITOR": "first"])
    #expect(run.errors == "first [\(sandbox.vault.text)/other.md] [\(sandbox.vault.text)/a memo.md]")
  }

  @Test func aTitleMayHaveALineOrAHeadingBehindIt() throws {
    let sandbox = try Self.sandbox()
    sandbox.variables["EDITOR"] = "vi"
    try sandbox.write("# Plan\n\n## To do\n\n- x\n\n## Risks\n", to: "files/p.md", day: 3)
    try sandbox.write("# Call at 10:30\n", to: "call.md", day: 3)
    let path = "[\(sandbox.vault.text)/files/p.md]"
    #expect(try sandbox.memo("edit", "Plan:5").errors == "vi [+5] \(path)")
    #expect(try sandbox.memo("edit", "Plan#risks").errors == "vi [+7] \(path)")
    #expect(try sandbox.memo("edit", "files/p.md#To do").errors == "vi [+3] \(path)")
    #expect(try sandbox.memo("edit", "Call at 10:30").errors == "vi [\(sandbox.vault.text)/call.md]")
    let missing = try sandbox.memo("edit", "Plan#Costs")
    #expect(missing.end == .exited(3) && missing.errors.contains("To do, Risks"), "\(missing.errors)")
    // A part of a name is refused in a script, with a line behind it, too.
    #expect(try sandbox.memo("edit", "Pla:5").end == .exited(3))
    // What is done to a whole memo is not done to another one.
    #expect(try sandbox.memo("delete", "Plan:5", "--yes").end == .exited(3))
    #expect(try sandbox.memo("show", "Plan:5").end == .exited(0))
  }

  @Test func theRecordAfterTheChangeIsPrinted() throws {
    let sandbox = try Self.sandbox()
    try sandbox.makeProgram("changes", "for path; do printf '# Changed\\n' > \"$path\"; done")
    sandbox.variables["EDITOR"] = "changes"
    let record = try sandbox.memo("edit", "other", "--json").record()
    #expect(Set(record.keys) == recordKeys)
    #expect(record["title"] as? String == "Changed" && record["path"] as? String == "other.md")
    #expect(try sandbox.memo("edit", "other", "a memo", "--json").records().count == 2)
  }

  @Test func aMemoThatChangedSinceIsNotOpened() throws {
    let sandbox = try Self.sandbox()
    sandbox.variables["EDITOR"] = "first"
    let etag = try #require(try sandbox.memo("show", "other", "--json").record()["etag"] as? String)
    #expect(try sandbox.memo("edit", "other", "--if-match", etag).end == .exited(0))
    try sandbox.write("# Other!\n", to: "other.md")
    let run = try sandbox.memo("edit", "other", "--if-match", etag)
    #expect(run.end == .exited(5) && run.output.isEmpty, "\(run.errors)")
    #expect(run.errors.contains("'other.md'"), "\(run.errors)")
    #expect(try sandbox.memo("edit", "other", "--json", "--if-match", etag).failure()["kind"] as? String == "changed")
  }

  @Test func aMemoThatTheEditorTakesAwayIsNamed() throws {
    let sandbox = try Self.sandbox()
    for (words, output) in [(["edit", "other"], ""), (["edit", "a memo", "--json"], "[]\n")] {
      let run = try sandbox.run(["memo"] + words, in: "vault", input: [], with: ["EDITOR": "rm"])
      #expect(run.end == .exited(0) && run.text == output, "\(words): \(run.errors)")
      #expect(run.errors.contains("'\(words[1]).md' is gone: it was moved or deleted"), "\(run.errors)")
    }
    #expect(try sandbox.memo("undo").end == .exited(0))
    #expect(try sandbox.memo("show", "a memo").end == .exited(0))
  }

  @Test func anEditorThatFailsIsAFailure() throws {
    let sandbox = try Self.sandbox()
    for (editor, told) in [
      ("false", "the editor 'false' failed: exit code 1\nhint: anything it saved is kept\n"),
      ("no-such-editor", "cannot start the editor 'no-such-editor'\nhint: to use another one: memo config editor nano"),
    ] {
      let run = try sandbox.memo("edit", "other", with: ["EDITOR": editor])
      #expect(run.end == .exited(7), "\(editor): \(run.errors)")
      #expect(run.errors.contains(told), "\(run.errors)")
    }
  }

  @Test func noEditorWaitsForATerminalThatIsNotThere() throws {
    let sandbox = try Self.sandbox()
    try sandbox.makeProgram("vi", "echo 'vi ran'")
    try sandbox.makeProgram("writes", "echo more >> \"$1\"")
    for words in [["edit", "other"], ["new", "--edit", "Never made"], ["today", "--edit"]] {
      let run = try sandbox.run(["memo"] + words + ["--json"], in: "vault", input: [], with: [:])
      #expect(run.end == .exited(2) && run.output.isEmpty, "\(words): \(run.text)\(run.errors)")
      #expect(try run.failure()["kind"] as? String == "needs-terminal")
    }
    #expect(try sandbox.text(of: "Never-made.md") == nil)
    #expect(try sandbox.memo("edit", "other", "--no-input", with: ["EDITOR": "writes"]).end == .exited(2))
    #expect(try sandbox.memo("edit", "other", with: ["EDITOR": "writes"]).end == .exited(0))
  }
}
