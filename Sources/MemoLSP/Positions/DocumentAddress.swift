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
    let bytes = PercentEncoding.decoded(Array(path))
    return bytes.contains(0) ? nil : HostPath(bytes)
  }

  /// The URI of a path: what is neither a letter or digit of ASCII nor one of `-._~/` is escaped.
  static func uri(_ path: HostPath) -> String {
    let slash = UInt8(ascii: "/")
    let text = PercentEncoding.encoded(path.bytes) { PercentEncoding.isUnreserved($0) || $0 == slash }
    return scheme + String(decoding: text, as: UTF8.self)
  }
}

/// A URI as a client writes it, compared by its bytes: two that differ in normalization alone name two files.
struct DocumentURI: Comparable, Hashable, Sendable {
  /// As the client writes it.
  let text: String

  /// Takes what the client writes.
  init(_ text: String) {
    self.text = text
  }

  /// By the bytes.
  static func == (left: DocumentURI, right: DocumentURI) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  /// By the bytes.
  static func < (left: DocumentURI, right: DocumentURI) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// By the bytes.
  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
