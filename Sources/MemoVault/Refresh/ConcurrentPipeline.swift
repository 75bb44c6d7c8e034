import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// More than any machine has cores; the system starts as many threads as it has.
  private static var mostThreads: Int { 256 }

  /// Maps the elements on all cores and hands the results to `use`, on the calling thread and in the order of the
  /// elements, each as soon as it and those before it are there.
  func concurrentPipeline<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result, use: (Result) -> Void
  ) {
    let handover = Handover<Result>()
    DispatchQueue.global().async {
      DispatchQueue.concurrentPerform(iterations: Swift.min(count, Self.mostThreads)) { _ in
        while let number = handover.start(before: count) { handover.give(transform(self[number]), as: number) }
      }
    }
    for number in indices { use(handover.take(number)) }
  }
}

/// Results on their way from the threads that make them to the one that uses them.
private final class Handover<Result: Sendable>: Sendable {
  private let started = Atomic(0)
  private let waiting = Mutex<[Int: Result]>([:])
  private let arrivals = DispatchSemaphore(value: 0)
  // Bounds the memory that waiting results take where the using thread is held up.
  private let room = DispatchSemaphore(value: 64)

  /// The number of the element to go on with, once there is room for its result; `nil` after the last.
  func start(before end: Int) -> Int? {
    // In this order: the lowest number that was started always has room, so that somebody gets on.
    room.wait()
    let number = started.wrappingAdd(1, ordering: .relaxed).oldValue
    if number < end { return number }
    room.signal()
    return nil
  }

  func give(_ result: Result, as number: Int) {
    waiting.withLock { $0[number] = result }
    arrivals.signal()
  }

  /// Waits for the result with a number.
  func take(_ number: Int) -> Result {
    while true {
      if let result = waiting.withLock({ $0.removeValue(forKey: number) }) {
        room.signal()
        return result
      }
      arrivals.wait()
    }
  }
}
