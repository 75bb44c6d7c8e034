import MemoCore

/// Finds the files that a memo names where memo knows no links: in HTML, as `<img src="a.png">`, and in its front matter.
enum NamedFiles {
  /// The files as links, whose positions mean nothing.
  static func links(in bytes: UnsafeRawBufferPointer) -> [AttachmentLink] {
    let front = FrontMatter(bytes)
    let values = front.entries.flatMap(\.values).map { value in
      ["[[", "]("].contains(where: value.containsBytes) ? value : link(to: value)
    }
    let text = values + sources(in: bytes, from: front.range.upperBound).map(link)
    guard !text.isEmpty else { return [] }
    return Array(text.joined(separator: "\n\n").utf8).withUnsafeBytes { AttachmentLink.all(in: $0) }
  }

  private static func link(to path: String) -> String { "![](<\(path)>)" }

  /// What the tags of HTML name as their sources.
  private static func sources(in bytes: UnsafeRawBufferPointer, from start: Int) -> [String] {
    let tree = MarkupTree(bytes, from: start)
    let html = tree.leaves.flatMap { leaf -> [Range<Int>] in
      switch leaf.kind {
      case .html(isOpaque: false): [leaf.range]
      case .paragraph, .heading: tree.inlines(of: leaf).filter { $0.kind == .html }.map(\.range)
      default: []
      }
    }
    // No part takes a `<`, so that no tag is looked for beyond the next one: a stranger's text may hold thousands.
    let source =
      #/<(?:img|audio|source|video)\b(?:[^<>"']|"[^"<]*"|'[^'<]*')*?\ssrc\s*=\s*(?:"([^"<]*)"|'([^'<]*)'|([^\s"'<>]+))/#
      .ignoresCase().matchingSemantics(.unicodeScalar)
    return html.flatMap { range in
      String(decoding: bytes[range], as: UTF8.self).matches(of: source).compactMap { match in
        (match.output.1 ?? match.output.2 ?? match.output.3).map(String.init)
      }
    }
  }
}
