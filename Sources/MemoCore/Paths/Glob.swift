/// A file pattern as in `.gitignore`: `*` and `?` stay within a component, `**` crosses them, `[a-z]` is a set, `\*` is
/// a star.
///
/// A pattern without a slash matches the last component at any depth; with one, the path from the root. A slash at the
/// end matches folders only. Case matters, normalization does not: names that macOS wrote are NFD, patterns are typed
/// in NFC.
public struct Glob: Hashable, Sendable {
  /// The pattern as written.
  public let pattern: String

  private let tokens: [GlobToken]
  private let isAnchored: Bool
  private let isFolderOnly: Bool

  /// Reads a pattern; every text is one.
  public init(_ pattern: String) {
    self.pattern = pattern
    var bytes = Folding.normalization.fold(pattern)[...]
    isFolderOnly = bytes.last == UInt8(ascii: "/")
    if isFolderOnly { bytes.removeLast() }
    isAnchored = bytes.contains(UInt8(ascii: "/"))
    if bytes.first == UInt8(ascii: "/") { bytes.removeFirst() }
    tokens = GlobToken.tokens(of: Array(bytes))
  }

  /// Whether a file's path matches, or that of a folder above it.
  public func covers(_ file: VaultPath) -> Bool {
    if matches(file, isFolder: false) { return true }
    var folder = file.parent
    while folder != .root {
      if matches(folder, isFolder: true) { return true }
      folder = folder.parent
    }
    return false
  }

  /// Whether a path matches.
  public func matches(_ path: VaultPath, isFolder: Bool) -> Bool {
    guard isFolder || !isFolderOnly else { return false }
    return Self.normalized(isAnchored ? path.bytes[...] : path.name).withUnsafeBytes(matches)
  }

  private static func normalized(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    // Bytes that are no text stay as they are, so that names that differ in them stay apart.
    guard path.contains(where: { $0 >= 0x80 }), let text = String(validating: path, as: UTF8.self) else { return path }
    return Folding.normalization.fold(text)[...]
  }

  /// Where to go on when the rest does not match: an open token and the first byte that it has not taken yet.
  private struct Retry {
    let place: Int
    var index: Int
  }

  /// Goes back only to the last `*` after the last `**`: whatever an earlier one could take as well, a later one can.
  /// So the work is at most pattern × path × longest name.
  private func matches(_ path: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    var index = 0
    var star: Retry?
    var across: Retry?
    while true {
      if place == tokens.count, index == path.count { return true }
      if place < tokens.count, tokens[place].isOpen {
        let retry = Retry(place: place, index: index)
        if tokens[place] == .star { star = retry } else { (star, across) = (nil, retry) }
        place += 1
      } else if place < tokens.count, let length = tokens[place].length(in: path, at: index) {
        place += 1
        index += length
      } else if let next = star.flatMap({ tokens[$0.place].nextStart(in: path, after: $0.index) }), let last = star {
        (place, index) = (last.place + 1, next)
        star?.index = next
      } else if let next = across.flatMap({ tokens[$0.place].nextStart(in: path, after: $0.index) }), let last = across
      {
        (place, index) = (last.place + 1, next)
        across?.index = next
        star = nil
      } else {
        return false
      }
    }
  }
}
