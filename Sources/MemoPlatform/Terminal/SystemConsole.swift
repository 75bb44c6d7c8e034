import CSystem
public import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Standard input, output and error of this process.
public struct SystemConsole: Console {
  /// Whether standard output is a terminal.
  public let outputIsTerminal: Bool
  /// Whether standard error is a terminal.
  public let errorIsTerminal: Bool
  /// Whether standard input is a terminal.
  public let inputIsTerminal: Bool

  private let input: Int32
  private let output: Int32
  private static let chunk = 1 << 16

  /// Asks once which of the three are terminals.
  public init() { self.init(input: STDIN_FILENO, output: STDOUT_FILENO) }

  /// The same with other streams in the place of standard input and output.
  init(input: Int32, output: Int32) {
    (self.input, self.output) = (input, output)
    inputIsTerminal = isatty(input) == 1
    outputIsTerminal = isatty(output) == 1
    errorIsTerminal = isatty(STDERR_FILENO) == 1
  }

  /// Columns of the terminal behind standard output.
  public var terminalColumns: Int? {
    var window = csystem_window()
    let isKnown = csystem_terminal_size(output, &window) == 0 && window.columns > 0
    return isKnown ? Int(window.columns) : nil
  }

  /// Writes to standard output.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    do throws(SystemFailure) {
      try writeAll(bytes, to: output, waits: true)
    } catch {
      throw FileError(.write, path: Array("standard output".utf8), code: error.code)
    }
  }

  /// Writes to standard error.
  public func writeError(_ bytes: [UInt8]) {
    // There is nowhere left to report a failure.
    bytes.withUnsafeBytes { try? writeAll($0, to: STDERR_FILENO, waits: true) }
  }

  /// All of standard input.
  public func readInput() throws(FileError) -> [UInt8] {
    var input: [UInt8] = []
    while true {
      let piece = try read(Self.chunk)
      if piece.isEmpty { return input }
      input += piece
    }
  }

  /// One line of standard input, a byte at a time: what follows it is for whoever reads next.
  public func readLine() throws(FileError) -> [UInt8] {
    var line: [UInt8] = []
    while true {
      let byte = try read(1)
      if byte.isEmpty || byte == [UInt8(ascii: "\n")] { return line }
      line += byte
    }
  }

  /// What is there of standard input.
  public func readPiece() throws(FileError) -> [UInt8] { Array(try read(Self.chunk)) }

  private func read(_ count: Int) throws(FileError) -> ArraySlice<UInt8> {
    var piece = [UInt8](repeating: 0, count: count)
    do throws(SystemFailure) {
      let found = try retrying(whenReadyFor: POLLIN, input) { readBytes(input, into: &piece, count) }
      return piece[..<found]
    } catch {
      throw FileError(.read, path: Array("standard input".utf8), code: error.code)
    }
  }
}
