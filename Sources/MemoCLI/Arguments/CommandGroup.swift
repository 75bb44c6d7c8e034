public import MemoWords

/// The task a command belongs to, in the order the overview shows them.
public enum CommandGroup: Sendable, CaseIterable {
  case start
  case read
  case write
  case organize
  case sync
  case vault

  /// The heading in the overview.
  public var title: Text {
    switch self {
    case .start: Text("Start", ko: "시작")
    case .read: Text("Find and read", ko: "찾기와 읽기")
    case .write: Text("Write", ko: "쓰기")
    case .organize: Text("Organize", ko: "정리")
    case .sync: Text("Sync and history", ko: "동기화와 이력")
    case .vault: Text("Vault and help", ko: "보관함과 도움말")
    }
  }
}
