/// The endings that make a file a memo.
enum MemoExtension: CaseIterable {
  case md
  case markdown

  /// How many bytes it has with its dot.
  var length: Int { bytes.utf8CodeUnitCount }

  /// The ending with its dot.
  var bytes: StaticString {
    switch self {
    case .md: ".md"
    case .markdown: ".markdown"
    }
  }

  /// The ending of a name, ASCII case aside; `nil` for another one and for a name that is nothing else.
  init?<Name: RandomAccessCollection>(of name: Name) where Name.Element == UInt8, Name.Index == Int {
    // The last letter rules out most names.
    guard let last = name.last, last | 0x20 == UInt8(ascii: "d") || last | 0x20 == UInt8(ascii: "n"),
      let found = Self.allCases.first(where: { $0.ends(name) })
    else { return nil }
    self = found
  }

  private func ends<Name: RandomAccessCollection>(_ name: Name) -> Bool
  where Name.Element == UInt8, Name.Index == Int {
    guard name.count > length, name[name.endIndex - length - 1] != UInt8(ascii: "/") else { return false }
    return zip(name.suffix(length), UnsafeBufferPointer(start: bytes.utf8Start, count: length))
      .allSatisfy { $0 == $1 || $0 | 0x20 == $1 && $1 != UInt8(ascii: ".") }
  }
}
