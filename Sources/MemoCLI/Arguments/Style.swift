/// The few colours of memo's output, as ANSI escapes; nothing where output has no colour.
struct Style: Equatable {
  let isColored: Bool

  func title(_ text: String) -> String { wrap(text, "1") }
  func faint(_ text: String) -> String { wrap(text, "2") }
  func date(_ text: String) -> String { wrap(text, "36") }
  func number(_ text: String) -> String { wrap(text, "33") }
  func match(_ text: String) -> String { wrap(text, "1;31") }
  func heading(_ text: String) -> String { wrap(text, "1;34") }
  func code(_ text: String) -> String { wrap(text, "32") }
  func error(_ text: String) -> String { wrap(text, "1;31") }
  func addition(_ text: String) -> String { wrap(text, "32") }
  func removal(_ text: String) -> String { wrap(text, "31") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
