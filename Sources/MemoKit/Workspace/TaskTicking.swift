public import MemoCore
public import MemoStore

/// Ticks tasks, or unticks them: all or none, as one operation.
public struct TaskTicking: Sendable {
  /// Why a task cannot be ticked.
  public enum Problem: Error, Equatable, Sendable {
    /// The line is no task, or there is no such line.
    case noTask(VaultPath, line: Int)
    /// The task on the line is another than the one that was listed.
    case otherTask(VaultPath, line: Int, text: String)
  }

  /// The tasks with their new marks, in the order of their places.
  public private(set) var tasks: [(path: VaultPath, task: MemoTask)] = []
  /// The memos whose texts change, sorted by path.
  public private(set) var rewrites: [MemoRewrite] = []

  private let isDone: Bool

  /// Finds out what has to change.
  ///
  /// - Parameter etag: the one that each memo must have; `nil` for any.
  /// - Throws: a `Problem` for the first place that is not what it was.
  public init(_ places: [TaskPlace], isDone: Bool, in workspace: Workspace, ifMatch etag: String?) throws {
    self.isDone = isDone
    var memos: [VaultPath: ReadMemo] = [:]
    var edits: [VaultPath: [ByteEdit]] = [:]
    for place in places {
      let memo = try memos[place.path] ?? workspace.read(place.path, ifMatch: etag)
      memos[place.path] = memo
      let tick = memo.bytes.withUnsafeBytes { TaskTick(line: place.line, isDone: isDone, in: $0) }
      guard let tick else { throw Problem.noTask(place.path, line: place.line) }
      if let isListed = place.isListed, !isListed(tick.task) {
        throw Problem.otherTask(place.path, line: place.line, text: tick.task.text)
      }
      tasks.append((place.path, tick.task))
      // The same task may be named twice.
      guard let edit = tick.edit, edits[place.path]?.contains(edit) != true else { continue }
      edits[place.path, default: []].append(edit)
    }
    for (path, memo) in memos.sorted(by: { $0.key < $1.key }) {
      guard let edits = edits[path]?.inOrder else { continue }
      try workspace.vault.checkWritable([path])
      rewrites.append(MemoRewrite(memo: memo, edits: edits, keepsTime: false))
    }
  }

  /// Places that were looked up here, each for no other task than the one that was found there.
  public func places(like places: [TaskPlace]) -> [TaskPlace] {
    zip(places, tasks).map { place, found in
      TaskPlace(path: place.path, line: place.line) { task in
        task.text.utf8.elementsEqual(found.task.text.utf8) && place.isListed?(task) ?? true
      }
    }
  }

  /// Makes the changes; returns the operation, `nil` if nothing changes.
  ///
  /// - Parameter time: the current time in nanoseconds since 1970.
  public func carryOut(by history: OperationHistory, at time: Int64) throws -> PastOperation? {
    try history.replace(rewrites, as: isDone ? "tasks done" : "tasks undone", at: time)
  }
}

/// Where a task is.
public struct TaskPlace: Sendable {
  /// The memo.
  public let path: VaultPath
  /// From 1.
  public let line: Int
  /// Whether a task is the one that was listed there; `nil` for whichever it is.
  public let isListed: (@Sendable (MemoTask) -> Bool)?

  /// Puts together a place.
  public init(path: VaultPath, line: Int, isListed: (@Sendable (MemoTask) -> Bool)? = nil) {
    (self.path, self.line, self.isListed) = (path, line, isListed)
  }
}
