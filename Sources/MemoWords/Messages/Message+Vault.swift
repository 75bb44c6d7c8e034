import MemoCore
package import MemoIndex
package import MemoStore

/// What is said of vaults, their settings and their cache.
extension Message {
  package static func initialized(_ path: String) -> Text {
    Text("made a vault in \(path)", ko: "\(path)에 볼트를 만들었습니다")
  }
  package static func alreadyVault(_ path: String) -> Text {
    Text("\(path) is a vault already", ko: "\(path)\(.topic) 이미 볼트입니다")
  }
  package static func madeRepository(_ path: String) -> Text {
    Text("made a git repository in \(path)", ko: "\(path)에 git 저장소를 만들었습니다")
  }

  package static func unusedVault(_ vault: UnusedVault) -> Text {
    let path = vault.root.text
    let reason =
      switch vault.reason {
      case .otherUser: Text("it belongs to another user", ko: "다른 사용자의 것입니다")
      case .home: Text("the search for a vault ends below your home folder", ko: "볼트는 홈 폴더 아래까지만 찾습니다")
      case .otherFileSystem: Text("it is on another file system", ko: "다른 파일 시스템에 있습니다")
      case .fileSystemRoot:
        Text("the root of the file system is never taken for a vault", ko: "파일 시스템의 루트는 볼트로 보지 않습니다")
      }
    return Text("the vault '\(path)' is not used: \(reason)", ko: "볼트 '\(path)'\(.object) 쓰지 않습니다: \(reason)")
  }
  package static func unusedVaultHint(_ path: String) -> Text {
    Text("to use it, name it with --vault '\(path)'", ko: "쓰려면 --vault '\(path)'로 지정하십시오")
  }

  // MARK: Cache

  package static let cacheFits = Text("the cache answers as the files do", ko: "캐시가 파일과 같습니다")
  package static func cacheDiffers(_ path: String) -> Text {
    Text("the cache was wrong about '\(path)'", ko: "캐시의 '\(path)' 내용이 틀렸습니다")
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
      cache was written; looked at in \(milliseconds) ms
      """,
      ko: """
        \(root): \(memoCount(memos)). 캐시를 쓴 뒤 추가 \(counts.added)개, 변경 \(counts.changed)개, 삭제 \(counts.removed)개. \
        확인하는 데 \(milliseconds)밀리초
        """)
  }
  package static func vouched(_ root: String, _ memos: Int, _ milliseconds: Int) -> Text {
    Text(
      "\(root): \(memos) memos; in step, says the watcher, after \(milliseconds) ms",
      ko: "\(root): \(memoCount(memos)). 감시 프로세스가 최신이라고 확인했습니다(\(milliseconds)밀리초)")
  }

  // MARK: Settings

  package static func unknownKey(_ key: String) -> Text {
    Text("there is no setting '\(key)'", ko: "'\(key)' 설정은 없습니다")
  }
  package static let noHome = Text(
    "neither HOME nor XDG_CONFIG_HOME names a folder, so there is no place for your settings",
    ko: "HOME도 XDG_CONFIG_HOME도 폴더를 가리키지 않아 사용자 설정을 둘 곳이 없습니다")
  package static func notSet(_ key: String) -> Text {
    Text("'\(key)' is not set", ko: "'\(key)'\(.topic) 설정되어 있지 않습니다")
  }
  package static func knownKeys(_ keys: String) -> Text { Text("settings are \(keys)", ko: "설정: \(keys)") }
  package static func userOnly(_ key: String) -> Text {
    Text("'\(key)' is a setting of yours, never of a vault", ko: "'\(key)'\(.topic) 내 설정이며 볼트의 설정이 될 수 없습니다")
  }
  package static func vaultOnly(_ key: String) -> Text {
    Text("'\(key)' is a setting of a vault", ko: "'\(key)'\(.topic) 볼트의 설정입니다")
  }
  package static func readOnlyKey(_ key: String) -> Text {
    Text("'\(key)' cannot be changed", ko: "'\(key)'\(.topic) 바꿀 수 없습니다")
  }

  // MARK: Folders and templates

  package static func badFolder(_ path: String) -> Text {
    Text(
      "'\(path)' is no folder for memos: it is hidden or outside of the vault",
      ko: "'\(path)'\(.topic) 메모를 둘 수 없는 폴더입니다. 숨겨져 있거나 볼트 밖에 있습니다")
  }
  package static func noSuchFolder(_ path: String) -> Text {
    Text("there is no folder '\(path)'", ko: "'\(path)' 폴더가 없습니다")
  }
  package static func noTemplate(_ name: String) -> Text {
    Text("no template is named '\(name)'", ko: "'\(name)' 템플릿이 없습니다")
  }
  package static func linkedTemplate(_ name: String) -> Text {
    Text(
      "the template '\(name)' is a symbolic link or folder, and memo follows no links out of a vault; copy the file there",
      ko: "'\(name)' 템플릿은 심볼릭 링크이거나 폴더입니다. 볼트 밖으로 나가는 링크는 따라가지 않으므로 파일을 그곳에 복사하십시오")
  }
  package static func isToday(_ path: String) -> Text {
    Text("today's memo is '\(path)'", ko: "오늘의 메모는 '\(path)'입니다")
  }
  package static let noTemplates = Text(
    "templates are files such as '.memo/templates/meeting.md'", ko: "템플릿은 '.memo/templates/meeting.md' 같은 파일입니다")
  package static func templates(_ names: String) -> Text { Text("templates are \(names)", ko: "템플릿: \(names)") }
}
