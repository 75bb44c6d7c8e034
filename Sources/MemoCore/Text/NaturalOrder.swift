/// Makes numbers in a text sort by their values: 2장 before 10장.
public enum NaturalOrder {
  /// The text with the length of each number in front of it: so of two numbers the one with fewer digits comes first.
  ///
  /// Only digits are added, so the text sorts among others as it did.
  public static func text(_ text: String) -> String {
    guard text.utf8.contains(where: isDigit) else { return text }
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      if isDigit(first) {
        let number = rest.prefix(while: isDigit)
        let value = number.drop { $0 == zero }
        result += length(value.count) + value
        rest = rest[number.endIndex...]
      } else {
        result.append(first)
        rest.removeFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let zero = UInt8(ascii: "0")

  private static func isDigit(_ byte: UInt8) -> Bool {
    (zero...UInt8(ascii: "9")).contains(byte)
  }

  /// A count in digits whose order is that of the counts: a nine says that more follow.
  private static func length(_ count: Int) -> [UInt8] {
    Array(repeating: UInt8(ascii: "9"), count: count / 9) + [zero + UInt8(count % 9)]
  }
}
