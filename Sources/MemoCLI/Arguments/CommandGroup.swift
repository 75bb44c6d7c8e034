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
    case .start: "Start"
    case .read: "Find and read"
    case .write: "Write"
    case .organize: "Organize"
    case .sync: "Sync and history"
    case .vault: "Vault and help"
    }
  }
}
