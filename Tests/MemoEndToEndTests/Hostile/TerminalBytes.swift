/// What a program wrote to a terminal, looked at byte by byte.
enum TerminalBytes {
  /// The first thing that a terminal would obey and memo does not write itself; `nil` where there is none.
  ///
  /// Newlines, tabs, colours and the clearing of a line are memo's own.
  static func firstHostile(in output: [UInt8]) -> String? {
    var scalars = String(decoding: output, as: UTF8.self).unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if scalar == "\u{1B}", takeColor(&scalars) { continue }
      guard isHostile(scalar) else { continue }
      return
        "\(String(scalar.value, radix: 16)) before \(String(String.UnicodeScalarView(scalars.prefix(30))).debugDescription)"
    }
    return nil
  }

  /// Takes `[1;31m` or `[K`.
  private static func takeColor(_ scalars: inout Substring.UnicodeScalarView) -> Bool {
    guard scalars.first == "[" else { return false }
    let rest = scalars.dropFirst().drop { ("0"..."9").contains($0) || $0 == ";" }
    guard let last = rest.first, last == "m" || last == "K" else { return false }
    scalars = rest.dropFirst()
    return true
  }

  /// Whether a terminal would obey it.
  static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case ..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
