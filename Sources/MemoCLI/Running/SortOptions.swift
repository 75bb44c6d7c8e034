import MemoCore
import MemoIndex
import MemoWords

/// The order of lists.
enum SortOptions {
  /// As the help lists them: the key that it explains comes last.
  private static let keys = SortOrder.Key.allCases.map { $0 == .field ? "field:KEY" : $0.rawValue }
  /// What other programs call a key.
  private static let namesElsewhere: [String: SortOrder.Key] = [
    "date": .modified, "time": .modified, "mtime": .modified, "updated": .modified, "newest": .modified,
    "recent": .modified,
    "created_at": .created, "creation": .created, "ctime": .created, "birth": .created, "name": .title,
    "filename": .path,
    "length": .words, "shuffle": .random,
  ]

  /// The keys in Korean, which are taken as they are; without blanks.
  private static let korean: [String: SortOrder.Key] = [
    "수정": .modified, "수정일": .modified, "수정날짜": .modified, "수정시각": .modified, "최신": .modified, "최신순": .modified,
    "최근": .modified, "최근순": .modified, "날짜": .modified, "날짜순": .modified, "시간": .modified, "시간순": .modified,
    "생성": .created, "생성일": .created, "만든날짜": .created, "작성일": .created, "제목": .title, "제목순": .title,
    "이름": .title, "이름순": .title, "경로": .path, "파일": .path, "파일이름": .path, "크기": .size, "단어": .words,
    "단어수": .words, "무작위": .random, "임의": .random, "자연순": .natural,
  ]

  /// The keys as Korean errors list them, each with a Korean word for it: `title(제목)`.
  private static let koreanKeys = SortOrder.Key.allCases.map { key in
    let shown = Placeholder.text(key == .field ? "field:KEY" : key.rawValue)[.korean]
    return koreanWords[key].map { "\(shown)(\($0))" } ?? shown
  }.joined(separator: ", ")
  private static let koreanWords: [SortOrder.Key: String] = [
    .modified: "수정", .created: "생성", .title: "제목", .path: "경로", .size: "크기", .words: "단어", .random: "무작위",
    .natural: "자연순",
  ]

  /// A key in Korean as the key that it is; any other text as it is.
  private static func translated(_ text: String) -> String {
    let sign = text.unicodeScalars.last.flatMap { "+-".unicodeScalars.contains($0) ? String($0) : nil } ?? ""
    let key = (text.dropping(suffix: sign) ?? text).parts(at: " ").joined()
    return korean[key].map { $0.rawValue + sign } ?? text
  }

  /// Before or behind a key, here and in other programs.
  private static let directions = ["+", "-", ":asc", ":desc", " asc", " desc"]

  /// The rejection of a word that is no key; it suggests the one that is meant.
  private static func rejection(of text: String) -> ArgumentRejection {
    let rejection = ArgumentRejection(
      Text("must be \(Wording.alternatives(keys))", ko: "쓸 수 있는 값: \(koreanKeys)"),
      hints: ArgumentRejection.notAmong(keys, text).hints)
    var word = text.lowercased()
    for direction in directions {
      word = word.dropping(prefix: direction) ?? word.dropping(suffix: direction) ?? word
    }
    for prefix in ["field:", "fields."] { word = word.dropping(prefix: prefix) ?? word }
    guard let key = namesElsewhere[word] else {
      guard rejection.hints.isEmpty, !word.isEmpty else { return rejection }
      return ArgumentRejection(rejection.reason, hints: [Message.sortByField(word)])
    }
    return ArgumentRejection(rejection.reason, hints: Wording.didYouMean([key.rawValue]))
  }

  static let sort = Option<SortOrder>(
    "sort", value: "KEY[+|-]",
    help: Text(
      """
      Sort by \(keys.dropLast().joined(separator: ", ")) or \(keys.last ?? "") (by title, 2 before 10); further \
      keys break ties
      """,
      ko: """
        정렬 기준: \(Placeholder.text(keys.joined(separator: ", ")))(제목순, 2가 10보다 앞). '제목', '수정'처럼 한국어로 써도 됨. 앞의 기준이 같으면 \
        다음 기준으로 정렬
        """),
    isRepeatable: true, completion: .sortKeys(SortOrder.Key.allCases.filter { $0 != .field }.map(\.rawValue)),
    parse: { text in
      guard let order = SortOrder(translated(text)) else {
        throw rejection(of: text)
      }
      return order
    })
}
