import Foundation
import Testing

/// Gives the tests of a suite threads of their own. They mostly wait for programs, and there are only as many threads for
/// other tests as there are cores.
struct WaitsForPrograms: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ProgramThreads.shared) { try await body() }
  }
}

extension Trait where Self == WaitsForPrograms {
  static var waitsForPrograms: Self { WaitsForPrograms() }
}

private final class ProgramThreads: TaskExecutor {
  static let shared = ProgramThreads()

  private let queue = OperationQueue()

  init() {
    queue.maxConcurrentOperationCount = max(4, ProcessInfo.processInfo.activeProcessorCount)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
