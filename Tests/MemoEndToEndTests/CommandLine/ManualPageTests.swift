import MemoCore
import MemoTestSupport
import Testing

@testable import MemoCLI

@Suite(.waitsForPrograms) struct ManualPageTests {
  @Test(.enabled(if: MemoProgram.isInstalled("groff"), "groff is not installed"), arguments: ["", "list", "new"])
  func groffReadsThePageWithoutWarnings(command: String) throws {
    let run = try Sandbox().shell("memo man \(command) | groff -man -ww -Tutf8 -P -cbou")
    #expect(run.end == .exited(0) && run.errors.isEmpty, "\(run.errors)")
    #expect(run.text.contains("NAME") && run.text.contains("--vault DIR"))
  }

  @Test(.enabled(if: MemoProgram.isInstalled("lexgrog"), "lexgrog is not installed"), arguments: ["en", "ko"])
  func whatListsPagesFindsTheName(language: String) throws {
    let run = try Sandbox().shell("memo --lang \(language) man > memo.1 && lexgrog memo.1")
    #expect(run.end == .exited(0) && run.text.contains("\"memo - "), "\(run.text)\(run.errors)")
  }

  @Test(.enabled(if: MemoProgram.isInstalled("man"), "man is not installed"))
  func manShowsThePageOfAPipe() throws {
    let run = try Sandbox().shell("memo man | MANPAGER=cat MANWIDTH=80 man --warnings -l -")
    #expect(run.end == .exited(0) && run.errors.isEmpty, "\(run.errors)")
    #expect(run.text.contains("memo search QUERY...") && run.text.contains("EXIT STATUS"))
  }

  @Test(.enabled(if: TerminalScreen.isAvailable && MemoProgram.isInstalled("man"), "tmux or man is not installed"))
  func aTerminalGetsThePageAsManShowsIt() throws {
    let sandbox = try Sandbox()
    let screen = try TerminalScreen("MEMO_PAGER='head -n 4' memo man list", in: sandbox)
    let lines = try screen.waitForEnd()
    #expect(lines.contains { $0.hasPrefix("MEMO-LIST(1)") }, "\(lines)")
    #expect(lines.contains { $0.contains("memo-list - List memos, newest first") }, "\(lines)")
  }

  // MARK: Installed pages

  private static let names = ["memo"] + CommandList.declarations.map { "memo-\($0.name)" }

  @Test func everyPageIsInstalledInBothLanguages() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.shell("memo man --install --yes && cd ~/.local/share/man && ls man1 ko/man1")
    let files = Self.names.map { "\($0).1" }.sorted()
    #expect(run.lines == ["ko/man1:"] + files + ["", "man1:"] + files, "\(run.text)\(run.errors)")
    #expect(run.errors.contains("/.local/share/man") && run.errors.contains("MANPATH="))
    let other = try sandbox.shell("memo man --install=../pages --yes -q && ls ../pages/man1 | wc -l")
    #expect(other.text.contains("\(files.count)") && other.errors.isEmpty, "\(other.errors)")
    let exact = try sandbox.shell(
      "memo man list | cmp - ../pages/man1/memo-list.1; memo --lang ko man | cmp - ../pages/ko/man1/memo.1")
    #expect(exact.end == .exited(0) && exact.text.isEmpty)
    let pages = sandbox.folder.path.appending("home/pages").text
    let setting = "export MANPATH=\(pages):\"$MANPATH\""
    for (manualPath, isFound) in [("", false), ("\(pages):", true), ("/usr/share/man", false)] {
      let run = try sandbox.memo("man", "--install=\(pages)", "--yes", with: ["MANPATH": manualPath])
      #expect(run.errors.contains(setting) != isFound, "\(run.errors)")
    }
    let topic = try sandbox.memo("man", "list", "--install", "--yes")
    #expect(topic.end == .exited(2) && topic.errors.contains("unexpected argument 'list'"))
    #expect(try sandbox.memo("man", "--install=", "--yes").end == .exited(2))
    #expect(try sandbox.memo("man", "--install").errors.contains("use --yes"))
  }

  @Test(.enabled(if: MemoProgram.isInstalled("groff"), "groff is not installed"))
  func everyPageIsValidAndHasItsSections() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.shell("memo man --install=../pages --yes -q")
    for name in Self.names {
      let run = try sandbox.shell(
        "groff -man -ww -Tutf8 -P -cbou ../pages/man1/\(name).1 ; groff -man -ww -Tutf8 -z ../pages/ko/man1/\(name).1")
      #expect(run.end == .exited(0) && run.errors.isEmpty, "\(name): \(run.errors)")
      let sections = run.lines.filter { $0.first?.isLetter == true && $0 == $0.uppercased() }
      let expected = ["NAME", "SYNOPSIS", "GLOBAL OPTIONS", "EXIT STATUS", "SEE ALSO"]
      #expect(expected.allSatisfy(sections.contains), "\(name): \(sections)")
      #expect(run.lines.contains { $0.contains("\(name) - ") }, "\(name)")
      let pages = run.text.matches(of: /\b(memo[a-z-]*)\(1\)/).map { String($0.1) }
      #expect(Set(pages).isSubset(of: Self.names), "\(name) refers to \(pages)")
    }
  }

  @Test(.enabled(if: MemoProgram.isInstalled("man"), "man is not installed"))
  func manFindsThePagesOfCommands() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.shell("memo man --install=../pages --yes -q")
    let run = try sandbox.shell("MANPATH=\(sandbox.folder.path.text)/pages: MANPAGER=cat MANWIDTH=80 man memo-rename")
    #expect(run.end == .exited(0) && run.text.contains("memo-rename - "), "\(run.errors)")
  }
}
