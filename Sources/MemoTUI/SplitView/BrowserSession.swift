import MemoCore
import MemoStore
package import MemoWords

/// Shows the split view on a terminal until the user leaves it.
public struct BrowserSession: Sendable {
  private let terminal: any ScreenTerminal
  private let library: BrowserLibrary
  private let isColored: Bool

  /// A session over a vault.
  public init(terminal: any ScreenTerminal, library: BrowserLibrary, isColored: Bool) {
    (self.terminal, self.library, self.isColored) = (terminal, library, isColored)
  }

  /// Shows it until the user leaves; throws if the terminal fails or the last text could not be saved.
  public func run() throws {
    let listing = library.listing(query: "", order: .newest)
    let root = library.vault.root.text
    let failure = try terminal.withScreen(.everything) { screen in
      let state = BrowserState(
        listing, vaultName: root.parts(at: "/").last ?? root, language: library.kit.language, size: screen.size)
      let loop = BrowserLoop(screen, state, library, isColored: isColored)
      return loop.run()
    }
    if let failure { throw failure }
  }
}

/// A text that could not be saved before the end.
public struct UnsavedText: Error, Equatable, Sendable {
  /// Why.
  public let reason: String
}

extension UnsavedText: FailureConvertible {
  /// The failure of the command that showed the split view.
  package var failure: Failure {
    Failure(kind: "unsaved", message: BrowserMessages.notSaved(reason), exitCode: .failure)
  }
}
