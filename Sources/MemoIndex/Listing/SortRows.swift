import MemoCore
import MemoStore

/// Memos by their places, and the bytes that they are sorted by: packed, for there may be a million.
///
/// What a memo is sorted by becomes one run of bytes whose order is that of the memos, whatever the parts of the order
/// are: so a row is as small as can be, and to compare two is to compare bytes.
struct SortRows: Sendable {
  /// What a part of the order says of a memo.
  enum Value {
    case number(Int64)
    case bytes([UInt8])
    case field(FieldSortValue)
    /// Comes last in both directions.
    case missing
  }

  private struct Row {
    let start: Int
    let length: UInt32
    var place: UInt32
  }

  private let order: [SortOrder]
  private var rows: [Row] = []
  private var keys: [UInt8] = []
  /// What comes behind it is not wanted.
  private var last: Row?

  /// No memos yet.
  init(_ order: [SortOrder]) {
    self.order = order
  }

  var count: Int { rows.count }

  /// Adds a memo with the value of each part of the order, unless it comes behind all that were kept.
  mutating func append(_ place: Int, value: (Int) -> Value) {
    let start = keys.count
    for (part, order) in order.enumerated() { append(value(part), isDescending: order.isDescending) }
    let row = Row(start: start, length: UInt32(keys.count - start), place: UInt32(place))
    if let last, keys.withUnsafeBytes({ Self.precedes(last, row, $0) }) {
      keys.removeLast(keys.count - start)
    } else {
      rows.append(row)
    }
  }

  /// Adds those of another part of the vault.
  mutating func append(_ other: SortRows) {
    rows += other.rows.lazy.map { Row(start: $0.start + keys.count, length: $0.length, place: $0.place) }
    keys += other.keys
  }

  /// Keeps the first rows only.
  mutating func cut(to wanted: Int, path: (Int) -> VaultPath) {
    sort(path)
    let (sorted, all) = (rows.prefix(wanted), keys)
    (rows, keys) = ([], [])
    for row in sorted {
      rows.append(Row(start: keys.count, length: row.length, place: row.place))
      keys += all[row.start..<row.start + Int(row.length)]
    }
    last = rows.last
  }

  /// The places in the order of the list, those with equal keys by path.
  mutating func sortedPlaces(path: (Int) -> VaultPath) -> [Int] {
    sort(path)
    keys = []
    return rows.map { Int($0.place) }
  }

  private mutating func sort(_ path: (Int) -> VaultPath) {
    sortByKey()
    keys.withUnsafeBytes { keys in
      var start = 0
      while start < rows.count {
        let end = rows[start...].firstIndex { Self.precedes(rows[start], $0, keys) } ?? rows.count
        if end - start > 1 { sortByPath(start..<end, path) }
        start = end
      }
    }
  }

  private mutating func sortByKey() {
    keys.withUnsafeBytes { keys in rows.sort { Self.precedes($0, $1, keys) } }
  }

  /// Orders rows whose keys are equal. Two paths are equal only where the cache is being cut short by another program.
  private mutating func sortByPath(_ equal: Range<Int>, _ path: (Int) -> VaultPath) {
    var byPath = SortRows([SortOrder(.path, isDescending: false)])
    for row in rows[equal] {
      let place = Int(row.place)
      byPath.append(place) { _ in .bytes(path(place).bytes) }
    }
    byPath.sortByKey()
    for (row, place) in zip(equal, byPath.rows.lazy.map(\.place)) { rows[row].place = place }
  }

  private static func precedes(_ left: Row, _ right: Row, _ keys: UnsafeRawBufferPointer) -> Bool {
    key(of: left, keys).lexicographicallyPrecedes(key(of: right, keys))
  }

  private static func key(of row: Row, _ keys: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: keys[row.start..<row.start + Int(row.length)])
  }

  // MARK: Bytes that sort as the values do

  private static let (present, missing): (UInt8, UInt8) = (1, 2)

  private mutating func append(_ value: Value, isDescending: Bool) {
    if case .missing = value { return keys.append(Self.missing) }
    keys.append(Self.present)
    let start = keys.count
    switch value {
    case .number(let number): append(number)
    case .bytes(let bytes): append(bytes)
    case .field(.number(let number)):
      keys.append(0)
      append(number)
    case .field(.date(let time)):
      keys.append(1)
      append(time)
    case .field(.text(let bytes)):
      keys.append(2)
      append(bytes)
    case .missing: break
    }
    if isDescending { for place in start..<keys.count { keys[place] = ~keys[place] } }
  }

  private mutating func append(_ number: Int64) {
    append(UInt64(bitPattern: number) ^ Self.sign)
  }

  /// Of the bits of floating-point numbers, those of negative ones sort the other way round.
  private mutating func append(_ number: Double) {
    let bits = (number == 0 ? 0 : number).bitPattern
    append(bits & Self.sign == 0 ? bits | Self.sign : ~bits)
  }

  private static let sign: UInt64 = 1 << 63

  private mutating func append(_ bits: UInt64) {
    withUnsafeBytes(of: bits.bigEndian) { keys += $0 }
  }

  /// The end is marked, so that a text comes before one that goes on; a zero in it is no mark.
  private mutating func append(_ bytes: [UInt8]) {
    if bytes.contains(0) {
      for byte in bytes { keys += byte == 0 ? [0, .max] : [byte] }
    } else {
      keys += bytes
    }
    keys += [0, 1]
  }
}
