/// An error in the status line. It stays until a key after it was drawn, whatever else is reported.
struct StatusError: Sendable {
  /// The error; `nil` for none.
  private(set) var text: String?
  private var isDrawn = false

  mutating func report(_ text: String) {
    (self.text, isDrawn) = (text, false)
  }

  mutating func noteDrawn() {
    isDrawn = true
  }

  /// A key was pressed.
  mutating func takeKey() {
    if isDrawn { text = nil }
  }
}
