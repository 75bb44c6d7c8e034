import Foundation
import MemoCore

/// Names of files and folders that came from elsewhere, made such that every system takes them.
package enum PortableName {
  /// The longest name that file systems take, in bytes.
  package static let lengthLimit = 255

  /// The name as it is where every system takes it, else one made by the rules for titles; `fallback` where they leave
  /// nothing. The result is never hidden and holds no slash.
  static func made(from name: some Sequence<UInt8>, by rule: NameRule, fallback: String) -> [UInt8] {
    let bytes = Array(name)
    let title = { Slug.fileName(forTitle: String(decoding: bytes, as: UTF8.self), by: rule, fallback: fallback) }
    let made = isPortable(bytes) ? bytes : Array(title().utf8)
    // `git~1` is what Windows calls git's own folder.
    return TreePath.isSafe(VaultPath(bytes: made)) ? made : made + [UInt8(ascii: "_")]
  }

  /// Whether the rules for titles would at most replace spaces, bring the name to NFC or shorten it.
  ///
  /// Those three are matters of taste in a new name; in a file that is there already they would only break its links.
  static func isPortable(_ bytes: [UInt8]) -> Bool {
    let name = String(decoding: bytes, as: UTF8.self)
    guard bytes.count <= lengthLimit, let first = name.unicodeScalars.first, let last = name.unicodeScalars.last,
      !isSpace(first), !isSpace(last)
    else { return false }
    var rest = withoutSpaces(name.precomposedStringWithCanonicalMapping)
    while true {
      let kept = Slug.earlierFileName(forTitle: rest, fallback: "")
      guard !kept.isEmpty, rest.utf8.starts(with: kept.utf8) else { return false }
      if kept.utf8.count == rest.utf8.count { return true }
      guard rest.utf8.count > Slug.lengthLimit, kept.utf8.count > 1 else { return false }
      // It was cut for its length. The letter keeps what follows from being judged as the start of a name.
      rest = "x" + String(decoding: rest.utf8.dropFirst(kept.utf8.count), as: UTF8.self)
    }
  }

  private static func withoutSpaces(_ name: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in name.unicodeScalars { text.append(isSpace(scalar) ? "x" : scalar) }
    return String(text)
  }

  /// A space of any width; line and paragraph separators and controls are none.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .spaceSeparator
  }
}
