import MemoCore
public import MemoWords

/// Why a value was not taken, thrown by the parse function of an option.
public struct ArgumentRejection: Error, Sendable, Equatable {
  /// The rest of the sentence "invalid value 'x' for --name: …".
  public let reason: Text
  /// What to do instead, one line each.
  public let hints: [Text]

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
      Text("must be \(Wording.alternatives(choices))", ko: "\(Wording.alternatives(choices)) 중 하나여야 합니다"),
      hints: Wording.didYouMean(Suggestions.nearest(to: word, among: choices, limit: 2)))
  }
}
