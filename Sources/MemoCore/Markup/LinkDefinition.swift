/// A definition of where links by reference lead: `[label]: destination "title"`.
public struct LinkDefinition: Equatable, Sendable {
  /// From `[` to the end of the destination or title.
  public let range: Range<Int>
  /// Between the brackets.
  public let label: Range<Int>
  /// As written, without angle brackets.
  public let destination: Range<Int>
}

/// Where the links by reference of a text lead.
struct LinkDefinitions {
  private var destinations: [[UInt8]: Range<Int>] = [:]

  // As in cmark; longer labels name nothing.
  static let labelLimit = 1000

  var isEmpty: Bool { destinations.isEmpty }

  /// The definitions of a text from `start` on.
  init(_ bytes: UnsafeRawBufferPointer, from start: Int, state: BlockState = BlockState()) {
    guard Self.mayHoldDefinitions(bytes, from: start) else { return }
    var collector = DefinitionCollector(bytes: bytes)
    MarkupReader.read(bytes, from: start, state: state, visitor: &collector)
    destinations = collector.destinations
  }

  /// No definitions.
  init() {}

  /// Where a label leads; `nil` where nothing defines it.
  func destination(of label: [UInt8]) -> Range<Int>? {
    Self.key(label).flatMap { destinations[$0] }
  }

  /// Labels are equal that differ in case and white space alone.
  fileprivate static func key(_ label: [UInt8]) -> [UInt8]? {
    guard label.count < labelLimit else { return nil }
    let words = label.split { $0 == 0x20 || $0 &- 9 < 5 }
    let text = String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
    return text.isEmpty ? nil : Folding.matchKey(text)
  }

  /// Whether `]:` is in a text.
  private static func mayHoldDefinitions(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
    let bracket = SIMD16<UInt8>(repeating: UInt8(ascii: "]"))
    let colon = SIMD16<UInt8>(repeating: UInt8(ascii: ":"))
    var index = start
    while index + 17 <= bytes.count {
      let first = bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      let second = bytes.loadUnaligned(fromByteOffset: index + 1, as: SIMD16<UInt8>.self)
      let halves = unsafeBitCast((first .== bracket) .& (second .== colon), to: SIMD2<UInt64>.self)
      if halves[0] | halves[1] != 0 { return true }
      index += 16
    }
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "]"), bytes[index + 1] == UInt8(ascii: ":") { return true }
      index += 1
    }
    return false
  }
}

/// Keeps the first definition of each label.
private struct DefinitionCollector: MarkupVisitor {
  let bytes: UnsafeRawBufferPointer
  var destinations: [[UInt8]: Range<Int>] = [:]

  mutating func visit(_ leaf: MarkupLeaf) {}

  mutating func visit(_ definition: LinkDefinition, holes: MarkupHoles) {
    guard let key = LinkDefinitions.key(holes.text(bytes, definition.label)), destinations[key] == nil else { return }
    destinations[key] = definition.destination
  }
}
