import Dispatch
import Synchronization

/// A job that runs while its owner does something else.
final class Background<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// Starts it.
  init(_ job: @escaping @Sendable () -> Value) {
    DispatchQueue.global().async { [self] in
      let made = job()
      value.withLock { $0 = made }
      isDone.signal()
    }
  }

  /// Waits for it; may be asked again.
  func wait() -> Value? {
    isDone.wait()
    defer { isDone.signal() }
    return value.withLock { $0 }
  }
}
