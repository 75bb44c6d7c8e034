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

/// A memo as JSON tells it: `title`, `body`, `last_modified`, and what our own export adds to bring back every byte.
struct ImportRecord {
  let title: String
  let body: String
  /// Nanoseconds since 1970; `nil` where it is not told.
  let modified: Int64?
  /// The path in the vault; `nil` where it is not told.
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

  /// The bytes of the memo's file.
  func contents() throws(TransferError) -> [UInt8] {
    if let file = try exactFile() { return file }
    let whole = Array((head ?? "").utf8) + Array(body.utf8)
    // Where the title was changed since the export, it goes on top, and what was the head stays.
    let isAsExported = head != nil && MemoText.title(of: whole) == title
    return isAsExported ? whole : MemoText.composed(title: title, body: whole)
  }

  /// The file that is not UTF-8; `nil` where there is none, or the body is not its body and so was changed since.
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
