import Foundation
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

  /// A tag with a source: in double quotes, in single ones or in none. No part takes a `<`, so that no tag is looked for beyond
  /// the next one: a stranger's text may hold thousands.
  private static let source = try? NSRegularExpression(
    pattern: """
      <(?:img|audio|source|video)\\b(?:[^<>"']|"[^"<]*"|'[^'<]*')*?\\ssrc\\s*=\\s*\
      (?:"([^"<]*)"|'([^'<]*)'|([^\\s"'<>]+))
      """, options: .caseInsensitive)

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
    return html.flatMap { range in
      let text = String(decoding: bytes[range], as: UTF8.self)
      let found = source?.matches(in: text, range: NSRange(text.startIndex..., in: text)) ?? []
      return found.compactMap { match in
        (1...3).lazy.compactMap { Range(match.range(at: $0), in: text) }.first.map { String(text[$0]) }
      }
    }
  }
}
