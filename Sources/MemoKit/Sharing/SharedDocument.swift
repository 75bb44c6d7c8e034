import Foundation
import MemoCore
import MemoStore

/// A memo as pandoc's JSON, made such that a browser has nothing in it to run.
///
/// The reader's own options would not do: pandoc 2.17 still lets HTML through with `-raw_html`, and no option looks at
/// addresses. A filter in Lua would have to be a file of its own and speaks another dialect with each version of pandoc,
/// while the JSON of a link has been the same since 1.16.
struct SharedDocument {
  private var document: [String: Any]
  private let blocks: [Any]
  /// The headings of the document as links name them, and the identifiers that pandoc gave them.
  private let anchors: MemoAnchors
  private let identifiers: [String]

  /// Reads pandoc's JSON; `nil` if it is none, or nested deeper than Foundation reads.
  init?(_ json: [UInt8]) {
    guard let document = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any],
      let blocks = document["blocks"] as? [Any]
    else { return nil }
    (self.document, self.blocks) = (document, blocks)
    let headings = Self.headings(in: blocks)
    identifiers = headings.map(\.identifier)
    let text = headings.flatMap { heading in
      Array(repeating: UInt8(ascii: "#"), count: heading.level) + Array(" ".utf8) + SharedText.escaped(heading.text)
        + Array("\n\n".utf8)
    }
    anchors = MemoAnchors(of: text)
  }

  /// The document as JSON with nothing in it that a browser could run.
  ///
  /// - Parameter title: a heading to begin with; empty for none.
  func inert(titled title: String) -> [UInt8]? {
    var document = document
    document["meta"] = [String: Any]()
    let heading =
      title.isEmpty ? [] : [Self.node("Header", [1, Self.attributes(), [Self.node("Str", title)]] as [Any])]
    document["blocks"] = heading + blocks.map(inert)
    return (try? JSONSerialization.data(withJSONObject: document)).map { Array($0) }
  }

  private static func attributes(_ classes: [String] = [], _ pairs: [[String]] = []) -> [Any] { ["", classes, pairs] }

  private static func node(_ type: String, _ content: Any) -> [String: Any] { ["t": type, "c": content] }

  /// The content of a node of a type; `nil` for any other value.
  private static func content(_ value: Any?, of type: String) -> Any? {
    guard let node = value as? [String: Any], node["t"] as? String == type else { return nil }
    return node["c"]
  }

  private func inert(_ value: Any) -> Any {
    if let values = value as? [Any] { return Self.withElements(Self.withoutAttributes(values)).map(inert) }
    guard let node = value as? [String: Any], let type = node["t"] as? String, let content = node["c"] else {
      return value
    }
    let parts = content as? [Any] ?? []
    switch type {
    // As text, so that a memo about HTML can be read.
    case "RawInline":
      let html = parts.last as? String ?? ""
      let isOurs = html == SharedText.highlight.start || html == SharedText.highlight.end
      return Self.node("Str", isOurs ? "" : html)
    case "RawBlock":
      let html = parts.last as? String ?? ""
      let line = MemoText.oneLine(html)
      return Self.node("Para", [Self.breaks.contains(line) ? ["t": "LineBreak"] : Self.node("Str", html)])
    case "Link", "Image": return link(type, parts)
    case "BlockQuote": return Self.node(type, Self.callout(parts).map(inert))
    default: return Self.node(type, inert(content))
    }
  }

  /// Identifier and classes remain of `[identifier, classes, [[key, value], …]]`: a key could be `onclick` or `style`.
  private static func withoutAttributes(_ values: [Any]) -> [Any] {
    guard values.count == 3, values[0] is String, values[1] is [String], let pairs = values[2] as? [Any],
      pairs.allSatisfy({ ($0 as? [String])?.count == 2 })
    else { return values }
    return [values[0], values[1], [Any]()]
  }

  // MARK: Headings

  private typealias Heading = (level: Int, identifier: String, text: String)

  /// The headings with a text, in the order of the document.
  private static func headings(in value: Any) -> [Heading] {
    if let values = value as? [Any] { return values.flatMap(headings) }
    guard let node = value as? [String: Any], let parts = node["c"] as? [Any] else { return [] }
    guard node["t"] as? String == "Header" else { return headings(in: parts) }
    guard parts.count == 3, let level = parts[0] as? Int, let identifier = (parts[1] as? [Any])?.first as? String
    else { return [] }
    let text = MemoText.oneLine(text(of: parts[2]))
    return text.isEmpty ? [] : [(min(max(level, 1), 6), identifier, text)]
  }

  /// The text of inlines.
  private static func text(of value: Any) -> String {
    if let values = value as? [Any] { return values.map(text).joined() }
    guard let node = value as? [String: Any] else { return "" }
    switch (node["t"] as? String, node["c"]) {
    case ("Str", let text as String): return text
    case ("Space", _), ("SoftBreak", _), ("LineBreak", _): return " "
    case ("Code", let parts as [Any]), ("Math", let parts as [Any]): return parts.last as? String ?? ""
    case ("Link", let parts as [Any]), ("Image", let parts as [Any]): return text(of: parts.dropFirst().first ?? "")
    case ("RawInline", _), ("Note", _): return ""
    case (_, let content?): return text(of: content)
    default: return ""
    }
  }

  /// An address, where it names a heading of the document by the heading's identifier.
  private func resolved(_ address: String) -> String {
    guard let anchor = address.dropping(prefix: "#"), let heading = anchors.heading(anchor, .markdown),
      identifiers.indices.contains(heading)
    else { return address }
    return "#\(identifiers[heading])"
  }

  // MARK: Links

  /// The link, the image as a link where it is not a picture, or the text alone where it leads nowhere good.
  private func link(_ type: String, _ parts: [Any]) -> Any {
    guard parts.count == 3, let text = parts[1] as? [Any], var target = parts[2] as? [Any],
      let address = target.first as? String
    else { return Self.node("Space", [Any]()) }
    let (shown, size) = type == "Image" ? Self.sized(text) : (text, [])
    let label = inert(shown)
    let isPicture = type == "Image" && SharedHTML.isPicture(address)
    guard isPicture || SharedHTML.isInert(address) && !SharedHTML.isOfMemo(address) else {
      return Self.node("Span", [Self.attributes(), label] as [Any])
    }
    if !isPicture { target[0] = resolved(address) }
    return Self.node(
      isPicture ? "Image" : "Link", [Self.attributes([], isPicture ? size : []), label, target] as [Any])
  }

  /// The text of a picture without the size behind it, `|100` or `|100x50` as Obsidian has it, and the size.
  private static func sized(_ text: [Any]) -> (text: [Any], size: [[String]]) {
    guard let last = content(text.last, of: "Str") as? String else { return (text, []) }
    let parts = last.parts(at: "|", keepsEmpty: true)
    guard parts.count > 1, let size = PictureSize(parts[parts.count - 1]) else { return (text, []) }
    let rest = parts.dropLast().joined(separator: "|")
    let sides = [["width", "\(size.width)"]] + (size.height.map { [["height", "\($0)"]] } ?? [])
    return (text.dropLast() + (rest.isEmpty ? [] : [node("Str", rest)]), sides)
  }

  // MARK: HTML

  private static let breaks: Set = ["<br>", "<br/>", "<br />"]

  private static let marked: @Sendable ([Any]) -> [String: Any] = {
    node("Span", [attributes(["mark"]), $0] as [Any])
  }

  /// The elements without attributes that are shown as what they are, by their names.
  private static let elements: [String: @Sendable ([Any]) -> [String: Any]] = [
    "kbd": { node("Span", [attributes(["kbd"]), $0] as [Any]) },
    "mark": marked, "mark ": marked,
    "sub": { node("Subscript", $0) }, "sup": { node("Superscript", $0) }, "u": { node("Underline", $0) },
  ]

  /// More elements that are open at a time remain text: it bounds the depth of the document.
  private static let openLimit = 8

  /// Inlines with pandoc's own nodes for some elements of HTML; what nothing closes remains text.
  private static func withElements(_ values: [Any]) -> [Any] {
    var (result, open) = ([Any](), [(name: String, place: Int)]())
    for value in values {
      let html = (content(value, of: "RawInline") as? [Any])?.last as? String ?? ""
      let tag = html.lowercased()
      let name = tag.dropping(prefix: "<")?.dropping(suffix: ">") ?? ""
      if breaks.contains(tag) {
        result.append(["t": "LineBreak"])
      } else if let end = name.dropping(prefix: "/"), let element = elements[end],
        let last = open.lastIndex(where: { $0.name == end })
      {
        let start = open[last].place
        open.removeSubrange(last...)
        result.replaceSubrange(start..., with: [element(Array(result[(start + 1)...]))])
      } else {
        if elements[name] != nil, open.count < openLimit { open.append((name, result.count)) }
        result.append(value)
      }
    }
    return result
  }

  // MARK: Callouts

  /// The blocks of a quote; those of a callout, `[!kind] Title` as Obsidian has them, with the title in bold.
  private static func callout(_ blocks: [Any]) -> [Any] {
    guard let inlines = content(blocks.first, of: "Para") as? [[String: Any]] else { return blocks }
    let line = inlines.prefix { $0["t"] as? String != "SoftBreak" && $0["t"] as? String != "LineBreak" }
    let words = line.prefix { $0["t"] as? String == "Str" }.compactMap { $0["c"] as? String }
    guard let (kind, start) = calloutMark(words.joined()) else { return blocks }
    var title: [Any] = (start.isEmpty ? [] : [node("Str", start)]) + Array(line.dropFirst(words.count))
    if (title.first as? [String: Any])?["t"] as? String == "Space" { title.removeFirst() }
    if title.isEmpty { title = [node("Str", kind)] }
    let text = Array(inlines.dropFirst(line.count + 1))
    return [node("Para", [node("Strong", title)])] + (text.isEmpty ? [] : [node("Para", text)]) + blocks.dropFirst()
  }

  /// The kind of a callout as a title, and what follows its mark; `nil` for any other text.
  private static func calloutMark(_ text: String) -> (kind: String, rest: String)? {
    let bytes = Array(text.utf8)
    guard bytes.starts(with: "[!".utf8), let end = bytes.firstIndex(of: UInt8(ascii: "]")), end > 2 else { return nil }
    // Behind a bar, Obsidian's themes have settings of their own.
    let kind = bytes[2..<end].prefix { $0 != UInt8(ascii: "|") }
    let isFolding = end + 1 < bytes.count && "+-".utf8.contains(bytes[end + 1])
    let rest = bytes[(end + (isFolding ? 2 : 1))...]
    return (String(decoding: kind, as: UTF8.self).capitalized, String(decoding: rest, as: UTF8.self))
  }
}

/// The size of a picture in pixels, as Obsidian writes it: `100`, `100x50`.
struct PictureSize {
  let width: Int
  /// `nil` where the width decides.
  let height: Int?

  init?(_ text: String) {
    let sides = text.parts(at: "x", keepsEmpty: true).map { side in
      side.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } ? Int(side).flatMap { 1...9_999 ~= $0 ? $0 : nil } : nil
    }
    guard 1...2 ~= sides.count, let width = sides[0], sides.count == 1 || sides[1] != nil else { return nil }
    (self.width, height) = (width, sides.count == 2 ? sides[1] : nil)
  }
}
