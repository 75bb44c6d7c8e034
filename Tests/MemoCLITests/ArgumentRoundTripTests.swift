import MemoCLI
import MemoTestSupport
import Testing

/// Command lines made at random: what was put in must come out, however it was written.
struct ArgumentRoundTripTests {
  @Test(arguments: UInt64(1)...8)
  func whatIsWrittenIsWhatIsRead(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<250 {
      let intent = Intent.random(using: &random)
      let words = intent.written(using: &random)
      let read = try Intent(read: words)
      #expect(read == intent, "\(words.map(\.text))")
      let again = read.written(using: &random)
      #expect(try Intent(read: again) == read, "\(again.map(\.text))")
    }
  }
}

/// The values of a command line for a command that has every kind of argument.
private struct Intent: Equatable {
  var limit: Int?
  var tags: [String] = []
  var folder: RawArgument?
  var color: ColorChoice?
  var isQuiet = false
  var endsWithNUL = false
  var edit: Bool?
  var seconds: Int?
  var words: [RawArgument] = []

  static let command = CommandDeclaration(
    "all", group: .read, summary: "Take everything", positionals: [NewOptions.title],
    options: [
      ListOptions.limit, ListOptions.tag, ListOptions.folder, ListOptions.nul, NewOptions.edit, WatchOptions.sync,
    ])

  static func random(using random: inout SeededRandom) -> Intent {
    var intent = Intent()
    if Bool.random(using: &random) { intent.limit = Int.random(in: 0...1_000_000, using: &random) }
    intent.tags = (0..<Int.random(in: 0...3, using: &random)).map { _ in random.text() }
    if Bool.random(using: &random) { intent.folder = random.bytes() }
    if Bool.random(using: &random) { intent.color = ColorChoice.allCases.randomElement(using: &random) }
    intent.isQuiet = Bool.random(using: &random)
    intent.endsWithNUL = Bool.random(using: &random)
    intent.edit = [nil, true, false][Int.random(in: 0...2, using: &random)]
    intent.seconds = [nil, 300, Int.random(in: 1...3600, using: &random)][Int.random(in: 0...2, using: &random)]
    intent.words = (0..<Int.random(in: 0...3, using: &random)).map { _ in random.bytes() }
    return intent
  }

  /// Reads the values through the typed access that commands use.
  init(read words: [RawArgument]) throws {
    let arguments = try CommandLineParser.parse(words, commands: [Self.command]).arguments
    limit = arguments[ListOptions.limit]
    tags = arguments.all(ListOptions.tag)
    folder = arguments[ListOptions.folder]
    color = arguments[GlobalOptions.color]
    isQuiet = arguments[GlobalOptions.quiet]
    endsWithNUL = arguments[ListOptions.nul]
    edit = arguments[NewOptions.edit]
    seconds = arguments[WatchOptions.sync]
    self.words = arguments.all(NewOptions.title)
  }

  private init() {}

  /// A command line that means these values: spellings and order of options are left to chance.
  func written(using random: inout SeededRandom) -> [RawArgument] {
    var globals: [[RawArgument]] = []
    if let color { globals.append(random.spelled("--color", nil, RawArgument(color.rawValue))) }
    if isQuiet { globals.append([random.oneOf("-q", "--quiet")]) }
    let early = globals.filter { _ in Bool.random(using: &random) }
    let late = globals.filter { !early.contains($0) }
    var pieces = (late + options(using: &random)).shuffled(using: &random)
    pieces = restoringOrderOfTags(pieces)
    return early.flatMap { $0 } + ["all"] + woven(pieces, using: &random)
  }

  private func options(using random: inout SeededRandom) -> [[RawArgument]] {
    var pieces: [[RawArgument]] = tags.map { _ in ["TAG"] }
    if let limit, endsWithNUL, Bool.random(using: &random) {
      pieces.append([RawArgument("-0n\(limit)")])
    } else {
      if let limit { pieces.append(random.spelled("--limit", "-n", RawArgument(String(limit)))) }
      if endsWithNUL { pieces.append([random.oneOf("-0", "--null")]) }
    }
    if let folder { pieces.append(random.spelled("--folder", nil, folder)) }
    if let edit { pieces.append(edit ? [random.oneOf("-e", "--edit")] : ["--no-edit"]) }
    if let seconds { pieces.append([random.seconds(seconds)]) }
    return pieces
  }

  private func restoringOrderOfTags(_ pieces: [[RawArgument]]) -> [[RawArgument]] {
    var rest = tags[...]
    return pieces.map { piece in
      guard piece == ["TAG"], let tag = rest.popFirst() else { return piece }
      return tag.isEmpty ? ["--tag="] : ["--tag", RawArgument(tag)]
    }
  }

  /// Puts the positionals between the options, or behind `--` where one looks like an option.
  private func woven(_ pieces: [[RawArgument]], using random: inout SeededRandom) -> [RawArgument] {
    let dash = UInt8(ascii: "-")
    if words.contains(where: { $0.bytes.first == dash && $0 != "-" }) || Bool.random(using: &random) {
      return pieces.flatMap { $0 } + ["--"] + words
    }
    var pieces = pieces
    var place = 0
    for word in words {
      place = Int.random(in: place...pieces.count, using: &random)
      pieces.insert([word], at: place)
      place += 1
    }
    return pieces.flatMap { $0 }
  }
}

extension SeededRandom {
  fileprivate mutating func oneOf(_ words: RawArgument...) -> RawArgument {
    words.randomElement(using: &self) ?? ""
  }

  /// An option with its value: apart, after an equals sign or, for a letter, attached.
  fileprivate mutating func spelled(_ long: String, _ short: String?, _ value: RawArgument) -> [RawArgument] {
    let attached = RawArgument(bytes: Array("\(long)=".utf8) + value.bytes)
    guard let short else { return Bool.random(using: &self) ? [RawArgument(long), value] : [attached] }
    return [[RawArgument(long), value], [attached], [RawArgument(short), value], [RawArgument(short + value.text)]]
      .randomElement(using: &self) ?? []
  }

  /// The default of `--sync` may go without saying.
  fileprivate mutating func seconds(_ seconds: Int) -> RawArgument {
    if seconds == 300, Bool.random(using: &self) { return oneOf("--sync", "-s") }
    return oneOf(RawArgument("--sync=\(seconds)"), RawArgument("-s\(seconds)"))
  }

  /// Text with what a parser may trip over.
  fileprivate mutating func text() -> String {
    let pieces = ["-", "--", "=", "a", "회의", " ", "n", "0", "\u{301}"]
    return (0..<Int.random(in: 0...4, using: &self)).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
  }

  /// Bytes that may be no text.
  fileprivate mutating func bytes() -> RawArgument {
    let tail: [UInt8] = Bool.random(using: &self) ? [] : [UInt8.random(in: 1...255, using: &self)]
    return RawArgument(bytes: Array(text().utf8) + tail)
  }
}
