package import MemoCore

/// The kinds of files in which other programs keep notes and which no folder's import reads.
package enum ForeignNotes: CaseIterable {
  case json
  case evernote
  case org
  case page

  /// The kind of a file; `nil` for one that holds no notes.
  package init?(_ path: VaultPath) {
    let name = path.text.lowercased()
    let kind = Self.allCases.first { $0.endings.contains { name.hasByteSuffix($0) } }
    guard let kind else { return nil }
    self = kind
  }

  private var endings: [String] {
    switch self {
    case .json: [".json", ".jsonl", ".ndjson"]
    case .evernote: [".enex"]
    case .org: [".org"]
    case .page: [".html", ".htm"]
    }
  }

  /// How to import them.
  package var hint: Text {
    switch self {
    case .json:
      Text(
        "for JSON, if it is an array of {\"title\", \"body\", \"last_modified\"}, which jq can make: memo import FILE",
        ko: "{\"title\", \"body\", \"last_modified\"}의 배열인 JSON을 가져오려면(다른 형식은 jq로 바꿀 수 있습니다): memo import 파일")
    case .evernote:
      Text(
        "for notes of Evernote (.enex): import them into Joplin, export 'MD - Markdown + Front Matter' there, and import that folder",
        ko: "Evernote 노트(.enex)는 Joplin으로 가져와 'MD - Markdown + Front Matter'로 내보낸 뒤 그 폴더를 가져오십시오")
    case .org:
      Text(
        "for a memo of an Org file: pandoc -f org -t gfm FILE | memo new",
        ko: "Org 파일을 메모로 만들려면: pandoc -f org -t gfm 파일 | memo new")
    case .page:
      Text(
        "for a memo of an HTML file: pandoc -f html-native_divs-native_spans -t gfm FILE | memo new",
        ko: "HTML 파일을 메모로 만들려면: pandoc -f html-native_divs-native_spans -t gfm 파일 | memo new")
    }
  }

  /// What JSON has to be.
  package static let arrayHint = Text(
    "it has to be an array of {\"title\", \"body\", \"last_modified\"}, which jq can make of other JSON",
    ko: "{\"title\", \"body\", \"last_modified\"}의 배열이어야 하며, 다른 형식의 JSON은 jq로 바꿀 수 있습니다")

  /// Files that may hold notes and were not imported.
  package static func leftOut(_ paths: [VaultPath], isDryRun: Bool) -> Text {
    let (count, names) = (paths.count, OperationMessages.list(paths))
    let files = count == 1 ? "1 file that may hold" : "\(Message.grouped(count)) files that may hold"
    let (verb, end) = isDryRun ? ("would be", "을 예정입니다") : (count == 1 ? "was" : "were", "았습니다")
    return Text(
      "\(files) notes of another program \(verb) left out (\(names))",
      ko: "다른 프로그램의 노트일 수 있는 파일 \(Message.grouped(count))개(\(names))는 가져오지 않\(end)")
  }
}
