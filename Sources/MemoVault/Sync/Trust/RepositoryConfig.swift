/// The settings in a repository's own `config` file, read without git: they have to be known before git runs.
///
/// Reads only the plain form that git itself writes, a header or a setting a line. Whatever git may read otherwise than it
/// looks makes the file one that cannot be judged.
public struct RepositoryConfig: Equatable, Sendable {
  /// A setting: `remote.origin.url` is section, subsection and key.
  public struct Entry: Equatable, Sendable {
    /// The section, in small letters.
    public let section: String
    /// What stands in quotes behind it; empty for none.
    public let subsection: String
    /// The key, in small letters.
    public let key: String
    /// The value without quotes.
    public let value: String

    /// As git names it.
    public var name: String { subsection.isEmpty ? "\(section).\(key)" : "\(section).\(subsection).\(key)" }
  }

  /// The settings in their order.
  public let entries: [Entry]

  /// Reads a file; `nil` where a line is not plain.
  public init?(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else { return nil }
    var entries: [Entry] = []
    var (section, subsection) = ("", "")
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let line = String(Substring(line)).trimmed
      if line.isEmpty || line.first == "#" || line.first == ";" { continue }
      if line.first == "[" {
        guard let header = Self.header(line) else { return nil }
        (section, subsection) = header
      } else {
        guard !section.isEmpty, let (key, value) = Self.setting(line) else { return nil }
        entries.append(Entry(section: section, subsection: subsection, key: key, value: value))
      }
    }
    self.entries = entries
  }

  /// The last value of a setting; `nil` where it is not set.
  public func value(_ section: String, _ subsection: String = "", _ key: String) -> String? {
    entries.last { $0.section == section && $0.subsection == subsection && $0.key == key }?.value
  }

  /// Whether a branch is none of those that are known to be synced, while there is one.
  func isSideBranch(_ name: String) -> Bool {
    let synced = entries.filter { $0.section == "branch" && $0.key == "merge" }.map(\.subsection)
    return !synced.isEmpty && !synced.contains(name)
  }

  /// `[core]` or `[remote "origin"]`, and nothing behind it.
  private static func header(_ line: String) -> (String, String)? {
    guard line.utf8.last == UInt8(ascii: "]") else { return nil }
    let inside = String(line.dropFirst().dropLast())
    let parts = inside.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard isWord(parts[0]) else { return nil }
    guard parts.count == 2 else { return (parts[0].lowercased(), "") }
    let quoted = parts[1]
    guard quoted.utf8.count >= 3, quoted.first == "\"", quoted.last == "\"" else { return nil }
    let name = String(quoted.dropFirst().dropLast())
    guard !name.utf8.contains(where: { "\"\\[]".utf8.contains($0) || $0 < 0x20 }) else { return nil }
    return (parts[0].lowercased(), name)
  }

  /// `key = value`, the value plain or in quotes as a whole, with the escapes that git writes.
  private static func setting(_ line: String) -> (String, String)? {
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0).trimmed }
    guard parts.count == 2, isWord(parts[0]) else { return nil }
    var value = parts[1]
    let isQuoted =
      value.utf8.count >= 2 && value.utf8.first == UInt8(ascii: "\"") && value.utf8.last == UInt8(ascii: "\"")
    if isQuoted { value = String(decoding: value.utf8.dropFirst().dropLast(), as: UTF8.self) }
    return unescaped(value, isQuoted: isQuoted).map { (parts[0].lowercased(), $0) }
  }

  /// A value without its backslashes; `nil` for a comment, a quote in the middle or the continuation of a line: git reads
  /// on where we would not.
  private static func unescaped(_ value: String, isQuoted: Bool) -> String? {
    var (bytes, rest) = ([UInt8](), Array(value.utf8)[...])
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"):
        guard let escape = rest.popFirst(), let meant = escapes[escape] else { return nil }
        bytes.append(meant)
      case UInt8(ascii: "\""): return nil
      case UInt8(ascii: ";"), UInt8(ascii: "#"):
        guard isQuoted else { return nil }
        bytes.append(byte)
      default:
        guard byte >= 0x20 || byte == 0x09 else { return nil }
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What stands for a byte behind a backslash; git knows `b`, too, and nobody writes it.
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "\""): UInt8(ascii: "\""),
  ]

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

extension String {
  /// Without blanks at both ends; by bytes, because `\r\n` is one `Character`.
  var trimmed: String {
    let blanks: [UInt8] = [0x20, 0x09, 0x0D]
    let start = utf8.drop { blanks.contains($0) }
    let end = start.reversed().drop { blanks.contains($0) }
    return String(decoding: Array(end.reversed()), as: UTF8.self)
  }
}
