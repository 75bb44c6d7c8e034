/// The size of a terminal's cell in pixels.
public struct CellSize: Hashable, Sendable {
  let width: Int
  let height: Int

  /// That of a terminal that does not say.
  static let usual = CellSize(width: 8, height: 16)

  private static let likely = 2...256

  private init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }

  /// A size that a terminal reports; `nil` for one that cannot be true.
  public init?(reported width: Int, _ height: Int) {
    guard Self.likely.contains(width), Self.likely.contains(height) else { return nil }
    self.init(width: width, height: height)
  }
}
