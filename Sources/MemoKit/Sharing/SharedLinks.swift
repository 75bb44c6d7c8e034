import MemoCore

/// The wiki links of a text for a reader without the vault: what they show as text, and pictures as Markdown's.
enum SharedLinks {
  /// A text that has no wiki links any more.
  static func withoutWikiLinks(_ text: [UInt8]) -> [UInt8] {
    text.withUnsafeBytes { bytes in
      let tree = MarkupTree(bytes)
      let links = tree.leaves.flatMap { tree.inlines(of: $0) }.compactMap { inline -> InlineLink? in
        inline.kind == .wikiLink ? InlineLink(inline, in: bytes) : nil
      }
      return ByteEdit.apply(links.map { edit(of: $0, in: bytes) }.inOrder, to: bytes)
    }
  }

  private static func edit(of link: InlineLink, in bytes: UnsafeRawBufferPointer) -> ByteEdit {
    let target = Array(bytes[link.target])
    let start = link.range.lowerBound
    guard start > 0, bytes[start - 1] == UInt8(ascii: "!") else {
      let shown = link.label.map { Array(bytes[$0]) } ?? (target.isEmpty ? link.heading.map { Array(bytes[$0]) } : nil)
      return ByteEdit(link.range, escaped(shown ?? target))
    }
    let isPicture =
      SharedHTML.isPicture(String(decoding: target, as: UTF8.self)) && !target.contains { "<>\\".utf8.contains($0) }
    let picture = Array("![".utf8) + escaped(target) + Array("](<".utf8) + target + Array(">)".utf8)
    return ByteEdit(start - 1..<link.range.upperBound, isPicture ? picture : escaped(target))
  }

  /// A text that says in Markdown what it says as it is.
  private static func escaped(_ text: [UInt8]) -> [UInt8] {
    text.flatMap { isMark($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    (0x21...0x2F).contains(byte) || (0x3A...0x40).contains(byte) || (0x5B...0x60).contains(byte)
      || (0x7B...0x7E).contains(byte)
  }
}
