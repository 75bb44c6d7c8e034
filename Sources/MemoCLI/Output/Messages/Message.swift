import MemoVault

/// Every sentence that memo says while it runs, in all its languages. Help stands with the options it explains.
enum Message {
  static let untitled = Text("(untitled)", ko: "(제목 없음)")
  static let noVault = Text("no vault here", ko: "여기에는 볼트가 없습니다")
  static let noVaultHint = Text(
    "make one with 'memo init', or name one with --vault DIR or MEMO_VAULT",
    ko: "'memo init'으로 만들거나 --vault DIR 또는 MEMO_VAULT로 지정하십시오")
  static let emptyVault = Text("--vault names no folder", ko: "--vault에 폴더 이름이 없습니다")
  static let noCommand = Text("no command was given", ko: "명령이 없습니다")
  static let notDone = Text("nothing was changed", ko: "아무것도 바꾸지 않았습니다")
  static let needsYes = Text("nobody can be asked here", ko: "여기서는 물어볼 수 없습니다")
  static let yesHint = Text("--yes does it without asking", ko: "--yes를 주면 묻지 않고 진행합니다")
  static let noMemos = Text("no memos yet; make one with 'memo new'", ko: "아직 메모가 없습니다. 'memo new'로 만드십시오")
  static let noMemo = Text("no such memo", ko: "그런 메모가 없습니다")

  static func notAFolder(_ path: String) -> Text {
    Text("'\(path)' is not a folder", ko: "'\(path)'\(.topic) 폴더가 아닙니다")
  }

  // MARK: Counts

  static func memoCount(_ count: Int) -> Text { Text(count == 1 ? "1 memo" : "\(count) memos", ko: "메모 \(count)개") }
  static func wordCount(_ count: Int) -> Text { Text(count == 1 ? "1 word" : "\(count) words", ko: "단어 \(count)개") }
  static func linkCount(_ count: Int) -> Text { Text(count == 1 ? "1 link" : "\(count) links", ko: "링크 \(count)개") }
  static func tagCount(_ count: Int) -> Text { Text(count == 1 ? "1 tag" : "\(count) tags", ko: "태그 \(count)개") }
  static func fileCount(_ count: Int) -> Text { Text(count == 1 ? "1 file" : "\(count) files", ko: "파일 \(count)개") }

  // MARK: Naming memos

  static func noSuchMemo(_ reference: String) -> Text {
    Text("no memo is named '\(reference)'", ko: "'\(reference)'\(.called) 메모가 없습니다")
  }
  static func nearest(_ title: String) -> Text {
    Text("did you mean '\(title)'?", ko: "혹시 '\(title)'\(.object) 찾으셨습니까?")
  }
  static func ambiguous(_ reference: String, _ count: Int) -> Text {
    Text("'\(reference)' may be any of \(count) memos", ko: "'\(reference)'에 맞는 메모가 \(count)개 있습니다")
  }
  static let ambiguousHint = Text("use a path, or more of the title", ko: "경로를 쓰거나 제목을 더 적으십시오")
  static func inexact(_ reference: String) -> Text {
    Text(
      "'\(reference)' is not the path, title, file name or alias of a memo; changes need one of these in full",
      ko: "'\(reference)'\(.topic) 메모의 경로, 제목, 파일 이름, 별칭이 아닙니다. 메모를 바꾸려면 그중 하나를 온전히 적어야 합니다")
  }
  static func meant(_ path: String) -> Text {
    Text("the memo it would find is '\(path)'", ko: "찾게 될 메모는 '\(path)'입니다")
  }
  static func changed(_ path: String) -> Text {
    Text("'\(path)' is not as it was: its etag differs", ko: "'\(path)'\(.subject) 그사이 바뀌었습니다. etag가 다릅니다")
  }
  static func etagNow(_ etag: String) -> Text {
    Text("its etag is \(etag) now; look at it and try again", ko: "지금 etag는 \(etag)입니다. 내용을 확인하고 다시 시도하십시오")
  }

  // MARK: Files and programs

  static func badSettings(_ path: String, _ reason: String) -> Text {
    Text("cannot use the settings in '\(path)': \(reason)", ko: "'\(path)'의 설정을 쓸 수 없습니다: \(reason)")
  }
  static func cannot(_ verb: Text, _ path: String, _ reason: Text) -> Text {
    Text("cannot \(verb) '\(path)': \(reason)", ko: "'\(path)'\(.object) \(verb) 수 없습니다: \(reason)")
  }
  static let read = Text("read", ko: "읽을")
  static let list = Text("list", ko: "훑어볼")
  static let write = Text("write", ko: "쓸")
  static let makeFolder = Text("make the folder", ko: "폴더로 만들")
  static let remove = Text("remove", ko: "지울")
  static func editorFailed(_ editor: String) -> Text {
    Text("the editor '\(editor)' failed", ko: "편집기 '\(editor)'\(.subject) 실패했습니다")
  }
  static let editorHint = Text(
    "set MEMO_EDITOR, or 'memo config editor', to a command that works",
    ko: "MEMO_EDITOR나 'memo config editor'에 쓸 수 있는 명령을 지정하십시오")
  static func keptText(_ path: String) -> Text {
    Text("what was written is kept in '\(path)'", ko: "쓴 글은 '\(path)'에 남아 있습니다")
  }
  static func pagerFailed(_ pager: String) -> Text {
    Text("the pager '\(pager)' could not be started", ko: "페이저 '\(pager)'\(.object) 시작하지 못했습니다")
  }
  static func programFailed(_ path: String) -> Text {
    Text("'\(path)' could not be started", ko: "'\(path)'\(.object) 시작하지 못했습니다")
  }
  static func notInstalled(_ program: String) -> Text {
    Text("'\(program)' is not installed", ko: "'\(program)'\(.subject) 설치되어 있지 않습니다")
  }

  // MARK: Sharing

  static func copied(_ path: String) -> Text {
    Text("'\(path)' is on the clipboard", ko: "'\(path)'\(.object) 클립보드로 복사했습니다")
  }
  static let askedTerminal = Text(
    "the terminal was asked to put it on its clipboard", ko: "터미널에 클립보드로 복사하도록 요청했습니다")
  static let noClipboard = Text("there is no clipboard here", ko: "여기에는 클립보드가 없습니다")
  static let clipboardHint = Text(
    "install wl-copy or xclip, or use --stdout", ko: "wl-copy나 xclip을 설치하거나 --stdout을 쓰십시오")
  static func tooLargeForMemory(_ path: String) -> Text {
    let limit = FileError.largestInMemory >> 20
    return Text(
      "'\(path)' is larger than \(limit) MB, more than is taken into memory",
      ko: "'\(path)'\(.topic) \(limit)MB가 넘어 메모리에 담지 않습니다")
  }
  static func fewOpenFiles(_ limit: Int) -> Text {
    Text("only \(limit) files may be open at once, too few to work with", ko: "파일을 한 번에 \(limit)개만 열 수 있어 일할 수 없습니다")
  }
  static func openFilesHint(_ fewest: Int) -> Text {
    Text("'ulimit -n \(fewest)' in the shell raises the limit", ko: "셸에서 'ulimit -n \(fewest)'\(.object) 실행하면 늘어납니다")
  }
  static func tooLargeForTerminal(_ size: Int, _ limit: Int) -> Text {
    Text(
      "the memo has \(size) bytes, and a terminal takes at most \(limit) for its clipboard",
      ko: "메모가 \(size)바이트입니다. 터미널의 클립보드에는 \(limit)바이트까지 넣을 수 있습니다")
  }
  static func sharingFailed(_ program: String) -> Text {
    Text("'\(program)' failed", ko: "'\(program)'\(.subject) 실패했습니다")
  }
}
