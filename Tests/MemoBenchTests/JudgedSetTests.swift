import MemoCore
import MemoIndex
import MemoPlatform
import MemoStore
import MemoTestSupport
import Testing

@testable import memo_bench

/// Whether searches put first what people mean.
struct JudgedSetTests {
  @Test func whatPeopleMeanIsNearTheTop() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    for (number, file) in JudgedSet.files.enumerated() {
      try folder.write(Array(file.text.utf8), to: VaultPath(file.name), modified: Int64(number))
    }
    #expect(JudgedSet.queries.count == 100)
    try expectRank(0.9, of: JudgedSet.queries, in: folder.path)
  }

  private static let sample: [(query: String, name: String)] = [
    ("김치찌개", "요리/김치찌개.md"), ("basil pesto", "요리/Basil pesto.md"), ("pesto", "요리/Basil pesto.md"),
    ("월든", "reading/월든.md"), ("roadmap", "projects/memo/roadmap.md"), ("design notes", "projects/memo/design-notes.md"),
    ("이사 체크리스트", "Home life/이사 체크리스트.md"), ("이사체크리스트", "Home life/이사 체크리스트.md"),
    ("balcony garden", "Home life/balcony garden.md"), ("running log", "Home life/health/running log.md"),
    ("자전거 정비", "Home life/자전거 정비.md"), ("자전거정비", "Home life/자전거 정비.md"), ("gift ideas", "Home life/gift ideas.md"),
    ("사용자 인터뷰", "work/사용자 인터뷰 정리.md"), ("bug journal", "work/bug-journal.md"), ("bug-journal", "work/bug-journal.md"),
    ("주간 회의록", "work/주간 회의록 2026-03-09.md"), ("ㅈㄱㅎㅇㄹ", "work/주간 회의록 2026-03-09.md"),
    ("일본어 단어장", "study/일본어 단어장.md"), ("도쿄 카페", "travel/도쿄 카페.md"), ("도쿄카페", "travel/도쿄 카페.md"),
    ("제주", "travel/제주 3박 4일.md"), ("berlin", "travel/Berlin conference 2025.md"), ("shell", "snippets/shell.md"),
    ("이사 견적", "Home life/이사 견적 비교.md"),
  ]

  @Test func theSampleVaultIsFoundByWhatPeopleType() throws {
    let package = String(#filePath).split(separator: "/").dropLast(3).joined(separator: "/")
    try expectRank(0.9, of: Self.sample, in: HostPath("/\(package)/SampleVault"))
  }

  private func expectRank(_ least: Double, of queries: [(query: String, name: String)], in root: HostPath) throws {
    let index = try Vault(at: root, host: DiskHost(userCache: nil)).refresh()
    let places = try queries.map { query, name -> Int? in
      let found = MemoSearch(try SearchQuery(parsing: query), processorTime: { .zero }).run(MemoFilter(), in: index)
        .found
      return found.firstIndex { $0.memo.path == VaultPath(name) }.map { $0 + 1 }
    }
    let misses = zip(queries, places).filter { $1 != 1 }.map { "\($0.query): \($1.map(String.init) ?? "none")" }
    #expect(JudgedSet.meanReciprocalRank(places) >= least, "not first: \(misses.joined(separator: ", "))")
  }
}
