import Foundation
import MemoCore
import MemoStore

/// A memo as HTML for a browser or a clipboard, whoever wrote the memo: it runs nothing.
///
/// Pandoc reads the memo and writes the HTML; in between, its document goes through `inert` as JSON. The reader's own
/// options would not do: pandoc 2.17 still lets HTML through with `-raw_html`, and no option looks at addresses. A filter
/// in Lua would have to be a file of its own and speaks another dialect with each version of pandoc, while the JSON of a
/// link has been the same since 1.16.
enum SharedHTML {
  /// What pandoc reads: CommonMark and extensions that write no HTML, TeX, attributes or metadata. Named one by one, so that
  /// a later pandoc adds none. Not `fancy_lists`: with it, pandoc 2.17 reads no task lists.
  static let format =
    "commonmark-raw_html+autolink_bare_uris+definition_lists+emoji+footnotes+gfm_auto_identifiers"
    + "+pipe_tables+smart+strikeout+subscript+superscript+task_lists+tex_math_dollars"

  // MARK: The document

  /// Pandoc's JSON with nothing in it that a browser could run; `nil` if it is not pandoc's JSON, or nested deeper than
  /// Foundation reads.
  ///
  /// - Parameter title: a heading to begin with; empty for none.
  static func inert(_ json: [UInt8], title: String) -> [UInt8]? {
    guard var document = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any],
      let blocks = document["blocks"] as? [Any]
    else { return nil }
    document["meta"] = [String: Any]()
    let heading = title.isEmpty ? [] : [node("Header", [1, noAttributes, [node("Str", title)]] as [Any])]
    document["blocks"] = heading + blocks.map(inert)
    return (try? JSONSerialization.data(withJSONObject: document)).map { Array($0) }
  }

  private static var noAttributes: [Any] { ["", [String](), [Any]()] }

  private static func node(_ type: String, _ content: Any) -> [String: Any] { ["t": type, "c": content] }

  private static func inert(_ value: Any) -> Any {
    if let values = value as? [Any] { return withoutAttributes(values).map(inert) }
    guard let node = value as? [String: Any], let type = node["t"] as? String, let content = node["c"] else {
      return value
    }
    let parts = content as? [Any] ?? []
    switch type {
    // As text, so that a memo about HTML can be read.
    case "RawInline": return self.node("Str", parts.last as? String ?? "")
    case "RawBlock": return self.node("Para", [self.node("Str", parts.last as? String ?? "")])
    case "Link", "Image": return link(type, parts)
    case "BlockQuote": return self.node(type, callout(parts).map(inert))
    default: return self.node(type, inert(content))
    }
  }

  /// The blocks of a quote; those of a callout, `[!kind] Title` as Obsidian has them, with the title in bold.
  private static func callout(_ blocks: [Any]) -> [Any] {
    guard let first = blocks.first as? [String: Any], first["t"] as? String == "Para",
      let inlines = first["c"] as? [[String: Any]]
    else { return blocks }
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

  /// The link, the image as a link where it is not a picture, or the text alone where it leads nowhere good.
  private static func link(_ type: String, _ parts: [Any]) -> Any {
    guard parts.count == 3, let text = parts[1] as? [Any], let target = parts[2] as? [Any],
      let address = target.first as? String
    else { return node("Space", [Any]()) }
    let label = text.map(inert)
    let isPicture = type == "Image" && isPicture(address)
    guard isPicture || isInert(address) && !isOfMemo(address) else {
      return node("Span", [noAttributes, label] as [Any])
    }
    return node(isPicture ? "Image" : "Link", [noAttributes, label, target] as [Any])
  }

  /// Identifier and classes remain of `[identifier, classes, [[key, value], …]]`: a key could be `onclick` or `style`.
  private static func withoutAttributes(_ values: [Any]) -> [Any] {
    guard values.count == 3, values[0] is String, values[1] is [String], let pairs = values[2] as? [Any],
      pairs.allSatisfy({ ($0 as? [String])?.count == 2 })
    else { return values }
    return [values[0], values[1], [Any]()]
  }

  // MARK: Addresses

  private static let schemes = ["http", "https", "mailto"].map { Array($0.utf8) }
  private static let pictures = ["data:image/png;", "data:image/jpeg;", "data:image/gif;", "data:image/webp;"]
    .map { Array($0.utf8) }
  private static let pictureEndings = [
    "avif", "bmp", "gif", "ico", "jpeg", "jpg", "png", "svg", "tif", "tiff", "webp",
  ].map { Array($0.utf8) }

  /// Whether a link target is allowed: a page, a mail address, or a file next to the memo.
  static func isInert(_ address: String) -> Bool {
    let bytes = written(address)
    let end = bytes.firstIndex { ":/?#\\".utf8.contains($0) } ?? bytes.endIndex
    if end < bytes.endIndex, bytes[end] == UInt8(ascii: ":") { return schemes.contains(Array(bytes[..<end])) }
    // `//host` takes the page's own scheme, which is `file` for one on the disk.
    return bytes.prefix { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.count < 2
  }

  /// Whether a link target is a file or folder of the vault that a reader of the page does not have: a memo, or what is
  /// named without an extension, as memos and folders are.
  private static func isOfMemo(_ address: String) -> Bool {
    let bytes = Array(address.utf8)
    let isPage = bytes.first { ":/?#".utf8.contains($0) } == UInt8(ascii: ":")
    let isPlace = bytes.first.map { "?#".utf8.contains($0) } ?? true
    guard !isPage, !isPlace else { return false }
    let name = name(of: bytes)
    return !name.contains(UInt8(ascii: ".")) || MemoFileRules.hasMemoExtension(VaultPath(bytes: Array(name)))
  }

  /// Whether it is a picture to show. Of other files pandoc makes players and frames.
  static func isPicture(_ address: String) -> Bool {
    let bytes = written(address)
    if pictures.contains(where: bytes.starts) { return true }
    guard isInert(address), !bytes.starts(with: "mailto:".utf8) else { return false }
    let name = name(of: bytes)
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return pictureEndings.contains(Array(name[(dot + 1)...]))
  }

  /// The last part of the path of an address.
  private static func name(of address: [UInt8]) -> ArraySlice<UInt8> {
    let path = address.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    return path.suffix(from: path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex)
  }

  /// An address as browsers read it: they pass by white space and controls, and a scheme has no case.
  private static func written(_ address: String) -> [UInt8] {
    address.utf8.filter { $0 > 0x20 && $0 != 0x7F }.map(\.lowercasedASCII)
  }

  // MARK: The page

  /// No scripts, frames, forms or other programs, whatever the HTML holds; pictures and our own style alone.
  private static let policy =
    "default-src 'none'; img-src * data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

  private static let style = """
    body { max-width: 40em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.5 }
    pre { overflow-x: auto; padding: .5em; background: #f4f4f4 }
    code { font-family: monospace }
    blockquote { margin-left: 0; padding-left: 1em; border-left: 3px solid #ccc }
    table { border-collapse: collapse }
    td, th { padding: .2em .6em; border-bottom: 1px solid #ccc; text-align: left }
    img { max-width: 100% }
    """

  /// A page of its own around a document's HTML. Not pandoc's: its template loads a script for old browsers.
  static func page(_ html: [UInt8], title: String) -> [UInt8] {
    let head = """
      <!DOCTYPE html>
      <html>
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escaped(title))</title>
      <style>
      \(style)
      </style>
      </head>
      <body>

      """
    return escapingControls(Array(head.utf8)) + html + Array("</body>\n</html>\n".utf8)
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(scalar)
      }
    }.joined()
  }

  /// HTML with no control in its bytes: turns of the reading direction as references, which browsers follow as they are
  /// meant to, and U+FFFD for those that HTML does not allow.
  static func escapingControls(_ html: [UInt8]) -> [UInt8] {
    TerminalText.replacingControls(in: html, as: .body) { scalar, _, result in
      let isAllowed = scalar.value > 0x9F
      result += (isAllowed ? "&#x\(String(scalar.value, radix: 16));" : "\u{FFFD}").utf8
    }
  }
}
