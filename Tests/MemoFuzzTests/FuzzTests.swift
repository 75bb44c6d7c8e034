import Foundation
import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Every reader of foreign bytes, on inputs made by chance; MEMO_FUZZ=N tries N of them each, and MEMO_FUZZ_TARGET=NAME
/// one reader alone.
///
/// `MEMO_LIBFUZZER=1 swift build` makes `memo-fuzz` of the same targets, which is guided by what each input reaches.
@Suite struct FuzzTests {
  private static let count = ProcessInfo.processInfo.environment["MEMO_FUZZ"].flatMap(Int.init) ?? 800

  private static let names = FuzzTarget.all.map(\.name).filter {
    $0 == ProcessInfo.processInfo.environment["MEMO_FUZZ_TARGET"] ?? $0
  }

  @Test(arguments: names) func whateverComesIsRead(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    for seed in target.seeds { try Self.run(target, seed) }
    var inputs = Mutations(of: target.seeds, number: 1)
    for _ in 0..<Self.count { try Self.run(target, inputs.next()) }
  }

  // Or nothing would be tried but that they are refused.
  @Test func theSeedsOfTheCacheAreWhole() throws {
    let region = BytesRegion(CacheImage.signedSnapshot(CacheImage.snapshot(memos: 3)))
    let snapshot = try Snapshot(region)
    #expect(snapshot.memoCount == 3 && snapshot.path(ofMemo: 2).text == "d/2.md")
    let labels = SnapshotLabels(of: snapshot)
    #expect(
      try labels.titles(from: 1, atMost: 9).map { String(decoding: $0, as: UTF8.self) } == ["title 1", "title 2"])
    #expect(try labels.tags().sorted.map { "\($0.tag.text) \($0.count)" } == ["tag 3"])
    let file = BytesReading(CacheImage.signedSegment(CacheImage.textSegment()))
    let segment = try TextSegment(file, segment: CacheImage.segmentName)
    var texts = 0
    for block in 0..<3 { try segment.readBlock(block, with: TextReader()) { _, _ in texts += 1 } }
    let query = try SearchQuery(parsing: "some -text")
    let candidates = try? segment.candidates(for: query.grams, inGroup: 0, with: TextReader())
    #expect(texts == 6 && segment.groupCount == 1 && (candidates == nil || candidates?.map(\.block) == [0, 1, 2]))
  }

  private static func run(_ target: FuzzTarget, _ input: [UInt8]) throws {
    do {
      try target.run(input)
    } catch let error as BrokenLaw {
      Issue.record("\(target.name): \(error.law)\n\(String(decoding: input, as: UTF8.self).debugDescription)\n\(input)")
    }
  }
}
