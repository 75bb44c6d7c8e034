/// Another name of a memo, under `aliases` or `alias` of its front matter.
package struct FrontAlias {
  /// What it says.
  package let name: String
  /// The bytes that name it, without quotes; `nil` where those of several names in one text cannot be kept apart.
  package let range: Range<Int>?
  /// The item of a list that it is, or the text that holds it among others.
  private let place: FrontMatter.Place
  /// The text, cut at its commas; an item of a list is one part.
  private let parts: [String]
  /// Which of the parts it is.
  private let number: Int
  private let isInBrackets: Bool

  /// The aliases of a front matter, in their order.
  package static func all(of front: FrontMatter, in bytes: [UInt8]) -> [FrontAlias] {
    ["aliases", "alias"].compactMap(front.entry).flatMap { entry in
      let isList = if case .list = entry.value { true } else { false }
      return zip(entry.values, entry.places).flatMap { text, place in
        let isInBrackets = entry.isInBrackets || bytes[entry.range.lowerBound] == UInt8(ascii: "[")
        return aliases(in: isList ? [text] : text.parts(at: ","), place, isInBrackets: isInBrackets, bytes)
      }
    }
  }

  private static func aliases(
    in parts: [String], _ place: FrontMatter.Place, isInBrackets: Bool, _ bytes: [UInt8]
  ) -> [FrontAlias] {
    var start = place.content.lowerBound
    return parts.indices.compactMap { number in
      let name = MemoLayout.trimmed(parts[number])
      guard !name.isEmpty else { return nil }
      let found = bytes[start..<place.content.upperBound].firstRange(of: Array(name.utf8))
      start = found?.upperBound ?? start
      return FrontAlias(
        name: name, range: found ?? (parts.count == 1 ? place.content : nil), place: place, parts: parts,
        number: number, isInBrackets: isInBrackets)
    }
  }

  /// The change that gives it another name, in quotes where it needs them; `nil` where it would not be read so.
  package func renaming(to newName: String, in bytes: [UInt8]) -> ByteEdit? {
    var part = Array(parts[number].utf8)
    guard let named = part.firstRange(of: Array(name.utf8)) else { return nil }
    part.replaceSubrange(named, with: newName.utf8)
    var parts = parts
    parts[number] = String(decoding: part, as: UTF8.self)
    let text = parts.joined(separator: ",")
    let wanted = Self.names(in: bytes) { $0.place == place && $0.number == number ? newName : $0.name }
    let quoted = [place.style, .double].map { style in
      ByteEdit(place.range, Array(YAMLWriting.scalar(text, as: style, inBrackets: isInBrackets).utf8))
    }
    // A text on lines of its own stays there.
    let below = place.style == .block ? range.map { ByteEdit($0, Array(newName.utf8)) } : nil
    return ([below].compactMap(\.self) + quoted).first { edit in
      Self.names(in: bytes.withUnsafeBytes { ByteEdit.apply([edit], to: $0) }, \.name) == wanted
    }
  }

  private static func names(in bytes: [UInt8], _ name: (FrontAlias) -> String) -> [[UInt8]] {
    all(of: bytes.withUnsafeBytes { FrontMatter($0) }, in: bytes).map { Array(name($0).utf8) }
  }
}
