import MemoCore
import MemoStore
import Synchronization

/// A file that several threads write to, and the symbols that texts in it are packed with.
final class PackingSink: Sendable {
  let sink: any CacheSink
  /// Those of the last texts, the newest first: folders may take turns with their languages.
  private let packings = Mutex<[Packing]>([])

  private static let packingLimit = 8

  /// A packer, and its symbols in the file.
  struct Packing: Sendable {
    let packer: TextPacker
    /// Size of other texts than it has learned from, but like them, when they are packed; of 1.
    let rate: Double
    /// Where its symbols are.
    let place: Int
  }

  init(_ sink: any CacheSink) {
    self.sink = sink
  }

  /// What to pack some texts with: symbols that are there, except where these texts are of another kind.
  ///
  /// - Parameter share: that one part of so many is learned from, but at most 256 KB.
  func packing(for texts: [UInt8], learningFrom share: Int) -> Packing {
    let distance = max(texts.count / 512, share * Self.pieceSize)
    let others = Self.pieces(of: texts, from: Self.pieceSize, every: 8 * distance)
    return packings.withLock { packings in
      if let known = packings.first(where: { $0.packer.rate(of: others) < $0.rate * 1.3 }) { return known }
      let packer = TextPacker(learning: Self.pieces(of: texts, from: 0, every: distance))
      let new = Packing(
        packer: packer, rate: packer.rate(of: others), place: sink.write(packer.symbols.encoded()))
      packings = [new] + packings.prefix(Self.packingLimit - 1)
      return new
    }
  }

  /// What to pack texts with that are like those which were packed with some symbols in another file.
  ///
  /// - Parameter rate: size of what they packed; of 1.
  func packing(with symbols: TextSymbols, rate: Double) -> Packing {
    let new = Packing(packer: TextPacker(symbols), rate: rate, place: sink.write(symbols.encoded()))
    packings.withLock { $0 = [new] + $0.prefix(Self.packingLimit - 1) }
    return new
  }

  private static let pieceSize = 512

  private static func pieces(of text: [UInt8], from start: Int, every distance: Int) -> [UInt8] {
    stride(from: start, to: text.count, by: distance).flatMap { text[$0...].prefix(pieceSize) }
  }
}
