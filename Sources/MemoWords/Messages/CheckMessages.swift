package import MemoCore
package import MemoKit
import MemoStore

/// Messages about the problems that `memo check` finds.
package enum CheckMessages {
  /// The problem as a sentence.
  package static func text(of kind: VaultProblem.Kind) -> Text {
    switch kind {
    case .brokenLink(let target, let meant): text(of: target, meant)
    case .ambiguousLink(let target, let path, let count, _):
      Text(
        "\(Message.ambiguous(target, count)) and resolves to '\(path.text)'",
        ko: "\(Message.ambiguous(target, count)). '\(path.text)'\(.toward) 연결됩니다")
    case .brokenAnchor(let anchor, let path, let meant?):
      Text(
        "\(Message.noHeading(anchor, path.text)); it is called '\(meant)'",
        ko: "\(Message.noHeading(anchor, path.text)). 이름은 '\(meant)'입니다")
    case .brokenAnchor(let anchor, let path, nil):
      anchor.utf8.first == UInt8(ascii: "^")
        ? Text("'\(path.text)' has no block '\(anchor)'", ko: "'\(path.text)'에 '\(anchor)' 블록이 없습니다")
        : Message.noHeading(anchor, path.text)
    case .brokenAttachment(let link, let meant): text(of: link, meant)
    case .duplicateTitle(let count, let other):
      sameTitle(other.text, others: count - 2)
    case .normalizationTwin(let other):
      // They look the same.
      Folding.composed(other.text).utf8.elementsEqual(other.text.utf8)
        ? Text(
          "the name looks like the composed (NFC) '\(other.text)'; on macOS both are the same file: rename one",
          ko: "글자를 완성해 쓴(NFC) '\(other.text)'\(.with) 같아 보이는 이름입니다. macOS에서는 같은 파일로 취급하니 하나의 이름을 바꾸십시오")
        : Text(
          "the name looks like the decomposed (NFD) '\(other.text)'; on macOS both are the same file: rename one",
          ko: "자모를 풀어 쓴(NFD) '\(other.text)'\(.with) 같아 보이는 이름입니다. macOS에서는 같은 파일로 취급하니 하나의 이름을 바꾸십시오")
    case .caseTwin(let other):
      Text(
        "the name differs from '\(other.text)' only in case; on macOS and Windows both are the same file",
        ko: "'\(other.text)'\(.with) 이름의 대소문자만 다릅니다. macOS와 Windows에서는 같은 파일로 취급합니다")
    case .foreignName:
      Text(
        "the name is not UTF-8, and other devices may not show or store it: rename the file or folder",
        ko: "이름이 UTF-8이 아니어서 다른 기기에서 깨지거나 저장되지 않을 수 있습니다. 파일이나 폴더의 이름을 바꾸십시오")
    case .windowsName: Text("the name is not allowed on Windows", ko: "Windows에서 쓸 수 없는 이름입니다")
    case .conflictMarker: Text("conflict markers left by a merge", ko: "병합이 남긴 충돌 표시가 있습니다")
    case .unreadable(let error): FailureMessages.text(of: error)
    case .encoding(let finding): text(of: finding)
    case .frontMatter:
      Text(
        "this line of the front matter is not understood; it is left as it is",
        ko: "프런트매터의 이 줄은 읽을 수 없어 그대로 둡니다")
    case .repeatedKey(let key):
      Text(
        "the key '\(key)' is repeated below, and only the last one counts",
        ko: "'\(key)' 키가 아래에 또 있어 마지막 것만 읽습니다")
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

  private static func text(of finding: EncodingFinding) -> Text {
    let reason = reason(finding)
    return switch finding {
    case .likely: Text("\(reason); 'memo check --fix' converts it", ko: "\(reason). 'memo check --fix'로 변환할 수 있습니다")
    case .oversized:
      Text(
        "\(reason); files larger than \(megabytes(FileError.largestInMemory)) MB are not converted",
        ko: "\(reason). \(megabytes(FileError.largestInMemory))MB가 넘는 파일은 변환하지 않습니다")
    case .partly, .brokenUTF8, .binary, .unclear: Text("\(reason); it is left as it is", ko: "\(reason). 그대로 둡니다")
    }
  }

  /// What a file is that is not UTF-8.
  package static func reason(_ finding: EncodingFinding) -> Text {
    switch finding {
    case .likely(let encoding), .oversized(let encoding): probably(encoding)
    case .partly(let encoding):
      Text(
        "\(probably(encoding)), but not all of it can be converted without loss",
        ko: "\(probably(encoding)). 그러나 손실 없이 모두 변환할 수는 없습니다")
    case .brokenUTF8: Text("the text is UTF-8 except for some bytes", ko: "UTF-8 텍스트에 잘못된 바이트가 있습니다")
    case .binary: Text("the file is not text", ko: "텍스트 파일이 아닙니다")
    case .unclear:
      Text(
        "the text is not UTF-8, and its encoding is not clear", ko: "UTF-8이 아니며 어떤 인코딩인지 분명하지 않습니다")
    }
  }

  private static func probably(_ encoding: TextEncoding) -> Text {
    Text(
      "the text is not UTF-8 but probably \(name(of: encoding))", ko: "UTF-8이 아닙니다. 인코딩은 \(name(of: encoding))인 것 같습니다")
  }

  /// The name of an encoding, with the languages that are written in it.
  package static func name(of encoding: TextEncoding) -> Text {
    let name = encoding.rawValue
    return switch encoding {
    case .utf16LittleEndian, .utf16BigEndian: Text(verbatim: name)
    case .korean: Text("\(name) (Korean)", ko: "\(name)(한국어)")
    case .japanese: Text("\(name) (Japanese)", ko: "\(name)(일본어)")
    case .chinese: Text("\(name) (Chinese)", ko: "\(name)(중국어)")
    case .western: Text("\(name) (Western European)", ko: "\(name)(서유럽어)")
    }
  }

  /// No memo has that name; suggests the ones it may mean.
  private static func text(of target: String, _ meant: LostTarget) -> Text {
    switch meant {
    case .unknown: Message.noSuchMemo(target)
    case .unread:
      Text(
        "no memo that can be read is named '\(target)'", ko: "읽을 수 있는 메모 중에는 '\(target)'\(.called) 메모가 없습니다")
    case .moved(let path): Message.movedTo(target, path.text)
    case .trashed(let path): Message.trashed(target, path)
    case .ignored(let path): ignored(Message.noSuchMemo(target), path.text)
    case .namesake(let path): Message.namesake(target, path.text)
    case .several(let count, let paths) where paths.isEmpty: Message.namesakes(target, count)
    case .several(_, let paths): Message.maybe(target, paths.map(\.text))
    }
  }

  private static func ignored(_ none: Text, _ path: String) -> Text {
    Text(
      "\(none); '\(path)' is left out by the setting 'ignore'",
      ko: "\(none). '\(path)'\(.topic) 설정 'ignore'에 따라 제외됩니다")
  }

  /// No file has that path; suggests the ones it may mean.
  private static func text(of link: AttachmentLink, _ meant: LostTarget) -> Text {
    let none = Text("no file is named '\(link.target)'", ko: "'\(link.target)'\(.called) 파일이 없습니다")
    switch meant {
    case .unknown, .unread, .trashed: return none
    case .ignored(let path): return ignored(none, path.text)
    case .moved(let path), .namesake(let path):
      return Text("\(none); '\(path.text)' has the same name", ko: "\(none). 이름이 같은 파일은 '\(path.text)'입니다")
    case .several(let count, let paths):
      guard !paths.isEmpty else {
        return Text("\(none); it may be any of \(count)", ko: "\(none). 파일 \(count)개 중 하나일 수 있습니다")
      }
      let list = paths.map { "'\($0.text)'" }.joined(separator: ", ")
      return Text("\(none); it may be \(list)", ko: "\(none). \(list) 중 하나일 수 있습니다")
    }
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
    case .forgiven(let place, let matches):
      let count = Text(matches == 1 ? "1 match" : "\(matches) matches", ko: "\(matches)회")
      let place = text(of: place)
      return Text("\(place), \"\(term)\" written differently (\(count))", ko: "\(place), 다르게 적힌 \"\(term)\" (\(count))")
    case .name: return Text("name \"\(term)\"", ko: "이름 \"\(term)\"")
    case .field: return Text("field \"\(term)\"", ko: "필드 \"\(term)\"")
    case .tag: return Text("tag \"\(term)\"", ko: "태그 \"\(term)\"")
    case .path: return Text("path \"\(term)\"", ko: "경로 \"\(term)\"")
    case .forgivenPath:
      return Text("path, \"\(term)\" written differently", ko: "경로, 다르게 적힌 \"\(term)\"")
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
