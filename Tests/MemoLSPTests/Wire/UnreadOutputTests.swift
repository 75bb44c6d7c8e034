import Dispatch
import MemoCLI
import MemoKit
import MemoStore
import MemoTUI
import MemoTestSupport
import MemoWords
import Synchronization
import Testing

@testable import MemoLSP

/// A client that reads nothing: what is written to it waits for ever.
struct UnreadOutputTests {
  @Test(.ends(within: .seconds(60)), arguments: [false, true])
  func theServerEndsWithItsClient(isByInput: Bool) throws {
    let folder = try TemporaryFolder()
    let console = DeafConsole(sending: #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":7}}"#)
    defer { console.release() }
    var machine = Machine.tested(in: folder)
    machine.console = console
    machine.isRunning = { _ in isByInput }
    if isByInput { console.endInput() }
    let tool = CommandLineTool.embedded(in: Environment(machine: machine, screen: NoScreen(), version: "1"))
    var loop = ServerLoop(on: machine, language: .english, version: "1", commands: tool)
    loop.heartbeat = .milliseconds(10)
    #expect(try loop.run() == 1)
  }
}

/// Standard input with one message, and an output that blocks.
private final class DeafConsole: Console {
  let (outputIsTerminal, errorIsTerminal, inputIsTerminal) = (false, false, false)
  var terminalColumns: Int? { nil }
  private let rest: Mutex<[UInt8]>
  private let input = DispatchSemaphore(value: 0)
  private let output = DispatchSemaphore(value: 0)

  init(sending message: String) {
    rest = Mutex(FrameReader.frame(Array(message.utf8)))
  }

  func endInput() { input.signal() }

  /// Ends what waits.
  func release() {
    input.signal()
    output.signal()
  }

  func write(_ bytes: UnsafeRawBufferPointer) { output.wait() }

  func writeError(_ bytes: [UInt8]) {}

  func readLine() -> [UInt8] { [] }

  func readInput() -> [UInt8] { [] }

  func readPiece() -> [UInt8] {
    let piece = rest.withLock { rest in
      defer { rest = [] }
      return rest
    }
    if piece.isEmpty { input.wait() }
    return piece
  }
}
