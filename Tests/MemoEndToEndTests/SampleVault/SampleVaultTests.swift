import Foundation
import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct SampleVaultTests {
  /// A sandbox whose vault holds the sample memos, all modified at the same time.
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    for memo in SampleVaultMemos.all {
      let source = MemoProgram.packageFolder.appending(VaultPath("SampleVault/\(memo.path)"))
      let bytes = try Data(contentsOf: URL(filePath: source.text))
      try sandbox.write(Array(bytes), to: VaultPath(memo.path), modified: Sandbox.noon(1))
    }
    return sandbox
  }

  @Test func theTableNamesEveryMemo() throws {
    let folder = MemoProgram.packageFolder.appending("SampleVault").text
    let paths = try Sandbox().memo("--vault", folder, "list", "--paths", "--root-relative", "--sort", "path").lines
    #expect(paths == SampleVaultMemos.all.map(\.path))
  }

  @Test func memosAreReadAsAPersonReadsThem() throws {
    let records = try Self.sandbox().memo("list", "--sort", "path", "--json").records()
    #expect(records.count == SampleVaultMemos.all.count)
    for (record, memo) in zip(records, SampleVaultMemos.all) {
      #expect(record["path"] as? String == memo.path)
      #expect(record["title"] as? String == memo.title, "\(memo.path)")
      #expect(record["tags"] as? [String] == memo.tags, "\(memo.path)")
      #expect(record["aliases"] as? [String] == memo.aliases, "\(memo.path)")
      #expect(record["links"] as? [String] == memo.links, "\(memo.path)")
      guard let created = memo.created else { continue }
      #expect((record["created"] as? String)?.replacing(".000000000", with: "") == created, "\(memo.path)")
    }
  }

  @Test func oddFilesAreReadLikeOthers() throws {
    let sandbox = try Self.sandbox()
    // Line breaks of an old Mac, a byte order mark, CRLF, front matter that is never closed.
    try sandbox.check(
      """
      $ memo search 'dongle OR 선배가'
      archive/iBook 일기.md:5:5:동아리 선배가 물었다. "이거 누가 봐?" 글쎄요. 나중의 내가 보겠죠.
      $ memo search --count '"사용자 인터뷰 정리"' --path 'work/사용자*'
      work/사용자 인터뷰 정리.md:1
      $ memo search '/^결론: .*나.*$/'
      Home life/이사 견적 비교.md:15:1:결론: **나**. 전화 받은 분이 고양이 이름을 먼저 물어보셨다.
      $ memo list --path 'inbox/**' --sort path --format '{path}: {title}' | cut -c1-50
      """ + "\n" + Self.inbox)
  }

  private static let inbox = """
    inbox/letter to myself.md: Dear me in ten years, i
    inbox/untitled.md:\u{20}
    inbox/새 메모.md:\u{20}
    inbox/지하철에서.md: ---
    """

  @Test func everyMemoIsShownToTheByte() throws {
    let sandbox = try Self.sandbox()
    for memo in SampleVaultMemos.all {
      #expect(try sandbox.memo("show", memo.path).output == sandbox.bytes(of: memo.path), "\(memo.path)")
    }
  }

  @Test func memosAreNamedByTitlesAliasesAndParts() throws {
    let sandbox = try Self.sandbox()
    let names = [
      ("Walden", "reading/월든.md"), ("이사 준비", "Home life/이사 체크리스트.md"), ("버그 일지", "work/bug-journal.md"),
      ("ㄱㅊㅉㄱ", "요리/김치찌개.md"), ("packing list", "travel/packing list.markdown"), ("회의", "work/주간 회의록 2026-03-09.md"),
      ("東京", "travel/도쿄 카페.md"), ("design", "projects/memo/design-notes.md"),
    ]
    for (name, path) in names {
      #expect(try sandbox.memo("show", name).output == sandbox.bytes(of: path), "\(name)")
    }
  }

  // MARK: Search quality

  /// Queries and the memo that a person wants to see first.
  static let judged = [
    ("회의록", "work/주간 회의록 2026-03-09.md"),
    ("ㅎㅇㄹ", "work/주간 회의록 2026-03-09.md"),
    ("회의록 Daniel", "work/주간 회의록 2026-03-09.md"),
    ("\"지난 회의록\"", "work/사용자 인터뷰 정리.md"),
    ("회의록을 팀에", "daily/2026-03-10.md"),
    ("인터뷰", "work/사용자 인터뷰 정리.md"),
    ("제주", "travel/제주 3박 4일.md"),
    ("제주에서", "travel/제주 3박 4일.md"),
    ("ㅈㅈ", "travel/제주 3박 4일.md"),
    ("카페", "travel/도쿄 카페.md"),
    ("カフェ", "travel/도쿄 카페.md"),
    ("abc 간판", "travel/도쿄 카페.md"),
    ("김치를", "요리/김치찌개.md"),
    ("ㄱㅊㅉㄱ", "요리/김치찌개.md"),
    ("pesto", "요리/Basil pesto.md"),
    ("basil aphids", "Home life/balcony garden.md"),
    ("이사 견적", "Home life/이사 견적 비교.md"),
    ("체크리스트", "Home life/이사 체크리스트.md"),
    ("자전거 펑크", "Home life/자전거 정비.md"),
    ("knee", "Home life/health/running log.md"),
    ("packing", "travel/packing list.markdown"),
    ("title:berlin", "travel/Berlin conference 2025.md"),
    ("tag:project/memo 초성", "projects/memo/roadmap.md"),
    ("memo roadmap", "projects/memo/roadmap.md"),
    ("design", "projects/memo/design-notes.md"),
    ("\"I wished to live deliberately\"", "reading/월든.md"),
    ("ㄷㅇㅈ", "study/일본어 단어장.md"),
    ("BOM xxd", "snippets/shell.md"),
    ("gift 호루라기", "Home life/gift ideas.md"),
    ("whistl", "inbox/letter to myself.md"),
  ]

  @Test func whatAPersonWantsComesFirst() throws {
    let sandbox = try Self.sandbox()
    var sum = 0.0
    var late: [String] = []
    for (query, path) in Self.judged {
      let paths = try sandbox.memo("search", "-l", query).lines
      let rank = paths.firstIndex(of: path).map { $0 + 1 }
      sum += rank.map { 1 / Double($0) } ?? 0
      if rank != 1 { late.append("\(query): \(rank.map(String.init) ?? "never"), after \(paths.first ?? "nothing")") }
    }
    let quality = sum / Double(Self.judged.count)
    #expect(quality >= 0.9, "mean reciprocal rank \(quality); late: \(late)")
    print("mean reciprocal rank of \(Self.judged.count) judged queries: \(quality)")
  }
}
