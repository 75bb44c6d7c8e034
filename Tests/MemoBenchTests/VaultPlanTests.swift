import Testing

@testable import memo_bench

struct VaultPlanTests {
  @Test(arguments: [1, 2, 9, 10, 11, 19, 25, 99, 100, 101, 999, 1000, 12_345])
  func searchedWordsArePlantedInAsManyMemosAsSaid(memos: Int) {
    let plan = VaultPlan(memos: memos, seed: 1)
    let planted = (0..<memos).map { plan.plantedWords($0).split(separator: " ").map(String.init) }
    #expect(planted.count { $0.contains(VaultPlan.rareWord) } == plan.rareMemos)
    #expect(planted.count { $0.contains(VaultPlan.koreanWord) } == plan.koreanWordMemos)
    #expect(plan.rareMemos == min(10, memos))
  }

  @Test func searchedWordsStandNowhereElse() {
    let plan = VaultPlan(memos: 300, seed: 7)
    var text = MemoText(plan: plan)
    for memo in 0..<300 {
      text.compose(memo)
      let written = String(decoding: text.bytes, as: UTF8.self)
      let planted = plan.plantedWords(memo)
      #expect(!written.contains(VaultPlan.absentWord))
      for word in [VaultPlan.rareWord, VaultPlan.koreanWord] {
        #expect(written.contains(word) == planted.contains(word), "\(word) in memo \(memo)")
      }
    }
  }
}
