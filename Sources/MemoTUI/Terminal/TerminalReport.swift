/// What a terminal answers when it is asked about itself. It comes among the keys, and is none.
public enum TerminalReport: Equatable, Sendable {
  /// Whether it took a picture in the way of Kitty.
  case graphics(isSupported: Bool)
  /// Its primary attributes (DA1), of which 4 is sixel.
  case attributes([Int])
  /// The size of a cell in pixels.
  case cell(width: Int, height: Int)

  /// The answer in the graphics protocol of Kitty, without what it begins and ends with: `Gi=31;OK`.
  init(graphics answer: some Collection<UInt8>) {
    let message = answer.drop { $0 != UInt8(ascii: ";") }.dropFirst()
    self = .graphics(isSupported: message.elementsEqual("OK".utf8))
  }
}
