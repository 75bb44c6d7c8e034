import Foundation
import Testing

@testable import MemoLSP

/// A day's use in one session: after each step, the server says what the command line says of the same bytes, and in the
/// evening nothing is lost. MEMO_LONG_TESTS=N lives N times as many days.
@Suite struct DayTests {
  private static let scale = ProcessInfo.processInfo.environment["MEMO_LONG_TESTS"].flatMap(Int.init) ?? 1

  @Test(arguments: PositionEncoding.allCases)
  func nothingIsLostAndEveryAnswerIsThatOfTheCommandLine(encoding: PositionEncoding) throws {
    for seed in 0..<UInt64(2 * Self.scale) {
      let day = try DayInEditor(seed: seed, encoding)
      try day.live(steps: 40)
      print("day \(seed) in \(encoding.rawValue): \(day.log.count) steps")
    }
  }
}
