/// An error in the status line. It stays until a key after it was drawn, whatever else is reported; one of a save also ends
/// with the save that succeeds.
struct StatusError: Sendable {
  /// The error; `nil` for none.
  private(set) var text: String?
  private var isDrawn = false
  private var isOfSave = false

  mutating func report(_ text: String, isOfSave: Bool = false) {
    (self.text, self.isOfSave, isDrawn) = (text, isOfSave, false)
  }

  /// A save succeeded.
  mutating func takeSaved() {
    if isOfSave { text = nil }
  }

  mutating func noteDrawn() {
    isDrawn = true
  }

  /// A key was pressed.
  mutating func takeKey() {
    if isDrawn { text = nil }
  }
}
