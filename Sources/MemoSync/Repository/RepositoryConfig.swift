import MemoCore

/// The settings in a repository's own `config` file, read without git: they have to be known before git runs.
///
/// Reads bytes by git's own rules, in every spelling that all versions of git read alike, and refuses the rest: control
/// bytes, text that is not UTF-8, settings without a section. `canonical` is the same settings in one plain spelling; memo
/// gives git that text and never the file, so there is no second reading that could differ.
public struct RepositoryConfig: Equatable, Sendable {
  /// A setting: `remote.origin.url` is section, subsection and key.
  public struct Entry: Equatable, Sendable {
    /// The section: ASCII letters, digits and dashes, in small letters.
    public let section: String
    /// The subsection, compared by bytes; empty for none.
    public let subsection: [UInt8]
    /// The key: ASCII letters, digits and dashes, in small letters.
    public let key: String
    /// The value without quotes and escapes; `nil` for a key alone, which git takes for `true`.
    public let value: [UInt8]?

    /// The name as git lists it.
    public var name: String {
      let parts = subsection.isEmpty ? [section, key] : [section, String(decoding: subsection, as: UTF8.self), key]
      return parts.joined(separator: ".")
    }

    /// The value as text; `nil` for a key alone.
    public var text: String? { value.map { String(decoding: $0, as: UTF8.self) } }

    /// Whether it says where the remote is.
    var isOrigin: Bool { section == "remote" && key == "url" && subsection.elementsEqual("origin".utf8) }

    /// Whether git takes the value for true; that is so without one, too.
    var isOn: Bool { !["false", "no", "off", "0", ""].contains { (off: StaticString) in isValue(off) } }

    /// Whether the value is these bytes.
    func isValue(_ text: StaticString) -> Bool {
      value.map { text.withUTF8Buffer($0.elementsEqual) } ?? false
    }
  }

  /// The settings in their order.
  public let entries: [Entry]

  /// Reads a file; `nil` where git may read it in another way.
  public init?(_ bytes: [UInt8]) {
    var reader = RepositoryConfigReader(bytes)
    guard let entries = reader.entries() else { return nil }
    self.entries = entries
  }

  /// The last value of a setting; `nil` where it is not set.
  public func value(_ section: String, _ subsection: String = "", _ key: String) -> String? {
    values(section, subsection, key).last
  }

  /// All values of a setting; a key alone counts as an empty one.
  func values(_ section: String, _ subsection: String = "", _ key: String) -> [String] {
    let subsection = Array(subsection.utf8)
    let found = entries.filter { $0.section == section && $0.key == key && $0.subsection == subsection }
    return found.map { $0.text ?? "" }
  }

  /// A branch, where it is none of those that are known to be synced, while there is one.
  func sideBranch(_ name: String) -> SideBranch? {
    let isSynced = syncedBranches.isEmpty || syncedBranches.contains(Array(name.utf8))
    return isSynced ? nil : SideBranch(name: name, synced: syncedBranch)
  }

  /// Whether the file system knows who may run a file, as git has found out where it made the repository.
  var hasModes: Bool { entries.last { $0.section == "core" && $0.key == "filemode" }?.isOn ?? true }

  /// The branch that is synced, or was first; the usual one where none is known to be.
  var syncedBranch: String {
    syncedBranches.first.map { String(decoding: $0, as: UTF8.self) } ?? Self.usualBranch
  }

  static let usualBranch = "main"

  /// The trouble where no remote is called `origin`.
  var missingRemote: SyncError {
    let names = entries.filter { $0.section == "remote" && $0.key == "url" }.map(\.subsection)
    return names.isEmpty ? .noRemote : .otherRemotes(names.map { String(decoding: $0, as: UTF8.self) })
  }

  private var syncedBranches: [[UInt8]] {
    entries.filter { $0.section == "branch" && $0.key == "merge" }.map(\.subsection).filter(isOfOrigin)
  }

  /// The remote's branch that a branch is synced with; `nil` where none is named.
  func upstream(of branch: String) -> String? {
    guard isOfOrigin(Array(branch.utf8)) else { return nil }
    return value("branch", branch, "merge").flatMap { $0.dropping(prefix: "refs/heads/") }
  }

  /// Whether it is the remote's branch that a branch follows, and not another remote's, or another one here as where
  /// `git switch --track` has made it.
  private func isOfOrigin(_ branch: [UInt8]) -> Bool {
    entries.last { $0.section == "branch" && $0.key == "remote" && $0.subsection == branch }?.isValue("origin") ?? false
  }

  /// The settings as a file that every git reads as these entries.
  public var canonical: [UInt8] {
    var text: [UInt8] = []
    for entry in entries {
      text += Array("[\(entry.section)".utf8)
      if !entry.subsection.isEmpty { text += Array(" \"".utf8) + Self.escaped(entry.subsection) + Array("\"".utf8) }
      text += Array("]\n\t\(entry.key)".utf8)
      if let value = entry.value { text += Array(" = \"".utf8) + Self.escaped(value) + Array("\"".utf8) }
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  /// The settings with the folder that was checked as the remote, where it is one: git would find its way there anew by
  /// what the settings say.
  func reaching(_ remote: SyncRemote?) -> RepositoryConfig {
    guard let folder = remote?.folder else { return self }
    return RepositoryConfig(
      entries.map { entry in
        guard entry.isOrigin else { return entry }
        return Entry(section: entry.section, subsection: entry.subsection, key: entry.key, value: folder.bytes)
      })
  }

  /// The settings with others in the place of some, after all the rest.
  func replacing(_ isReplaced: (Entry) -> Bool, with others: RepositoryConfig) -> RepositoryConfig {
    RepositoryConfig(entries.filter { !isReplaced($0) } + others.entries)
  }

  private init(_ entries: [Entry]) {
    self.entries = entries
  }

  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""): [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): Array("\\n".utf8)
      case UInt8(ascii: "\t"): Array("\\t".utf8)
      case 0x08: Array("\\b".utf8)
      default: [byte]
      }
    }
  }
}

/// A branch that other devices do not sync.
public struct SideBranch: Equatable, Sendable {
  /// The one that is checked out.
  public let name: String
  /// The one that they sync.
  public let synced: String

  /// Names both.
  public init(name: String, synced: String) {
    (self.name, self.synced) = (name, synced)
  }
}

/// Reads git's configuration format byte by byte; every function ends with `nil` where git would refuse the file or where
/// its versions differ.
private struct RepositoryConfigReader {
  private var rest: ArraySlice<UInt8>
  private var section = ""
  private var subsection: [UInt8] = []

  private static let newline = UInt8(ascii: "\n")
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
    if rest.starts(with: Self.byteOrderMark) { rest = rest.dropFirst(Self.byteOrderMark.count) }
  }

  mutating func entries() -> [RepositoryConfig.Entry]? {
    // Git ends a value at a NUL, and takes other control bytes for text; no one writes either.
    let isPlain = rest.allSatisfy { $0 >= 0x20 && $0 != 0x7F || "\n\t\r".utf8.contains($0) }
    guard isPlain, String(validating: rest, as: UTF8.self) != nil else { return nil }
    var entries: [RepositoryConfig.Entry] = []
    while let byte = next() {
      switch byte {
      case Self.newline, UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): continue
      case UInt8(ascii: "#"), UInt8(ascii: ";"): skipLine()
      case UInt8(ascii: "["):
        guard header() else { return nil }
      default:
        guard Self.isLetter(byte), !section.isEmpty, let entry = setting(from: byte) else { return nil }
        entries.append(entry)
      }
    }
    return entries
  }

  /// The next byte; a line may end with CR LF.
  private mutating func next() -> UInt8? {
    guard let byte = rest.popFirst() else { return nil }
    guard byte == UInt8(ascii: "\r"), rest.first == Self.newline else { return byte }
    return rest.popFirst()
  }

  private mutating func skipLine() {
    while let byte = next(), byte != Self.newline {}
  }

  /// `[core]`, `[remote "origin"]`, or the old form `[remote.origin]`, in which case does not count; what follows may be a
  /// setting.
  private mutating func header() -> Bool {
    var name: [UInt8] = []
    subsection = []
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "]"): return enter(name)
      case UInt8(ascii: " "), UInt8(ascii: "\t"): return quotedSubsection() && enter(name)
      case UInt8(ascii: "."): name.append(byte)
      default:
        guard Self.isKeyByte(byte) else { return false }
        name.append(byte.lowercasedASCII)
      }
    }
    return false
  }

  private mutating func enter(_ name: [UInt8]) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    section = String(decoding: parts[0], as: UTF8.self)
    guard parts.count == 2 else { return !section.isEmpty }
    subsection = Array(parts[1]) + (subsection.isEmpty ? [] : [UInt8(ascii: ".")] + subsection)
    return !section.isEmpty && !parts[1].isEmpty
  }

  private mutating func quotedSubsection() -> Bool {
    var byte = next()
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { byte = next() }
    guard byte == Self.quote else { return false }
    while var byte = next(), byte != Self.quote {
      if byte == Self.backslash {
        guard let escaped = next() else { return false }
        byte = escaped
      }
      guard byte >= 0x20 else { return false }
      subsection.append(byte)
    }
    return !subsection.isEmpty && next() == UInt8(ascii: "]")
  }

  /// `key = value`, or a key alone.
  private mutating func setting(from first: UInt8) -> RepositoryConfig.Entry? {
    var key = [first.lowercasedASCII]
    var byte = next()
    while let read = byte, Self.isKeyByte(read) {
      key.append(read.lowercasedASCII)
      byte = next()
    }
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { byte = next() }
    let name = String(decoding: key, as: UTF8.self)
    if byte == nil || byte == Self.newline {
      return RepositoryConfig.Entry(section: section, subsection: subsection, key: name, value: nil)
    }
    guard byte == UInt8(ascii: "="), let value = value() else { return nil }
    return RepositoryConfig.Entry(section: section, subsection: subsection, key: name, value: value)
  }

  /// A value up to the end of its line, with quotes in any place, escapes, continued lines, and a comment behind it.
  private mutating func value() -> [UInt8]? {
    var (value, blanks, isQuoted) = ([UInt8](), 0, false)
    while let byte = next(), byte != Self.newline {
      switch byte {
      case UInt8(ascii: "\t") where !isQuoted, UInt8(ascii: "\r") where !isQuoted:
        // Around a value they are dropped; within it, some versions of git make them spaces and others keep them.
        guard value.isEmpty || isBlankToEnd else { return nil }
      case UInt8(ascii: " ") where !isQuoted:
        if !value.isEmpty { blanks += 1 }
      case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
        skipLine()
        return value
      default:
        value += repeatElement(UInt8(ascii: " "), count: blanks)
        blanks = 0
        if byte == Self.quote {
          isQuoted.toggle()
        } else if byte == Self.backslash {
          guard let escaped = next() else { return nil }
          if escaped == Self.newline { continue }
          guard let meant = Self.escapes[escaped] else { return nil }
          value.append(meant)
        } else {
          value.append(byte)
        }
      }
    }
    return isQuoted ? nil : value
  }

  /// Whether nothing but blanks or a comment follows in this line.
  private var isBlankToEnd: Bool {
    let text = rest.drop { " \t\r".utf8.contains($0) }
    return text.first.map { "\n#;".utf8.contains($0) } ?? true
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "b"): 0x08, backslash: backslash, quote: quote,
  ]

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte.lowercasedASCII)
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") }
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
