import MemoCore
package import MemoIndex
package import MemoStore

/// The messages of memo in all its languages. Help texts are next to the options they explain.
package enum Message {
  package static let hint = Text("hint:", ko: "힌트:")
  package static let untitled = Text("(untitled)", ko: "(제목 없음)")
  package static let noVault = Text(
    "no vault found: neither this folder nor one above it has '.memo'",
    ko: "보관함을 찾을 수 없습니다: 현재 폴더와 그 위의 폴더에 '.memo'가 없습니다")
  package static let emptyVault = Text("--vault is empty", ko: "--vault가 비어 있습니다")
  package static let noCommand = Text("no command given", ko: "명령을 입력하지 않았습니다")
  package static let notDone = Text("nothing was changed", ko: "아무것도 바꾸지 않았습니다")
  package static let needsYes = Text("cannot ask: not a terminal", ko: "터미널이 아니어서 물어볼 수 없습니다")
  package static let yesHint = Text("use --yes to go ahead without asking", ko: "묻지 않고 진행하려면 --yes를 붙이십시오")
  package static let noMemos = Text("no memos yet; create one with 'memo new'", ko: "아직 메모가 없습니다. 'memo new'로 만들어 보십시오")
  package static let nothingPicked = Text("no memo was chosen", ko: "고른 메모가 없습니다")
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
    Text(count == 1 ? "1 file" : "\(grouped(count)) files", ko: "파일 \(grouped(count))개")
  }

  // MARK: Naming memos

  package static func noSuchMemo(_ reference: String) -> Text {
    Text("no memo is named '\(reference)'", ko: "'\(reference)'\(.called) 메모가 없습니다")
  }
  package static func nearest(_ title: String) -> Text {
    let word = ShellWord.inQuotes(title)
    return Text("did you mean \(word)?", ko: "혹시 \(word)\(.object) 찾으십니까?")
  }
  /// The hint at the daily memo for a word that names a day; none for any other.
  static func daily(_ reference: String) -> [Text] {
    let command: String
    switch reference.lowercased() {
    case "today", "daily", "오늘": command = "memo today"
    case "yesterday", "tomorrow", "어제", "내일": command = "memo today \(reference)"
    default: return []
    }
    return [Text("the daily memo is \"$(\(command))\"", ko: "하루 메모는 \"$(\(command))\"로 지정하십시오")]
  }
  /// Why a file with the name of a reference is no memo; none where its ending is not that of memos in capitals.
  static func endingHint(_ reference: String) -> [Text] {
    let isEnding = MemoFileRules.hasMemoExtension(VaultPath(reference.lowercased()))
    guard isEnding, !MemoFileRules.hasMemoExtension(VaultPath(reference)) else { return [] }
    return [
      Text(
        "only files whose names end in .md or .markdown, in small letters, are memos",
        ko: "이름이 소문자 .md나 .markdown으로 끝나는 파일만 메모입니다")
    ]
  }
  /// What to try where a folder is named.
  static func folderHint(_ folder: VaultPath) -> Text {
    let listing = "memo list --path \(ShellWord.pattern(folder))"
    return Text("it is a folder; to see its memos: \(listing)", ko: "폴더입니다. 그 안의 메모를 보려면: \(listing)")
  }
  /// What to try where no memo has a similar name.
  static func findHint(_ reference: String) -> Text {
    if reference.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return Text("to see the numbers of the memos: memo list", ko: "메모의 번호를 보려면: memo list")
    }
    if reference.utf8.contains(UInt8(ascii: "/")) || MemoFileRules.hasMemoExtension(VaultPath(reference)) {
      return Text("to see the paths of the memos: memo list --paths", ko: "메모의 경로를 보려면: memo list --paths")
    }
    // A phrase, so that nothing in it is an operator.
    let isPlain = reference.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    let query = isPlain ? reference : "\"\(reference.replacing("\"", by: " "))\""
    let searching = "memo search \(ShellWord.of(query))"
    return Text("to look for it in the text of memos: \(searching)", ko: "메모의 본문에서 찾으려면: \(searching)")
  }
  package static func ambiguous(_ reference: String, _ count: Int) -> Text {
    Text("'\(reference)' matches \(grouped(count)) memos", ko: "'\(reference)'에 해당하는 메모가 \(grouped(count))개입니다")
  }
  static func ambiguousHint(_ candidate: VaultPath) -> Text {
    let path = ShellWord.of(candidate)
    return Text(
      "use a path, such as \(path), or more of the title", ko: "\(path) 같은 경로를 쓰거나 제목을 더 길게 입력하십시오")
  }
  package static func ambiguousPath(_ reference: String) -> Text {
    Text(
      """
      '\(reference)' is ambiguous: it names one memo from the working directory and another from the vault's root
      """,
      ko: "'\(reference)'\(.topic) 현재 폴더를 기준으로 볼 때와 보관함의 루트를 기준으로 볼 때 서로 다른 메모입니다")
  }
  package static func takenFromHere(_ reference: String, _ taken: String, _ other: String) -> Text {
    Text(
      """
      using '\(taken)' for '\(reference)', from the working directory; '\(other)' has the same path from the vault's \
      root
      """,
      ko: "'\(reference)'\(.object) 현재 폴더의 '\(taken)'\(.toward) 해석했습니다. 보관함의 루트에는 '\(other)'\(.subject) 있습니다")
  }
  package static func taken(_ reference: String, _ taken: String, _ title: String) -> Text {
    Text(
      "'\(reference)' is \(quoted: title) ('\(taken)')",
      ko: "'\(reference)'\(.object) \(quoted: title)\(.toward) 해석했습니다('\(taken)')")
  }
  package static let ambiguousPathHint = Text(
    "nothing was changed; put ./ in front for the memo in the working directory, or use an absolute path",
    ko: "아무것도 바꾸지 않았습니다. 현재 폴더의 메모는 앞에 ./를 붙이고, 다른 메모는 절대 경로로 지정하십시오")
  package static func inexact(_ reference: String) -> Text {
    Text(
      """
      '\(reference)' is not the path, title, file name or alias of a memo; to change memos, give one of these in \
      full
      """,
      ko: "경로, 제목, 파일 이름, 별칭이 '\(reference)'인 메모가 없습니다. 메모를 변경하려면 그중 하나를 처음부터 끝까지 입력해야 합니다")
  }
  package static func meant(_ path: String) -> Text {
    Text("did you mean \(ShellWord.inQuotes(path))?", ko: "혹시 \(ShellWord.inQuotes(path))\(.object) 찾으십니까?")
  }
  package static func changed(_ path: String) -> Text {
    Text("'\(path)' has changed: its etag differs", ko: "'\(path)'\(.subject) 그사이 바뀌었습니다: etag가 다릅니다")
  }
  package static func etagNow(_ etag: String) -> Text {
    Text("its etag is now \(etag); read it again and retry", ko: "지금 etag는 \(etag)입니다. 내용을 확인하고 다시 시도하십시오")
  }

  // MARK: Files and programs

  package static func badSettings(_ path: String, _ problem: SettingsProblem) -> Text {
    let reason =
      switch problem {
      case .notAnObject: Text("it is not a JSON object", ko: "JSON 객체가 아닙니다")
      case .conflictMarkers(let line):
        Text("line \(line) starts a merge conflict", ko: "\(line)번째 줄에서 병합 충돌이 시작됩니다")
      case .notAFile: Text("it is not a regular file; links are not followed", ko: "일반 파일이 아닙니다. 링크는 따라가지 않습니다")
      case .unwritable: Text("it cannot be written as JSON", ko: "JSON으로 쓸 수 없습니다")
      case .longPatterns(let limit):
        Text("the patterns in 'ignore' exceed \(limit >> 10) kB", ko: "'ignore'의 패턴이 \(limit >> 10)kB를 넘습니다")
      }
    return Text("cannot use the settings in '\(path)': \(reason)", ko: "'\(path)'의 설정을 쓸 수 없습니다: \(reason)")
  }
  private static func setAsideHint(_ path: HostPath) -> Text {
    let moving = "mv \(ShellWord.of(path)) \(ShellWord.of(HostPath(path.bytes + Array(".old".utf8))))"
    return Text(
      "edit it, or set it aside and go on without it: \(moving)",
      ko: "파일을 고치거나, 이름을 바꾸어 치워 두십시오: \(moving)")
  }
  /// How a conflict in a file of settings is resolved.
  static func hints(for problem: SettingsProblem, in path: HostPath) -> [Text] {
    if problem == .notAFile { return [Text("put a regular file in its place", ko: "그 자리에 일반 파일을 두십시오")] }
    guard case .conflictMarkers = problem else { return problem == .notAnObject ? [setAsideHint(path)] : [] }
    let editing = Text(
      "edit it: keep one version, and remove the lines that start with <<<<<<<, ======= and >>>>>>>",
      ko: "파일을 편집해 한 버전만 남기고 <<<<<<<, =======, >>>>>>>로 시작하는 줄을 지우십시오")
    let vault = path.parent.parent
    guard path == vault.appending(Vault.settingsPath) else { return [editing] }
    let restoring = "git -C \(ShellWord.of(vault)) checkout"
    let file = Vault.settingsPath.text
    return [
      editing,
      Text(
        "or, in a merge that is not committed yet, take yours: \(restoring) --ours -- \(file)",
        ko: "아직 커밋하지 않은 병합이면 내 버전을 쓸 수도 있습니다: \(restoring) --ours -- \(file)"),
    ]
  }
  static func cannotPrint(_ reason: Text) -> Text {
    Text("cannot write to standard output: \(reason)", ko: "표준 출력에 쓸 수 없습니다: \(reason)")
  }
  package static func cannot(_ verb: Text, _ path: String, _ reason: Text) -> Text {
    Text("cannot \(verb) '\(path)': \(reason)", ko: "'\(path)'\(.object) \(verb) 수 없습니다: \(reason)")
  }
  package static func readOnly(_ reason: Text) -> Text {
    Text("cannot write to this vault: \(reason)", ko: "이 보관함에 쓸 수 없습니다: \(reason)")
  }
  package static let readOnlyHint = Text(
    "memos can still be listed, searched and shown; to see what is in the way: memo doctor",
    ko: "메모를 찾고 읽는 것은 그대로 할 수 있습니다. 원인을 확인하려면: memo doctor")
  package static let read = Text("read", ko: "읽을")
  package static let list = Text("list", ko: "열")
  package static let write = Text("write", ko: "쓸")
  package static let remove = Text("remove", ko: "지울")
  package static func editorFailed(_ editor: String) -> Text {
    Text("cannot start the editor '\(editor)'", ko: "편집기 '\(editor)'\(.object) 시작할 수 없습니다")
  }
  package static func editorEnded(_ editor: String, _ end: Text) -> Text {
    Text("the editor '\(editor)' failed: \(end)", ko: "편집기 '\(editor)'\(.subject) 실패했습니다: \(end)")
  }
  package static func exitCode(_ code: Int32) -> Text { Text("exit code \(Int(code))", ko: "종료 코드 \(Int(code))") }
  package static func signal(_ signal: Int32) -> Text { Text("signal \(Int(signal))", ko: "시그널 \(Int(signal))") }
  package static let editorKept = Text("anything it saved is kept", ko: "편집기에서 저장한 내용은 그대로 있습니다")
  package static func editorNeedsTerminal(_ editor: String) -> Text {
    Text("cannot start the editor '\(editor)': no terminal", ko: "편집기 '\(editor)'\(.object) 시작할 수 없습니다: 터미널이 없습니다")
  }
  package static let withoutEditorHint = Text(
    "'memo append' and 'memo write' need no editor; MEMO_EDITOR can name one that needs no terminal",
    ko: "'memo append'와 'memo write'는 편집기 없이 쓸 수 있습니다. 터미널이 필요 없는 편집기는 MEMO_EDITOR로 지정하십시오")
  package static func editorUnattended(_ editor: String) -> Text {
    Text(
      "cannot start the editor '\(editor)': no terminal, and --no-input is given",
      ko: "편집기 '\(editor)'\(.object) 시작할 수 없습니다: 터미널이 없고 --no-input을 지정했습니다")
  }
  package static let unattendedEditorHint = Text(
    "'memo append' and 'memo write' need no editor; without --no-input, one that needs no terminal can be used",
    ko: "'memo append'와 'memo write'는 편집기 없이 쓸 수 있습니다. 터미널이 필요 없는 편집기는 --no-input을 빼면 쓸 수 있습니다")
  package static func keptText(_ path: String) -> Text {
    Text("your text is kept in '\(path)'", ko: "작성한 내용은 '\(path)'에 남아 있습니다")
  }
  package static func pagerFailed(_ pager: String) -> Text {
    Text("cannot start the pager '\(pager)'", ko: "페이저 '\(pager)'\(.object) 시작할 수 없습니다")
  }
  /// How most people install a program.
  package static func installHint(_ program: String) -> Text {
    let package = program.utf8.elementsEqual("xdg-open".utf8) ? "xdg-utils" : program
    return Text(
      "to install it: sudo apt install \(package), or on a Mac: brew install \(package)",
      ko: "설치하려면: sudo apt install \(package), Mac에서는: brew install \(package)")
  }
  package static func notInstalled(_ program: String) -> Text {
    Text("'\(program)' is not installed", ko: "'\(program)' 프로그램이 설치되어 있지 않습니다")
  }

  // MARK: Sharing

  package static func copied(_ path: String) -> Text {
    Text("copied '\(path)' to the clipboard", ko: "'\(path)'\(.object) 클립보드에 복사했습니다")
  }
  package static let askedTerminal = Text(
    "copied to the terminal's clipboard, if it allows that", ko: "터미널이 허용하면 터미널의 클립보드에 복사됩니다")
  package static let noClipboard = Text("no clipboard found", ko: "클립보드를 찾을 수 없습니다")
  package static let clipboardHint = Text(
    "install wl-copy or xclip, or use a pipe: 'memo share --stdout REF | …'",
    ko: "wl-copy나 xclip을 설치하거나 파이프로 넘기십시오: 'memo share --stdout 메모 | …'")
  package static func tooLargeForMemory(_ path: String) -> Text {
    let limit = FileError.largestInMemory >> 20
    return Text(
      "cannot read '\(path)' into memory: it is larger than \(limit) MB",
      ko: "'\(path)'\(.object) 메모리에 올릴 수 없습니다: \(limit)MB가 넘습니다")
  }
  package static let brokenCache = Text(
    "cannot read the cache: another program truncated it",
    ko: "캐시를 읽을 수 없습니다: 읽는 중에 다른 프로그램이 캐시 파일을 잘랐습니다")
  package static let brokenCacheHint = Text(
    "run the command again; your memos are not affected", ko: "다시 실행하십시오. 메모에는 영향이 없습니다")
  package static func fewOpenFiles(_ limit: Int) -> Text {
    Text("cannot open enough files: the limit is \(limit)", ko: "파일을 충분히 열 수 없습니다: 한 번에 \(limit)개까지만 열 수 있습니다")
  }
  package static func openFilesHint(_ fewest: Int) -> Text {
    Text(
      "raise the limit in the shell with 'ulimit -n \(fewest)'",
      ko: "셸에서 'ulimit -n \(fewest)'\(.object) 실행하여 한도를 늘리십시오")
  }
  package static func tooLargeForTerminal(_ size: Int, _ limit: Int) -> Text {
    Text(
      "the memo has \(size) bytes; a terminal's clipboard takes at most \(limit)",
      ko: "메모는 \(size)바이트이고, 터미널의 클립보드에는 \(limit)바이트까지만 넣을 수 있습니다")
  }
  package static func tooLargeForMail(_ size: Int) -> Text {
    Text(
      "the memo has \(size) bytes, too long for the body of an email", ko: "메모는 \(size)바이트로, 이메일 본문에 넣기에는 너무 깁니다")
  }
  package static let mailHint = Text("attach the file instead", ko: "파일을 첨부하십시오")
  package static func failed(_ program: String, _ reason: String?) -> Text {
    let failed = Text("'\(program)' failed", ko: "'\(program)'\(.subject) 실패했습니다")
    return reason.map { Text("\(failed): \($0)", ko: "\(failed): \($0)") } ?? failed
  }
}

/// Messages about vaults, their settings and their cache.
extension Message {
  package static func initialized(_ path: String) -> Text {
    Text("created a vault in \(path)", ko: "\(path)에 보관함을 만들었습니다")
  }
  package static func alreadyVault(_ path: String) -> Text {
    Text("\(path) is already a vault", ko: "\(path)\(.topic) 이미 보관함입니다")
  }
  package static func writesCompletions(_ path: String) -> Text {
    Text("write the completions to \(path)?", ko: "자동 완성 스크립트를 \(path)에 기록할까요?")
  }
  package static func wroteCompletions(_ path: String) -> Text {
    Text("wrote \(path); new shells complete memo's words", ko: "\(path)에 기록했습니다. 새로 여는 셸부터 자동 완성됩니다")
  }
  package static func madeRepository(_ path: String) -> Text {
    Text("created a git repository in \(path)", ko: "\(path)에 git 저장소를 만들었습니다")
  }

  package static func unusedVault(_ vault: UnusedVault) -> Text {
    let path = vault.root.text
    let reason =
      switch vault.reason {
      case .otherUser: Text("it belongs to another user", ko: "다른 사용자의 것입니다")
      case .home: Text("the search for a vault ends below your home folder", ko: "홈 폴더 아래에서만 보관함을 찾습니다")
      case .otherFileSystem: Text("it is on another file system", ko: "다른 파일 시스템에 있습니다")
      case .fileSystemRoot:
        Text("the root of the file system is never used as a vault", ko: "파일 시스템의 루트는 보관함으로 쓰지 않습니다")
      }
    return Text("not using the vault '\(path)': \(reason)", ko: "보관함 '\(path)'\(.object) 사용하지 않습니다: \(reason)")
  }
  static func unusedVaultHint(_ path: HostPath) -> Text {
    let listing = "memo --vault \(ShellWord.of(path)) list"
    return Text("to use it anyway: \(listing)", ko: "그래도 사용하려면: \(listing)")
  }

  // MARK: Cache

  package static let cacheMatches = Text("the cache matches the files", ko: "캐시가 파일과 일치합니다")
  package static func cacheDiffers(_ path: String) -> Text {
    Text("the cache was wrong about '\(path)'", ko: "'\(path)'의 캐시가 파일과 다릅니다")
  }
  package static func indexing(_ done: Int, _ total: Int) -> Text {
    Text("reading memos: \(share(done, of: total))", ko: "메모를 읽는 중: \(share(done, of: total))")
  }
  package static func indexed(_ memos: Int, _ added: Int, _ changed: Int, _ removed: Int, _ seconds: String) -> Text {
    let (added, changed, removed) = (grouped(added), grouped(changed), grouped(removed))
    return Text(
      "\(memoCount(memos)); \(added) added, \(changed) changed, \(removed) removed in \(seconds) s",
      ko: "\(memoCount(memos)). 추가 \(added)개, 변경 \(changed)개, 삭제 \(removed)개, \(seconds)초")
  }
  package static func refreshed(_ root: String, _ memos: Int, _ counts: RefreshCounts, _ milliseconds: Int) -> Text {
    Text(
      """
      \(root): \(memoCount(memos)); \(counts.added) added, \(counts.changed) changed, \(counts.removed) removed since the \
      cache was written; checked in \(milliseconds) ms
      """,
      ko: """
        \(root): \(memoCount(memos)). 캐시를 쓴 뒤 추가 \(counts.added)개, 변경 \(counts.changed)개, 삭제 \(counts.removed)개. 확인에 \
        \(milliseconds)밀리초
        """)
  }
  package static func vouched(_ root: String, _ memos: Int, _ milliseconds: Int) -> Text {
    Text(
      "\(root): \(memoCount(memos)); the watcher confirmed the cache in \(milliseconds) ms",
      ko: "\(root): \(memoCount(memos)). 감시 프로세스가 캐시를 확인하는 데 \(milliseconds)밀리초")
  }

  // MARK: Settings

  package static func unknownKey(_ key: String) -> Text { Text("unknown setting '\(key)'", ko: "'\(key)' 설정은 없습니다") }
  package static let noHome = Text(
    "cannot store your settings: neither HOME nor XDG_CONFIG_HOME is set to a folder",
    ko: "사용자 설정을 저장할 수 없습니다: HOME과 XDG_CONFIG_HOME이 모두 폴더가 아닙니다")
  package static func notSet(_ key: String) -> Text {
    Text("'\(key)' is not set", ko: "'\(key)'\(.topic) 설정되어 있지 않습니다")
  }
  package static func knownKeys(_ keys: String) -> Text { Text("the settings are \(keys)", ko: "쓸 수 있는 설정: \(keys)") }
  package static func userOnly(_ key: String) -> Text {
    Text("'\(key)' is a user setting; a vault cannot have it", ko: "'\(key)'\(.topic) 사용자 설정이므로 보관함에 둘 수 없습니다")
  }
  package static func vaultOnly(_ key: String) -> Text {
    Text("'\(key)' is a vault setting", ko: "'\(key)'\(.topic) 보관함 설정입니다")
  }
  package static let notAMeasure = Text("must be 0 or from 20 to 9999", ko: "0 또는 20~9999여야 합니다")
  package static func readOnlyKey(_ key: String) -> Text {
    Text("'\(key)' cannot be changed", ko: "'\(key)'\(.topic) 바꿀 수 없습니다")
  }

  // MARK: Folders and templates

  package static func badFolder(_ path: String) -> Text {
    Text(
      "'\(path)' cannot hold memos: it is hidden or outside the vault",
      ko: "'\(path)'에는 메모를 둘 수 없습니다: 숨겨져 있거나 보관함 밖에 있습니다")
  }
  package static func noSuchFolder(_ path: String) -> Text {
    Text("no such folder: '\(path)'", ko: "'\(path)' 폴더가 없습니다")
  }
  package static func noTemplate(_ name: String) -> Text {
    Text("no template is named '\(name)'", ko: "'\(name)'\(.called) 템플릿이 없습니다")
  }
  package static func isToday(_ path: String) -> Text {
    Text("today's memo is '\(path)'", ko: "오늘의 메모는 '\(path)'입니다")
  }
  package static func isMemo(of day: String, _ path: String) -> Text {
    Text("the memo of \(day) is '\(path)'", ko: "\(day)의 메모는 '\(path)'입니다")
  }
  package static func noTemplates(_ folder: String) -> Text {
    Text("a template is a file such as '\(folder)/meeting.md'", ko: "템플릿은 '\(folder)/meeting.md' 같은 파일입니다")
  }
  package static func templates(_ names: String) -> Text {
    Text("the templates are \(names)", ko: "쓸 수 있는 템플릿: \(names)")
  }
}
