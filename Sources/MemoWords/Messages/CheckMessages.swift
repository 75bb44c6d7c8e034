package import MemoCore
package import MemoKit

/// Messages about the problems that `memo check` finds.
package enum CheckMessages {
  /// The problem as a sentence.
  package static func text(of kind: VaultProblem.Kind) -> Text {
    switch kind {
    case .brokenLink(let target, let meant): text(of: target, meant)
    case .ambiguousLink(let target, let count, let candidates):
      candidates.isEmpty
        ? Message.ambiguous(target, count)
        : ambiguous(target, count, candidates.map(\.text).joined(separator: ", "))
    case .brokenAttachment(let link):
      Text("no file is named '\(link.target)'", ko: "'\(link.target)'\(.called) 파일이 없습니다")
    case .duplicateTitle(let count, let other):
      sameTitle(other.text, others: count - 2)
    case .normalizationTwin(let other):
      Text(
        "the name differs from '\(other.text)' only in Unicode normalization; on macOS both are the same file",
        ko: "'\(other.text)'\(.with) 이름의 유니코드 정규화만 다릅니다. macOS에서는 같은 파일로 취급합니다")
    case .caseTwin(let other):
      Text(
        "the name differs from '\(other.text)' only in case; on macOS and Windows both are the same file",
        ko: "'\(other.text)'\(.with) 이름의 대소문자만 다릅니다. macOS와 Windows에서는 같은 파일로 취급합니다")
    case .windowsName: Text("the name is not allowed on Windows", ko: "Windows에서 쓸 수 없는 이름입니다")
    case .conflictMarker: Text("conflict markers left by a merge", ko: "병합이 남긴 충돌 표시가 있습니다")
    case .unreadable(let error): FailureMessages.text(of: error)
    case .tooLarge(_, let limit) where limit == MemoMetadata.readLimit:
      Text(
        "tags, links and words are read only from the first \(megabytes(limit)) MB of the file",
        ko: "태그, 링크, 단어는 파일의 처음 \(megabytes(limit))MB에서만 읽습니다")
    case .tooLarge(_, let limit):
      Text(
        "search covers only the first \(megabytes(limit)) MB of the file",
        ko: "검색은 파일의 처음 \(megabytes(limit))MB에서만 합니다")
    }
  }

  /// No memo has that name; suggests the ones it may mean.
  private static func text(of target: String, _ meant: LostTarget) -> Text {
    switch meant {
    case .unknown: Message.noSuchMemo(target)
    case .moved(let path): Message.movedTo(target, path.text)
    case .namesake(let path): Message.namesake(target, path.text)
    case .several(let count, let paths) where paths.isEmpty: Message.namesakes(target, count)
    case .several(_, let paths): Message.maybe(target, paths.map(\.text))
    }
  }

  private static func ambiguous(_ target: String, _ count: Int, _ paths: String) -> Text {
    let sentence = Message.ambiguous(target, count)
    return Text("\(sentence): \(paths)", ko: "\(sentence): \(paths)")
  }

  private static func sameTitle(_ path: String, others: Int) -> Text {
    others == 0
      ? Text("'\(path)' has the same title", ko: "'\(path)'\(.with) 제목이 같습니다")
      : Text("'\(path)' and \(others) more have the same title", ko: "'\(path)' 등 \(others + 1)개와 제목이 같습니다")
  }

  private static func megabytes(_ bytes: Int) -> Int { bytes >> 20 }
}

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
