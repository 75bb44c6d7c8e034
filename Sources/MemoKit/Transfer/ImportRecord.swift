import Foundation
import MemoCore
import MemoStore

/// An element of a JSON array that is imported: a memo, or why it is none.
enum ImportElement: Decodable {
  case record(ImportRecord)
  /// - Parameter name: its title or path, as far as it has one.
  case refused(TransferError, name: String)

  init(from decoder: any Decoder) throws {
    do throws(TransferError) {
      self = .record(try ImportRecord(decoder))
    } catch {
      self = .refused(error, name: Self.name(decoder))
    }
  }

  private static func name(_ decoder: any Decoder) -> String {
    guard let object = try? RecordObject(decoder) else { return "" }
    return object.optionalText(.title) ?? object.optionalText(.path) ?? ""
  }
}

/// A memo in JSON: `title`, `body`, `last_modified`, and the keys that our own export adds to restore every byte.
struct ImportRecord {
  let title: String
  let body: String
  /// Nanoseconds since 1970; `nil` if missing.
  let modified: Int64?
  /// The path in the vault; `nil` if missing.
  let path: VaultPath?

  private let head: String?
  private let base64: String?

  init(_ decoder: any Decoder) throws(TransferError) {
    let object = try RecordObject(decoder)
    title = try object.text(.title, orNull: "")
    body = try object.text(.body)
    modified = try object.time(.modified)
    head = object.optionalText(.head)
    base64 = object.optionalText(.base64)
    let pathBytes = object.optionalText(.pathBase64).flatMap { Data(base64Encoded: $0) }
    path = pathBytes.map { VaultPath(bytes: Array($0)) } ?? object.optionalText(.path).map { VaultPath($0) }
  }

  /// The bytes of the memo's file in a vault with a rule for titles.
  ///
  /// - Throws: `foreignText` for NUL bytes in what is not a memo of our own export, which is restored byte for byte.
  func contents(titled rule: TitleRule) throws(TransferError) -> [UInt8] {
    if let file = try exactFile() { return file }
    if path == nil, (title + body).utf8.contains(0) { throw .foreignText(.binary) }
    let whole = Array((head ?? "").utf8) + Array(body.utf8)
    guard rule != .fileName else { return whole }
    // Where the title was changed since the export, it goes on top, and what was the head stays.
    let isAsExported = head != nil && (MemoText.title(of: whole) == title || isNameOfFile)
    return isAsExported ? whole : MemoText.composed(title: title, body: whole)
  }

  /// Whether the title is that of the file, as in an export from a vault where it always is.
  private var isNameOfFile: Bool {
    path.map { title.utf8.elementsEqual(MemoFileRules.stem(of: $0)) } == true
  }

  /// The file that is not UTF-8; `nil` if there is none, or the body is not its body and so was changed since.
  private func exactFile() throws(TransferError) -> [UInt8]? {
    guard let base64 else { return nil }
    guard let file = Data(base64Encoded: base64) else { throw .unreadable(key: RecordKey.base64.rawValue) }
    let text = String(decoding: file, as: UTF8.self)
    return text.utf8.suffix(body.utf8.count).elementsEqual(body.utf8) ? Array(file) : nil
  }
}

/// The keys of a memo in JSON.
enum RecordKey: String, CodingKey {
  case title
  case body
  case modified = "last_modified"
  case path
  case pathBase64
  case head
  case base64
}

extension ImportElement {
  private static let newline = UInt8(ascii: "\n")
  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]

  /// The elements of a JSON array, or those of a file with an object a line.
  static func elements(of bytes: [UInt8]) throws(TransferError) -> [ImportElement] {
    do {
      return try array(in: bytes)
    } catch {
      let first = bytes.first { !blanks.contains($0) }
      if first == UInt8(ascii: "{"), let lines = try lines(of: bytes) { return lines }
      if let fault = JSONFault(in: bytes) { throw .notJSON(fault) }
      if let found = first.flatMap(JSONKind.init(startingWith:)), found != .array { throw .notAnArray(found: found) }
      throw .notJSON(JSONFault(.unreadable, line: 1, column: 1))
    }
  }

  /// The elements of a JSON array. Its bytes are not copied, as `Data(bytes)` would: there may be two gigabytes of them.
  private static func array(in bytes: [UInt8]) throws -> [ImportElement] {
    try bytes.withUnsafeBytes { bytes in
      let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
      let data = start.map { Data(bytesNoCopy: $0, count: bytes.count, deallocator: .none) } ?? Data()
      return try JSONDecoder().decode([ImportElement].self, from: data)
    }
  }

  /// The objects of a file with one per line; `nil` if the first line is not one, so it is not such a file. One broken
  /// line means that the file was truncated or mixed up; then nothing of it is imported.
  private static func lines(of bytes: [UInt8]) throws(TransferError) -> [ImportElement]? {
    let lines = bytes.split(separator: newline).filter { !$0.allSatisfy(blanks.contains) }
    var elements: [ImportElement] = []
    for (place, line) in lines.enumerated() {
      if let element = try? JSONDecoder().decode(ImportElement.self, from: Data(line)) {
        elements.append(element)
      } else if place == 0 {
        return nil
      } else {
        let fault = JSONFault(in: Array(line), firstLine: place + 1)
        throw .notJSON(fault ?? JSONFault(.unreadable, line: place + 1, column: 1))
      }
    }
    if elements.count == 1, case .refused = elements[0] { return nil }
    return elements
  }
}

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

  /// The text of a key; `nil` if it has none, or another kind of value, which some other program gave it.
  func optionalText(_ key: RecordKey) -> String? {
    try? object.decodeIfPresent(String.self, forKey: key)
  }

  /// A time as nanoseconds since 1970: seconds, digits past the ninth dropped, milliseconds, or a text with either these or a
  /// time of ISO 8601 with its zone; `nil` if there is none.
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

  /// What has 13 digits: as seconds, it would be no time that a file has.
  private static let milliseconds: Range<Decimal> = 1_000_000_000_000..<10_000_000_000_000

  /// Never by way of `Double`, which knows a time of our days to 200 ns only.
  private static func nanoseconds(_ time: Decimal) throws(TransferError) -> Int64 {
    var scaled = time * (milliseconds.contains(time) ? 1_000_000 : 1_000_000_000)
    var whole = Decimal()
    NSDecimalRound(&whole, &scaled, 0, .down)
    guard let nanoseconds = Int64(whole.description) else { throw .badTime }
    return nanoseconds
  }
}
