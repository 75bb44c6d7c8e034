public import MemoStore

/// What a person names a version of the past by.
public enum Revision: Equatable, Sendable {
  /// Git's name of a commit: the start of its hash, a branch, a tag, `HEAD~2`.
  case commit(String)
  /// A time, in nanoseconds since 1970, and how it was written. Of a day it is the last moment.
  case time(Int64, String)

  /// The commit that is checked out.
  public static let head = Revision.commit("HEAD")

  /// From so many digits on, hexadecimal ones are a hash, though `123456d` might be days.
  private static let hashLength = 7

  /// Reads what a person wrote. What can be a time is one: a branch of that name is `heads/2026-10-01`.
  public init(_ text: String, clock: any LocalClock) {
    let isHash = text.utf8.count >= Self.hashLength && text.utf8.allSatisfy(Self.isHexadecimal)
    guard !isHash, let span = DateFilter(clock: clock).span(text) else {
      self = .commit(text)
      return
    }
    self = .time(span.isEmpty ? span.lowerBound : span.upperBound - 1, text)
  }

  /// As it was written.
  public var text: String {
    switch self {
    case .commit(let text), .time(_, let text): text
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
