import MemoCore
import MemoTestSupport
import Testing

@Suite struct MemoTimesTests {
  @Test func trailersAreWrittenInTheOrderOfPaths() {
    let times = MemoTimes(
      times: [VaultPath("b \"c\".md"): 1_760_000_000_123_456_789, VaultPath("a.md"): 5, VaultPath("old.md"): -1],
      renames: [RenameHint(old: VaultPath("x -> y.md"), new: VaultPath("z.md"))])
    let expected = """
      Memo-Time: 0.000000005 "a.md"
      Memo-Time: 1760000000.123456789 "b \\"c\\".md"
      Memo-Renamed: "x -> y.md" -> "z.md"

      """
    #expect(String(decoding: times.trailers, as: UTF8.self) == expected)
  }

  @Test func aNameCannotForgeATrailer() {
    let path = VaultPath("a\nMemo-Time: 1.0 \"victim.md\"\n.md")
    let times = MemoTimes(times: [path: 7], renames: [RenameHint(old: path, new: path)])
    #expect(MemoTimes(message: times.trailers) == times)
    #expect(times.trailers.count { $0 == 10 } == 2)
  }

  static let lines: [(String, Int64?)] = [
    ("Memo-Time: 1.5 \"a.md\"", 1_500_000_000), ("Memo-Time: 12 \"a.md\"\r", 12_000_000_000),
    ("Memo-Time: 1.000000001 \"\\141.md\"", 1_000_000_001), ("Memo-Time: 1.0000000001 \"a.md\"", nil),
    ("Memo-Time: -1.0 \"a.md\"", nil), ("Memo-Time: +1.0 \"a.md\"", nil), ("Memo-Time: 1.0 a.md", nil),
    ("Memo-Time: 1.0 \"a.md", nil), ("Memo-Time: 1.0 \"a.md\" b", nil), ("Memo-Time: 9223372037.0 \"a.md\"", nil),
    ("Memo-Time: 99999999999999999999.0 \"a.md\"", nil), ("Memo-Time:", nil), (" Memo-Time: 1.0 \"a.md\"", nil),
    ("Memo-Time: 1.0 \"../a.md\"", nil), ("Memo-Time: 1.0 \"/a.md\"", nil), ("Memo-Time: 1.0 \"\"", nil),
    ("Memo-Time: 1.0 \"\\9.md\"", nil), ("Memo-Time: . \"a.md\"", nil), ("Memo-Time: 1..0 \"a.md\"", nil),
  ]

  @Test(arguments: lines) func linesThatAreNoTrailersDoNotCount(line: String, time: Int64?) {
    let read = MemoTimes(message: Array("Subject\n\n\(line)\nMemo-Nothing: x\n".utf8))
    #expect(read.times == (time.map { [VaultPath("a.md"): $0] } ?? [:]))
    #expect(read.renames.isEmpty)
  }

  @Test(arguments: ["../a.md", "/a.md", "..", "", "a//b.md", ".git/a.md", "a\0.md"])
  func aRenameOfAPathThatCannotBeInAVaultDoesNotCount(path: String) {
    let (unsafe, memo) = (VaultPath(path), VaultPath("a.md"))
    let times = MemoTimes(renames: [RenameHint(old: unsafe, new: memo), RenameHint(old: memo, new: unsafe)])
    #expect(MemoTimes(message: times.trailers) == MemoTimes())
  }

  @Test func anyTimesAndNamesComeBack() {
    var random = SeededRandom(seed: 77)
    for round in 0..<300 {
      let paths = (0..<3).map { _ in
        VaultPath(bytes: (0...random.below(10)).map { _ in UInt8(1 + random.below(255)) })
      }
      guard paths.allSatisfy(TreePath.isSafe) else { continue }
      let time = Int64(random.next() >> 1)
      let times = MemoTimes(times: [paths[0]: time], renames: [RenameHint(old: paths[1], new: paths[2])])
      #expect(MemoTimes(message: Array("x\n\n".utf8) + times.trailers) == times, "round \(round): \(paths)")
      #expect(String(validating: times.trailers, as: UTF8.self) != nil, "round \(round)")
    }
  }
}
