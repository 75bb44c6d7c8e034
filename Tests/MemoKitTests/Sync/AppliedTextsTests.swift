import MemoCore
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct AppliedTextsTests {
  private static let ids = ["a", "b"].map { String(repeating: $0, count: ObjectId.length) }
  private static let week: Int64 = 604_800_000_000_000

  private static func record(_ time: Int64, _ path: String) -> [UInt8] {
    Array("\(time) \(ids[0]) \(ids[1]) \(path)\0".utf8)
  }

  @Test(arguments: [(Int64.min, 0), (-1, 0), (400, 0), (401, 1), (week + 500, 1), (.max, 1)])
  func changesCountForAWeek(time: Int64, count: Int) {
    #expect(AppliedTexts.kept(Self.record(time, "a.md"), now: Self.week + 400).count == count)
  }

  @Test(arguments: [
    "", "{}", #"[{"path":"a.md","old":"1","new":"2","at":9}]"#, "9", "9 a b c\0", "x \(ids[0]) \(ids[1]) a.md\0",
    "9 \(ids[0]) \(ids[1]) \0", "\0\0",
  ])
  func whatCannotBeReadIsForgotten(file: String) {
    #expect(AppliedTexts.kept(Array(file.utf8), now: 0).isEmpty)
  }

  @Test func aPathMayHoldAnything() {
    let names = ["a b.md", "new\nline.md", "회의.md"]
    let kept = AppliedTexts.kept(names.flatMap { Self.record(9, $0) }, now: 0)
    #expect(kept.map(\.path) == names.map { VaultPath($0) })
  }
}
