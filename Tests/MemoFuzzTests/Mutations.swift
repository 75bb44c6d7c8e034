import MemoTestSupport

/// Inputs made from a target's seeds by chance: the same ones for the same number.
struct Mutations {
  private var random: SeededRandom
  private let seeds: [[UInt8]]

  private static let longest = 4096
  /// Bytes that mean something to some reader.
  private static let tokens: [[UInt8]] =
    [
      "[[", "]]", "](", "`", "```", "~~~", "---\n", "#", "\n", "\r", "\r\n", ">", "*", "_", "\"", "\\", "{", "}", "[",
      "/",
      "..", "\u{FEFF}", "\u{202E}", "\u{1B}[", "\u{1B}[200~", ";", "OR", "-", "9223372036854775807",
      "-9223372036854775808",
      "\u{A0}", "\u{3000}", "\u{2028}", "\u{85}", "\n- ", ": ",
      "1e999", "null", "한", "\u{1112}\u{1161}", "e\u{301}", "\u{200D}", "\t", " ", "    ", ":", ",", "=", "<", "|",
    ].map { Array($0.utf8) }
    + [
      [0], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x80],
      [UInt8](repeating: 0xFF, count: 8),
    ]

  init(of seeds: [[UInt8]], number: UInt64) {
    self.seeds = seeds
    random = SeededRandom(seed: number)
  }

  /// The next input.
  mutating func next() -> [UInt8] {
    var input = random.pick(seeds) ?? []
    for _ in 0..<1 + random.below(6) { change(&input) }
    return Array(input.prefix(Self.longest))
  }

  private mutating func change(_ input: inout [UInt8]) {
    let place = random.below(input.count + 1)
    let end = min(input.count, place + 1 + random.below(9))
    switch random.below(9) {
    case 0 where place < input.count: input[place] ^= 1 << UInt8(random.below(8))
    case 1 where place < input.count: input[place] = UInt8(truncatingIfNeeded: random.next())
    case 2: input.removeSubrange(place..<end)
    case 3: input.replaceSubrange(place..<end, with: random.pick(Self.tokens) ?? [])
    case 4: input.insert(contentsOf: random.pick(Self.tokens) ?? [], at: place)
    case 5: input = Array(input.prefix(place))
    case 6: repeatPart(&input, place..<end)
    case 7: overwrite(&input, at: place)
    default: input = Array(input.prefix(place)) + (random.pick(seeds) ?? []).dropFirst(random.below(input.count + 1))
    }
  }

  private mutating func repeatPart(_ input: inout [UInt8], _ range: Range<Int>) {
    let part = Array(input[range])
    for _ in 0..<1 + random.below(30) { input.insert(contentsOf: part, at: range.lowerBound) }
  }

  /// Puts a number where one may stand.
  private mutating func overwrite(_ input: inout [UInt8], at place: Int) {
    let numbers: [UInt64] = [
      0, 1, 0x7F, 0xFF, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF, 1 << 32, .max >> 1, .max, random.next() & 0xFF,
    ]
    let bytes = withUnsafeBytes(of: (random.pick(numbers) ?? 0).littleEndian, Array.init)
    let size = min([1, 2, 4, 8][random.below(4)], input.count - place)
    input.replaceSubrange(place..<place + size, with: bytes.prefix(size))
  }
}
