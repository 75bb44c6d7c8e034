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

  /// `nil` where the bracket does not close, so that it stands for itself. A `]` that comes first is a member.
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
