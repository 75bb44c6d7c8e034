/// What the memos of the sample vault are, written down by a reader of their files.
enum SampleVaultMemos {
  struct Memo {
    let path: String
    let title: String
    let tags: [String]
    let aliases: [String]
    let links: [String]
    /// When it was made, as it says itself; `nil` where it says nothing.
    let created: String?

    init(
      _ path: String, _ title: String, tags: [String] = [], aliases: [String] = [], links: [String] = [],
      created: String? = nil
    ) {
      self.path = path
      self.title = title
      self.tags = tags
      self.aliases = aliases
      self.links = links
      self.created = created
    }
  }

  /// In the order of their paths.
  static let all = [
    Memo("Home life/balcony garden.md", "Balcony garden", tags: ["garden", "home"], links: ["../요리/Basil%20pesto.md"]),
    Memo(
      "Home life/gift ideas.md", "Gift ideas", tags: ["family", "gifts"], links: ["자전거 정비", "Basil pesto"],
      created: "2025-11-30T00:00:00Z"),
    Memo(
      "Home life/health/running log.md", "Running log", tags: ["health/running", "health"],
      created: "2026-02-01T00:00:00Z"),
    Memo("Home life/이사 견적 비교.md", "이사 견적 비교", tags: ["이사"], links: ["이사 체크리스트"]),
    Memo(
      "Home life/이사 체크리스트.md", "이사 체크리스트", tags: ["이사", "home/move"], aliases: ["moving", "이사 준비"],
      links: ["이사 견적 비교", "./balcony%20garden.md", "../%EC%9A%94%EB%A6%AC/%EA%B9%80%EC%B9%98%EC%B0%8C%EA%B0%9C.md"],
      created: "2026-05-02T00:00:00Z"),
    Memo("Home life/자전거 정비.md", "자전거 정비 기록", tags: ["자전거", "취미"], links: ["running log"]),
    Memo("archive/iBook 일기.md", "흰 아이북에서 꺼낸 일기", tags: ["archive"]),
    Memo("daily/2026-03-10.md", "2026-03-10", tags: ["daily"], links: ["자전거 정비"]),
    Memo(
      "inbox/letter to myself.md",
      "Dear me in ten years, if you are reading this on a train with your shoes off and a cup of barley tea going cold, please remember that the winter you thought you were behind on everything was also the winter 하린 learned to whistle, and you heard the very first note",
      tags: ["letter"]),
    Memo("inbox/untitled.md", ""),
    Memo("inbox/새 메모.md", ""),
    Memo("inbox/지하철에서.md", "---", tags: ["아이디어"]),
    Memo(
      "projects/memo/design-notes.md", "memo: design notes", tags: ["project/memo", "design"],
      aliases: ["설계 노트", "design log"], links: ["./roadmap.md", "Bug journal"], created: "2025-11-02T00:00:00Z"),
    Memo(
      "projects/memo/roadmap.md", "memo roadmap", tags: ["project/memo", "planning"],
      links: ["../../travel/packing%20list.markdown", "../../시작하기 - Start here.md", "설계 노트", "design-notes"],
      created: "2025-12-07T00:00:00Z"),
    Memo("reading/quotes.md", "Quotes I return to", tags: ["reading/quotes"], links: ["Walden"]),
    Memo(
      "reading/월든.md", "책: 월든 — 소로가 '혼자'였던 적은 없다", tags: ["독서", "고전", "walden"], aliases: ["Walden"],
      links: ["이사 준비", "quotes.md"], created: "2026-01-25T00:00:00Z"),
    Memo(
      "snippets/shell.md", "Shell snippets", tags: ["shell", "reference", "snippets"], aliases: ["one-liners"],
      links: ["../work/bug-journal.md"], created: "2025-11-09T00:00:00Z"),
    Memo("study/일본어 단어장.md", "일본어 단어장", tags: ["공부/일본어", "language"], links: ["東京 カフェ 산책"]),
    Memo(
      "travel/Berlin conference 2025.md", "Berlin conference 2025 🇩🇪",
      tags: ["conference", "travel/berlin", "accessibility", "maps"], links: ["사용자 인터뷰 정리"],
      created: "2025-10-16T00:00:00Z"),
    Memo(
      "travel/packing list.markdown", "Packing list", tags: ["travel"],
      links: ["Berlin conference 2025", "제주%203박%204일.md"]),
    Memo(
      "travel/도쿄 카페.md", "東京 カフェ 산책", tags: ["여행", "travel/tokyo"], links: ["일본어 단어장"], created: "2025-12-20T00:00:00Z"),
    Memo(
      "travel/제주 3박 4일.md", "제주 3박 4일 👨‍👩‍👧", tags: ["여행", "travel/jeju"], aliases: ["제주 여행", "Jeju"],
      links: ["packing list.markdown", "gift ideas"], created: "2026-04-18T12:40:00Z"),
    Memo(
      "work/bug-journal.md", "Bug journal", tags: ["debugging", "project/naru"], aliases: ["버그 일지"],
      links: ["사용자 인터뷰 정리", "../projects/memo/design-notes.md"], created: "2026-01-12T00:00:00Z"),
    Memo("work/사용자 인터뷰 정리.md", "사용자 인터뷰 정리", tags: ["research", "project/naru"]),
    Memo(
      "work/주간 회의록 2026-03-09.md", "주간 회의록 2026-03-09", tags: ["회의", "project/naru"],
      links: ["사용자 인터뷰 정리", "bug-journal"], created: "2026-03-09T02:05:00Z"),
    Memo(
      "시작하기 - Start here.md", "시작하기 / Start here", tags: ["안내"],
      links: [
        "shell", "주간 회의록 2026-03-09", "moving", "projects/memo/roadmap", "memo: design notes", "제주 3박 4일",
        "travel/packing%20list.markdown", "Home life/gift ideas.md", "요리/김치찌개.md", "요리/된장찌개",
      ]),
    Memo("요리/Basil pesto.md", "Basil pesto, the balcony version", tags: ["요리", "summer"], links: ["balcony garden"]),
    Memo("요리/김치찌개.md", "엄마의 김치찌개", tags: ["요리", "찌개", "집밥", "요리/국물"], created: "2025-11-23T00:00:00Z"),
  ]
}
