package import MemoStore

/// Every sentence that memo says while it runs, in all its languages. Help stands with the options it explains.
package enum Message {
  package static let untitled = Text("(untitled)", ko: "(제목 없음)")
  package static let noVault = Text("no vault here", ko: "여기에는 볼트가 없습니다")
  package static let noVaultHint = Text(
    "make one with 'memo init', or name one with --vault DIR or MEMO_VAULT",
    ko: "'memo init'으로 만들거나 --vault DIR 또는 MEMO_VAULT로 지정하십시오")
  package static let emptyVault = Text("--vault names no folder", ko: "--vault에 폴더 이름이 없습니다")
  package static let noCommand = Text("no command was given", ko: "명령이 없습니다")
  package static let notDone = Text("nothing was changed", ko: "아무것도 바꾸지 않았습니다")
  package static let needsYes = Text("nobody can be asked here", ko: "여기서는 물어볼 수 없습니다")
  package static let yesHint = Text("--yes does it without asking", ko: "--yes를 주면 묻지 않고 진행합니다")
  package static let noMemos = Text("no memos yet; make one with 'memo new'", ko: "아직 메모가 없습니다. 'memo new'로 만드십시오")
  package static let noMemo = Text("no such memo", ko: "그런 메모가 없습니다")

  package static func notAFolder(_ path: String) -> Text {
    Text("'\(path)' is not a folder", ko: "'\(path)'\(.topic) 폴더가 아닙니다")
  }

  // MARK: Counts

  /// A number as people read it: `12,345`.
  package static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[max(0, $0 - 3)..<$0]) }
    return (number < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
  }
  package static func memoCount(_ count: Int) -> Text {
    Text(count == 1 ? "1 memo" : "\(grouped(count)) memos", ko: "메모 \(grouped(count))개")
  }
  package static func wordCount(_ count: Int) -> Text {
    Text(count == 1 ? "1 word" : "\(grouped(count)) words", ko: "단어 \(grouped(count))개")
  }
  package static func linkCount(_ count: Int) -> Text {
    Text(count == 1 ? "1 link" : "\(grouped(count)) links", ko: "링크 \(grouped(count))개")
  }
  package static func tagCount(_ count: Int) -> Text {
    Text(count == 1 ? "1 tag" : "\(grouped(count)) tags", ko: "태그 \(grouped(count))개")
  }
  package static func fileCount(_ count: Int) -> Text {
    Text(count == 1 ? "1 file" : "\(count) files", ko: "파일 \(count)개")
  }

  // MARK: Naming memos

  package static func noSuchMemo(_ reference: String) -> Text {
    Text("no memo is named '\(reference)'", ko: "'\(reference)'\(.called) 메모가 없습니다")
  }
  package static func nearest(_ title: String) -> Text {
    Text("did you mean '\(title)'?", ko: "혹시 '\(title)'\(.object) 찾으셨습니까?")
  }
  package static func ambiguous(_ reference: String, _ count: Int) -> Text {
    Text("'\(reference)' may be any of \(count) memos", ko: "'\(reference)'에 맞는 메모가 \(count)개 있습니다")
  }
  package static let ambiguousHint = Text("use a path, or more of the title", ko: "경로를 쓰거나 제목을 더 적으십시오")
  package static func ambiguousPath(_ reference: String) -> Text {
    Text(
      "'\(reference)' is one memo from here and another from the vault's root",
      ko: "'\(reference)'\(.topic) 이 폴더에서 보면 한 메모이고 볼트의 맨 위에서 보면 다른 메모입니다")
  }
  package static func takenFromHere(_ reference: String, _ taken: String, _ other: String) -> Text {
    Text(
      "'\(reference)' is taken for '\(taken)', from where you are; '\(other)' has the same path from the vault's root",
      ko: "'\(reference)'\(.object) 지금 있는 곳의 '\(taken)'\(.toward) 읽었습니다. 볼트의 루트에는 '\(other)'\(.subject) 있습니다")
  }
  package static let ambiguousPathHint = Text(
    "nothing was changed; write ./ before it for the one from here, or an absolute path",
    ko: "아무것도 바꾸지 않았습니다. 이 폴더의 메모는 앞에 ./를 붙이고, 아니면 절대 경로로 적으십시오")
  package static func inexact(_ reference: String) -> Text {
    Text(
      "'\(reference)' is not the path, title, file name or alias of a memo; changes need one of these in full",
      ko: "'\(reference)'\(.topic) 메모의 경로, 제목, 파일 이름, 별칭이 아닙니다. 메모를 바꾸려면 그중 하나를 온전히 적어야 합니다")
  }
  package static func meant(_ path: String) -> Text {
    Text("did you mean '\(path)'?", ko: "혹시 '\(path)'\(.object) 뜻하셨습니까?")
  }
  package static func changed(_ path: String) -> Text {
    Text("'\(path)' is not as it was: its etag differs", ko: "'\(path)'\(.subject) 그사이 바뀌었습니다. etag가 다릅니다")
  }
  package static func etagNow(_ etag: String) -> Text {
    Text("its etag is \(etag) now; look at it and try again", ko: "지금 etag는 \(etag)입니다. 내용을 확인하고 다시 시도하십시오")
  }

  // MARK: Files and programs

  package static func badSettings(_ path: String, _ problem: SettingsProblem) -> Text {
    let reason =
      switch problem {
      case .notAnObject: Text("it is not a JSON object", ko: "JSON 객체가 아닙니다")
      case .unwritable: Text("it cannot be written as JSON", ko: "JSON으로 쓸 수 없습니다")
      case .longPatterns(let limit):
        Text("the patterns in 'ignore' exceed \(limit >> 10) kB", ko: "'ignore'의 패턴이 \(limit >> 10)kB를 넘습니다")
      }
    return Text("cannot use the settings in '\(path)': \(reason)", ko: "'\(path)'의 설정을 쓸 수 없습니다: \(reason)")
  }
  package static func cannot(_ verb: Text, _ path: String, _ reason: Text) -> Text {
    Text("cannot \(verb) '\(path)': \(reason)", ko: "'\(path)'\(.object) \(verb) 수 없습니다: \(reason)")
  }
  package static func readOnly(_ reason: Text) -> Text {
    Text("this vault cannot be written to: \(reason)", ko: "이 볼트에는 쓸 수 없습니다: \(reason)")
  }
  package static let read = Text("read", ko: "읽을")
  package static let list = Text("list", ko: "훑어볼")
  package static let write = Text("write", ko: "쓸")
  package static let makeFolder = Text("make the folder", ko: "폴더로 만들")
  package static let remove = Text("remove", ko: "지울")
  package static func editorFailed(_ editor: String) -> Text {
    Text("the editor '\(editor)' could not be started", ko: "편집기 '\(editor)'\(.object) 시작하지 못했습니다")
  }
  package static func editorEnded(_ editor: String, _ end: String) -> Text {
    Text("the editor '\(editor)' ended with \(end)", ko: "편집기 '\(editor)'\(.subject) \(end)\(.with) 함께 끝났습니다")
  }
  package static let editorKept = Text("what it saved is kept", ko: "편집기가 저장한 내용은 그대로 있습니다")
  package static func editorNeedsTerminal(_ editor: String) -> Text {
    Text("there is no terminal for the editor '\(editor)'", ko: "편집기 '\(editor)'\(.object) 열 터미널이 없습니다")
  }
  package static let withoutEditorHint = Text(
    "'memo append' and 'memo write' need no editor; MEMO_EDITOR may name one that needs no terminal",
    ko: "'memo append'와 'memo write'는 편집기 없이 씁니다. 터미널이 필요 없는 편집기는 MEMO_EDITOR에 지정하십시오")
  package static let editorHint = Text(
    "set MEMO_EDITOR, or 'memo config editor', to a command that works",
    ko: "MEMO_EDITOR나 'memo config editor'에 쓸 수 있는 명령을 지정하십시오")
  package static func keptText(_ path: String) -> Text {
    Text("what was written is kept in '\(path)'", ko: "쓴 글은 '\(path)'에 남아 있습니다")
  }
  package static func pagerFailed(_ pager: String) -> Text {
    Text("the pager '\(pager)' could not be started", ko: "페이저 '\(pager)'\(.object) 시작하지 못했습니다")
  }
  package static func programFailed(_ path: String) -> Text {
    Text("'\(path)' could not be started", ko: "'\(path)'\(.object) 시작하지 못했습니다")
  }
  package static func notInstalled(_ program: String) -> Text {
    Text("'\(program)' is not installed", ko: "'\(program)'\(.subject) 설치되어 있지 않습니다")
  }

  // MARK: Sharing

  package static func copied(_ path: String) -> Text {
    Text("'\(path)' is on the clipboard", ko: "'\(path)'\(.object) 클립보드로 복사했습니다")
  }
  package static let askedTerminal = Text(
    "the terminal was asked to put it on its clipboard", ko: "클립보드에 복사해 달라고 터미널에 요청했습니다")
  package static let noClipboard = Text("there is no clipboard here", ko: "여기에는 클립보드가 없습니다")
  package static let clipboardHint = Text(
    "install wl-copy or xclip, or pipe it: 'memo share --stdout REF | …'",
    ko: "wl-copy나 xclip을 설치하거나 파이프로 넘기십시오: 'memo share --stdout REF | …'")
  package static func tooLargeForMemory(_ path: String) -> Text {
    let limit = FileError.largestInMemory >> 20
    return Text(
      "'\(path)' is larger than \(limit) MB, more than is taken into memory",
      ko: "'\(path)'\(.topic) \(limit)MB가 넘어 메모리에 담지 않습니다")
  }
  package static let brokenCache = Text(
    "cannot answer: another program cut memo's cache short while it was read",
    ko: "답할 수 없습니다: 다른 프로그램이 읽는 동안 memo의 캐시를 잘랐습니다")
  package static let brokenCacheHint = Text("run it again; no memo is affected", ko: "다시 실행하십시오. 메모는 그대로입니다")
  package static func fewOpenFiles(_ limit: Int) -> Text {
    Text("only \(limit) files may be open at once, too few to work with", ko: "파일을 한 번에 \(limit)개만 열 수 있어 일할 수 없습니다")
  }
  package static func openFilesHint(_ fewest: Int) -> Text {
    Text("'ulimit -n \(fewest)' in the shell raises the limit", ko: "셸에서 'ulimit -n \(fewest)'\(.object) 실행하면 늘어납니다")
  }
  package static func tooLargeForTerminal(_ size: Int, _ limit: Int) -> Text {
    Text(
      "the memo has \(size) bytes, and a terminal takes at most \(limit) for its clipboard",
      ko: "메모가 \(size)바이트입니다. 터미널의 클립보드에는 \(limit)바이트까지 넣을 수 있습니다")
  }
  package static func tooLargeForMail(_ size: Int) -> Text {
    Text(
      "the memo has \(size) bytes, too many for the body of a new mail", ko: "메모가 \(size)바이트입니다. 새 메일의 본문에 넣기에는 너무 깁니다")
  }
  package static let mailHint = Text("attach the file instead", ko: "파일을 첨부하십시오")
  package static func sharingFailed(_ program: String) -> Text {
    Text("'\(program)' failed", ko: "'\(program)'\(.subject) 실패했습니다")
  }
}
