import MemoCore

/// Packs texts with symbols that it has learned from some of them.
///
/// The symbols are found as in “FSST: Fast Random Access String Compression” (Boncz, Neumann and Leis, 2020): texts are
/// packed with what is known, and what covers most of their bytes is kept, pairs of neighbours included; after a few
/// rounds the symbols are words and parts of words. A text is packed from its start with the longest symbol that is found there.
struct TextPacker: Sendable {
  /// The bytes of each code.
  private(set) var symbols = TextSymbols()

  /// The symbols of two bytes by their bytes; of single bytes where there is none.
  private var short: [UInt16] = (0..<(1 << 16)).map { Self.found(code: $0 & 0xFF, length: 1) }
  /// Those of three and four bytes by a hash of the first three, and the longer ones by one of the first five. Of several in
  /// the same place, only the most useful one is a symbol.
  private var middle = [Slot](repeating: Slot(), count: 1 << Self.slotBits)
  private var long = [Slot](repeating: Slot(), count: 1 << Self.slotBits)

  private static let slotBits = 13
  private static let rounds = 6

  /// A symbol of more than two bytes. Where there is none, eight bytes of FF, with the code of the first of them.
  private struct Slot: Sendable {
    var symbol = UInt64.max
    /// How many bits of a word are not compared.
    var shift: UInt16 = 0
    var found: UInt16 = 0xFF

    var isFree: Bool { found == 0xFF }

    @inline(__always)
    func matches(_ word: UInt64) -> Bool { (word ^ symbol) &<< UInt64(shift) == 0 }
  }

  /// A symbol that may become one.
  private struct Candidate: Hashable {
    var symbol: UInt64
    var length: Int
  }

  /// Learns the symbols of some text. Half of it is enough for the first half of the rounds, which find short ones: it
  /// takes two thirds of the time, and the symbols are no worse.
  init(learning text: [UInt8]) {
    let padded = text + [UInt8](repeating: 0, count: TextSymbols.longest)
    self.init([])
    for round in 0..<Self.rounds {
      let end = round < Self.rounds / 2 ? text.count / 2 : text.count
      self.init(
        gains(in: padded, before: end).sorted { ($0.value, $0.key.symbol) > ($1.value, $1.key.symbol) }.map(\.key))
    }
  }

  /// Takes as many symbols as there are codes, the best first.
  private init(_ best: [Candidate]) {
    for candidate in best where symbols.used < TextSymbols.count && find(candidate, as: symbols.used) {
      symbols.add(candidate.symbol, length: candidate.length)
    }
  }

  /// A packer with symbols that were learned before. Of those that were not learned by a packer, it may use only some.
  init(_ symbols: TextSymbols) {
    self.symbols = symbols
    for code in 256..<TextSymbols.count where symbols.lengths[code] > 1 {
      _ = find(Candidate(symbol: symbols.bytes[code], length: Int(symbols.lengths[code])), as: code)
    }
  }

  /// Has a symbol found from now on; returns whether there is room for it.
  private mutating func find(_ candidate: Candidate, as code: Int) -> Bool {
    let found = Self.found(code: code, length: candidate.length)
    let slot = Slot(symbol: candidate.symbol, shift: UInt16(64 - 8 * candidate.length), found: found)
    switch candidate.length {
    case 2:
      short[Int(candidate.symbol)] = found
      return true
    case 3...4: return Self.fill(&middle[Self.hash(candidate.symbol, bytes: 3)], with: slot)
    default: return Self.fill(&long[Self.hash(candidate.symbol, bytes: 5)], with: slot)
    }
  }

  private static func fill(_ place: inout Slot, with slot: Slot) -> Bool {
    guard place.isFree else { return false }
    place = slot
    return true
  }

  private static func found(code: Int, length: Int) -> UInt16 { UInt16(code | (length - 1) << 12) }

  @inline(__always)
  private static func hash(_ word: UInt64, bytes: UInt64) -> Int {
    Int(truncatingIfNeeded: ((word << (64 - 8 * bytes)) &* 0x9E37_79B1_85EB_CA87) >> UInt64(64 - slotBits))
  }

  /// How many bytes each symbol, and each two that come one after the other, cover at the start of a text.
  ///
  /// - Parameter text: has at least eight more bytes after the end.
  private func gains(in text: [UInt8], before end: Int) -> [Candidate: Int] {
    var counts = [Int](repeating: 0, count: TextSymbols.count)
    var pairs: [Int: Int] = [:]
    var last: (code: Int, length: Int)?
    text.withUnsafeBytes { text in
      withTables { tables in
        var place = 0
        while place < end {
          let start = place
          let code = Int(tables.takeCode(of: text, at: &place, before: end))
          let length = place - start
          counts[code] += 1
          if let last, last.length + length <= TextSymbols.longest { pairs[last.code << 12 | code, default: 0] += 1 }
          last = (code, length)
        }
      }
    }
    var gains: [Candidate: Int] = [:]
    for code in 256..<symbols.used where counts[code] > 1 {
      let length = Int(symbols.lengths[code])
      gains[Candidate(symbol: symbols.bytes[code], length: length), default: 0] += counts[code] * length
    }
    for (pair, count) in pairs where count > 1 {
      let (first, second) = (pair >> 12, pair & 0xFFF)
      let (before, length) = (Int(symbols.lengths[first]), Int(symbols.lengths[second]))
      let symbol = symbols.bytes[first] | symbols.bytes[second] << UInt64(8 * before)
      gains[Candidate(symbol: symbol, length: before + length), default: 0] += count * (before + length)
    }
    return gains
  }

  /// The tables as memory.
  private struct Tables {
    let short: UnsafeBufferPointer<UInt16>
    let middle: UnsafeBufferPointer<Slot>
    let long: UnsafeBufferPointer<Slot>

    /// The code of the longest symbol at a place, which moves behind it.
    ///
    /// - Parameters:
    ///   - text: has at least eight more bytes after the end.
    ///   - end: a symbol ends there at the latest.
    @inline(__always)
    func takeCode(of text: UnsafeRawBufferPointer, at place: inout Int, before end: Int) -> UInt16 {
      let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      var found = short[Int(truncatingIfNeeded: word & 0xFFFF)]
      let third = middle[TextPacker.hash(word, bytes: 3)]
      if third.matches(word) { found = third.found }
      let fifth = long[TextPacker.hash(word, bytes: 5)]
      if fifth.matches(word) { found = fifth.found }
      var (code, length) = (found & 0xFFF, Int(found >> 12) + 1)
      if length > end - place { (code, length) = (UInt16(truncatingIfNeeded: word & 0xFF), 1) }
      place += length
      return code
    }
  }

  private func withTables(_ body: (Tables) -> Void) {
    short.withUnsafeBufferPointer { short in
      middle.withUnsafeBufferPointer { middle in
        long.withUnsafeBufferPointer { long in body(Tables(short: short, middle: middle, long: long)) }
      }
    }
  }

  /// A text is packed in pieces of so many bytes.
  private static let pieceSize = 1 << 14
  /// A shorter one is packed from its start to its end: no symbol reaches across the middle of the others.
  private static let wholePiece = 1 << 10

  /// Packs a part of a text.
  ///
  /// - Parameter text: has at least eight more bytes after the part.
  /// - Returns: its codes, twelve bits each, the first ones in the lowest bits of the first bytes; `nil` if they take no less
  ///   space than the text.
  func pack(_ text: UnsafeRawBufferPointer, _ part: Range<Int>) -> [UInt8]? {
    var count = 0
    let packed = [UInt8](unsafeUninitializedCapacity: part.count * 3 / 2 + 8) { packed, initialized in
      let packed = UnsafeMutableRawBufferPointer(packed)
      var (codes, bits): (UInt64, UInt64) = (0, 0)
      func write(_ code: UInt16) {
        codes |= UInt64(code) &<< bits
        bits += 12
        guard bits == 48 else { return }
        packed.storeBytes(of: codes.littleEndian, toByteOffset: count, as: UInt64.self)
        (count, codes, bits) = (count + 6, 0, 0)
      }
      forEachCode(of: text, in: part, write)
      packed.storeBytes(of: codes.littleEndian, toByteOffset: count, as: UInt64.self)
      count += Int(bits + 7) / 8
      initialized = count
    }
    return count < part.count ? packed : nil
  }

  /// Hands over the codes of a part of a text, in its order.
  ///
  /// Where a symbol begins is known once the one before it is found in the tables, for which a core waits most of the
  /// time. So the two halves of a piece are gone through side by side: that takes three fifths of it.
  @inline(__always)
  private func forEachCode(of text: UnsafeRawBufferPointer, in part: Range<Int>, _ body: (UInt16) -> Void) {
    withTables { tables in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Self.pieceSize / 2) { later in
        for start in stride(from: part.lowerBound, to: part.upperBound, by: Self.pieceSize) {
          let end = min(start + Self.pieceSize, part.upperBound)
          let half = end - start <= Self.wholePiece ? end : start + (end - start) / 2
          var (first, second, waiting) = (start, half, 0)
          while first < half, second < end {
            body(tables.takeCode(of: text, at: &first, before: half))
            later[waiting] = tables.takeCode(of: text, at: &second, before: end)
            waiting += 1
          }
          while first < half { body(tables.takeCode(of: text, at: &first, before: half)) }
          for code in later[..<waiting] { body(code) }
          while second < end { body(tables.takeCode(of: text, at: &second, before: end)) }
        }
      }
    }
  }

  /// The size of a text when it is packed, of 1.
  func rate(of text: [UInt8]) -> Double {
    guard !text.isEmpty else { return 1 }
    let padded = text + [UInt8](repeating: 0, count: TextSymbols.longest)
    let packed = padded.withUnsafeBytes { pack($0, 0..<text.count) }
    return Double(packed?.count ?? text.count) / Double(text.count)
  }
}
