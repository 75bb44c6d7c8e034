import MemoCore
import MemoStore
public import MemoWords

/// Reads words from left to right: options into occurrences, the others handed out one by one.
///
/// The first mistake is kept and reading goes on, so that `--help`, `--json` and `--lang` count wherever they are.
struct ArgumentReader {
  /// The words not read yet.
  private(set) var rest: ArraySlice<RawArgument>
  /// The options read.
  private(set) var occurrences: [ArgumentOccurrence] = []
  /// The first mistake.
  private(set) var mistake: UsageError?
  /// Whether `--` was read.
  private(set) var haveOptionsEnded = false

  init(_ words: [RawArgument]) {
    rest = words[...]
  }

  /// Reads options up to the next word that is none and returns that word; nil at the end.
  mutating func nextPositional(_ table: OptionTable) -> RawArgument? {
    while let word = rest.popFirst() {
      guard word.looksLikeOption, !haveOptionsEnded, !isPlainDashedWord(word, table) else { return word }
      if word == .endOfOptions {
        haveOptionsEnded = true
      } else {
        readNotingMistake(word, table)
      }
    }
    return nil
  }

  /// Whether a word of several letters, or a digit, after one dash says nothing as options: in a query `-draft` means "not
  /// draft", and `-1` is the day before. An option with a number that it cannot take, `-n5x`, is a mistake.
  private func isPlainDashedWord(_ word: RawArgument, _ table: OptionTable) -> Bool {
    guard table.takesDashedWords else { return false }
    // No option has a blank in its name: a whole line of them, as saved filters are, is one word.
    if word.bytes[1] == UInt8(ascii: "-") { return word.bytes.prefix { $0 != .equals }.contains(UInt8(ascii: " ")) }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard word.bytes.count > 2 || digits.contains(word.bytes[1]) else { return false }
    let value = word.bytes.dropFirst(2).drop(oneLeading: .equals)
    if table.option(short: word.bytes[1])?.takesValue == true, let first = value.first, digits.contains(first) {
      return false
    }
    var trial = self
    return (try? trial.readBundle(word, table)) == nil
  }

  private mutating func readNotingMistake(_ word: RawArgument, _ table: OptionTable) {
    do throws(UsageError) {
      try readOption(word, table)
    } catch {
      mistake = mistake ?? error
    }
  }

  private mutating func readOption(_ word: RawArgument, _ table: OptionTable) throws(UsageError) {
    if word.bytes.starts(with: RawArgument.endOfOptions.bytes) {
      try readLong(word, table)
    } else {
      try readBundle(word, table)
    }
  }

  /// `--name`, `--name=value`, `--name value`.
  private mutating func readLong(_ word: RawArgument, _ table: OptionTable) throws(UsageError) {
    let parts = word.bytes.dropFirst(2).split(separator: .equals, maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(decoding: parts[0], as: UTF8.self)
    guard let argument = table.option(long: name) else {
      let near = table.hints(forUnknown: name)
      let isMemo = table.takesWords && MemoFileRules.hasMemoExtension(VaultPath(bytes: Array(word.bytes)))
      let mayBeWord = isMemo || table.takesDashedWords
      throw UsageError(
        .unknownOption, Text("unknown option --\(name)", ko: "--\(name) 옵션은 없습니다"),
        hints: near.isEmpty && mayBeWord ? [.dashedWords] : near)
    }
    try record(
      argument, spelling: "--\(name)", isNegated: name != argument.long,
      attached: parts.count > 1 ? RawArgument(bytes: parts[1]) : nil, table)
  }

  /// `-q`, `-n5`, `-n 5`, `-n=5`, `-qn5`.
  private mutating func readBundle(_ word: RawArgument, _ table: OptionTable) throws(UsageError) {
    var letters = word.bytes.dropFirst()
    while let letter = letters.first {
      guard let argument = table.option(short: letter) else { throw unknownLetter(letters, in: word, table) }
      letters = letters.dropFirst()
      var attached: RawArgument?
      if argument.takesValue || letters.first == .equals {
        attached = letters.isEmpty ? nil : RawArgument(bytes: letters.drop(oneLeading: .equals))
        letters = []
      }
      let spelling = "-\(Character(Unicode.Scalar(letter)))"
      try record(argument, spelling: spelling, isNegated: false, attached: attached, table)
    }
  }

  private mutating func record(
    _ argument: any ArgumentDeclaration, spelling: String, isNegated: Bool, attached: RawArgument?,
    _ table: OptionTable
  ) throws(UsageError) {
    let written = try writtenValue(of: argument, spelling: spelling, attached: attached, table)
    do {
      let value = try argument.value(of: written)
      occurrences.append(
        ArgumentOccurrence(long: argument.long, spelling: spelling, isNegated: isNegated, value: value))
    } catch {
      let rejection = error as? ArgumentRejection ?? ArgumentRejection(Text("is not valid", ko: "올바르지 않습니다"))
      throw .invalid(written ?? "", for: spelling, rejection)
    }
  }

  // The next word is the value whatever it looks like, so that `-n -1` is a number out of range, not an option. Only where
  // the value may be left out is an option of the command none.
  private mutating func writtenValue(
    of argument: any ArgumentDeclaration, spelling: String, attached: RawArgument?, _ table: OptionTable
  ) throws(UsageError) -> RawArgument? {
    switch argument.form {
    case .flag, .toggle:
      guard attached == nil else { throw .unexpectedValue(of: spelling) }
      return nil
    case .optionalValue:
      return attached
    case .value:
      if let attached { return attached }
      if argument.mayEndLine, rest.first.map(table.hasLongOption) ?? true { return nil }
      guard let value = rest.popFirst() else { throw .missingValue(of: spelling, argument) }
      return value
    }
  }

  private func unknownLetter(_ letters: ArraySlice<UInt8>, in word: RawArgument, _ table: OptionTable) -> UsageError {
    guard word.text.count > 2 else {
      return UsageError(
        .unknownOption, Text("unknown option \(word.text)", ko: "\(word.text) 옵션은 없습니다"),
        hints: table.hints(forUnknown: word.bytes.last ?? 0))
    }
    let letter = String(String(decoding: letters, as: UTF8.self).prefix(1))
    // Someone who writes `-limit` means `--limit`; a bundle of two letters is near to too much.
    let near = table.hints(forUnknown: word.bytes.count > 3 ? String(word.text.dropFirst()) : "")
    return UsageError(
      .unknownOption, Text("unknown option -\(letter) in \(word.text)", ko: "\(word.text)의 -\(letter) 옵션은 없습니다"),
      hints: near.isEmpty && table.takesWords ? [.dashedWords] : near)
  }
}

extension UInt8 {
  fileprivate static let equals = UInt8(ascii: "=")
}

extension ArraySlice<UInt8> {
  fileprivate func drop(oneLeading byte: UInt8) -> ArraySlice<UInt8> {
    first == byte ? dropFirst() : self
  }
}

extension ArgumentDeclaration {
  fileprivate var takesValue: Bool { !valueSuffix.isEmpty }

  /// The names after two dashes: the long one and, of a toggle, its negation.
  fileprivate var longs: [String] {
    if case .toggle(let negation) = form { [long, negation] } else { [long] }
  }
}

/// The options that can be written at one place of the command line, by name.
struct OptionTable {
  // A list: the first dictionary of its kind that a process makes costs more than looking through a few options.
  private let arguments: [any ArgumentDeclaration]

  /// Whether words may follow that are no options, such as the name of a memo.
  let takesWords: Bool
  /// Whether text of any kind may follow, which may begin with a dash.
  let takesText: Bool
  /// Whether a word such as `-draft` that is not a bundle of these options is taken as a plain word.
  let takesDashedWords: Bool

  /// Names of options as they would be in Korean, with those that may be meant, the likeliest first.
  private static let korean: [String: [String]] = [
    "정렬": ["sort"], "순서": ["sort"], "태그": ["tag"], "경로": ["path", "paths"], "폴더": ["path", "vault"], "제외": ["exclude"],
    "개수": ["limit"], "최대": ["limit"], "이후": ["since"], "부터": ["since"], "최근": ["since"], "이전": ["until"],
    "까지": ["until"],
    "조건": ["where"], "필드": ["where"], "내용": ["body", "message"], "본문": ["body"], "템플릿": ["template"], "형식": ["format"],
    "미리보기": ["dry-run"], "시험": ["dry-run"], "강제": ["force"], "모두": ["all"], "전체": ["all"], "완료": ["done"],
    "원격": ["remote"], "상태": ["status"], "보관함": ["vault"], "언어": ["lang"], "색": ["color"], "색상": ["color"],
    "조용히": ["quiet"], "도움말": ["help"], "정확히": ["exact"], "목록": ["list"],
  ]

  /// What is said of options of other programs.
  private let hints: (String) -> [Text]

  init(
    _ arguments: [any ArgumentDeclaration], takesWords: Bool = false, takesText: Bool = false,
    takesDashedWords: Bool = false, hints: @escaping (String) -> [Text] = { _ in [] }
  ) {
    self.arguments = arguments
    self.takesWords = takesWords
    self.takesText = takesText
    self.takesDashedWords = takesDashedWords
    self.hints = hints
  }

  /// The option with this long name, given without dashes, or this negation.
  func option(long: String) -> (any ArgumentDeclaration)? {
    arguments.last { $0.longs.contains(long) }
  }

  /// Whether a word is one of the options, by its long name.
  func hasLongOption(_ word: RawArgument) -> Bool { longs.contains { RawArgument("--\($0)") == word } }

  private var longs: [String] { arguments.flatMap(\.longs) }

  /// The option with this one-letter name.
  func option(short: UInt8) -> (any ArgumentDeclaration)? {
    arguments.last { $0.short?.asciiValue == short }
  }

  /// What may have been meant by the name of an option, without dashes, that there is not.
  func hints(forUnknown name: String) -> [Text] {
    let known = hints("--\(name)")
    guard known.isEmpty else { return known }
    if name == GlobalOptions.version.long { return [.use("memo --version")] }
    let translated = Self.korean[name, default: []].filter { option(long: $0) != nil }.prefix(1)
    if !translated.isEmpty { return Wording.didYouMean(translated.map { "--\($0)" }) }
    let near = Suggestions.nearest(to: name, among: longs.sorted(), limit: 2).map { "--\($0)" }
    return Wording.didYouMean(near)
  }

  /// The same of a letter behind one dash, which may also begin a text.
  func hints(forUnknown letter: UInt8) -> [Text] {
    let known = hints(String(decoding: [UInt8(ascii: "-"), letter], as: UTF8.self))
    guard known.isEmpty else { return known }
    if letter == UInt8(ascii: "V") { return [.use("memo --version")] }
    let meant = longs.filter { $0.utf8.first == letter }.sorted().prefix(3).map { "--\($0)" }
    return Wording.didYouMean(meant) + (takesText ? [.dashedWords] : [])
  }
}

/// Why a value was not taken, thrown by the parse function of an option.
public struct ArgumentRejection: Error, Sendable, Equatable {
  /// The rest of the sentence "invalid value 'x' for --name: …".
  public let reason: Text
  /// What to do instead, one line each.
  public let hints: [Text]

  /// Of bytes where a text is asked for.
  static let notText = ArgumentRejection(Text("must be UTF-8 text", ko: "UTF-8 텍스트여야 합니다"))

  /// A rejection with its reason, and hints where there are any.
  public init(_ reason: Text, hints: [Text] = []) {
    self.reason = reason
    self.hints = hints
  }
}

extension ArgumentRejection {
  /// The rejection of a word that is none of the choices; it suggests the nearest one.
  static func notAmong(_ choices: [String], _ word: String) -> ArgumentRejection {
    ArgumentRejection(
      Text("must be \(Wording.alternatives(choices))", ko: "쓸 수 있는 값: \(choices.joined(separator: ", "))"),
      hints: Wording.didYouMean(Suggestions.nearest(to: word, among: choices, limit: 2)).map(Placeholder.translated))
  }
}
