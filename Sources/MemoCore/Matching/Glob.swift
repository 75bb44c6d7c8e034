/// A file pattern as in `.gitignore`: `*` and `?` stay within a component, `**` crosses them, `[a-z]` is a set.
///
/// A pattern without a slash matches the last component at any depth; with one, the path from the root. A slash at the
/// end matches folders only. Compared by bytes.
public struct Glob: Hashable, Sendable {
  /// The pattern as written.
  public let pattern: String

  private let parts: [UInt8]
  private let isAnchored: Bool
  private let isFolderOnly: Bool

  /// Reads a pattern; every text is one.
  public init(_ pattern: String) {
    self.pattern = pattern
    var bytes = Array(pattern.utf8)
    isFolderOnly = bytes.last == UInt8(ascii: "/")
    if isFolderOnly { bytes.removeLast() }
    isAnchored = bytes.contains(UInt8(ascii: "/"))
    if bytes.first == UInt8(ascii: "/") { bytes.removeFirst() }
    parts = bytes
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
    return isAnchored ? Self.matches(parts[...], path.bytes[...]) : Self.matches(parts[...], path.name)
  }

  /// Whether a whole text matches, `*` crossing slashes as well: for tags.
  public func matches(text: some Collection<UInt8>) -> Bool {
    Self.matches(parts[...], ArraySlice(text), crossing: true)
  }

  /// Backtracks only to the last star, so that the work is at most pattern length × text length for each `**`.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>, crossing: Bool = false) -> Bool {
    var pattern = pattern
    var text = text
    var star: (pattern: ArraySlice<UInt8>, text: ArraySlice<UInt8>)?
    while true {
      if pattern.starts(with: [UInt8(ascii: "*"), UInt8(ascii: "*")]) {
        return matchesAcross(pattern.dropFirst(2), text)
      }
      if pattern.first == UInt8(ascii: "*") {
        pattern = pattern.dropFirst()
        star = (pattern, text)
      } else if let byte = text.first, let rest = afterOne(pattern, byte, crossing: crossing) {
        pattern = rest
        text = text.dropFirst()
      } else if text.isEmpty, pattern.isEmpty {
        return true
      } else if let last = star, let skipped = last.text.first, crossing || skipped != UInt8(ascii: "/") {
        star = (last.pattern, last.text.dropFirst())
        pattern = last.pattern
        text = last.text.dropFirst()
      } else {
        return false
      }
    }
  }

  /// `**/` also stands for nothing, so that `a/**/b` matches `a/b`.
  private static func matchesAcross(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    if pattern.first == UInt8(ascii: "/"), matches(pattern.dropFirst(), text) { return true }
    var rest = text
    while true {
      if matches(pattern, rest) { return true }
      guard !rest.isEmpty else { return false }
      rest = rest.dropFirst()
    }
  }

  /// The pattern after the element that matches one byte; `nil` where it does not match. `?` takes a whole scalar.
  private static func afterOne(_ pattern: ArraySlice<UInt8>, _ byte: UInt8, crossing: Bool) -> ArraySlice<UInt8>? {
    guard let first = pattern.first else { return nil }
    switch first {
    case UInt8(ascii: "?"):
      return crossing || byte != UInt8(ascii: "/") ? pattern.dropFirst() : nil
    case UInt8(ascii: "["):
      guard let set = ByteSet(pattern) else { return byte == first ? pattern.dropFirst() : nil }
      return byte != UInt8(ascii: "/") && set.contains(byte) ? set.rest : nil
    case UInt8(ascii: "\\") where pattern.count > 1:
      return pattern[pattern.startIndex + 1] == byte ? pattern.dropFirst(2) : nil
    default:
      return first == byte ? pattern.dropFirst() : nil
    }
  }
}

/// `[a-z]` or `[!a-z]` at the start of a pattern.
private struct ByteSet {
  let rest: ArraySlice<UInt8>
  private let ranges: [ClosedRange<UInt8>]
  private let isNegated: Bool

  /// `nil` where the bracket does not close, so that it stands for itself.
  init?(_ pattern: ArraySlice<UInt8>) {
    var body = pattern.dropFirst()
    isNegated = body.first == UInt8(ascii: "!") || body.first == UInt8(ascii: "^")
    if isNegated { body = body.dropFirst() }
    guard let end = body.dropFirst().firstIndex(of: UInt8(ascii: "]")) else { return nil }
    rest = pattern[(end + 1)...]
    var ranges: [ClosedRange<UInt8>] = []
    var members = body[..<end]
    while let low = members.popFirst() {
      if members.count > 1, members.first == UInt8(ascii: "-") {
        let high = members[members.startIndex + 1]
        members = members.dropFirst(2)
        ranges.append(min(low, high)...max(low, high))
      } else {
        ranges.append(low...low)
      }
    }
    self.ranges = ranges
  }

  func contains(_ byte: UInt8) -> Bool {
    ranges.contains { $0.contains(byte) } != isNegated
  }
}
