import MemoTestSupport

/// Texts that are edited at random, as lists of lines.
struct RandomEdit {
  private var random: SeededRandom
  private let alphabet: [String]
  private var fresh = 0

  /// - Parameter alphabet: the lines that occur often.
  init(seed: UInt64, alphabet: [String] = ["", "", "a", "b", "c", "<<<<<<< x", "d e"]) {
    random = SeededRandom(seed: seed)
    self.alphabet = alphabet
  }

  /// A list of lines that occur once each, or of few lines that occur often.
  mutating func lines(atMost count: Int, areDistinct: Bool) -> [String] {
    (0..<random.below(count + 1)).map { _ in line(isDistinct: areDistinct) }
  }

  /// The lines with some removed, changed and added; none is moved.
  mutating func edited(_ lines: [String], areDistinct: Bool) -> [String] {
    var edited: [String] = []
    for line in lines {
      switch random.below(10) {
      case 0: break
      case 1: edited.append(self.line(isDistinct: areDistinct))
      case 2: edited += [self.line(isDistinct: areDistinct), line]
      default: edited.append(line)
      }
    }
    if random.happens(percent: 30) { edited.append(line(isDistinct: areDistinct)) }
    return edited
  }

  /// The bytes of lines that end with LF, CRLF or either, the last one perhaps with nothing.
  mutating func text(_ lines: [String]) -> [UInt8] {
    let style = random.below(4)
    var text: [UInt8] = []
    for (index, line) in lines.enumerated() {
      text += line.utf8
      // A blank last line without an end would be no line.
      if index == lines.count - 1, !line.isEmpty, random.happens(percent: 30) { break }
      let isCRLF = style == 2 || (style == 3 && random.happens(percent: 50))
      text += isCRLF ? [13, 10] : [10]
    }
    return text
  }

  private mutating func line(isDistinct: Bool) -> String {
    guard isDistinct else { return random.pick(alphabet) ?? "" }
    fresh += 1
    return "line \(fresh)"
  }
}
