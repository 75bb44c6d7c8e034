/// Counts words: runs of non-space that hold a letter or digit, and each Han ideograph and kana for itself.
public struct WordCounter {
  private var words = 0
  /// 1 where the present run has been counted already, else 0: a number, because ASCII is counted without branches.
  private var counted = 0

  /// The number of words from `start` to the end.
  public static func count(_ bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int {
    var counter = WordCounter()
    var index = start
    while index + WordBlock.size + WordBlock.lookahead <= bytes.count {
      if let block = WordBlock(bytes, at: index) {
        counter.add(block)
        index += WordBlock.size
      } else {
        index = counter.add(bytes, from: index, until: index + WordBlock.size)
      }
    }
    _ = counter.add(bytes, from: index, until: bytes.count)
    return counter.words
  }

  @inline(__always)
  private mutating func add(_ block: WordBlock) {
    var isOpen = UInt64(1 - counted)
    words &+= block.count(&isOpen)
    counted = 1 - Int(isOpen)
  }

  /// Adds the scalars that start before `end`; returns where they end. Inside a scalar it starts with replacement
  /// characters, which change nothing.
  private mutating func add(_ bytes: UnsafeRawBufferPointer, from start: Int, until end: Int) -> Int {
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte < 0x80 {
        addASCII(byte)
        index += 1
      } else {
        let (scalar, length) = bytes.scalar(at: index)
        add(ScalarClass(scalar))
        index += length
      }
    }
    return index
  }

  // One letter a byte: @ white space, B neither space nor word, C letter or digit. So bit 0 says "word" and bit 1 "no
  // space". A string literal needs no initialization at run time and no bounds check; three times as fast as branches.
  private static let classes: StaticString = """
    BBBBBBBBB@@@@@BBBBBBBBBBBBBBBBBB@BBBBBBBBBBBBBBBCCCCCCCCCCBBBBBB\
    BCCCCCCCCCCCCCCCCCCCCCCCCCCBBBBBBCCCCCCCCCCCCCCCCCCCCCCCCCCBBBBB
    """

  @inline(__always)
  private mutating func addASCII(_ byte: UInt8) {
    let bits = Int(WordCounter.classes.utf8Start[Int(byte)])
    words &+= bits & ~counted & 1
    counted = (counted | bits) & (bits >> 1) & 1
  }

  @inline(__always)
  private mutating func add(_ scalar: ScalarClass) {
    switch scalar {
    case .space: counted = 0
    case .letter, .digit:
      words += 1 - counted
      counted = 1
    case .ideograph:
      words += 1
      counted = 0
    case .mark, .other: break
    }
  }
}
