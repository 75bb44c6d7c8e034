/// A run of `*`, `_` or `~`.
struct EmphasisRun {
  /// Its bytes.
  let range: Range<Int>
  /// The byte it is made of.
  let mark: UInt8
  private let before: UInt8
  private let after: UInt8

  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    self.range = range
    mark = bytes[range.lowerBound]
    before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : UInt8(ascii: " ")
    after = range.upperBound < bytes.count ? bytes[range.upperBound] : UInt8(ascii: " ")
  }

  /// Whether it can open or close emphasis; else it is text.
  var isMark: Bool {
    guard canOpen || canClose else { return false }
    let isInWord = PreviewText.isWord(before) && PreviewText.isWord(after)
    return switch mark {
    // `2*3` is a product; Hangul and Han take particles right after emphasis.
    case UInt8(ascii: "*"): range.count > 1 || !isInWord || before >= 0x80 || after >= 0x80
    case UInt8(ascii: "_"): !isInWord
    default: range.count == 2
    }
  }

  /// Whether text follows.
  var canOpen: Bool { after > UInt8(ascii: " ") }
  /// Whether it follows text.
  var canClose: Bool { before > UInt8(ascii: " ") }
}
