import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What every memo of a generated vault is called, where it lies and how old it is, by its number alone.
///
/// Nothing is stored per memo: this program must stay small, because a child's peak memory starts at its parent's.
struct VaultPlan: Sendable {
  // What the search jobs look for. The words that are planted are of letters that often stand together in the other
  // words: no index can tell by a rare letter where they are.
  static let absentWord = "intestion"
  static let rareWord = "contestion"
  /// Finds the memos that hold the rare word.
  static let rarePattern = "\(rareWord) v[0-9]+"
  static let koreanWord = "회의실"
  static let koreanInitials = "ㅎㅇㅅ"
  /// In about half of the memos.
  static let commonWord = "with"

  let memos: Int
  let seed: UInt64
  let folders: [String]
  private let englishTitles = Vocabulary(ranked: WordLists.englishWords)
  private let koreanTitles = Vocabulary(ranked: WordLists.koreanNouns)

  init(memos: Int, seed: UInt64) {
    self.memos = memos
    self.seed = seed
    let count = max(1, memos / 300)
    let areas = max(1, Int(Double(count).squareRoot()))
    folders = (0..<count).map { number in
      let area = number % areas
      return "\(WordLists.koreanNouns[area % 200])-\(area)/\(WordLists.englishWords[number % 200])-\(number)"
    }
  }

  func random(_ memo: Int, for purpose: Purpose) -> SeededRandom {
    SeededRandom(seed: seed, stream: UInt64(memo) << 3 | purpose.rawValue)
  }

  func isKorean(_ memo: Int) -> Bool {
    var random = random(memo, for: .language)
    return random.happens(0.5)
  }

  /// Two to four words; several memos may share them, as in life.
  func title(_ memo: Int, separator: Character = " ") -> String {
    var random = random(memo, for: .title)
    let vocabulary = isKorean(memo) ? koreanTitles : englishTitles
    let words = (0..<(2 + random.below(3))).map { _ in String(decoding: vocabulary.word(&random), as: UTF8.self) }
    return words.joined(separator: String(separator))
  }

  /// The file's name without its extension, which is also how links name the memo.
  func name(_ memo: Int) -> String {
    "\(title(memo, separator: "-"))-\(memo)"
  }

  /// The path in the vault; the fullest folders hold about three times as much as the emptiest.
  func path(_ memo: Int) -> String {
    var random = random(memo, for: .folder)
    let position = random.fraction()
    let folder = Int(Double(folders.count) * (position + position * position) / 2)
    return "\(folders[folder])/\(name(memo)).md"
  }

  /// A time in the ten years before 2025; no two are equal, because the nanoseconds differ.
  func modified(_ memo: Int) -> timespec {
    var random = random(memo, for: .time)
    return timespec(tv_sec: 1_420_070_400 + random.below(315_000_000), tv_nsec: memo * 997 % 1_000_000_000)
  }

  /// The memo that about 50 others link to, however large the vault is: low numbers are linked to more often.
  var linkedMemo: Int { memos * 21 / 100_000 }

  /// How many memos hold the rare word.
  var rareMemos: Int { min(10, memos) }

  /// How many memos hold the Korean word that the searches look for.
  var koreanWordMemos: Int { (memos + 99) / 100 }

  /// What a memo holds for searches to find, whatever the seed; empty for most.
  func plantedWords(_ memo: Int) -> String {
    let step = memos / rareMemos
    let isRare = memo % step == 0 && memo / step < rareMemos
    let rare = isRare ? ["\(Self.rareWord) v\(memo)", Self.commonWord] : []
    return (rare + (memo % 100 == 0 ? [Self.koreanWord] : [])).joined(separator: " ")
  }

  /// The memo that the edit of that number changes.
  func editedMemo(_ edit: Int) -> Int {
    var random = random(edit, for: .edit)
    return random.below(memos)
  }

  /// What a stream of random numbers is for.
  enum Purpose: UInt64 {
    case language
    case title
    case folder
    case time
    case edit
    case text
  }
}

/// Writes a planned vault: the same plan gives the same bytes, names and times.
struct VaultGenerator: Sendable {
  let plan: VaultPlan
  let root: String

  /// Returns how many bytes of text were written.
  func generate() throws -> Int {
    try makeFolders()
    let half = plan.memos / 2
    let ranges = [0..<half, half..<plan.memos]
    // Threads and not tasks: an asynchronous `main` would start threads before the signals are held.
    let results = Mutex<[Result<Int, any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: ranges.count) { number in
      let result = Result { try write(ranges[number]) }
      results.withLock { $0.append(result) }
    }
    return try results.withLock { try $0.reduce(0) { try $0 + $1.get() } }
  }

  private func makeFolders() throws {
    try FileSystem.makeFolder(root)
    for folder in plan.folders {
      let area = folder.prefix { $0 != "/" }
      try FileSystem.makeFolder("\(root)/\(area)", mayExist: true)
      try FileSystem.makeFolder("\(root)/\(folder)")
    }
  }

  private func write(_ memos: Range<Int>) throws -> Int {
    var text = MemoText(plan: plan)
    var written = 0
    for memo in memos {
      if memo % 256 == 0 { try Interruption.check() }
      text.compose(memo)
      let path = "\(root)/\(plan.path(memo))"
      try FileSystem.writeFile(text.bytes, to: path, flags: O_CREAT | O_EXCL, modified: plan.modified(memo))
      written += text.bytes.count
    }
    return written
  }
}
