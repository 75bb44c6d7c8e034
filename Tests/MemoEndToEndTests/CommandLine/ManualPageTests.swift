import MemoTestSupport
import Testing

@Suite struct ManualPageTests {
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
}
