import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Tags, days, and the keys and values of front matters.
struct FieldCompletions {
  let document: PlacedDocument
  let view: VaultView
  let request: FeatureRequest

  private static let commonKeys = ["title", "tags", "aliases", "created", "date"]
  private static let dayKeys = ["created", "date", "due", "start", "end", "updated"]

  /// The tags of the vault and those they are nested in, the most used first.
  func tags(_ typed: Range<Int>) -> [CompletionItem] {
    TagNames(of: view.index).best(for: document.text(typed)).prefix(CompletionItem.limit).map { count in
      CompletionItem(label: count.tag, kind: .keyword, text: count.tag, detail: String(count.count))
    }
  }

  /// The days around today, and one that is named.
  func dates(_ typed: Range<Int>) -> [CompletionItem] {
    let text = document.text(typed)
    let name = text.dropping(prefix: "@") ?? text
    let days = DayNames(clock: request.machine.clock, language: request.client.language)
    return days.days(for: name).map { day in
      let spelling = day.spelling(for: name)
      return CompletionItem(
        label: day.name, kind: .event, text: day.date, spelling: spelling == day.name ? nil : spelling, detail: day.date
      )
    }
  }

  /// The keys that memos of the vault use, without those that the memo has.
  func keys(_ typed: Range<Int>) -> [CompletionItem] {
    let own = document.marks.front.entries.filter { !$0.range.overlaps(typed) }.map(\.key)
    let used = view.fields(besides: document.path, request).sorted {
      ($1.value.count, $0.key) < ($0.value.count, $1.key)
    }.map(\.key)
    let keys = used + Self.commonKeys.filter { !used.contains($0) }
    return TypedName(document.text(typed)).best(keys.filter { !own.contains($0) || $0 == document.text(typed) }) { $0 }
      .prefix(CompletionItem.limit).map { CompletionItem(label: $0, kind: .field, text: "\($0): ") }
  }

  /// The values that memos of the vault have under a key.
  func values(of key: String, _ typed: Range<Int>) -> [CompletionItem] {
    let name = key.lowercased()
    if FrontMatter.tagKeys.contains(name) { return tags(typed) }
    let used = view.fields(besides: document.path, request)[key] ?? [:]
    let values = used.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    let found = TypedName(document.text(typed)).best(values) { $0 }.prefix(CompletionItem.limit).compactMap { value in
      spelling(of: value, at: typed.lowerBound).map { CompletionItem(label: value, kind: .value, text: $0) }
    }
    return (Self.dayKeys.contains(name) ? dates(typed) : []) + found
  }

  /// How a value is written at a place, in quotes or brackets or not, so that it is read as itself; `nil` where it cannot be.
  private func spelling(of value: String, at offset: Int) -> String? {
    let line = document.lines.line(document.lines.number(at: offset))
    let before = document.bytes[line.lowerBound..<offset]
    let quote = before.last.flatMap { "\"'".utf8.contains($0) ? $0 : nil }
    let spellings =
      switch quote {
      case UInt8(ascii: "\""): [value, Self.inside(YAMLWriting.scalar(value, as: .double))]
      case .some: [value, value.replacing("'", by: "''")]
      // A colon that memo reads as text ends a key for stricter readers.
      case nil where value.containsBytes(": ") || value.utf8.last == UInt8(ascii: ":"):
        [YAMLWriting.scalar(value, inBrackets: true)]
      case nil: [value, YAMLWriting.scalar(value, inBrackets: true)]
      }
    let isItem = before.first.map { $0 <= 0x20 || $0 == UInt8(ascii: "-") } ?? true
    let start = Array((isItem ? "---\nkey:\n" : "---\n").utf8) + before
    let isInBrackets = (before.lastIndex(of: UInt8(ascii: "[")) ?? -1) > (before.lastIndex(of: UInt8(ascii: "]")) ?? -1)
    let end = [quote].compactMap(\.self) + Array((isInBrackets ? "]\n---\n" : "\n---\n").utf8)
    return spellings.first { spelling in
      let read = (start + spelling.utf8 + end).withUnsafeBytes { FrontMatter($0).entries.last?.values.last }
      return read.map { $0.utf8.elementsEqual(value.utf8) } ?? false
    }
  }

  /// What is in quotes. A `Character` would be a quote together with a combining mark that the text begins with.
  private static func inside(_ quoted: String) -> String { String(quoted.unicodeScalars.dropFirst().dropLast()) }
}

extension VaultView {
  private static let sampleSize = 200
  private static let longestValue = 80

  /// The keys and values of the newest memos' front matters, with how often they are used: enough to complete from, and it
  /// takes no time of the size of the vault.
  func fields(besides own: VaultPath?, _ request: FeatureRequest) -> [String: [String: Int]] {
    var fields: [String: [String: Int]] = [:]
    for memo in index.memos.lazy.prefix(Self.sampleSize) {
      if request.isCancelled() { break }
      if memo.path == own { continue }
      _ = try? vault.files.read(memo.path, limit: 1 << 12) { bytes in
        for entry in FrontMatter(bytes).entries {
          fields[entry.key, default: [:]]["", default: 0] += 0
          for value in entry.values where value.utf8.count <= Self.longestValue && !value.utf8.contains(0x0A) {
            fields[entry.key, default: [:]][value, default: 0] += 1
          }
        }
      }
    }
    return fields.mapValues { $0.filter { !$0.key.isEmpty } }
  }
}
