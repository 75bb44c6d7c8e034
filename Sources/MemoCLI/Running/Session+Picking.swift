import MemoBrowser
import MemoCore
import MemoVault

extension Session {
  /// Lets the person choose a memo, found as in the split view; `nil` where they did not want to.
  func pick(in vault: Vault) throws -> VaultPath? {
    let library = BrowserLibrary(vault, try refresh(vault), kit: browserKit(for: vault))
    func rows(_ query: String) -> (any MemoRows)? { library.listing(query: query, order: .newest).rows }
    guard let all = rows("") else { return nil }
    return try PickerSession(
      terminal: surroundings.screen, all: all, untitled: Message.untitled[language], matcher: rows
    ).run()
  }
}
