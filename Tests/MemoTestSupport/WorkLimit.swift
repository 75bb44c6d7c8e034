public import Testing

/// A limit for work that would take hours if it grew with the square of its input, and takes seconds as it is.
///
/// `timeLimit` also counts how long a test waits for a thread before and after: among thousands of tests, many minutes.
public struct WorkLimit: TestTrait, SuiteTrait, TestScoping {
  /// That it counts for each test of a suite.
  public let isRecursive = true
  private let limit: Duration

  fileprivate init(_ limit: Duration) { self.limit = limit }

  /// Runs a test, and reports how long it took where that was too long.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let start = ContinuousClock.now
    try await body()
    let time = ContinuousClock.now - start
    if time > limit { Issue.record("It took \(time), and may take \(limit).", sourceLocation: test.sourceLocation) }
  }
}

extension Trait where Self == WorkLimit {
  /// Lets a test fail whose work takes longer than that.
  public static func ends(within limit: Duration) -> Self { Self(limit) }
}
