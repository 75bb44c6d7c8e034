import Foundation
import MemoCore
import MemoStore

/// A memo as the JSON of an export tells it: enough for an import to bring back its file to the byte.
struct ExportRecord {
  let path: VaultPath
  let file: WholeFile

  /// Bytes that are escaped at once. Divisible by 3, so that base64 can be cut there.
  private static let partSize = 3 << 15
  /// A longer head is written without looking whether an import would make the same: that takes several times its size.
  private static let longestHead = 1 << 20

  /// Writes the JSON object in parts, because it may be six times as long as the file.
  ///
  /// - Parameter separator: what comes before it.
  func write(after separator: String, to sink: ([UInt8]) throws -> Void) rethrows {
    let parts = Parts(file.bytes)
    var json = JSONText()
    json.append(separator + #"{"title":"#)
    try write(parts.title.utf8, &json, to: sink)
    json.append(#","body":"#)
    try write(parts.body, &json, to: sink)
    json.append(#","last_modified":"# + Self.seconds(file.modified))
    try write(.path, path.bytes, &json, to: sink)
    if !path.isUTF8 { try write(.pathBase64, base64: path.bytes, &json, to: sink) }
    if !file.bytes.areUTF8 {
      try write(.base64, base64: file.bytes, &json, to: sink)
    } else if parts.head.count > Self.longestHead
      || !parts.head.elementsEqual(MemoText.head(title: parts.title, body: parts.body))
    {
      try write(.head, parts.head, &json, to: sink)
    }
    json.append("}")
    try sink(json.bytes)
  }

  private func write(
    _ key: RecordKey, _ value: some Collection<UInt8>, _ json: inout JSONText, to sink: ([UInt8]) throws -> Void
  ) rethrows {
    json.append(#",""# + key.rawValue + #"":"#)
    try write(value, &json, to: sink)
  }

  private func write(
    _ text: some Collection<UInt8>, _ json: inout JSONText, to sink: ([UInt8]) throws -> Void
  ) rethrows {
    json.append("\"")
    for part in text.textParts(of: Self.partSize) {
      json.append(escaping: part)
      try flush(&json, to: sink)
    }
    json.append("\"")
  }

  private func write(
    _ key: RecordKey, base64 bytes: [UInt8], _ json: inout JSONText, to sink: ([UInt8]) throws -> Void
  ) rethrows {
    json.append(#",""# + key.rawValue + #"":""#)
    for start in stride(from: 0, to: bytes.count, by: Self.partSize) {
      let part = bytes[start..<min(start + Self.partSize, bytes.count)]
      json.append(Data(part).base64EncodedString())
      try flush(&json, to: sink)
    }
    json.append("\"")
  }

  private func flush(_ json: inout JSONText, to sink: ([UInt8]) throws -> Void) rethrows {
    if json.bytes.count >= Self.partSize { try sink(json.takeBytes()) }
  }

  /// Nanoseconds since 1970 as seconds, with as many digits as it takes.
  static func seconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    var digits = String(1_000_000_000 + rest).dropFirst()
    while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
    return (nanoseconds < 0 ? "-" : "") + String(whole) + (digits.isEmpty ? "" : "." + digits)
  }

  /// A memo cut in two: the text before its body, a blank line after the title included, and the body.
  private struct Parts {
    let title: String
    let head: ArraySlice<UInt8>
    let body: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
      let layout = bytes.withUnsafeBytes { MemoLayout($0) }
      var start = layout.body.lowerBound
      for lineEnd in ["\n", "\r\n"] where layout.titleLine != nil && bytes[start...].starts(with: lineEnd.utf8) {
        start += lineEnd.utf8.count
        break
      }
      (title, head, body) = (layout.title, bytes[..<start], bytes[start...])
    }
  }
}
