import Synchronization

/// Code that reads bytes from outside, and what must hold whatever they are: it ends, it does not trap, and its laws.
struct FuzzTarget: Sendable {
  /// What is fuzzed.
  let name: String
  /// Inputs that reach its parts, from which others are made.
  let seeds: [[UInt8]]
  /// Reads an input; throws where a law does not hold.
  let run: @Sendable ([UInt8]) throws -> Void

  init(_ name: String, seeds: [String], _ run: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.init(name, seeds: seeds.map { Array($0.utf8) }, run)
  }

  init(_ name: String, seeds: [[UInt8]], _ run: @escaping @Sendable ([UInt8]) throws -> Void) {
    (self.name, self.seeds, self.run) = (name, seeds, run)
  }

  /// All of them; a new one is a line here.
  static let all = [
    memo, edits, markdown, wrapping, terminalText, query, searchText, lineMerge, treeMerge,
    keys, arguments, filters, templates, paths, gitOutput, gitConfig, json, snapshot, journal, textSegment, system,
    editorMessages, agentMessages,
  ]

  /// How many messages servers have received so far.
  static let frames = Atomic<Int>(0)

  /// Throws where something that always holds does not.
  static func expect(_ holds: Bool, _ law: @autoclosure () -> String) throws(BrokenLaw) {
    if !holds { throw BrokenLaw(law: law()) }
  }

  /// The parts of an input, which a byte divides that no UTF-8 holds; empty ones where there are too few.
  static func parts(_ input: [UInt8], _ count: Int) -> [[UInt8]] {
    let parts = input.split(separator: 0xFF, maxSplits: count - 1, omittingEmptySubsequences: false).map(Array.init)
    return parts + Array(repeating: [], count: count - parts.count)
  }

  /// An input of parts.
  static func joined(_ parts: String...) -> [UInt8] {
    Array(parts.map { Array($0.utf8) }.joined(separator: [0xFF]))
  }
}

/// What should have held.
struct BrokenLaw: Error {
  let law: String
}
