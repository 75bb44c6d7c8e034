/// Makes numbers in a text sort by their values: 2장 before 10장.
public enum NaturalOrder {
  /// The text with the length of each number in front of it: so of two numbers the one with fewer digits comes first.
  ///
  /// Only digits are added, so the text sorts among others as it did.
  public static func text(_ text: String) -> String {
    guard text.utf8.contains(where: \.isASCIIDigit) else { return text }
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      if first.isASCIIDigit {
        let number = rest.prefix(while: \.isASCIIDigit)
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

  /// A count in digits whose order is that of the counts: a nine says that more follow.
  private static func length(_ count: Int) -> [UInt8] {
    Array(repeating: UInt8(ascii: "9"), count: count / 9) + [zero + UInt8(count % 9)]
  }
}

/// Finds names that begin with what a person has typed, insensitive to case and normalization. Meant for one name after
/// the other.
public struct NamePrefix {
  private let start: String
  private let typed: [UInt8]
  private var folded = FoldedText()

  /// Looks for names that begin so.
  public init(_ typed: String) {
    start = typed
    self.typed = Folding.matchKey(typed)
  }

  /// Whether a name begins with what was typed; every name does with nothing.
  public mutating func begins(_ name: UnsafeRawBufferPointer) -> Bool {
    guard !typed.isEmpty else { return true }
    guard !name.isEmpty, !beginsDifferently(name) else { return false }
    folded.fold(name, by: .names)
    return folded.bytes.starts(with: typed)
  }

  /// The same of a text.
  public mutating func begins(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { begins(UnsafeRawBufferPointer($0)) }
  }

  /// A name with what was typed as its start, where other letters than these are there: `strasse 1` for `Straße 1`.
  public func continued(to name: String) -> String {
    if Self.lowercased(name).starts(with: Self.lowercased(start)) { return name }
    var (rest, folded) = (name[...], [UInt8]())
    while folded.count < typed.count, let next = rest.popFirst() { folded += Folding.matchKey(String(next)) }
    guard folded.starts(with: typed) else { return name }
    // Of ß, the second s may not have been typed.
    return start + String(decoding: folded.dropFirst(typed.count), as: UTF8.self) + rest
  }

  /// The small letters of a text, one by one.
  private static func lowercased(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.flatMap(\.properties.lowercaseMapping.unicodeScalars)
  }

  /// Whether the path of some memo in a folder may begin with what was typed.
  public mutating func mayBegin(pathIn folder: UnsafeRawBufferPointer) -> Bool {
    folded.fold(folder, by: .names)
    return folded.bytes.starts(with: typed) || typed.starts(with: folded.bytes + [UInt8(ascii: "/")])
  }

  /// Whether the first letter alone rules it out, as it does for most names: one that folding leaves alone but for ASCII
  /// capitals, and that nothing after it joins.
  private func beginsDifferently(_ name: UnsafeRawBufferPointer) -> Bool {
    let length = PlainRun.scalarLength(of: name, at: 0)
    guard length > 0, length == name.count || PlainRun.scalarLength(of: name, at: length) > 0 else { return false }
    return length == 1 ? name[0].lowercasedASCII != typed[0] : !typed.starts(with: name[..<length])
  }
}
