/// The width and height of a picture, from the first bytes of its file: PNG, JPEG, GIF or WebP.
struct PictureSize: Hashable, Sendable {
  let width: Int
  let height: Int

  /// Bytes of a file that are looked at: a JPEG may start with a preview of itself.
  static let reach = 128 << 10

  /// Reads the start of a file; `nil` if it is none of these, damaged, or has its size further on.
  init?(_ bytes: [UInt8]) {
    let size = Self.png(bytes) ?? Self.gif(bytes) ?? Self.webP(bytes) ?? Self.jpeg(bytes)
    guard let size, size.width > 0, size.height > 0 else { return nil }
    self = size
  }

  init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
  }

  private static func png(_ bytes: [UInt8]) -> PictureSize? {
    guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    return PictureSize(bigEndian(bytes[16..<20]), bigEndian(bytes[20..<24]))
  }

  private static func gif(_ bytes: [UInt8]) -> PictureSize? {
    guard bytes.count >= 10, bytes.starts(with: "GIF8".utf8) else { return nil }
    return PictureSize(littleEndian(bytes[6..<8]), littleEndian(bytes[8..<10]))
  }

  private static func webP(_ bytes: [UInt8]) -> PictureSize? {
    guard bytes.count >= 30, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) else {
      return nil
    }
    if bytes[12..<16].elementsEqual("VP8X".utf8) {
      return PictureSize(littleEndian(bytes[24..<27]) + 1, littleEndian(bytes[27..<30]) + 1)
    }
    if bytes[12..<16].elementsEqual("VP8L".utf8) {
      let bits = littleEndian(bytes[21..<25])
      return PictureSize(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    guard bytes[12..<16].elementsEqual("VP8 ".utf8) else { return nil }
    return PictureSize(littleEndian(bytes[26..<28]) & 0x3FFF, littleEndian(bytes[28..<30]) & 0x3FFF)
  }

  /// Goes from segment to segment until the one that starts a frame.
  private static func jpeg(_ bytes: [UInt8]) -> PictureSize? {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var index = 2
    while index + 9 <= bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      // A marker may be preceded by any number of these.
      if marker == 0xFF {
        index += 1
        continue
      }
      // 0xC4, 0xC8 and 0xCC are tables.
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return PictureSize(bigEndian(bytes[index + 7..<index + 9]), bigEndian(bytes[index + 5..<index + 7]))
      }
      let length = bigEndian(bytes[index + 2..<index + 4])
      guard length >= 2 else { return nil }
      index += 2 + length
    }
    return nil
  }

  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
