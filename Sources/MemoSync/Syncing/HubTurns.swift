import MemoCore
import MemoStore

/// Turns of the devices that sync through a hub in a folder: those that have something to send merge and push one by one, as whoever
/// comes out of turn is mostly too late.
struct HubTurns {
  let sync: SyncContext

  /// For so long a person need not hear of it.
  private static let quietWait: Duration = .milliseconds(500)

  private var disk: RemoteDisk? { RemoteDisk(sync.reach, sync.names, host: sync.host) }

  /// Waits for this device's turn, if there is something to send.
  ///
  /// - Parameter remote: what the remote's branch was when the sync began.
  /// - Returns: the turn, `nil` where there is none; and whether other devices are at the hub, too.
  func take(over remote: ObjectId?) -> (turn: (any VaultLock)?, isCrowded: Bool) {
    guard let head = sync.head?.id, head != remote, remote == nil || head != sync.refs[sync.names.taken]?.id else {
      return (nil, false)
    }
    if let free = wait(upTo: .zero) { return (free, false) }
    let (began, limit) = (ContinuousClock.now, sync.options.longestTurn)
    var turn = wait(upTo: min(Self.quietWait, limit))
    // Where there are no such locks, none is waited for.
    if turn == nil, began.duration(to: .now) >= Self.quietWait {
      sync.options.waitingForTurn()
      turn = wait(upTo: limit)
    }
    return (turn, turn != nil)
  }

  /// Waits for a turn; `nil` where it takes too long, or where there are none.
  func wait(upTo limit: Duration) -> (any VaultLock)? { disk?.turn(waiting: limit) }

  /// Fetches what the hub has now, unless that is what was fetched last; returns whether it has the branch.
  func fetchIfMoved() throws -> Bool {
    let known = RefFiles(sync.names, in: sync.vault)?.tracking
    return try sync.repository.fetch(sync.names, knowing: known, on: disk, reach: sync.reach)
  }
}
