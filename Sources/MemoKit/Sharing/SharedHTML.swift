import Foundation
import MemoCore
import MemoStore

/// A memo as HTML for a browser or a clipboard, whoever wrote the memo: it runs nothing.
///
/// Pandoc reads the memo and writes the HTML; in between, its document is made inert as JSON by `SharedDocument`.
enum SharedHTML {
  /// What pandoc reads: CommonMark and extensions that write no TeX, attributes or metadata. Named one by one, so that
  /// a later pandoc adds none. Not `fancy_lists`: with it, pandoc 2.17 reads no task lists. Not `definition_lists`,
  /// `smart`, `subscript` and `superscript`: they take the marks of `::: note`, `--flag`, `3~5` and `x^2` from the text.
  /// HTML is read, so that all versions of pandoc agree on what it is: 2.17 reads it with `-raw_html`, too.
  static let format =
    "commonmark+autolink_bare_uris+emoji+footnotes+gfm_auto_identifiers+pipe_tables+raw_html+strikeout+task_lists"
    + "+tex_math_dollars"

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
  static func isOfMemo(_ address: String) -> Bool {
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

  /// The page has the direction of its first letter, for lists and quotes; each paragraph has that of its own.
  private static let style = """
    body { max-width: 40em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.5 }
    p, h1, h2, h3, h4, h5, h6, li, td, th { unicode-bidi: plaintext; text-align: start }
    pre { overflow-x: auto; padding: .5em; background: #f4f4f4; direction: ltr }
    code { font-family: monospace; direction: ltr; unicode-bidi: isolate }
    blockquote { margin-inline-start: 0; padding-inline-start: 1em; border-inline-start: 3px solid #ccc }
    table { border-collapse: collapse }
    td, th { padding: .2em .6em; border-bottom: 1px solid #ccc }
    img { max-width: 100% }
    """

  /// A page of its own around a document's HTML. Not pandoc's: its template loads a script for old browsers.
  ///
  /// - Parameter language: a tag of BCP 47; `nil` where the language is not known.
  static func page(_ html: [UInt8], title: String, language: String?) -> [UInt8] {
    let attribute = language.map { " lang=\"\(escaped($0))\"" } ?? ""
    let head = """
      <!DOCTYPE html>
      <html\(attribute)>
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escaped(title))</title>
      <style>
      \(style)
      </style>
      </head>
      <body dir="auto">

      """
    return escapingControls(Array(head.utf8)) + html + Array("</body>\n</html>\n".utf8)
  }

  /// The language of a memo: the `lang` of its front matter, else Korean where most letters are Hangul.
  static func language(of text: [UInt8]) -> String? {
    let front = text.withUnsafeBytes { FrontMatter($0) }
    if let named = front.scalar("lang"), isLanguageTag(named) { return named }
    let body = String(decoding: text[front.range.upperBound...], as: UTF8.self)
    let letters = body.unicodeScalars.lazy.filter(\.properties.isAlphabetic)
    let surplus = letters.reduce(0) { $0 + (WordKind($1) == .hangul ? 1 : -1) }
    return surplus > 0 ? "ko" : nil
  }

  /// Whether a text is formed as a tag of BCP 47 is that begins with the code of a language: `ko`, `zh-Hant-TW`.
  private static func isLanguageTag(_ text: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { byte.lowercasedASCII &- UInt8(ascii: "a") < 26 }
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return text.utf8.count <= longestTag && (2...3).contains(parts[0].count) && parts[0].allSatisfy(isLetter)
      && parts.allSatisfy { part in
        (1...8).contains(part.count) && part.allSatisfy { isLetter($0) || $0 &- UInt8(ascii: "0") < 10 }
      }
  }

  /// Systems need take no longer ones (RFC 5646).
  private static let longestTag = 35

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
