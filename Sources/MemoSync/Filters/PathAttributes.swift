import MemoCore
import MemoStore

/// How git converts the bytes of a path on their way into the repository and out of it.
struct PathAttributes: Equatable, Sendable {
  /// Whether line ends are normalized.
  enum Text: Equatable, Sendable {
    case unspecified, set, unset
    /// Where git takes the bytes for text.
    case auto
  }

  /// The line ends of the file on disk.
  enum LineEnd: Equatable, Sendable {
    case lf, crlf
  }

  /// The name of the filter; `nil` for none.
  var filter: String?
  /// The encoding of the file on disk; `nil` for that of the blob.
  var encoding: String?
  /// Whether `$Id$` is expanded.
  var hasIdent = false
  var text = Text.unspecified
  var lineEnd: LineEnd?

  /// The attributes that matter, as `check-attr` is asked for them. Git expands macros such as `binary` itself.
  static let names = ["filter", "working-tree-encoding", "ident", "eol", "text", "crlf"]

  private static let carriageReturn = UInt8(ascii: "\r")
  private static let newline = UInt8(ascii: "\n")

  init() {}

  /// Reads the values that `check-attr` writes.
  init(_ values: [String: String]) {
    func value(_ name: String) -> String? { values[name].flatMap { $0 == "unspecified" ? nil : $0 } }
    // Unset on purpose. The name `set` is what a filter without a name is shown as: git ignores it, memo does not risk it.
    filter = value("filter").flatMap { $0 == "unset" || $0.isEmpty ? nil : $0 }
    // Git refuses `set` and `unset`, and a path that it refuses stays behind.
    encoding = value("working-tree-encoding").flatMap { $0.isEmpty ? nil : $0 }
    hasIdent = value("ident") == "set"
    // `crlf` is the old name of `text` and counts where that says nothing.
    for name in ["text", "crlf"] where text == .unspecified {
      switch value(name) {
      case "set": text = .set
      case "unset": text = .unset
      case "auto": text = .auto
      case "input": (text, lineEnd) = (.set, .lf)
      default: break
      }
    }
    switch value("eol") {
    case "lf": lineEnd = .lf
    case "crlf": lineEnd = .crlf
    default: break
    }
  }

  /// Whether they say something of line ends; `eol` alone means text.
  private var normalizesLineEnds: Bool { text != .unset && (text != .unspecified || lineEnd != nil) }

  /// Whether they leave all bytes as they are.
  var isEmpty: Bool { !isOpaque && !hasIdent && !normalizesLineEnds }

  /// Whether no look at the bytes says what becomes of them.
  private var isOpaque: Bool { filter != nil || encoding != nil }

  /// Whether only line ends may change.
  var isAboutLineEnds: Bool { !isOpaque && !hasIdent }

  /// Whether `git add` may store other bytes than the file's.
  func mayClean(_ bytes: [UInt8]) -> Bool {
    isOpaque || normalizesLineEnds && bytes.contains(Self.carriageReturn) || hasIdent && Self.hasIdent(bytes)
  }

  /// Whether `git checkout` may write other bytes than the blob's.
  func maySmudge(_ bytes: [UInt8]) -> Bool {
    isOpaque || normalizesLineEnds && lineEnd == .crlf && bytes.contains(Self.newline)
      || hasIdent && Self.hasIdent(bytes)
  }

  private static func hasIdent(_ bytes: [UInt8]) -> Bool { bytes.place(of: Array("$Id".utf8)) != nil }

  /// Whether `git add` leaves line ends alone because the blob of before is text that has CRLF already.
  func keepsLineEnds(of stored: [UInt8]?) -> Bool {
    guard text == .auto, let stored else { return false }
    return Self.isTextWithCRLF(stored)
  }

  /// Whether bytes have a CRLF and are what git takes for text: no NUL, no CR alone, and few other controls.
  private static func isTextWithCRLF(_ bytes: [UInt8]) -> Bool {
    var (printable, other, pairs) = (0, 0, 0)
    var isAfterCR = false
    for byte in bytes {
      if isAfterCR, byte != newline { return false }
      switch byte {
      case 0: return false
      case carriageReturn: break
      case newline: if isAfterCR { pairs += 1 }
      case 0x08, 0x09, 0x0C, 0x1B: printable += 1
      case 0x7F, 0..<0x20: other += 1
      default: printable += 1
      }
      isAfterCR = byte == carriageReturn
    }
    // The end-of-file mark of old systems.
    if bytes.last == 0x1A { other -= 1 }
    return !isAfterCR && pairs > 0 && printable >> 7 >= other
  }
}

/// The files of attributes of a commit that is not checked out, laid in `.git/memo/attributes` for git to read.
struct AttributesFolder {
  let vault: Vault

  private static let path = SyncFolder.path.appending("attributes")

  /// Lays these files there, and no others; returns the folder.
  func lay(_ files: [VaultPath: [UInt8]]) throws -> HostPath {
    try vault.writer.removeFolderWithFiles(Self.path)
    // So that there is a folder where there are no files.
    try vault.writer.stage(Self.path.appending("made"), contents: [], like: nil, modified: nil)
    for (path, bytes) in files where TreePath.isSafe(path) {
      let copy = Self.path.appending(path.bytes)
      // It would be about files that cannot be here either.
      if vault.refusesName(of: copy) { continue }
      try vault.writer.stage(copy, contents: bytes, like: nil, modified: nil)
    }
    return vault.root.appending(Self.path)
  }
}
