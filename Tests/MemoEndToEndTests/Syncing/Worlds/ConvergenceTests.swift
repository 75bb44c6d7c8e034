import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Devices that edit the same memos and are killed in the middle of syncs end with the same files, and no line is lost.
///
/// `MEMO_SYNC_WORLDS=100` makes so many worlds, from the seed `MEMO_SYNC_SEED` on, of `MEMO_SYNC_ROUNDS` rounds each.
/// `MEMO_SYNC_KEEP` names a folder in which worlds stay that did not end well. Seeds give the same edits; the moments of
/// the kills are the machine's.
@Suite(.waitsForPrograms, .serialized) struct ConvergenceTests {
  private static func number(_ name: String, or usual: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init) ?? usual
  }

  private static let isLong = ProcessInfo.processInfo.environment["MEMO_SYNC_WORLDS"] != nil
  static let seeds = (0..<number("MEMO_SYNC_WORLDS", or: 2)).map { $0 + number("MEMO_SYNC_SEED", or: 1) }

  @Test(arguments: seeds)
  func allDevicesEndWithTheSameFilesAndNoLineIsLost(seed: UInt64) throws {
    let world = try KilledWorld(seed: seed, mayBeLarge: Self.isLong)
    var problems: [String]
    do {
      try world.run(rounds: Int(Self.number("MEMO_SYNC_ROUNDS", or: 10)))
      problems = try world.problems()
    } catch {
      problems = ["\(error)"]
    }
    for problem in problems { Issue.record("seed \(seed): \(problem)") }
    if !problems.isEmpty, let folder = ProcessInfo.processInfo.environment["MEMO_SYNC_KEEP"] {
      try world.keep(in: "\(folder)/\(seed)", problems)
    }
  }
}
