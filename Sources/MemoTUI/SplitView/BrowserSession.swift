import MemoCore

/// Shows the split view on a terminal until the user leaves it.
public struct BrowserSession: Sendable {
  private let terminal: any ScreenTerminal
  private let library: BrowserLibrary
  private let words: BrowserWords
  private let isColored: Bool

  /// A session over a vault.
  public init(terminal: any ScreenTerminal, library: BrowserLibrary, words: BrowserWords, isColored: Bool) {
    (self.terminal, self.library, self.words, self.isColored) = (terminal, library, words, isColored)
  }

  /// Shows it until the user leaves; throws where there is no terminal, or where text could not be saved at the end.
  public func run() throws {
    let listing = library.listing(query: "", order: .newest)
    let failure = try terminal.withScreen(.everything) { screen in
      let state = BrowserState(listing, words: words, size: screen.size)
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
