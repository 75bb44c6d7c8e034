/// Tells which names begin with what a person has typed, insensitive to case and normalization. Meant for one name after
/// the other.
public struct NamePrefix {
  private let typed: [UInt8]
  private var folded = FoldedText()

  /// Looks for names that begin so.
  public init(_ typed: String) {
    self.typed = Folding.matchKey(typed)
  }

  /// Whether a name begins with what was typed; every name does with nothing.
  public mutating func begins(_ name: UnsafeRawBufferPointer) -> Bool {
    guard !typed.isEmpty else { return true }
    // Most names differ in their first byte already; ASCII that ASCII follows is folded by itself.
    if name.count > 1, name[0] < 0x80, name[1] < 0x80, Self.small(name[0]) != typed[0] { return false }
    folded.fold(name, by: .names)
    return folded.bytes.starts(with: typed)
  }

  /// The same of a text.
  public mutating func begins(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { begins(UnsafeRawBufferPointer($0)) }
  }

  private static func small(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
