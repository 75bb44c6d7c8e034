import Foundation
import MemoCore

/// A memo as the JSON of an export tells it: enough for an import to bring back its file to the byte.
struct ExportRecord {
  let path: VaultPath
  let file: WholeFile

  /// The JSON object, without a line break.
  func json() -> [UInt8] {
    let parts = Parts(file.bytes)
    let isText = String(validating: file.bytes, as: UTF8.self) != nil
    var json = JSONText()
    json.append(#"{"title":"#)
    json.append(quoted: parts.title.utf8)
    json.append(#","body":"#)
    json.append(quoted: parts.body)
    json.append(#","last_modified":"# + Self.seconds(file.modified))
    add(.path, path.bytes, to: &json)
    if !path.isUTF8 { add(.pathBase64, base64(path.bytes), to: &json) }
    if !isText {
      add(.base64, base64(file.bytes), to: &json)
    } else if MemoText.composed(title: parts.title, body: Array(parts.body)) != file.bytes {
      add(.head, parts.head, to: &json)
    }
    json.append("}")
    return json.bytes
  }

  private func add(_ key: RecordKey, _ value: some Sequence<UInt8>, to json: inout JSONText) {
    json.append(#",""# + key.rawValue + #"":"#)
    json.append(quoted: value)
  }

  private func base64(_ bytes: [UInt8]) -> String.UTF8View {
    Data(bytes).base64EncodedString().utf8
  }

  /// Nanoseconds since 1970 as seconds, with as many digits as it takes.
  static func seconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    var digits = String(1_000_000_000 + rest).dropFirst()
    while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
    return (nanoseconds < 0 ? "-" : "") + String(whole) + (digits.isEmpty ? "" : "." + digits)
  }

  /// A memo cut in two: what stands before its body, a blank line after the title included, and the body.
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
