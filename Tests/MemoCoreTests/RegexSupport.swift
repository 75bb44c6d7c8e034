import Synchronization

@testable import MemoCore

/// Short ways to run regular expressions in tests.
enum RegexSupport {
  /// Whether an expression matches some line of a text, as a search runs it; not where it runs for too many steps.
  static func matches(_ regex: RegexPattern, _ text: String) -> Bool {
    let readings = Readings()
    let budget = RegexBudget(SearchLimits(regexTime: .seconds(4), now: { .seconds(readings.next()) }), size: 0)
    var isFound = false
    Folding.normalization.fold(text).withUnsafeBytes { bytes in
      regex.forEachMatch(in: bytes, budget: budget) { _ in
        isFound = true
        return false
      }
    }
    return isFound
  }

  /// All matches in a text in NFC; `nil` where the expression runs for too many steps.
  static func allMatches(_ regex: RegexPattern, _ text: [UInt8]) -> [Range<Int>]? {
    let readings = Readings()
    let budget = RegexBudget(SearchLimits(regexTime: .seconds(100), now: { .seconds(readings.next()) }), size: 0)
    var found: [Range<Int>] = []
    text.withUnsafeBytes { bytes in
      regex.forEachMatch(in: bytes, budget: budget) { match in
        found.append(match)
        return true
      }
    }
    return budget.failure == nil ? found : nil
  }

  /// The literals of an expression, as `RegexPattern` looks for them in folded texts.
  static func literals(of pattern: String) -> [[UInt8]] {
    RegexLiterals.folded(RegexLiterals.runs(of: Folding.composed(pattern)))
  }

  /// Whether every literal is in the folded text.
  static func holds(_ literals: [[UInt8]], _ text: String) -> Bool {
    Folding.fold(text).withUnsafeBytes { folded in
      literals.allSatisfy { ByteFinder($0).firstIndex(in: folded) != nil }
    }
  }

  /// A clock that moves on by a second each time it is read, so that a slow expression stops at the same step anywhere.
  private final class Readings: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }
}
