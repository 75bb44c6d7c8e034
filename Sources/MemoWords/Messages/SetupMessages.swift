package import MemoCore

/// Messages about how a folder becomes a vault and what it holds already, and about the manual pages that memo installs.
package enum SetupMessages {
  /// A relative path where the working directory was removed.
  package static let noWorkingDirectory = Text(
    "the working directory no longer exists", ko: "현재 작업 폴더가 더 이상 없습니다")
  /// What to do about it.
  package static let otherDirectoryHint = Text(
    "change to another folder with cd, or use absolute paths", ko: "cd로 다른 폴더로 옮기거나 절대 경로를 쓰십시오")

  /// For someone who asks for help on the word.
  package static let whatVaultsAre = Text(
    "a vault is a folder of memos; 'memo help init' explains how to make one, and --vault DIR uses one from anywhere",
    ko: "보관함은 메모를 모아 두는 폴더입니다. 만드는 방법은 'memo help init'에 있고, 다른 곳에서 쓰려면 --vault 폴더를 붙이십시오")

  /// What other tools keep in a folder of theirs.
  package enum Tool: CaseIterable, Sendable {
    case obsidian, zk, git

    /// The folder's name in the root.
    package var folder: String {
      switch self {
      case .obsidian: ".obsidian"
      case .zk: ".zk"
      case .git: ".git"
      }
    }
  }

  // MARK: No vault

  /// What to do where no vault is found.
  static let noVaultHints = [
    Text("to make this folder a vault: memo init", ko: "현재 폴더를 보관함으로 만들려면: memo init"),
    Text(
      "to use another folder: memo --vault DIR list; from everywhere: memo config vault DIR",
      ko: "다른 폴더를 쓰려면: memo --vault 폴더 list. 어디서나 쓰려면: memo config vault 폴더"),
  ]
  /// How a folder that does not exist becomes a vault.
  static func makeVaultHint(_ path: HostPath) -> Text {
    let making = "memo init \(ShellWord.of(path))"
    return Text("to create a vault there: \(making)", ko: "그곳에 보관함을 만들려면: \(making)")
  }
  /// The folder of a file that was taken for a vault.
  static func folderHint(_ path: HostPath) -> Text {
    let listing = "memo --vault \(ShellWord.of(path.parent)) list"
    return Text("to use the folder that holds it: \(listing)", ko: "그 파일이 든 폴더를 쓰려면: \(listing)")
  }

  // MARK: The manual

  /// Before the pages are written.
  package static func writesManual(_ pages: Int, _ folder: HostPath) -> Text {
    Text("write \(pages) manual pages to \(folder.text)?", ko: "설명서 \(pages)개를 \(folder.text)에 설치할까요?")
  }

  /// After that.
  package static func wroteManual(_ pages: Int, _ folder: HostPath) -> Text {
    Text("wrote \(pages) manual pages to \(folder.text)", ko: "설명서 \(pages)개를 \(folder.text)에 설치했습니다")
  }

  /// Where `man` finds them.
  package static let manualHint = Text("see 'man memo-list'", ko: "'man memo-list'로 볼 수 있습니다")

  /// Where it does not.
  package static func manualPathHint(_ folder: HostPath) -> Text {
    // Where the variable is not set, the default folders take the place of what is missing behind the colon.
    let setting = "export MANPATH=\(ShellWord.of(folder)):\"$MANPATH\""
    return Text(
      "man does not look there; add this line to your shell's settings: \(setting)",
      ko: "man은 이 폴더를 찾아보지 않습니다. 셸 설정에 다음 줄을 추가하십시오: \(setting)")
  }

  // MARK: A vault

  /// How many memos there are.
  package static func memos(_ count: Int) -> Text {
    Text(
      "\(count == 1 ? "1 memo stays as it is" : "\(Message.grouped(count)) memos stay as they are"); 'memo check' finds broken links",
      ko: "메모 \(Message.grouped(count))개를 그대로 씁니다. 깨진 링크는 'memo check'로 찾을 수 있습니다")
  }

  /// What memo found of another tool, and what it does with that.
  package static func found(_ tool: Tool) -> Text {
    switch tool {
    case .obsidian:
      Text(
        """
        found '.obsidian', which stays as it is; titles are the names of files, as in Obsidian; to use first lines: \
        memo config titles first-line
        """,
        ko: """
          옵시디언 보관함입니다. '.obsidian'은 그대로 두며, 옵시디언에서처럼 파일 이름이 제목입니다. 첫 줄을 제목으로 쓰려면: memo config titles first-line
          """)
    case .zk:
      Text(
        """
        found '.zk', which stays as it is; links, tags and front matter of zk work here, too, and new links are \
        those that zk follows
        """,
        ko: "zk 노트북입니다. '.zk'는 그대로 둡니다. 링크와 태그, 프런트매터는 그대로 쓸 수 있고, 새 링크도 zk가 따라가는 형식으로 씁니다")
    case .git:
      Text(
        """
        found a git repository: 'memo sync' will commit changes and, once, the times of files to its current branch, and \
        sync with its remote; to preview: memo sync --dry-run
        """,
        ko: """
          git 저장소입니다. 'memo sync'는 변경한 내용을 이 저장소의 현재 브랜치에 커밋하고(처음 한 번은 파일의 시각도) 원격 저장소와 동기화합니다. 미리 보려면: memo sync --dry-run
          """)
    }
  }

  /// The hooks of a repository: names, or their folder.
  package static func hooks(_ names: String) -> Text {
    Text(
      "'memo sync' does not run the repository's hooks (\(names)); 'git commit' does",
      ko: "'memo sync'는 저장소의 훅(\(names))을 실행하지 않습니다. 훅이 필요하면 'git commit'으로 커밋하십시오")
  }

  /// How memo uses the folders that Obsidian is set up to use.
  package static func obsidianFolders(_ commands: String) -> Text {
    Text(
      "to use Obsidian's folders of daily notes and templates: \(commands)",
      ko: "옵시디언의 데일리 노트와 템플릿 폴더를 쓰려면: \(commands)")
  }

  /// Settings that name a path from which something was moved.
  package static func movedSettings(_ commands: String) -> Text {
    Text(
      "a setting still has the former path; to change it: \(commands)",
      ko: "설정에는 이전 경로가 남아 있습니다. 바꾸려면: \(commands)")
  }

  /// Memos that come from Obsidian in a vault where titles are not the names of files.
  package static let obsidianTitles = Text(
    "in Obsidian, titles are the names of files; to have it so in this vault: memo config titles file-name",
    ko: "옵시디언에서는 파일 이름이 제목입니다. 이 보관함에서도 그렇게 하려면: memo config titles file-name")

  /// The rule for titles comes from a folder that is not synced.
  package static let obsidianIgnored = Text(
    """
    git ignores '.obsidian', so other devices would take first lines as titles; to use the names of files there, too: \
    memo config titles file-name
    """,
    ko: """
      git이 '.obsidian'을 무시하므로 다른 기기에서는 첫 줄이 제목이 됩니다. 다른 기기에서도 파일 이름을 제목으로 쓰려면: \
      memo config titles file-name
      """)

  /// What Obsidian writes whenever it is used.
  package static func obsidianLayout(_ command: String) -> Text {
    Text(
      "Obsidian changes the file of its window layout all the time; to leave it out of git: \(command)",
      ko: "옵시디언은 창 배치 파일을 수시로 바꿉니다. git에서 빼려면: \(command)")
  }

  /// The repository that was asked for is there.
  package static func alreadyRepository(_ path: String) -> Text {
    Text("\(path) is already a git repository", ko: "\(path)\(.topic) 이미 git 저장소입니다")
  }
}
