/// Esc and a key soon after it, which tmux and slow connections send as Alt and the key.
enum ViEscape {
  /// Esc and the key, as vi takes Alt and a key where its keys have their meaning; `nil` for other events.
  static func keys(of event: TerminalEvent, _ state: BrowserState) -> [TerminalEvent]? {
    guard case .key(.alt(let character), _) = event, state.looks.keys == .vi, ViReading.isInText(state)
    else { return nil }
    return [.key(.escape), key(character)]
  }

  private static func key(_ character: Character) -> TerminalEvent {
    switch character {
    case "\r": .key(.enter)
    case "\t": .key(.tab)
    case "\u{7F}": .key(.backspace)
    default: .text(String(character))
    }
  }
}
