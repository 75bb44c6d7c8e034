#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Memos in one script: seeded words of its letters and marks, the same on every machine.
struct ScriptVault {
  /// The scripts, English first, which the others are compared with.
  enum Script: String, CaseIterable {
    case english
    case latin
    /// As macOS writes names: letters and marks apart.
    case latinApart = "latin-nfd"
    case cyrillic
    case greek
    case arabic
    case hebrew
    case devanagari
    case bengali
    case thai
    case khmer
    case japanese
    case chinese
    case koreanApart = "korean-nfd"
  }

  static let memos = 1_000
  private static let memoBytes = 6_000

  let script: Script
  private let words: Vocabulary

  init(_ script: Script, seed: UInt64) {
    self.script = script
    var random = SeededRandom(seed: seed, stream: 0)
    let letters = Letters(script)
    words = Vocabulary(
      ranked: script == .english ? WordLists.englishWords : (0..<1_500).map { _ in letters.word(&random) })
  }

  /// Writes the memos to a new folder; returns how many bytes they have.
  func generate(in folder: String) throws -> Int {
    try FileSystem.makeFolder(folder)
    return try (0..<Self.memos).reduce(0) { sum, memo in
      let text = text(memo)
      let modified = timespec(tv_sec: 1_420_070_400 + memo, tv_nsec: 0)
      try FileSystem.writeFile(text, to: "\(folder)/\(memo).md", flags: O_CREAT | O_EXCL, modified: modified)
      return sum + text.count
    }
  }

  /// A heading, and lines of twelve words.
  func text(_ memo: Int) -> [UInt8] {
    var random = SeededRandom(seed: UInt64(memo), stream: 1)
    var text = Array("# ".utf8) + words.word(&random) + Array(" \(memo)\n\n".utf8)
    while text.count < Self.memoBytes {
      for place in 0..<12 {
        let word = words.word(&random)
        text += place == 0 ? Self.capitalized(word) : word
        text.append(UInt8(ascii: " "))
      }
      if random.happens(0.1) { text += [UInt8(ascii: "#")] + words.word(&random) }
      text += Array(random.happens(0.2) ? ".\n\n".utf8 : ".\n".utf8)
    }
    return text
  }

  /// As a sentence starts in scripts that have capitals.
  private static func capitalized(_ word: [UInt8]) -> [UInt8] {
    let word = String(decoding: word, as: UTF8.self)
    return Array((word.prefix(1).uppercased() + word.dropFirst()).utf8)
  }

  /// What the words of a script are made of: letters, some of them with a mark.
  private struct Letters {
    var letters: [String] = []
    var marks: [String] = []
    var marked = 0.0
    var lengths = 2...8

    init(_ script: Script) {
      switch script {
      case .english: break
      case .latin:
        letters =
          Self.consonants
          + "aàảãáạăằẳẵắặâầẩẫấậeèẻẽéẹêềểễếệiìỉĩíịoòỏõóọơờởỡớợuùủũúụưừửữứựđ".map { String($0) }
      case .latinApart: letters = Self.consonants + Self.vowelsApart
      case .cyrillic: letters = Self.scalars(0x430...0x44F)
      case .greek: letters = Self.scalars(0x3AC...0x3AF, 0x3B1...0x3C9, 0x3CC...0x3CE)
      case .arabic:
        (letters, marks, marked) = (Self.scalars(0x627...0x63A, 0x641...0x64A), Self.scalars(0x64B...0x652), 0.1)
      case .hebrew: (letters, marks, marked) = (Self.scalars(0x5D0...0x5EA), Self.scalars(0x5B0...0x5B9), 0.25)
      case .devanagari: (letters, marks, marked) = (Self.scalars(0x905...0x939), Self.scalars(0x93E...0x94D), 0.5)
      case .bengali:
        letters = Self.scalars(0x985...0x98C, 0x993...0x9A8)
        (marks, marked) = (Self.scalars(0x9BE...0x9C4, 0x9CB...0x9CD), 0.5)
      case .thai:
        (letters, marks, marked) = (Self.scalars(0xE01...0xE2E), Self.scalars(0xE34...0xE39, 0xE48...0xE4B), 0.4)
      case .khmer:
        (letters, marks, marked) = (Self.scalars(0x1780...0x17A2), Self.scalars(0x17B6...0x17C5, 0x17D2...0x17D2), 0.5)
      case .japanese: (letters, lengths) = (Self.scalars(0x3042...0x3093, 0x30A2...0x30F3, 0x65E5...0x6625), 3...12)
      case .chinese: (letters, lengths) = (Self.scalars(0x4E00...0x5FFF), 3...12)
      case .koreanApart:
        letters = Self.scalars(0x1100...0x1112).flatMap { initial in
          Self.scalars(0x1161...0x1175).map { initial + $0 }
        }
        (marks, marked, lengths) = (Self.scalars(0x11A8...0x11C2), 0.5, 1...4)
      }
    }

    func word(_ random: inout SeededRandom) -> String {
      (0..<(lengths.lowerBound + random.below(lengths.count))).reduce("") { word, _ in
        let letter = letters[random.below(letters.count)]
        return word + letter + (random.happens(marked) ? marks[random.below(marks.count)] : "")
      }
    }

    private static let consonants = Array(repeating: "bcdghklmnpqrstvx".map { String($0) }, count: 3).flatMap(\.self)
    private static let vowelsApart = "aeiouy".flatMap { vowel in
      ["", "\u{300}", "\u{301}", "\u{303}", "\u{309}", "\u{323}", "\u{302}\u{301}", "\u{323}\u{302}"].map {
        "\(vowel)\($0)"
      }
    }

    private static func scalars(_ ranges: ClosedRange<UInt32>...) -> [String] {
      ranges.flatMap { $0.compactMap { Unicode.Scalar($0).map { String($0) } } }
    }
  }
}
