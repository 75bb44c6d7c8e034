import Foundation

/// An encoding, besides UTF-8, that memos of other programs are found in. The system converts them.
public enum TextEncoding: String, CaseIterable, Sendable {
  /// UTF-16 with the low byte first, as Windows writes it.
  case utf16LittleEndian = "UTF-16LE"
  /// UTF-16 with the high byte first.
  case utf16BigEndian = "UTF-16BE"
  /// Code page 949 of Windows, of which EUC-KR is a part.
  case korean = "CP949"
  /// Shift-JIS as Windows extends it.
  case japanese = "Shift-JIS"
  /// GB18030, of which GBK and GB2312 are parts.
  case chinese = "GB18030"
  /// Code page 1252 of Windows, of which the printable part of Latin-1 is a part.
  case western = "Windows-1252"

  /// Bytes that are converted at once.
  static let partSize = 1 << 20

  /// The UTF-8 of a text, without its byte order mark; `nil` if it is not a text of this encoding, or would not get its
  /// bytes back from a conversion in the other direction. Takes about 0.1 s for 1 MB.
  public func utf8(of bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    var result: [UInt8] = []
    var start = byteOrderMark.isEmpty || !bytes.starts(with: byteOrderMark) ? 0 : byteOrderMark.count
    result.reserveCapacity(bytes.count)
    while start < bytes.count {
      let end = partEnd(in: bytes, from: start)
      guard let text = text(of: bytes.part(start..<end)) else { return nil }
      result += text.utf8
      start = end
    }
    return result
  }

  /// Whether a text starts with the mark of this encoding; only UTF-16 has one.
  package func isMarked(in bytes: [UInt8]) -> Bool { !byteOrderMark.isEmpty && bytes.starts(with: byteOrderMark) }

  /// The mark that a text may start with.
  var byteOrderMark: [UInt8] {
    switch self {
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    case .korean, .japanese, .chinese, .western: []
    }
  }

  /// Where a part of a text ends that can be converted on its own.
  private func partEnd(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    let end = start + Self.partSize
    guard end < bytes.count else { return bytes.count }
    switch self {
    case .utf16LittleEndian: return Self.isHighSurrogate(bytes[end - 1]) ? end - 2 : end
    case .utf16BigEndian: return Self.isHighSurrogate(bytes[end - 2]) ? end - 2 : end
    case .korean, .japanese, .chinese, .western:
      // No character of several bytes has one of these.
      if let last = bytes[start..<end].lastIndex(where: { $0 < 0x30 }) { return last + 1 }
      return bytes[end...].firstIndex { $0 < 0x30 }.map { $0 + 1 } ?? bytes.count
    }
  }

  private static func isHighSurrogate(_ byte: UInt8) -> Bool { byte & 0xFC == 0xD8 }

  /// The text of some bytes that are whole characters; `nil` as in `utf8(of:)`.
  func text(of bytes: UnsafeRawBufferPointer) -> String? {
    switch self {
    case .utf16LittleEndian: return Self.text(ofUnits: bytes) { UInt16($0) | UInt16($1) << 8 }
    case .utf16BigEndian: return Self.text(ofUnits: bytes) { UInt16($0) << 8 | UInt16($1) }
    case .korean, .japanese, .chinese, .western:
      guard let text = String(data: Data(bytes), encoding: foundation),
        let back = text.data(using: foundation, allowLossyConversion: false), back.elementsEqual(bytes),
        // Codes that the system's tables have no character for.
        !text.unicodeScalars.contains(where: { (0xE000...0xF8FF).contains($0.value) })
      else { return nil }
      return text
    }
  }

  private static func text(ofUnits bytes: UnsafeRawBufferPointer, _ unit: (UInt8, UInt8) -> UInt16) -> String? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: 0, to: bytes.count, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
    guard let text = String(validating: units, as: UTF16.self), text.utf16.elementsEqual(units) else { return nil }
    return text
  }

  /// Foundation's number for it: those without a name of their own are the numbers of Core Foundation, marked by the
  /// highest bit of 32.
  private var foundation: String.Encoding {
    switch self {
    case .utf16LittleEndian: .utf16LittleEndian
    case .utf16BigEndian: .utf16BigEndian
    case .korean: String.Encoding(rawValue: 0x8000_0422)
    // Not `.shiftJIS`, which takes a backslash for a yen sign.
    case .japanese: String.Encoding(rawValue: 0x8000_0420)
    case .chinese: String.Encoding(rawValue: 0x8000_0632)
    case .western: .windowsCP1252
    }
  }
}
