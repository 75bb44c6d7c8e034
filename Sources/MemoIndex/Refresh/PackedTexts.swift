/// Short texts, one after the other in the same memory, each found by its number.
struct PackedTexts: Sendable {
  private var bytes: [UInt8] = []
  private var ends = [0]

  mutating func append(_ text: some Sequence<UInt8>) {
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
  }

  subscript(number: Int) -> ArraySlice<UInt8> {
    bytes[ends[number]..<ends[number + 1]]
  }
}
