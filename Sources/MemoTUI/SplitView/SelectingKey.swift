/// A key while text is selected for reading: `v` begins and ends that.
enum SelectingKey {
  case copy, cut, paste, end
  case move(Motion)
  case other

  init(_ event: TerminalEvent) {
    switch event {
    case .text("y"), .text("c"), .key(.control("c"), _): self = .copy
    case .text("x"), .text("d"), .key(.control("x"), _), .key(.delete, _), .key(.backspace, _): self = .cut
    case .text("p"), .key(.control("v"), _): self = .paste
    case .text("v"), .key(.escape, _), .key(.control("g"), _): self = .end
    case .text(let text): self = Motion(text).map { .move($0) } ?? .other
    case .key(let key, let modifiers): self = Motion(key, modifiers).map { .move($0) } ?? .other
    case .paste, .mouse, .resize: self = .other
    }
  }

  /// Whether a key begins a selection in a text that is read.
  static func begins(with event: TerminalEvent) -> Bool {
    switch event {
    case .text("v"): true
    case .key(let key, let modifiers): modifiers.contains(.shift) && Motion(key, modifiers) != nil
    default: false
    }
  }
}
