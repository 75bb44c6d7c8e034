import MemoIndex
import MemoWords

/// The order of lists.
enum SortOptions {
  /// As the help lists them: the key that it explains comes last.
  private static let keys = SortOrder.Key.allCases.map { $0 == .field ? "field:KEY" : $0.rawValue }
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
        throw ArgumentRejection.notAmong(keys, text)
      }
      return order
    })
}
