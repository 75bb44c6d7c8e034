/// Counts words: runs of non-space that hold a letter or digit, and each Han ideograph and kana for itself.
public enum WordCounter {
  /// The number of words from `start` to the end.
  public static func count(_ bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int {
    var words = 0
    // Whether the present run has been counted already.
    var isCounted = false
    var index = start
    while index < bytes.count {
      let (scalar, length) = bytes.scalar(at: index)
      index += length
      switch ScalarClass(scalar) {
      case .space: isCounted = false
      case .letter, .digit:
        words += isCounted ? 0 : 1
        isCounted = true
      case .ideograph:
        words += 1
        isCounted = false
      case .mark, .other: break
      }
    }
    return words
  }
}
