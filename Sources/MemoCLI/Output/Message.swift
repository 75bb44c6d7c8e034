import MemoVault

/// Every sentence that memo says while it runs. Help stands with the options it explains.
enum Message {
  static func untitled(_ language: Language) -> String { language == .korean ? "(제목 없음)" : "(untitled)" }
  static let noVault: Text = "no vault here"
  static let noVaultHint: Text = "make one with 'memo init', or name one with --vault DIR or MEMO_VAULT"
  static let emptyVault: Text = "--vault names no folder"
  static let noBody: Text = "nothing to write: give a title, or text with --body (- reads standard input)"
  static let editLeftNothing: Text = "nothing was written, so no memo was made"
  static let noCommand: Text = "no command was given"
  static let cacheFits: Text = "the cache answers as the files do"

  static func notAFolder(_ path: String) -> Text { "'\(path)' is not a folder" }
  static func noSuchMemo(_ reference: String) -> Text { "no memo is named '\(reference)'" }
  static func nearest(_ title: String) -> Text { "did you mean '\(title)'?" }
  static func ambiguous(_ reference: String, _ count: Int) -> Text { "'\(reference)' may be any of \(count) memos" }
  static let ambiguousHint: Text = "use a path, or more of the title"
  static func inexact(_ reference: String) -> Text {
    "'\(reference)' is not the path, title, file name or alias of a memo; changes need one of these in full"
  }
  static func meant(_ path: String) -> Text { "the memo it would find is '\(path)'" }
  static func changed(_ path: String) -> Text { "'\(path)' is not as it was: its etag differs" }
  static func etagNow(_ etag: String) -> Text { "its etag is \(etag) now; look at it and try again" }
  static func badSettings(_ path: String, _ reason: String) -> Text {
    "cannot use the settings in '\(path)': \(reason)"
  }
  static func cannot(_ verb: Text, _ path: String, _ reason: String) -> Text { "cannot \(verb) '\(path)': \(reason)" }
  static let read: Text = "read"
  static let list: Text = "list"
  static let write: Text = "write"
  static let makeFolder: Text = "make the folder"
  static let remove: Text = "remove"

  static func changedSince(_ paths: String) -> Text { "not as it was read, or its name is taken: \(paths)" }
  static let changedHint: Text = "nothing was changed; look at it and try again"
  static let locked: Text = "another process is changing memos of this vault"
  static let lockedHint: Text = "try again when it is done"
  static let nothingToUndo: Text = "there is nothing to undo"
  static let nothingToRedo: Text = "there is nothing to do again"
  static func badRecord(_ path: String, _ reason: String) -> Text { "'\(path)' cannot be understood: \(reason)" }
  static func undone(_ name: String, _ paths: String) -> Text { "undid '\(name)': \(paths)" }
  static func redone(_ name: String, _ paths: String) -> Text { "did '\(name)' again: \(paths)" }
  static func wouldUndo(_ name: String, _ paths: String) -> Text { "would undo '\(name)': \(paths)" }
  static func wouldRedo(_ name: String, _ paths: String) -> Text { "would do '\(name)' again: \(paths)" }
  static func deleted(_ path: String) -> Text { "'\(path)' is in the trash; 'memo undo' brings it back" }
  static func wouldDelete(_ path: String) -> Text { "'\(path)' would go to the trash" }
  static func askDelete(_ paths: String, _ count: Int) -> Text {
    count == 1 ? "move \(paths) to the trash?" : "move \(count) memos to the trash: \(paths)?"
  }
  static func askEmpty(_ count: Int) -> Text {
    count == 1 ? "remove 1 memo for good?" : "remove \(count) memos for good?"
  }
  static func emptied(_ count: Int) -> Text { count == 1 ? "1 memo removed" : "\(count) memos removed" }
  static func wouldEmpty(_ count: Int) -> Text { count == 1 ? "1 memo would go" : "\(count) memos would go" }
  static let trashIsEmpty: Text = "the trash is empty"
  static let needsYes: Text = "nobody can be asked here"
  static let yesHint: Text = "--yes does it without asking"
  static let notDone: Text = "nothing was changed"
  static func notInTrash(_ reference: String) -> Text { "nothing in the trash is '\(reference)'" }
  static func severalInTrash(_ reference: String, _ count: Int) -> Text {
    "'\(reference)' may be any of \(count) memos in the trash"
  }
  static let trashHint: Text = "'memo trash' lists what is there, each with its id"
  static let noText: Text = "nothing to add: give a text, or - for standard input"
  static func notRecorded(_ reason: Text) -> Text { "the edit is saved, but 'memo undo' will not know it: \(reason)" }
  static func notRecovered(_ reason: Text) -> Text { "an interrupted change could not be taken back: \(reason)" }

  static func initialized(_ path: String) -> Text { "made a vault in \(path)" }
  static func alreadyVault(_ path: String) -> Text { "\(path) is a vault already" }
  static func editorFailed(_ editor: String) -> Text { "the editor '\(editor)' failed" }
  static let editorHint: Text = "set MEMO_EDITOR, or 'memo config editor', to a command that works"
  static func keptText(_ path: String) -> Text { "what was written is kept in '\(path)'" }
  static func pagerFailed(_ pager: String) -> Text { "the pager '\(pager)' could not be started" }
  static func programFailed(_ path: String) -> Text { "'\(path)' could not be started" }

  static func forgotten(_ name: String, _ paths: String) -> Text { "'\(name)' stays for good: \(paths)" }
  static let forgetHint: Text =
    "nothing was undone; 'memo undo --forget' leaves this change as it is, and goes on to the one before"
  static func emptyInput(_ path: String) -> Text { "the input is empty, so '\(path)' stays as it is" }
  static let allowEmptyHint: Text = "--allow-empty empties a memo; 'memo delete' moves it to the trash"
  static func addedTo(_ path: String) -> Text { "added to '\(path)'" }
  static func wrote(_ path: String) -> Text { "wrote '\(path)'" }
  static let nothingToChange: Text = "there is nothing to change"
  static func namesMemo(_ path: String) -> Text { "'\(path)' is the name of a memo, not of a folder" }
  static let askedTerminal: Text = "the terminal was asked to put it on its clipboard"
  static func badTitle(_ title: String) -> Text {
    title.isEmpty ? "the title is empty" : "'\(title)' cannot be a title: it would be read otherwise"
  }
  static func taken(_ path: String) -> Text { "'\(path)' is the name of another file" }
  static func relinked(_ count: Int) -> Text {
    count == 1 ? "links in 1 other memo were rewritten" : "links in \(count) other memos were rewritten"
  }
  static func lostLink(_ target: String, _ path: String) -> Text {
    "the link to '\(target)' in '\(path)' does not lead there any more: its style cannot write the new name"
  }

  static func copied(_ path: String) -> Text { "'\(path)' is on the clipboard" }
  static let noClipboard: Text = "there is no clipboard here"
  static let clipboardHint: Text = "install wl-copy or xclip, or use --stdout"
  static func tooLargeForTerminal(_ size: Int, _ limit: Int) -> Text {
    "the memo has \(size) bytes, and a terminal takes at most \(limit) for its clipboard"
  }
  static func notInstalled(_ program: String) -> Text { "'\(program)' is not installed" }
  static func sharingFailed(_ program: String) -> Text { "'\(program)' failed" }

  static func indexed(_ memos: Int, _ added: Int, _ changed: Int, _ removed: Int, _ seconds: String) -> Text {
    "\(memos == 1 ? "1 memo" : "\(memos) memos"); \(added) added, \(changed) changed, \(removed) removed in \(seconds) s"
  }
  static func refreshed(_ root: String, _ memos: Int, _ counts: RefreshCounts, _ milliseconds: Int) -> Text {
    """
    \(root): \(memos) memos; \(counts.added) added, \(counts.changed) changed, \(counts.removed) removed since the \
    cache was written; looked at in \(milliseconds) ms
    """
  }
  static func vouched(_ root: String, _ memos: Int, _ milliseconds: Int) -> Text {
    "\(root): \(memos) memos; in step, says the watcher, after \(milliseconds) ms"
  }
  static func indexing(_ done: Int, _ total: Int) -> Text { "reading memos: \(done) of \(total)" }
  static func cacheDiffers(_ path: String) -> Text { "the cache was wrong about '\(path)'" }

  static func invalidRegex(_ pattern: String) -> Text {
    "'/\(pattern)/' is not a regular expression; ICU's syntax is at unicode-org.github.io/icu/userguide/strings/regexp"
  }
  static let noMatch: Text = "no memo matches"
  static func queryHint(_ written: String, _ meant: Text) -> Text { "'\(written)' was looked for as it is; \(meant)" }
  static let notHint: Text = "-word leaves memos out"
  static let regexFlagHint: Text = "/regex/ takes no letters after it and ignores case"
  static let groupHint: Text = "there are no parentheses in queries; 'a OR b' needs none"
  static let quoteHint: Text = "a phrase stands in straight quotes: \"a phrase\""
  static let noMemos: Text = "no memos yet; make one with 'memo new'"
  static let emptyQuery: Text = "the query asks for nothing"
  static func regexTooSlow(_ pattern: String, _ path: String) -> Text {
    "'/\(pattern)/' took too long on '\(path)', which was left out"
  }
  static func searchFailed(_ pattern: String, _ path: String) -> Text {
    "'/\(pattern)/' could not be matched on '\(path)', which was left out"
  }
  static func moreHits(_ count: Int) -> Text { "\(count) more; -n 0 shows all" }

  static func badTag(_ text: String) -> Text { "'\(text)' is no tag expression" }
  static let tagHint: Text = "for example: work, 'work OR home', 'NOT done', 'project/*'"
  static func nobodyTagged(_ tag: String) -> Text { "no memo has the tag '\(tag)'" }
  static func nothingToRename(_ new: String) -> Text { "there is nothing to rename: '\(new)' is called so already" }
  static func renamedTag(_ old: String, _ new: String, _ count: Int) -> Text {
    let memos = count == 1 ? "1 memo" : "\(count) memos"
    return "renamed '\(old)' to '\(new)' in \(memos); 'memo undo' takes it back"
  }
  static func badDate(_ text: String) -> Text { "'\(text)' is no date" }
  static let dateHint: Text = "for example: 2026-03-01, 2026-03, 7d, 2w, yesterday, 어제"
  static func badField(_ name: String) -> Text { "{\(name)} is no field" }
  static func fields(_ names: String) -> Text { "fields are \(names)" }

  static let noMemo: Text = "no such memo"
  static let noProblems: Text = "no problems found"
  static func movedTo(_ target: String, _ path: String) -> Text { "\(noSuchMemo(target)); it moved to '\(path)'" }
  static func namesake(_ target: String, _ path: String) -> Text {
    "\(noSuchMemo(target)); '\(path)' has the same file name"
  }
  static func namesakes(_ target: String, _ count: Int) -> Text { "\(noSuchMemo(target)); it may be any of \(count)" }
  static func maybe(_ target: String, _ paths: [String]) -> Text { "\(noSuchMemo(target)); it may be \(mayBe(paths))" }
  static func fixable(_ count: Int) -> Text {
    count == 1 ? "'memo check --fix' repairs 1 link" : "'memo check --fix' repairs \(count) links"
  }
  static let nothingToFix: Text = "there is no link of which it is known what it meant"
  static func askFix(_ links: Int, _ memos: Int) -> Text {
    "rewrite \(links == 1 ? "1 link" : "\(links) links") in \(memos == 1 ? "1 memo" : "\(memos) memos")?"
  }
  static func repaired(_ links: Int, _ memos: Int) -> Text {
    "\(links == 1 ? "1 link" : "\(links) links") in \(memos == 1 ? "1 memo" : "\(memos) memos") repaired; 'memo undo' takes it back"
  }
  static let elsewhere: Text = "elsewhere"
  static func mayBeAny(_ count: Int) -> Text { "any of \(count) memos" }
  static func mayBe(_ paths: [String]) -> Text { "any of \(paths.joined(separator: ", "))" }

  static func unknownKey(_ key: String) -> Text { "there is no setting '\(key)'" }
  static func notSet(_ key: String) -> Text { "'\(key)' is not set" }
  static func knownKeys(_ keys: String) -> Text { "settings are \(keys)" }
  static func userOnly(_ key: String) -> Text { "'\(key)' is a setting of yours, never of a vault" }
  static func vaultOnly(_ key: String) -> Text { "'\(key)' is a setting of a vault" }
  static func readOnlyKey(_ key: String) -> Text { "'\(key)' cannot be changed" }

  static func badFolder(_ path: String) -> Text {
    "'\(path)' is no folder for memos: it is hidden or outside of the vault"
  }
  static func badNewTag(_ tag: String) -> Text {
    "'\(tag)' cannot be a tag: use letters, digits, '_', '-' and '/', and not digits alone"
  }
  static func noTemplate(_ name: String) -> Text { "no template is named '\(name)'" }
  static let noTemplates: Text = "templates are files such as '.memo/templates/meeting.md'"
  static func templates(_ names: String) -> Text { "templates are \(names)" }
  static func notJSON(_ reason: String) -> Text { "the file is not JSON: \(reason)" }
  static func notAnArray(_ found: Text) -> Text { "the file holds \(found), not an array of memos" }
  static func notAnObject(_ found: Text) -> Text { "it is \(found), not an object" }
  static func missingKey(_ key: String) -> Text { "it has no \"\(key)\"" }
  static func mistypedKey(_ key: String, _ found: Text) -> Text { "its \"\(key)\" is \(found)" }
  static func unreadableKey(_ key: String) -> Text { "its \"\(key)\" cannot be read" }
  static let badTime: Text = "its \"last_modified\" is no time that a file can have"
  static func noSuchFolder(_ path: String) -> Text { "there is no folder '\(path)'" }
  static func overlapsVault(_ path: String) -> Text { "'\(path)' and the vault lie in one another" }
  static func tooDeep(_ path: String) -> Text { "'\(path)' lies in too many folders" }
  static func fileInTheWay(_ path: String) -> Text { "'\(path)' is a file where a folder is needed" }
  static func ignored(_ path: String) -> Text { "the vault ignores '\(path)'" }
  static func differs(_ path: String) -> Text { "'\(path)' is there with another text, and stays as it is" }
  static func record(_ index: Int, _ name: String, _ reason: Text) -> Text {
    name.isEmpty ? "record \(index) was left out: \(reason)" : "record \(index), '\(name)', was left out: \(reason)"
  }
  static func leftOut(_ name: String, _ reason: Text) -> Text { "'\(name)' was left out: \(reason)" }
  static let anObject: Text = "an object"
  static let anArray: Text = "an array"
  static let aText: Text = "a text"
  static let aNumber: Text = "a number"
  static let aBoolean: Text = "true or false"
  static let aNull: Text = "null"

  static func watching(_ memos: Int, _ root: String) -> Text {
    "watching \(memos == 1 ? "1 memo" : "\(memos) memos") in \(root)"
  }
  static func missed(_ memos: Int) -> Text {
    "\(memos == 1 ? "1 memo" : "\(memos) memos") changed without an event; 'memo watch --poll' does not rely on events"
  }
  static let watchFolders: Text = """
    the system watches no more folders for you, so some changes are noticed after some seconds; \
    raise fs.inotify.max_user_watches
    """
  static let watchWatchers: Text = """
    the system has no more watchers for you, so changes are noticed after some seconds; \
    raise fs.inotify.max_user_instances
    """
  static func watchedAlready(_ pid: Int) -> Text { "another process, \(pid), watches this vault already" }
  static let watchedHint: Text = "'memo watch --status' tells more, 'memo watch --stop' ends it"
  static func watcherStarted(_ pid: Int, _ memos: Int) -> Text {
    "process \(pid) watches \(memos == 1 ? "1 memo" : "\(memos) memos")"
  }
  static func watcherRuns(_ pid: Int, _ since: String, _ memos: Int, _ events: Int) -> Text {
    "process \(pid) watches \(memos == 1 ? "1 memo" : "\(memos) memos") since \(since) and has told \(events == 1 ? "1 change" : "\(events) changes")"
  }
  static func watcherStarts(_ pid: Int) -> Text { "process \(pid) is about to watch" }
  static func watcherTrouble(_ text: String) -> Text { "last trouble: \(text)" }
  static let noWatcher: Text = "nothing watches this vault"
  static let watcherStopped: Text = "the watcher has ended"
  static let watcherStays: Text = "the watcher does not end"
  static let watcherFailed: Text = "the watcher ended before it was ready"
  static func watchRefused(_ reason: String) -> Text { "some changes are noticed after some seconds: \(reason)" }

  static func withSkipped(_ text: Text, _ count: Int) -> Text { "\(text); \(count) were there already" }
  static func imported(_ count: Int) -> Text { count == 1 ? "1 memo imported" : "\(count) memos imported" }
  static func wouldImport(_ count: Int) -> Text {
    count == 1 ? "1 memo would be imported" : "\(count) memos would be imported"
  }
  static func wouldExport(_ count: Int) -> Text {
    count == 1 ? "1 memo would be exported" : "\(count) memos would be exported"
  }
  static func exported(_ count: Int) -> Text { count == 1 ? "1 memo exported" : "\(count) memos exported" }
}
