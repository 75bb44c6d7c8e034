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
    let text = values + sources(in: bytes, from: front.range.upperBound).map { link(to: $0.path) }
    guard !text.isEmpty else { return [] }
    return Array(text.joined(separator: "\n\n").utf8).withUnsafeBytes { AttachmentLink.all(in: $0) }
  }

  /// What has to change in front matter, where a value or an item of a list is the path of a file.
  ///
  /// - Parameter newPath: what is written instead of a path; `nil` for what stays.
  static func frontEdits(in bytes: UnsafeRawBufferPointer, by newPath: (String) -> String?) -> [ByteEdit] {
    FrontMatter(bytes).entries.filter { !holdsNames($0) && $0.places.count == $0.values.count }.flatMap { entry in
      zip(entry.values, entry.places).compactMap { value, place in
        guard place.style != .block, let path = newPath(value) else { return nil }
        // Quotes that only a list in brackets needs do no harm elsewhere.
        return ByteEdit(place.range, Array(YAMLWriting.scalar(path, as: place.style, inBrackets: true).utf8))
      }
    }
  }

  /// Whether a key holds titles or tags, which may look like the path of a file.
  private static func holdsNames(_ entry: FrontMatter.Entry) -> Bool {
    (["title", "aliases", "alias"] + FrontMatter.tagKeys).contains(entry.key.lowercased())
  }

  /// What has to change in HTML, in the order of the text.
  ///
  /// - Parameter edit: what changes in a text with a link to a source.
  static func edits(
    in bytes: UnsafeRawBufferPointer, by edit: (AttachmentLink, UnsafeRawBufferPointer) -> ByteEdit?
  ) -> [ByteEdit] {
    sources(in: bytes, from: FrontMatter(bytes).range.upperBound).compactMap { path, range in
      // In what is not UTF-8, the place is not known.
      guard range.upperBound <= bytes.count, bytes[range].elementsEqual(path.utf8) else { return nil }
      return Array(link(to: path).utf8).withUnsafeBytes { text in
        guard let found = AttachmentLink.all(in: text).first.flatMap({ edit($0, text) }),
          canHold(found.bytes, behind: bytes[range.lowerBound - 1])
        else { return nil }
        let start = range.lowerBound + found.range.lowerBound - linkStart.utf8.count
        return ByteEdit(start..<start + found.range.count, found.bytes)
      }
    }
  }

  /// Whether a source may hold a path, whose double quotes are escaped, by the quote or whatever is in front of it.
  private static func canHold(_ path: [UInt8], behind quote: UInt8) -> Bool {
    switch quote {
    case UInt8(ascii: "\""): true
    case UInt8(ascii: "'"): !path.contains(quote)
    default: !path.contains(UInt8(ascii: "'")) && path.allSatisfy { $0 > 0x20 }
    }
  }

  /// A tag with a source: in double quotes, in single ones or in none. No part takes a `<`, so that no tag is looked for beyond
  /// the next one: a stranger's text may hold thousands.
  private static let source = try? NSRegularExpression(
    pattern: """
      <(?:img|audio|source|video)\\b(?:[^<>"']|"[^"<]*"|'[^'<]*')*?\\ssrc\\s*=\\s*\
      (?:"([^"<]*)"|'([^'<]*)'|([^\\s"'<>]+))
      """, options: .caseInsensitive)

  private static let linkStart = "![](<"

  private static func link(to path: String) -> String { "\(linkStart)\(path)>)" }

  /// What the tags of HTML name as their sources, and where.
  private static func sources(
    in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> [(path: String, range: Range<Int>)] {
    let tree = MarkupTree(bytes, from: start)
    let html = tree.leaves.flatMap { leaf -> [Range<Int>] in
      switch leaf.kind {
      case .html(isOpaque: false): [leaf.range]
      case .paragraph, .heading: tree.inlines(of: leaf).filter { $0.kind == .html }.map(\.range)
      default: []
      }
    }
    return html.flatMap { range -> [(path: String, range: Range<Int>)] in
      let text = String(decoding: bytes[range], as: UTF8.self)
      let found = source?.matches(in: text, range: NSRange(text.startIndex..., in: text)) ?? []
      return found.compactMap { match in
        (1...3).lazy.compactMap { Range(match.range(at: $0), in: text) }.first.map { source in
          let start = range.lowerBound + text.utf8.distance(from: text.startIndex, to: source.lowerBound)
          return (String(text[source]), start..<start + text[source].utf8.count)
        }
      }
    }
  }
}
