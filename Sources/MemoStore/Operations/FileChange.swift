public import MemoCore

/// What an operation does to one file. Its bytes are identified by their hashes; those that are not in the vault are in a slot
/// of the operation's folder, so that doing and undoing are the same swap.
struct FileChange: Equatable, Sendable {
  /// What becomes of the file.
  enum Kind: String, Codable, Sendable {
    case create
    case replace
    case remove
    case move
  }

  let kind: Kind
  let path: VaultPath
  /// Where a moved file goes.
  var newPath: VaultPath?
  /// XXH64 of the bytes before; `nil` for a file that is made.
  var before: UInt64?
  /// XXH64 of the bytes after; `nil` for a file that is removed.
  var after: UInt64?
  /// What of the bytes before gave way to what, where that is known and short.
  var edit: ByteEdit?
  /// Whether an editor made it, and memo only looked before and after: it may know nothing of what came in between.
  var isByEditor = false

  /// Which way a change is made.
  enum Direction: Sendable {
    case forward
    case backward

    var opposite: Direction { self == .forward ? .backward : .forward }
  }

  /// The one step that makes the change.
  ///
  /// - Parameter slot: where the bytes are that are not in the vault.
  func step(_ direction: Direction, slot: VaultPath) -> FileStep {
    let isForward = direction == .forward
    let (expected, incoming) = isForward ? (before, after) : (after, before)
    switch kind {
    case .replace: return FileStep(action: .swap, path: path, slot: slot, expected: expected, incoming: incoming)
    case .create, .remove:
      let action: FileStep.Action = isForward == (kind == .create) ? .bringIn : .takeOut
      return FileStep(action: action, path: path, slot: slot, expected: expected, incoming: incoming)
    case .move:
      let (old, new) = isForward ? (path, newPath ?? path) : (newPath ?? path, path)
      return FileStep(action: .move(to: new), path: old, slot: slot, expected: expected, incoming: incoming)
    }
  }
}

/// A change of names that the system makes all at once.
package struct FileStep: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    /// The file in the slot gets the path, which is free.
    case bringIn
    /// The file at the path goes into the slot, which is empty.
    case takeOut
    /// The two change places.
    case swap
    /// The file at the path gets another, which is free.
    case move(to: VaultPath)
  }

  let action: Action
  package let path: VaultPath
  package let slot: VaultPath
  /// The hash of what must be at the path before; `nil` for nothing.
  package let expected: UInt64?
  /// The hash of what is at the path afterwards, or at the new one; `nil` for nothing.
  package let incoming: UInt64?

  package init(
    action: FileStep.Action, path: VaultPath, slot: VaultPath, expected: UInt64?, incoming: UInt64?
  ) {
    self.action = action
    self.path = path
    self.slot = slot
    self.expected = expected
    self.incoming = incoming
  }

  /// Whether it can be made of a file with any text: what someone has edited goes nowhere but to another place in the vault.
  var takesEdits: Bool {
    if case .move(let newPath) = action { !newPath.isHidden } else { false }
  }

  /// The path to show: the memo's, wherever memo itself keeps the file.
  var shownPath: VaultPath {
    if case .move(let newPath) = action, path.isHidden { return newPath }
    return path
  }
}

/// Why memos were not changed; in every case they are as they were.
public enum OperationError: Error, Equatable, Sendable {
  /// Files that are not as they were when they were read, or whose new names are taken.
  case changed([VaultPath])
  /// Files with the text that an operation gave them, into which a sync has merged what another device changed since.
  case received([VaultPath])
  /// Memos that were to come out of the trash, where they are no longer.
  case notInTrash([VaultPath])
  /// Another process changes the vault's memos all the time.
  case locked
  /// No operation is left to undo.
  case nothingToUndo
  /// No operation is left to redo.
  case nothingToRedo
  /// A person made the last operation, which changed these memos, and only an agent's was to be undone.
  case notByAgent([VaultPath])
  /// What another user has put into the history or the trash, or may have.
  case ofAnotherUser(VaultPath)
  /// A file in `.memo` cannot be parsed or used.
  case unreadable(VaultPath, RecordProblem)
}

/// What is wrong with a file of the history.
public enum RecordProblem: Hashable, Sendable {
  case malformed
  /// Another version of memo wrote it.
  case otherFormat
  /// It names a path that no operation may change.
  case refusedPath(String)
  case missing
  /// The history has no operation number left.
  case numbersUsedUp
  /// The words of an earlier version.
  case other(String)
}

extension RecordProblem {
  private static let refusedPathPrefix = "path:"

  /// One word for a record of the failure, and the path that it is about.
  package var parameter: String {
    switch self {
    case .malformed: "malformed"
    case .otherFormat: "format"
    case .refusedPath(let path): Self.refusedPathPrefix + path
    case .missing: "missing"
    case .numbersUsedUp: "numbers"
    case .other(let words): words
    }
  }

  /// Reads what `parameter` wrote.
  package init(parameter: String) {
    switch parameter {
    case "malformed": self = .malformed
    case "format": self = .otherFormat
    case "missing": self = .missing
    case "numbers": self = .numbersUsedUp
    default:
      let isPath = parameter.utf8.starts(with: Self.refusedPathPrefix.utf8)
      self = isPath ? .refusedPath(String(parameter.dropFirst(Self.refusedPathPrefix.count))) : .other(parameter)
    }
  }
}
