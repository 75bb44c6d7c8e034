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

  /// A text as a part of a pattern in which no sign has a meaning.
  public static func literal(_ text: some Sequence<UInt8>) -> [UInt8] {
    text.flatMap { "*?[]\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
  }

  /// Whether a file's path matches, or that of a folder above it.
  public func covers(_ file: VaultPath) -> Bool {
    if matches(file, isFolder: false) { return true }
    // One folder at a time, as most paths of a large vault match none.
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

/// An element of a glob.
enum GlobToken: Hashable, Sendable {
  /// This byte.
  case byte(UInt8)
  /// `?`: any scalar, or byte that is not UTF-8, but `/`.
  case one
  /// `[a-z]`, `[!a-z]`: one of these scalars, or none of them, but never `/`.
  case set([ClosedRange<UInt32>], isNegated: Bool)
  /// `*`: anything without `/`.
  case star
  /// `**` at the start of a component and before its end: any number of whole folders, each with its `/`.
  case folders
  /// Any other `**`: anything.
  case anything

  private static let slash = UInt8(ascii: "/")

  /// Whether it takes as much as it must.
  var isOpen: Bool { self == .star || self == .folders || self == .anything }

  /// How many bytes it takes at an index; `nil` where it does not match. Not for open tokens.
  func length(in path: UnsafeRawBufferPointer, at index: Int) -> Int? {
    guard index < path.count else { return nil }
    switch self {
    case .byte(let byte): return path[index] == byte ? 1 : nil
    case .one: return path[index] == Self.slash ? nil : path.scalar(at: index).length
    case .set(let ranges, let isNegated):
      let (scalar, length) = path.scalar(at: index)
      let isMember = ranges.contains { $0.contains(scalar) }
      return path[index] != Self.slash && isMember != isNegated ? length : nil
    case .star, .folders, .anything: return nil
    }
  }

  /// Where the rest of the glob may start next, when this open token has taken the bytes before `index`.
  func nextStart(in path: UnsafeRawBufferPointer, after index: Int) -> Int? {
    guard index < path.count else { return nil }
    switch self {
    case .star: return path[index] == Self.slash ? nil : index + path.scalar(at: index).length
    case .folders: return path[index...].firstIndex(of: Self.slash).map { $0 + 1 }
    case .anything: return index + path.scalar(at: index).length
    case .byte, .one, .set: return nil
    }
  }
}

extension GlobToken {
  /// Reads a pattern.
  static func tokens(of pattern: [UInt8]) -> [GlobToken] {
    pattern.withUnsafeBytes { bytes in
      var tokens: [GlobToken] = []
      var index = 0
      while index < bytes.count {
        let (token, end) = token(in: bytes, at: index)
        tokens.append(token)
        index = end
      }
      return tokens
    }
  }

  private static func token(in pattern: UnsafeRawBufferPointer, at index: Int) -> (GlobToken, end: Int) {
    switch pattern[index] {
    case UInt8(ascii: "*"): return stars(in: pattern, at: index)
    case UInt8(ascii: "?"): return (.one, index + 1)
    case UInt8(ascii: "["): return set(in: pattern, at: index) ?? (.byte(pattern[index]), index + 1)
    case UInt8(ascii: "\\") where index + 1 < pattern.count: return (.byte(pattern[index + 1]), index + 2)
    default: return (.byte(pattern[index]), index + 1)
    }
  }

  private static func stars(in pattern: UnsafeRawBufferPointer, at index: Int) -> (GlobToken, end: Int) {
    let end = pattern.runEnd(of: UInt8(ascii: "*"), from: index)
    if end == index + 1 { return (.star, end) }
    let isWholeComponent = (index == 0 || pattern[index - 1] == slash) && end < pattern.count && pattern[end] == slash
    return isWholeComponent ? (.folders, end + 1) : (.anything, end)
  }

  /// `nil` where the bracket does not close, so that it is a character like others. A `]` that comes first is a member.
  private static func set(in pattern: UnsafeRawBufferPointer, at start: Int) -> (GlobToken, end: Int)? {
    let first = start + 1
    guard first < pattern.count else { return nil }
    let isNegated = pattern[first] == UInt8(ascii: "!") || pattern[first] == UInt8(ascii: "^")
    var members: [UInt32] = []
    var index = isNegated ? first + 1 : first
    while index < pattern.count, pattern[index] != UInt8(ascii: "]") || members.isEmpty {
      let (scalar, length) = pattern.scalar(at: index)
      members.append(scalar)
      index += length
    }
    guard index < pattern.count else { return nil }
    return (.set(ranges(of: members[...]), isNegated: isNegated), index + 1)
  }

  private static func ranges(of members: ArraySlice<UInt32>) -> [ClosedRange<UInt32>] {
    var members = members
    var ranges: [ClosedRange<UInt32>] = []
    while let low = members.popFirst() {
      if members.count > 1, members.first == UInt32(UInt8(ascii: "-")) {
        let high = members[members.startIndex + 1]
        members = members.dropFirst(2)
        ranges.append(min(low, high)...max(low, high))
      } else {
        ranges.append(low...low)
      }
    }
    return ranges
  }
}
