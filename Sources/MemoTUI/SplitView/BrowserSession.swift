public import MemoCore
import MemoStore
package import MemoWords

/// Shows the split view on a terminal until the user leaves it.
public struct BrowserSession: Sendable {
  private let terminal: any ScreenTerminal
  private let library: BrowserLibrary
  private let isColored: Bool
  private let looks: Looks
  private let pictures: PictureSupport

  /// A session over a vault. Without colours the theme is the terminal's own.
  public init(
    terminal: any ScreenTerminal, library: BrowserLibrary, isColored: Bool, looks: Looks = Looks(),
    pictures: PictureSupport = PictureSupport()
  ) {
    (self.terminal, self.library, self.isColored, self.pictures) = (terminal, library, isColored, pictures)
    var looks = looks
    if !isColored { looks.theme = .terminal }
    self.looks = looks
  }

  /// Shows it until the user leaves; throws if the terminal fails or the last text could not be saved.
  public func run() throws {
    let memory = ViewMemory(of: library.vault)
    let listing = library.listing(query: "", order: memory.order)
    let root = library.vault.root.text
    let failure = try terminal.withScreen(.everything) { screen in
      var state = BrowserState(
        listing, vaultName: root.parts(at: "/").last ?? root, language: library.kit.language, size: screen.size)
      memory.restore(&state)
      state.looks = looks
      state.pictures = ShownPictures(pictures, isRemote: library.kit.isRemote)
      state.pictures.support.take(screen.size)
      state.dates = library.kit.dates
      state.message = library.kit.rescued().map { BrowserMessages.rescued($0)[state.language] }
      let loop = BrowserLoop(screen, state, library, isColored: isColored)
      let failure = loop.run()
      if loop.memory != memory { loop.memory.store(for: library.vault) }
      if let failure { screen.sayBeforeSignal(library.kit.report(failure)) }
      return failure
    }
    if let failure { throw failure }
  }
}

/// A text that could not be saved before the end.
public struct UnsavedText: Error, Equatable, Sendable {
  /// Why, if it is known.
  public let reason: String?
  /// The file in which it is kept; `nil` if it could not be written anywhere.
  public let place: HostPath?
}

extension UnsavedText: FailureConvertible {
  /// The failure of the command that showed the split view.
  package var failure: Failure {
    Failure(
      kind: "unsaved", message: BrowserMessages.notSaved(reason),
      hints: place.map { [BrowserMessages.rescued($0)] } ?? [],
      exitCode: .failure)
  }
}
