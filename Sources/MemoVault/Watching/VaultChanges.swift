import Foundation
public import MemoCore

/// The news of a vault, one after the other, as long as somebody asks for them.
///
/// A vault is followed on a thread of its own, because waiting for the system would hold up other tasks.
public struct VaultChanges: AsyncSequence {
  /// One piece of news.
  public typealias Element = VaultNews
  /// What ends the news: a `VaultError`.
  public typealias Failure = any Error

  private let follow: @Sendable (WatchEnding) throws(VaultError) -> ChangeFollower

  /// The news of the vault at a root; see `ChangeFollower`.
  public init(
    of root: HostPath, host: any HostFiles, watching: any VaultWatching, mode: WatchMode = .automatic,
    now: @escaping @Sendable () -> Duration
  ) {
    follow = { ending throws(VaultError) in
      try ChangeFollower(root, host: host, watching: watching, mode: mode, ending: ending, now: now)
    }
  }

  /// Begins to follow the vault; it is let go with the iterator or when its task is cancelled.
  public func makeAsyncIterator() -> AsyncThrowingStream<VaultNews, any Error>.Iterator {
    let follow = follow
    let news = AsyncThrowingStream<VaultNews, any Error> { continuation in
      let ending = WatchEnding()
      continuation.onTermination = { _ in ending.end() }
      Thread.detachNewThread {
        let outcome = Result {
          let follower = try follow(ending)
          while let news = try follower.next() { continuation.yield(news) }
        }
        continuation.finish(throwing: outcome.failure)
      }
    }
    return news.makeAsyncIterator()
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
