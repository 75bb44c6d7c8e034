import MemoCore

/// The bytes of a memo, put together from a title and a body.
package enum MemoText {
  /// A memo with a title line and a body; a body that starts with that title, or any body without a title, is all of it.
  package static func composed(title: String, body: [UInt8]) -> [UInt8] {
    head(title: title, body: body[...]) + body
  }

  /// What is put before the body.
  package static func head(title: String, body: ArraySlice<UInt8>) -> [UInt8] {
    let title = oneLine(title)
    guard !title.isEmpty, body.withUnsafeBytes({ MemoLayout($0).title }) != title else { return [] }
    let line = titleLine(title) + [newline]
    return body.isEmpty ? line : line + [newline]
  }

  /// The title as the vault will read it from a memo's bytes; empty where there is none.
  package static func title(of bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { MemoLayout($0).title }
  }

  /// The heading that the vault will read as this title, without a line break.
  static func titleLine(_ title: String) -> [UInt8] {
    let line = "# \(title)"
    // `# a #` would be read as `a`: a heading may be closed by `#`s, so one more is put behind those of the title.
    return Array((self.title(of: Array(line.utf8)) == title ? line : line + " #").utf8)
  }

  /// A title without line breaks and surrounding white space.
  package static func oneLine(_ title: String) -> String {
    let lines = title.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
    let text = lines.map { String($0) }.joined(separator: " ").unicodeScalars
    guard let first = text.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = text.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  static let newline = UInt8(ascii: "\n")
}
