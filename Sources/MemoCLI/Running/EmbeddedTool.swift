import MemoCore
import MemoIndex
import MemoKit
import MemoLSP
import MemoStore
import MemoWords
import Synchronization

/// Runs command lines within this process; nothing reaches its own input and output.
struct EmbeddedTool: CommandLines {
  let environment: Environment

  func run(_ words: [String], in root: HostPath, on served: (vault: Vault, index: VaultIndex)?) -> CommandOutput {
    let console = CollectingConsole()
    var environment = environment
    environment.served = served
    environment.machine.console = console
    environment.machine.workingDirectory = root
    // A trace would be mixed with the report of an error.
    environment.machine.variables["MEMO_DEBUG"] = nil
    let vault = [RawArgument("--vault"), RawArgument(bytes: root.bytes)]
    let code = environment.tool(vault + words.map { RawArgument($0) }, environment)
    return CommandOutput(status: code.rawValue, output: console.output, errors: console.errors)
  }
}

/// Keeps what is written; there is nothing to read.
private final class CollectingConsole: Console {
  private let written = Mutex<(output: [UInt8], errors: [UInt8])>(([], []))

  let outputIsTerminal = false
  let errorIsTerminal = false
  let inputIsTerminal = false
  let terminalColumns: Int? = nil

  var output: [UInt8] { written.withLock { $0.output } }
  var errors: [UInt8] { written.withLock { $0.errors } }

  func write(_ bytes: UnsafeRawBufferPointer) { written.withLock { $0.output += bytes } }
  func writeError(_ bytes: [UInt8]) { written.withLock { $0.errors += bytes } }
  func readLine() -> [UInt8] { [] }
  func readInput() -> [UInt8] { [] }
}
