import MemoCore
import MemoKit
import MemoStore
import MemoTUI
import MemoWords

extension Session {
  /// Writes data through the user's pager on a terminal, directly elsewhere.
  func page(_ chunks: some Sequence<[UInt8]>) throws {
    let isPaged = console.outputIsTerminal && !arguments[GlobalOptions.noPager] && pager != "cat"
    // Such a terminal cannot move back to a line that was passed.
    guard isPaged, !machine.isDumbTerminal else {
      for chunk in chunks { try write(chunk) }
      return
    }
    try cacheTrust.commit()
    let exit = try machine.programs.run(shellLine: Self.utf8 + pager, feeding: chunks)
    try cacheTrust.commit()
    if exit == .exited(127) {
      throw Failure(kind: "program", message: Message.pagerFailed(pager), exitCode: .failure)
    }
  }

  /// What memo writes is UTF-8 even where the locale, by which `less` goes, is not installed.
  private static let utf8 = "export LESSCHARSET=\"${LESSCHARSET-utf-8}\"; "

  /// `-F` ends at once where all fits the screen, `-I` searches without case, `-R` lets colours through, `-X` leaves the
  /// text on the screen.
  private var pager: String {
    machine.variable("MEMO_PAGER") ?? machine.variable("PAGER") ?? "less -FIRX"
  }
}

extension Session {
  /// Lets the person choose a memo, found as in the split view or by its names; `nil` where they did not want to.
  func pick(in workspace: Workspace) throws -> VaultPath? {
    let library = BrowserLibrary(
      workspace.vault, try workspace.index(), kit: browserKit(for: workspace))
    guard let all = library.candidates(for: "") else { return nil }
    return try PickerSession(
      terminal: environment.screen, all: all, untitled: Message.untitled[language],
      matcher: library.candidates
    ).run()
  }
}
