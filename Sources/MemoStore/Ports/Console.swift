/// Standard input, output and error of the process.
public protocol Console: Sendable {
  /// Whether a person reads standard output.
  var outputIsTerminal: Bool { get }
  /// Whether a person reads standard error.
  var errorIsTerminal: Bool { get }
  /// Whether a person types standard input.
  var inputIsTerminal: Bool { get }
  /// Columns of the terminal; `nil` where there is none to ask.
  var terminalColumns: Int? { get }

  /// Writes to standard output; the process ends by SIGPIPE where no one reads any more.
  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError)

  /// Writes to standard error; what cannot be written is lost.
  func writeError(_ bytes: [UInt8])

  /// What a person types up to the end of the line, without it; empty at the end of standard input.
  func readLine() throws(FileError) -> [UInt8]

  /// All of standard input.
  func readInput() throws(FileError) -> [UInt8]
}
