import Foundation
import MemoTestSupport

/// What the split view wrote to its terminal, looked at sequence by sequence.
enum ScreenBytes {
  /// The first thing in a written text that is neither harmless text nor a sequence that the split view makes itself;
  /// `nil` where there is none, and the whole where the split view has not been there.
  static func firstForeign(in written: String) -> String? {
    guard let start = written.range(of: "\u{1B}[?1049h"),
      let end = written.range(of: "\u{1B}[?1049l", options: .backwards)
    else { return written }
    var rest = written[start.lowerBound..<end.upperBound].unicodeScalars[...]
    var mayAsk = true
    while let scalar = rest.first {
      if mayAsk, rest.starts(with: question.unicodeScalars) {
        mayAsk = false
        rest = rest.dropFirst(question.unicodeScalars.count)
      } else if scalar == "\u{1B}" {
        guard let length = own(rest) else { return described(rest) }
        rest = rest.dropFirst(length)
      } else {
        // In raw mode not even a line break is for the terminal to interpret.
        if scalar.value < 0x20 || TerminalBytes.isHostile(scalar) { return described(rest) }
        rest = rest.dropFirst()
      }
    }
    return nil
  }

  /// What the split view asks once: the colour of the background, and the attributes.
  static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  /// How many scalars a sequence of the split view's own takes; `nil` where it is none.
  private static func own(_ text: Substring.UnicodeScalarView) -> Int? {
    guard text.dropFirst().first == "[" else { return nil }
    let parameters = text.dropFirst(2).prefix { ("0"..."9").contains($0) || $0 == ";" || $0 == "?" }
    guard let final = text[parameters.endIndex...].first, isOwn(String(parameters), final) else { return nil }
    return 2 + parameters.count + 1
  }

  private static let modes: Set = ["?7", "?25", "?1002", "?1006", "?1049", "?2004", "?2026"]
  private static let styles = Set([1, 2, 4, 7] + Array(30...37) + Array(90...97))

  /// Modes, the clearing of the screen, the place of the cursor, and styles of the terminal's own palette.
  private static func isOwn(_ parameters: String, _ final: Unicode.Scalar) -> Bool {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    return switch final {
    case "h", "l": modes.contains(parameters)
    case "J": parameters == "2"
    case "H": parameters.isEmpty || numbers.count == 2 && numbers.allSatisfy { $0 != nil }
    case "m": numbers.first == 0 && numbers.dropFirst().allSatisfy { $0.map(styles.contains) ?? false }
    default: false
    }
  }

  private static func described(_ text: Substring.UnicodeScalarView) -> String {
    String(String.UnicodeScalarView(text.prefix(40))).debugDescription
  }
}
