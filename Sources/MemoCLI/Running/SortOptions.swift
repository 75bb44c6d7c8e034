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

  /// Before or behind a key, here and in other programs.
  private static let directions = ["+", "-", ":asc", ":desc", " asc", " desc"]

  /// The rejection of a word that is no key; it suggests the one that is meant.
  private static func rejection(of text: String) -> ArgumentRejection {
    let rejection = ArgumentRejection.notAmong(keys, text)
    var word = text.lowercased()
    for direction in directions {
      word = word.dropping(prefix: direction) ?? word.dropping(suffix: direction) ?? word
    }
    for prefix in ["field:", "fields."] { word = word.dropping(prefix: prefix) ?? word }
    guard let key = namesElsewhere[word] else {
      let field = Message.sortByField(word)
      return rejection.hints.isEmpty ? ArgumentRejection(rejection.reason, hints: [field]) : rejection
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
      ko: "정렬 기준: \(keys.joined(separator: ", "))(제목순, 2가 10보다 앞). 앞의 기준이 같으면 다음 기준으로 정렬"),
    isRepeatable: true, completion: .sortKeys(SortOrder.Key.allCases.filter { $0 != .field }.map(\.rawValue)),
    parse: { text in
      guard let order = SortOrder(text) else {
        throw rejection(of: text)
      }
      return order
    })
}
