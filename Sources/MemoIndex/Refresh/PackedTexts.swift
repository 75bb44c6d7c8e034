import MemoCore

/// Short texts, one after the other in the same memory, each found by its number: an array of a million arrays takes several
/// times as much.
struct PackedTexts: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []

  /// None.
  init() {}

  /// Names in byte order, each once, with no room for more: a folder that changes while it is listed may show one twice.
  ///
  /// - Parameter names: as paths of one component, whose comparison is the faster one.
  init(names: [VaultPath]) {
    bytes.reserveCapacity(names.reduce(0) { $0 + $1.bytes.count })
    ends.reserveCapacity(names.count)
    var last: VaultPath?
    for name in names.sorted() where name != last {
      append(name.bytes)
      last = name
    }
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
