public import MemoCore

/// A change that a crash has interrupted, and how it ends.
public struct InterruptedChange: Equatable, Sendable {
  /// What was being done.
  public enum Act: Sendable {
    case making
    case undoing
    case redoing
  }

  /// The operation; once it has ended, as it is then.
  public let operation: PastOperation
  /// What was being done.
  public let act: Act
  /// Whether it is made to its end; if not, it is rolled back.
  public let isCompleted: Bool
  /// The memos that another program edited after the change had reached them, sorted: they keep that text.
  public let edited: [VaultPath]

  init(_ operation: PastOperation, in state: OperationFolder.State, _ end: ChangeRun.End) {
    self.operation = operation
    (isCompleted, edited) = (end.isCompleted, end.edited)
    switch state {
    case .undoing, .undone: act = .undoing
    case .redoing: act = .redoing
    case .draft, .applying, .done: act = .making
    }
  }
}
