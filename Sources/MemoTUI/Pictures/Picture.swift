import MemoCore

/// A picture of the vault, as its file was when it was looked at.
public struct Picture: Hashable, Sendable {
  let path: VaultPath
  let stamp: FileStamp
  let format: PictureFormat
  let size: PictureSize

  /// Bytes of a file that is drawn; over SSH they are sent through the network.
  static let longestFile: UInt64 = 10 << 20
  static let longestRemoteFile: UInt64 = 1 << 20

  /// Whether it is small enough to be drawn.
  func isDrawable(isRemote: Bool) -> Bool {
    stamp.size <= (isRemote ? Self.longestRemoteFile : Self.longestFile) && size.isDrawable
  }
}

extension PictureSize {
  /// Whatever decodes a picture holds each pixel in some bytes of memory.
  private static let mostPixels = 40_000_000
  private static let longestSide = 20_000

  /// Whether a program may be asked to decode so many pixels.
  var isDrawable: Bool { max(width, height) <= Self.longestSide && width * height <= Self.mostPixels }
}

/// The format of a picture, by how its file starts.
enum PictureFormat: String, Hashable, Sendable {
  case png, jpeg, gif, webp

  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: "GIF8".utf8) {
      self = .gif
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }
}

/// The cells that a picture takes: its own size, or what fits.
struct PictureFit: Hashable, Sendable {
  let columns: Int
  let rows: Int

  /// - Parameters:
  ///   - columns: the most columns.
  ///   - rows: the most rows.
  init(_ size: PictureSize, _ cell: CellSize, columns: Int, rows: Int) {
    let room = (width: max(1, columns) * cell.width, height: max(1, rows) * cell.height)
    // The scale is that of the side that is cut most: numerator and denominator, to stay with whole numbers.
    let isWide = size.width * room.height > size.height * room.width
    let scale = isWide ? (room.width, size.width) : (room.height, size.height)
    let (over, under) = scale.0 < scale.1 ? scale : (1, 1)
    func cells(_ pixels: Int, _ cell: Int) -> Int { max(1, (pixels * over + under * cell - 1) / (under * cell)) }
    self.columns = min(max(1, columns), cells(size.width, cell.width))
    self.rows = min(max(1, rows), cells(size.height, cell.height))
  }
}
