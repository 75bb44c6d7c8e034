/// Memos by the keys of their names: a hash table in two arrays, so that nothing is allocated for a name and those that
/// many memos share stand in one row.
struct NameTable: Sendable {
  private var entries: [NameEntry]
  private var heads: [UInt32]

  /// What a key leads to.
  enum Holder: Equatable {
    case none
    case one(Int)
    /// At least two memos.
    case several
  }

  /// Takes runs of entries in the order of their memos' numbers.
  init(_ runs: [[NameEntry]]) {
    entries = []
    entries.reserveCapacity(runs.reduce(0) { $0 + $1.count })
    for run in runs { entries.append(contentsOf: run) }
    var rows = 1
    while rows < entries.count { rows *= 2 }
    heads = Array(repeating: 0, count: rows)
    // Backwards, so that each row is in the order of the numbers.
    for place in entries.indices.reversed() {
      let row = Int(entries[place].key & UInt64(rows - 1))
      entries[place].next = heads[row]
      heads[row] = UInt32(place + 1)
    }
  }

  /// The memo that a key leads to, among those that fit; it stops at the second.
  @inline(__always)
  func holder(of key: UInt64, where fits: (Int) -> Bool = { _ in true }) -> Holder {
    var found = Holder.none
    var place = heads[Int(key & UInt64(heads.count - 1))]
    while place != 0 {
      let entry = entries[Int(place - 1)]
      if entry.key == key, fits(Int(entry.memo)) {
        guard found == .none else { return .several }
        found = .one(Int(entry.memo))
      }
      place = entry.next
    }
    return found
  }

  /// All memos that a key leads to, by number.
  func holders(of key: UInt64) -> [Int] {
    var memos: [Int] = []
    var place = heads[Int(key & UInt64(heads.count - 1))]
    while place != 0 {
      let entry = entries[Int(place - 1)]
      if entry.key == key { memos.append(Int(entry.memo)) }
      place = entry.next
    }
    return memos
  }
}
