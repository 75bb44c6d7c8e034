import MemoCore
package import MemoIndex
package import MemoStore

/// Messages about vaults, their settings and their cache.
extension Message {
  package static func initialized(_ path: String) -> Text {
    Text("created a vault in \(path)", ko: "\(path)에 보관함을 만들었습니다")
  }
  package static func alreadyVault(_ path: String) -> Text {
    Text("\(path) is already a vault", ko: "\(path)\(.topic) 이미 보관함입니다")
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
  package static func unusedVaultHint(_ path: String) -> Text {
    Text("to use it anyway: --vault '\(path)'", ko: "그래도 사용하려면: --vault '\(path)'")
  }

  // MARK: Cache

  package static let cacheFits = Text("the cache matches the files", ko: "캐시가 파일과 일치합니다")
  package static func cacheDiffers(_ path: String) -> Text {
    Text("the cache was wrong about '\(path)'", ko: "'\(path)'의 캐시가 틀렸습니다")
  }
  package static func indexing(_ done: Int, _ total: Int) -> Text {
    Text("reading memos: \(done) of \(total)", ko: "메모를 읽는 중: \(total)개 중 \(done)개")
  }
  package static func indexed(_ memos: Int, _ added: Int, _ changed: Int, _ removed: Int, _ seconds: String) -> Text {
    Text(
      "\(memoCount(memos)); \(added) added, \(changed) changed, \(removed) removed in \(seconds) s",
      ko: "\(memoCount(memos)). 추가 \(added)개, 변경 \(changed)개, 삭제 \(removed)개, \(seconds)초")
  }
  package static func refreshed(_ root: String, _ memos: Int, _ counts: RefreshCounts, _ milliseconds: Int) -> Text {
    Text(
      """
      \(root): \(memos) memos; \(counts.added) added, \(counts.changed) changed, \(counts.removed) removed since the \
      cache was written; checked in \(milliseconds) ms
      """,
      ko: """
        \(root): \(memoCount(memos)). 캐시를 쓴 뒤 추가 \(counts.added)개, 변경 \(counts.changed)개, 삭제 \(counts.removed)개. 확인에 \
        \(milliseconds)밀리초
        """)
  }
  package static func vouched(_ root: String, _ memos: Int, _ milliseconds: Int) -> Text {
    Text(
      "\(root): \(memos) memos; the watcher confirmed the cache in \(milliseconds) ms",
      ko: "\(root): \(memoCount(memos)). 감시 프로세스가 캐시를 확인하는 데 \(milliseconds)밀리초")
  }

  // MARK: Settings

  package static func unknownKey(_ key: String) -> Text { Text("unknown setting '\(key)'", ko: "알 수 없는 설정 '\(key)'") }
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
  package static func linkedTemplate(_ name: String) -> Text {
    Text(
      """
      the template '\(name)' is a symbolic link or a folder; links out of a vault are not followed, so copy the file \
      there
      """,
      ko: "템플릿 '\(name)'\(.topic) 심볼릭 링크이거나 폴더입니다. 보관함 밖으로 나가는 링크는 따라가지 않으므로 파일을 복사해 두십시오")
  }
  package static func isToday(_ path: String) -> Text {
    Text("today's memo is '\(path)'", ko: "오늘의 메모는 '\(path)'입니다")
  }
  package static let noTemplates = Text(
    "a template is a file such as '.memo/templates/meeting.md'", ko: "템플릿은 '.memo/templates/meeting.md' 같은 파일입니다")
  package static func templates(_ names: String) -> Text {
    Text("the templates are \(names)", ko: "쓸 수 있는 템플릿: \(names)")
  }
}
