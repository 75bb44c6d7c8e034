import Testing

@testable import MemoCore

/// Short ways to search in tests.
enum Search {
  static func hit(
    _ query: String, _ bytes: [UInt8], title: String = "", names: [String] = [], tags: [String] = [],
    fields: [MemoField] = [], path: String = "a.md", open: Bool = false, exact: Bool = false, matches: Int = .max
  ) throws -> SearchHit? {
    let clock = ContinuousClock()
    let start = clock.now
    let limits = SearchLimits(matches: matches, now: { start.duration(to: clock.now) })
    let matcher = try SearchQuery(parsing: query, openLastSyllable: open, isExact: exact).makeMatcher(limits: limits)
    return try bytes.withUnsafeBytes {
      try matcher.match(
        SearchDocument(title: title, names: names, tags: tags, fields: fields, path: VaultPath(path), bytes: $0))
    }
  }

  /// A hit in a memo whose title is its first line.
  static func hit(
    _ query: String, _ text: String, tags: [String] = [], path: String = "a.md", open: Bool = false
  ) throws -> SearchHit? {
    let first = text.split(separator: "\n").first.map(String.init) ?? ""
    let title = first.drop { $0 == "#" || $0 == " " }
    return try hit(
      query, Array(text.utf8), title: String(title), tags: tags, path: path, open: open)
  }

  /// The matches as `line:column:length`.
  static func places(_ query: String, _ text: String, open: Bool = false) throws -> [String]? {
    try hit(query, text, open: open)?.matches.map { "\($0.line):\($0.column):\($0.length)" }
  }
}
