import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// Maps parts of the array on all cores; the results come in the order of the parts.
  ///
  /// - Parameter partSize: elements handed to one call; enough that the hand-over costs little compared with the work.
  public func concurrentMap<Result: Sendable>(
    partSize: Int, _ transform: @Sendable (ArraySlice<Element>) -> Result
  ) -> [Result] {
    let parts = stride(from: 0, to: count, by: partSize).map { self[$0..<Swift.min($0 + partSize, count)] }
    guard parts.count > 1 else { return parts.map(transform) }
    let results = Mutex<[(part: Int, result: Result)]>([])
    DispatchQueue.concurrentPerform(iterations: parts.count) { part in
      let result = transform(parts[part])
      results.withLock { $0.append((part, result)) }
    }
    return results.withLock { $0.sorted { $0.part < $1.part }.map(\.result) }
  }
}
