/// What has to be known of a text to add lines at its end; read in pieces, because a text may be larger than memory.
public struct TextEnd: Equatable, Sendable {
  /// The line break of its first line; `nil` where it has none.
  public private(set) var lineBreak: [UInt8]?
  private var start: [UInt8] = []
  // The last lines, by which blocks are known that take in what follows; two windows of bytes at most.
  private var lines: [UInt8] = []
  private var isWhole = true
  /// Whether the first line break is a CR at the end of what was read so far.
  private var isInsideBreak = false

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let window = 64 << 10
  private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  /// Starts with an empty text.
  public init() {}

  /// Takes the next bytes.
  public mutating func read(_ piece: UnsafeRawBufferPointer) {
    guard let first = piece.first else { return }
    // The second half of a CRLF that two pieces share.
    if isInsideBreak, first == Self.lineFeed { lineBreak = [Self.carriageReturn, Self.lineFeed] }
    isInsideBreak = false
    if lineBreak == nil { findBreak(in: piece) }
    start += piece.prefix(Self.mark.count + 1 - start.count)
    keepEnd(of: piece)
  }

  private mutating func keepEnd(of piece: UnsafeRawBufferPointer) {
    if lines.count + min(piece.count, Self.window) > 2 * Self.window { drop(lines.count - Self.window) }
    if piece.count > Self.window { drop(lines.count) }
    lines += piece.suffix(Self.window)
    isWhole = isWhole && piece.count <= Self.window
  }

  private mutating func drop(_ count: Int) {
    isWhole = isWhole && count == 0
    lines.removeFirst(count)
  }

  private mutating func findBreak(in piece: UnsafeRawBufferPointer) {
    guard let place = piece.firstIndex(where: { $0 == Self.lineFeed || $0 == Self.carriageReturn }) else { return }
    guard piece[place] == Self.carriageReturn else {
      lineBreak = [Self.lineFeed]
      return
    }
    let isPaired = place + 1 < piece.count && piece[place + 1] == Self.lineFeed
    lineBreak = isPaired ? [Self.carriageReturn, Self.lineFeed] : [Self.carriageReturn]
    isInsideBreak = place + 1 == piece.count
  }

  /// Whether it ends with a line break.
  public var endsLine: Bool { lines.last == Self.lineFeed || lines.last == Self.carriageReturn }

  /// Whether there is nothing, or a byte order mark alone.
  public var isEmpty: Bool { start.isEmpty || start == Self.mark }

  /// Whether a program may keep lines at the end, above which further ones go: the whole text has to be looked at.
  public var mayHaveFooter: Bool {
    lines.withUnsafeBytes { bytes in
      let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
      return ProgramFooter.mayEnd(with: bytes.part(bytes.lineStart(of: end)..<end))
    }
  }

  /// Whether a text on the next line would become a part of the last block, which it does not begin as.
  func takesIn(_ text: some Sequence<UInt8>) -> Bool {
    guard !isEmpty else { return false }
    let block = lines.withUnsafeBytes { bytes in
      // In what is left of a longer text, the first line is not whole, and there is no front matter.
      EndBlock(of: bytes, from: isWhole ? FrontMatter(bytes).range.upperBound : bytes.nextLineStart(from: 0))
    }
    guard let block else { return false }
    return Array(text.prefix(Self.window)).withUnsafeBytes { bytes in
      var end = 0
      repeat {
        let line = end..<bytes.lineEnd(from: end)
        end = bytes.lineStart(after: line.upperBound)
        if bytes.trimmed(line).isEmpty { break }
      } while end < bytes.count
      return !block.isContinued(by: bytes.part(..<end))
    }
  }
}
