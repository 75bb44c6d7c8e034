import MemoCore

/// URIs of files, as clients write them: with or without escapes, `file:///C:/…` and `file:///c%3A/…` on Windows.
enum DocumentAddress {
  private static let scheme = "file://"

  /// The path that a URI names; `nil` for one that names no file of this machine.
  static func path(_ uri: String) -> HostPath? {
    guard uri.utf8.count >= scheme.utf8.count,
      zip(uri.utf8, scheme.utf8).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 })
    else { return nil }
    let rest = uri.utf8.dropFirst(scheme.utf8.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let host = String(decoding: rest[..<slash], as: UTF8.self)
    guard host.isEmpty || host == "localhost" else { return nil }
    // Clients escape `#` and `?` of a name: what follows one is none of it.
    let path = rest[slash...].prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") }
    let bytes = decoded(Array(path))
    guard !bytes.contains(0) else { return nil }
    return HostPath(Array(bytes))
  }

  /// The URI of a path: what is neither a letter or digit of ASCII nor one of `-._~/` is escaped.
  static func uri(_ path: HostPath) -> String {
    var text = Array(scheme.utf8)
    for byte in path.bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.append(byte)
      default:
        text.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 15] {
          text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
        }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Bytes with their escapes undone; what is none is kept.
  private static func decoded(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.count, let high = digit(text[index + 1]),
        let low = digit(text[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
