import CSystem
import Foundation
import Testing

@testable import MemoPlatform

@Suite struct SystemConsoleTests {
  /// Another program that has the same stream, such as the parent, may have set it not to wait.
  @Test func streamsThatDoNotWaitAreWaitedFor() throws {
    var ends: [Int32] = [-1, -1]
    try #require(csystem_pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    // Far more than a pipe holds: now one side is ahead of the other, now the other.
    let sent = (0..<4 << 20).map { UInt8(truncatingIfNeeded: $0 / 7) }
    Thread.detachNewThread {
      defer { close(writing) }
      // What is not written is missed below.
      sent.withUnsafeBytes { try? SystemConsole(input: -1, output: writing).write($0) }
    }
    let received = try SystemConsole(input: reading, output: -1).readInput()
    let isSame = received == sent
    #expect(isSame, "\(received.count) of \(sent.count) bytes")
  }
}
