import Foundation
import Testing

/// Every reader of foreign bytes, on inputs made by chance; MEMO_FUZZ=N tries N of them each.
///
/// `MEMO_LIBFUZZER=1 swift build` makes `memo-fuzz` of the same targets, which is guided by what each input reaches.
@Suite struct FuzzTests {
  private static let count = ProcessInfo.processInfo.environment["MEMO_FUZZ"].flatMap(Int.init) ?? 800

  @Test(arguments: FuzzTarget.all.map(\.name)) func whateverComesIsRead(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    for seed in target.seeds { try Self.run(target, seed) }
    var inputs = Mutations(of: target.seeds, number: 1)
    for _ in 0..<Self.count { try Self.run(target, inputs.next()) }
  }

  private static func run(_ target: FuzzTarget, _ input: [UInt8]) throws {
    do {
      try target.run(input)
    } catch let error as BrokenLaw {
      Issue.record("\(target.name): \(error.law)\n\(String(decoding: input, as: UTF8.self).debugDescription)\n\(input)")
    }
  }
}
