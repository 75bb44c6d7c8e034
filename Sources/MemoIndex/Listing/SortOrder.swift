/// One key of an order; ties go on to the next key and end with the path in byte order.
public struct SortOrder: Equatable, Sendable {
  /// What to sort by.
  public enum Key: String, CaseIterable, Sendable {
    case modified
    case created
    case title
    case path
    case size
    case words
    /// The title, with numbers by their values.
    case natural
  }

  /// What to sort by.
  public let key: Key
  /// Whether the largest, newest or last comes first.
  public let isDescending: Bool

  /// The order of the list unless another is asked for: newest first.
  public static let standard = [SortOrder(.modified, isDescending: true)]

  /// An order by a key.
  public init(_ key: Key, isDescending: Bool) {
    self.key = key
    self.isDescending = isDescending
  }

  /// Reads `title`, `title+` or `modified-`; without a sign, times sort newest first and everything else upwards.
  public init?(_ text: String) {
    let sign = text.last.flatMap { "+-".contains($0) ? $0 : nil }
    guard let key = Key(rawValue: sign == nil ? text : String(text.dropLast())) else { return nil }
    self.init(key, isDescending: sign.map { $0 == "-" } ?? (key == .modified || key == .created))
  }
}

/// The order in which people sort titles, as `strcoll` has it in the user's locale.
public protocol TitleCollation: Sendable {
  /// Bytes whose order is the order of the titles.
  func key(for title: String) -> [UInt8]
}
