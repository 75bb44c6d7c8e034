/// A name for a block that links lead to, `^name` at its end: `[[memo#^name]]`.
public struct BlockAnchor: Equatable, Sendable {
  /// The name, without `^`.
  public let name: Range<Int>
  /// What it names: the paragraph or heading that it ends, the item whose first text that is, or, where it is a
  /// paragraph of its own, the block before it.
  public let block: Range<Int>
  /// From 1.
  public let line: Int
}

extension MarkupTree {
  /// The anchors in the order of the text.
  public var anchors: [BlockAnchor] {
    var counter = LineCounter(bytes)
    return blocks.indices.compactMap { index in
      guard case .leaf(let leaf) = blocks[index].kind, leaf.kind.mayHaveAnchor,
        let name = BlockAnchor.name(atEndOf: leaf.content, in: bytes)
      else { return nil }
      let isAlone = name.lowerBound == leaf.content.lowerBound + 1
      let block = isAlone ? self.block(before: index) : self.block(around: index)
      return BlockAnchor(name: name, block: block.range, line: counter.line(of: name.lowerBound))
    }
  }

  /// The item that a block is the first of, or the block.
  private func block(around index: Int) -> Block {
    guard index > 0, blocks[index - 1].kind == .item, blocks[index - 1].depth == blocks[index].depth - 1 else {
      return blocks[index]
    }
    return blocks[index - 1]
  }

  /// The last block before one that has the same containers around it; that one itself where there is none.
  private func block(before index: Int) -> Block {
    let depth = blocks[index].depth
    guard let before = blocks[..<index].last(where: { $0.depth <= depth }), before.depth == depth else {
      return blocks[index]
    }
    return before
  }
}

extension BlockAnchor {
  /// A block's new text with the names at the end of its old one (`^name`, of a heading also `{#name}`), which are there for
  /// links alone; with its own, where it has some.
  public static func keepingName(of old: String, in new: String) -> String {
    func names(_ text: String) -> String? {
      Array(text.utf8).withUnsafeBytes { bytes in
        let end = bytes.trimmed(0..<bytes.count).upperBound
        var start = end
        while let mark = markStart(atEndOf: 0..<start, in: bytes) { start = mark }
        return start < end ? bytes.text(start..<end) : nil
      }
    }
    guard let kept = names(old), !new.isEmpty, names(new) == nil else { return new }
    return "\(new) \(kept)"
  }

  /// Where the mark of a name at the end of a text starts.
  private static func markStart(atEndOf content: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int? {
    name(atEndOf: content, in: bytes).map { $0.lowerBound - 1 }
      ?? HeadingID(atEndOf: content, in: bytes)?.range.lowerBound
  }

  /// The name at the end of a block's text: letters and digits of ASCII and `-`, as Obsidian has them, behind `^` with
  /// a blank or the start of the text before it.
  static func name(atEndOf content: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    let text = bytes.trimmed(content)
    var start = text.upperBound
    while start > text.lowerBound, isName(bytes[start - 1]) { start -= 1 }
    let mark = start - 1
    guard start < text.upperBound, mark >= text.lowerBound, bytes[mark] == UInt8(ascii: "^"),
      mark == text.lowerBound || bytes.isBlank(at: mark - 1) || bytes.isLineEnd(at: mark - 1)
    else { return nil }
    return start..<text.upperBound
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-")
  }
}

extension MarkupLeaf.Kind {
  fileprivate var mayHaveAnchor: Bool {
    switch self {
    case .paragraph, .heading: true
    case .code, .html, .opaque, .rule: false
    }
  }
}
