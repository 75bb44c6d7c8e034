import Foundation
import MemoCore
import MemoStore

/// Reads the keys of a JSON object and reports what is wrong with them.
struct RecordObject {
  private let object: KeyedDecodingContainer<RecordKey>

  init(_ decoder: any Decoder) throws(TransferError) {
    do {
      object = try decoder.container(keyedBy: RecordKey.self)
    } catch {
      throw .notAnObject(found: (try? JSONKind(from: decoder)) ?? .null)
    }
  }

  /// The text of a key; `value` for null, where that may be.
  func text(_ key: RecordKey, orNull value: String? = nil) throws(TransferError) -> String {
    guard object.contains(key) else { throw .missing(key: key.rawValue) }
    if let value, isNull(key) { return value }
    do {
      return try object.decode(String.self, forKey: key)
    } catch {
      throw refusal(of: key, expecting: .text)
    }
  }

  /// The text of a key; `nil` where it has none, or another kind of value, which some other program gave it.
  func optionalText(_ key: RecordKey) -> String? {
    try? object.decodeIfPresent(String.self, forKey: key)
  }

  /// A time as nanoseconds since 1970: seconds, digits past the ninth dropped, or a text with either these or a time of
  /// ISO 8601 with its zone; `nil` where there is none.
  func time(_ key: RecordKey) throws(TransferError) -> Int64? {
    guard object.contains(key), !isNull(key) else { return nil }
    do {
      return try Self.nanoseconds(object.decode(Decimal.self, forKey: key))
    } catch let error as TransferError {
      throw error
    } catch {
      if let text = optionalText(key), let time = try Self.time(text) { return time }
      let refusal = refusal(of: key, expecting: .number)
      throw refusal == .unreadable(key: key.rawValue) ? .badTime : refusal
    }
  }

  private func isNull(_ key: RecordKey) -> Bool {
    (try? object.decodeNil(forKey: key)) == true
  }

  private func refusal(of key: RecordKey, expecting expected: JSONKind) -> TransferError {
    let found = try? object.decode(JSONKind.self, forKey: key)
    guard let found, found != expected else { return .unreadable(key: key.rawValue) }
    return .mistyped(key: key.rawValue, found: found)
  }

  /// Programs that know no number but `Double` keep every digit of a text.
  private static func time(_ text: String) throws(TransferError) -> Int64? {
    if case .instant(let time) = WrittenDate(text) { return time }
    guard text.utf8.allSatisfy({ "0123456789.-".utf8.contains($0) }), let seconds = Double(text), seconds.isFinite,
      let exact = Decimal(string: text, locale: nil)
    else { return nil }
    return try nanoseconds(exact)
  }

  /// Never by way of `Double`, which knows a time of our days to 200 ns only.
  private static func nanoseconds(_ seconds: Decimal) throws(TransferError) -> Int64 {
    var scaled = seconds * 1_000_000_000
    var whole = Decimal()
    NSDecimalRound(&whole, &scaled, 0, .down)
    guard let nanoseconds = Int64(whole.description) else { throw .badTime }
    return nanoseconds
  }
}
