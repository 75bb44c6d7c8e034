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

/// Makes parts on all cores and takes them in their order, each as soon as those before it are taken, so that few wait.
///
/// - Parameters:
///   - count: how many parts there are.
///   - whole: what the parts are taken into; not copied.
///   - make: makes the part of a number.
///   - take: adds the next part; while it runs, no other is added.
package func concurrentParts<Part: Sendable, Whole: Sendable>(
  _ count: Int, into whole: consuming Whole, make: @Sendable (Int) -> Part, take: @Sendable (inout Whole, Part) -> Void
) -> Whole {
  let state = Mutex((whole: whole, next: 0, waiting: [Int: Part]()))
  DispatchQueue.concurrentPerform(iterations: count) { number in
    let part = make(number)
    state.withLock { state in
      state.waiting[number] = part
      while let part = state.waiting.removeValue(forKey: state.next) {
        take(&state.whole, part)
        state.next += 1
      }
    }
  }
  return state.withLock(\.whole)
}
