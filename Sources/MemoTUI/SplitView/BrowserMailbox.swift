import Synchronization

/// Where other threads leave events for the one that shows them.
final class BrowserMailbox: Sendable {
  private let events = Mutex<[BrowserEvent]>([])
  private let wakeUp: @Sendable () -> Void

  /// - Parameter wakeUp: tells the thread that there is something.
  init(wakeUp: @escaping @Sendable () -> Void) {
    self.wakeUp = wakeUp
  }

  /// Leaves events, in their order.
  func post(_ new: [BrowserEvent]) {
    events.withLock { $0 += new }
    wakeUp()
  }

  /// Takes what was left.
  func takeAll() -> [BrowserEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
