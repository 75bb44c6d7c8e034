/// Korean particles, which follow a word without a blank.
enum Particles {
  /// Particles and the combinations of them that are usual, and forms of 이다.
  static let all: Set<String> = [
    "은", "는", "이", "가", "을", "를", "의", "에", "에서", "에게", "에게서", "께", "한테", "로", "으로", "로서", "으로서", "로써", "으로써", "와", "과",
    "랑", "이랑", "하고", "도", "만", "까지", "부터", "마저", "조차", "처럼", "보다", "마다", "밖에", "뿐", "나", "이나", "라는", "이라는", "라고",
    "이라고", "란", "이란", "이다", "다", "입니다", "이고", "고", "이며", "며", "에는", "에도", "에만", "에서는", "에서도", "에서의", "으로는", "으로도", "로는",
    "로도", "와는", "과는", "와의", "과의", "까지는", "부터는", "보다는", "만의", "라면", "이라면", "지만", "이지만", "인", "인데", "이라도", "라도", "들",
    "들은", "들이", "들을", "들의",
  ]

  private static let keys: Set<[UInt8]> = Set(all.map { Array($0.utf8) })
  private static let longest = all.map(\.utf8.count).max() ?? 0

  /// Whether the Hangul from a place of a folded text to the end of its word is a particle, or nothing.
  static func fillRest(ofWordAt start: Int, in folded: UnsafeRawBufferPointer) -> Bool {
    var end = start
    while end < folded.count, end - start <= longest {
      let (scalar, length) = LossyUTF8.decode(folded, at: end)
      guard WordKind(scalar) == .hangul else { break }
      end += length
    }
    return end == start || (end - start <= longest && keys.contains(Array(folded[start..<end])))
  }
}
