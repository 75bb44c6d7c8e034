import MemoCore
import MemoStore
import MemoTUI
import MemoWords

extension Session {
  /// Lets the person choose a memo, found as in the split view or by its names; `nil` where they did not want to.
  func pick(in vault: Vault) throws -> VaultPath? {
    let library = BrowserLibrary(vault, try refresh(vault), kit: browserKit(for: vault))
    guard let all = library.candidates(for: "") else { return nil }
    return try PickerSession(
      terminal: environment.screen, all: all, untitled: Message.untitled[language],
      matcher: library.candidates
    ).run()
  }
}
