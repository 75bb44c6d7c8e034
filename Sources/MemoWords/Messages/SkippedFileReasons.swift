import MemoSync

extension SkippedFile.Reason {
  /// Why a file whose filter failed is not synced, with what the filter wrote.
  static func filterSaid(_ words: String) -> Text {
    Text("its git filter failed and reported: \(words)", ko: "git 필터가 실패했습니다. 필터의 오류 메시지: \(words)")
  }

  /// Why a file is not synced, and what helps.
  var words: Text {
    switch self {
    case .tooLarge: Text("larger than 20 MB", ko: "20MB가 넘습니다")
    case .repository: Text("it is a git repository of its own", ko: "별개의 git 저장소입니다")
    case .unreadable: Text("it cannot be read", ko: "읽을 수 없습니다")
    case .filterMissing:
      Text(
        "its git filter is not set up here; run 'git-crypt unlock' or 'git lfs install'",
        ko: "이 파일의 git 필터가 설정되어 있지 않습니다. 'git-crypt unlock'이나 'git lfs install'을 실행하십시오")
    case .filterFailed:
      Text(
        """
        its git filter failed or is incomplete; for git-lfs, 'git lfs fetch' shows why, as where its data was never \
        uploaded
        """,
        ko: """
          git 필터가 실패했거나 필터에 필요한 것이 없습니다. git-lfs라면 데이터를 올리지 않은 경우 등의 이유를 'git lfs fetch'로 볼 수 있습니다
          """)
    case .altered:
      Text(
        "git would not give back the same bytes; change the lines of '.gitattributes' that name it, or its line ends",
        ko: "git에서 같은 바이트를 돌려받을 수 없습니다. 이 파일에 해당하는 '.gitattributes' 설정이나 파일의 줄 끝 문자를 바꾸십시오")
    case .unfiltered:
      Text(
        "it is filtered in the repository, but '.gitattributes' no longer sets its filter",
        ko: "저장소에는 필터를 거쳐 저장되어 있지만 '.gitattributes'에 그 필터가 더 이상 없습니다")
    case .untracked:
      Text(
        "it is ignored, and git no longer tracks it here; commit its removal, or sync it again with 'git add -f'",
        ko: "무시하는 파일이고, 여기서는 git이 더 이상 추적하지 않습니다. 삭제를 커밋하거나, 다시 동기화하려면 'git add -f'로 추가하십시오")
    case .leftOut:
      Text(
        """
        git passes over it, as in a sparse checkout, so its absence is no deletion; to restore all such files: git \
        sparse-checkout disable; if you deleted it: git update-index --no-skip-worktree and its path, and sync again
        """,
        ko: """
          git이 스파스 체크아웃처럼 작업 폴더에서 뺀 파일이어서 삭제로 보지 않습니다. 이런 파일을 모두 복원하려면: git sparse-checkout disable. 직접 \
          삭제했다면 git update-index --no-skip-worktree에 경로를 붙여 실행하고 다시 동기화하십시오
          """)
    case .obstructed:
      Text(
        "something else here has the same name; move that away and sync again",
        ko: "여기에 같은 이름의 다른 파일이나 폴더가 있습니다. 그것을 옮긴 뒤 다시 동기화하십시오")
    case .unwritable:
      Text(
        "the system does not allow writing it here; check whether its folder is yours to write to, or is a mount point",
        ko: "시스템이 여기에 쓰는 것을 허용하지 않습니다. 폴더에 쓰기 권한이 있는지, 마운트한 폴더는 아닌지 확인하십시오")
    case .busy: Text("a program keeps writing to it; sync again later", ko: "프로그램이 계속 쓰고 있습니다. 나중에 다시 동기화하십시오")
    case .damaged:
      Text(
        "it is not a JSON object, or its 'ignore' is too long; edit it and sync again",
        ko: "JSON 객체가 아니거나 'ignore'가 너무 깁니다. 고친 뒤 다시 동기화하십시오")
    case .receivedDamaged:
      Text(
        """
        it is not a JSON object, or its 'ignore' is too long, so your settings stay in use; repair it where it was \
        changed, or change a setting here to replace it
        """,
        ko: """
          JSON 객체가 아니거나 'ignore'가 너무 길어 이 기기의 설정을 그대로 씁니다. 변경한 기기에서 고치십시오. 여기서 설정을 하나 바꾸면 이 기기의 설정으로 대체됩니다
          """)
    case .linkInBranch:
      Text(
        "git has a link or another repository there; to sync this file instead, 'git add' and commit it",
        ko: "git에는 그 이름의 심볼릭 링크나 다른 저장소가 있습니다. 이 파일을 동기화하려면 'git add'로 추가하고 커밋하십시오")
    case .special, .refused: Text("it is a symbolic link or not a regular file", ko: "심볼릭 링크이거나 일반 파일이 아닙니다")
    }
  }
}
