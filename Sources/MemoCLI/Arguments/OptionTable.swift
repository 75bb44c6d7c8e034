import MemoCore

/// The options that can be written at one place of the command line, by name.
struct OptionTable {
  private var longs: [String: any ArgumentDeclaration] = [:]
  private var shorts: [UInt8: any ArgumentDeclaration] = [:]

  /// Whether a word such as `-draft` that is no bundle of these options is taken as a plain word.
  let takesDashedWords: Bool

  init(_ arguments: [any ArgumentDeclaration], takesDashedWords: Bool = false) {
    self.takesDashedWords = takesDashedWords
    for argument in arguments {
      longs[argument.long] = argument
      if case .toggle(let negation) = argument.form { longs[negation] = argument }
      if let byte = argument.short?.asciiValue { shorts[byte] = argument }
    }
  }

  /// The option with this long name, given without dashes, or this negation.
  func option(long: String) -> (any ArgumentDeclaration)? {
    longs[long]
  }

  /// The option with this one-letter name.
  func option(short: UInt8) -> (any ArgumentDeclaration)? {
    shorts[short]
  }

  /// The long names nearest to a word, with dashes.
  func nearest(to word: String) -> [String] {
    // Sorted: ties keep the order given, and a dictionary has another one in each process.
    Suggestions.nearest(to: word, among: longs.keys.sorted(), limit: 2).map { "--\($0)" }
  }
}
