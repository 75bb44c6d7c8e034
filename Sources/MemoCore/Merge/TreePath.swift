/// Which paths of a tree may become files.
public enum TreePath {
  /// Whether a path stays in the vault on every system and does not reach git's own folder, however it is spelled.
  public static func isSafe(_ path: VaultPath) -> Bool {
    let parts = path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return !path.bytes.contains(0) && parts.allSatisfy(isSafeName)
  }

  private static func isSafeName(_ name: ArraySlice<UInt8>) -> Bool {
    let isDots = name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
    guard !name.isEmpty, !isDots, name.count <= 255 else { return false }
    // Most names cannot be one of git's by their first byte: a dot, a G, or what HFS+ leaves out, which is not ASCII.
    guard let first = name.first,
      first == UInt8(ascii: ".") || first.lowercasedASCII == UInt8(ascii: "g") || first > 0x7F
    else { return true }
    return !isGitFolder(name)
  }

  private static func isGitFolder(_ name: ArraySlice<UInt8>) -> Bool {
    let visible = String(decoding: name, as: UTF8.self).unicodeScalars.filter { !isIgnorable($0) }
    var bytes = String(String.UnicodeScalarView(visible)).utf8.map(\.lowercasedASCII)[...]
    // Windows reads no further than a colon or a backslash, and leaves out dots and spaces at the end.
    bytes = bytes.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\\") }
    while bytes.last == UInt8(ascii: ".") || bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return bytes.elementsEqual(".git".utf8) || bytes.elementsEqual("git~1".utf8)
  }

  /// What HFS+ leaves out of names (git's `next_hfs_char`).
  private static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}

extension VaultPath {
  /// The path with a text behind the name's stem, before its ending: `a/b.md` and ` (2)` give `a/b (2).md`.
  func marked(_ mark: some Collection<UInt8>) -> VaultPath {
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
    let ending = name[dot...]
    let stem = name[..<dot]
    // A name has at most 255 bytes; it is cut between characters.
    var end = min(stem.endIndex, max(stem.startIndex, stem.startIndex + 255 - mark.count - ending.count))
    while end < stem.endIndex, end > stem.startIndex, stem[end] & 0xC0 == 0x80 { end -= 1 }
    return parent.appending(stem[..<end] + mark + ending)
  }

  /// The bytes by which file systems that know no case or normalization tell names apart.
  var nameKey: [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.map(\.lowercasedASCII) }
    // Bytes that are no text would all become the same sign.
    return isUTF8 ? Folding.matchKey(text) : bytes
  }
}
