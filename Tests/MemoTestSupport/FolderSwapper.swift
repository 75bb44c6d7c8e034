import Foundation
public import MemoCore
import Synchronization

/// Exchanges two entries of a folder again and again on a thread of its own, as another process might.
public final class FolderSwapper: Sendable {
  private let isOver = Atomic(false)
  private let swaps = Atomic(0)
  private let end = DispatchSemaphore(value: 0)

  /// Begins; a test that fails before `stop` leaves no thread behind, because there are only so many swaps.
  public init(_ folder: TemporaryFolder, _ path: VaultPath, _ other: VaultPath) {
    let thread = Thread { [self] in
      for _ in 0..<10_000_000 where !isOver.load(ordering: .relaxed) {
        try? folder.exchange(path, other)
        swaps.add(1, ordering: .relaxed)
      }
      end.signal()
    }
    thread.start()
  }

  /// Ends it; returns how often the two were exchanged.
  public func stop() -> Int {
    isOver.store(true, ordering: .relaxed)
    end.wait()
    return swaps.load(ordering: .relaxed)
  }
}
