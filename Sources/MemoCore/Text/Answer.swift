/// What people answer to a question.
public enum Answer {
  /// ㅛ is on the key of y on a Korean keyboard.
  private static let yes: Set<String> = ["y", "yes", "예", "네", "ㅛ"]

  /// Whether an answer agrees; everything that is not plainly a yes does not.
  public static func isYes(_ answer: String) -> Bool {
    let words = answer.split(whereSeparator: \.isWhitespace)
    return words.count == 1 && yes.contains(words[0].lowercased())
  }
}
