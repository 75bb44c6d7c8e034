/// Which blocks of a text index can hold memos that a query finds, and in which of them a word may have to be forgiven.
public struct GramQuery: Sendable {
  private indirect enum Need: Sendable {
    /// Nothing that grams show.
    case nothing
    case all([Need])
    case any([Need])
    /// A word or expression: in one alternative every bucket must be in use, or it is forgiven.
    case text(alternatives: [[Int]], forgiven: [ForgivingGrams], number: Int)
  }

  /// Words that may have to be forgiven: a bit for each, as `WordPattern.number`. From the 64th on they share one.
  public typealias Forgiven = UInt64

  private let need: Need

  init(_ query: SearchQuery) {
    need = Self.need(of: query.root)
  }

  /// The blocks that can match, one bit each, and for each block the words that may have to be forgiven in it.
  ///
  /// - Parameters:
  ///   - all: the blocks there are.
  ///   - blocks: the blocks that use a bucket.
  public func candidates(
    among all: UInt64, using blocks: (Int) -> UInt64
  ) -> (blocks: UInt64, forgiven: (Int) -> Forgiven) {
    var forgiven: [(number: Int, blocks: UInt64)] = []
    let found = Self.candidates(need, among: all, using: blocks, &forgiven)
    return (
      found,
      { block in
        forgiven.reduce(0) { $1.blocks >> UInt64(block) & 1 == 1 ? $0 | WordPattern.bit(of: $1.number) : $0 }
      }
    )
  }

  private static func candidates(
    _ need: Need, among all: UInt64, using blocks: (Int) -> UInt64, _ forgiven: inout [(number: Int, blocks: UInt64)]
  ) -> UInt64 {
    switch need {
    case .nothing: return all
    case .all(let needs):
      return needs.reduce(all) { $0 == 0 ? 0 : candidates($1, among: $0, using: blocks, &forgiven) }
    case .any(let needs):
      return needs.reduce(0) { $0 | candidates($1, among: all, using: blocks, &forgiven) }
    case .text(let alternatives, let forms, let number):
      var held: UInt64 = 0
      for alternative in alternatives where held != all {
        held |= alternative.reduce(all) { $0 == 0 ? 0 : $0 & blocks($1) }
      }
      let found = forms.reduce(UInt64(0)) { $0 | $1.candidates(among: all, using: blocks) }
      if found != 0 { forgiven.append((number, found)) }
      return held | found
    }
  }

  private static func need(of node: SearchQuery.Node) -> Need {
    switch node {
    case .all(let nodes, _): .all(nodes.map(need))
    case .any(let nodes): .any(nodes.map(need))
    case .within(_, let node): node.map(need) ?? .nothing
    case .not, .condition(.path), .condition(.tag), .condition(.field), .condition(.file): .nothing
    case .condition(.text(let matcher)), .condition(.title(let matcher)):
      switch matcher {
      case .word(let word): .text(alternatives: word.grams, forgiven: word.forgivingGrams, number: word.number)
      case .regex(let regex): .text(alternatives: [regex.grams], forgiven: [], number: 0)
      }
    }
  }
}
