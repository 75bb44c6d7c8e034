import MemoCore
import MemoIndex
import MemoKit
import MemoLSP
import MemoStore
import MemoSync
import MemoWords
import Synchronization

/// Runs command lines within this process; nothing reaches its own input and output.
struct EmbeddedTool: CommandLines {
  let environment: Environment

  func run(
    _ words: [String], in root: HostPath, on served: (vault: Vault, index: VaultIndex)?,
    isStopped: @escaping @Sendable () -> Bool
  ) -> CommandOutput {
    let console = CollectingConsole()
    var environment = environment
    environment.served = served
    // What changes the vault answers with all that it has changed.
    if served != nil { environment.editorAnswer = EditorAnswer(isStopped: isStopped) }
    environment.machine.console = console
    environment.warnsOfSettings = false
    (environment.machine.workingDirectory, environment.machine.hasWorkingDirectory) = (root, true)
    environment.machine.hearStop = { isStopped }
    environment.machine.git = StoppableGit(git: environment.machine.git, isStopped: isStopped)
    // A trace would be mixed with the report of an error.
    environment.machine.variables["MEMO_DEBUG"] = nil
    let vault = [RawArgument("--vault"), RawArgument(bytes: root.bytes)]
    let code = environment.tool(vault + words.map { RawArgument($0) }, environment)
    return CommandOutput(status: code.rawValue, output: console.output, errors: console.errors)
  }
}

/// Ends a call that waits for a remote once no one wants it any more. What git does on this machine is soon done, and a
/// sync that has to end leaves all in order with it.
private struct StoppableGit: WrappingGit {
  let git: any Git
  let isStopped: @Sendable () -> Bool

  private static let terminated: Int32 = 15

  func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
    guard call.reach != .local else { return try git.run(call, feeding: chunks) }
    if isStopped() { throw .killed(command: call.name, signal: Self.terminated) }
    var call = call
    call.isStopped = isStopped
    return try git.run(call, feeding: chunks)
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
