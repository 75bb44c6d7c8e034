import MemoCore
import MemoStore

/// Reads the texts of fields as numbers and dates.
struct FieldReader: Sendable {
  let clock: any LocalClock
  /// Whether the key says when a memo was written, as seconds or milliseconds since 1970 where an app wrote it.
  private let isOfTime: Bool

  init(of key: String, clock: any LocalClock) {
    self.clock = clock
    isOfTime = FrontMatter.isTimeOfMemo(key)
  }

  /// The number that a text is, written with digits, a sign, a point and an exponent; `nil` for any other text.
  func number(_ text: String) -> Double? {
    let isNumeric = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    guard isNumeric, let number = Double(text), number.isFinite else { return nil }
    return isOfTime && WrittenDate(field: text) != nil ? nil : number
  }

  /// The time of a date that a text is, in nanoseconds since 1970.
  func date(_ text: String) -> Int64? {
    if isOfTime { return WrittenDate(field: text).map(time) }
    // Most texts are none: that they do not begin with a year is seen at once.
    guard text.utf8.count >= 8, text.utf8.prefix(4).allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return WrittenDate(text).map(time)
  }

  /// The times of a date, of a month without a day or of a year alone that a text is, in nanoseconds since 1970. A year is a
  /// number, too.
  func dates(_ text: String) -> ClosedRange<Int64>? {
    if let date = date(text) { return date...date }
    let bytes = text.utf8
    let isYear = bytes.count == 4 && bytes.allSatisfy { (0x30...0x39).contains($0) }
    guard isYear || bytes.count == 7 && bytes.dropFirst(4).first == UInt8(ascii: "-"),
      let span = DateFilter(clock: clock).span(text),
      !span.isEmpty
    else { return nil }
    return span.lowerBound...span.upperBound - 1
  }

  private func time(_ date: WrittenDate) -> Int64 {
    switch date {
    case .instant(let time): time
    case .local(let time): clock.instant(ofLocal: time)
    }
  }
}

/// What a memo is sorted by where a field decides: numbers before dates before other texts.
enum FieldSortValue: Sendable {
  case number(Double)
  case date(Int64)
  case text([UInt8])
}

/// The values of one key by which the memos of an index are sorted; of a list, its first item.
struct FieldSortValues {
  private var old: [FieldSortValue?]
  private var fresh: [VaultPath: FieldSortValue] = [:]

  init(of key: String, in index: VaultIndex, clock: any LocalClock, collation: (String) -> [UInt8]) {
    let (wanted, reader) = (FieldKey(key), FieldReader(of: key, clock: clock))
    old = Array(repeating: nil, count: index.snapshotCount)
    let found = index.readFields(wanted.matches, into: [(Int, FieldSortValue)]()) { found, place, _, value in
      _ = value.contains {
        let text = String(decoding: $0, as: UTF8.self)
        let number = reader.number(text).map { FieldSortValue.number($0) }
        found.append((place, number ?? reader.dates(text).map { .date($0.lowerBound) } ?? .text(collation(text))))
        return true
      }
    }
    for (place, value) in found {
      if place < old.count { old[place] = old[place] ?? value } else { fresh[index.path(at: place)] = value }
    }
  }

  /// That of a memo; `nil` for one that has none.
  func value(of memo: IndexedMemo) -> FieldSortValue? {
    switch memo.source {
    case .snapshot(_, let place): old[place]
    case .fresh(let memo): fresh[memo.path]
    }
  }
}
