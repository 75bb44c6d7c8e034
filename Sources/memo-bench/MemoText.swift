#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Composes the text of one memo after another in one buffer.
struct MemoText {
  private(set) var bytes: [UInt8] = []
  private let plan: VaultPlan
  private let words = Words()
  private var random = SeededRandom(seed: 0, stream: 0)
  private var isKorean = false
  private var targetSize = 0

  init(plan: VaultPlan) {
    self.plan = plan
  }

  /// Replaces the buffer by the text of a memo.
  mutating func compose(_ memo: Int) {
    bytes.removeAll(keepingCapacity: true)
    random = plan.random(memo, for: .text)
    isKorean = plan.isKorean(memo)
    // Log-normal: a median of about 1,000 bytes and a mean of 1,600.
    targetSize = min(500_000, Int(950 * exp(0.98 * random.normal())))
    let title = plan.title(memo)
    if random.happens(0.15) { frontMatter(title: title) }
    add("# \(title)\n\n")
    let planted = plan.plantedWords(memo)
    if !planted.isEmpty { add("\(planted)\n\n") }
    repeat { block() } while bytes.count < targetSize
  }

  private mutating func frontMatter(title: String) {
    let day = "\(2015 + random.below(10))-0\(1 + random.below(9))-\(10 + random.below(18))"
    add("---\ntitle: \(title)\ntags: [\(tag()), \(tag())]\ncreated: \(day)\n---\n")
  }

  private mutating func block() {
    switch random.below(100) {
    case 0..<10: heading()
    case 10..<25: list(mark: "- ")
    case 25..<30: list(mark: "- [ ] ")
    case 30..<36: code()
    case 36..<40: quote()
    default: paragraph()
    }
    add("\n")
  }

  private mutating func heading() {
    add("## ")
    phrase(words: 3)
    add("\n")
  }

  private mutating func list(mark: String) {
    for _ in 0..<(2 + random.below(5)) where bytes.count < targetSize {
      add(mark)
      phrase(words: 2 + random.below(6))
      add("\n")
    }
  }

  private mutating func code() {
    add("```swift\nlet value = compute(\(random.below(1000)))\nprint(value) // #not-a-tag\n```\n")
  }

  private mutating func quote() {
    add("> ")
    sentence()
    add("\n")
  }

  private mutating func paragraph() {
    for _ in 0..<(1 + random.below(6)) where bytes.count < targetSize {
      sentence()
      add(" ")
    }
    bytes.removeLast(bytes.last == UInt8(ascii: " ") ? 1 : 0)
    add("\n")
  }

  private mutating func sentence() {
    let start = bytes.count
    phrase(words: 4 + random.below(10))
    capitalize(at: start)
    add(" ")
    if random.happens(0.08) { link() }
    if random.happens(0.05) { add("#\(tag()) ") }
    bytes += isKorean ? words.koreanVerbs.word(&random) : words.english.word(&random)
    add(".")
  }

  private mutating func capitalize(at index: Int) {
    if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index]) { bytes[index] -= 32 }
  }

  private mutating func phrase(words count: Int) {
    for number in 0..<count {
      if number > 0 { add(" ") }
      word()
    }
  }

  private mutating func word() {
    if random.happens(0.04) {
      rareWord()
    } else if random.happens(isKorean ? 0.15 : 0.05) != isKorean {
      bytes += words.korean.word(&random)
    } else {
      bytes += words.english.word(&random)
    }
  }

  /// The long tail of names and typing mistakes that no list holds.
  private mutating func rareWord() {
    for _ in 0..<(2 + random.below(2)) {
      if isKorean {
        bytes += String(Character(UnicodeScalar(UInt16(0xAC00 + random.below(11_172))) ?? "가")).utf8
      } else {
        bytes.append(Array("bcdfghjklmnprstvwz".utf8)[random.below(18)])
        bytes.append(Array("aeiou".utf8)[random.below(5)])
      }
    }
  }

  /// A link to another memo; low numbers are linked to more often.
  private mutating func link() {
    let position = random.fraction()
    let target = Int(Double(plan.memos) * position * position)
    switch random.below(10) {
    case 0..<7: add("[[\(plan.name(target))]] ")
    case 7..<9: add("[[\(plan.name(target))|\(plan.title(target))]] ")
    default: add("[\(plan.title(target))](../../\(plan.path(target))) ")
    }
  }

  private mutating func tag() -> String {
    WordLists.tags[random.below(WordLists.tags.count)]
  }

  private mutating func add(_ text: String) {
    bytes += text.utf8
  }

  private struct Words {
    let english = Vocabulary(ranked: WordLists.englishFunctionWords + WordLists.englishWords)
    let korean = Vocabulary(nounsWithParticles: WordLists.koreanNouns)
    let koreanVerbs = Vocabulary(ranked: WordLists.koreanVerbs)
  }
}
