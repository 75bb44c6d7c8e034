public import MemoCore
import MemoWords

/// What a link that is not about a memo opens in another program.
///
/// Links come from strangers: web pages and mail are opened, and files of the vault of kinds that other programs show and
/// do not run. A program gets the address or path as one argument.
public enum OpenedLink: Equatable, Sendable {
  /// A web page, or a mail to be written.
  case address(String)
  /// A file of the vault.
  case file(VaultPath)

  private static let schemes = ["http://", "https://", "mailto:"]
  // Not `attach`: some mail programs would add a file of the reader's.
  private static let mailFields: Set<String> = ["to", "cc", "bcc", "subject", "body"]
  private static let longestAddress = 8 << 10
  // Neither programs and scripts nor pages, which may hold scripts.
  private static let fileKinds: Set<String> = [
    "png", "jpg", "jpeg", "gif", "webp", "heic", "avif", "bmp", "tif", "tiff", "pdf", "epub", "txt", "csv", "tsv",
    "rtf",
    "mp3", "m4a", "aac", "wav", "ogg", "oga", "opus", "flac", "mp4", "m4v", "mov", "webm", "mkv", "avi", "docx", "xlsx",
    "pptx", "odt", "ods", "odp", "hwp", "hwpx",
  ]

  /// An address that may be opened; `nil` for any other.
  init?(address: String) {
    let lower = address.prefix(8).lowercased()
    let isVisible = address.unicodeScalars.allSatisfy { scalar in
      !scalar.properties.isWhitespace && ![.control, .format, .unassigned].contains(scalar.properties.generalCategory)
    }
    guard address.utf8.count <= Self.longestAddress, isVisible,
      let scheme = Self.schemes.first(where: { lower.utf8.starts(with: $0.utf8) }),
      address.utf8.count > scheme.utf8.count, Self.isHarmlessMail(address, scheme)
    else { return nil }
    self = .address(address)
  }

  private static func isHarmlessMail(_ address: String, _ scheme: String) -> Bool {
    guard scheme.utf8.elementsEqual("mailto:".utf8), let mark = address.utf8.firstIndex(of: UInt8(ascii: "?")) else {
      return true
    }
    let separators = Set("&;?".utf8)
    return address.utf8[mark...].split { separators.contains($0) }.allSatisfy { field in
      mailFields.contains(String(decoding: field.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).lowercased())
    }
  }

  /// A file that may be opened; `nil` for any other.
  init?(file: VaultPath) {
    let name = file.text.lowercased()
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")),
      Self.fileKinds.contains(String(name[dot...].dropFirst()))
    else { return nil }
    self = .file(file)
  }

  /// The address or path.
  var text: String {
    switch self {
    case .address(let address): address
    case .file(let path): path.text
    }
  }
}

/// Where the text at the cursor leads.
enum TextTarget: Equatable {
  case memo(MemoLink)
  /// A heading of the same memo.
  case heading(String)
  case address(String)
}

extension TextEditor {
  // Longer than any address that is opened.
  private static let reach = 10 << 10

  /// Where the text at the cursor leads; `nil` for plain text.
  var targetAtCursor: TextTarget? {
    switch linkAtCursor {
    case .link(let link): return .memo(link)
    case .address(let address):
      return address.utf8.first == UInt8(ascii: "#") ? .heading(String(address.dropFirst())) : .address(address)
    default: return headingAtCursor ?? bareAddressAtCursor
    }
  }

  /// The heading of `[[#heading]]`, which names no memo.
  private var headingAtCursor: TextTarget? {
    let (line, place) = textAtCursor
    guard let mark = line[..<min(line.count, place + 3)].lastRange(of: Array("[[#".utf8)), mark.lowerBound <= place,
      let end = line[mark.upperBound...].firstRange(of: Array("]]".utf8)), place < end.upperBound
    else { return nil }
    let heading = line[mark.upperBound..<end.lowerBound].prefix { $0 != UInt8(ascii: "|") }
    return .heading(String(decoding: heading, as: UTF8.self))
  }

  /// An address that is written without marks around it.
  private var bareAddressAtCursor: TextTarget? {
    let (line, place) = textAtCursor
    let ends = Set("<>\"'`()[]{}|".utf8)
    let isPart = { (byte: UInt8) in byte > 0x20 && !ends.contains(byte) }
    guard place < line.count, isPart(line[place]) else { return nil }
    let start = line[..<place].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
    let word = line[start...].prefix(while: isPart)
    let trailing = word.reversed().prefix { ".,;:!?".utf8.contains($0) }.count
    let text = String(decoding: word.dropLast(trailing), as: UTF8.self)
    return OpenedLink(address: text) == nil ? nil : .address(text)
  }

  /// The line of the cursor, as far as an address may reach, and the cursor's place in it.
  private var textAtCursor: (line: [UInt8], place: Int) {
    let cursor = buffer.cursor
    let bytes = buffer.lines[cursor.line].bytes
    let start = max(0, cursor.offset - Self.reach)
    return (Array(bytes.dropFirst(start).prefix(2 * Self.reach)), cursor.offset - start)
  }
}
