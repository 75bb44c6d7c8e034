/// Short texts, one after the other in the same memory, each found by its number: an array of arrays takes three times as
/// much, and most of the time of all that is done with it.
struct PackedTexts: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []

  /// None.
  init() {}

  /// These, with no room for more.
  init(_ texts: [[UInt8]]) {
    bytes.reserveCapacity(texts.reduce(0) { $0 + $1.count })
    ends.reserveCapacity(texts.count)
    for text in texts { append(text) }
  }

  /// How many there are.
  var count: Int { ends.count }

  /// All of them.
  var all: some RandomAccessCollection<ArraySlice<UInt8>> { (0..<count).lazy.map { self[$0] } }

  /// Adds a text.
  mutating func append(_ text: some Sequence<UInt8>) {
    bytes.append(contentsOf: text)
    ends.append(UInt32(bytes.count))
  }

  /// The text of a number.
  subscript(number: Int) -> ArraySlice<UInt8> {
    bytes[(number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])]
  }
}
