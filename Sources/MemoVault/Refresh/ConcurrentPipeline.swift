import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// Maps the elements on all cores and hands the results to `use`, on the calling thread and in the order of the
  /// elements, each as soon as it and those before it are there.
  func concurrentPipeline<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result, use: (Result) -> Void
  ) {
    let handover = Handover<Result>()
    DispatchQueue.global().async {
      DispatchQueue.concurrentPerform(iterations: count) { handover.give(transform(self[$0]), as: $0) }
    }
    for number in indices { use(handover.take(number)) }
  }
}

/// Results on their way from the threads that make them to the one that uses them.
private final class Handover<Result: Sendable>: Sendable {
  private let waiting = Mutex<[Int: Result]>([:])
  private let arrivals = DispatchSemaphore(value: 0)

  func give(_ result: Result, as number: Int) {
    waiting.withLock { $0[number] = result }
    arrivals.signal()
  }

  /// Waits for the result with a number.
  func take(_ number: Int) -> Result {
    while true {
      if let result = waiting.withLock({ $0.removeValue(forKey: number) }) { return result }
      arrivals.wait()
    }
  }
}
