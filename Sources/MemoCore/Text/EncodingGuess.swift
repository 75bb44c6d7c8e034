/// What the bytes of a memo that is not UTF-8 probably are.
public enum EncodingFinding: Equatable, Sendable {
  /// A text in another encoding, all of which can be converted.
  case likely(TextEncoding)
  /// A text in another encoding, of which not all can be converted without loss.
  case partly(TextEncoding)
  /// A text in another encoding that is too large to be converted.
  case oversized(TextEncoding)
  /// UTF-8 with some bytes that are not.
  case brokenUTF8
  /// No text.
  case binary
  /// Text in an encoding that cannot be guessed.
  case unclear
}

/// A guess at the encoding of a text that is not UTF-8, from its byte order mark, its zero bytes, or how plausible a text
/// each encoding makes of it. In doubt it names none: a wrong conversion is worse than none.
public struct EncodingGuess: Equatable, Sendable {
  /// What the bytes are.
  public let finding: EncodingFinding
  /// The first byte that is not UTF-8, for a text of which the rest is; else 0.
  public let offset: Int

  /// Bytes that the guess is made from.
  private static let windowSize = 1 << 16

  /// Looks at a text; `nil` for UTF-8. Reads all of the bytes.
  ///
  /// - Parameter isVerified: whether to convert a text in another encoding to find out whether all of it can be.
  public init?(_ bytes: UnsafeRawBufferPointer, isVerified: Bool = true) {
    let scan = UTF8Scan(bytes)
    guard scan.firstInvalid != nil || scan.hasZeros else { return nil }
    // Programs put the mark of UTF-8 before UTF-8 only.
    let isMarked = bytes.byteOrderMarkLength > 0
    let isUTF8 = scan.firstInvalid == nil
    if !isMarked, let encoding = Self.wideEncoding(of: bytes, hasZeros: scan.hasZeros, isUTF8: isUTF8) {
      self.init(encoding, of: bytes, isVerified)
      return
    }
    guard let invalid = scan.firstInvalid else { return nil }
    let evidence = UTF8Evidence(in: bytes)
    if scan.hasZeros {
      self.init(finding: .binary)
    } else if isMarked || evidence.isOfUTF8 && !evidence.isOutnumbered {
      self.init(finding: .brokenUTF8, offset: invalid)
    } else {
      let window = Self.window(in: bytes, around: invalid)
      let likely = TextEncoding.otherThanWide.filter { $0.isPlausible(for: window) }
      let western = likely == [.western] ? UTF8Evidence(againstWesternIn: bytes) : nil
      let hasUTF8 = evidence.isOfUTF8 || western?.isOfUTF8 == true
      if western?.isMixed != true || hasUTF8,
        let encoding = Self.encoding(of: window, among: likely, hasUTF8: hasUTF8),
        encoding != .korean || !evidence.hasAccents
      {
        self.init(encoding, of: bytes, isVerified)
      } else if western?.isOfUTF8 == true && !evidence.isOfUTF8 || evidence.isOfUTF8 && !evidence.isMinor {
        self.init(finding: .brokenUTF8, offset: invalid)
      } else {
        let controls = window.count { $0 < 0x20 && !PlainText.isAllowedControl(UInt32($0)) || $0 == 0x7F }
        self.init(finding: controls * 50 > window.count ? .binary : .unclear)
      }
    }
  }

  private init(finding: EncodingFinding, offset: Int = 0) {
    (self.finding, self.offset) = (finding, offset)
  }

  private init(_ encoding: TextEncoding, of bytes: UnsafeRawBufferPointer, _ isVerified: Bool) {
    self.init(finding: isVerified && encoding.utf8(of: bytes) == nil ? .partly(encoding) : .likely(encoding))
  }

  // MARK: UTF-16

  /// UTF-16, by its mark or, as most texts have spaces and line ends, by zeros in every other place only.
  private static func wideEncoding(of bytes: UnsafeRawBufferPointer, hasZeros: Bool, isUTF8: Bool) -> TextEncoding? {
    let encodings = [TextEncoding.utf16LittleEndian, .utf16BigEndian]
    let head = bytes.part(..<min(bytes.count, windowSize))
    if let marked = encodings.first(where: { bytes.starts(with: $0.byteOrderMark) }) {
      return isWideText(head.part(2...), marked) ? marked : nil
    }
    guard hasZeros, bytes.count >= 4, bytes.count.isMultiple(of: 2) else { return nil }
    var zeros = [0, 0]
    for index in head.indices where head[index] == 0 { zeros[index & 1] += 1 }
    // Bytes that are UTF-8 as well have to be Latin letters with their zeros.
    let least = isUTF8 ? head.count / 4 : 1
    guard zeros.min() == 0, zeros.max() ?? 0 >= least else { return nil }
    let encoding = encodings[zeros[0] == 0 ? 0 : 1]
    return isWideText(head, encoding) ? encoding : nil
  }

  private static func isWideText(_ bytes: UnsafeRawBufferPointer, _ encoding: TextEncoding) -> Bool {
    // The head may end inside a pair.
    let whole = bytes.count & ~1
    let ends = [whole, max(whole - 2, 0)]
    let text = ends.lazy.compactMap { encoding.text(of: bytes.part(..<$0)) }.first
    guard let text, !text.isEmpty else { return false }
    let shape = PlainText(text)
    return shape.forbidden == 0 && shape.rare * 20 <= shape.count
  }

  // MARK: Other encodings

  /// The one of the plausible encodings that it is; `nil` where two could be, or where none explains the text well.
  ///
  /// - Parameter hasUTF8: whether there are signs of UTF-8, which everyday Korean has by chance; nothing else that has so many of
  ///   them is converted.
  private static func encoding(
    of window: UnsafeRawBufferPointer, among likely: [TextEncoding], hasUTF8: Bool
  ) -> TextEncoding? {
    guard !likely.isEmpty, likely.allSatisfy({ $0 == .korean || $0 == .chinese }) else {
      return likely.count == 1 && !hasUTF8 ? likely.first : nil
    }
    let readings = EastAsianReadings(of: window)
    let isAlone = likely.count == 1 && !hasUTF8
    let clear = likely.filter { readings.lead(of: $0, isAlone: isAlone) >= (isAlone ? 0 : EastAsianReadings.safeLead) }
    guard let encoding = clear.first, !hasUTF8 || encoding == .korean && readings.isEverydayKorean else { return nil }
    return encoding
  }

  /// A part of the text around an offset, cut where no character is cut.
  private static func window(in bytes: UnsafeRawBufferPointer, around offset: Int) -> UnsafeRawBufferPointer {
    var start = max(0, offset - windowSize / 4)
    if start > 0 { start = bytes[start..<offset].firstIndex { $0 < 0x30 }.map { $0 + 1 } ?? offset }
    var end = min(bytes.count, start + windowSize)
    if end < bytes.count { end = bytes[offset..<end].lastIndex { $0 < 0x30 }.map { $0 + 1 } ?? end }
    return bytes.part(start..<end)
  }
}

extension TextEncoding {
  /// Those that are recognized by the text that they make.
  fileprivate static let otherThanWide = [TextEncoding.korean, .japanese, .chinese, .western]

  /// Whether the bytes make a text in this encoding as people write it.
  fileprivate func isPlausible(for bytes: UnsafeRawBufferPointer) -> Bool {
    guard let text = text(of: bytes) else { return false }
    let shape = PlainText(text)
    guard shape.forbidden == 0 else { return false }
    switch self {
    case .korean: return shape.isKorean
    case .japanese: return shape.isJapanese
    case .chinese: return shape.isChinese
    case .western: return shape.isWestern
    case .utf16LittleEndian, .utf16BigEndian: return false
    }
  }
}
