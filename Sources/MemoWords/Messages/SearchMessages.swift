package import MemoCore

/// Why a search found a memo.
package enum SearchMessages {
  /// The reason in a phrase: `title, whole word "회의" (3 matches)`.
  package static func text(of reason: SearchReason) -> Text {
    let term = reason.term
    switch reason.kind {
    case .text(let place, let isWholeWord, let matches):
      let count = Text(matches == 1 ? "1 match" : "\(matches) matches", ko: "\(matches)회")
      let (place, extent) = (text(of: place), isWholeWord ? wholeWord : partOfWord)
      return Text("\(place), \(extent) \"\(term)\" (\(count))", ko: "\(place), \(extent) \"\(term)\" (\(count))")
    case .tag: return Text("tag \"\(term)\"", ko: "태그 \"\(term)\"")
    case .path: return Text("path \"\(term)\"", ko: "경로 \"\(term)\"")
    }
  }

  private static let wholeWord = Text("whole word", ko: "온전한 단어")
  private static let partOfWord = Text("part of a word", ko: "단어의 일부")

  private static func text(of place: SearchPlace) -> Text {
    switch place {
    case .title: Text("title", ko: "제목")
    case .heading: Text("heading", ko: "소제목")
    case .body: Text("body", ko: "본문")
    }
  }
}
