import MemoCore

/// Pasting a text that has a meaning: the address of a page, or the path of an image.
extension TextEditor {
  /// Pastes a text over the selection. The address of a page over selected words makes a link of them.
  ///
  /// - Parameter image: the destination of the image whose path the text is; `nil` for any other text.
  mutating func paste(_ text: [UInt8], image: String?) {
    let block = styles.block(ofLine: buffer.cursor.line)
    guard block != .code, block != .frontMatter else { return edit { $0.paste(text) } }
    let selected = buffer.selectedBytes
    if let image {
      let isLabel = PastedAddress.isLabel(selected)
      return edit { $0.paste(Array("![".utf8) + (isLabel ? selected : []) + Array("](\(image))".utf8)) }
    }
    guard PastedAddress.isLabel(selected), let address = PastedAddress(text) else { return edit { $0.paste(text) } }
    edit { $0.paste(Array("[".utf8) + selected + Array("](".utf8) + address.destination + Array(")".utf8)) }
  }
}

/// The address of a page or of a mailbox.
struct PastedAddress {
  /// As a link holds it.
  let destination: [UInt8]

  private static let schemes = ["https://", "http://", "mailto:"]
  private static let longest = 4_096

  /// Reads a text; `nil` if it is more than an address, or none.
  init?(_ text: [UInt8]) {
    let blanks = { (byte: UInt8) in byte <= 0x20 }
    let address = text.drop(while: blanks).reversed().drop(while: blanks).reversed()
    guard address.count <= Self.longest, !address.contains(where: { $0 <= 0x20 || "<>\"".utf8.contains($0) }),
      let scheme = Self.schemes.first(where: { address.starts(with: $0.utf8) }), address.count > scheme.utf8.count
    else { return nil }
    destination = address.contains(where: { "()".utf8.contains($0) }) ? [0x3C] + address + [0x3E] : Array(address)
  }

  /// Whether a text can be the label of a link.
  static func isLabel(_ text: [UInt8]) -> Bool {
    text.contains { $0 > 0x20 } && !text.contains { "[]\n\r".utf8.contains($0) }
  }
}
