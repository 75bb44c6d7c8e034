/// What a program wrote to a terminal, looked at byte by byte.
public enum TerminalBytes {
  /// The first thing that a terminal would obey and memo does not write itself; `nil` where there is none.
  ///
  /// Newlines, tabs, colours and the clearing of a line are memo's own; carriage returns, where they are.
  public static func firstHostile(in output: [UInt8], returnsAreOwn: Bool = true) -> String? {
    let scalars = Array(String(decoding: output, as: UTF8.self).unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if scalar == "\u{1B}", let end = endOfColor(scalars[index...]) {
        index = end
      } else if isHostile(scalar) || scalar == "\r" && !returnsAreOwn {
        let next = String(String.UnicodeScalarView(scalars[index...].prefix(30)))
        return "\(String(scalar.value, radix: 16)) before \(next.debugDescription)"
      }
    }
    return nil
  }

  /// Where `[1;31m` or `[K` ends.
  private static func endOfColor(_ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
    guard scalars.first == "[" else { return nil }
    let rest = scalars.dropFirst().drop { ("0"..."9").contains($0) || $0 == ";" }
    return rest.first == "m" || rest.first == "K" ? rest.startIndex + 1 : nil
  }

  /// Whether a text is in an output.
  public static func isText(_ text: String, in output: [UInt8]) -> Bool {
    let bytes = Array(text.utf8)
    return output.indices.contains { output[$0] == bytes[0] && output[$0...].starts(with: bytes) }
  }

  /// Whether a terminal would obey it.
  public static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case ..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
