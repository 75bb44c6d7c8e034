/// Korean particles, which follow a word without a blank: alone, in chains such as 에서부터는, and with forms of 이다.
enum Particles {
  /// Those that others may follow. Not 도, as a 계획도로 is a road.
  private static let open: Set<String> = [
    "에", "에서", "에게", "에게서", "께", "께서", "한테", "한테서", "로", "으로", "로서", "으로서", "로써", "으로써", "로부터", "으로부터", "와", "과",
    "랑", "이랑", "하고", "만", "만으로", "까지", "부터", "마저", "조차", "처럼", "만큼", "대로", "보다", "마다", "밖에", "뿐", "들",
  ]
  /// Those of them that follow others.
  private static let following: Set<String> = [
    "로", "으로", "만", "까지", "부터", "마저", "조차", "처럼", "만큼", "보다", "밖에", "뿐", "대로",
  ]
  /// Those that nothing follows, whatever is before them.
  private static let last: Set<String> = ["의", "도", "요", "커녕", "이라도", "이나마", "이든", "이든지", "이야말로"]
  /// The same behind a vowel, and behind a consonant.
  private static let afterVowel: Set<String> = ["는", "나", "는커녕", "라도", "나마", "든", "든지", "야말로"]
  private static let objects: Set<String> = ["가", "를"]
  private static let afterConsonant: Set<String> = ["은", "이", "을", "이나", "은커녕", "과"]
  /// Forms of 이다, behind any sound.
  private static let copulas: Set<String> = Set([
    "인", "인데", "인데요", "인지", "인가", "인가요", "입니다", "입니까", "일까", "일까요", "일지", "일지도", "임을", "임에도",
  ]).union(stems.map { "이\($0)" })
    .union(["었", "었었"].flatMap { stem in pasts.map { "이\(stem)\($0)" } })
  /// Those that have lost their 이 behind a vowel.
  private static let contracted: Set<String> = stems.union(pasts.map { "였\($0)" })
    .subtracting(["어서", "어야", "에요", "지", "니", "네", "면", "라", "야"]).union(["예요", "여요", "여서", "여야"])
  private static let stems: Set<String> = [
    "다", "고", "고요", "며", "면", "면서", "라", "라고", "라고는", "라는", "라면", "라서", "라며", "란", "니", "니까", "므로", "지", "지만", "지요",
    "죠",
    "네", "네요", "야", "에요", "어요", "어서", "어야", "던", "군요", "기도", "기에", "기는", "거나", "든가", "겠다", "겠지만",
  ]
  private static let pasts: Set<String> = [
    "다", "고", "으며", "으면", "지만", "는데", "던", "을", "음을", "으나", "으니", "으므로", "습니다", "습니까", "어요", "네요", "다고", "다는", "다면",
    "기에", "지요", "죠", "을까",
  ]
  private static let longestInBytes = 36

  /// Those that make a noun of what is before them, which may be a subject, an object or have 이다 behind it. Not 로 and 와, as 로고 and
  /// 와인 are other words.
  private static let nominal: Set<String> = [
    "들", "만", "까지", "부터", "마저", "조차", "처럼", "만큼", "대로", "보다", "마다", "밖에", "뿐", "에서", "에게서", "한테서", "로서", "으로서", "로부터",
    "으로부터",
  ]

  /// Whether a text, in NFC, is particles.
  ///
  /// - Parameters:
  ///   - head: the particle before it; `nil` right behind a word.
  ///   - letter: the last one of that word, if its sound is to fit.
  static func make(up text: Substring, after head: String? = nil, behind letter: Unicode.Scalar? = nil) -> Bool {
    let word = String(text)
    let isNominal = head.map(nominal.contains) ?? true
    let sound = head?.unicodeScalars.last ?? letter.flatMap { isSyllable($0) ? $0 : nil }
    let hasFinal = sound.map { !($0.value &- 0xAC00).isMultiple(of: 28) }
    if last.contains(word) || isNominal && copulas.contains(word) { return true }
    if hasFinal != true, afterVowel.contains(word) || isNominal && (contracted.contains(word) || objects.contains(word))
    {
      return true
    }
    if hasFinal != false, afterConsonant.contains(word) { return true }
    let heads = head == nil || head == "들" ? open : following
    var end = text.unicodeScalars.startIndex
    while end < text.unicodeScalars.endIndex {
      text.unicodeScalars.formIndex(after: &end)
      let first = String(text[..<end])
      guard heads.contains(first), head != "들" || first != "들" else { continue }
      if end == text.endIndex || make(up: text[end...], after: first) { return true }
    }
    return false
  }

  /// Whether a letter is a whole syllable of Hangul.
  static func isSyllable(_ letter: Unicode.Scalar) -> Bool { ("가"..."힣").contains(letter) }

  /// Whether the Hangul from a place of a folded text to the end of its word is a particle, or nothing.
  static func fillRest(ofWordAt start: Int, in folded: UnsafeRawBufferPointer) -> Bool {
    var end = start
    while end < folded.count, end - start <= longestInBytes {
      let (scalar, length) = LossyUTF8.decode(folded, at: end)
      guard WordKind(scalar) == .hangul else { break }
      end += length
    }
    guard end > start else { return true }
    return end - start <= longestInBytes && make(up: String(decoding: folded[start..<end], as: UTF8.self)[...])
  }
}
