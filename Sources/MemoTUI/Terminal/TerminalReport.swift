/// What a terminal answers when it is asked about itself. It comes among the keys, and is none.
public enum TerminalReport: Equatable, Sendable {
  /// Whether it took a picture in the way of Kitty.
  case graphics(isSupported: Bool)
  /// Its primary attributes (DA1), of which 4 is sixel.
  case attributes([Int])
  /// The size of a cell in pixels.
  case cell(width: Int, height: Int)
  /// Whether its background is light.
  case background(isLight: Bool)

  /// The answer in the graphics protocol of Kitty, without what it begins and ends with: `Gi=31;OK`.
  init(graphics answer: some Collection<UInt8>) {
    let message = answer.drop { $0 != UInt8(ascii: ";") }.dropFirst()
    self = .graphics(isSupported: message.elementsEqual("OK".utf8))
  }

  /// The colour of the background as X names colours: `rgb:ffff/ffff/ffff`; `nil` for what is none.
  init?(background answer: some Collection<UInt8>) {
    guard answer.starts(with: "rgb:".utf8) else { return nil }
    let parts = answer.dropFirst(4).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let shares = parts.compactMap { part -> Double? in
      guard (1...4).contains(part.count) else { return nil }
      return UInt16(String(decoding: part, as: UTF8.self), radix: 16).map { number in
        Double(number) / Double(1 << (4 * part.count) - 1)
      }
    }
    guard shares.count == 3, parts.count == 3 else { return nil }
    // As bright as it looks: green counts most.
    self = .background(isLight: 0.299 * shares[0] + 0.587 * shares[1] + 0.114 * shares[2] > 0.5)
  }
}
