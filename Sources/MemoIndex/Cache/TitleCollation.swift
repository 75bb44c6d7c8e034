/// The order in which people sort titles, as `strcoll` has it in the user's locale.
public protocol TitleCollation: Sendable {
  /// Bytes whose order is the order of the titles.
  func key(for title: String) -> [UInt8]
}
