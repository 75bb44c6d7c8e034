/// Queries with the memo that a person means by each, in a vault where many others hold the same words: how far up the memo
/// is shows whether a change of ranking is for the better.
struct JudgedSet {
  /// A memo that people look for, and how they ask for it.
  private struct Topic {
    let name: String
    let title: String
    var aliases: [String] = []
    var text = ""
    /// Words under which other memos mention it.
    let mentioned: String
    let queries: [String]
  }

  private static let topics: [Topic] = [
    Topic(
      name: "closure", title: "클로저", aliases: ["Closure"], mentioned: "클로저",
      queries: ["클로저", "closure", "클로저 Closure", "클로저를"]),
    Topic(
      name: "arrow-function", title: "화살표 함수", mentioned: "화살표 함수",
      queries: ["화살표 함수", "화살표함수", "ㅎㅅㅍㅎㅅ", "arrow function"]),
    Topic(name: "object", title: "객체", mentioned: "객체 지향", queries: ["객체", "object", "\"객체\"", "title:객체"]),
    Topic(name: "function", title: "함수", mentioned: "함수형", queries: ["함수", "function", "title:함수", "함 수"]),
    Topic(
      name: "react", title: "React", aliases: ["리액트"], mentioned: "React hooks",
      queries: ["react", "REACT", "리액트", "ㄹㅇㅌ"]),
    Topic(
      name: "nlp", title: "Natural language processing", aliases: ["자연어 처리"], mentioned: "nlp pipeline",
      queries: ["nlp", "natural language processing", "자연어 처리", "자연어처리"]),
    Topic(
      name: "shopping", title: "장보기 목록", mentioned: "장보기",
      queries: ["장보기 목록", "ㅈㅂㄱㅁㄹ", "장보기목록", "shopping"]),
    Topic(
      name: "weekly-minutes", title: "주간 회의록", mentioned: "주간 회의록 초안",
      queries: ["주간 회의록", "주간회의록", "ㅈㄱㅎㅇㄹ", "weekly minutes"]),
    Topic(
      name: "cafe", title: "Café", aliases: ["카페"], mentioned: "cafeteria",
      queries: ["café", "카페", "title:café", "Café"]),
    Topic(
      name: "zuerich", title: "Zürich", mentioned: "Zürich train",
      queries: ["zurich", "Zürich", "zuerich", "title:zurich"]),
    Topic(
      name: "release-plan", title: "Release plan", mentioned: "the release and a plan",
      queries: ["release plan", "release-plan", "plan release", "\"release plan\""]),
    Topic(
      name: "budget-2026", title: "Budget 2026", aliases: ["예산"], mentioned: "budget for 2026",
      queries: ["budget 2026", "예산", "2026 budget", "budget-2026"]),
    Topic(
      name: "pesto", title: "Basil pesto", aliases: ["바질 페스토"], mentioned: "pesto with basil",
      queries: ["pesto", "basil pesto", "바질페스토", "ㅂㅈㅍㅅㅌ"]),
    Topic(
      name: "kimchi-stew", title: "김치찌개", mentioned: "김치찌개집",
      queries: ["김치찌개", "김치 찌개", "kimchi stew", "ㄱㅊㅉㄱ"]),
    Topic(
      name: "null", title: "null", text: "`null`과 `undefined`는 다르다.", mentioned: "nullable",
      queries: ["null", "null과", "title:null", "null undefined"]),
    Topic(
      name: "git-rebase", title: "git rebase", mentioned: "rebase in git",
      queries: ["git rebase", "rebase", "git-rebase", "title:rebase"]),
    Topic(
      name: "tokyo", title: "도쿄 여행", aliases: ["東京"], mentioned: "도쿄 여행 경비",
      queries: ["도쿄 여행", "東京", "도쿄여행", "tokyo"]),
    Topic(
      name: "regex", title: "정규 표현식", aliases: ["정규식", "Regular expressions"], mentioned: "정규 표현식 예제",
      queries: ["정규식", "정규표현식", "regex", "regular expressions"]),
    Topic(
      name: "running", title: "Running log", aliases: ["달리기"], mentioned: "running shoes",
      queries: ["running log", "running", "달리기", "log running"]),
    Topic(
      name: "garden", title: "Balcony garden", text: "**Tomato**es need sun.", mentioned: "a garden with a balcony",
      queries: ["balcony garden", "garden", "tomatoes", "title:garden"]),
    Topic(
      name: "swift", title: "Swift", aliases: ["스위프트"], mentioned: "swiftly",
      queries: ["swift", "스위프트", "ㅅㅇㅍㅌ", "title:swift"]),
    Topic(
      name: "moving", title: "이사 체크리스트", mentioned: "이사 비용",
      queries: ["이사 체크리스트", "이사체크리스트", "ㅇㅅㅊㅋㄹㅅㅌ", "moving"]),
    Topic(
      name: "interview", title: "사용자 인터뷰", mentioned: "사용자 인터뷰 질문",
      queries: ["사용자 인터뷰", "사용자인터뷰", "인터뷰 사용자", "interview"]),
    Topic(
      name: "naive-bayes", title: "Naïve Bayes", mentioned: "naïve",
      queries: ["naive bayes", "Naïve Bayes", "bayes", "naive-bayes"]),
    Topic(
      name: "standup", title: "Daily stand-up", aliases: ["스탠드업"], mentioned: "daily",
      queries: ["daily stand-up", "스탠드업", "standup", "daily standup"]),
  ]

  /// The files of the vault, each with its name and text; the memos that are looked for are the oldest.
  static var files: [(name: String, text: String)] {
    topics.flatMap { topic in
      let front = topic.aliases.isEmpty ? "" : "---\naliases: [\(topic.aliases.joined(separator: ", "))]\n---\n"
      let meant = (name: "\(topic.name).md", text: "\(front)# \(topic.title)\n\n\(topic.text)\n")
      let word = topic.mentioned
      let others = [
        "# Notes about \(word)\n\n\(word) \(word) \(word)\n", "# Journal\n\n## \(word)\n\nMore of \(word).\n",
        "# 메모와 \(word)\n\n\(topic.title), \(word)\n", "# Reading list\n\n- \(word)\n- \(topic.title)\n- \(word)\n",
        "# \(word) 1\n\n\(topic.title) \(topic.title) \(topic.title)\n",
      ]
      return [meant] + others.enumerated().map { ("note-\(topic.name.prefix(2))-\($0)-\(topic.name.count).md", $1) }
    }
  }

  /// What people ask, and the file that they mean.
  static var queries: [(query: String, name: String)] {
    topics.flatMap { topic in topic.queries.map { ($0, "\(topic.name).md") } }
  }

  /// The mean of one over the place of each meant memo; none where it is not found.
  static func meanReciprocalRank(_ places: [Int?]) -> Double {
    places.reduce(0) { $0 + ($1.map { 1 / Double($0) } ?? 0) } / Double(max(places.count, 1))
  }
}
