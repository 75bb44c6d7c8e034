import MemoCore

/// Messages about how a folder becomes a vault and what it holds already.
package enum SetupMessages {
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
      ko: "다른 폴더를 쓰려면: memo --vault DIR list. 어디서나 쓰려면: memo config vault DIR"),
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

  // MARK: A vault

  /// How many memos there are.
  package static func memos(_ count: Int) -> Text {
    Text(
      "\(count == 1 ? "1 memo stays as it is" : "\(count) memos stay as they are"); 'memo check' finds broken links",
      ko: "메모 \(count)개를 그대로 씁니다. 깨진 링크는 'memo check'로 찾을 수 있습니다")
  }

  /// What follows from another tool's folder.
  package static func found(_ tool: Tool) -> Text {
    switch tool {
    case .obsidian:
      Text(
        "Obsidian's settings stay as they are; titles are the names of files, as there ('memo config titles' changes that)",
        ko: "옵시디언의 설정은 그대로 둡니다. 옵시디언에서처럼 파일 이름이 제목입니다('memo config titles'로 바꿀 수 있습니다)")
    case .zk:
      Text("zk's configuration stays as it is and is not read", ko: "zk의 설정은 그대로 두고 읽지 않습니다")
    case .git:
      Text("this is a git repository, which 'memo sync' will use", ko: "git 저장소입니다. 'memo sync'가 이 저장소를 씁니다")
    }
  }
}
