import MemoCore

/// A label of links by reference: in a use, or in a definition.
struct ReferenceLabel {
  let range: Range<Int>
  let isDefinition: Bool
  /// The label as it is compared; a use has that of the definition to which it leads.
  let key: [UInt8]

  /// The labels of a text, those of definitions first.
  static func all(in document: PlacedDocument) -> [ReferenceLabel] {
    let (marks, bytes) = (document.marks, document.bytes)
    var keys: [Int: [UInt8]] = [:]
    let definitions = marks.definitions.map { definition in
      let label = ReferenceLabel(
        range: definition.label, isDefinition: true, key: key(document.text(definition.label)))
      keys[definition.destination.lowerBound] = label.key
      return label
    }
    let uses = marks.references.map { reference in
      let range = place(of: reference, in: bytes)
      return ReferenceLabel(
        range: range, isDefinition: false,
        key: keys[reference.destination.lowerBound] ?? key(document.text(range)))
    }
    return definitions + uses
  }

  /// Labels are equal that differ in case and white space alone; empty for one that names nothing.
  static func key(_ label: String) -> [UInt8] { Folding.matchKey(oneLine(label)) }

  /// A label with single spaces between its words.
  static func oneLine(_ label: String) -> String {
    let words = label.utf8.split { $0 == 0x20 || $0 &- 9 < 5 }
    return String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
  }

  /// Where the label of a use is: in the second brackets, where there are any with text.
  private static func place(
    of reference: (range: Range<Int>, content: Range<Int>, destination: Range<Int>), in bytes: [UInt8]
  ) -> Range<Int> {
    let rest = reference.content.upperBound..<reference.range.upperBound
    guard let open = rest.first(where: { bytes[$0] == UInt8(ascii: "[") }), open + 1 < reference.range.upperBound - 1
    else {
      return reference.content
    }
    return open + 1..<reference.range.upperBound - 1
  }
}
