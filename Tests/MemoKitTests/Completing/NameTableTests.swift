import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore

/// The names that an editor keeps find what a search in titles and names finds, after random edits, with changes in the
/// journal and texts of open documents.
@Suite struct NameTableTests {
  private static let typed = [
    "l", "LAMP", "river 1", "lamp river", "1 river", "A", "한", "ㅎㄱ", "하", "é", "e", "글", "グ", "SS", "k", "가\u{11A8}",
    "nothing", "17.md", "17", "장보기", "ㅈㅂㄱㅁㄹ", "장보기목록", "장버기 목록", "목록 장", "weekly", "  ",
  ]

  @Test(arguments: [1, 2] as [UInt64])
  func itFindsWhatSearchesFind(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    try folder.write("---\naliases: [Weekly, 한글]\n---\n# Minutes\n", to: "m.md")
    try folder.write("# 장보기 목록\n", to: "shop.md")
    try folder.write("# Weekly plan\n", to: "plan.md")
    var edits = RandomEdits(in: folder, seed: seed)
    var (table, found) = (NameTable?.none, 0)
    for step in 0..<10 {
      let edit = try edits.next()
      let disk = try folder.openVault().refresh(isRebuild: step % 4 == 0)
      let overlays = step % 2 == 0 ? ["m.md"] : []
      let index = disk.overlaid(
        by: overlays.compactMap { MemoOverlay(of: VaultPath($0), in: disk.files, MemoFileRules()) }, reading: disk.files
      )
      let kept = NameTable(of: index, after: table)
      let new = NameTable(of: index, after: nil)
      table = kept
      for typed in Self.typed {
        let memos = kept.memos(called: typed, in: index, limit: 1000)
        let place = "seed \(seed), step \(step), \(edit), \(typed)"
        let paths = memos.map(\.path)
        #expect(new.memos(called: typed, in: index, limit: 1000).map(\.path) == paths, "\(place)")
        #expect(Set(paths).count == paths.count, "\(place)")
        #expect(Self.searched(typed, index).subtracting(paths) == [], "\(place)")
        let exact = index.answers(to: typed).filter { $0.match == .exact }.map { index.path(at: $0.place) }
        #expect(Set(paths.prefix(exact.count)) == Set(exact), "\(place)")
        #expect(kept.memos(called: typed, in: index, limit: 3).count == min(3, paths.count), "\(place)")
        found += paths.count
      }
    }
    print("\(found) memos found")
    #expect(found > 30)
  }

  @Test func whatIsCalledSoComesFirstAndWhatIsForgivenLast() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    for (path, text) in [
      "1.md": "# Budget\n", "2.md": "# Budget plan\n", "3.md": "# The budget\n", "4.md": "# x\n",
      "budget-4.md": "# y\n",
      "5.md": "# 장 보기\n", "6.md": "# 장보기\n",
    ] { try folder.write(text, to: path) }
    let index = try folder.openVault().refresh()
    func titles(_ typed: String) -> [String] {
      NameTable(of: index, after: nil).memos(called: typed, in: index, limit: 9).map { index.title(of: $0) }
    }
    #expect(titles("budget") == ["Budget", "Budget plan", "y", "The budget"])
    #expect(titles("장보기") == ["장보기", "장 보기"])
  }

  /// What a search in titles finds, and what names answer.
  private static func searched(_ typed: String, _ index: VaultIndex) -> Set<VaultPath> {
    let words = typed.split(whereSeparator: \.isWhitespace).map { "title:\($0)" }.joined(separator: " ")
    let query = try? SearchQuery(parsing: words, openLastSyllable: true)
    let titled = query.map { MemoSearch($0, processorTime: { .zero }).run(MemoFilter(), in: index).found } ?? []
    return Set(titled.map(\.memo.path)).union(index.answers(to: typed).map { index.path(at: $0.place) })
  }
}
